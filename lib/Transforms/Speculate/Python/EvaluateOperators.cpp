// Numbers, bools and texts: computed when known, else emitted; and operators, which ask tensors and
// objects in Python's order.
#include "Transforms/Optimize/FoldConstants.h"
#include "Transforms/Speculate/Python/Evaluator.h"
#include "Transforms/Speculate/Python/Operators.h"

namespace janus::speculate {

using namespace ir;

Evaluator::Value Evaluator::binary(Opcode shim, Value left, Value right) {
  if (stopped())
    return {};
  const OperatorRow &row = *operatorRow(shim);
  if (isTensor(left) || isSparse(left)) {
    bool inPlace = row.inPlace;
    std::string spelling = row.tensor.str() + (inPlace ? "_" : "");
    return tensors_.call(in_.ops.spelled(spelling), spelling, {{left, right}, {}});
  }
  if (row.comparison) {
    left = knownText(left);
    right = knownText(right);
  }
  if (std::optional<Value> text = textBinary(shim, left, right))
    return *text;
  if (isTensor(right) || isSparse(right)) {
    if (row.comparison)
      return tensors_.call(in_.ops.spelled(row.exchanged), row.exchanged, {{right, left}, {}});
    switch (row.left) {
    case NumberOnLeft::Exchange:
      return tensors_.call(in_.ops.spelled(row.tensor), row.tensor, {{right, left}, {}});
    case NumberOnLeft::Reversed:
      return callNative("torch." + row.reflected.drop_front(2).drop_back(2).str(),
                        {{right, left}, {}});
    case NumberOnLeft::Direct:
      return callNative("torch." + row.method.drop_front(2).drop_back(2).str(),
                        {{left, right}, {}});
    case NumberOnLeft::Reciprocal: {
      Value reciprocal = tensors_.call(KnownSpelling::Reciprocal, {right});
      return stopped() ? Value() : tensors_.call(KnownSpelling::Multiply, {reciprocal, left});
    }
    case NumberOnLeft::None: return refuse(RefusalKind::NoOverload, row.tensor);
    }
  }
  if (!left.isObject() && !right.isObject())
    return scalars_.binary(shim, left, right);
  if (isRows(left) || isRows(right))
    return operateOnRows(shim, left, right);
  bool ofProgram = ownSpecial(left, row.method) || ownSpecial(right, row.reflected) ||
                   (row.inPlace && !row.augmented.empty() && ownSpecial(left, row.augmented));
  bool sequences =
      !ofProgram && left.isObject() && right.isObject() &&
      heap_.at(left).kind == heap_.at(right).kind &&
      (heap_.at(left).kind == ObjectKind::List || heap_.at(left).kind == ObjectKind::Tuple);
  if (!ofProgram && shim == Opcode::PyIAdd && left.isObject() &&
      heap_.at(left).kind == ObjectKind::List) {
    callMethod(left, "extend", {{right}, {}});
    return stopped() ? Value() : left;
  }
  if (sequences && (shim == Opcode::PyAdd || shim == Opcode::PyIAdd)) {
    std::optional<Values> a = allItems(left), b = allItems(right);
    if (!a || !b)
      return {};
    llvm::append_range(*a, *b);
    return heap_.makeListLike(left, std::move(*a));
  }
  if (sequences && row.comparison)
    return compareSequences(shim, left, right);
  if (shim == Opcode::PyMul || shim == Opcode::PyIMul) {
    Value list = left.isObject() ? left : right, times = left.isObject() ? right : left;
    ObjectKind kind = heap_.at(list).kind;
    bool isCount = kindOf(times) == TypeKind::Int || kindOf(times) == TypeKind::Bool;
    if (isCount && (kind == ObjectKind::List || kind == ObjectKind::Tuple))
      return repeat(list, times);
  }

  bool found = false;
  Value answer;
  if (!row.augmented.empty() && row.inPlace)
    answer = callSpecial(left, row.augmented, right, &found);
  bool areObjects = left.isObject() && right.isObject();
  bool isOneClass = areObjects && typeOf(left) == typeOf(right);
  bool rightFirst = areObjects && !isOneClass && asksRightFirst(shim, left, right);
  if (!found && rightFirst)
    answer = callOperator(right, row.reflected, left, &found);
  if (!found)
    answer = callOperator(left, row.method, right, &found);
  if (!found && !rightFirst && (row.comparison || !isOneClass))
    answer = callOperator(right, row.reflected, left, &found);
  if (found || stopped())
    return answer;
  bool isEquality = shim == Opcode::PyEq || shim == Opcode::PyNe;
  if (isEquality && tensors_.isDevice(left) && tensors_.isDevice(right))
    return scalars_.binary(shim, heap_.str(heap_.at(left).name), heap_.str(heap_.at(right).name));
  if (isEquality && comparesByIdentity(left, right)) {
    Value same = identical(left, right);
    return stopped() || shim == Opcode::PyEq ? same : scalars_.negated(same);
  }
  return refuse(RefusalKind::UnknownOperation,
                row.method + " of " + describe(left) + " and " + describe(right));
}

// Operators that compute a text of what is not known.
// A text that the region reads, as the one that the profile has seen; other values as they are.
Evaluator::Value Evaluator::knownText(Value value) {
  if (!value.isScalar() || kindOf(value) != TypeKind::Str)
    return value;
  std::optional<ConstId> known = heap_.fix(value);
  return known ? Value::constant(*known) : value;
}

std::optional<Evaluator::Value> Evaluator::textBinary(Opcode shim, Value left, Value right) {
  if (kindOf(left) != TypeKind::Str)
    return std::nullopt;
  bool areKnown = left.isConstant() && right.isConstant(), isText = kindOf(right) == TypeKind::Str;
  bool isCount = kindOf(right) == TypeKind::Int || kindOf(right) == TypeKind::Bool;
  switch (shim) {
  case Opcode::PyMod:
  case Opcode::PyIMod: return percent(knownText(left), right);
  case Opcode::PyAdd:
  case Opcode::PyIAdd:
    if (isText && areKnown)
      return heap_.str(graph_.constant(left.constantId()).text +
                       graph_.constant(right.constantId()).text);
    return isText && !areKnown ? std::optional(concatenate({left, right})) : std::nullopt;
  case Opcode::PyMul:
  case Opcode::PyIMul:
    return isCount ? std::optional(computeText("__mul__", {left, right})) : std::nullopt;
  case Opcode::PyLt:
  case Opcode::PyLe:
  case Opcode::PyGt:
  case Opcode::PyGe: {
    if (!areKnown || !isText)
      return std::nullopt;
    // Of UTF-8 the bytes are in the order of the characters.
    int order = llvm::StringRef(graph_.constant(left.constantId()).text)
                    .compare(graph_.constant(right.constantId()).text);
    bool isLess = shim == Opcode::PyLt || shim == Opcode::PyLe;
    bool orEqual = shim == Opcode::PyLe || shim == Opcode::PyGe;
    return heap_.boolean(order == 0 ? orEqual : isLess == (order < 0));
  }
  default: return std::nullopt;
  }
}

// `!=` of a class without `__ne__` is the opposite of its `__eq__`, as object.__ne__ says; classes
// derived from builtin ones have a `__ne__`.
Evaluator::Value Evaluator::callOperator(Value receiver, llvm::StringRef method, Value other,
                                         bool *found) {
  bool isPlain = receiver.isObject() && (heap_.at(receiver).kind == ObjectKind::Instance ||
                                         heap_.at(receiver).kind == ObjectKind::Class);
  bool isDefault =
      method == "__ne__" && !stopped() && isPlain && !lookupInClass(typeOf(receiver), method);
  Value answer = callSpecial(receiver, isDefault ? "__eq__" : method, other, found);
  return isDefault && *found ? scalars_.negated(truth(answer)) : answer;
}

// An operand of a subclass is asked before the left one: in comparisons, and where it has a method
// of its own.
bool Evaluator::asksRightFirst(Opcode shim, Value left, Value right) {
  const OperatorRow &row = *operatorRow(shim);
  ObjectId type = typeOf(right), of = typeOf(left);
  if (stopped() || !type || !of || !isSubclass(type, of))
    return false;
  return row.comparison || lookupInClass(type, row.reflected) != lookupInClass(of, row.reflected);
}

// True when neither is of a builtin class that compares contents.
bool Evaluator::comparesByIdentity(Value left, Value right) {
  auto isPlain = [&](Value value) {
    if (!value.isObject())
      return true;
    switch (heap_.at(value).kind) {
    case ObjectKind::Instance:
    case ObjectKind::Class:
    case ObjectKind::Function:
    case ObjectKind::Native:
    case ObjectKind::Module:
    case ObjectKind::Enumerated:
    case ObjectKind::Generator: return true;
    default: return false;
    }
  };
  // Instances of subclasses of `str` and such are opaque; views of dicts are equal to sets.
  for (Value each : {left, right})
    if (each.isObject() && (heap_.at(each).kind == ObjectKind::Opaque || isView(each) ||
                            tensors_.isDevice(each) || !isIdentified(each)))
      return false;
  if (isPlain(left) && isPlain(right))
    return true;
  bool areObjects = left.isObject() && right.isObject();
  return areObjects ? heap_.at(left).kind != heap_.at(right).kind
                    : left.isObject() != right.isObject() && kindOf(left) != kindOf(right);
}

Evaluator::Value Evaluator::repeat(Value sequence, Value times) {
  std::optional<Values> items = allItems(sequence);
  std::optional<int64_t> count = scalars_.fixedInt(times, "how often a list is repeated");
  if (!items || !count)
    return {};
  if (*count > 0 && items->size() * static_cast<uint64_t>(*count) > kMaxOperations)
    return refuse(RefusalKind::TooLong, llvm::Twine(kMaxOperations));
  Values repeated;
  for (int64_t i = 0; i < *count; ++i)
    llvm::append_range(repeated, *items);
  return heap_.makeListLike(sequence, std::move(repeated));
}

Evaluator::Value Evaluator::compareSequences(Opcode shim, Value left, Value right) {
  std::optional<Values> a = allItems(left), b = allItems(right);
  if (!a || !b)
    return {};
  if (shim != Opcode::PyEq && shim != Opcode::PyNe) {
    // The first items that differ decide, else the lengths.
    for (size_t i = 0; i < std::min(a->size(), b->size()); ++i) {
      std::optional<bool> same = isEqual((*a)[i], (*b)[i]);
      if (!same)
        return {};
      if (!*same)
        return binary(shim, (*a)[i], (*b)[i]);
    }
    return binary(shim, heap_.integer(static_cast<int64_t>(a->size())),
                  heap_.integer(static_cast<int64_t>(b->size())));
  }
  bool equal = a->size() == b->size();
  for (size_t i = 0; equal && i < a->size(); ++i) {
    std::optional<bool> same = isEqual((*a)[i], (*b)[i]);
    if (!same)
      return {};
    equal = *same;
  }
  return heap_.boolean(equal == (shim == Opcode::PyEq));
}

Evaluator::Value Evaluator::unary(Opcode shim, Value operand) {
  if (stopped())
    return {};
  if (isTensor(operand) || isSparse(operand))
    return shim == Opcode::PyPos ? operand
                                 : tensors_.call(shim == Opcode::PyNeg ? KnownSpelling::Negate
                                                                       : KnownSpelling::Invert,
                                                 {operand});
  if (operand.isObject()) {
    bool found;
    llvm::StringRef name = shim == Opcode::PyNeg   ? "__neg__"
                           : shim == Opcode::PyPos ? "__pos__"
                                                   : "__invert__";
    Value answer = callSpecial(operand, name, {}, &found);
    return found ? answer : refuse(RefusalKind::UnknownOperation, name);
  }
  return scalars_.unary(shim, operand);
}

Evaluator::Value Evaluator::truth(Value value) {
  if (stopped())
    return {};
  if (isTensor(value)) {
    Value number = tensors_.apply(in_.ops.known(KnownOp::ReadNumber), {value});
    return stopped() ? Value() : truth(number);
  }
  if (value.isConstant()) {
    const Constant constant = graph_.constant(value.constantId());
    std::optional<Constant> folded = transforms::foldConstants(Opcode::PyTruth, &constant);
    return folded ? Value::constant(graph_.add(std::move(*folded))) : Value();
  }
  if (value.isScalar()) {
    switch (heap_.scalar(value).kind) {
    case TypeKind::Bool: return value;
    case TypeKind::Int: return scalars_.binary(Opcode::PyNe, value, heap_.integer(0));
    case TypeKind::Float: return scalars_.binary(Opcode::PyNe, value, heap_.real(0));
    default: {
      Value text = knownText(value);
      return text.isConstant() ? truth(text)
                               : refuse(RefusalKind::UnknownOperation, "the truth of a text");
    }
    }
  }
  for (const char *name : {"__bool__", "__len__"})
    if (std::optional<Value> own = ownSpecial(value, name))
      return truth(call(*own, {}));
  const Object &object = heap_.at(value);
  switch (object.kind) {
  case ObjectKind::Iterator:
    return heap_.boolean(!isView(value) || heap_.length(*object.source) != 0);
  case ObjectKind::List:
  case ObjectKind::Tuple:
  case ObjectKind::Dict:
  case ObjectKind::Set: return heap_.boolean(heap_.length(value.objectId()) != 0);
  case ObjectKind::Instance:
  case ObjectKind::Class: {
    bool found;
    Value answer = callSpecial(value, "__bool__", {}, &found);
    if (!found && !stopped())
      answer = callSpecial(value, "__len__", {}, &found);
    if (stopped())
      return {};
    return found ? truth(answer) : heap_.boolean(true);
  }
  case ObjectKind::Range: return truth(lengthOfRange(value.objectId()));
  case ObjectKind::RowList: return truth(lengthOfRows(value));
  case ObjectKind::Opaque:
  case ObjectKind::Text: return refuse(RefusalKind::UnknownObject, describe(value));
  default:
    return isIdentified(value) ? heap_.boolean(true)
                               : refuse(RefusalKind::UnknownObject, describe(value));
  }
}

Evaluator::Value Evaluator::identical(Value left, Value right) {
  // A tensor out of a branch is that of one of its sides, one of a loop that of some turn: no other
  // that was made since.
  auto isMadeSince = [&](Value value, Value since) {
    const Object &object = heap_.at(value);
    return object.isNew() && !object.origin.isBound() &&
           value.objectId().index > since.objectId().index;
  };
  for (auto [each, other] : {std::pair(left, right), std::pair(right, left)}) {
    if (heap_.isUnseen(each) && !(other == heap_.none() && heap_.at(each).view->isNeverNone))
      heap_.noteConfused();
    if (each.isChoice())
      heap_.noteUndecided(heap_.choice(each).fork);
    else if (left != right && each.isObject() && other.isObject() && !isMadeSince(other, each))
      tensors_.isUndecided(each.objectId());
  }
  if (stopped())
    return {};
  // Each `x.device` is another object.
  bool areDevices = tensors_.isDevice(left) && tensors_.isDevice(right);
  for (Value each : {left, right})
    if (each.isObject() && (areDevices || !isIdentified(each)))
      return refuse(RefusalKind::UnknownOperation, "`is` on " + describe(each));
  auto isSingleton = [&](Value value) {
    if (!value.isConstant())
      return false;
    Constant::Kind kind = graph_.constant(value.constantId()).kind;
    return kind == Constant::Kind::None || kind == Constant::Kind::True ||
           kind == Constant::Kind::False || kind == Constant::Kind::Ellipsis;
  };
  auto isEllipsis = [&](Value value) {
    return value.isConstant()
               ? graph_.constant(value.constantId()).kind == Constant::Kind::Ellipsis
               : value.isObject() && heap_.at(value).kind == ObjectKind::Enumerated &&
                     heap_.at(value).name == "Ellipsis";
  };
  if (isEllipsis(left) || isEllipsis(right))
    return heap_.boolean(isEllipsis(left) && isEllipsis(right));
  // There is one empty tuple.
  auto isEmptyTuple = [&](Value value) {
    if (kindOf(value) != TypeKind::Tuple)
      return false;
    return value.isConstant() ? graph_.constant(value.constantId()).items.empty()
                              : heap_.isPlain(value) && heap_.length(value.objectId()) == 0;
  };
  if (kindOf(left) == kindOf(right) && isEmptyTuple(left) && isEmptyTuple(right))
    return heap_.boolean(true);
  if (left.isObject() && right.isObject())
    return heap_.boolean(heap_.areOne(left.objectId(), right.objectId()));
  if (left.isConstant() && right.isConstant() && (isSingleton(left) || isSingleton(right)))
    return heap_.boolean(left == right);
  if (left.isObject() != right.isObject())
    return heap_.boolean(false);
  // A number is not None; of bools there are two.
  if ((left.isScalar() && isSingleton(right)) || (right.isScalar() && isSingleton(left))) {
    Value scalar = left.isScalar() ? left : right;
    Constant::Kind kind = graph_.constant((left.isScalar() ? right : left).constantId()).kind;
    bool isTruth = kind == Constant::Kind::True || kind == Constant::Kind::False;
    if (heap_.scalar(scalar).kind != TypeKind::Bool || !isTruth)
      return heap_.boolean(false);
    return kind == Constant::Kind::True ? scalar : scalars_.negated(scalar);
  }
  return refuse(RefusalKind::UnknownOperation, "`is` on numbers or texts");
}

Evaluator::Value Evaluator::hasKey(ObjectId dict, Value item) {
  if (!item.isScalar() || heap_.at(dict).namespaceOf) {
    item = keyIn(dict, item);
    return stopped() ? Value() : heap_.boolean(heap_.entry(dict, item) != nullptr);
  }
  // A number that counts is asked for at each step, and is seldom there: it is compared with each.
  if (hasKeysByContents(dict))
    return refuse(RefusalKind::UnknownEffect, "`__eq__` of a key");
  bool found = false;
  for (const auto &[key, value] : EntryList(heap_.load(dict).entries)) {
    std::optional<bool> same = isEqual(key, item);
    if (!same)
      return {};
    found |= *same;
  }
  heap_.assumeKeys(dict);
  return heap_.boolean(found);
}

// Membership of a number of the graph in numbers and texts: compared with all of them, so that
// nothing is assumed of it. Nothing where that is not the question.
std::optional<Evaluator::Value> Evaluator::isOneOf(Value container, Value item) {
  static const ObjectKind kKinds[] = {ObjectKind::List, ObjectKind::Tuple, ObjectKind::Set};
  bool holdsItems = container.isObject() ? llvm::is_contained(kKinds, heap_.at(container).kind)
                                         : !constantItems(container).empty();
  bool asked = item.isScalar() && isNumber(kindOf(item)) && holdsItems;
  std::optional<Values> items = asked ? itemsInAnyOrder(container) : std::nullopt;
  if (!items ||
      llvm::any_of(*items, [](Value each) { return !each.isScalar() && !each.isConstant(); }))
    return std::nullopt;
  if (llvm::is_contained(*items, item))
    return heap_.boolean(true);
  Value count = heap_.integer(0);
  for (Value each : *items)
    count = binary(Opcode::PyAdd, count, binary(Opcode::PyEq, each, item));
  return binary(Opcode::PyNe, count, heap_.integer(0));
}

Evaluator::Value Evaluator::contains(Value container, Value item) {
  if (stopped())
    return {};
  if (!container.isObject() && kindOf(container) == TypeKind::Str) {
    if (kindOf(item) != TypeKind::Str)
      return raise("TypeError", "a text holds texts");
    std::optional<std::string> text = scalars_.fixedText(container, "a text that is searched"),
                               part = scalars_.fixedText(item, "a text that is searched for");
    return text && part ? heap_.boolean(llvm::StringRef(*text).contains(*part)) : Value();
  }
  if (std::optional<Value> own = ownSpecial(container, "__contains__"))
    return truth(call(*own, {{item}, {}}));
  if (std::optional<Value> one = isOneOf(container, item); one || stopped())
    return one.value_or(Value());
  switch (container.isObject() ? heap_.at(container).kind : ObjectKind::Iterator) {
  case ObjectKind::Dict: return hasKey(container.objectId(), item);
  case ObjectKind::Set: {
    size_t place = placeInSet(container.objectId(), keyIn(container.objectId(), item));
    return stopped() ? Value() : heap_.boolean(place < heap_.at(container).items.size());
  }
  case ObjectKind::Instance: {
    bool found;
    Value answer = callSpecial(container, "__contains__", item, &found);
    if (found || stopped())
      return stopped() ? Value() : truth(answer);
    break;
  }
  default: break;
  }
  Values known = constantItems(container);
  Value iterator =
      known.empty() ? iterate(container) : heap_.makeList(ObjectKind::Iterator, std::move(known));
  while (std::optional<Value> each = next(iterator)) {
    std::optional<bool> same = isEqual(*each, item);
    if (!same)
      return {};
    if (*same)
      return heap_.boolean(true);
  }
  return stopped() ? Value() : heap_.boolean(false);
}

// Containers compare their items so: the same object is equal.
std::optional<bool> Evaluator::isEqual(Value left, Value right) {
  if (left == right)
    return true;
  std::optional<SymbolicSize> a = heap_.sizeOf(left), b = heap_.sizeOf(right);
  if (a && b)
    return sizes_.equal(*a, *b);
  return fixedTruth(binary(Opcode::PyEq, left, right), "the comparison of items");
}

std::optional<bool> Evaluator::fixedTruth(Value value, llvm::StringRef what) {
  std::optional<ConstId> id = scalars_.fixed(truth(value), what);
  return id ? std::optional(graph_.constant(*id).kind == Constant::Kind::True) : std::nullopt;
}

// The text of a list, tuple or dict of numbers, texts and such; sizes as torch writes them.
Evaluator::Value Evaluator::containerText(Value container) {
  static constexpr struct {
    TypeKind kind;
    const char *open, *close;
  } kBrackets[] = {
      {TypeKind::Tuple, "(", ")"}, {TypeKind::List, "[", "]"}, {TypeKind::Dict, "{", "}"}};
  TypeKind kind = kindOf(container);
  const auto *brackets = llvm::find_if(kBrackets, [&](auto &each) { return each.kind == kind; });
  bool isShape = heap_.isShape(container);
  if (brackets == std::end(kBrackets) || !(isShape || heap_.isPlain(container)))
    return refuse(RefusalKind::UnknownObject, describe(container) + " as text");
  if (++depth_ > kMaxDepth)  // it may hold itself
    return refuse(RefusalKind::TooDeep, llvm::Twine(kMaxDepth));
  std::optional<Values> items =
      kind == TypeKind::Dict ? heap_.keys(container.objectId()) : allItems(container);
  Values parts = {heap_.str(isShape ? "torch.Size([" : brackets->open)};
  for (size_t i = 0; items && i < items->size() && !stopped(); ++i) {
    if (i > 0)
      parts.push_back(heap_.str(", "));
    parts.push_back(format((*items)[i], "r", heap_.str("")));
    if (kind != TypeKind::Dict || stopped())
      continue;
    parts.push_back(heap_.str(": "));
    parts.push_back(format(*heap_.entry(container.objectId(), (*items)[i]), "r", heap_.str("")));
  }
  --depth_;
  bool isSingle = kind == TypeKind::Tuple && items && items->size() == 1;
  parts.push_back(heap_.str(isShape ? "])" : isSingle ? ",)" : brackets->close));
  return concatenate(parts);
}

// The text of a tensor, which names the operation that made it.
Evaluator::Value Evaluator::tensorText(ObjectId id) {
  if (typeOf(Value::object(id)) != heap_.classNamed(toString(PreludeName::TensorClass)))
    return refuse(RefusalKind::UnknownObject, describe(Value::object(id)) + " as text");
  if (!tensors_.attribute(id, "requires_grad").isBound())
    return {};
  const TensorState &tensor = heap_.at(id).tensor;
  std::vector<NamedAttribute> attributes = {{"conversion", std::string("s")},
                                            {"spec", std::string()},
                                            {"requires_grad", tensor.requiresGrad}};
  if (tensor.hasPast || heap_.borrowsGradient(id))
    return refuse(RefusalKind::UnknownObject, "a history from before the region as text");
  if (tensor.requiresGrad && tensor.tape) {
    tensors_.noteAsked(id);
    const TapeEntry &entry = namedEntry(tensors_.tape()[tensor.tape.index]);
    std::optional<TensorDomain::ResultName> name = tensors_.nameOfResult(id, entry);
    if (!name)
      return refuse(RefusalKind::UnknownObject, "a history that has another name as text");
    attributes.push_back({"row", name->row});
    if (!name->node.empty())
      attributes.push_back({"node", name->node});
  }
  ValueId text = graph_.emit(Opcode::TextFormat, tensors_.contents(id),
                             graph_.types().of(TypeKind::Str), attributes);
  return heap_.makeScalar({TypeKind::Str, text, std::nullopt, ""});
}

// The text that the class of an instance makes of it by a method of its own; nothing: it has none.
std::optional<Evaluator::Value> Evaluator::ownText(Value value, llvm::StringRef conversion,
                                                   Value spec) {
  if (stopped() || !value.isObject() || heap_.at(value).kind != ObjectKind::Instance)
    return std::nullopt;
  ObjectId type = typeOf(value);
  // Exceptions and others have texts of their builtin bases.
  const bool isPlain = isPlainClass(type);
  for (llvm::StringRef name : {"__format__", "__str__", "__repr__"}) {
    bool isFormat = name == "__format__";
    if (isFormat ? !conversion.empty() : conversion == "r" && name == "__str__")
      continue;
    if (stopped() || !hasOwnAttribute(type, name)) {
      // The base's comes next, and `object` knows no format.
      if (stopped() || !isPlain || (isFormat && spec != heap_.str("")))
        return std::nullopt;
      continue;
    }
    Value text = call(bindAttribute(*lookupInClass(type, name), value, type),
                      {isFormat ? Values{spec} : Values(), {}});
    if (!stopped() && kindOf(text) != TypeKind::Str)
      return refuse(RefusalKind::UnknownObject, describe(text) + " as text");
    return stopped() || isFormat ? text : format(text, "", spec);
  }
  return std::nullopt;
}

Evaluator::Value Evaluator::format(Value value, llvm::StringRef conversion, Value spec) {
  std::optional<std::string> how = scalars_.fixedText(spec, "a format");
  if (!how)
    return {};
  if (conversion.empty())
    value = asFormatted(value);
  if (stopped())
    return {};
  if (std::optional<Value> own = ownText(value, conversion, spec))
    return *own;
  bool plain = how->empty() && (conversion.empty() || conversion == "s");
  if (plain && kindOf(value) == TypeKind::Str)
    return value;
  const bool isDecimal = how->empty() && kindOf(value) == TypeKind::Int;  // by any conversion
  if (isDecimal && value.isConstant())
    return heap_.str(describe(value));
  if (std::optional<DType> type = tensors_.dtypeOf(value); type && how->empty())
    return heap_.str("torch." + std::string(info(*type).name));
  if (how->empty() && isTensor(value))
    return tensorText(value.objectId());
  if (how->empty() && value.isObject() && kindOf(value) != TypeKind::Str)
    return containerText(value);
  if (value.isObject() && kindOf(value) != TypeKind::Str)
    return refuse(RefusalKind::UnknownObject, describe(value) + " as text");
  ValueId text =
      graph_.emit(Opcode::TextFormat, heap_.valueOf(value), graph_.types().of(TypeKind::Str),
                  {{"conversion", conversion.str()}, {"spec", *how}});
  Scalar made{TypeKind::Str, text, std::nullopt, ""};
  if (isDecimal)
    made.printed = value;
  return heap_.makeScalar(std::move(made));
}

// The parts are kept: a text that is printed need not be put together before.
Evaluator::Value Evaluator::concatenate(llvm::ArrayRef<Value> parts) {
  if (stopped())
    return {};
  std::string known;
  for (Value part : parts) {
    if (!part.isConstant())
      return heap_.makeList(ObjectKind::Text, {parts.begin(), parts.end()});
    known += graph_.constant(part.constantId()).text;
  }
  return heap_.str(known);
}

}  // namespace janus::speculate
