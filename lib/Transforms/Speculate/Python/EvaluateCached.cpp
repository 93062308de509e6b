// Calls of functions that `functools.lru_cache` has wrapped: an answer that the cache has had in
// the profile is read from it. Calls that would compute one stay generic.
#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

using namespace ir;

// The parts of the cache and of its entries, by the names of runtime/stdlib/Functools.cpp.
constexpr llvm::StringLiteral kEntries = "entries()", kHits = "hits()", kClock = "clock()",
                              kAnswer = "answer()", kStamp = "stamp()";

bool Evaluator::isCachedFunction(Value value) {
  if (!value.isObject() || heap_.at(value).kind != ObjectKind::Opaque || !heap_.at(value).type)
    return false;
  return heap_.at(heap_.at(value).type).name == toString(PreludeName::CachedFunctionClass);
}

// True for values that were equal in the profile, as they are or item by item; `isAssumed`: the
// version assumes that they still are, or it is refused.
bool Evaluator::isCachedKey(Value given, Value stored, bool isAssumed) {
  if (kindOf(given) == TypeKind::Tuple && stored.isObject() &&
      heap_.at(stored).kind == ObjectKind::Tuple) {
    for (Value each : {given, stored})
      if (heap_.at(typeOf(each)).name.find(':') != std::string::npos)
        return false;  // a class that may compare in its own way
    std::optional<Values> items = allItems(given);
    if (!items || items->size() != heap_.load(stored).items.size())
      return false;
    for (size_t i = 0; i < items->size(); ++i)
      if (!isCachedKey((*items)[i], heap_.item(stored.objectId(), i), isAssumed))
        return false;
    return true;
  }
  if (!given.isObject() && !stored.isObject()) {
    auto known = [&](Value value) { return isAssumed ? heap_.fix(value) : heap_.profiled(value); };
    std::optional<ConstId> a = known(given), b = known(stored);
    return a && b && *a == *b;
  }
  if (!(given == stored))
    return false;
  switch (heap_.at(given).kind) {
  case ObjectKind::Class:
  case ObjectKind::Function:
  case ObjectKind::Native:
  case ObjectKind::Enumerated:
  case ObjectKind::Module: return true;
  case ObjectKind::Instance:
    return !hasOwnAttribute(typeOf(given), "__eq__") && !hasOwnAttribute(typeOf(given), "__hash__");
  default: return false;
  }
}

Evaluator::Value Evaluator::callCached(ObjectId function, const CallArgs &args) {
  auto unknown = [&] {
    return refuse(RefusalKind::UnknownCallee,
                  "a cached function that had no answer for these arguments in the profile");
  };
  std::optional<Value> entries = heap_.classAttribute(function, kEntries);
  if (!entries || !entries->isObject() || heap_.at(*entries).kind != ObjectKind::Dict)
    return unknown();
  Values items = args.positional;
  if (!args.keywords.empty())
    items.push_back(Value::object(heap_.at(function).type));
  for (auto &[name, value] : args.keywords) {
    items.push_back(heap_.str(name));
    items.push_back(value);
  }
  TypeKind first = items.size() == 1 ? kindOf(items[0]) : TypeKind::Dyn;
  Value key = first == TypeKind::Int || first == TypeKind::Str
                  ? items[0]
                  : heap_.makeList(ObjectKind::Tuple, items);
  const EntryList known = heap_.load(*entries).entries;
  auto found =
      llvm::find_if(known, [&](auto &each) { return isCachedKey(key, each.first, false); });
  if (stopped() || found == known.end() || !isCachedKey(key, found->first, true))
    return stopped() ? Value() : unknown();
  Value entry =
      heap_.read(heap_.at(*entries).entries[static_cast<size_t>(found - known.begin())].second);
  auto part = [&](Value holder, llvm::StringRef name) {
    std::optional<Value> value = heap_.classAttribute(holder.objectId(), name);
    return value ? *value : Value();
  };
  Value cache = Value::object(function);
  if (!entry.isObject() || !part(entry, kAnswer).isBound())
    return unknown();
  for (llvm::StringRef number : {kHits, kClock})
    heap_.setAttribute(function, number,
                       binary(Opcode::PyAdd, part(cache, number), heap_.integer(1)));
  heap_.setAttribute(entry.objectId(), kStamp, part(cache, kClock));
  return part(entry, kAnswer);
}

}  // namespace janus::speculate
