#include "IR/Verifier.h"

#include "IR/Loops.h"
#include "IR/OperandCounts.h"
#include "IR/OperandKinds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace janus::ir {
namespace {

class FunctionVerifier {
public:
  FunctionVerifier(const Module &module, FunctionId id, std::vector<Problem> &problems)
      : module_(module), id_(id), function_(module.function(id)), problems_(problems),
        visible_(function_.valueCount(), false), seen_(function_.opCount(), false) {}

  void run();

private:
  void checkSignature();
  void checkSlots();
  void checkRegion(RegionId region, const LoopView *loop);
  void checkOp(OpId op, bool last, const LoopView *loop);
  void checkCounts(const Op &op);
  void checkOperands(const Op &op);
  void checkAttributes(OpId op);
  void checkAttribute(const AttributeSpec &spec, const Attribute &value);
  void checkSlotUse(SlotId slot);
  void checkTypes(const Op &op);
  void checkSpecific(OpId op, const LoopView *loop);
  void checkExit(const Op &op, const LoopView *loop);
  void checkRegions(OpId op, const LoopView *loop);
  void checkLoop(const Op &op);
  void checkArguments(RegionId region, size_t count, const char *what);
  void checkLoopFlow(const LoopView &loop);
  void checkTurns(OpId loop);
  void checkYields(RegionId region, llvm::ArrayRef<ValueId> results, llvm::StringRef what);
  void checkFlow(llvm::ArrayRef<ValueId> from, llvm::ArrayRef<ValueId> to, const llvm::Twine &what);
  void problem(const llvm::Twine &message);
  TypeKind kindOf(ValueId value) { return module_.types.get(function_.value(value).type).kind; }
  const std::vector<OpId> &opsOf(RegionId region) { return function_.region(region).ops; }

  const Module &module_;
  const FunctionId id_;
  const Function &function_;
  std::vector<Problem> &problems_;
  IdVector<ValueId, char> visible_;
  IdVector<OpId, char> seen_;
  OpId current_;
};

void FunctionVerifier::problem(const llvm::Twine &message) {
  problems_.push_back({id_, current_, message.str(), ""});
}

void FunctionVerifier::run() {
  checkSlots();
  if (!function_.body || function_.body.index >= function_.regionCount()) {
    problem("has no body");
    return;
  }
  if (function_.region(function_.body).parent)
    problem("the body's region belongs to an operation");
  checkSignature();
  checkRegion(function_.body, nullptr);
}

void FunctionVerifier::checkSignature() {
  size_t count = function_.parameters.size();
  if (function_.region(function_.body).arguments.size() != count)
    problem("the body takes another number of arguments than there are parameters");
  if (function_.positionalOnly > function_.positional)
    problem("more positional-only than positional parameters");
  size_t declared = function_.positional + function_.keywordOnly +
                    !!(function_.flags & kFnVarArgs) + !!(function_.flags & kFnVarKw);
  if (declared != count && !(function_.flags & kFnClassBody))
    problem("the kinds of the parameters do not add up to their number");
  if ((function_.flags & kFnClassBody) && count != 1)
    problem("a class body takes its namespace");
}

void FunctionVerifier::checkSlots() {
  for (const Slot &slot : function_.slots) {
    if (slot.name.empty())
      problem("a slot has no name");
    if (slot.parameter >= static_cast<int64_t>(function_.parameters.size()))
      problem("slot `" + slot.name + "` starts from a parameter that is not there");
    bool free = slot.kind == SlotKind::Free;
    if (free != (slot.freeIndex >= 0) ||
        slot.freeIndex >= static_cast<int64_t>(function_.freeNames.size()))
      problem("slot `" + slot.name + "` has a wrong place in the closure");
    if (slot.type && slot.type.index >= module_.types.size())
      problem("slot `" + slot.name + "` has an unknown type");
  }
}

void FunctionVerifier::checkRegion(RegionId id, const LoopView *loop) {
  const Region &region = function_.region(id);
  for (ValueId argument : region.arguments) {
    visible_[argument] = true;
    const Value &value = function_.value(argument);
    if (value.argumentOf != id || value.definedBy)
      problem("an argument of a region says that it is something else");
  }
  for (size_t i = 0; i < region.ops.size(); ++i) {
    OpId op = region.ops[i];
    current_ = op;
    if (function_.op(op).parent != id)
      problem("says that it stands in another region");
    if (seen_[op]) {
      problem("stands in two places");
      continue;
    }
    seen_[op] = true;
    checkOp(op, i + 1 == region.ops.size(), loop);
  }
  // Values that are defined in a region end with it.
  for (ValueId argument : region.arguments)
    visible_[argument] = false;
  for (OpId op : region.ops)
    for (ValueId result : function_.op(op).results)
      visible_[result] = false;
}

void FunctionVerifier::checkOp(OpId id, bool last, const LoopView *loop) {
  const Op &op = function_.op(id);
  size_t before = problems_.size();
  if (has(op.opcode, Terminator) && !last)
    problem("a terminator must be the last of its region");
  checkCounts(op);
  checkOperands(op);
  checkAttributes(id);
  if (problems_.size() == before)
    for (const std::string &each : countProblems(function_, id))
      problem(each);
  if (problems_.size() == before) {  // the rest relies on these
    checkTypes(op);
    checkSpecific(id, loop);
    checkRegions(id, loop);
    current_ = id;
  }
  for (ValueId result : op.results)
    visible_[result] = true;
}

void FunctionVerifier::checkCounts(const Op &op) {
  const OpInfo &row = info(op.opcode);
  auto check = [&](int declared, size_t actual, const char *what) {
    if (declared >= 0 && actual != static_cast<size_t>(declared))
      problem("has " + llvm::Twine(actual) + " " + what + ", its row says " +
              llvm::Twine(declared));
  };
  check(row.operands, op.operands.size(), "operands");
  check(row.results, op.results.size(), "results");
  check(row.regions, op.regions.size(), "regions");
}

void FunctionVerifier::checkOperands(const Op &op) {
  for (size_t i = 0; i < op.operands.size(); ++i)
    if (!visible_.contains(op.operands[i]) || !visible_[op.operands[i]])
      problem("operand " + llvm::Twine(i) + " is not defined here");
  for (size_t i = 0; i < op.results.size(); ++i) {
    const Value &value = function_.value(op.results[i]);
    if (value.definedBy != current_ || value.index != i)
      problem("result " + llvm::Twine(i) + " says that it is something else");
    if (!value.type || value.type.index >= module_.types.size())
      problem("result " + llvm::Twine(i) + " has no type");
  }
}

void FunctionVerifier::checkAttributes(OpId op) {
  llvm::ArrayRef<AttributeSpec> specs = attributeSpecs(function_.op(op).opcode);
  for (const AttributeSpec &spec : specs) {
    const Attribute *value = function_.attribute(op, spec.name);
    if (value)
      checkAttribute(spec, *value);
    else if (!spec.optional)
      problem("lacks the attribute `" + spec.name + "`");
  }
  for (const NamedAttribute &attribute : function_.op(op).attributes)
    if (llvm::none_of(specs, [&](const AttributeSpec &s) { return s.name == attribute.name; }))
      problem("has an attribute `" + attribute.name + "` that its row does not declare");
}

void FunctionVerifier::checkAttribute(const AttributeSpec &spec, const Attribute &value) {
  using Kind = AttributeSpec::Kind;
  bool fits = false;
  switch (spec.kind) {
  case Kind::Int:
  case Kind::Place: fits = std::holds_alternative<int64_t>(value); break;
  case Kind::Float: fits = std::holds_alternative<double>(value); break;
  case Kind::Bool: fits = std::holds_alternative<bool>(value); break;
  case Kind::Str: fits = std::holds_alternative<std::string>(value); break;
  case Kind::Strs: fits = std::holds_alternative<std::vector<std::string>>(value); break;
  case Kind::Ints: fits = std::holds_alternative<std::vector<int64_t>>(value); break;
  case Kind::Const: fits = std::holds_alternative<ConstId>(value); break;
  case Kind::Func: fits = std::holds_alternative<FunctionId>(value); break;
  case Kind::Slot: fits = std::holds_alternative<SlotId>(value); break;
  case Kind::Slots: fits = std::holds_alternative<std::vector<SlotId>>(value); break;
  case Kind::Type: fits = std::holds_alternative<TypeId>(value); break;
  }
  if (!fits) {
    problem("the attribute `" + spec.name + "` is of the wrong kind");
    return;
  }
  if (spec.kind == Kind::Place) {
    Span span = function_.op(current_).span;
    int64_t place = std::get<int64_t>(value);
    if (place < 0 || (span.valid() && place > span.size()))
      problem("the attribute `" + spec.name + "` is outside of the operation's source");
  }
  if (auto *constant = std::get_if<ConstId>(&value)) {
    if (constant->index >= module_.constants().size())
      problem("the attribute `" + spec.name + "` names no constant");
  } else if (auto *function = std::get_if<FunctionId>(&value)) {
    if (function->index >= module_.functions().size())
      problem("the attribute `" + spec.name + "` names no function");
  } else if (auto *slot = std::get_if<SlotId>(&value)) {
    checkSlotUse(*slot);
  } else if (auto *slots = std::get_if<std::vector<SlotId>>(&value)) {
    for (SlotId each : *slots)
      checkSlotUse(each);
  }
}

void FunctionVerifier::checkSlotUse(SlotId slot) {
  if (!function_.slots.contains(slot))
    problem("names a slot that the function does not have");
}

void FunctionVerifier::checkTypes(const Op &op) {
  for (const std::string &each : operandKindProblems(module_, function_, current_))
    problem(each);
  TypeKind result = resultKind(op.opcode);
  for (ValueId value : op.results)
    if (result != TypeKind::Dyn && kindOf(value) != result && kindOf(value) != TypeKind::Dyn)
      problem("its result is a " + llvm::Twine(toString(result)));
}

void FunctionVerifier::checkSpecific(OpId id, const LoopView *loop) {
  const Op &op = function_.op(id);
  switch (op.opcode) {
  case Opcode::Break:
  case Opcode::Continue: checkExit(op, loop); return;
  case Opcode::Raise:
    if (op.operands.empty() || op.operands.size() > 2)
      problem("takes an exception and perhaps a cause");
    return;
  case Opcode::RaiseAssertion:
    if (op.operands.size() > 1)
      problem("takes at most a message");
    return;
  case Opcode::LoopCarried:
  case Opcode::LoopAgain: {
    OpId around = function_.region(op.parent).parent;
    if (!around || function_.op(around).opcode != Opcode::Loop)
      return problem("stands outside a `loop`");
    const std::vector<OpId> &ops = opsOf(op.parent);
    auto isCarried = [&](OpId each) { return function_.op(each).opcode == Opcode::LoopCarried; };
    if (isCarried(id) &&
        !llvm::all_of(llvm::makeArrayRef(ops).take_until([&](OpId each) { return each == id; }),
                      isCarried))
      problem("stands behind what its loop computes");
    return;
  }
  case Opcode::Condition:
  case Opcode::YieldValues: {
    const Region &region = function_.region(op.parent);
    bool ofWhile = region.parent && function_.op(region.parent).opcode == Opcode::While &&
                   function_.op(region.parent).regions[0] == op.parent;
    if (!region.parent)
      problem("ends a function; only `return` may");
    else if ((op.opcode == Opcode::Condition) != ofWhile)
      problem("`condition` ends the first region of `while`, `yield_values` all others");
    return;
  }
  case Opcode::Call:
    if (module_.function(function_.functionAttribute(id, "callee")).parameters.size() !=
        op.operands.size())
      problem("the callee takes another number of parameters");
    return;
  case Opcode::PyFunction:
  case Opcode::PyClass: {
    const Function &inner = module_.function(function_.functionAttribute(id, "function"));
    llvm::ArrayRef<SlotId> captures = function_.slotsAttribute(id, "captures");
    if (captures.size() != inner.freeNames.size())
      problem("captures another number of slots than the function has free variables");
    for (SlotId slot : captures)
      if (function_.slots[slot].kind == SlotKind::Local)
        problem("captures the local slot `" + function_.slots[slot].name + "`");
    if ((op.opcode == Opcode::PyClass) != !!(inner.flags & kFnClassBody))
      problem("makes a function of a class body, or a class of a function");
    return;
  }
  case Opcode::SlotCell:
    if (function_.slots[function_.slotAttribute(id, "slot")].kind == SlotKind::Local)
      problem("a local slot has no cell");
    return;
  case Opcode::SlotStore: {
    TypeId type = function_.slots[function_.slotAttribute(id, "slot")].type;
    if (type && !module_.types.isSubtype(function_.value(op.operands[0]).type, type))
      problem("stores a value of another type than the slot's");
    return;
  }
  case Opcode::NameLoad:
    if (function_.attribute(id, "slot") &&
        function_.slots[function_.slotAttribute(id, "slot")].kind == SlotKind::Local)
      problem("a local slot has no cell");
    [[fallthrough]];
  case Opcode::NameStore:
  case Opcode::NameDelete:
    if (!(function_.flags & kFnClassBody))
      problem("only a class body has a namespace");
    return;
  default: break;
  }
  if (has(op.opcode, Suspends) && !(function_.flags & kFnGenerator))
    problem("only a generator may yield");
  if (op.opcode == Opcode::PyAwait && !(function_.flags & (kFnCoroutine | kFnAsyncGenerator)))
    problem("only a coroutine may await");
}

void FunctionVerifier::checkExit(const Op &op, const LoopView *loop) {
  if (!loop)
    return problem("stands outside a loop");
  checkFlow(op.operands, op.opcode == Opcode::Break ? loop->results() : loop->head(),
            "the exit carries");
}

void FunctionVerifier::checkRegions(OpId id, const LoopView *loop) {
  const Op &op = function_.op(id);
  size_t before = problems_.size();
  switch (op.opcode) {
  case Opcode::If:
    for (RegionId region : op.regions)
      checkArguments(region, 0, "a branch");
    break;
  case Opcode::While:
  case Opcode::For: checkLoop(op); break;
  case Opcode::Try:
    checkArguments(op.regions[0], 0, "the body");
    if (!opsOf(op.regions[1]).empty() || !function_.region(op.regions[1]).arguments.empty())
      checkArguments(op.regions[1], 1, "the handler");
    checkArguments(op.regions[2], 0, "the else region");
    checkArguments(op.regions[3], 0, "the finally region");
    break;
  case Opcode::Region: checkArguments(op.regions[0], op.operands.size(), "the body"); break;
  case Opcode::Loop: checkArguments(op.regions[0], 0, "the body"); break;
  default: break;
  }
  for (size_t i = 0; i < op.regions.size(); ++i)
    if (function_.region(op.regions[i]).parent != id)
      problem("region " + llvm::Twine(i) + " says that it belongs to another operation");
  if (problems_.size() != before)
    return;
  if (op.opcode == Opcode::Region)
    checkFlow(op.operands, function_.region(op.regions[0]).arguments, "the root is given");

  if (isLoop(op.opcode)) {
    LoopView view(function_, id);
    for (RegionId region : op.regions)
      checkRegion(region, region == view.body()        ? &view
                          : region == view.condition() ? nullptr
                                                       : loop);
    current_ = id;
    return checkLoopFlow(view);
  }
  if (op.opcode == Opcode::Loop) {
    checkRegion(op.regions[0], loop);
    current_ = id;
    return checkTurns(id);
  }
  for (size_t i = 0; i < op.regions.size(); ++i) {
    checkRegion(op.regions[i], loop);
    current_ = id;
    checkYields(op.regions[i], op.results, regionLabels(op.opcode)[i]);
  }
}

void FunctionVerifier::checkLoop(const Op &op) {
  bool isWhile = op.opcode == Opcode::While;
  if (!isWhile && op.operands.empty()) {
    problem("takes an iterator");
    return;
  }
  size_t carried = op.operands.size() - (isWhile ? 0 : 1);
  if (op.results.size() != carried)
    problem("carries " + llvm::Twine(carried) + " values but has " +
            llvm::Twine(op.results.size()) + " results");
  checkArguments(op.regions[isWhile ? 1 : 0], carried + (isWhile ? 0 : 1), "the body");
  RegionId otherwise = op.regions[isWhile ? 2 : 1];
  if (!opsOf(otherwise).empty())
    checkArguments(otherwise, carried, "the else region");
  if (!isWhile)
    return;
  checkArguments(op.regions[0], carried, "the condition");
  const std::vector<OpId> &ops = opsOf(op.regions[0]);
  if (ops.empty() || !has(function_.op(ops.back()).opcode, Terminator))
    problem("its first region must end with `condition`");
  else if (function_.op(ops.back()).opcode == Opcode::Condition &&
           function_.op(ops.back()).operands.size() != carried + 1)
    problem("`condition` takes a bool and the " + llvm::Twine(carried) + " carried values");
}

// The types of what a loop carries, from each place to the next.
void FunctionVerifier::checkLoopFlow(const LoopView &loop) {
  checkFlow(loop.initial(), loop.head(), "the loop starts with");
  checkYields(loop.body(), loop.head(), "do");
  llvm::ArrayRef<ValueId> last = loop.head();
  if (loop.isWhile()) {
    const Op &terminator = function_.op(opsOf(loop.condition()).back());
    if (terminator.opcode == Opcode::Condition) {
      last = llvm::makeArrayRef(terminator.operands).drop_front();
      checkFlow(last, loop.inBody(), "`condition` passes on");
    }
  }
  if (!loop.hasElse())
    return checkFlow(last, loop.results(), "the loop ends with");
  checkFlow(last, loop.inElse(), "the loop ends with");
  checkYields(loop.otherwise(), loop.results(), "else");
}

// Checks the end of a `loop`'s body, and the types of values that go from turn to turn.
void FunctionVerifier::checkTurns(OpId id) {
  const Op &op = function_.op(id);
  const std::vector<OpId> &ops = opsOf(op.regions[0]);
  if (ops.empty() || function_.op(ops.back()).opcode != Opcode::LoopAgain)
    return problem("its body must end with `loop.again`");
  TurnView turn(function_, id);
  size_t count = function_.op(ops.back()).operands.size();
  if (count != 1 + turn.carried().size() + op.results.size())
    return problem("`loop.again` takes a bool, " + llvm::Twine(turn.carried().size()) +
                   " carried values and " + llvm::Twine(op.results.size()) + " results");
  llvm::SmallVector<ValueId, 8> initial;
  for (size_t i = 0; i < turn.carried().size(); ++i)
    initial.push_back(turn.initial(i));
  checkFlow(initial, turn.carried(), "the loop starts with");
  checkFlow(turn.next(), turn.carried(), "`loop.again` carries");
  checkFlow(turn.results(), op.results, "the loop ends with");
}

void FunctionVerifier::checkArguments(RegionId region, size_t count, const char *what) {
  size_t actual = function_.region(region).arguments.size();
  if (actual != count)
    problem(llvm::Twine(what) + " takes " + llvm::Twine(actual) + " arguments, expected " +
            llvm::Twine(count));
}

// The region falls through with a value for each of `results`, or does not fall through.
void FunctionVerifier::checkYields(RegionId region, llvm::ArrayRef<ValueId> results,
                                   llvm::StringRef what) {
  const std::vector<OpId> &ops = opsOf(region);
  const Op *last = ops.empty() ? nullptr : &function_.op(ops.back());
  if (last && last->opcode == Opcode::YieldValues)
    checkFlow(last->operands, results, "region `" + what + "` yields");
  else if (!last || !has(last->opcode, Terminator))
    checkFlow({}, results, "region `" + what + "` yields");
}

void FunctionVerifier::checkFlow(llvm::ArrayRef<ValueId> from, llvm::ArrayRef<ValueId> to,
                                 const llvm::Twine &what) {
  if (from.size() != to.size())
    return problem(what + " " + llvm::Twine(from.size()) + " values, expected " +
                   llvm::Twine(to.size()));
  for (size_t i = 0; i < to.size(); ++i)
    if (!module_.types.isSubtype(function_.value(from[i]).type, function_.value(to[i]).type))
      problem(what + " a value of another type in place " + llvm::Twine(i));
}

void checkConstants(const Module &module, std::vector<Problem> &problems) {
  for (ConstId id : module.constants())
    for (ConstId item : module.constant(id).items)
      if (item >= id)
        problems.push_back(
            {{},
             {},
             "constant " + std::to_string(id.index) + " refers to one that comes after it",
             ""});
}

void checkModuleBody(const Module &module, std::vector<Problem> &problems) {
  for (FunctionId id : module.functions())
    if (!!(module.function(id).flags & kFnModuleBody) != (id == module.body))
      problems.push_back(
          {id, {}, "the module's body is the function with that flag, and no other", ""});
}

}  // namespace

std::string toString(const Module &module, const Problem &problem) {
  if (!problem.function)
    return problem.text;
  const Function &function = module.function(problem.function);
  std::string where = "function `" + function.qualname + "`";
  if (problem.op)
    where += (", operation " + llvm::Twine(problem.op.index) + " (`" +
              info(function.op(problem.op).opcode).name + "`)")
                 .str();
  return where + ": " + problem.text;
}

std::vector<Problem> findProblems(const Module &module) {
  std::vector<Problem> problems;
  checkConstants(module, problems);
  checkModuleBody(module, problems);
  for (FunctionId id : module.functions())
    FunctionVerifier(module, id, problems).run();
  return problems;
}

std::vector<std::string> verify(const Module &module) {
  std::vector<std::string> texts;
  for (const Problem &each : findProblems(module))
    texts.push_back(toString(module, each));
  return texts;
}

}  // namespace janus::ir
