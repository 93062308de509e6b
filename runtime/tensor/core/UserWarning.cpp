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

static bool numberWarned;

bool warnOfNumber() {
  return warnUserOnce("Converting a tensor with requires_grad=True to a scalar may lead to "
                      "unexpected behavior.\nConsider using tensor.detach() first.",
                      &numberWarned);
}
bool isNumberWarned() {
  return numberWarned;
}

bool warnUserOnce(std::string_view text, bool *said) {
  return std::exchange(*said, true) || warnUser(text);
}

}  // namespace janus
