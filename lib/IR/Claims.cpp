// Types that generated code trusts, and why it may:
//
//   results        follow from the operands' types, the constant, the slot, or the callee
//   parameters     callers of this module give subtypes; Python calls only functions whose
//                  parameters claim nothing (`*args` is a tuple and `**kwargs` a dict for anybody)
//   slots          hold what is stored (Verifier.cpp) or the parameter; cells are written by others
//   items, errors  of `for` nothing is known, what `except` catches is an exception
#include "IR/Claims.h"

#include "IR/SoundTypes.h"
#include "IR/Walk.h"

#include "llvm/ADT/Twine.h"

namespace janus::ir {
namespace {

// The functions that an operation may stand in.
enum class Tier : uint8_t { Generic, GraphOnly, Both, None };

Tier tierOf(Opcode opcode) {
  static const std::vector<Tier> kTiers = [] {
    std::vector<Tier> tiers(opcodeCount(), Tier::Generic);
#define JANUS_IR_GRAPH_ONLY(Enum) tiers[size_t(Opcode::Enum)] = Tier::GraphOnly;
#define JANUS_IR_GRAPH_TOO(Enum) tiers[size_t(Opcode::Enum)] = Tier::Both;
#define JANUS_IR_TRANSIENT(Enum) tiers[size_t(Opcode::Enum)] = Tier::None;
#include "IR/Ops/GraphOps.def"
    return tiers;
  }();
  return isTensorOp(opcode) ? Tier::GraphOnly : kTiers[size_t(opcode)];
}

class ClaimCheck {
public:
  explicit ClaimCheck(Module &module)
      : module_(module), isReached_(module.functions().size(), false) {}

  std::vector<Problem> run() {
    findReached();
    for (FunctionId id : module_.functions()) {
      function_ = id;
      op_ = OpId();
      checkKind();
      checkParameters();
      checkSlots();
      walk(function(), function().body, [&](OpId op) {
        op_ = op;
        checkOp();
      });
    }
    return std::move(problems_);
  }

private:
  const Function &function() const { return module_.function(function_); }
  const Op &op() const { return function().op(op_); }
  TypeTable &types() { return module_.types; }
  TypeId typeOf(ValueId value) const { return function().value(value).type; }
  void problem(const llvm::Twine &text, const llvm::Twine &remedy) {
    problems_.push_back({function_, op_, text.str(), remedy.str()});
  }

  // Functions that become objects, which Python may call with anything.
  void findReached() {
    for (FunctionId id : module_.functions()) {
      const Function &each = module_.function(id);
      walk(each, each.body, [&](OpId op) {
        Opcode opcode = each.op(op).opcode;
        if (opcode == Opcode::PyFunction || opcode == Opcode::PyClass)
          isReached_[each.functionAttribute(op, "function")] = true;
      });
    }
    if (module_.body)
      isReached_[module_.body] = true;
  }

  // The run time calls these in its own way.
  void checkKind() {
    uint32_t flags = function().flags;
    bool isBody = flags & kFnModuleBody;
    if (isBody && (!function().parameters.empty() || !function().freeNames.empty()))
      problem("the module's body has no parameters and no free variables", "remove them");
    if (flags & (kFnModuleBody | kFnClassBody | kFnGraph) && flags & kFnGenerator)
      problem("neither a body of a module or class nor a graph is a generator",
              "remove `generator`");
    if (flags & (kFnCoroutine | kFnAsyncGenerator) &&
        (!(flags & kFnGenerator) || (flags & kFnCoroutine && flags & kFnAsyncGenerator)))
      problem("what awaits is a generator, and either a coroutine or an asynchronous generator",
              "say `generator`, and one of `coroutine` and `async_generator`");
    if (flags & kFnGraph && isReached_[function_])
      problem("a graph is the code of a root, and no function that Python calls",
              "remove `graph`, or what makes a function of it");
  }

  // ---------------------------------------------------------------- claims

  void check(TypeId claimed, TypeId known, const llvm::Twine &what) {
    if (types().isSubtype(known, claimed))
      return;
    std::string right = types().text(known);
    problem(what + " claims the type `" + types().text(claimed) +
                "`, which does not follow from what it is made of",
            "write `" + right + "`" + (known == types().dyn() ? "" : " or `dyn`"));
  }

  void checkParameters() {
    const Function &f = function();
    if (!isReached_[function_])
      return;
    for (size_t i = 0; i < f.parameters.size(); ++i) {
      size_t rest = f.parameters.size() - !!(f.flags & kFnVarKw);
      bool isKeywords = f.flags & kFnVarKw && i >= rest;
      bool isArgs = f.flags & kFnVarArgs && i + 1 == rest;
      TypeId known = isKeywords ? types().of(TypeKind::Dict)
                     : isArgs   ? types().of(TypeKind::Tuple)
                                : types().dyn();
      check(typeOf(f.region(f.body).arguments[i]), known, "parameter `" + f.parameters[i] + "`");
    }
  }

  void checkSlots() {
    const Function &f = function();
    for (const Slot &slot : f.slots) {
      if (!slot.type)
        continue;
      if (slot.kind != SlotKind::Local)
        check(slot.type, types().dyn(), "slot `" + slot.name + "`");
      else if (slot.parameter >= 0)
        check(slot.type, typeOf(f.region(f.body).arguments[slot.parameter]),
              "slot `" + slot.name + "`");
    }
  }

  void checkOp() {
    bool isGraph = function().flags & kFnGraph;
    Tier tier = tierOf(op().opcode);
    if (tier == Tier::None || (tier != Tier::Both && isGraph != (tier == Tier::GraphOnly)))
      return problem(isGraph ? "does not stand in graphs" : "stands in graphs only",
                     isGraph ? "remove `graph` from the function" : "use `py.*` operations");
    if (op().opcode == Opcode::Region && function().flags & (kFnGenerator | kFnClassBody))
      return problem("stands in a generator or in the body of a class", "leave its body alone");
    switch (op().opcode) {
    case Opcode::For: return check(typeOf(argument(0, 0)), types().dyn(), "the item");
    case Opcode::Try:
      for (ValueId caught : function().region(op().regions[1]).arguments)
        check(typeOf(caught), types().of(TypeKind::Exception), "the exception");
      return;
    case Opcode::Call: return checkCall();
    case Opcode::SlotLoad: {
      TypeId slot = function().slots[function().slotAttribute(op_, "slot")].type;
      return check(typeOf(op().results[0]), slot ? slot : types().dyn(), "the result");
    }
    // The values that flow to the results of these have been compared.
    case Opcode::If:
    case Opcode::While:
    case Opcode::Region:
    case Opcode::Loop:
    case Opcode::LoopCarried:
    case Opcode::LoopRestore:
    case Opcode::LoopRows:
    case Opcode::LoopSum: return;
    // Claims about these are checked when they run, or by the rules of graphs.
    case Opcode::HeapInput:
    case Opcode::HeapTensor:
    case Opcode::NativeCall:
    case Opcode::Absent: return;
    default: break;
    }
    if (isTensorOp(op().opcode))
      return;
    for (ValueId result : op().results) {
      TypeId known =
          soundType(module_, function(), result, [&](ValueId each) { return typeOf(each); });
      check(typeOf(result), known, "the result");
    }
  }

  ValueId argument(unsigned region, unsigned index) const {
    return function().region(op().regions[region]).arguments[index];
  }

  void checkCall() {
    FunctionId id = function().functionAttribute(op_, "callee");
    const Function &callee = module_.function(id);
    if (callee.flags & (kFnGenerator | kFnGraph | kFnInPython) || !callee.freeNames.empty())
      return problem("its callee is a generator, a graph, has free variables or runs in Python",
                     "make a function object of it (`py.function`), and `py.call` that");
    for (size_t i = 0; i < op().operands.size(); ++i)
      if (!types().isSubtype(typeOf(op().operands[i]),
                             callee.value(callee.region(callee.body).arguments[i]).type))
        problem("operand " + llvm::Twine(i) + " is not of the type that the callee's parameter `" +
                    callee.parameters[i] + "` claims",
                "let the parameter be `dyn`");
    check(typeOf(op().results[0]), returnType(callee), "the result");
  }

  // The types that its `return` operations say, and None where it ends without one.
  TypeId returnType(const Function &callee) {
    std::optional<TypeId> type;
    auto add = [&](TypeId each) { type = type ? types().join(*type, each) : each; };
    walk(callee, callee.body, [&](OpId each) {
      if (callee.op(each).opcode == Opcode::Return)
        add(callee.value(callee.op(each).operands[0]).type);
    });
    if (fallsThrough(callee, callee.body))
      add(types().of(TypeKind::None));
    return type ? *type : types().dyn();
  }

  Module &module_;
  IdVector<FunctionId, char> isReached_;
  FunctionId function_;
  OpId op_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> findWrongClaims(Module &module) {
  return ClaimCheck(module).run();
}

}  // namespace janus::ir
