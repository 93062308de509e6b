#include "tensor/call/AutocastCalls.h"

#include "tensor/dispatch/Autocast.h"
#include "value/call/Calls.h"
#include "value/call/Overriding.h"
#include "value/container/Sequence.h"

#include <unordered_map>
#include <vector>

namespace janus {
namespace {

std::unordered_map<const Object *, AutocastPolicy> policies;  // of functions, which live on

template <AutocastPolicy policy>
Value note(Value functions) {
  int64_t size = 0;
  const Value *items = itemsOf(functions, &size);
  for (int64_t i = 0; items && i < size; ++i) {
    if (items[i].tag != JN_OBJECT)
      continue;
    if (policies.emplace(items[i].o, policy).second)
      jn_own(items[i]);
    items[i].o->flags |= kObjectAsks;
  }
  if (!overrideInterface.ask)
    overrideInterface.ask = answerInAutocast;
  return jn_none();
}

}  // namespace

Value answerInAutocast(Value callee, const Value *args, size_t count, Value kwnames) {
  if (JN_LIKELY(!isAutocastEnabled()) || callee.tag != JN_OBJECT)
    return jn_unbound();
  auto known = policies.find(callee.o);
  if (known == policies.end())
    return jn_unbound();
  std::vector<Ref> held;
  std::vector<Value> fitting;
  for (size_t i = 0; i < count; ++i) {
    held.emplace_back(castFor(known->second, args[i]));
    if (held.back().failed())
      return jn_error();
    fitting.push_back(held.back().get());
  }
  AutocastOff off;
  return callAny(callee, fitting.data(), count, kwnames);
}

Value castToLower(const Value *args, size_t, Value) {
  return note<AutocastPolicy::Lower>(args[0]);
}
Value castToFloat(const Value *args, size_t, Value) {
  return note<AutocastPolicy::Float>(args[0]);
}
Value keepTypes(const Value *args, size_t, Value) {
  return note<AutocastPolicy::None>(args[0]);
}

}  // namespace janus
