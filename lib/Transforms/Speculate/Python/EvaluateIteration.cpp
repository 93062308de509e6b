// Iteration: over containers as they are when each item is asked for, and by iterators of the
// program's own.
#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

using namespace ir;

// An attribute that tells the iterator over a view of a dict from the view, which begins anew each
// time.
constexpr char kIsIterator[] = "<iterator>";

Evaluator::Value Evaluator::iterate(Value iterable) {
  if (stopped())
    return {};
  if (iterable.isConstant() && kindOf(iterable) == TypeKind::Tuple)
    return heap_.makeList(ObjectKind::Iterator, constantItems(iterable));
  if (kindOf(iterable) == TypeKind::Str)
    return callNative("str.__iter__", {{iterable}, {}});
  if (!iterable.isObject())
    return refuse(RefusalKind::UnknownOperation, "iteration over " + describe(iterable));
  ObjectId id = iterable.objectId();
  if (std::optional<Value> own = ownSpecial(iterable, "__iter__"))
    return call(*own, {});
  switch (heap_.at(id).kind) {
  case ObjectKind::Iterator: {
    if (!isView(iterable))
      return iterable;
    Value iterator = viewOf(*heap_.at(id).source, std::string(heap_.at(id).name));
    if (!stopped())
      heap_.at(iterator).attributes.emplace_back(kIsIterator, heap_.none());
    return iterator;
  }
  case ObjectKind::Generator: return iterable;
  case ObjectKind::Tensor: {
    tensors_.contents(id);
    std::vector<SymbolicSize> shape = stopped() ? decltype(shape)() : tensors_.shapeOf(id);
    if (!shape.empty() && !shape[0].isNumber())
      return iteratorOverRows(iterable, heap_.makeSize(shape[0]));
    return callMethod(iterable, "__iter__", {});
  }
  case ObjectKind::RowList: {
    Value rows = heap_.at(id).grown->before.empty() ? iterable : wholeRows(iterable);
    return stopped() ? Value() : iteratorOverRows(rows, heap_.at(rows).items[0]);
  }
  case ObjectKind::Set:
    // Their order is that of hashes, which only the run time knows.
    if (heap_.length(id) > 1 && (heap_.at(id).isNew() || heap_.isChanged(id)))
      return refuse(RefusalKind::UnknownOperation, "the order of a set that the region has made");
    [[fallthrough]];
  case ObjectKind::List:
  case ObjectKind::Tuple: {
    size_t length = heap_.length(id);
    Values items;
    for (size_t i = 0; i < length; ++i)
      items.push_back(heap_.item(id, i));
    return heap_.at(id).kind == ObjectKind::Tuple
               ? heap_.makeList(ObjectKind::Iterator, std::move(items))
               : iteratorOver(id, std::move(items));
  }
  case ObjectKind::Dict: return iteratorOver(id, heap_.keys(id));
  case ObjectKind::Range: {
    Values bounds;
    for (size_t i = 0; i < heap_.load(id).items.size(); ++i)
      bounds.push_back(heap_.item(id, i));
    Value iterator = heap_.makeList(ObjectKind::Iterator, std::move(bounds));
    heap_.at(iterator).name = "range";
    return iterator;
  }
  case ObjectKind::Instance: {
    bool found;
    Value answer = callSpecial(iterable, "__iter__", {}, &found);
    if (found || stopped())
      return answer;
    break;
  }
  default: break;
  }
  return refuse(RefusalKind::UnknownOperation, "iteration over " + describe(iterable));
}

Evaluator::Value Evaluator::iteratorOver(ObjectId container, Values items) {
  Value iterator = heap_.makeList(ObjectKind::Iterator, std::move(items));
  heap_.at(iterator).source = container;
  heap_.at(iterator).sourceChanges = changesOf(container);
  return iterator;
}

// Keys that came and went, of a namespace those of its owner.
uint32_t Evaluator::changesOf(ObjectId container) {
  ObjectId owner = heap_.at(container).namespaceOf;
  return heap_.at(owner ? owner : container).keyChanges;
}

// A view of a dict: "keys", "values" or "items". Each iteration over it is one of its own.
Evaluator::Value Evaluator::viewOf(ObjectId dict, llvm::StringRef what) {
  Values keys = heap_.keys(dict);
  Value view = iteratorOver(dict, {});
  heap_.at(view).name = what.str();
  for (Value key : keys)
    heap_.at(view).entries.emplace_back(key, Value());
  return view;
}

bool Evaluator::isView(Value value) {
  if (!value.isObject() || heap_.at(value).kind != ObjectKind::Iterator ||
      !heap_.at(value).attributes.empty())
    return false;
  llvm::StringRef name = heap_.at(value).name;
  return name == "keys" || name == "values" || name == "items";
}

// The next item of an iterator over a container: who iterates over a list sees what is done to it
// meanwhile; dicts and sets must stay as they are.
std::optional<Evaluator::Value> Evaluator::nextInSource(ObjectId iterator) {
  const Object object = heap_.at(iterator);
  ObjectId source = *object.source;
  heap_.load(source);
  size_t place = object.position;
  ObjectKind kind = heap_.at(source).kind;
  bool reversed = object.name == "reversed";
  auto changed = [&]() -> std::optional<Value> {
    refuse(RefusalKind::UnknownEffect, "a change of a container that is being iterated over");
    return std::nullopt;
  };
  if (kind == ObjectKind::List) {
    size_t length = heap_.length(source);
    if (reversed && length != object.items.size())
      return changed();
    if (place >= length)
      return std::nullopt;
    heap_.at(iterator).position = place + 1;
    return heap_.item(source, reversed ? length - 1 - place : place);
  }
  bool same = kind == ObjectKind::Dict ? changesOf(source) == object.sourceChanges
                                       : heap_.at(source).items == object.items;
  if (!same)
    return changed();
  bool ofView = !object.name.empty() && !reversed;
  if (place >= (ofView ? object.entries.size() : object.items.size()))
    return std::nullopt;
  heap_.at(iterator).position = place + 1;
  if (!ofView)
    return object.items[place];
  Value key = object.entries[place].first;
  if (object.name == "keys")
    return key;
  Value *entry = heap_.entry(source, key);
  if (!entry)
    return changed();
  Value value = *entry;
  return object.name == "values" ? value : heap_.makeList(ObjectKind::Tuple, {key, value});
}

// The first iterator to end of a strict `zip`: it is the first of all, and none goes on.
void Evaluator::requireEnd(const Values &iterators, size_t ended) {
  auto differs = [&](size_t i, llvm::StringRef how) {
    std::string before = i == 1 ? " 1" : "s 1-" + std::to_string(i);
    raise("ValueError",
          "zip() argument " + llvm::Twine(i + 1) + " is " + how + " than argument" + before);
  };
  if (ended > 0)
    return differs(ended, "shorter");
  for (size_t i = 1; i < iterators.size() && !stopped(); ++i)
    if (next(iterators[i]))
      return differs(i, "longer");
}

// `enumerate` and `zip` ask the iterators below them item by item: what these do comes in Python's
// order.
std::optional<Evaluator::Value> Evaluator::nextOfSeveral(ObjectId iterator) {
  Values below = heap_.at(iterator).items, row;
  for (size_t i = 0; i < below.size(); ++i) {
    std::optional<Value> item = next(below[i]);
    if (!item) {
      if (heap_.at(iterator).name == "strict zip" && !stopped())
        requireEnd(below, i);
      return std::nullopt;
    }
    row.push_back(*item);
  }
  if (row.empty())
    return std::nullopt;
  size_t number = heap_.at(iterator).position++;
  if (heap_.at(iterator).name == "enumerate")
    row.insert(row.begin(), heap_.integer(static_cast<int64_t>(number)));
  return heap_.makeList(ObjectKind::Tuple, std::move(row));
}

// The next number of a range, the bounds of which are known then.
std::optional<Evaluator::Value> Evaluator::nextInRange(ObjectId iterator) {
  int64_t bounds[3];
  for (int i = 0; i < 3; ++i) {
    std::optional<int64_t> bound =
        scalars_.fixedInt(heap_.at(iterator).items[i], "the trip count of a loop");
    if (!bound)
      return std::nullopt;
    bounds[i] = *bound;
    heap_.at(iterator).items[i] = heap_.integer(*bound);
  }
  auto position = static_cast<int64_t>(heap_.at(iterator).position);
  if (heap_.at(iterator).position > kMaxOperations) {
    refuse(RefusalKind::TooLong, llvm::Twine(kMaxOperations));
    return std::nullopt;
  }
  int64_t at;
  if (__builtin_mul_overflow(position, bounds[2], &at) ||
      __builtin_add_overflow(at, bounds[0], &at) ||
      !(bounds[2] > 0 ? at < bounds[1] : at > bounds[1]))
    return std::nullopt;
  ++heap_.at(iterator).position;
  return heap_.integer(at);
}

std::optional<Evaluator::Value> Evaluator::next(Value iterator) {
  if (stopped())
    return std::nullopt;
  if (iterator.isObject() && heap_.at(iterator).kind == ObjectKind::Iterator) {
    ObjectId id = iterator.objectId();
    Object &object = heap_.load(iterator);
    std::optional<Value> item;
    if (object.source) {
      item = nextInSource(id);
    } else if (object.name == "range") {
      item = nextInRange(id);
    } else if (object.name == "rows") {
      item = nextInRows(iterator);
    } else if (object.name == kConsumed) {
      refuse(RefusalKind::UnknownOperation, "an iterator over which a loop has gone");
    } else if (object.name == "enumerate" || object.name == "zip" || object.name == "strict zip") {
      item = nextOfSeveral(id);
    } else if (object.position < object.items.size()) {
      item = object.items[object.position++];
    }
    if (item && item->isChoice())
      heap_.noteUndecided(heap_.choice(*item).fork);
    return stopped() ? std::nullopt : item;
  }
  if (iterator.isObject() && heap_.at(iterator).kind == ObjectKind::Generator)
    return resume(iterator.objectId());
  if (iterator.isObject() && heap_.at(iterator).kind == ObjectKind::Instance)
    return nextOf(iterator);
  refuse(RefusalKind::UnknownOperation, "iteration by " + describe(iterator));
  return std::nullopt;
}

// An object with `__next__`: StopIteration ends it.
std::optional<Evaluator::Value> Evaluator::nextOf(Value iterator) {
  bool found;
  Value item = callSpecial(iterator, "__next__", {}, &found);
  if (shared_.raised.isBound() && !shared_.refusal &&
      isSubclass(typeOf(shared_.raised), heap_.classNamed("builtins.StopIteration"))) {
    shared_.raised = {};
    return std::nullopt;
  }
  if (!found && !stopped())
    refuse(RefusalKind::UnknownOperation, "iteration by " + describe(iterator));
  return stopped() ? std::nullopt : std::optional<Value>(item);
}

// Uses for which the order of a set's items does not matter.
// The items of a constant tuple, or in no order of a constant frozenset; none of other values.
Evaluator::Values Evaluator::constantItems(Value container) {
  Values items;
  if (container.isConstant())
    for (ConstId item : graph_.constant(container.constantId()).items)
      items.push_back(Value::constant(item));
  return items;
}

std::optional<Evaluator::Values> Evaluator::itemsInAnyOrder(Value iterable) {
  if (iterable.isConstant() && !constantItems(iterable).empty())
    return constantItems(iterable);
  if (stopped() || !iterable.isObject() || heap_.at(iterable).kind != ObjectKind::Set)
    return allItems(iterable);
  Values items;
  for (size_t i = 0, length = heap_.length(iterable.objectId()); i < length; ++i)
    items.push_back(heap_.item(iterable.objectId(), i));
  return stopped() ? std::nullopt : std::optional(std::move(items));
}

std::optional<Evaluator::Values> Evaluator::allItems(Value iterable) {
  Value iterator = iterate(iterable);
  Values items;
  while (std::optional<Value> each = next(iterator))
    items.push_back(*each);
  if (stopped())
    return std::nullopt;
  return items;
}

}  // namespace janus::speculate
