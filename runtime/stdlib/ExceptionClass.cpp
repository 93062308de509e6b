#include "stdlib/ExceptionClass.h"

#include <cstdarg>
#include <cstdio>

namespace janus {

Value newExceptionClass(const char *module, const char *name, const Type &base) {
  Ref ns(jn_obj(newDict())), bases(makeTuple({jn_obj(const_cast<Type *>(&base))}));
  dictSet(ns.as<jn_dict>(), JN_NAME("__module__"), internStr(module));
  return call(jn_obj(&jn_type_type), {internStr(name), bases.get(), ns.get()});
}

Value raiseOf(Value cls, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  Ref message(makeStr(text));
  Ref error(call(cls, {message.get()}));
  if (!error.failed())
    setError(error.release());
  return jn_error();
}

}  // namespace janus
