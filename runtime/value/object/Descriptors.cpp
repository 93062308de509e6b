// Descriptors: getset and member (native), property, staticmethod, classmethod.
#include "value/object/Descriptors.h"
#include "value/call/Calls.h"
#include "value/call/Overriding.h"
#include "value/error/Raise.h"

#include <stddef.h>

namespace janus {

static const Type *tellingType = nullptr;
void settersTell(const Type *type) {
  tellingType = type;
}

static const Type *renamedType = nullptr;
static const char *renamedText = "";
void nameMembersOf(const Type *type, const char *text) {
  renamedType = type;
  renamedText = text;
}
std::string membersNamedBy(const Type *owner) {
  return owner == renamedType ? renamedText : std::string(typeNameOf(owner));
}

namespace {

std::string nameOf(const Type *t) {
  return std::string(typeNameOf(t));
}
bool onClass(Value instance, const Type *owner) {
  return instance.tag == JN_NONE && owner != &jn_type_none;
}
Value nothing(Object *) {
  return jn_none();
}

bool checkReceiver(const char *name, const Type *owner, Value instance) {
  if (isInstance(instance, owner))
    return true;
  raise(jn_exc_TypeError, "descriptor '%s' for '%s' objects doesn't apply to a '%T' object", name,
        membersNamedBy(owner).c_str(), &instance);
  return false;
}

// ---------------------------------------------------------------- getset

GetsetObject *getset(Object *o) {
  return reinterpret_cast<GetsetObject *>(o);
}

Value getsetGet(Object *self, Value instance, Type *owner) {
  auto *g = getset(self);
  if (onClass(instance, owner))
    return jn_own(jn_obj(self));
  if (!checkReceiver(g->def->name, g->owner, instance))
    return jn_error();
  if (!g->def->get)
    return raise(jn_exc_AttributeError, "attribute '%s' of '%s' objects is not readable",
                 g->def->name, nameOf(g->owner).c_str());
  if (asks(g))
    if (Value answer = overrideInterface.ask(jn_obj(g), &instance, 1, jn_unbound());
        answer.tag != JN_UNBOUND)
      return answer;
  Ref box(boxValue(instance));
  return g->def->get(box.get().o);
}
int getsetSet(Object *self, Value instance, Value v) {
  auto *g = getset(self);
  if (!checkReceiver(g->def->name, g->owner, instance))
    return -1;
  if (!g->def->set) {
    raise(jn_exc_AttributeError, "attribute '%s' of '%s' objects is not writable", g->def->name,
          nameOf(g->owner).c_str());
    return -1;
  }
  if (asks(g)) {
    Value args[] = {instance, v};
    Ref answer(overrideInterface.ask(jn_obj(g), args, 2, jn_unbound()));
    if (answer.get().tag != JN_UNBOUND)
      return answer.failed() ? -1 : 0;
  }
  if (instance.tag == JN_OBJECT && JN_UNLIKELY(instance.o->flags & JN_FLAG_WATCHED) &&
      g->owner != tellingType)
    jn_watch_hit(instance.o);
  Ref box(boxValue(instance));
  return g->def->set(box.get().o, v);
}
Value getsetRepr(Object *o) {
  return makeStr("<attribute '" + std::string(getset(o)->def->name) + "' of '" +
                 membersNamedBy(getset(o)->owner) + "' objects>");
}
Value getsetName(Object *o) {
  return internStr(getset(o)->def->name);
}
Value getsetOwner(Object *o) {
  return jn_own(jn_obj(getset(o)->owner));
}
void getsetTraverse(Object *o, VisitFn visit, void *context) {
  visit(&getset(o)->owner->head, context);
}
void getsetDealloc(Object *o) {
  jn_decref(jn_obj(getset(o)->owner));
  freeObject(o);
}
const GetSetDef getsetGetsets[] = {{"__name__", getsetName, nullptr},
                                   {"__objclass__", getsetOwner, nullptr},
                                   {"__doc__", nothing, nullptr},
                                   {nullptr, nullptr, nullptr}};

// ---------------------------------------------------------------- __slots__ members

MemberObject *member(Object *o) {
  return reinterpret_cast<MemberObject *>(o);
}
Value *memberSlot(MemberObject *m, Value instance) {
  return reinterpret_cast<Value *>(reinterpret_cast<char *>(instance.o) + m->offset);
}
Value memberGet(Object *self, Value instance, Type *owner) {
  auto *m = member(self);
  if (onClass(instance, owner))
    return jn_own(jn_obj(self));
  if (!checkReceiver(std::string(utf8Of(m->name)).c_str(), m->owner, instance))
    return jn_error();
  Value v = *memberSlot(m, instance);
  return v.tag < JN_NONE ? raiseAttributeError(instance, m->name) : jn_own(v);
}
int memberSet(Object *self, Value instance, Value v) {
  auto *m = member(self);
  if (!checkReceiver(std::string(utf8Of(m->name)).c_str(), m->owner, instance))
    return -1;
  Value *slot = memberSlot(m, instance);
  if (v.tag == JN_UNBOUND && slot->tag < JN_NONE) {
    raise(jn_exc_AttributeError, "%S", &m->name);
    return -1;
  }
  if (JN_UNLIKELY(instance.o->flags & JN_FLAG_WATCHED))
    jn_watch_hit(instance.o);
  jn_assign(slot, jn_own(v));
  return 0;
}
Value memberRepr(Object *o) {
  return makeStr("<member '" + std::string(utf8Of(member(o)->name)) + "' of '" +
                 nameOf(member(o)->owner) + "' objects>");
}
Value memberName(Object *o) {
  return jn_own(member(o)->name);
}
Value memberOwner(Object *o) {
  return jn_own(jn_obj(member(o)->owner));
}
void memberTraverse(Object *o, VisitFn visit, void *context) {
  visit(&member(o)->owner->head, context);
}
void memberDealloc(Object *o) {
  jn_decref(member(o)->name);
  jn_decref(jn_obj(member(o)->owner));
  freeObject(o);
}
const GetSetDef memberGetsets[] = {{"__name__", memberName, nullptr},
                                   {"__objclass__", memberOwner, nullptr},
                                   {"__doc__", nothing, nullptr},
                                   {nullptr, nullptr, nullptr}};

// ---------------------------------------------------------------- property

PropertyObject *property(Object *o) {
  return reinterpret_cast<PropertyObject *>(o);
}

Value propertyConstruct(Type *cls, const Value *, size_t, Value) {
  auto *p = allocate<PropertyObject>(cls);
  p->get = p->set = p->remove = p->doc = jn_none();
  p->name = jn_unbound();
  return jn_obj(p);
}
int propertyInit(Value self, const Value *args, size_t count, Value kwnames) {
  Value out[4];
  if (!parseArgs("property", {"fget", "fset", "fdel", "doc"}, 0, 4, args, count, kwnames, out))
    return -1;
  auto *p = as<PropertyObject>(self);
  auto take = [](Value *slot, Value v) {
    jn_assign(slot, v.tag == JN_UNBOUND ? jn_none() : jn_own(v));
  };
  take(&p->get, out[0]);
  take(&p->set, out[1]);
  take(&p->remove, out[2]);
  take(&p->doc, out[3]);
  p->docOfGetter = false;
  if (p->doc.tag == JN_NONE && p->get.tag == JN_OBJECT) {
    Value doc = getattrOptional(p->get, JN_NAME("__doc__"));
    if (doc.tag == JN_ERROR)
      return -1;
    p->docOfGetter = doc.tag != JN_UNBOUND && doc.tag != JN_NONE;
    jn_assign(&p->doc, doc.tag == JN_UNBOUND ? jn_none() : doc);
  }
  // The class of a subclass hides the getset `__doc__`: its instances have the text themselves.
  if (p->head.type != &jn_type_property && p->doc.tag != JN_NONE)
    return setattr(self, JN_NAME("__doc__"), p->doc);
  return 0;
}
// "property 'x' of 'C' object has no setter"
Value raiseNoAccessor(Object *self, Value instance, const char *what) {
  auto *p = property(self);
  Value name = p->name;
  const Type *type = typeOf(instance);
  Ref owner(type->qualname.tag == JN_OBJECT ? jn_own(type->qualname) : makeStr(typeNameOf(type)));
  Value ownerName = owner.get();
  if (name.tag == JN_OBJECT)
    return raise(jn_exc_AttributeError, "property %R of %R object has no %s", &name, &ownerName,
                 what);
  return raise(jn_exc_AttributeError, "property of %R object has no %s", &ownerName, what);
}
Value propertyGet(Object *self, Value instance, Type *owner) {
  if (onClass(instance, owner))
    return jn_own(jn_obj(self));
  auto *p = property(self);
  if (p->get.tag == JN_NONE)
    return raiseNoAccessor(self, instance, "getter");
  Ref getter = Ref::own(p->get);
  return jn_call(getter.get(), &instance, 1);
}
int propertySet(Object *self, Value instance, Value v) {
  auto *p = property(self);
  Ref keep = Ref::own(v.tag == JN_UNBOUND ? p->remove : p->set);
  Value f = keep.get();
  if (f.tag == JN_NONE) {
    raiseNoAccessor(self, instance, v.tag == JN_UNBOUND ? "deleter" : "setter");
    return -1;
  }
  Value args[] = {instance, v};
  Ref done(jn_call(f, args, v.tag == JN_UNBOUND ? 1 : 2));
  return done.failed() ? -1 : 0;
}
void propertyTraverse(Object *o, VisitFn visit, void *context) {
  auto *p = property(o);
  for (Value v : {p->get, p->set, p->remove, p->doc})
    if (v.tag == JN_OBJECT)
      visit(v.o, context);
}
void propertyClear(Object *o) {
  auto *p = property(o);
  for (Value *slot : {&p->get, &p->set, &p->remove, &p->doc, &p->name})
    jn_assign(slot, jn_none());
}
void propertyDealloc(Object *o) {
  propertyClear(o);
  freeObject(o);
}
Value propertyCopy(Value self, Value get, Value set, Value remove) {
  auto *p = as<PropertyObject>(self);
  auto pick = [](Value given, Value old) { return given.tag == JN_UNBOUND ? old : given; };
  Value doc = p->docOfGetter && pick(get, p->get).tag != JN_NONE ? jn_none() : p->doc;
  Value args[] = {pick(get, p->get), pick(set, p->set), pick(remove, p->remove), doc};
  Value copy = jn_call(jn_obj(p->head.type), args, 4);
  if (copy.tag == JN_OBJECT && isInstance(copy, &jn_type_property))
    jn_assign(&as<PropertyObject>(copy)->name, jn_own(p->name));
  return copy;
}
Value propertyGetter(const Value *args, size_t, Value) {
  return propertyCopy(args[0], args[1], jn_unbound(), jn_unbound());
}
Value propertySetter(const Value *args, size_t, Value) {
  return propertyCopy(args[0], jn_unbound(), args[1], jn_unbound());
}
Value propertyDeleter(const Value *args, size_t, Value) {
  return propertyCopy(args[0], jn_unbound(), jn_unbound(), args[1]);
}
Value propertySetName(const Value *args, size_t, Value) {
  jn_assign(&as<PropertyObject>(args[0])->name, jn_own(args[2]));
  return jn_none();
}
const MethodDef propertyMethods[] = {{"getter", propertyGetter, 2, 2},
                                     {"setter", propertySetter, 2, 2},
                                     {"deleter", propertyDeleter, 2, 2},
                                     {"__set_name__", propertySetName, 3, 3},
                                     {nullptr, nullptr}};
Value propertyFget(Object *o) {
  return jn_own(property(o)->get);
}
Value propertyFset(Object *o) {
  return jn_own(property(o)->set);
}
Value propertyFdel(Object *o) {
  return jn_own(property(o)->remove);
}
Value propertyDoc(Object *o) {
  return jn_own(property(o)->doc);
}
int propertySetDoc(Object *o, Value v) {
  jn_assign(&property(o)->doc, v.tag == JN_UNBOUND ? jn_none() : jn_own(v));
  return 0;
}
Value propertyAbstract(Object *o) {
  for (Value f : {property(o)->get, property(o)->set, property(o)->remove}) {
    if (f.tag != JN_OBJECT)
      continue;
    Ref mark(getattrOptional(f, JN_NAME("__isabstractmethod__")));
    if (mark.failed())
      return jn_error();
    int truth = mark.get().tag == JN_UNBOUND ? 0 : jn_truth(mark.get());
    if (truth)
      return truth < 0 ? jn_error() : jn_bool(true);
  }
  return jn_bool(false);
}
const GetSetDef propertyGetsets[] = {{"fget", propertyFget, nullptr},
                                     {"fset", propertyFset, nullptr},
                                     {"fdel", propertyFdel, nullptr},
                                     {"__doc__", propertyDoc, propertySetDoc},
                                     {"__isabstractmethod__", propertyAbstract, nullptr},
                                     {nullptr, nullptr, nullptr}};

// ---------------------------------------------------------------- staticmethod, classmethod

WrapperObject *wrapper(Object *o) {
  return reinterpret_cast<WrapperObject *>(o);
}

Value wrapperConstruct(Type *cls, const Value *, size_t, Value) {
  auto *w = allocate<WrapperObject>(cls);
  w->function = jn_none();
  return jn_obj(w);
}
int wrapperInit(Value self, const Value *args, size_t count, Value kwnames) {
  const char *name = isInstance(self, &jn_type_staticmethod) ? "staticmethod" : "classmethod";
  if (keywordsIn(kwnames)) {
    raise(jn_exc_TypeError, "%s() takes no keyword arguments", name);
    return -1;
  }
  if (count != 1) {
    raise(jn_exc_TypeError, "%s expected 1 argument, got %zu", name, count);
    return -1;
  }
  auto *w = as<WrapperObject>(self);
  jn_assign(&w->function, jn_own(args[0]));
  // What functools.wraps copies is visible on the wrapper as well.
  if (args[0].tag == JN_OBJECT && args[0].o->type != &jn_type_function)
    return 0;
  return 0;
}
void wrapperTraverse(Object *o, VisitFn visit, void *context) {
  if (wrapper(o)->function.tag == JN_OBJECT)
    visit(wrapper(o)->function.o, context);
  visit(reinterpret_cast<Object *>(wrapper(o)->dict), context);
}
void wrapperClear(Object *o) {
  jn_assign(&wrapper(o)->function, jn_none());
  if (jn_dict *d = wrapper(o)->dict) {
    wrapper(o)->dict = nullptr;
    jn_decref(jn_obj(d));
  }
}
void wrapperDealloc(Object *o) {
  wrapperClear(o);
  freeObject(o);
}
Value wrapperFunction(Object *o) {
  return jn_own(wrapper(o)->function);
}
template <int Name>
Value wrapperForward(Object *o) {
  static const char *names[] = {"__name__",   "__qualname__",    "__doc__",
                                "__module__", "__annotations__", "__isabstractmethod__"};
  if (Name == 5) {
    Value v = getattrOptional(wrapper(o)->function, internStr(names[Name]));
    return v.tag == JN_UNBOUND ? jn_bool(false) : v;
  }
  return getattr(wrapper(o)->function, internStr(names[Name]));
}
const GetSetDef wrapperGetsets[] = {{"__func__", wrapperFunction, nullptr},
                                    {"__wrapped__", wrapperFunction, nullptr},
                                    {"__name__", wrapperForward<0>, nullptr},
                                    {"__qualname__", wrapperForward<1>, nullptr},
                                    {"__doc__", wrapperForward<2>, nullptr},
                                    {"__module__", wrapperForward<3>, nullptr},
                                    {"__annotations__", wrapperForward<4>, nullptr},
                                    {"__isabstractmethod__", wrapperForward<5>, nullptr},
                                    {nullptr, nullptr, nullptr}};
Value staticmethodGet(Object *self, Value, Type *) {
  return jn_own(wrapper(self)->function);
}
Value staticmethodCall(Value self, const Value *args, size_t count, Value kwnames) {
  return callAny(as<WrapperObject>(self)->function, args, count, kwnames);
}
Value classmethodGet(Object *self, Value, Type *owner) {
  Value f = wrapper(self)->function;
  if (f.tag == JN_OBJECT && f.o->type == &jn_type_function)
    return newMethod(f, jn_obj(owner));
  if (f.tag == JN_OBJECT && f.o->type->descrGet)
    return f.o->type->descrGet(f.o, jn_obj(owner), owner);
  return newMethod(f, jn_obj(owner));
}
Value wrapperRepr(Object *o) {
  return makeStr(formatText("<%s(%R)>", nameOf(o->type).c_str(), &wrapper(o)->function));
}

}  // namespace

Type jn_type_getset = {.name = "getset_descriptor",
                       .dealloc = getsetDealloc,
                       .traverse = getsetTraverse,
                       .repr = getsetRepr,
                       .descrGet = getsetGet,
                       .descrSet = getsetSet,
                       .getsets = getsetGetsets};
Type jn_type_member = {.name = "member_descriptor",
                       .dealloc = memberDealloc,
                       .traverse = memberTraverse,
                       .repr = memberRepr,
                       .descrGet = memberGet,
                       .descrSet = memberSet,
                       .getsets = memberGetsets};

Value newGetset(Type *owner, const GetSetDef *def) {
  auto *g = allocate<GetsetObject>(&jn_type_getset);
  g->owner = as<Type>(jn_own(jn_obj(owner)));
  g->def = def;
  return jn_obj(g);
}
Value *slotOf(Object *o, std::string_view name) {
  if (!(o->type->typeFlags & kTypeHeap))
    return nullptr;
  Value found = lookupInType(o->type, internStr(name));
  return isExact(found, &jn_type_member) ? memberSlot(member(found.o), jn_obj(o)) : nullptr;
}

Value newMemberDescriptor(Type *owner, Value name, int32_t offset) {
  auto *m = allocate<MemberObject>(&jn_type_member);
  m->owner = as<Type>(jn_own(jn_obj(owner)));
  m->name = jn_own(name);
  m->offset = offset;
  return jn_obj(m);
}
Value newStaticmethod(Value function) {
  auto *w = allocate<WrapperObject>(&jn_type_staticmethod);
  w->function = jn_own(function);
  return jn_obj(w);
}
Value newClassmethod(Value function) {
  auto *w = allocate<WrapperObject>(&jn_type_classmethod);
  w->function = jn_own(function);
  return jn_obj(w);
}
Value staticmethodFunction(Value v) {
  return as<WrapperObject>(v)->function;
}

int initDescriptorTypes() {
  return readyType(&jn_type_getset) < 0 || readyType(&jn_type_member) < 0 ||
                 addBuiltinType(&jn_type_property) < 0 ||
                 addBuiltinType(&jn_type_staticmethod) < 0 ||
                 addBuiltinType(&jn_type_classmethod) < 0
             ? -1
             : 0;
}

Type jn_type_property = {
    .name = "property",
    .instanceSize = sizeof(PropertyObject),
    .dealloc = propertyDealloc,
    .traverse = propertyTraverse,
    .clear = propertyClear,
    .descrGet = propertyGet,
    .descrSet = propertySet,
    .construct = propertyConstruct,
    .init = propertyInit,
    .methods = propertyMethods,
    .getsets = propertyGetsets,
    .typeFlags = kTypeBaseable,
};
Type jn_type_staticmethod = {
    .dictOffset = offsetof(WrapperObject, dict),
    .name = "staticmethod",
    .instanceSize = sizeof(WrapperObject),
    .dealloc = wrapperDealloc,
    .traverse = wrapperTraverse,
    .clear = wrapperClear,
    .repr = wrapperRepr,
    .call = staticmethodCall,
    .descrGet = staticmethodGet,
    .construct = wrapperConstruct,
    .init = wrapperInit,
    .getsets = wrapperGetsets,
    .typeFlags = kTypeBaseable,
};
Type jn_type_classmethod = {
    .dictOffset = offsetof(WrapperObject, dict),
    .name = "classmethod",
    .instanceSize = sizeof(WrapperObject),
    .dealloc = wrapperDealloc,
    .traverse = wrapperTraverse,
    .clear = wrapperClear,
    .repr = wrapperRepr,
    .descrGet = classmethodGet,
    .construct = wrapperConstruct,
    .init = wrapperInit,
    .getsets = wrapperGetsets,
    .typeFlags = kTypeBaseable,
};

}  // namespace janus
