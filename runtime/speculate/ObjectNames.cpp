#include "speculate/ObjectNames.h"

#include "tensor/Names.h"
#include "tensor/TypeObjects.h"
#include "value/Calls.h"
#include "value/Types.h"

namespace janus::speculate {

namespace {

std::string textOr(Value v, const char *otherwise) {
  return isStr(v) ? std::string(utf8Of(v)) : otherwise;
}

}  // namespace

std::string moduleName(const jn_module *m) {
  if (m->def)
    return m->def->name;
  return textOr(dictGetStr(m->dict, JN_NAME("__name__")), "?");
}

std::string codeName(const jn_function *function) {
  return moduleName(function->module) + ":" + function->def->qualname + "@" +
         std::to_string(function->def->line);
}

std::string className(const Type *type) {
  auto *known = const_cast<Type *>(type);
  if (type->typeFlags & kTypeHeap) {
    std::string module = textOr(dictGetStr(known->dict, JN_NAME("__module__")), "?");
    return module + ":" + textOr(type->qualname, std::string(typeNameOf(type)).c_str());
  }
  // A native type without a module has its full name.
  std::string name = type->name;
  if (!isStr(type->module) && name.find('.') != std::string::npos)
    return name;
  return textOr(type->module, "builtins") + "." + name;
}

std::string nativeName(Object *o) {
  if (o->type == &jn_type_native || o->type == &jn_type_method_descriptor ||
      o->type == &jn_type_classmethod_descriptor) {
    auto *native = reinterpret_cast<NativeObject *>(o);
    if (native->owner)
      return std::string(typeNameOf(native->owner)) + "." + native->def->name;
    return textOr(native->module, "builtins") + "." + native->def->name;
  }
  if (o->type == &jn_type_slot_wrapper) {
    auto *wrapper = reinterpret_cast<SlotWrapper *>(o);
    return std::string(typeNameOf(wrapper->owner)) + "." + wrapper->row->name;
  }
  return "";
}

std::string enumeratedName(Object *o) {
  Value v = jn_obj(o);
  if (o->type == &jn_type_dtype)
    return "torch." + std::string(info(asDType(v)).name);
  if (o->type == &jn_type_device)
    return deviceText(reinterpret_cast<DeviceObject *>(o)->device);
  if (o->type == &jn_type_memory_format || o->type == &jn_type_layout) {
    Ref text(repr(v));
    if (!text.failed())
      return std::string(utf8Of(text.get()));
    clearError();
  }
  return "";
}

const Type *nativeBase(const Type *type) {
  while (type->typeFlags & kTypeHeap)
    type = type->solid && !(type->solid->typeFlags & kTypeHeap) ? type->solid : type->base;
  return type;
}

}  // namespace janus::speculate
