// Natives that make, read and change containers and iterators.
#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

using namespace ir;

Evaluator::Value Evaluator::nativeRange(CallArgs args) {
  Values &in = args.positional;
  Value start = heap_.integer(0), step = heap_.integer(1), stop = in[0];
  if (in.size() > 1) {
    start = in[0];
    stop = in[1];
  }
  if (in.size() > 2)
    step = in[2];
  for (Value each : {start, stop, step})
    if (TypeKind kind = kindOf(each); kind != TypeKind::Int && kind != TypeKind::Bool)
      return refuse(RefusalKind::UnknownOperation, "range of " + describe(each));
  if (step == heap_.integer(0))
    return raise("ValueError", "range() arg 3 must not be zero");
  if (step.isScalar()) {
    Value isOther = binary(Opcode::PyNe, step, heap_.integer(0));
    if (isOther.isScalar())
      graph_.guard("branch", shared_.placeHere("a step of range() is not zero"),
                   heap_.valueOf(isOther));
  }
  return heap_.makeList(ObjectKind::Range, {start, stop, step});
}

Evaluator::Value Evaluator::lengthOfRange(ObjectId range) {
  heap_.load(range);
  Value missing = binary(Opcode::PySub, heap_.item(range, 0), heap_.item(range, 1));
  Value count = binary(Opcode::PyFloorDiv, missing, heap_.item(range, 2));
  count = binary(Opcode::PySub, heap_.integer(0), count);
  return stopped() ? Value() : callNative("builtins.max", {{heap_.integer(0), count}, {}});
}

// An iterator over its numbers, from the last one on, where a bound is not known; else unbound.
Evaluator::Value Evaluator::reversedRange(ObjectId range) {
  heap_.load(range);
  Value start = heap_.item(range, 0), stop = heap_.item(range, 1), step = heap_.item(range, 2);
  bool isUnknown = start.isScalar() || stop.isScalar();
  if (!isUnknown || (step != heap_.integer(1) && step != heap_.integer(-1)))
    return {};
  auto before = [&](Value bound) { return binary(Opcode::PySub, bound, step); };
  Value back = binary(Opcode::PySub, heap_.integer(0), step);
  Value made = heap_.makeList(ObjectKind::Iterator, {before(stop), before(start), back});
  heap_.at(made).name = "range";
  return stopped() ? Value() : made;
}

Evaluator::Value Evaluator::itemOfRange(ObjectId range, Value key) {
  std::optional<int64_t> index = scalars_.fixedInt(key, "an index");
  std::optional<int64_t> length =
      index ? scalars_.fixedInt(lengthOfRange(range), "the length of a range") : std::nullopt;
  if (!length)
    return {};
  if (*index < -*length || *index >= *length)
    return raise("IndexError", "range object index out of range");
  Value place = heap_.integer(*index < 0 ? *index + *length : *index);
  return binary(Opcode::PyAdd, heap_.item(range, 0),
                binary(Opcode::PyMul, place, heap_.item(range, 2)));
}

Evaluator::Value Evaluator::nativeEnumerate(CallArgs args) {
  Value first = args.positional.size() > 1 ? args.positional[1]
                : args.keywords.empty()    ? heap_.integer(0)
                                           : args.keywords[0].second;
  Value below = iterate(args.positional[0]);
  std::optional<int64_t> start = scalars_.fixedInt(first, "the start of enumerate");
  if (!start || *start < 0)
    return stopped() ? Value() : refuse(RefusalKind::UnknownOperation, "enumerate from below 0");
  Value made = heap_.makeList(ObjectKind::Iterator, {below});
  heap_.at(made).name = "enumerate";
  heap_.at(made).position = static_cast<size_t>(*start);
  return made;
}

Evaluator::Value Evaluator::nativeZip(CallArgs args) {
  Values below;
  for (Value each : args.positional)
    below.push_back(iterate(each));
  if (stopped())
    return {};
  bool isStrict = !args.keywords.empty() && args.keywords[0].second == heap_.boolean(true);
  if (!isStrict && !args.keywords.empty() && args.keywords[0].second != heap_.boolean(false))
    return refuse(RefusalKind::UnknownOperation, "`zip` that is strict as a condition says");
  Value made = heap_.makeList(ObjectKind::Iterator, std::move(below));
  heap_.at(made).name = isStrict ? "strict zip" : "zip";
  return made;
}

Evaluator::Value Evaluator::nativeReversed(CallArgs args) {
  Value source = args.positional[0];
  if (source.isObject() && heap_.at(source).kind == ObjectKind::Generator)
    return refuse(RefusalKind::UnknownOperation, "reversed of " + describe(source));
  if (isTensor(source))
    return callMethod(source, "__reversed__", {});
  if (source.isObject() && heap_.at(source).kind == ObjectKind::Range)
    if (Value made = reversedRange(source.objectId()); made.isBound() || stopped())
      return made;
  std::optional<Values> items = allItems(source);
  if (!items)
    return {};
  std::reverse(items->begin(), items->end());
  bool isList = source.isObject() && heap_.at(source).kind == ObjectKind::List;
  Value made = isList ? iteratorOver(source.objectId(), std::move(*items))
                      : heap_.makeList(ObjectKind::Iterator, std::move(*items));
  heap_.at(made).name = isList ? "reversed" : "";
  return made;
}

Evaluator::Value Evaluator::nativeIter(CallArgs args) {
  Value made = iterate(args.positional[0]);
  // Several may ask it: it is no loop's own.
  if (!stopped() && isCounted(made))
    if (std::optional<Values> numbers = allItems(made))
      made = heap_.makeList(ObjectKind::Iterator, std::move(*numbers));
  return stopped() ? Value() : made;
}

Evaluator::Value Evaluator::nativeNext(CallArgs args) {
  std::optional<Value> item = next(args.positional[0]);
  if (stopped())
    return {};
  if (item)
    return *item;
  return args.positional.size() > 1 ? args.positional[1] : raise("StopIteration");
}

// The items of the argument, if there is one.
std::optional<Evaluator::Values> Evaluator::givenItems(const CallArgs &args) {
  return args.positional.empty() ? Values() : allItems(args.positional[0]);
}

Evaluator::Value Evaluator::nativeTuple(CallArgs args) {
  std::optional<Values> items = givenItems(args);
  return items ? heap_.makeList(ObjectKind::Tuple, std::move(*items)) : Value();
}

// A tuple of a class of the program's, as named tuples are made.
Evaluator::Value Evaluator::nativeTupleNew(CallArgs args) {
  Value type = args.positional[0];
  args.positional.erase(args.positional.begin());
  Value made = nativeTuple(std::move(args));
  bool isPlain = type.isObject() && heap_.at(type).name == "builtins.tuple";
  if (stopped() || isPlain)
    return made;
  if (!type.isObject() || heap_.at(type).kind != ObjectKind::Class)
    return refuse(RefusalKind::UnknownObject, describe(type) + " as a class");
  heap_.at(made).type = type.objectId();
  return made;
}

// The item itself, whatever the class says.
Evaluator::Value Evaluator::nativeTupleItem(CallArgs args) {
  Value tuple = args.positional[0];
  if (kindOf(tuple) != TypeKind::Tuple || ownSpecial(tuple, "__getitem__"))
    return refuse(RefusalKind::UnknownObject, describe(tuple) + " as a tuple");
  return getItem(tuple, args.positional[1]);
}

// `torch.Size(...)`, which is no plain tuple.
Evaluator::Value Evaluator::nativeShape(CallArgs args) {
  std::optional<Values> items = givenItems(args);
  if (!items)
    return {};
  if (!llvm::all_of(*items, [&](Value each) { return kindOf(each) == TypeKind::Int; }))
    return raise("TypeError", "torch.Size() takes an iterable of 'int'");
  return heap_.makeShape(std::move(*items));
}

Evaluator::Value Evaluator::nativeList(CallArgs args) {
  std::optional<Values> items = givenItems(args);
  return items ? heap_.makeList(ObjectKind::List, std::move(*items)) : Value();
}

Evaluator::Value Evaluator::nativeDict(CallArgs args) {
  ObjectId dict = heap_.make(ObjectKind::Dict);
  args.positional.insert(args.positional.begin(), Value::object(dict));
  nativeDictUpdate(std::move(args));
  return stopped() ? Value() : Value::object(dict);
}

Evaluator::Value Evaluator::nativeDictFromKeys(CallArgs args) {
  std::optional<Values> keys = allItems(args.positional[0]);
  if (!keys)
    return {};
  ObjectId dict = heap_.make(ObjectKind::Dict);
  for (Value key : *keys)
    setEntry(dict, key, args.positional.size() > 1 ? args.positional[1] : heap_.none());
  return stopped() ? Value() : Value::object(dict);
}

// A dict that may have attributes.
Evaluator::Value Evaluator::nativeOrderedDict(CallArgs args) {
  Value dict = nativeDict(std::move(args));
  if (!stopped())
    heap_.at(dict).type = heap_.classNamed("collections.OrderedDict");
  return dict;
}

Evaluator::Value Evaluator::nativeMoveToEnd(CallArgs args) {
  for (auto &[name, value] : args.keywords)
    args.positional.push_back(value);
  ObjectId dict = args.positional[0].objectId();
  Value key = keyIn(dict, args.positional[1]);
  std::optional<bool> last =
      args.positional.size() < 3 ? true : fixedTruth(args.positional[2], "which end");
  if (stopped() || !last)
    return {};
  if (!*last)
    return refuse(RefusalKind::UnknownOperation, "a key moved to the start");
  Value *found = heap_.entry(dict, key);
  if (!found)
    return stopped() ? Value() : raise("KeyError", describe(key));
  Value value = heap_.read(*found);
  heap_.deleteEntry(dict, key);
  heap_.setEntry(dict, key, value);
  return heap_.none();
}

Evaluator::Value Evaluator::nativeDefaultDict(CallArgs args) {
  Value factory = heap_.none();
  if (!args.positional.empty()) {
    factory = args.positional.front();
    args.positional.erase(args.positional.begin());
  }
  Value dict = nativeDict(std::move(args));
  if (stopped())
    return {};
  heap_.at(dict).type = heap_.classNamed("collections.defaultdict");
  heap_.setAttribute(dict.objectId(), "default_factory", factory);
  return dict;
}

// ---------------------------------------------------------------- list

Evaluator::Value Evaluator::nativeListAppend(CallArgs args) {
  heap_.load(args.positional[0]).items.push_back(args.positional[1]);
  return heap_.none();
}

Evaluator::Value Evaluator::nativeListExtend(CallArgs args) {
  std::optional<Values> items = allItems(args.positional[1]);
  if (!items)
    return {};
  llvm::append_range(heap_.load(args.positional[0]).items, *items);
  return heap_.none();
}

Evaluator::Value Evaluator::nativeListPop(CallArgs args) {
  ObjectId list = args.positional[0].objectId();
  int64_t length = heap_.length(list), index = length - 1;
  if (args.positional.size() > 1) {
    std::optional<int64_t> asked = scalars_.fixedInt(args.positional[1], "an index");
    if (!asked)
      return {};
    index = *asked < 0 ? *asked + length : *asked;
  }
  if (index < 0 || index >= length)
    return raise("IndexError", "pop index out of range");
  Value value = heap_.item(list, index);
  heap_.at(list).items.erase(heap_.at(list).items.begin() + index);
  return value;
}

Evaluator::Value Evaluator::nativeListClear(CallArgs args) {
  heap_.length(args.positional[0].objectId());
  heap_.load(args.positional[0]).items.clear();
  return heap_.none();
}

// Start, stop and step of a slice of so many items, as slice.indices gives them.
std::optional<std::array<int64_t, 3>> Evaluator::sliceBounds(Value slice, int64_t size) {
  std::optional<int64_t> given[3];
  for (int i = 0; i < 3; ++i) {
    Value part = heap_.item(slice.objectId(), i);
    if (part == heap_.none())
      continue;
    given[i] = scalars_.fixedInt(part, "a slice");
    if (!given[i])
      return std::nullopt;
  }
  int64_t step = given[2].value_or(1);
  if (step == 0) {
    raise("ValueError", "slice step cannot be zero");
    return std::nullopt;
  }
  int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
  auto clamped = [&](std::optional<int64_t> at, int64_t otherwise) {
    if (!at)
      return otherwise;
    return std::clamp<int64_t>(*at < 0 ? *at + size : *at, low, high);
  };
  return std::array<int64_t, 3>{clamped(given[0], step > 0 ? low : high),
                                clamped(given[1], step > 0 ? high : low), step};
}

// The places of a slice between its bounds.
std::vector<int64_t> Evaluator::placesIn(const std::array<int64_t, 3> &bounds) {
  auto [start, stop, step] = bounds;
  std::vector<int64_t> places;
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step)
    places.push_back(i);
  return places;
}

Evaluator::Value Evaluator::nativeGetSlice(CallArgs args) {
  std::optional<Values> items = allItems(args.positional[0]);
  if (!items)
    return {};
  std::optional<std::array<int64_t, 3>> bounds = sliceBounds(args.positional[1], items->size());
  if (!bounds)
    return {};
  Values part;
  for (int64_t i : placesIn(*bounds))
    part.push_back((*items)[i]);
  return heap_.makeListLike(args.positional[0], std::move(part));
}

Evaluator::Value Evaluator::nativeListInsert(CallArgs args) {
  ObjectId list = args.positional[0].objectId();
  int64_t length = heap_.length(list);
  std::optional<int64_t> at = scalars_.fixedInt(args.positional[1], "an index");
  if (!at)
    return {};
  int64_t index = std::clamp<int64_t>(*at < 0 ? *at + length : *at, 0, length);
  std::vector<Value> &items = heap_.load(list).items;
  items.insert(items.begin() + index, args.positional[2]);
  if (index == 0)
    insertsAtFront_.insert(list);
  return heap_.none();
}

Evaluator::Value Evaluator::nativeListReverse(CallArgs args) {
  heap_.length(args.positional[0].objectId());
  std::vector<Value> &items = heap_.load(args.positional[0]).items;
  std::reverse(items.begin(), items.end());
  return heap_.none();
}

Evaluator::Value Evaluator::nativeListIndex(CallArgs args) {
  std::optional<Values> items = allItems(args.positional[0]);
  for (size_t i = 0; items && i < items->size(); ++i) {
    std::optional<bool> same = isEqual((*items)[i], args.positional[1]);
    if (!same)
      return {};
    if (*same)
      return heap_.integer(i);
  }
  return raise("ValueError", "not in list");
}

Evaluator::Value Evaluator::nativeListCount(CallArgs args) {
  std::optional<Values> items = allItems(args.positional[0]);
  int64_t count = 0;
  for (size_t i = 0; items && i < items->size(); ++i)
    count += isEqual((*items)[i], args.positional[1]).value_or(false);
  return stopped() ? Value() : heap_.integer(count);
}

Evaluator::Value Evaluator::nativeSorted(CallArgs args) {
  // Items with equal keys stay in their order.
  std::optional<Values> items =
      args.keywords.empty() ? itemsInAnyOrder(args.positional[0]) : allItems(args.positional[0]);
  if (!items)
    return {};
  // From the greatest on, they are sorted backwards.
  bool isReversed = false;
  for (const auto &[name, given] : args.keywords)
    if (name == "reverse") {
      std::optional<bool> known = fixedTruth(given, "the direction of an order");
      if (!known)
        return {};
      isReversed = *known;
    }
  Values keys = *items;
  for (const auto &[name, function] : args.keywords)
    if (name == "key" && function != heap_.none())
      for (Value &each : keys)
        each = call(function, {{each}, {}});
  if (isReversed) {
    std::reverse(items->begin(), items->end());
    std::reverse(keys.begin(), keys.end());
  }
  // Insertion: stable, and comparisons may refuse.
  for (size_t i = 1; i < items->size(); ++i)
    for (size_t j = i; j > 0; --j) {
      std::optional<bool> isLess =
          fixedTruth(binary(Opcode::PyLt, keys[j], keys[j - 1]), "the order of items");
      if (!isLess)
        return {};
      if (!*isLess)
        break;
      std::swap((*items)[j], (*items)[j - 1]);
      std::swap(keys[j], keys[j - 1]);
    }
  if (isReversed)
    std::reverse(items->begin(), items->end());
  return heap_.makeList(ObjectKind::List, std::move(*items));
}

Evaluator::Value Evaluator::nativeListSort(CallArgs args) {
  ObjectId list = args.positional[0].objectId();
  Value sorted = nativeSorted(std::move(args));
  if (stopped())
    return {};
  heap_.load(list).items = heap_.at(sorted).items;
  return heap_.none();
}

Evaluator::Value Evaluator::nativeSlice(CallArgs args) {
  Values parts(3, heap_.none());
  for (size_t i = 0; i < args.positional.size(); ++i)
    parts[args.positional.size() == 1 ? 1 : i] = args.positional[i];
  return heap_.makeList(ObjectKind::Slice, std::move(parts));
}

// ---------------------------------------------------------------- set

// Its place, or the number of its items.
size_t Evaluator::placeInSet(ObjectId set, Value item) {
  size_t length = heap_.length(set);
  if (!heap_.at(set).isNew())
    heap_.fixKeys(set);
  for (size_t i = 0; i < length; ++i)
    if (heap_.sameKey(heap_.item(set, i), item))
      return i;
  for (size_t i = 0; item.isObject() && i < length; ++i)
    heap_.assumeOther(heap_.item(set, i), item);
  return length;
}

void Evaluator::addToSet(ObjectId set, Value item) {
  item = keyIn(set, item);
  if (stopped())
    return;
  if (placeInSet(set, item) == heap_.at(set).items.size())
    heap_.at(set).items.push_back(item);
}

// All items. The order that comes out of those of a set is the run time's, as after a removal;
// texts have another one in each process.
void Evaluator::updateSet(ObjectId set, Value from) {
  std::optional<Values> items = itemsInAnyOrder(from);
  if (!items)
    return;
  bool isOrdered =
      from.isObject()
          ? heap_.at(from).kind != ObjectKind::Set
          : llvm::all_of(*items, [&](Value each) { return kindOf(each) == TypeKind::Str; });
  if (!isOrdered && items->size() > 1)
    noteOrderIsLost(set);
  for (Value each : *items)
    addToSet(set, each);
}

void Evaluator::noteOrderIsLost(ObjectId set) {
  Object &object = heap_.at(set);
  if (object.isNew() && object.attributes.empty())
    object.attributes.emplace_back("<order>", heap_.none());
}

Evaluator::Value Evaluator::nativeSet(CallArgs args) {
  ObjectId set = heap_.make(ObjectKind::Set);
  args.positional.insert(args.positional.begin(), Value::object(set));
  nativeSetUpdate(std::move(args));
  return stopped() ? Value() : Value::object(set);
}

Evaluator::Value Evaluator::nativeSetAdd(CallArgs args) {
  addToSet(args.positional[0].objectId(), args.positional[1]);
  return stopped() ? Value() : heap_.none();
}

Evaluator::Value Evaluator::nativeSetUpdate(CallArgs args) {
  for (size_t i = 1; i < args.positional.size() && !stopped(); ++i)
    updateSet(args.positional[0].objectId(), args.positional[i]);
  return stopped() ? Value() : heap_.none();
}

Evaluator::Value Evaluator::nativeSetDiscard(CallArgs args) {
  ObjectId set = args.positional[0].objectId();
  size_t place = placeInSet(set, keyIn(set, args.positional[1]));
  if (!stopped() && place < heap_.at(set).items.size()) {
    heap_.at(set).items.erase(heap_.at(set).items.begin() + place);
    noteOrderIsLost(set);
  }
  return stopped() ? Value() : heap_.none();
}

Evaluator::Value Evaluator::nativeSetRemove(CallArgs args) {
  ObjectId set = args.positional[0].objectId();
  size_t length = heap_.length(set);
  nativeSetDiscard(args);
  if (!stopped() && heap_.length(set) == length)
    return raise("KeyError", describe(args.positional[1]));
  return stopped() ? Value() : heap_.none();
}

// ---------------------------------------------------------------- dict

// Keys of which two objects may be equal: a function of the program says so, or the builtin class
// that they derive from, as instances of subclasses of `str`, which are opaque.
bool Evaluator::isComparedByContents(Value key) {
  if (!key.isObject())
    return false;
  if (heap_.at(key).kind == ObjectKind::Tuple) {
    size_t size = heap_.load(key).items.size();
    for (size_t i = 0; i < size; ++i)
      if (isComparedByContents(heap_.item(key.objectId(), i)))
        return true;
    return false;
  }
  ObjectKind kind = heap_.at(key).kind;
  if (kind == ObjectKind::Opaque)
    return true;
  ObjectId type =
      kind == ObjectKind::Instance || kind == ObjectKind::Class ? typeOf(key) : ObjectId();
  return type && (hasOwnAttribute(type, "__eq__") || hasOwnAttribute(type, "__hash__"));
}

bool Evaluator::hasKeysByContents(ObjectId container) {
  Object &object = heap_.load(container);
  for (size_t i = 0; i < object.entries.size(); ++i)
    if (isComparedByContents(object.entries[i].first))
      return true;
  for (size_t i = 0; i < object.items.size(); ++i)
    if (isComparedByContents(heap_.item(container, i)))
      return true;
  return false;
}

// A key as it is looked for in a dict or set.
Evaluator::Value Evaluator::keyIn(ObjectId container, Value key) {
  if ((isComparedByContents(key) || hasKeysByContents(container)) && !stopped())
    return refuse(RefusalKind::UnknownEffect, "`__eq__` of a key");
  key = hashed(key);
  if (stopped() || !key.isObject() || heap_.at(key).kind != ObjectKind::Tuple ||
      heap_.at(container).isNew() || heap_.at(container).kind != ObjectKind::Dict)
    return key;
  heap_.fixKeys(container);
  if (heap_.at(key).isNew() && !heap_.isLiteral(key) && !heap_.hasKey(container, key))
    return refuse(RefusalKind::UnknownObject, "a tuple of objects as a new key,");  // no path to it
  return key;
}

Evaluator::Value Evaluator::hashed(Value key) {
  static const ObjectKind kUnhashable[] = {ObjectKind::List, ObjectKind::Dict, ObjectKind::Set};
  if (key.isObject() && llvm::is_contained(kUnhashable, heap_.at(key).kind))
    return raise("TypeError", "an unhashable key");
  bool isTuple = key.isObject() && heap_.at(key).kind == ObjectKind::Tuple;
  for (size_t i = 0; isTuple && i < heap_.load(key).items.size() && !stopped(); ++i) {
    Value item = hashed(heap_.item(key.objectId(), i));
    if (heap_.at(key).isNew())
      heap_.at(key).items[i] = item;  // known from now on
  }
  if (stopped())
    return {};
  if (!key.isScalar())
    return key;
  std::optional<ConstId> known = scalars_.fixed(key, "a key");
  return known ? Value::constant(*known) : Value();
}

Evaluator::Value Evaluator::nativeDictGet(CallArgs args) {
  Value key = keyIn(args.positional[0].objectId(), args.positional[1]);
  if (stopped())
    return {};
  if (Value *found = heap_.entry(args.positional[0].objectId(), key))
    return *found;
  return args.positional.size() > 2 ? args.positional[2] : heap_.none();
}

// One more of each item, in a `Counter`.
Evaluator::Value Evaluator::nativeCountElements(CallArgs args) {
  Value counts = args.positional[0];
  std::optional<Values> items = allItems(args.positional[1]);
  for (size_t i = 0; items && i < items->size() && !stopped(); ++i) {
    Value known = nativeDictGet({{counts, (*items)[i], heap_.integer(0)}, {}});
    if (!stopped())
      setItem(counts, (*items)[i], binary(Opcode::PyAdd, known, heap_.integer(1)));
  }
  return stopped() || !items ? Value() : heap_.none();
}

Evaluator::Value Evaluator::nativeDictPop(CallArgs args) {
  ObjectId dict = args.positional[0].objectId();
  Value key = keyIn(dict, args.positional[1]);
  if (stopped())
    return {};
  if (Value *found = heap_.entry(dict, key)) {
    Value value = *found;
    heap_.deleteEntry(dict, key);
    return value;
  }
  return args.positional.size() > 2 ? args.positional[2] : raise("KeyError", describe(key));
}

Evaluator::Value Evaluator::nativeDictSetDefault(CallArgs args) {
  ObjectId dict = args.positional[0].objectId();
  Value key = keyIn(dict, args.positional[1]);
  if (stopped())
    return {};
  if (Value *found = heap_.entry(dict, key))
    return *found;
  Value value = args.positional.size() > 2 ? args.positional[2] : heap_.none();
  setEntry(dict, key, value);
  return stopped() ? Value() : value;
}

Evaluator::Value Evaluator::nativeDictUpdate(CallArgs args) {
  ObjectId dict = args.positional[0].objectId();
  if (args.positional.size() > 1) {
    Value from = args.positional[1];
    if (from.isObject() && heap_.at(from).kind == ObjectKind::Dict) {
      for (Value key : heap_.keys(from.objectId()))
        setEntry(dict, key, *heap_.entry(from.objectId(), key));
    } else {
      std::optional<Values> pairs = allItems(from);
      if (!pairs)
        return {};
      for (Value pair : *pairs) {
        std::optional<Values> two = allItems(pair);
        if (!two || two->size() != 2)
          return stopped() ? Value() : raise("ValueError", "a pair");
        Value key = keyIn(dict, (*two)[0]);
        if (stopped())
          return {};
        setEntry(dict, key, (*two)[1]);
      }
    }
  }
  for (auto &[name, value] : args.keywords)
    setEntry(dict, heap_.str(name), value);
  return stopped() ? Value() : heap_.none();
}

Evaluator::Value Evaluator::nativeDictClear(CallArgs args) {
  ObjectId dict = args.positional[0].objectId();
  if (heap_.at(dict).namespaceOf)
    return refuse(RefusalKind::UnknownEffect, "a change of `__dict__`");
  for (Value key : heap_.keys(dict))
    heap_.deleteEntry(dict, key);
  return heap_.none();
}

Evaluator::Value Evaluator::nativeDictKeys(CallArgs args) {
  return viewOf(args.positional[0].objectId(), "keys");
}

Evaluator::Value Evaluator::nativeDictValues(CallArgs args) {
  return viewOf(args.positional[0].objectId(), "values");
}

Evaluator::Value Evaluator::nativeDictItems(CallArgs args) {
  return viewOf(args.positional[0].objectId(), "items");
}

}  // namespace janus::speculate
