#include "tensor/call/AutocastCalls.h"

#include "tensor/dispatch/Autocast.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/call/Overriding.h"

#include <unordered_map>
#include <vector>

namespace janus {
namespace {

std::unordered_map<const Object *, AutocastPolicy> policies;  // of functions, which live on

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

bool castForFunctions() {
  if (!policies.empty())
    return true;
  overrideInterface.ask = overrideInterface.ask ? overrideInterface.ask : answerInAutocast;
  for (const AutocastFunction &each : kAutocastFunctions) {
    Ref module(importModule(each.module));
    Ref function(module.failed() ? jn_error() : getattr(module.get(), internStr(each.name)));
    if (function.failed())
      return false;
    function.get().o->flags |= kObjectAsks;
    policies.emplace(function.release().o, each.policy);
  }
  return true;
}

}  // namespace janus
