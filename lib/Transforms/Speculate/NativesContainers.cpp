// Natives that make, read and change containers and iterators.
#include "Transforms/Speculate/Evaluator.h"

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
  return heap_.makeList(ObjectKind::Range, {start, stop, step});
}

Evaluator::Value Evaluator::nativeEnumerate(CallArgs args) {
  std::optional<Values> items = allItems(args.positional[0]);
  Value first = args.positional.size() > 1 ? args.positional[1]
                : args.keywords.empty()    ? heap_.integer(0)
                                           : args.keywords[0].second;
  std::optional<int64_t> start = fixedInt(first, "the start of enumerate");
  if (!items || !start)
    return {};
  Values pairs;
  for (size_t i = 0; i < items->size(); ++i)
    pairs.push_back(
        heap_.makeList(ObjectKind::Tuple, {heap_.integer(*start + int64_t(i)), (*items)[i]}));
  return heap_.makeList(ObjectKind::Iterator, std::move(pairs));
}

Evaluator::Value Evaluator::nativeZip(CallArgs args) {
  std::vector<Values> columns;
  size_t length = ~size_t(0);
  for (Value each : args.positional) {
    std::optional<Values> items = allItems(each);
    if (!items)
      return {};
    length = std::min(length, items->size());
    columns.push_back(std::move(*items));
  }
  Values rows;
  for (size_t i = 0; !columns.empty() && i < length; ++i) {
    Values row;
    for (const Values &column : columns)
      row.push_back(column[i]);
    rows.push_back(heap_.makeList(ObjectKind::Tuple, std::move(row)));
  }
  return heap_.makeList(ObjectKind::Iterator, std::move(rows));
}

Evaluator::Value Evaluator::nativeReversed(CallArgs args) {
  std::optional<Values> items = allItems(args.positional[0]);
  if (!items)
    return {};
  std::reverse(items->begin(), items->end());
  return heap_.makeList(ObjectKind::Iterator, std::move(*items));
}

Evaluator::Value Evaluator::nativeIter(CallArgs args) {
  return iterate(args.positional[0]);
}

Evaluator::Value Evaluator::nativeNext(CallArgs args) {
  std::optional<Value> item = next(args.positional[0]);
  if (stopped())
    return {};
  if (item)
    return *item;
  return args.positional.size() > 1 ? args.positional[1] : raise("StopIteration");
}

Evaluator::Value Evaluator::nativeTuple(CallArgs args) {
  if (args.positional.empty())
    return heap_.makeList(ObjectKind::Tuple, {});
  std::optional<Values> items = allItems(args.positional[0]);
  return items ? heap_.makeList(ObjectKind::Tuple, std::move(*items)) : Value();
}

Evaluator::Value Evaluator::nativeList(CallArgs args) {
  if (args.positional.empty())
    return heap_.makeList(ObjectKind::List, {});
  std::optional<Values> items = allItems(args.positional[0]);
  return items ? heap_.makeList(ObjectKind::List, std::move(*items)) : Value();
}

Evaluator::Value Evaluator::nativeDict(CallArgs args) {
  ObjectId dict = heap_.make(ObjectKind::Dict);
  args.positional.insert(args.positional.begin(), Value::object(dict));
  nativeDictUpdate(std::move(args));
  return stopped() ? Value() : Value::object(dict);
}

// ---------------------------------------------------------------- list

Evaluator::Value Evaluator::nativeListAppend(CallArgs args) {
  heap_.length(args.positional[0].objectId());
  heap_.load(args.positional[0]).items.push_back(args.positional[1]);
  return heap_.none();
}

Evaluator::Value Evaluator::nativeListExtend(CallArgs args) {
  std::optional<Values> items = allItems(args.positional[1]);
  if (!items)
    return {};
  heap_.length(args.positional[0].objectId());
  llvm::append_range(heap_.load(args.positional[0]).items, *items);
  return heap_.none();
}

Evaluator::Value Evaluator::nativeListPop(CallArgs args) {
  ObjectId list = args.positional[0].objectId();
  int64_t length = heap_.length(list), index = length - 1;
  if (args.positional.size() > 1) {
    std::optional<int64_t> asked = fixedInt(args.positional[1], "an index");
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

Evaluator::Value Evaluator::nativeGetSlice(CallArgs args) {
  std::optional<Values> items = allItems(args.positional[0]);
  if (!items)
    return {};
  int64_t size = items->size(), bounds[3] = {0, size, 1};
  for (int i = 0; i < 3; ++i) {
    Value part = heap_.at(args.positional[1]).items[i];
    if (part == heap_.none())
      continue;
    std::optional<int64_t> number = fixedInt(part, "a slice");
    if (!number)
      return {};
    bounds[i] = *number;
    if (i < 2)
      bounds[i] = std::clamp<int64_t>(*number < 0 ? *number + size : *number, 0, size);
  }
  if (bounds[2] != 1)
    return refuse(RefusalKind::UnknownOperation, "a slice with a step");
  Values part;
  for (int64_t i = bounds[0]; i < bounds[1]; ++i)
    part.push_back((*items)[i]);
  return heap_.makeList(heap_.at(args.positional[0]).kind, std::move(part));
}

// ---------------------------------------------------------------- dict

Evaluator::Value Evaluator::keyOf(Value value) {
  if (!value.isScalar())
    return value;
  std::optional<ConstId> known = fixed(value, "a key");
  return known ? Value::constant(*known) : Value();
}

Evaluator::Value Evaluator::nativeDictGet(CallArgs args) {
  Value key = keyOf(args.positional[1]);
  if (stopped())
    return {};
  if (Value *found = heap_.entry(args.positional[0].objectId(), key))
    return *found;
  return args.positional.size() > 2 ? args.positional[2] : heap_.none();
}

Evaluator::Value Evaluator::nativeDictPop(CallArgs args) {
  ObjectId dict = args.positional[0].objectId();
  Value key = keyOf(args.positional[1]);
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
  Value key = keyOf(args.positional[1]);
  if (stopped())
    return {};
  if (Value *found = heap_.entry(dict, key))
    return *found;
  Value value = args.positional.size() > 2 ? args.positional[2] : heap_.none();
  heap_.setEntry(dict, key, value);
  return value;
}

Evaluator::Value Evaluator::nativeDictUpdate(CallArgs args) {
  ObjectId dict = args.positional[0].objectId();
  if (args.positional.size() > 1) {
    Value from = args.positional[1];
    if (from.isObject() && heap_.at(from).kind == ObjectKind::Dict) {
      heap_.assumeKeys(from.objectId());
      for (size_t i = 0; i < heap_.load(from).entries.size(); ++i) {
        Value key = heap_.at(from).entries[i].first;
        heap_.setEntry(dict, key, *heap_.entry(from.objectId(), key));
      }
    } else {
      std::optional<Values> pairs = allItems(from);
      if (!pairs)
        return {};
      for (Value pair : *pairs) {
        std::optional<Values> two = allItems(pair);
        if (!two || two->size() != 2)
          return stopped() ? Value() : raise("ValueError", "a pair");
        heap_.setEntry(dict, (*two)[0], (*two)[1]);
      }
    }
  }
  for (auto &[name, value] : args.keywords)
    heap_.setEntry(dict, heap_.str(name), value);
  return heap_.none();
}

Evaluator::Value Evaluator::nativeDictKeys(CallArgs args) {
  return iterate(args.positional[0]);
}

Evaluator::Value Evaluator::nativeDictValues(CallArgs args) {
  ObjectId dict = args.positional[0].objectId();
  heap_.assumeKeys(dict);
  Values values;
  for (size_t i = 0; i < heap_.load(dict).entries.size(); ++i)
    values.push_back(*heap_.entry(dict, heap_.at(dict).entries[i].first));
  return heap_.makeList(ObjectKind::Iterator, std::move(values));
}

Evaluator::Value Evaluator::nativeDictItems(CallArgs args) {
  ObjectId dict = args.positional[0].objectId();
  heap_.assumeKeys(dict);
  Values pairs;
  for (size_t i = 0; i < heap_.load(dict).entries.size(); ++i) {
    Value key = heap_.at(dict).entries[i].first;
    pairs.push_back(heap_.makeList(ObjectKind::Tuple, {key, *heap_.entry(dict, key)}));
  }
  return heap_.makeList(ObjectKind::Iterator, std::move(pairs));
}

// ---------------------------------------------------------------- str

Evaluator::Value Evaluator::nativeStartsWith(CallArgs args) {
  std::optional<std::string> text = fixedText(args.positional[0], "a text"),
                             part = fixedText(args.positional[1], "a text");
  return text && part ? heap_.boolean(llvm::StringRef(*text).startswith(*part)) : Value();
}

Evaluator::Value Evaluator::nativeEndsWith(CallArgs args) {
  std::optional<std::string> text = fixedText(args.positional[0], "a text"),
                             part = fixedText(args.positional[1], "a text");
  return text && part ? heap_.boolean(llvm::StringRef(*text).endswith(*part)) : Value();
}

}  // namespace janus::speculate
