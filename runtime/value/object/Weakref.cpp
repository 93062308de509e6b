// weakref.ref: a side table from objects to their weak references.
#include "value/call/Calls.h"
#include "value/call/Generator.h"
#include "value/call/Modules.h"
#include "value/error/Raise.h"
#include "value/object/Foreign.h"
#include "value/object/Heap.h"
#include "value/object/Types.h"

#include <stddef.h>
#include <unordered_map>
#include <vector>

#include <algorithm>
#include <iterator>

namespace janus {

namespace {

struct WeakrefObject {
  jn_object head;
  Object *target;  // null once it is gone, and of an object of Python
  Value foreign;   // the reference that Python has made to an object of its; else JN_UNBOUND
  Object *link;    // its callback; perhaps null
  Value callback;
  WeakrefObject *next;  // of the same target
  int64_t hash;         // -1 until asked for
  jn_dict *dict;
};
WeakrefObject *weakref(Object *o) {
  return reinterpret_cast<WeakrefObject *>(o);
}

// By the object; those to objects of Python by `foreign`.
std::unordered_map<Object *, WeakrefObject *> table;

Object *keyOf(const WeakrefObject *w) {
  return w->foreign.tag == JN_OBJECT ? w->foreign.o : w->target;
}

void detach(WeakrefObject *w) {
  if (!keyOf(w))
    return;
  auto it = table.find(keyOf(w));
  if (it == table.end())
    return;
  for (WeakrefObject **at = &it->second; *at; at = &(*at)->next) {
    if (*at != w)
      continue;
    *at = w->next;
    break;
  }
  if (!it->second) {
    it->first->flags &= ~JN_FLAG_WEAK;
    table.erase(it);
  }
  w->target = nullptr;
}

// What Python calls when the object of a reference has ended: a reference that has ended before
// hears nothing of it.
struct LinkObject {
  jn_object head;
  WeakrefObject *reference;  // not counted
};
Value linkCall(Value self, const Value *, size_t, Value) {
  auto *w = as<LinkObject>(self)->reference;
  if (!w)
    return jn_none();
  Ref keep = Ref::own(jn_obj(&w->head)), callback = Ref::own(w->callback);
  Value argument = keep.get();
  return jn_call(callback.get(), &argument, 1);
}
Type linkType = {.name = "weakref_callback",
                 .instanceSize = sizeof(LinkObject),
                 .dealloc = freeObject,
                 .call = linkCall,
                 .typeFlags = kTypeNoWeakrefs};

// The same of Python: `module.name(args...)` of its weakref module, owned.
Value askPython(const char *name, const Value *args, size_t count) {
  Ref module(foreignInterface.import("weakref"));
  if (module.failed())
    return jn_error();
  std::vector<Value> all = {module.get()};
  all.insert(all.end(), args, args + count);
  return foreignInterface.callMethod(internStr(name), all.data(), all.size(), jn_unbound());
}

// The one without a callback is shared.
Value sharedReference(Object *key, const Type *cls) {
  auto it = table.find(key);
  if (it != table.end() && cls == &jn_type_weakref)
    for (WeakrefObject *w = it->second; w; w = w->next)
      if (w->callback.tag == JN_NONE && w->head.type == cls)
        return jn_own(jn_obj(&w->head));
  return jn_unbound();
}

void enter(WeakrefObject *w) {
  WeakrefObject *&first = table[keyOf(w)];
  w->next = first;
  first = w;
  keyOf(w)->flags |= JN_FLAG_WEAK;
  // Classes end in collections alone: each of them refers to itself.
  endsRunCode |= w->callback.tag != JN_NONE && !(keyOf(w)->type->typeFlags & kTypeOfTypes);
}

// Only Python knows who else holds an object of its.
Value makeForeign(Type *cls, Value target, Value callback) {
  Value args[2] = {target, jn_none()};
  Ref link;
  if (callback.tag != JN_NONE) {
    if (readyType(&linkType) < 0)
      return jn_error();
    link = Ref(jn_obj(&allocate<LinkObject>(&linkType)->head));
    args[1] = link.get();
  }
  Ref foreign(askPython("ref", args, link.get().tag == JN_OBJECT ? 2 : 1));
  if (foreign.failed())
    return jn_error();
  if (callback.tag == JN_NONE)
    if (Value shared = sharedReference(foreign.get().o, cls); shared.tag == JN_OBJECT)
      return shared;
  foreignInterface.noticeEnd(target);
  auto *w = allocate<WeakrefObject>(cls);
  w->callback = jn_own(callback);
  w->hash = -1;
  w->foreign = foreign.release();
  if (link.get().tag == JN_OBJECT) {
    w->link = link.release().o;
    reinterpret_cast<LinkObject *>(w->link)->reference = w;
  }
  enter(w);
  return jn_obj(&w->head);
}

void weakrefTraverse(Object *o, VisitFn visit, void *context) {
  if (weakref(o)->callback.tag == JN_OBJECT)
    visit(weakref(o)->callback.o, context);
}
void weakrefClear(Object *o) {
  jn_assign(&weakref(o)->callback, jn_none());
}
void weakrefDealloc(Object *o) {
  WeakrefObject *w = weakref(o);
  detach(w);
  weakrefClear(o);
  if (w->link) {
    reinterpret_cast<LinkObject *>(w->link)->reference = nullptr;
    jn_decref(jn_obj(w->link));
  }
  jn_decref(w->foreign);
  freeObject(o);
}

bool mayHaveWeakrefs(Value v) {
  static const Type *const kWith[] = {&jn_type_function,        &jn_type_method, &jn_type_generator,
                                      &jn_type_coroutine,       &jn_type_set,    &jn_type_frozenset,
                                      &jn_type_async_generator, &jn_type_module};
  static const Type *const kWithout[] = {&jn_type_int,  &jn_type_str,  &jn_type_tuple,
                                         &jn_type_list, &jn_type_dict, &jn_type_bytes};
  if (v.tag != JN_OBJECT)
    return false;
  const Type *type = v.o->type;
  if (type->typeFlags & kTypeHeap || isType(v) || std::ranges::find(kWith, type) != std::end(kWith))
    return true;
  return type->typeFlags & kTypeBaseable && !(type->typeFlags & kTypeNoWeakrefs) &&
         std::ranges::find(kWithout, type) == std::end(kWithout);
}

Value weakrefConstruct(Type *cls, const Value *args, size_t count, Value) {
  if (count < 1 || count > 2)
    return raise(jn_exc_TypeError, "ref expected at %s, got %zu",
                 count < 1 ? "least 1 argument" : "most 2 arguments", count);
  Value target = args[0], callback = count > 1 ? args[1] : jn_none();
  if (isForeignObject(target))
    return makeForeign(cls, target, callback);
  if (!mayHaveWeakrefs(target))
    return raise(jn_exc_TypeError, "cannot create weak reference to '%T' object", &target);
  if (callback.tag == JN_NONE)
    if (Value shared = sharedReference(target.o, cls); shared.tag == JN_OBJECT)
      return shared;
  auto *w = allocate<WeakrefObject>(cls);
  w->callback = jn_own(callback);
  w->hash = -1;
  w->foreign = jn_unbound();
  w->target = target.o;
  enter(w);
  return jn_obj(&w->head);
}
int weakrefInit(Value, const Value *, size_t, Value) {
  return 0;
}

// What it refers to, owned; None.
Value targetOf(const WeakrefObject *w) {
  if (w->foreign.tag == JN_OBJECT)
    return jn_call(w->foreign, nullptr, 0);
  return w->target ? jn_own(jn_obj(w->target)) : jn_none();
}
Value weakrefCall(Value self, const Value *, size_t count, Value) {
  if (count)
    return raise(jn_exc_TypeError, "__call__() takes exactly 0 arguments (%zu given)", count);
  return targetOf(as<WeakrefObject>(self));
}
int weakrefHash(Object *o, int64_t *out) {
  auto *w = weakref(o);
  if (w->hash == -1) {
    Ref target(targetOf(w));
    if (target.failed())
      return -1;
    if (target.get().tag == JN_NONE) {
      raise(jn_exc_TypeError, "weak object has gone away");
      return -1;
    }
    if (!hash(target.get(), &w->hash))
      return -1;
  }
  *out = w->hash;
  return 0;
}
Value weakrefCompare(Value a, Value b, CompareOp op) {
  if ((op != CompareOp::Eq && op != CompareOp::Ne) || !isInstance(b, &jn_type_weakref))
    return jn_notimplemented();
  auto *x = as<WeakrefObject>(a), *y = as<WeakrefObject>(b);
  Ref p(targetOf(x)), q(targetOf(y));
  if (p.failed() || q.failed())
    return jn_error();
  if (p.get().tag == JN_NONE || q.get().tag == JN_NONE)
    return jn_bool((x == y) == (op == CompareOp::Eq));
  return compare(p.get(), q.get(), op);
}
Value weakrefRepr(Object *o) {
  auto *w = weakref(o);
  if (w->foreign.tag == JN_OBJECT)
    return repr(w->foreign);
  if (!w->target)
    return makeStr(formatText("<weakref at %p; dead>", static_cast<void *>(o)));
  Value target = jn_obj(w->target);
  return makeStr(formatText("<weakref at %p; to '%T' at %p>", static_cast<void *>(o), &target,
                            static_cast<void *>(w->target)));
}
Value getCallback(Object *o) {
  return jn_own(weakref(o)->callback);
}
const GetSetDef getsets[] = {{"__callback__", getCallback, nullptr}, {nullptr, nullptr, nullptr}};

Value countFn(const Value *args, size_t, Value) {
  if (isForeignObject(args[0]))
    return askPython("getweakrefcount", args, 1);
  int64_t n = 0;
  if (args[0].tag == JN_OBJECT)
    if (auto it = table.find(args[0].o); it != table.end())
      for (WeakrefObject *w = it->second; w; w = w->next)
        ++n;
  return jn_int(n);
}
Value referencesFn(const Value *args, size_t, Value) {
  if (isForeignObject(args[0]))
    return askPython("getweakrefs", args, 1);
  Ref list(jn_obj(newList(0)));
  if (args[0].tag == JN_OBJECT)
    if (auto it = table.find(args[0].o); it != table.end())
      for (WeakrefObject *w = it->second; w; w = w->next)
        if (jn_list_append(list.get(), jn_obj(w)) < 0)
          return jn_error();
  return list.release();
}
const MethodDef functions[] = {
    {"getweakrefcount", countFn, 1, 1}, {"getweakrefs", referencesFn, 1, 1}, {nullptr, nullptr}};

int initModule(jn_module *m) {
  if (readyType(&jn_type_weakref) < 0)
    return -1;
  return addToModule(m, "ref", jn_obj(&jn_type_weakref)) < 0 ||
                 addToModule(m, "ReferenceType", jn_obj(&jn_type_weakref)) < 0
             ? -1
             : 0;
}

}  // namespace

Type jn_type_weakref = {
    .name = "weakref.ReferenceType",
    .instanceSize = sizeof(WeakrefObject),
    .dealloc = weakrefDealloc,
    .traverse = weakrefTraverse,
    .clear = weakrefClear,
    .repr = weakrefRepr,
    .hash = weakrefHash,
    .compare = weakrefCompare,
    .call = weakrefCall,
    .construct = weakrefConstruct,
    .init = weakrefInit,
    .getsets = getsets,
    .typeFlags = kTypeBaseable,
};

void clearWeakrefs(Object *o) {
  auto it = table.find(o);
  o->flags &= ~JN_FLAG_WEAK;
  if (it == table.end())
    return;
  WeakrefObject *w = it->second;
  table.erase(it);
  // All die before the first callback runs.
  std::vector<Value> called;
  while (w) {
    WeakrefObject *next = w->next;
    w->target = nullptr;
    w->next = nullptr;
    if (w->callback.tag != JN_NONE && w->head.refs > 0)
      called.push_back(jn_own(jn_obj(w)));
    w = next;
  }
  if (called.empty())
    return;
  SavedError saved;
  for (Value v : called) {
    Ref callback = Ref::own(as<WeakrefObject>(v)->callback);
    if (Ref(jn_call(callback.get(), &v, 1)).failed())
      writeUnraisable("Exception ignored in: ", callback.get());
    jn_decref(v);
  }
}

const NativeModuleDef weakrefModule = {"_weak_references", initModule, functions};

}  // namespace janus
