// What is written of an object that stays here: its number, and what Python needs to make something
// that behaves like it. Python's special methods are looked up in classes, so a proxy's class has
// those that ours has.
#include "bridge/Proxies.h"

#include "bridge/Exceptions.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/container/Sequence.h"
#include "value/error/Raise.h"
#include "value/object/Heap.h"
#include "value/object/Types.h"

#include <array>

extern "C" __attribute__((weak)) const jn_module_def *const jn_prelude_modules[];

namespace janus::bridge {
namespace {

// What a number stands for (Tag::Mine from us); `Known`: Python has it.
enum class Shape : uint8_t {
  Known = '=',
  Function = 'f',
  Class = 'c',
  Instance = 'o',
  Ending = 'e',  // an instance whose end somebody may notice
};

// Forwarded by proxies when the class has them. Those of attributes and creation are not: proxies
// have their own.
constexpr const char *kSpecialNames[] = {"__repr__",
                                         "__str__",
                                         "__bytes__",
                                         "__format__",
                                         "__lt__",
                                         "__le__",
                                         "__eq__",
                                         "__ne__",
                                         "__gt__",
                                         "__ge__",
                                         "__hash__",
                                         "__bool__",
                                         "__call__",
                                         "__len__",
                                         "__length_hint__",
                                         "__getitem__",
                                         "__setitem__",
                                         "__delitem__",
                                         "__missing__",
                                         "__iter__",
                                         "__next__",
                                         "__reversed__",
                                         "__contains__",
                                         "__add__",
                                         "__radd__",
                                         "__iadd__",
                                         "__sub__",
                                         "__rsub__",
                                         "__isub__",
                                         "__mul__",
                                         "__rmul__",
                                         "__imul__",
                                         "__matmul__",
                                         "__rmatmul__",
                                         "__imatmul__",
                                         "__truediv__",
                                         "__rtruediv__",
                                         "__itruediv__",
                                         "__floordiv__",
                                         "__rfloordiv__",
                                         "__ifloordiv__",
                                         "__mod__",
                                         "__rmod__",
                                         "__imod__",
                                         "__divmod__",
                                         "__rdivmod__",
                                         "__pow__",
                                         "__rpow__",
                                         "__ipow__",
                                         "__lshift__",
                                         "__rlshift__",
                                         "__ilshift__",
                                         "__rshift__",
                                         "__rrshift__",
                                         "__irshift__",
                                         "__and__",
                                         "__rand__",
                                         "__iand__",
                                         "__xor__",
                                         "__rxor__",
                                         "__ixor__",
                                         "__or__",
                                         "__ror__",
                                         "__ior__",
                                         "__neg__",
                                         "__pos__",
                                         "__abs__",
                                         "__invert__",
                                         "__complex__",
                                         "__int__",
                                         "__float__",
                                         "__index__",
                                         "__round__",
                                         "__trunc__",
                                         "__floor__",
                                         "__ceil__",
                                         "__enter__",
                                         "__exit__",
                                         "__fspath__",
                                         "__array__",
                                         "__aenter__",
                                         "__aexit__",
                                         "__aiter__",
                                         "__anext__",
                                         "__await__",
                                         "__dir__",
                                         "__copy__",
                                         "__deepcopy__",
                                         "__instancecheck__",
                                         "__subclasscheck__"};

bool isPreludeModule(std::string_view name) {
  for (const jn_module_def *const *d = jn_prelude_modules; d && *d; ++d)
    if (name == (*d)->name)
      return true;
  return false;
}

// The module that a class or function says it belongs to.
std::string moduleNameOf(Value v) {
  Ref module(getattrOptional(v, JN_NAME("__module__")));
  clearError();
  return isStr(module.get()) ? std::string(utf8Of(module.get())) : "";
}
std::string qualnameOf(Value v) {
  Ref name(getattrOptional(v, JN_NAME("__qualname__")));
  clearError();
  return isStr(name.get()) ? std::string(utf8Of(name.get())) : typeName(v);
}

// Immutable objects of the standard library cross as what makes them again.
bool isRemade(const Type *type);

bool writeNumber(Encoder &e, Value v, Shape shape, bool *known) {
  e.tag(Tag::Mine);
  e.number(e.session.exportObject(e, v, e.world, known));
  e.byte(static_cast<uint8_t>(*known ? Shape::Known : shape));
  return true;
}

bool writeDescription(Encoder &e, Value cls);

// The class of a proxy: its bases that are proxies', names, special methods.
bool writeProxyClass(Encoder &e, Type *type) {
  bool known;
  writeNumber(e, jn_obj(type), Shape::Class, &known);
  return known || writeDescription(e, jn_obj(type));
}

bool writeDescription(Encoder &e, Value cls) {
  Type *type = as<Type>(cls);
  e.text(moduleNameOf(cls));
  e.text(qualnameOf(cls));
  std::vector<Type *> bases;
  for (int64_t i = 0; type->bases && i < type->bases->size; ++i) {
    Type *base = as<Type>(type->bases->items[i]);
    if (base != &jn_type_object)
      bases.push_back(base);
  }
  e.size(bases.size());
  for (Type *base : bases)
    if (!writeProxyClass(e, base))
      return false;
  std::vector<std::string> names;
  for (const char *name : kSpecialNames) {
    Value found = lookupInType(type, internStr(name));
    if (found.tag == JN_UNBOUND || isSame(found, lookupInType(&jn_type_object, internStr(name))))
      continue;
    names.push_back(found.tag == JN_NONE ? std::string("-") + name : name);
  }
  e.size(names.size());
  for (const std::string &name : names)
    e.text(name);
  return true;
}

// Names, kinds and defaults of the parameters, so that inspect.signature() tells the truth.
bool writeFunction(Encoder &e, Value v) {
  bool known;
  writeNumber(e, v, Shape::Function, &known);
  if (known)
    return true;
  auto *f = as<jn_function>(v);
  const jn_function_def *d = f->def;
  e.text(moduleNameOf(v));
  e.text(utf8Of(functionName(f)));
  e.text(utf8Of(functionQualname(f)));
  e.text(d->doc ? d->doc : "");
  size_t parameters = parameterCount(d);
  e.size(parameters);
  for (size_t i = 0; i < parameters; ++i)
    e.text(d->parameters[i]);
  e.byte(static_cast<uint8_t>(d->flags & (JN_FN_VARARGS | JN_FN_VARKW)));
  e.number(d->positional_only);
  e.number(d->positional);
  e.number(d->keyword_only);
  size_t defaults =
      f->defaults.tag == JN_OBJECT ? static_cast<size_t>(as<jn_tuple>(f->defaults)->size) : 0;
  e.size(defaults);
  for (size_t i = 0; i < d->keyword_only; ++i) {
    Value given =
        f->kwdefaults.tag == JN_OBJECT
            ? dictGet(as<jn_dict>(f->kwdefaults), internStr(d->parameters[d->positional + i]))
            : jn_unbound();
    e.byte(given.tag != JN_UNBOUND);
  }
  return true;
}

bool isRemade(const Type *type) {
  static constexpr std::array<std::pair<const char *, const char *>, 11> kNames = {
      {{"datetime", "datetime"},
       {"datetime", "date"},
       {"datetime", "time"},
       {"datetime", "timedelta"},
       {"datetime", "timezone"},
       {"decimal", "Decimal"},
       {"fractions", "Fraction"},
       {"pathlib", "Path"},
       {"pathlib", "PosixPath"},
       {"pathlib", "PurePath"},
       {"pathlib", "PurePosixPath"}}};
  if (!(type->typeFlags & kTypeHeap))
    return false;
  Value cls = jn_obj(const_cast<Type *>(type));
  std::string module = moduleNameOf(cls), name = qualnameOf(cls);
  for (auto &[m, n] : kNames)
    if (module == m && name == n)
      return true;
  return false;
}
bool writeRemade(Encoder &e, Value v) {
  Ref reduced(callMethod(v, JN_NAME("__reduce_ex__"), {jn_int(2)}));
  if (reduced.failed())
    return false;
  Value r = reduced.get();
  if (!isExact(r, &jn_type_tuple) || as<jn_tuple>(r)->size < 2)
    return writeObject(e, v);
  e.tag(Tag::Made);
  return e.value(as<jn_tuple>(r)->items[0]) && e.value(as<jn_tuple>(r)->items[1]);
}

// A builtin function by its name, when that is where Python has it, too.
bool writeNativeFunction(Encoder &e, Value v, bool *done) {
  std::string module = moduleNameOf(v);
  *done = false;
  if (module != "builtins" && module != "math" && module != "operator")
    return true;
  Value m = dictGet(modulesDict(), internStr(module));
  if (m.tag != JN_OBJECT)
    return true;
  std::string name = qualnameOf(v);
  Ref found(getattrOptional(m, internStr(name)));
  clearError();
  if (!isSame(found.get(), v))
    return true;
  *done = true;
  e.global(module, name);
  return true;
}

// Then Python tells at once when it does not hold the object any more.
bool isEndNoticed(Value v) {
  return v.o->flags & JN_FLAG_WEAK || v.o->type == &jn_type_generator ||
         lookupInType(v.o->type, JN_NAME("__del__")).tag != JN_UNBOUND;
}

}  // namespace

// Classes that Python has, too: those of the standard library and of torch, but no exceptions'
// twins. Builtin ones without a name in `builtins` are found in `types`. For source of the program
// these are the classes of what crosses by value alone.
bool findShared(World world, Type *type, std::string *module, std::string *name) {
  Value cls = jn_obj(type);
  *module = moduleNameOf(cls);
  *name = qualnameOf(cls);
  if (type->typeFlags & kTypeHeap && *module != "builtins" &&
      ((*module)[0] == '_' || !isPreludeModule(*module)))
    return false;
  if (*module != "builtins")
    return world == World::Program ? isRemade(type) : module->rfind("torch._C", 0) != 0;
  if (isSame(dictGet(builtinsDict(), internStr(*name)), cls))
    return true;
  Ref types(importModule("types"));
  clearError();
  if (!isInstance(types.get(), &jn_type_module))
    return false;
  int64_t position = 0;
  Value key, v;
  while (dictNext(types.as<jn_module>()->dict, &position, &key, &v))
    if (isSame(v, cls)) {
      *module = "types";
      *name = utf8Of(key);
      return true;
    }
  return false;
}

bool writeClass(Encoder &e, Value v) {
  Type *type = as<Type>(v);
  if (isExceptionClass(v) && writePairedClass(e, type))
    return !hasError();
  std::string module, name;
  if (findShared(e.world, type, &module, &name)) {
    e.global(module, name);
    return true;
  }
  return writeProxyClass(e, type);
}

bool writeObject(Encoder &e, Value v) {
  Type *type = v.o->type;
  if (type == &jn_type_function)
    return writeFunction(e, v);
  if (type == &jn_type_native && e.world == World::Packages) {
    bool done;
    if (!writeNativeFunction(e, v, &done) || done)
      return !hasError();
  }
  if (type == &jn_type_module && e.world == World::Packages) {
    const jn_module_def *def = as<jn_module>(v)->def;
    Value name = dictGetStr(as<jn_module>(v)->dict, JN_NAME("__name__"));
    if (isStr(name) && (!def || isPreludeModule(def->name))) {
      e.tag(Tag::Module);
      e.text(utf8Of(name));
      return true;
    }
  }
  if (isRemade(type))
    return writeRemade(e, v);
  bool known;
  writeNumber(e, v, isEndNoticed(v) ? Shape::Ending : Shape::Instance, &known);
  return known || writeProxyClass(e, type);
}

}  // namespace janus::bridge
