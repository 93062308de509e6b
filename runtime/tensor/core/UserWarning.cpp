#include "tensor/core/UserWarning.h"

#include "value/builtin/Builtins.h"
#include "value/call/Modules.h"

#include <utility>

namespace janus {

bool warnUser(std::string_view text) {
  Ref module(importModule("warnings"));
  if (module.failed())
    return false;
  Value warn = dictGetStr(as<jn_module>(module.get())->dict, internStr("warn"));
  Ref message(makeStr(text));
  Ref done(call(warn, {message.get()}));
  return !done.failed();
}

bool warnUserOnce(std::string_view text, bool *said) {
  return std::exchange(*said, true) || warnUser(text);
}

}  // namespace janus
