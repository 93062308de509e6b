#include "Transforms/Infer/OutsideCalls.h"

#include "IR/Walk.h"

#include "llvm/ADT/DenseSet.h"

namespace janus::transforms {

using namespace ir;

// Classes of the library whose objects no graph holds.
constexpr llvm::StringLiteral kOutsideClasses[] = {"collections.deque", "random.Random",
                                                   "random.SystemRandom"};
// Attributes of tensors that no graph changes where it has not made the tensor.
constexpr llvm::StringLiteral kOutsideAttributes[] = {"data", "requires_grad"};
// Methods of tensors: one that changes such an attribute, and one that makes an array of Python.
constexpr llvm::StringLiteral kOutsideMethods[] = {"requires_grad_", "numpy"};

// Methods that write text to a file, or to what is like one.
constexpr llvm::StringLiteral kWriteMethods[] = {"write", "writelines", "writerow", "writerows"};
constexpr llvm::StringLiteral kStandardStreams[] = {"sys.stdout", "sys.stderr"};

// Functions of `random` whose numbers are inputs of graphs.
constexpr llvm::StringLiteral kDrawn[] = {
#define JANUS_RANDOM_DRAW(name) name,
#include "Transforms/Infer/RandomDraws.def"
};

// Decorators whose functions keep answers, which a graph reads but does not add to.
constexpr llvm::StringLiteral kCaches[] = {"functools.lru_cache", "functools.cache"};

// Builtins that make lists, and dicts.
constexpr llvm::StringLiteral kMakeLists[] = {"list", "sorted"};
constexpr llvm::StringLiteral kMakeDicts[] = {"dict", "defaultdict", "OrderedDict"};

// A write to such an attribute. Attributes that an object keeps under these names in its own
// methods are no tensor's.
static bool changesTensor(const Function &function, OpId id) {
  return llvm::is_contained(kOutsideAttributes, function.stringAttribute(id, "name")) &&
         variableOf(function, function.op(id).operands[0]) != "self";
}

// `next` of an iterator that a variable or an attribute keeps: a generator of before, mostly. Or of
// a new one, `next(iter(loader))`, which draws the order of another epoch.
static bool advances(const Function &function, const Op &call) {
  if (call.operands.size() < 2 || variableOf(function, call.operands[0]) != "next")
    return false;
  ValueId iterator = call.operands[1];
  OpId made = function.value(iterator).definedBy;
  if (made && function.op(made).opcode == Opcode::PyCall &&
      function.op(made).operands.size() == 2 &&
      variableOf(function, function.op(made).operands[0]) == "iter")
    iterator = function.op(made).operands[1];
  return !ObjectClasses::placeOf(function, iterator).empty();
}

// A container that a display makes, or one of the builtins.
static bool makes(const Function &function, ValueId value, Opcode display,
                  llvm::ArrayRef<llvm::StringLiteral> builtins) {
  OpId made = function.value(value).definedBy;
  if (!made)
    return false;
  const Op &op = function.op(made);
  return op.opcode == display ||
         (op.opcode == Opcode::PyCall &&
          llvm::is_contained(builtins, variableOf(function, op.operands[0])));
}

// True for a bound of a slice that is no constant.
static bool moves(const Function &function, ValueId bound) {
  OpId made = function.value(bound).definedBy;
  if (made && function.op(made).opcode == Opcode::PyNeg)
    return moves(function, function.op(made).operands[0]);
  return !made || function.op(made).opcode != Opcode::Const;
}

OutsideCalls::OutsideCalls(const Module &module, const ForeignValues &foreign,
                           const ArrayReads &reads)
    : module_(module), reads_(reads), imported_(module), objects_(module) {
  for (FunctionId id : module.functions())
    readStores(id);
  for (FunctionId id : module.functions())
    readReturns(id);
  for (FunctionId id : module.functions())
    if (!makers_.empty())
      readStores(id);
  if (!isAny_ && kept_.empty() && lists_.empty() && foreign.empty())
    return;
  llvm::StringSet<> classes;
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnClassBody)
      classes.insert(module.function(id).qualname);
  llvm::DenseSet<FunctionId> withDefaults, counted;
  for (FunctionId id : module.functions())
    walk(module.function(id), module.function(id).body, [&](OpId each) {
      const Function &around = module.function(id);
      const Op &op = around.op(each);
      OpId defaults =
          op.opcode == Opcode::PyFunction ? around.value(op.operands[0]).definedBy : OpId();
      bool isNone =
          defaults && around.op(defaults).opcode == Opcode::Const &&
          module.constant(around.constAttribute(defaults, "value")).kind == Constant::Kind::None;
      if (defaults && !isNone)
        withDefaults.insert(around.functionAttribute(each, "function"));
    });
  for (bool changed = true; changed;) {
    changed = false;
    for (FunctionId id : module.functions()) {
      const Function &function = module.function(id);
      auto [owner, name] = llvm::StringRef(function.qualname).rsplit('.');
      bool isMethod = classes.contains(owner);
      llvm::StringSet<> &names = isMethod ? methods_ : functions_;
      bool hasDefaults = withDefaults.contains(id);
      llvm::StringRef own = name.empty() ? llvm::StringRef(function.qualname) : name;
      bool isNamed = !(function.flags & (kFnClassBody | kFnModuleBody)) && !own.startswith("<") &&
                     !own.startswith("__");
      if (!isNamed || counted.contains(id) || !isOutside(id, function.body, foreign))
        continue;
      counted.insert(id);
      changed |= names.insert(own).second;
      changed |= isMethod && outsideMethods_.insert(ObjectClasses::methodName(function)).second;
      size_t needed = hasDefaults || function.positional == 0 ? 0 : function.positional - 1;
      if (isMethod) {
        auto [least, isNew] = leastArguments_.try_emplace(own, needed);
        changed |= !isNew && needed < least->getValue();
        least->getValue() = std::min(least->getValue(), needed);
      }
    }
  }
}

void OutsideCalls::noteContainer(const Function &function, ValueId value, llvm::StringRef place) {
  OpId made = function.value(value).definedBy;
  bool isCall = made && function.op(made).opcode == Opcode::PyCall;
  llvm::StringRef callee =
      isCall ? variableOf(function, function.op(made).operands[0]) : llvm::StringRef();
  if (makes(function, value, Opcode::PyList, kMakeLists))
    lists_.insert(place);
  if (makes(function, value, Opcode::PyDict, kMakeDicts) || makers_.contains(callee))
    containers_.insert(place);
}

// Functions of the module that answer with a container which they make, or keep in a variable.
void OutsideCalls::readReturns(FunctionId id) {
  const Function &function = module_.function(id);
  if (function.flags & (kFnClassBody | kFnModuleBody | kFnGenerator))
    return;
  walk(function, function.body, [&](OpId each) {
    const Op &op = function.op(each);
    if (op.opcode != Opcode::Return || op.operands.empty())
      return;
    llvm::StringRef variable = variableOf(function, op.operands[0]);
    if (makes(function, op.operands[0], Opcode::PyList, kMakeLists) ||
        makes(function, op.operands[0], Opcode::PyDict, kMakeDicts) || lists_.contains(variable) ||
        containers_.contains(variable))
      makers_.insert(function.qualname);
  });
}

void OutsideCalls::readStores(FunctionId id) {
  const Function &function = module_.function(id);
  walk(function, function.body, [&](OpId each) {
    const Op &op = function.op(each);
    switch (op.opcode) {
    case Opcode::PySetAttr:
      isAny_ |= changesTensor(function, each);
      if (makesObject(id, op.operands[1]))
        kept_.insert("." + function.stringAttribute(each, "name").str());
      noteContainer(function, op.operands[1], "." + function.stringAttribute(each, "name").str());
      break;
    case Opcode::GlobalStore:
    case Opcode::NameStore:
      if (makesObject(id, op.operands[0]))
        kept_.insert(function.stringAttribute(each, "name"));
      noteContainer(function, op.operands[0], function.stringAttribute(each, "name"));
      noteCached(id, op.operands[0], function.stringAttribute(each, "name"));
      break;
    case Opcode::SlotStore:
      if (makesObject(id, op.operands[0]))
        kept_.insert(function.slots[function.slotAttribute(each, "slot")].name);
      noteContainer(function, op.operands[0],
                    function.slots[function.slotAttribute(each, "slot")].name);
      break;
    case Opcode::PyCall:
    case Opcode::PyCallEx:
      isAny_ |= isOfRandom(id, op.operands[0]) || advances(function, op) || writesText(id, each);
      break;
    case Opcode::PyCallMethod:
      isAny_ |= isOfRandom(id, op.operands[0], function.stringAttribute(each, "name")) ||
                llvm::is_contained(kOutsideMethods, function.stringAttribute(each, "name")) ||
                writesText(id, each);
      break;
    default: break;
    }
  });
}

// A call of one of the classes whose objects no graph holds.
bool OutsideCalls::makesObject(FunctionId id, ValueId value) const {
  const Function &function = module_.function(id);
  OpId made = function.value(value).definedBy;
  if (!made)
    return false;
  const Op &op = function.op(made);
  if (op.opcode == Opcode::PyUnpack && !function.boolAttribute(made, "star")) {
    OpId tuple = function.value(op.operands[0]).definedBy;  // `rng, n = Random(0), 1`
    bool isTuple = tuple && function.op(tuple).opcode == Opcode::PyTuple &&
                   function.op(tuple).operands.size() == op.results.size();
    return isTuple && makesObject(id, function.op(tuple).operands[function.value(value).index]);
  }
  bool isMethod = op.opcode == Opcode::PyCallMethod;
  if (!isMethod && op.opcode != Opcode::PyCall && op.opcode != Opcode::PyCallEx)
    return false;
  return llvm::any_of(imported_.of(id, op.operands[0]), [&](const std::string &name) {
    return llvm::is_contained(kOutsideClasses,
                              isMethod ? name + "." + function.stringAttribute(made, "name").str()
                                       : name);
  });
}

// `lru_cache`, or what `lru_cache(maxsize=8)` makes.
bool OutsideCalls::isCache(FunctionId id, ValueId value, llvm::StringRef method) const {
  bool isNamed = llvm::any_of(imported_.of(id, value), [&](const std::string &name) {
    return llvm::is_contained(kCaches, method.empty() ? name : name + "." + method.str());
  });
  const Function &function = module_.function(id);
  OpId made = function.value(value).definedBy;
  if (isNamed || !made || !method.empty())
    return isNamed;
  bool isCall = function.op(made).opcode == Opcode::PyCall;
  return (isCall && isCache(id, function.op(made).operands[0])) ||
         (function.op(made).opcode == Opcode::PyCallMethod &&
          isCache(id, function.op(made).operands[0], function.stringAttribute(made, "name")));
}

// Functions and methods behind a cache, by the names that they are stored to.
void OutsideCalls::noteCached(FunctionId id, ValueId value, llvm::StringRef name) {
  const Function &function = module_.function(id);
  OpId made = function.value(value).definedBy;
  if (!made || function.op(made).opcode != Opcode::PyCall ||
      !isCache(id, function.op(made).operands[0]))
    return;
  isAny_ = true;
  if (function.flags & kFnClassBody) {
    methods_.insert(name);
    outsideMethods_.insert(function.qualname + "." + name.str());
  } else {
    functions_.insert(name);
  }
}

bool OutsideCalls::isOutside(FunctionId id, RegionId region, const ForeignValues &foreign) const {
  const Function &function = module_.function(id);
  auto isForeign = [&](ValueId value) { return foreign.contains(id, value); };
  for (OpId each : function.region(region).ops) {
    const Op &op = function.op(each);
    bool crosses = function.attribute(each, "foreign") || llvm::any_of(op.operands, isForeign) ||
                   llvm::any_of(op.results, isForeign);
    if ((crosses && !reads_.contains(id, each)) || contains(id, each))
      return true;
    for (RegionId inner : op.regions)
      if (isOutside(id, inner, foreign))
        return true;
  }
  return false;
}

// A function or method of the module `random`. `method`: of a value that may be the module.
bool OutsideCalls::isOfRandom(FunctionId id, ValueId value, llvm::StringRef method) const {
  return llvm::any_of(imported_.of(id, value), [&](const std::string &name) {
    return llvm::StringRef(name).split('.').first == "random" &&
           !llvm::is_contained(kDrawn, method.empty() ? name : name + "." + method.str());
  });
}

// A call that writes to a file, by its method or by `print(..., file=...)`.
bool OutsideCalls::writesText(FunctionId functionId, OpId id) const {
  const Function &function = module_.function(functionId);
  const Op &op = function.op(id);
  auto isStandard = [&](ValueId stream) {
    OpId made = function.value(stream).definedBy;
    bool isNone =
        made && function.op(made).opcode == Opcode::Const &&
        module_.constant(function.constAttribute(made, "value")).kind == Constant::Kind::None;
    return isNone || llvm::any_of(imported_.of(functionId, stream), [](const std::string &name) {
             return llvm::is_contained(kStandardStreams, name);
           });
  };
  if (op.opcode == Opcode::PyCallMethod)
    return llvm::is_contained(kWriteMethods, function.stringAttribute(id, "name")) &&
           !isStandard(op.operands[0]);
  if (op.opcode != Opcode::PyCall || variableOf(function, op.operands[0]) != "print")
    return false;
  llvm::ArrayRef<std::string> names = function.stringsAttribute(id, "kwnames");
  const auto *file = llvm::find(names, "file");
  return file != names.end() && !isStandard(op.operands[op.operands.size() - (names.end() - file)]);
}

// A method of that name that takes so few arguments: `optimizer.step()` is no `step(self, action)`.
bool OutsideCalls::isMethod(FunctionId id, ValueId receiver, llvm::StringRef name,
                            size_t arguments) const {
  if (const llvm::StringSet<> *classes = objects_.classesWith(id, receiver, name))
    return llvm::any_of(*classes, [&](const auto &each) {
      return outsideMethods_.contains(each.getKey().str() + "." + name.str());
    });
  return methods_.contains(name) && arguments >= leastArguments_.lookup(name);
}

// A slice of a list that begins or ends at another place each time: a graph has lists of known
// items.
bool OutsideCalls::slicesList(FunctionId functionId, OpId id) const {
  const Function &function = module_.function(functionId);
  const Op &op = function.op(id);
  OpId slice = function.value(op.operands[1]).definedBy;
  if (!slice || function.op(slice).opcode != Opcode::PySlice)
    return false;
  const auto &bounds = function.op(slice).operands;
  return lists_.contains(ObjectClasses::placeOf(function, op.operands[0])) &&
         (moves(function, bounds[0]) || moves(function, bounds[1]));
}

bool OutsideCalls::takesItem(FunctionId functionId, RegionId region, OpId id) const {
  const Function &function = module_.function(functionId);
  const Op &op = function.op(id);
  if (op.opcode != Opcode::PyGetItem)
    return false;
  OpId key = function.value(op.operands[1]).definedBy;
  Opcode made = key ? function.op(key).opcode : Opcode::Const;
  if (made == Opcode::PySlice || made == Opcode::PyTuple || !moves(function, op.operands[1]))
    return false;
  ValueId container = op.operands[0];
  for (OpId outer = function.value(container).definedBy;
       outer && function.op(outer).opcode == Opcode::PyGetItem;  // `parts["train"][i]`
       outer = function.value(container).definedBy)
    container = function.op(outer).operands[0];
  std::string place = ObjectClasses::placeOf(function, container);
  OpId load = function.value(container).definedBy;
  bool isGiven = region != function.body && load && function.op(load).opcode == Opcode::SlotLoad &&
                 function.slots[function.slotAttribute(load, "slot")].parameter >= 0;
  return isGiven || lists_.contains(place) || containers_.contains(place) ||
         objects_.classesWith(functionId, op.operands[0], "__getitem__");
}

// True for a load of a variable or an attribute that holds such an object.
bool OutsideCalls::loadsObject(const Function &function, OpId id) const {
  switch (function.op(id).opcode) {
  case Opcode::PyGetAttr: return kept_.contains("." + function.stringAttribute(id, "name").str());
  case Opcode::SlotLoad:
  case Opcode::GlobalLoad:
  case Opcode::NameLoad: return kept_.contains(variableOf(function, function.op(id).results[0]));
  default: return false;
  }
}

bool OutsideCalls::contains(FunctionId functionId, OpId id) const {
  const Function &function = module_.function(functionId);
  const Op &op = function.op(id);
  auto isObject = [&](ValueId value) {
    OpId made = function.value(value).definedBy;
    return made && loadsObject(function, made);
  };
  if (loadsObject(function, id) || llvm::any_of(op.operands, isObject))
    return true;
  switch (op.opcode) {
  case Opcode::PySetAttr: return changesTensor(function, id);
  case Opcode::PyGetItem: return slicesList(functionId, id);
  case Opcode::PyCallMethod:
    return isMethod(functionId, op.operands[0], function.stringAttribute(id, "name"),
                    op.operands.size() - 1) ||
           llvm::is_contained(kOutsideMethods, function.stringAttribute(id, "name")) ||
           isOfRandom(functionId, op.operands[0], function.stringAttribute(id, "name")) ||
           writesText(functionId, id);
  case Opcode::PyCall:
  case Opcode::PyCallEx: {
    if (isOfRandom(functionId, op.operands[0]) || advances(function, op) ||
        writesText(functionId, id))
      return true;
    OpId callee = function.value(op.operands[0]).definedBy;
    bool isBound = callee && function.op(callee).opcode == Opcode::PyGetAttr;
    constexpr size_t kAnyCount = ~size_t(0);
    return isBound ? isMethod(functionId, function.op(callee).operands[0],
                              function.stringAttribute(callee, "name"), kAnyCount)
                   : functions_.contains(variableOf(function, op.operands[0]));
  }
  default: return false;
  }
}

}  // namespace janus::transforms
