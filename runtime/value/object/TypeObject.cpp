// The class `type`: calling a class, attributes of classes, `type(...)`.
#include "value/call/Calls.h"
#include "value/call/Overriding.h"
#include "value/error/Raise.h"
#include "value/object/ClassBases.h"
#include "value/object/Descriptors.h"
#include "value/object/Foreign.h"
#include "value/object/OpenTypes.h"
#include "value/object/SlotTrampolines.h"
#include "value/object/Types.h"

#include <algorithm>
#include <vector>

namespace janus {

std::string_view typeNameOf(const Type *type) {
  return type->nameValue.tag == JN_OBJECT ? utf8Of(type->nameValue) : std::string_view(type->name);
}
std::string typeName(Value v) {
  return isForeignObject(v) ? foreignInterface.typeName(v) : std::string(typeNameOf(classOf(v)));
}

namespace {

std::string nameOf(const Type *t) {
  return std::string(typeNameOf(t));
}
Type *typeAt(Object *o) {
  return reinterpret_cast<Type *>(o);
}

// "collections.deque" names a native type of another module than builtins.
std::string_view lastPart(std::string_view dotted) {
  size_t dot = dotted.rfind('.');
  return dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
}

// ---------------------------------------------------------------- attributes of classes

Value metaLookup(Type *type, Value name) {
  return lookupInType(type->head.type, name);
}

}  // namespace

Value typeLookup(Value cls, Value name) {
  Type *type = as<Type>(cls);
  Value meta = metaLookup(type, name);
  Type *kind = meta.tag == JN_OBJECT ? meta.o->type : nullptr;
  if (kind && kind->descrSet && kind->descrGet)
    return kind->descrGet(meta.o, cls, type->head.type);
  Value attribute = lookupInType(type, name);
  if (attribute.tag != JN_UNBOUND) {
    if (attribute.tag == JN_OBJECT && attribute.o->type->descrGet)
      return attribute.o->type->descrGet(attribute.o, jn_none(), type);
    return jn_own(attribute);
  }
  if (kind && kind->descrGet)
    return kind->descrGet(meta.o, cls, type->head.type);
  return jn_own(meta);
}

Value typeGetattr(Value cls, Value name) {
  Value v = typeLookup(cls, name);
  return v.tag == JN_UNBOUND ? raiseAttributeError(cls, name) : v;
}

namespace {
std::vector<const Type *> openTypes;
}

void openType(Type *type) {
  openTypes.push_back(type);
}
bool nativeAttributesReplaced;
bool isOpenType(const Type *type) {
  return std::find(openTypes.begin(), openTypes.end(), type) != openTypes.end();
}

int typeSetattr(Value cls, Value name, Value v) {
  Type *type = as<Type>(cls);
  if (!(type->typeFlags & kTypeHeap) && !isOpenType(type)) {
    raise(jn_exc_TypeError, "cannot set %R attribute of immutable type '%s'", &name,
          nameOf(type).c_str());
    return -1;
  }
  Value meta = metaLookup(type, name);
  if (meta.tag == JN_OBJECT && meta.o->type->descrSet)
    return meta.o->type->descrSet(meta.o, cls, v);
  if (!(name.o->flags & JN_FLAG_IMMORTAL))
    name = internStr(utf8Of(name));
  // What the program has added is its own to replace: functions with a definition in Python.
  Value had = lookupInType(type, name);
  if (!(type->typeFlags & kTypeHeap) && had.tag != JN_UNBOUND &&
      !isInstance(had, &jn_type_function))
    nativeAttributesReplaced = true;
  if (v.tag == JN_UNBOUND) {
    int deleted = dictDelete(type->dict, name);
    if (deleted == 0)
      raiseAttributeError(cls, name);
    if (deleted <= 0)
      return -1;
  } else {
    // Instances made before may hold the name already.
    if (had.tag == JN_UNBOUND || (binds(v) && !binds(had)))
      markShadowed(type);
    if (dictSet(type->dict, name, v) < 0)
      return -1;
  }
  typeModified(type);
  if (isSlotName(name))
    updateSlots(type, name);
  if (name.o == nameOfAnswers().o) {
    if (!noteAnswers(type))
      return -1;
    overrideInterface.answersLate = true;
  }
  // A class that is a descriptor now, or no longer, changes how any class finds its attributes; a
  // metaclass those of its classes.
  if (name.o == JN_NAME("__get__").o || name.o == JN_NAME("__set__").o ||
      name.o == JN_NAME("__delete__").o || (type->typeFlags & kTypeOfTypes))
    typeModified(&jn_type_object);
  return 0;
}

// ---------------------------------------------------------------- type(...) and C(...)

namespace {

Value constructPlain(Type *cls, jn_function *init, const Value *args, size_t count, Value kwnames) {
  constexpr size_t kFew = 8;
  Value few[kFew];
  if (JN_UNLIKELY(count >= kFew)) {
    Ref made(jn_obj(allocateInstance(cls)));
    return cls->init(made.get(), args, count, kwnames) < 0 ? jn_error() : made.release();
  }
  Ref made(jn_obj(allocateInstance(cls)));
  few[0] = made.get();
  for (size_t i = 0; i < count; ++i)
    few[i + 1] = args[i];
  Value result = callFunction(init, few, count + 1, kwnames);
  if (JN_LIKELY(result.tag == JN_NONE))
    return made.release();
  return checkInitResult(result) < 0 ? jn_error() : made.release();
}

}  // namespace

Value typeCall(Value callee, const Value *args, size_t count, Value kwnames) {
  Type *cls = as<Type>(callee);
  if (cls == &jn_type_type && keywordsIn(kwnames) == 0) {
    if (count == 1)
      return isForeignObject(args[0]) ? foreignInterface.classOf(args[0])
                                      : jn_own(jn_obj(classOf(args[0])));
    if (count != 3)
      return raise(jn_exc_TypeError, "type() takes 1 or 3 arguments");
  }
  // Most classes of programs: `object.__new__`, and an `__init__` in Python.
  if (cls->construct == objectConstruct && cls->init == trampolineInit &&
      !(cls->typeFlags & kTypeAbstract))
    if (Value init = lookupInType(cls, JN_NAME("__init__")); isExact(init, &jn_type_function))
      return constructPlain(cls, as<jn_function>(init), args, count, kwnames);
  if (JN_UNLIKELY(!cls->construct))
    return raise(jn_exc_TypeError, "cannot create '%s' instances", nameOf(cls).c_str());
  Value made = cls->construct(cls, args, count, kwnames);
  if (made.tag == JN_ERROR)
    return made;
  Type *type = typeOf(made);
  if (type->init && isSubtype(type, cls) && type->init(made, args, count, kwnames) < 0) {
    jn_decref(made);
    return jn_error();
  }
  return made;
}

namespace {

Value typeConstruct(Type *metatype, const Value *args, size_t count, Value kwnames) {
  size_t positional = count - keywordsIn(kwnames);
  if (positional != 3)
    return raise(jn_exc_TypeError, "type.__new__() takes exactly 3 arguments (%zu given)",
                 positional);
  if (!isStr(args[0]))
    return raise(jn_exc_TypeError, "type.__new__() argument 1 must be str, not %T", &args[0]);
  if (!isInstance(args[1], &jn_type_tuple))
    return raise(jn_exc_TypeError, "type.__new__() argument 2 must be tuple, not %T", &args[1]);
  if (!isInstance(args[2], &jn_type_dict))
    return raise(jn_exc_TypeError, "type.__new__() argument 3 must be dict, not %T", &args[2]);
  // `type(name, bases, names)` is a call of the metaclass that the bases have.
  Type *winner = bestMetatype(metatype, as<jn_tuple>(args[1]));
  if (!winner)
    return jn_error();
  if (winner != metatype && winner->construct != typeConstruct)
    return winner->construct(winner, args, count, kwnames);
  Type *type =
      newClass(metatype, args[0], as<jn_tuple>(args[1]), as<jn_dict>(args[2]), args + 3, kwnames);
  return type ? jn_obj(type) : jn_error();
}
int typeInit(Value, const Value *, size_t count, Value kwnames) {
  size_t positional = count - keywordsIn(kwnames);
  if (positional == 1 || positional == 3)
    return 0;
  raise(jn_exc_TypeError, "type.__init__() takes 1 or 3 arguments");
  return -1;
}

// ---------------------------------------------------------------- attributes

Value typeGetName(Object *o) {
  Type *t = typeAt(o);
  return t->nameValue.tag == JN_OBJECT ? jn_own(t->nameValue) : internStr(lastPart(t->name));
}
int typeSetName(Object *o, Value v) {
  Type *t = typeAt(o);
  if (!(t->typeFlags & kTypeHeap)) {
    raise(jn_exc_TypeError, "cannot set '__name__' attribute of immutable type '%s'",
          nameOf(t).c_str());
    return -1;
  }
  if (!isStr(v)) {
    raise(jn_exc_TypeError, "can only assign string to %s.__name__, not '%T'", nameOf(t).c_str(),
          &v);
    return -1;
  }
  jn_assign(&t->nameValue, jn_own(v));
  typeModified(t);
  return 0;
}
Value typeGetQualname(Object *o) {
  Type *t = typeAt(o);
  return t->qualname.tag == JN_OBJECT ? jn_own(t->qualname) : typeGetName(o);
}
int typeSetQualname(Object *o, Value v) {
  jn_assign(&typeAt(o)->qualname, jn_own(v));
  typeModified(typeAt(o));
  return 0;
}
Value typeGetModule(Object *o) {
  Type *t = typeAt(o);
  if (t->typeFlags & kTypeHeap) {
    Value v = dictGetStr(t->dict, JN_NAME("__module__"));
    if (v.tag != JN_UNBOUND)
      return jn_own(v);
  }
  if (t->module.tag == JN_OBJECT)
    return jn_own(t->module);
  std::string_view name = t->name ? t->name : "";
  size_t dot = name.rfind('.');
  return internStr(dot == std::string_view::npos ? "builtins" : name.substr(0, dot));
}
int typeSetModule(Object *o, Value v) {
  Type *t = typeAt(o);
  if (!(t->typeFlags & kTypeHeap))
    return -1;
  typeModified(t);
  return dictSet(t->dict, JN_NAME("__module__"), v);
}
Value typeGetDict(Object *o) {
  return makeMappingProxy(typeAt(o)->dict);
}
Value typeGetMro(Object *o) {
  return jn_own(jn_obj(typeAt(o)->mro));
}
Value typeGetBases(Object *o) {
  return jn_own(jn_obj(typeAt(o)->bases));
}
int typeSetBases(Object *o, Value v) {
  return setBases(typeAt(o), v);
}
Value typeGetBase(Object *o) {
  return typeAt(o)->base ? jn_own(jn_obj(typeAt(o)->base)) : jn_none();
}
Value typeGetDoc(Object *o) {
  Type *t = typeAt(o);
  Value v = dictGetStr(t->dict, JN_NAME("__doc__"));
  if (v.tag == JN_UNBOUND)
    return jn_none();
  if (v.tag == JN_OBJECT && v.o->type->descrGet)
    return v.o->type->descrGet(v.o, jn_none(), t);
  return jn_own(v);
}
int typeSetDoc(Object *o, Value v) {
  typeModified(typeAt(o));
  return dictSet(typeAt(o)->dict, JN_NAME("__doc__"), v);
}
Value typeGetAbstract(Object *o) {
  Value name = JN_NAME("__abstractmethods__");
  Value v = typeAt(o) == &jn_type_type ? jn_unbound() : dictGetStr(typeAt(o)->dict, name);
  return v.tag == JN_UNBOUND ? raiseAttributeError(jn_obj(o), name) : jn_own(v);
}
int typeSetAbstract(Object *o, Value v) {
  Type *t = typeAt(o);
  Value name = JN_NAME("__abstractmethods__");
  if (v.tag == JN_UNBOUND) {
    if (dictDelete(t->dict, name) <= 0) {
      raiseAttributeError(jn_obj(o), name);
      return -1;
    }
    t->typeFlags &= ~uint32_t{kTypeAbstract};
  } else {
    int truth = jn_truth(v);
    if (truth < 0 || dictSet(t->dict, name, v) < 0)
      return -1;
    t->typeFlags = truth ? t->typeFlags | kTypeAbstract : t->typeFlags & ~uint32_t{kTypeAbstract};
  }
  typeModified(t);
  return 0;
}
Value typeGetAnnotations(Object *o) {
  Type *t = typeAt(o);
  Value name = JN_NAME("__annotations__");
  if (!(t->typeFlags & kTypeHeap))
    return raiseAttributeError(jn_obj(o), name);
  Value v = dictGetStr(t->dict, name);
  if (v.tag != JN_UNBOUND)
    return jn_own(v);
  Ref made(jn_obj(newDict()));
  if (dictSet(t->dict, name, made.get()) < 0)
    return jn_error();
  typeModified(t);
  return made.release();
}
int typeSetAnnotations(Object *o, Value v) {
  typeModified(typeAt(o));
  Value name = JN_NAME("__annotations__");
  if (v.tag == JN_UNBOUND)
    return dictDelete(typeAt(o)->dict, name) < 0 ? -1 : 0;
  return dictSet(typeAt(o)->dict, name, v);
}
const GetSetDef typeGetsets[] = {{"__name__", typeGetName, typeSetName},
                                 {"__qualname__", typeGetQualname, typeSetQualname},
                                 {"__module__", typeGetModule, typeSetModule},
                                 {"__dict__", typeGetDict, nullptr},
                                 {"__mro__", typeGetMro, nullptr},
                                 {"__bases__", typeGetBases, typeSetBases},
                                 {"__base__", typeGetBase, nullptr},
                                 {"__doc__", typeGetDoc, typeSetDoc},
                                 {"__abstractmethods__", typeGetAbstract, typeSetAbstract},
                                 {"__annotations__", typeGetAnnotations, typeSetAnnotations},
                                 {nullptr, nullptr, nullptr}};

Value typeMroMethod(const Value *args, size_t, Value) {
  jn_tuple *mro = computeMro(as<Type>(args[0]));
  if (!mro)
    return jn_error();
  Ref keep(jn_obj(mro));
  return jn_make_list(mro->items, static_cast<size_t>(mro->size));
}
Value typeSubclasses(const Value *args, size_t, Value) {
  return subclassesOf(as<Type>(args[0]));
}
Value typeInstanceCheck(const Value *args, size_t, Value) {
  if (isInstance(args[1], as<Type>(args[0])))
    return jn_bool(true);
  Ref cls(getattrOptional(args[1], JN_NAME("__class__")));
  if (cls.failed())
    return jn_error();
  return jn_bool(isType(cls.get()) && isSubtype(cls.as<Type>(), as<Type>(args[0])));
}
Value typeSubclassCheck(const Value *args, size_t, Value) {
  int derives = plainIsSubclass(args[1], args[0]);
  return derives < 0 ? jn_error() : jn_bool(derives != 0);
}
Value typePrepare(const Value *, size_t, Value) {
  return jn_obj(newDict());
}
Value typeDir(const Value *args, size_t, Value) {
  Ref names(jn_obj(newDict()));
  jn_tuple *mro = as<Type>(args[0])->mro;
  for (int64_t i = 0; i < mro->size; ++i) {
    int64_t at = 0;
    Value key, v;
    while (dictNext(as<Type>(mro->items[i])->dict, &at, &key, &v))
      if (dictSet(names.as<jn_dict>(), key, jn_none()) < 0)
        return jn_error();
  }
  Ref list(jn_make_list(nullptr, 0));
  return jn_list_extend(list.get(), names.get()) < 0 ? jn_error() : list.release();
}
const MethodDef typeMethods[] = {{"mro", typeMroMethod, 1, 1},
                                 {"__subclasses__", typeSubclasses, 1, 1},
                                 {"__instancecheck__", typeInstanceCheck, 2, 2},
                                 {"__subclasscheck__", typeSubclassCheck, 2, 2},
                                 {"__dir__", typeDir, 1, 1},
                                 {nullptr, nullptr}};
const MethodDef typeClassMethods[] = {{"__prepare__", typePrepare, 1, -1, true},
                                      {nullptr, nullptr}};

Value typeRepr(Object *o) {
  Ref module(typeGetModule(o)), name(typeGetQualname(o));
  std::string text = "<class '";
  if (isStr(module.get()) && utf8Of(module.get()) != "builtins") {
    text += utf8Of(module.get());
    text += '.';
  }
  text += utf8Of(name.get());
  return makeStr(text + "'>");
}

}  // namespace

Type jn_type_type = {
    .name = "type",
    .instanceSize = sizeof(jn_type),
    .dealloc = typeDealloc,
    .traverse = typeTraverse,
    .clear = typeClear,
    .repr = typeRepr,
    .call = typeCall,
    .getattr = typeGetattr,
    .setattr = typeSetattr,
    .construct = typeConstruct,
    .init = typeInit,
    .methods = typeMethods,
    .getsets = typeGetsets,
    .classMethods = typeClassMethods,
    .typeFlags = kTypeBaseable | kTypeOfTypes,
};

}  // namespace janus
