#include "speculate/ObjectNames.h"

#include "speculate/Programs.h"
#include "tensor/core/Names.h"
#include "tensor/object/TypeObjects.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/object/Types.h"

namespace janus::speculate {

namespace {

std::string textOr(Value v, const char *otherwise) {
  return isStr(v) ? std::string(utf8Of(v)) : otherwise;
}

}  // namespace

// The name it was compiled by, which a host may have loaded it under another one than. A second
// module of the same name has one that no version knows.
std::string moduleName(const jn_module *m) {
  if (m->def) {
    Value known = moduleCalled(internStr(m->def->name));
    bool isOther = known.tag == JN_OBJECT && known.o != &m->head &&
                   isInstance(known, &jn_type_module) && as<jn_module>(known)->def;
    return isOther ? std::string(m->def->name) + "'" : m->def->name;
  }
  return textOr(dictGetStr(m->dict, JN_NAME("__name__")), "?");
}

std::string codeName(const jn_function *function) {
  const jn_function_def &def = *function->def;
  std::string name =
      moduleName(function->module) + ":" + def.qualname + "@" + std::to_string(def.line);
  return def.twin ? name + "." + std::to_string(def.twin) : name;
}

// Versions know classes by name: of one that was renamed, or whose attributes a function of the
// program finds, nothing is known.
static bool isAsCompiled(Type *type, std::string_view qualified, std::string_view own) {
  bool hasName =
      qualified.size() >= own.size() && qualified.substr(qualified.size() - own.size()) == own &&
      (qualified.size() == own.size() || qualified[qualified.size() - own.size() - 1] == '.');
  Value lookup = lookupInType(type, JN_NAME("__getattribute__"));
  return hasName && (lookup.tag != JN_OBJECT || lookup.o->type != &jn_type_function);
}

std::string className(const Type *type) {
  auto *known = const_cast<Type *>(type);
  if (type->typeFlags & kTypeHeap) {
    Value name = dictGetStr(known->dict, JN_NAME("__module__"));
    std::string module = textOr(name, "?");
    Value found = isStr(name) ? dictGet(modulesDict(), name) : jn_unbound();
    if (isInstance(found, &jn_type_module) && as<jn_module>(found)->def)
      module = moduleName(as<jn_module>(found));
    std::string own(typeNameOf(type)), qualified = textOr(type->qualname, own.c_str());
    return module + ":" + qualified + (isAsCompiled(known, qualified, own) ? "" : "'");
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
