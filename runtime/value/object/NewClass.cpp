// `type.__new__`: layout, namespace, slots and hooks of a new class.
#include "value/call/Calls.h"
#include "value/call/Overriding.h"
#include "value/container/Dict.h"
#include "value/error/Raise.h"
#include "value/object/ClassBases.h"
#include "value/object/Descriptors.h"
#include "value/object/Types.h"

#include <algorithm>
#include <vector>

namespace janus {

namespace {

std::string nameOf(const Type *t) {
  return std::string(typeNameOf(t));
}

// ---------------------------------------------------------------- __slots__

struct Slots {
  bool given = false, dict = false, weakref = false;
  std::vector<Value> names;  // interned, mangled
};

// Inside class C, `__x` is `_C__x`.
Value mangle(Value name, Value className) {
  std::string_view n = utf8Of(name), c = utf8Of(className);
  if (n.substr(0, 2) != "__" || (n.size() >= 2 && n.substr(n.size() - 2) == "__"))
    return internStr(n);
  while (!c.empty() && c[0] == '_')
    c.remove_prefix(1);
  if (c.empty())
    return internStr(n);
  return internStr("_" + std::string(c) + std::string(n));
}

bool isIdentifier(std::string_view s) {
  if (s.empty() || (s[0] >= '0' && s[0] <= '9'))
    return false;
  return std::all_of(s.begin(), s.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c & 0x80);
  });
}

bool readSlots(jn_dict *ns, Value className, Slots *out) {
  Value given = dictGetStr(ns, JN_NAME("__slots__"));
  if (given.tag == JN_UNBOUND)
    return true;
  out->given = true;
  auto add = [&](Value name) {
    if (!isStr(name)) {
      raise(jn_exc_TypeError, "__slots__ items must be strings, not '%T'", &name);
      return false;
    }
    std::string_view text = utf8Of(name);
    if (!isIdentifier(text)) {
      raise(jn_exc_TypeError, "__slots__ must be identifiers");
      return false;
    }
    if (text == "__dict__") {
      out->dict = true;
    } else if (text == "__weakref__") {
      out->weakref = true;
    } else {
      Value mangled = mangle(name, className);
      if (dictGetStr(ns, mangled).tag != JN_UNBOUND && text != "__qualname__" &&
          text != "__classcell__") {
        raise(jn_exc_ValueError, "%R in __slots__ conflicts with class variable", &name);
        return false;
      }
      out->names.push_back(mangled);
    }
    return true;
  };
  if (isStr(given))
    return add(given);
  if (!forEach(given, add))
    return false;
  std::sort(out->names.begin(), out->names.end(),
            [](Value a, Value b) { return utf8Of(a) < utf8Of(b); });
  return true;
}

Value getWeakref(Object *) {
  return jn_none();
}
const GetSetDef weakrefGetset = {"__weakref__", getWeakref, nullptr};

}  // namespace

int setNativeDict(Object *o, Value v) {
  if (v.tag != JN_UNBOUND)
    return setInstanceDict(o, v);
  raise(jn_exc_TypeError, "cannot delete __dict__");
  return -1;
}

const GetSetDef nativeDictGetset = {"__dict__", getInstanceDict, setNativeDict};
const GetSetDef instanceDictGetset = {"__dict__", getInstanceDict, setInstanceDict};

Value getInstanceDict(Object *o) {
  jn_dict *dict = instanceDict(o);
  return dict ? jn_own(jn_obj(dict)) : raise(jn_exc_AttributeError, "This object has no __dict__");
}

int setInstanceDict(Object *o, Value v) {
  jn_dict **slot = dictSlot(o);
  if (!slot || isInstance(jn_obj(o), &jn_type_module)) {
    raise(jn_exc_AttributeError, "attribute '__dict__' of '%s' objects is not writable",
          std::string(typeNameOf(o->type)).c_str());
    return -1;
  }
  if (v.tag != JN_UNBOUND && !isInstance(v, &jn_type_dict)) {
    raise(jn_exc_TypeError, "__dict__ must be set to a dictionary, not a '%T'", &v);
    return -1;
  }
  jn_dict *old = *slot;
  if (old)
    leaveRoom(old);
  noteShadow(o);
  *slot = v.tag == JN_UNBOUND ? nullptr : as<jn_dict>(jn_own(v));
  if (old) {
    if (old->head.flags & JN_FLAG_WATCHED)
      jn_watch_hit(&old->head);
    jn_decref(jn_obj(old));
  }
  return 0;
}
namespace {

void layOut(Type *type, Type *base, const Slots &slots, bool addDict) {
  int32_t slotBytes = static_cast<int32_t>(slots.names.size() * sizeof(Value));
  bool prefixed = base->typeFlags & kTypeVarSized;
  type->instanceSize = (base->instanceSize + 7) & ~size_t{7};
  type->prefixSize = base->prefixSize;
  type->dictOffset = base->dictOffset;
  type->slotCount = static_cast<uint32_t>(slots.names.size());
  if (prefixed) {
    int32_t prefix = static_cast<int32_t>(base->prefixSize ? base->prefixSize : 16) + slotBytes;
    type->slotsOffset = -prefix;
    if (addDict) {
      prefix += 8;
      type->dictOffset = -prefix;
    }
    type->prefixSize = static_cast<uint32_t>((prefix + 15) & ~15);
    // The dict of a base that is laid out before this one keeps its place.
  } else {
    type->slotsOffset = static_cast<int32_t>(type->instanceSize);
    type->instanceSize += static_cast<size_t>(slotBytes);
    if (addDict) {
      type->dictOffset = static_cast<int32_t>(type->instanceSize);
      type->instanceSize += sizeof(jn_dict *);
    }
  }
  type->solid = slots.names.empty() ? base->solid : type;
}

// ---------------------------------------------------------------- namespace

int wrapIfFunction(jn_dict *dict, const char *name, Value (*wrap)(Value)) {
  Value key = internStr(name);
  Value v = dictGetStr(dict, key);
  if (v.tag != JN_OBJECT || v.o->type != &jn_type_function)
    return 0;
  Ref wrapped(wrap(v));
  return dictSet(dict, key, wrapped.get());
}

// Instances match sequence or mapping patterns as those of the first class in the MRO that says so;
// `__abc_tpflags__` of a class body says it for the class itself.
void inheritPatternKind(Type *type, jn_dict *ns) {
  constexpr uint32_t kKinds = kTypeSequencePattern | kTypeMappingPattern;
  for (int64_t i = 1; i < type->mro->size && !(type->typeFlags & kKinds); ++i)
    type->typeFlags |= as<Type>(type->mro->items[i])->typeFlags & kKinds;
  Value own = dictGetStr(ns, JN_NAME("__abc_tpflags__"));
  if (own.tag == JN_INT)
    type->typeFlags = (type->typeFlags & ~kKinds) | (static_cast<uint32_t>(own.i) & kKinds);
}

// Copies the namespace; takes out what belongs to the type and not to its dict.
bool fillDict(Type *type, jn_dict *ns, const Slots &slots, bool addDict, Value *classCell) {
  type->dict = newDict();
  int64_t at = 0;
  Value key, v;
  while (dictNext(ns, &at, &key, &v)) {
    if (isStr(key) && !(key.o->flags & JN_FLAG_IMMORTAL) && key.o->type == &jn_type_str)
      key = internStr(utf8Of(key));
    if (dictSet(type->dict, key, v) < 0)
      return false;
  }
  jn_dict *dict = type->dict;
  Value cellName = JN_NAME("__classcell__");
  Value cell = dictGetStr(dict, cellName);
  if (cell.tag != JN_UNBOUND) {
    if (!isExact(cell, &jn_type_cell)) {
      raise(jn_exc_TypeError, "type.__new__ __classcell__ must be a nonlocal cell, not %R", &cell);
      return false;
    }
    *classCell = jn_own(cell);
    dictDelete(dict, cellName);
  }
  Value qualnameName = JN_NAME("__qualname__");
  Value qualname = dictGetStr(dict, qualnameName);
  if (qualname.tag != JN_UNBOUND) {
    if (!isStr(qualname)) {
      raise(jn_exc_TypeError, "type __qualname__ must be a str, not %T", &qualname);
      return false;
    }
    type->qualname = jn_own(qualname);
    dictDelete(dict, qualnameName);
  } else {
    type->qualname = jn_own(type->nameValue);
  }
  auto setDefault = [&](Value name, Value value) {
    return dictGetStr(dict, name).tag != JN_UNBOUND ? 0 : dictSet(dict, name, value);
  };
  if (setDefault(JN_NAME("__module__"), JN_NAME("__main__")) < 0 ||
      setDefault(JN_NAME("__doc__"), jn_none()) < 0)
    return false;
  if (dictGetStr(dict, JN_NAME("__eq__")).tag != JN_UNBOUND &&
      setDefault(JN_NAME("__hash__"), jn_none()) < 0)
    return false;
  if (wrapIfFunction(dict, "__new__", newStaticmethod) < 0 ||
      wrapIfFunction(dict, "__init_subclass__", newClassmethod) < 0 ||
      wrapIfFunction(dict, "__class_getitem__", newClassmethod) < 0)
    return false;
  int32_t offset = type->slotsOffset;
  for (Value name : slots.names) {
    Ref descriptor(newMemberDescriptor(type, name, offset));
    if (dictSet(dict, name, descriptor.get()) < 0)
      return false;
    offset += static_cast<int32_t>(sizeof(Value));
  }
  if (addDict) {
    Ref descriptor(newGetset(type, &instanceDictGetset));
    if (dictSet(dict, JN_NAME("__dict__"), descriptor.get()) < 0)
      return false;
    Ref weakref(newGetset(type, &weakrefGetset));
    if (dictSet(dict, JN_NAME("__weakref__"), weakref.get()) < 0)
      return false;
  }
  return true;
}

// ---------------------------------------------------------------- hooks

// A metaclass may have an `mro` method of its own.
bool applyMroHook(Type *type) {
  Value name = JN_NAME("mro");
  Value hook = lookupInType(type->head.type, name);
  if (hook.tag == JN_OBJECT && hook.o->type == &jn_type_method_descriptor)
    return true;
  typeModified(type);
  Value self = jn_obj(type);
  Ref answer(callFound(hook, &self, 1));
  if (answer.failed())
    return false;
  Ref list(jn_make_list(nullptr, 0));
  if (jn_list_extend(list.get(), answer.get()) < 0)
    return false;
  auto *l = list.as<jn_list>();
  for (int64_t i = 0; i < l->size; ++i) {
    if (isType(l->items[i]))
      continue;
    raise(jn_exc_TypeError, "mro() returned a non-class ('%T')", &l->items[i]);
    return false;
  }
  Ref before(jn_obj(type->mro));
  type->mro = as<jn_tuple>(jn_list_to_tuple(list.get()));
  return true;
}

bool callSetNames(Type *type, jn_dict *ns) {
  // The hooks may change the class: go over a copy.
  std::vector<std::pair<Value, Value>> entries;
  int64_t at = 0;
  Value key, v;
  while (dictNext(ns, &at, &key, &v))
    entries.push_back({jn_own(key), jn_own(v)});
  bool ok = true;
  for (auto &[name, value] : entries) {
    if (ok && value.tag == JN_OBJECT) {
      Value hook = lookupInType(value.o->type, JN_NAME("__set_name__"));
      if (hook.tag != JN_UNBOUND) {
        Value args[] = {value, jn_obj(type), name};
        Ref done(callFound(hook, args, 3));
        if (done.failed()) {
          ok = false;
          if (errorMatches(jn_exc_Exception)) {
            Ref cause(takeError());
            Value text = name, owner = type->nameValue;
            raise(jn_exc_RuntimeError, "Error calling __set_name__ on '%T' instance %R in '%S'",
                  &value, &text, &owner);
            ExceptionObject *e = errorState.pending;
            e->suppressContext = 1;
            e->cause = as<ExceptionObject>(jn_own(cause.get()));
            if (!e->context)
              e->context = as<ExceptionObject>(cause.release());
          }
        }
      }
    }
    jn_decref(name);
    jn_decref(value);
  }
  return ok;
}

bool callInitSubclass(Type *type, const Value *kwargs, Value kwnames) {
  Value name = JN_NAME("__init_subclass__");
  for (int64_t i = 1; i < type->mro->size; ++i) {
    Type *base = as<Type>(type->mro->items[i]);
    Value hook = dictGetStr(base->dict, name);
    if (hook.tag == JN_UNBOUND)
      continue;
    if (base == &jn_type_object && keywordsIn(kwnames)) {
      raise(jn_exc_TypeError, "%s.__init_subclass__() takes no keyword arguments",
            nameOf(type).c_str());
      return false;
    }
    if (base == &jn_type_object)
      return true;
    Value self = jn_obj(type);
    Ref bound(hook.tag == JN_OBJECT && hook.o->type->descrGet
                  ? hook.o->type->descrGet(hook.o, self, type)
                  : jn_own(hook));
    if (bound.failed())
      return false;
    return !Ref(callAny(bound.get(), kwargs, keywordsIn(kwnames), kwnames)).failed();
  }
  return true;
}

}  // namespace

Type *bestMetatype(Type *metatype, jn_tuple *bases) {
  Type *winner = metatype;
  for (int64_t i = 0; i < bases->size; ++i) {
    Type *t = typeOf(bases->items[i]);
    if (isSubtype(winner, t))
      continue;
    if (isSubtype(t, winner)) {
      winner = t;
      continue;
    }
    raise(jn_exc_TypeError,
          "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass "
          "of the metaclasses of all its bases");
    return nullptr;
  }
  return winner;
}

Type *newClass(Type *metatype, Value name, jn_tuple *givenBases, jn_dict *ns, const Value *kwargs,
               Value kwnames) {
  Ref keepBases(givenBases->size ? jn_own(jn_obj(givenBases))
                                 : makeTuple({jn_obj(&jn_type_object)}));
  jn_tuple *bases = keepBases.as<jn_tuple>();
  for (int64_t i = 0; i < bases->size; ++i) {
    Value base = bases->items[i];
    if (isType(base))
      continue;
    Ref entries(getattrOptional(base, JN_NAME("__mro_entries__")));
    if (entries.failed())
      return nullptr;
    if (entries.get().tag == JN_UNBOUND)
      continue;  // bestBase complains
    raise(jn_exc_TypeError, "type() doesn't support MRO entry resolution; use types.new_class()");
    return nullptr;
  }
  metatype = bestMetatype(metatype, bases);
  Type *base = metatype ? bestBase(bases) : nullptr;
  if (!base)
    return nullptr;

  Slots slots;
  if (!readSlots(ns, name, &slots))
    return nullptr;
  bool mayAddDict = base->dictOffset == 0 && !isSubtype(base, &jn_type_type);
  bool addDict = mayAddDict && (!slots.given || slots.dict);
  if (slots.dict && base->dictOffset != 0) {
    raise(jn_exc_TypeError, "__dict__ slot disallowed: we already got one");
    return nullptr;
  }
  if (!slots.names.empty() && (base->typeFlags & kTypeVarSized) && base->prefixSize == 0 &&
      base->typeFlags & kTypeVarSized && !(base->typeFlags & kTypeHeap)) {
    raise(jn_exc_TypeError, "nonempty __slots__ not supported for subtype of '%s'",
          nameOf(base).c_str());
    return nullptr;
  }
  for (int64_t i = 0; i < bases->size && mayAddDict; ++i)
    addDict |= as<Type>(bases->items[i])->dictOffset != 0;

  Type *type = reinterpret_cast<Type *>(allocate(metatype, metatype->instanceSize));
  Ref guard(jn_obj(type));
  type->metatype = metatype;
  type->nameValue = jn_own(name);
  type->qualname = type->module = jn_unbound();
  type->name = "";
  type->base = base;
  type->bases = as<jn_tuple>(jn_own(jn_obj(bases)));
  type->typeFlags = kTypeHeap | kTypeBaseable | kTypeInstanceTraversed |
                    (base->typeFlags & (kTypeException | kTypeVarSized | kTypeOfTypes));
  type->dealloc = instanceDealloc;
  type->traverse = instanceTraverse;
  type->clear = instanceClear;
  type->mro = computeMro(type);
  if (!type->mro)
    return nullptr;
  inheritPatternKind(type, ns);
  layOut(type, base, slots, addDict);
  makeRoom(type, kMostRoom);
  Ref classCell;
  Value cell = jn_unbound();
  if (!fillDict(type, ns, slots, addDict, &cell))
    return nullptr;
  classCell = Ref(cell);
  if (cell.tag == JN_OBJECT)
    jn_cell_store(as<jn_cell>(cell), jn_own(jn_obj(type)));
  type->typeFlags |= kTypeReady;
  if (metatype != &jn_type_type && !applyMroHook(type))
    return nullptr;
  for (int64_t i = 0; i < bases->size; ++i)
    addSubclass(as<Type>(bases->items[i]), type);
  typeModified(type);
  updateSlots(type, jn_unbound());
  if (!noteAnswers(type))
    return nullptr;
  if (!callSetNames(type, ns) || !callInitSubclass(type, kwargs, kwnames))
    return nullptr;
  guard.release();
  return type;
}

}  // namespace janus
