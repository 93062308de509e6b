#include "tensor/object/LinAlgError.h"

#include "tensor/core/Error.h"
#include "value/container/Dict.h"

namespace janus {

Type &linAlgError() {
  static Type *type = [] {
    Ref ns(jn_obj(newDict())), bases(makeTuple({jn_obj(&jn_exc_RuntimeError)}));
    dictSet(ns.as<jn_dict>(), JN_NAME("__module__"), internStr("torch._C"));
    Value made = call(jn_obj(&jn_type_type), {internStr("_LinAlgError"), bases.get(), ns.get()});
    return reinterpret_cast<Type *>(checked(made).o);
  }();
  return *type;
}

}  // namespace janus
