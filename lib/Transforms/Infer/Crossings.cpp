// Follows the objects that come from Python through a module's values, variables and attributes, to
// where something is done with them.
#include "Transforms/Infer/Crossings.h"

#include "IR/Printer.h"
#include "IR/Walk.h"

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

const Use *useOf(Opcode opcode) {
  for (const Use &use : kUses)
    if (use.opcode == opcode)
      return &use;
  return nullptr;
}

class Finder {
public:
  explicit Finder(const Module &module) : module_(module), symbols_(functionSymbols(module)) {
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
  std::string slotKey(SlotId slot) const {
    const Slot &s = function_->slots[slot];
    return s.kind == SlotKind::Local
               ? "slot " + std::to_string(id_.index) + " " + std::to_string(slot.index)
               : "cell " + s.name;
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
      return set(op.results[0], kept("global " + function_->stringAttribute(id, "name").str()));
    case Opcode::SlotStore:
      return keep(slotKey(function_->slotAttribute(id, "slot")), label(op.operands[0]));
    case Opcode::SlotLoad:
      return set(op.results[0], kept(slotKey(function_->slotAttribute(id, "slot"))));
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
  IdVector<FunctionId, std::string> symbols_;
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
  return Finder(module).crossings();
}

ForeignValues::ForeignValues(const Module &module) {
  Finder finder(module);
  for (const auto &[value, label] : finder.values())
    values_.insert(value);
}

}  // namespace janus::transforms
