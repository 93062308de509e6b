// The tests of `match`: whether an object is a sequence, a mapping or of a class, and what of it
// the patterns are compared with.
#include "Transforms/Speculate/Heap/BuiltinAttributes.h"
#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

using namespace ir;

class Patterns {
public:
  using Value = Evaluator::Value;
  using Values = Evaluator::Values;
  explicit Patterns(Evaluator &evaluator) : e_(evaluator), heap_(evaluator.heap_) {}

  Value isOfKind(Value value, ObjectKind kind);
  Value valuesOfKeys(Value mapping, Value keys);
  Value attributesOf(Value value, Value type, size_t positional,
                     llvm::ArrayRef<std::string> keywords);

private:
  bool assumeRegistered();
  Value refuse(Value subject);
  Value refusePart(llvm::StringRef type);

  Evaluator &e_;
  AbstractHeap &heap_;
};

// `kind`: List for sequences, which texts are not, Dict for mappings. Classes of the program are
// neither, but for those derived from a builtin one, and those that an abstract class may count.
Patterns::Value Patterns::isOfKind(Value value, ObjectKind kind) {
  const bool isSequence = kind == ObjectKind::List;
  if (!value.isObject() || e_.kindOf(value) == TypeKind::Str)
    return heap_.boolean(isSequence && e_.kindOf(value) == TypeKind::Tuple);
  switch (heap_.at(value).kind) {
  case ObjectKind::List:
  case ObjectKind::Tuple:
  case ObjectKind::Range:
  case ObjectKind::RowList: return heap_.boolean(isSequence);
  case ObjectKind::Dict: return heap_.boolean(!isSequence);
  case ObjectKind::Tensor:
  case ObjectKind::Set:
  case ObjectKind::Function:
  case ObjectKind::Method: return heap_.boolean(false);
  case ObjectKind::Instance: {
    ObjectId type = e_.typeOf(value);
    auto isOfPattern = [&](ObjectId each) { return heap_.hasFact(each, kOfPattern); };
    bool isPlain = !heap_.at(type).type && e_.isPlainClass(type) &&
                   llvm::none_of(e_.resolutionOrder(type), isOfPattern);
    if (isPlain && assumeRegistered())
      return heap_.boolean(false);
    break;
  }
  default: break;
  }
  return refuse(value);
}

// Assumes that no class is registered with an abstract one from now on. False: that is not known.
bool Patterns::assumeRegistered() {
  std::optional<Value> count = e_.abstractAnswer("");
  return count && heap_.fix(*count);
}

// Of a dict: the values, or None where one is missing.
Patterns::Value Patterns::valuesOfKeys(Value mapping, Value keys) {
  std::optional<Values> wanted = e_.allItems(keys);
  if (!wanted)
    return {};
  if (heap_.at(mapping).kind != ObjectKind::Dict || !heap_.isPlain(mapping))
    return refuse(mapping);
  Values found;
  for (size_t i = 0; i < wanted->size(); ++i) {
    Value key = e_.keyIn(mapping.objectId(), (*wanted)[i]);
    if (e_.stopped())
      return {};
    if (llvm::is_contained(llvm::ArrayRef<Value>(*wanted).take_front(i), (*wanted)[i]))
      return e_.raise("ValueError", "mapping pattern checks duplicate key");
    Value *value = heap_.entry(mapping.objectId(), key);
    if (!value)
      return e_.stopped() ? Value() : heap_.none();
    found.push_back(heap_.read(*value));
  }
  return heap_.makeList(ObjectKind::Tuple, std::move(found));
}

// Of an instance of the class: the attributes that `__match_args__` and the keywords name, or the
// object itself for a builtin class; None for other objects.
Patterns::Value Patterns::attributesOf(Value value, Value type, size_t positional,
                                       llvm::ArrayRef<std::string> keywords) {
  static constexpr llvm::StringLiteral kThemselves[] = {"bool",  "bytearray", "bytes", "dict",
                                                        "float", "frozenset", "int",   "list",
                                                        "set",   "str",       "tuple"};
  bool isClass =
      type.isObject() &&
      (heap_.at(type).kind == ObjectKind::Class ||
       (heap_.at(type).kind == ObjectKind::Native && isBuiltinClass(heap_.at(type).name)));
  if (!isClass)
    return e_.refuse(RefusalKind::UnknownObject, e_.describe(type) + " as a class");
  std::optional<bool> is = e_.isInstance(value, type);
  if (!is)
    return {};
  if (!*is)
    return heap_.none();
  Values found;
  std::vector<std::string> names;
  llvm::StringRef own = heap_.at(type).name;
  ObjectId known = own.contains(':') ? type.objectId() : heap_.classNamed(own);
  std::optional<Value> given =
      positional > 0 ? e_.lookupInClass(known, "__match_args__") : std::nullopt;
  if (given) {
    std::optional<Values> all = e_.allItems(*given);
    if (!all || positional > all->size())
      return refusePart(own);
    for (size_t i = 0; i < positional; ++i) {
      std::optional<std::string> name =
          e_.scalars_.fixedText((*all)[i], "the name of an attribute");
      if (!name)
        return {};
      names.push_back(*name);
    }
  } else if (positional == 1 && own.startswith("builtins.") &&
             llvm::is_contained(kThemselves, own.drop_front(strlen("builtins.")))) {
    found.push_back(value);
  } else if (positional > 0) {
    return refusePart(own);
  }
  llvm::append_range(names, keywords);
  for (const std::string &name : names) {
    std::optional<Value> attribute = e_.findAttribute(value, name);
    if (!attribute || e_.stopped())
      return e_.stopped() ? Value() : heap_.none();
    found.push_back(*attribute);
  }
  return heap_.makeList(ObjectKind::Tuple, std::move(found));
}

Patterns::Value Patterns::refuse(Value subject) {
  return e_.refuse(RefusalKind::UnknownObject,
                   e_.describe(subject) + " as the subject of a pattern");
}

Patterns::Value Patterns::refusePart(llvm::StringRef type) {
  return e_.stopped() ? Value()
                      : e_.refuse(RefusalKind::UnknownOperation,
                                  "a pattern with more parts than `" + type + "` has");
}

Evaluator::Value Evaluator::matched(const Function &function, OpId id, const Values &operands) {
  Patterns patterns(*this);
  switch (function.op(id).opcode) {
  case Opcode::PyMatchSequence: return patterns.isOfKind(operands[0], ObjectKind::List);
  case Opcode::PyMatchMapping: return patterns.isOfKind(operands[0], ObjectKind::Dict);
  case Opcode::PyMatchKeys: return patterns.valuesOfKeys(operands[0], operands[1]);
  default: break;
  }
  const int64_t positional = function.intAttribute(id, "positional");
  return patterns.attributesOf(operands[0], operands[1], static_cast<size_t>(positional),
                               function.stringsAttribute(id, "names"));
}

}  // namespace janus::speculate
