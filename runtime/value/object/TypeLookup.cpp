// Finding names in classes: the mro, the versions that inline caches test, and the lookup cache.
// No version comes twice: where a class has ended and another stands at its address, caches see it.
#include "value/object/Types.h"

#include <vector>

// The direct subclasses of a type, not counted: retireClass takes them out.
struct Subclasses {
  std::vector<jn_type *> types;
};

namespace janus {

namespace {

uint32_t nextVersion = 1;  // 0 once all are used up: from then on nothing is cached

struct LookupEntry {
  uint32_t version;
  Object *name;
  Value value;
};
constexpr size_t kLookupEntries = 4096;
LookupEntry lookupCache[kLookupEntries];

Value lookupUncached(Type *type, Value name) {
  jn_tuple *mro = type->mro;
  if (!mro)
    return type->dict ? lookupInDict(type->dict, name) : jn_unbound();
  for (int64_t i = 0; i < mro->size; ++i) {
    Value v = lookupInDict(as<Type>(mro->items[i])->dict, name);
    if (v.tag != JN_UNBOUND) {
      if (v.tag == JN_ERROR)
        clearError();  // a str subclass as name with a failing hash
      else
        return v;
    }
  }
  return jn_unbound();
}

}  // namespace

bool isProperSubtype(const Type *type, const Type *cls) {
  if (type->mro) {
    for (int64_t i = 1; i < type->mro->size; ++i)
      if (as<Type>(type->mro->items[i]) == cls)
        return true;
    return false;
  }
  for (const Type *t = type->base; t; t = t->base)
    if (t == cls)
      return true;
  return cls == &jn_type_object;
}

Value lookupInType(Type *type, Value name) {
  if (JN_UNLIKELY(!type->version || !(name.o->flags & JN_FLAG_IMMORTAL)))
    return lookupUncached(type, name);
  size_t hash = (reinterpret_cast<size_t>(name.o) >> 4) ^ (type->version * size_t{2654435761u});
  LookupEntry &e = lookupCache[hash % kLookupEntries];
  if (JN_LIKELY(e.version == type->version && e.name == name.o))
    return e.value;
  Value v = lookupUncached(type, name);
  e = {type->version, name.o, v};
  return v;
}

void typeModified(Type *type) {
  if (type->typeFlags & kTypeReady) {
    type->version = nextVersion ? nextVersion++ : 0;
    if (type->head.flags & JN_FLAG_WATCHED)
      jn_watch_hit(&type->head);
  }
  if (!type->subclasses)
    return;
  for (Type *t : type->subclasses->types)
    typeModified(t);
}

void markShadowed(Type *type, TypeFlags how) {
  if (!(type->typeFlags & how) && type->version != 0)
    type->version = nextVersion ? nextVersion++ : 0;  // method sites have learnt that it is not so
  type->typeFlags |= how;
  if (!type->subclasses)
    return;
  for (Type *t : type->subclasses->types)
    markShadowed(t, how);
}

void addSubclass(Type *base, Type *type) {
  if (!base->subclasses)
    base->subclasses = new Subclasses;
  base->subclasses->types.push_back(type);
}

// The youngest end first, most often.
void removeSubclass(Type *base, Type *type) {
  if (!base->subclasses)
    return;
  auto &types = base->subclasses->types;
  for (size_t i = types.size(); i-- > 0;)
    if (types[i] == type) {
      types.erase(types.begin() + static_cast<int64_t>(i));
      return;
    }
}

void dropSubclasses(Type *type) {
  delete type->subclasses;
  type->subclasses = nullptr;
}

size_t subclassCount(const Type *type) {
  return type->subclasses ? type->subclasses->types.size() : 0;
}
Type *subclassAt(const Type *type, size_t i) {
  return type->subclasses->types[i];
}

Value subclassesOf(Type *type) {
  Value list = jn_make_list(nullptr, 0);
  for (size_t i = 0; i < subclassCount(type); ++i)
    jn_list_append(list, jn_obj(subclassAt(type, i)));
  return list;
}

// ---------------------------------------------------------------- C3

namespace {

bool inTail(const std::vector<Type *> &list, size_t from, Type *type) {
  for (size_t i = from + 1; i < list.size(); ++i)
    if (list[i] == type)
      return true;
  return false;
}

}  // namespace

jn_tuple *computeMro(Type *type) {
  std::vector<std::vector<Type *>> lists;
  std::vector<Type *> direct;
  for (int64_t i = 0; i < type->bases->size; ++i) {
    Type *base = as<Type>(type->bases->items[i]);
    for (Type *seen : direct) {
      if (seen == base) {
        raise(jn_exc_TypeError, "duplicate base class %s", std::string(typeNameOf(base)).c_str());
        return nullptr;
      }
    }
    direct.push_back(base);
    std::vector<Type *> list;
    for (int64_t k = 0; k < base->mro->size; ++k)
      list.push_back(as<Type>(base->mro->items[k]));
    lists.push_back(std::move(list));
  }
  lists.push_back(direct);

  std::vector<Type *> result = {type};
  std::vector<size_t> at(lists.size(), 0);
  for (;;) {
    Type *next = nullptr;
    bool left = false;
    for (size_t i = 0; i < lists.size() && !next; ++i) {
      if (at[i] == lists[i].size())
        continue;
      left = true;
      Type *candidate = lists[i][at[i]];
      bool blocked = false;
      for (size_t k = 0; k < lists.size() && !blocked; ++k)
        blocked = at[k] < lists[k].size() && inTail(lists[k], at[k], candidate);
      if (!blocked)
        next = candidate;
    }
    if (!left)
      break;
    if (!next) {
      std::string names;
      std::vector<Type *> named;
      for (size_t i = 0; i < lists.size(); ++i) {
        if (at[i] == lists[i].size())
          continue;
        Type *t = lists[i][at[i]];
        bool already = false;
        for (Type *n : named)
          already |= n == t;
        if (already)
          continue;
        named.push_back(t);
        if (!names.empty())
          names += ", ";
        names += typeNameOf(t);
      }
      raise(jn_exc_TypeError,
            "Cannot create a consistent method resolution\norder (MRO) for bases %s",
            names.c_str());
      return nullptr;
    }
    result.push_back(next);
    for (size_t i = 0; i < lists.size(); ++i)
      if (at[i] < lists[i].size() && lists[i][at[i]] == next)
        ++at[i];
  }
  jn_tuple *mro = newTuple(static_cast<int64_t>(result.size()));
  for (size_t i = 0; i < result.size(); ++i)
    mro->items[i] = jn_own(jn_obj(result[i]));
  return mro;
}

}  // namespace janus
