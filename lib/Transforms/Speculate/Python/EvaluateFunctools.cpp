// Objects of functools. A call of a function that `lru_cache` has wrapped: an answer that the cache
// has had in the profile is read from it, one that would have to be computed stays generic. A call
// of a `partial` is one of its function.
#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

using namespace ir;

// The parts of the cache and of its entries, by the names of runtime/stdlib/Functools.cpp.
constexpr llvm::StringLiteral kEntries = "entries()", kHits = "hits()", kClock = "clock()",
                              kAnswer = "answer()", kStamp = "stamp()";

// True for an object of a class of the run time that keeps its parts where Python does not look.
bool Evaluator::isNativeObject(Value value, PreludeName type) {
  if (!value.isObject() || heap_.at(value).kind != ObjectKind::Opaque || !heap_.at(value).type)
    return false;
  return heap_.at(heap_.at(value).type).name == toString(type);
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

// ---------------------------------------------------------------- partial

constexpr llvm::StringLiteral kFunction = "func()", kArguments = "args()", kKeywords = "keywords()";

// The function of a partial and all its arguments: its own go before those given, and given
// keywords in the place of its own. Nothing: refused.
std::optional<CallArgs> Evaluator::argumentsOfPartial(ObjectId partial, CallArgs args) {
  auto part = [&](llvm::StringRef name) {
    std::optional<Value> value = heap_.classAttribute(partial, name);
    return value ? *value : Value();
  };
  Value function = part(kFunction), arguments = part(kArguments), keywords = part(kKeywords);
  if (!function.isBound() || !arguments.isObject() || !keywords.isObject()) {
    refuse(RefusalKind::UnknownCallee, describe(Value::object(partial)));
    return std::nullopt;
  }
  std::optional<Values> own = allItems(arguments);
  if (!own)
    return std::nullopt;
  CallArgs all{{function}, {}};
  llvm::append_range(all.positional, *own);
  llvm::append_range(all.positional, args.positional);
  for (Value key : heap_.keys(keywords.objectId())) {
    std::optional<std::string> name = scalars_.fixedText(key, "the name of an argument");
    if (!name)
      return std::nullopt;
    auto given = llvm::find_if(args.keywords, [&](auto &each) { return each.first == *name; });
    bool isGiven = given != args.keywords.end();
    all.keywords.emplace_back(*name, isGiven ? given->second
                                             : heap_.read(*heap_.entry(keywords.objectId(), key)));
    if (isGiven)
      args.keywords.erase(given);
  }
  llvm::append_range(all.keywords, args.keywords);
  return stopped() ? std::nullopt : std::optional(std::move(all));
}

// `partial(function, ...)`. A partial of a partial without attributes of its own is one partial.
Evaluator::Value Evaluator::nativePartial(CallArgs args) {
  Value function = args.positional[0];
  Value isCallable = nativeCallable({{function}, {}});
  if (stopped())
    return {};
  if (isCallable != heap_.boolean(true))
    return raise("TypeError", "the first argument must be callable");
  args.positional.erase(args.positional.begin());
  std::optional<CallArgs> all = {{{function}, {}}};
  constexpr size_t kParts = 3;
  if (isNativeObject(function, PreludeName::PartialClass) &&
      heap_.load(function).attributes.size() == kParts) {
    all = argumentsOfPartial(function.objectId(), std::move(args));
  } else {
    llvm::append_range(all->positional, args.positional);
    all->keywords = std::move(args.keywords);
  }
  if (!all)
    return {};
  ObjectId keywords = heap_.make(ObjectKind::Dict);
  for (auto &[name, value] : all->keywords)
    heap_.setEntry(keywords, heap_.str(name), value);
  ObjectId made = heap_.make(ObjectKind::Opaque);
  heap_.at(made).type = heap_.classNamed(toString(PreludeName::PartialClass));
  heap_.setAttribute(made, kFunction, all->positional.front());
  all->positional.erase(all->positional.begin());
  heap_.setAttribute(made, kArguments, heap_.makeList(ObjectKind::Tuple, all->positional));
  heap_.setAttribute(made, kKeywords, Value::object(keywords));
  return Value::object(made);
}

Evaluator::Value Evaluator::callPartial(ObjectId partial, CallArgs args) {
  std::optional<CallArgs> all = argumentsOfPartial(partial, std::move(args));
  if (!all)
    return {};
  Value function = all->positional.front();
  all->positional.erase(all->positional.begin());
  return call(function, std::move(*all));
}

}  // namespace janus::speculate
