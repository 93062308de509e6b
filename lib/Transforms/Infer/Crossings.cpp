// Follows the objects that come from Python through a module's values, variables and attributes, to
// where something is done with them.
#include "Transforms/Infer/Crossings.h"

#include "IR/Printer.h"
#include "IR/Walk.h"
#include "Transforms/Infer/ObjectClasses.h"
#include "Transforms/Infer/ReachingStores.h"

#include "llvm/ADT/StringMap.h"

#include <map>
#include <optional>

namespace janus::transforms {

using namespace ir;

namespace {

using Kind = Crossing::Kind;

// The use that an operation makes of an object of Python: the operands that matter, and whether its
// results are objects of Python, too.
struct Use {
  Opcode opcode;
  Kind kind;
  unsigned first, count;
  bool gives;
};

#define BINARY(name)                                                                               \
  { Opcode::Py##name, Kind::Operator, 0, 2, true }
#define ARITHMETIC(name) BINARY(name), BINARY(I##name)
constexpr Use kUses[] = {
    ARITHMETIC(Add),
    ARITHMETIC(Sub),
    ARITHMETIC(Mul),
    ARITHMETIC(TrueDiv),
    ARITHMETIC(FloorDiv),
    ARITHMETIC(Mod),
    ARITHMETIC(Pow),
    ARITHMETIC(MatMul),
    ARITHMETIC(LShift),
    ARITHMETIC(RShift),
    ARITHMETIC(And),
    ARITHMETIC(Or),
    ARITHMETIC(Xor),
    BINARY(Eq),
    BINARY(Ne),
    BINARY(Lt),
    BINARY(Le),
    BINARY(Gt),
    BINARY(Ge),
    {Opcode::PyNeg, Kind::Operator, 0, 1, true},
    {Opcode::PyPos, Kind::Operator, 0, 1, true},
    {Opcode::PyInvert, Kind::Operator, 0, 1, true},
    {Opcode::PyTruth, Kind::Operator, 0, 1, false},
    {Opcode::PyContains, Kind::Operator, 0, 1, false},
    {Opcode::PyLength, Kind::Operator, 0, 1, false},
    {Opcode::PyFormat, Kind::Text, 0, 1, false},
    {Opcode::PyGetAttr, Kind::Attribute, 0, 1, true},
    {Opcode::PySetAttr, Kind::Attribute, 0, 1, false},
    {Opcode::PyDelAttr, Kind::Attribute, 0, 1, false},
    {Opcode::PyImportFrom, Kind::Attribute, 0, 1, true},
    {Opcode::PyGetItem, Kind::Item, 0, 1, true},
    {Opcode::PySetItem, Kind::Item, 0, 1, false},
    {Opcode::PyDelItem, Kind::Item, 0, 1, false},
    {Opcode::PyCall, Kind::Call, 0, 1, true},
    {Opcode::PyCallMethod, Kind::Call, 0, 1, true},
    {Opcode::PyCallEx, Kind::Call, 0, 1, true},
    {Opcode::PyIter, Kind::Iteration, 0, 1, true},
    {Opcode::PyUnpack, Kind::Iteration, 0, 1, true},
    {Opcode::PyListExtend, Kind::Iteration, 1, 1, false},
    {Opcode::PyWithEnter, Kind::With, 0, 1, true},
    {Opcode::PyClass, Kind::Class, 0, 1, true},
};
#undef ARITHMETIC
#undef BINARY

// Functions of Python whose results hold what they are given, or what it gives.
constexpr llvm::StringLiteral kPasses[] = {"enumerate", "filter", "iter",  "list",
                                           "map",       "max",    "min",   "next",
                                           "reversed",  "sorted", "tuple", "zip"};

const Use *useOf(Opcode opcode) {
  for (const Use &use : kUses)
    if (use.opcode == opcode)
      return &use;
  return nullptr;
}

// The calls that are followed into functions of the module, and out of them, go by the names of
// these.
enum class FollowCalls : bool { No, Yes };

class Finder {
public:
  Finder(const Module &module, FollowCalls followCalls)
      : module_(module), followsCalls_(followCalls == FollowCalls::Yes),
        symbols_(functionSymbols(module)), objects_(module) {
    for (FunctionId id : module.functions())
      stores_.emplace_back(module.function(id));
    if (followsCalls_)
      nameFunctions();
    do {
      changed_ = false;
      forEachFunction([&](OpId id) { follow(id); });
    } while (changed_);
  }

  const std::map<std::pair<FunctionId, ValueId>, std::string> &values() const { return values_; }

  std::vector<Crossing> crossings() {
    forEachFunction([&](OpId id) { list(id); });
    llvm::stable_sort(crossings_, [](const Crossing &a, const Crossing &b) {
      return a.span.begin < b.span.begin;
    });
    return std::move(crossings_);
  }

private:
  // The dotted name of an object of Python, empty when it has none; nothing for other objects.
  using Label = std::optional<std::string>;

  template <class Visit>
  void forEachFunction(Visit visit) {
    for (FunctionId id : module_.functions()) {
      function_ = &module_.function(id);
      id_ = id;
      walk(*function_, function_->body, visit);
    }
  }

  // ---- where objects are kept: "global x", "attribute x", "cell x", slots by function and number
  std::string slotKey(FunctionId function, SlotId slot) const {
    const Slot &s = module_.function(function).slots[slot];
    return s.kind == SlotKind::Local
               ? "slot " + std::to_string(function.index) + " " + std::to_string(slot.index)
               : "cell " + s.name;
  }
  std::string slotKey(SlotId slot) const { return slotKey(id_, slot); }
  // The values that a variable may hold at a load.
  Label loaded(OpId load, const std::string &key) const {
    ValueId stored = stores_[id_.index].of(load);
    return stored ? label(stored) : kept(key);
  }
  Label kept(const std::string &key) const {
    auto found = kept_.find(key);
    return found == kept_.end() ? Label() : Label(found->second);
  }
  void keep(const std::string &key, const Label &label) {
    if (label)
      merge(kept_, key, *label);
  }
  void set(ValueId value, const Label &label) {
    if (label)
      merge(values_, std::pair(id_, value), *label);
  }
  // Two names are none.
  template <class Map, class Key>
  void merge(Map &map, const Key &key, const std::string &label) {
    auto [known, isNew] = map.try_emplace(key, label);
    if (!isNew && (known->second == label || known->second.empty()))
      return;
    if (!isNew)
      known->second.clear();
    changed_ = true;
  }
  // ---- arguments and results of functions, by their last names; methods have theirs
  struct Callee {
    FunctionId function;
    bool isMethod;
    size_t least;  // of arguments that it wants: `policy.sample(state)` is no `sample(rng, size)`
  };
  void nameFunctions() {
    std::set<FunctionId> withDefaults;
    forEachFunction([&](OpId op) {
      if (function_->op(op).opcode != Opcode::PyFunction)
        return;
      OpId defaults = function_->value(function_->op(op).operands[0]).definedBy;
      bool isNone = defaults && function_->op(defaults).opcode == Opcode::Const &&
                    module_.constant(function_->constAttribute(defaults, "value")).kind ==
                        Constant::Kind::None;
      if (!isNone)
        withDefaults.insert(function_->functionAttribute(op, "function"));
    });
    std::set<std::string> classes;
    for (FunctionId id : module_.functions())
      if (module_.function(id).flags & kFnClassBody)
        classes.insert(module_.function(id).qualname);
    for (FunctionId id : module_.functions()) {
      const Function &function = module_.function(id);
      auto [owner, name] = llvm::StringRef(function.qualname).rsplit('.');
      bool isMethod = classes.count(owner.str()) != 0;
      llvm::StringRef own = name.empty() ? llvm::StringRef(function.qualname) : name;
      if (!(function.flags & (kFnClassBody | kFnModuleBody | kFnInPython)) && !own.startswith("<"))
        callees_[own.str()].push_back({id, isMethod,
                                       withDefaults.count(id) || function.positional < isMethod
                                           ? 0
                                           : function.positional - isMethod});
    }
  }

  std::string resultKey(FunctionId id, size_t item) const {
    return "result " + std::to_string(id.index) + " " + std::to_string(item);
  }
  static constexpr size_t kWhole = ~size_t(0);

  // The functions that a call may be of; the operands from `first` on are their arguments.
  std::vector<Callee> calleesOf(OpId id, size_t *first) const {
    const Op &op = function_->op(id);
    std::string name;
    bool isMethod = op.opcode == Opcode::PyCallMethod;
    if (isMethod)
      name = function_->stringAttribute(id, "name").str();
    else if (OpId callee = function_->value(op.operands[0]).definedBy;
             callee && (function_->op(callee).opcode == Opcode::GlobalLoad ||
                        function_->op(callee).opcode == Opcode::NameLoad))
      name = function_->stringAttribute(callee, "name").str();
    *first = 1;
    auto found = callees_.find(name);
    std::vector<Callee> callees;
    if (found == callees_.end() || label(op.operands[0]))
      return callees;
    size_t given = op.operands.size() - 1;
    const llvm::StringSet<> *classes =
        isMethod ? objects_.classesWith(id_, op.operands[0], name) : nullptr;
    auto isOfClass = [&](const Callee &each) {
      std::string method = ObjectClasses::methodName(module_.function(each.function));
      return !classes || classes->contains(llvm::StringRef(method).split('.').first);
    };
    for (const Callee &each : found->second)
      if (each.isMethod == isMethod && given >= each.least &&
          given + isMethod <= module_.function(each.function).positional && isOfClass(each))
        callees.push_back(each);
    return callees;
  }

  void followCall(OpId id) {
    const Op &op = function_->op(id);
    // The array of a tensor.
    if (op.opcode == Opcode::PyCallMethod && function_->stringAttribute(id, "name") == "numpy")
      set(op.results[0], "");
    size_t first = 0;
    for (const Callee &callee : calleesOf(id, &first)) {
      const Function &function = module_.function(callee.function);
      bool isNamed = !function_->stringsAttribute(id, "kwnames").empty();
      for (size_t i = first; i < op.operands.size() && !isNamed; ++i)
        for (SlotId slot : function.slots.ids())
          if (function.slots[slot].parameter == int32_t(i - first + callee.isMethod))
            keep(slotKey(callee.function, slot), label(op.operands[i]));
      set(op.results[0], kept(resultKey(callee.function, kWhole)));
    }
    OpId callee = function_->value(op.operands[0]).definedBy;
    bool isName = callee && (function_->op(callee).opcode == Opcode::GlobalLoad ||
                             function_->op(callee).opcode == Opcode::NameLoad);
    if (isName && llvm::is_contained(kPasses, function_->stringAttribute(callee, "name")))
      for (ValueId operand : op.operands)
        if (label(operand))
          set(op.results[0], "");
  }

  // A tuple that is given out and taken apart again: its items are told from each other.
  void followReturn(ValueId value) {
    OpId made = function_->value(value).definedBy;
    if (made && function_->op(made).opcode == Opcode::PyTuple)
      for (size_t i = 0; i < function_->op(made).operands.size(); ++i)
        keep(resultKey(id_, i), label(function_->op(made).operands[i]));
    else
      keep(resultKey(id_, kWhole), label(value));
  }

  void followUnpack(OpId id) {
    const Op &op = function_->op(id);
    OpId made = function_->value(op.operands[0]).definedBy;
    if (!made || function_->boolAttribute(id, "star"))
      return;
    const Op &source = function_->op(made);
    if (source.opcode == Opcode::PyTuple && source.operands.size() == op.results.size())
      for (size_t i = 0; i < op.results.size(); ++i)
        set(op.results[i], label(source.operands[i]));
    if (source.opcode != Opcode::PyCall && source.opcode != Opcode::PyCallMethod)
      return;
    size_t first = 0;
    for (const Callee &callee : calleesOf(made, &first))
      for (size_t i = 0; i < op.results.size(); ++i)
        set(op.results[i], kept(resultKey(callee.function, i)));
  }

  Label label(ValueId value) const {
    auto found = values_.find(std::pair(id_, value));
    return found == values_.end() ? Label() : Label(found->second);
  }

  // The label of the first operand that counts. The bases of a class are the items of a tuple.
  Label labelOfUsed(const Op &op, const Use &use) const {
    for (unsigned i = use.first; i < use.first + use.count && i < op.operands.size(); ++i) {
      ValueId operand = op.operands[i];
      if (use.kind == Kind::Class) {
        OpId made = function_->value(operand).definedBy;
        if (made)
          for (ValueId base : function_->op(made).operands)
            if (Label l = label(base))
              return l;
      } else if (Label l = label(operand)) {
        return l;
      }
    }
    return {};
  }

  std::string nameOf(OpId id, const std::string &object) const {
    return function_->attribute(id, "name")
               ? object + "." + function_->stringAttribute(id, "name").str()
               : object;
  }

  // The dotted name that Python has to import; empty for other operations.
  std::string imported(OpId id) const {
    return function_->attribute(id, "foreign") ? function_->stringAttribute(id, "module").str()
                                               : "";
  }

  void followImport(OpId id) {
    std::string dotted = imported(id);
    if (dotted.empty())
      return;
    // `import a.b` gives `a`, which may be ours where `a.b` is not: `foreign` says so of the name
    // that is given.
    bool isTop = function_->attribute(id, "leaf") && !function_->boolAttribute(id, "leaf");
    if (!isTop || function_->boolAttribute(id, "foreign"))
      set(function_->op(id).results[0],
          isTop ? llvm::StringRef(dotted).split('.').first.str() : dotted);
  }

  void follow(OpId id) {
    const Op &op = function_->op(id);
    switch (op.opcode) {
    case Opcode::PyImport:
    case Opcode::PyImportForFrom: return followImport(id);
    case Opcode::PyFunction: {
      const Function &made = module_.function(function_->functionAttribute(id, "function"));
      if (made.flags & kFnInPython)
        set(op.results[0], made.qualname);
      return;
    }
    case Opcode::GlobalStore:
    case Opcode::NameStore:
      return keep("global " + function_->stringAttribute(id, "name").str(), label(op.operands[0]));
    case Opcode::GlobalLoad:
    case Opcode::NameLoad:
      return set(op.results[0],
                 loaded(id, "global " + function_->stringAttribute(id, "name").str()));
    case Opcode::SlotStore:
      return keep(slotKey(function_->slotAttribute(id, "slot")), label(op.operands[0]));
    case Opcode::SlotLoad:
      return set(op.results[0], loaded(id, slotKey(function_->slotAttribute(id, "slot"))));
    case Opcode::Return: return followReturn(op.operands[0]);
    case Opcode::PyUnpack: followUnpack(id); break;
    case Opcode::PyCall:
    case Opcode::PyCallMethod:
      if (followsCalls_)
        followCall(id);
      break;
    case Opcode::PySetAttr:
      return keep("attribute " + function_->stringAttribute(id, "name").str(),
                  label(op.operands[1]));
    case Opcode::For:
      if (label(op.operands[0]))
        set(function_->region(op.regions[0]).arguments[0], "");
      return;
    default: break;
    }
    const Use *use = useOf(op.opcode);
    if (!use || !use->gives)
      return;
    Label object = labelOfUsed(op, *use);
    if (!object && op.opcode == Opcode::PyGetAttr)
      object = kept("attribute " + function_->stringAttribute(id, "name").str());
    else if (object && use->kind == Kind::Attribute)
      object = nameOf(id, *object);
    else if (object)
      object = "";
    for (ValueId result : op.results)
      set(result, object);
  }

  void list(OpId id) {
    const Op &op = function_->op(id);
    if (std::string dotted = imported(id); !dotted.empty())
      return add(Kind::Import, dotted, op.span);
    const Use *use = useOf(op.opcode);
    Label object = use ? labelOfUsed(op, *use) : Label();
    if (object)
      add(use->kind, use->kind == Kind::Class ? *object : nameOf(id, *object), op.span);
  }

  void add(Kind kind, std::string name, Span span) {
    bool isNamed = kind == Kind::Import || kind == Kind::Attribute || kind == Kind::Call ||
                   kind == Kind::Class;
    crossings_.push_back({kind, isNamed ? std::move(name) : "", symbols_[id_], span});
  }

  const Module &module_;
  const bool followsCalls_;
  IdVector<FunctionId, std::string> symbols_;
  const ObjectClasses objects_;
  std::vector<ReachingStores> stores_;  // by function
  std::map<std::string, std::vector<Callee>> callees_;
  const Function *function_ = nullptr;
  FunctionId id_;
  bool changed_ = false;
  std::map<std::string, std::string> kept_;
  std::map<std::pair<FunctionId, ValueId>, std::string> values_;
  std::vector<Crossing> crossings_;
};

}  // namespace

llvm::StringRef toString(Crossing::Kind kind) {
  constexpr llvm::StringLiteral kNames[] = {"import",    "attribute", "call", "item", "operator",
                                            "iteration", "with",      "text", "class"};
  return kNames[static_cast<size_t>(kind)];
}

void markForeignImports(Module &module, llvm::function_ref<bool(llvm::StringRef)> isCompiled) {
  for (FunctionId id : module.functions()) {
    Function &function = module.function(id);
    walk(function, function.body, [&](OpId op) {
      Opcode opcode = function.op(op).opcode;
      bool isImport = opcode == Opcode::PyImport;
      if (!isImport &&
          (opcode != Opcode::PyImportForFrom || function.intAttribute(op, "level") != 0))
        return;
      // True when already the first name is Python's.
      llvm::StringRef dotted = function.stringAttribute(op, "module");
      for (size_t dot = dotted.find('.');; dot = dotted.find('.', dot + 1)) {
        if (!isCompiled(dotted.substr(0, dot)))
          return function.setAttribute(op, "foreign", !dotted.substr(0, dot).contains('.'));
        if (dot == llvm::StringRef::npos)
          return;
      }
    });
  }
}

std::vector<Crossing> crossingsOf(const Module &module) {
  return Finder(module, FollowCalls::No).crossings();
}

ForeignValues::ForeignValues(const Module &module) {
  Finder finder(module, FollowCalls::Yes);
  for (const auto &[value, label] : finder.values())
    values_.insert(value);
}

}  // namespace janus::transforms
