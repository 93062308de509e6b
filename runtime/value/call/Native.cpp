// Functions written in C++: free, bound, and as descriptors in the dicts of native types.
#include "value/call/Calls.h"
#include "value/call/Overriding.h"
#include "value/error/Raise.h"
#include "value/object/Descriptors.h"
#include "value/object/Types.h"

#include "janus/fast_paths.h"

#include <stddef.h>
#include <string.h>

namespace janus {

// What generated code knows of functions of the runtime.
static_assert(offsetof(NativeObject, def) == offsetof(jn_native_front, def) &&
              offsetof(NativeObject, self) == offsetof(jn_native_front, self) &&
              offsetof(MethodDef, fn) == offsetof(jn_native_def, fn) &&
              offsetof(MethodDef, min) == offsetof(jn_native_def, min) &&
              offsetof(MethodDef, max) == offsetof(jn_native_def, max));

namespace {

NativeObject *native(Object *o) {
  return reinterpret_cast<NativeObject *>(o);
}

std::string qualified(const NativeObject *f) {
  if (f->self.tag == JN_OBJECT && isType(f->self) && f->def != &newWrapperDef)
    return std::string(typeNameOf(as<Type>(f->self))) + "." + f->def->name;
  if (f->owner && f->self.tag != JN_UNBOUND)
    return std::string(typeNameOf(typeOf(f->self))) + "." + f->def->name;
  if (f->owner && f->def != &newWrapperDef) {
    std::string owner = membersNamedBy(f->owner);
    return owner.substr(owner.rfind('.') + 1) + "." + f->def->name;
  }
  return f->def->name;
}

// `skip`: 1 when the count includes a receiver that Python does not count.
Value raiseCount(const NativeObject *f, size_t count, size_t skip) {
  const MethodDef *d = f->def;
  size_t given = count - skip;
  int64_t min = d->min - static_cast<int64_t>(skip), max = d->max - static_cast<int64_t>(skip);
  std::string name = qualified(f);
  if (min == max && min <= 1)
    return raise(jn_exc_TypeError, "%s() takes %s (%zu given)", name.c_str(),
                 min == 0 ? "no arguments" : "exactly one argument", given);
  bool few = static_cast<int64_t>(given) < min;
  int64_t bound = few ? min : max;
  if (d->keywords)
    return raise(jn_exc_TypeError, "%s() takes %s %ld argument%s (%zu given)", d->name,
                 min == max ? "exactly"
                 : few      ? "at least"
                            : "at most",
                 static_cast<long>(bound), bound == 1 ? "" : "s", given);
  return raise(jn_exc_TypeError, "%s expected %s%ld argument%s, got %zu", d->name,
               min == max ? ""
               : few      ? "at least "
                          : "at most ",
               static_cast<long>(bound), bound == 1 ? "" : "s", given);
}

inline Value checkedCall(NativeObject *f, const Value *args, size_t count, Value kwnames,
                         size_t skip) {
  const MethodDef *d = f->def;
  size_t positional = count;
  if (JN_UNLIKELY(kwnames.tag == JN_OBJECT)) {
    size_t keywords = keywordsIn(kwnames);
    if (keywords && !d->keywords)
      return raise(jn_exc_TypeError, "%s() takes no keyword arguments", qualified(f).c_str());
    positional -= keywords;
  }
  if (JN_UNLIKELY(
          (d->max >= 0 && positional > static_cast<size_t>(d->max)) ||
          (positional < static_cast<size_t>(d->min) && (!d->keywords || kwnames.tag != JN_OBJECT))))
    return raiseCount(f, positional, skip);
  if (asks(f))
    if (Value answer = overrideInterface.ask(jn_obj(f), args, count, kwnames);
        answer.tag != JN_UNBOUND)
      return answer;
  return d->fn(args, count, kwnames);
}

// `T.__new__(cls, ...)`: NativeObject::owner is T.
Value newWrapper(NativeObject *f, const Value *args, size_t count, Value kwnames) {
  std::string name(typeNameOf(f->owner));
  if (count == keywordsIn(kwnames))
    return raise(jn_exc_TypeError, "%s.__new__(): not enough arguments", name.c_str());
  if (!isType(args[0]))
    return raise(jn_exc_TypeError, "%s.__new__(X): X is not a type object (%T)", name.c_str(),
                 &args[0]);
  Type *cls = as<Type>(args[0]);
  std::string given(typeNameOf(cls));
  if (!isSubtype(cls, f->owner))
    return raise(jn_exc_TypeError, "%s.__new__(%s): %s is not a subtype of %s", name.c_str(),
                 given.c_str(), given.c_str(), name.c_str());
  const Type *solid = cls;
  while (solid->typeFlags & kTypeHeap)
    solid = solid->base;
  if (solid->construct != f->owner->construct && solid != f->owner)
    return raise(jn_exc_TypeError, "%s.__new__(%s) is not safe, use %s.__new__()", name.c_str(),
                 given.c_str(), std::string(typeNameOf(solid)).c_str());
  return f->owner->construct(cls, args + 1, count - 1, kwnames);
}

Value unreachable(const Value *, size_t, Value) {
  return jn_none();
}

// ---------------------------------------------------------------- the types

Value nativeCall(Value self, const Value *args, size_t count, Value kwnames) {
  return callNative(as<NativeObject>(self), args, count, kwnames);
}
Value descriptorCall(Value self, const Value *args, size_t count, Value kwnames) {
  return callNativeDescriptor(as<NativeObject>(self), args, count, kwnames);
}
void nativeDealloc(Object *o) {
  jn_decref(native(o)->self);
  jn_decref(native(o)->module);
  freeObject(o);
}
void nativeTraverse(Object *o, VisitFn visit, void *context) {
  if (native(o)->self.tag == JN_OBJECT)
    visit(native(o)->self.o, context);
}
void nativeClear(Object *o) {
  jn_assign(&native(o)->self, jn_unbound());
}

Value descriptorGet(Object *self, Value instance, Type *owner) {
  auto *f = native(self);
  if (instance.tag == JN_NONE && owner != &jn_type_none)
    return jn_own(jn_obj(self));
  if (!isInstance(instance, f->owner))
    return raise(jn_exc_TypeError,
                 "descriptor '%s' for '%s' objects doesn't apply to a '%T' object", f->def->name,
                 membersNamedBy(f->owner).c_str(), &instance);
  Value bound = newNative(&jn_type_native, f->def, instance, jn_unbound(), f->owner);
  bound.o->flags |= f->head.flags & kObjectAsks;
  return bound;
}
Value classDescriptorGet(Object *self, Value, Type *owner) {
  auto *f = native(self);
  return newNative(&jn_type_native, f->def, jn_obj(owner), jn_unbound(), f->owner);
}
Value classDescriptorCall(Value self, const Value *args, size_t count, Value kwnames) {
  auto *f = as<NativeObject>(self);
  if (count == 0 || !isType(args[0]))
    return raise(jn_exc_TypeError, "descriptor '%s' requires a type", f->def->name);
  return checkedCall(f, args, count, kwnames, 1);
}

Value getName(Object *o) {
  return internStr(native(o)->def->name);
}
Value getQualname(Object *o) {
  return makeStr(qualified(native(o)));
}
Value getDoc(Object *o) {
  return native(o)->def->doc ? makeStr(native(o)->def->doc) : jn_none();
}
Value getSelf(Object *o) {
  Value v = native(o)->self;
  return v.tag == JN_UNBOUND ? jn_none() : jn_own(v);
}
Value getModule(Object *o) {
  auto *f = native(o);
  if (f->module.tag == JN_OBJECT)
    return jn_own(f->module);
  return f->owner ? jn_none() : JN_NAME("builtins");
}
Value getOwner(Object *o) {
  return native(o)->owner ? jn_own(jn_obj(native(o)->owner)) : jn_none();
}
Value getTextSignature(Object *) {
  return jn_none();
}
const GetSetDef nativeGetsets[] = {
    {"__name__", getName, nullptr},     {"__qualname__", getQualname, nullptr},
    {"__doc__", getDoc, nullptr},       {"__self__", getSelf, nullptr},
    {"__module__", getModule, nullptr}, {"__text_signature__", getTextSignature, nullptr},
    {nullptr, nullptr, nullptr}};
const GetSetDef descriptorGetsets[] = {{"__name__", getName, nullptr},
                                       {"__qualname__", getQualname, nullptr},
                                       {"__doc__", getDoc, nullptr},
                                       {"__objclass__", getOwner, nullptr},
                                       {"__text_signature__", getTextSignature, nullptr},
                                       {nullptr, nullptr, nullptr}};

Value nativeRepr(Object *o) {
  auto *f = native(o);
  if (f->self.tag == JN_UNBOUND || isInstance(f->self, &jn_type_module))
    return makeStr("<built-in function " + std::string(f->def->name) + ">");
  char address[32];
  snprintf(address, sizeof address, "%p",
           static_cast<void *>(f->self.tag == JN_OBJECT ? f->self.o : nullptr));
  return makeStr("<built-in method " + std::string(f->def->name) + " of " + typeName(f->self) +
                 " object at " + address + ">");
}
Value descriptorRepr(Object *o) {
  return makeStr("<method '" + std::string(native(o)->def->name) + "' of '" +
                 membersNamedBy(native(o)->owner) + "' objects>");
}
Value nativeCompare(Value a, Value b, CompareOp op) {
  if ((op != CompareOp::Eq && op != CompareOp::Ne) || !isExact(b, &jn_type_native))
    return jn_notimplemented();
  auto *x = as<NativeObject>(a), *y = as<NativeObject>(b);
  bool same = x->def == y->def && x->self.tag == y->self.tag &&
              (x->self.tag == JN_UNBOUND || x->self.i == y->self.i);
  return jn_bool(same == (op == CompareOp::Eq));
}
int nativeHash(Object *o, int64_t *out) {
  auto *f = native(o);
  uint64_t h = reinterpret_cast<uint64_t>(f->def) * 31 +
               (f->self.tag == JN_OBJECT ? reinterpret_cast<uint64_t>(f->self.o) : 0);
  *out = static_cast<int64_t>(h >> 4);
  return 0;
}

}  // namespace

const MethodDef newWrapperDef = {"__new__", unreachable, 1, -1, true};

Type jn_type_method_descriptor = {
    .name = "method_descriptor",
    .instanceSize = sizeof(NativeObject),
    .dealloc = nativeDealloc,
    .repr = descriptorRepr,
    .call = descriptorCall,
    .descrGet = descriptorGet,
    .getsets = descriptorGetsets,
};
Type jn_type_classmethod_descriptor = {
    .name = "classmethod_descriptor",
    .instanceSize = sizeof(NativeObject),
    .dealloc = nativeDealloc,
    .repr = descriptorRepr,
    .call = classDescriptorCall,
    .descrGet = classDescriptorGet,
    .getsets = descriptorGetsets,
};

Value newNative(Type *type, const MethodDef *def, Value self, Value module, Type *owner) {
  auto *f = allocate<NativeObject>(type);
  f->def = def;
  f->self = jn_own(self);
  f->module = jn_own(module);
  f->owner = owner;
  return jn_obj(f);
}

Value makeNative(const MethodDef *def, Value module) {
  Value name = module;
  if (isInstance(module, &jn_type_module))
    name = dictGetStr(as<jn_module>(module)->dict, JN_NAME("__name__"));
  return newNative(&jn_type_native, def, jn_unbound(), name, nullptr);
}

Value callNative(NativeObject *f, const Value *args, size_t count, Value kwnames) {
  if (f->self.tag == JN_UNBOUND)
    return checkedCall(f, args, count, kwnames, 0);
  if (f->def == &newWrapperDef)
    return newWrapper(f, args, count, kwnames);
  Value few[16];
  if (JN_LIKELY(count < 16)) {
    few[0] = f->self;
    if (count)
      memcpy(few + 1, args, count * sizeof(Value));
    return checkedCall(f, few, count + 1, kwnames, 1);
  }
  std::string copy((count + 1) * sizeof(Value), '\0');
  auto *all = reinterpret_cast<Value *>(copy.data());
  all[0] = f->self;
  memcpy(all + 1, args, count * sizeof(Value));
  return checkedCall(f, all, count + 1, kwnames, 1);
}

Value callNativeDescriptor(NativeObject *f, const Value *args, size_t count, Value kwnames) {
  if (JN_UNLIKELY(count == keywordsIn(kwnames)))
    return raise(jn_exc_TypeError, "unbound method %s() needs an argument", qualified(f).c_str());
  if (JN_UNLIKELY(typeOf(args[0]) != f->owner && !isInstance(args[0], f->owner)))
    return raise(jn_exc_TypeError,
                 "descriptor '%s' for '%s' objects doesn't apply to a '%T' object", f->def->name,
                 membersNamedBy(f->owner).c_str(), &args[0]);
  return checkedCall(f, args, count, kwnames, 1);
}

bool parseArgs(const char *fname, std::initializer_list<const char *> names, int required,
               int positionalMax, const Value *args, size_t count, Value kwnames, Value *out) {
  size_t keywords = keywordsIn(kwnames), positional = count - keywords, total = names.size();
  if (JN_UNLIKELY(count > total || positional > static_cast<size_t>(positionalMax))) {
    bool byPosition = positional > static_cast<size_t>(positionalMax);
    size_t limit = byPosition ? static_cast<size_t>(positionalMax) : total,
           given = byPosition ? positional : count;
    if (limit == 0 && byPosition)
      raise(jn_exc_TypeError, "%s() takes no positional arguments", fname);
    else
      raise(jn_exc_TypeError, "%s() takes %s %zu %sargument%s (%zu given)", fname,
            required == static_cast<int>(limit) ? "exactly" : "at most", limit,
            byPosition && total > limit ? "positional "
            : keywords && !positional   ? "keyword "
                                        : "",
            limit == 1 ? "" : "s", given);
    return false;
  }
  for (size_t i = 0; i < total; ++i)
    out[i] = i < positional ? args[i] : jn_unbound();
  for (size_t k = 0; k < keywords; ++k) {
    Value keyword = as<jn_tuple>(kwnames)->items[k];
    std::string_view text = utf8Of(keyword);
    size_t at = 0;
    for (const char *name : names) {
      if (text == name && *name)
        break;
      ++at;
    }
    if (at == total) {
      raise(jn_exc_TypeError, "'%S' is an invalid keyword argument for %s()", &keyword, fname);
      return false;
    }
    if (out[at].tag != JN_UNBOUND) {
      raise(jn_exc_TypeError, "argument for %s() given by name ('%S') and position (%zu)", fname,
            &keyword, at + 1);
      return false;
    }
    out[at] = args[positional + k];
  }
  for (size_t i = positional; i < static_cast<size_t>(required); ++i) {
    if (out[i].tag != JN_UNBOUND)
      continue;
    const char *name = names.begin()[i];
    if (*name)
      raise(jn_exc_TypeError, "%s() missing required argument '%s' (pos %zu)", fname, name, i + 1);
    else
      raise(jn_exc_TypeError, "%s() takes at least %d positional argument%s (%zu given)", fname,
            required, required == 1 ? "" : "s", positional);
    return false;
  }
  return true;
}

int initNativeTypes() {
  Type *types[] = {&jn_type_native, &jn_type_method_descriptor, &jn_type_classmethod_descriptor};
  for (Type *t : types)
    if (readyType(t) < 0)
      return -1;
  return 0;
}

Type jn_type_native = {
    .name = "builtin_function_or_method",
    .instanceSize = sizeof(NativeObject),
    .dealloc = nativeDealloc,
    .traverse = nativeTraverse,
    .clear = nativeClear,
    .repr = nativeRepr,
    .hash = nativeHash,
    .compare = nativeCompare,
    .call = nativeCall,
    .getsets = nativeGetsets,
};

}  // namespace janus
