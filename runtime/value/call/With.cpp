// The with statement.
#include "value/call/Calls.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

using namespace janus;

namespace {

Value bindSpecial(Value o, Value name) {
  Value found = lookupInType(typeOf(o), name);
  if (found.tag != JN_OBJECT || !found.o->type->descrGet)
    return jn_own(found);
  return found.o->type->descrGet(found.o, o, typeOf(o));
}

}  // namespace

jn_value jn_with_exit_method(jn_value manager) {
  bool enters = lookupInType(typeOf(manager), JN_NAME("__enter__")).tag != JN_UNBOUND;
  if (!enters)
    return raise(jn_exc_TypeError, "'%T' object does not support the context manager protocol",
                 &manager);
  Value exit = bindSpecial(manager, JN_NAME("__exit__"));
  if (exit.tag == JN_UNBOUND)
    return raise(
        jn_exc_TypeError,
        "'%T' object does not support the context manager protocol (missed __exit__ method)",
        &manager);
  return exit;
}

jn_value jn_with_enter(jn_value manager) {
  Value v = callDunder(JN_NAME("__enter__"), &manager, 1);
  if (v.tag == JN_UNBOUND)
    return raise(jn_exc_TypeError, "'%T' object does not support the context manager protocol",
                 &manager);
  return v;
}

int jn_with_exit(jn_value exit, jn_value exception) {
  Ref answer(jn_async_exit(exit, exception));  // the call is that of `async with`, which awaits it
  if (answer.failed())
    return -1;
  return exception.tag == JN_OBJECT ? jn_truth(answer.get()) : 0;
}
