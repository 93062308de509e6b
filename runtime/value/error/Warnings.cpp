// Warnings that the runtime itself gives.
#include "value/call/Modules.h"
#include "value/error/Raise.h"

namespace janus {

bool warnDeprecated(const std::string &text) {
  Ref module(importModule("warnings"));
  if (module.failed())
    return false;
  Ref message(makeStr(text));
  Ref done(callMethod(module.get(), JN_NAME("warn"),
                      {message.get(), jn_obj(&jn_exc_DeprecationWarning)}));
  return !done.failed();
}

}  // namespace janus
