#include "value/object/ClassBases.h"

#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <utility>
#include <vector>

namespace janus {

namespace {

bool areBases(Type *type, Value bases) {
  std::string name(typeNameOf(type));
  if (!isInstance(bases, &jn_type_tuple)) {
    raise(jn_exc_TypeError, "can only assign tuple to %s.__bases__, not %T", name.c_str(), &bases);
    return false;
  }
  auto *items = as<jn_tuple>(bases);
  if (items->size == 0) {
    raise(jn_exc_TypeError, "can only assign non-empty tuple to %s.__bases__, not ()",
          name.c_str());
    return false;
  }
  for (int64_t i = 0; i < items->size; ++i) {
    if (!isType(items->items[i])) {
      raise(jn_exc_TypeError, "%s.__bases__ must be tuple of classes, not '%T'", name.c_str(),
            &items->items[i]);
      return false;
    }
    if (isSubtype(as<Type>(items->items[i]), type)) {
      raise(jn_exc_TypeError, "a __bases__ item causes an inheritance cycle");
      return false;
    }
  }
  return true;
}

// Instances stay what they are in memory.
bool haveOneLayout(Type *type, Type *base) {
  Type *old = type->base;
  if (old->solid == base->solid && old->dictOffset == base->dictOffset &&
      old->prefixSize == base->prefixSize && old->instanceSize == base->instanceSize)
    return true;
  raise(jn_exc_TypeError, "__bases__ assignment: '%s' %s differs from '%s'",
        std::string(typeNameOf(base)).c_str(),
        base->dealloc == old->dealloc ? "object layout" : "deallocator",
        std::string(typeNameOf(old)).c_str());
  return false;
}

struct OldOrder {
  Type *type;
  jn_tuple *mro;
};

// The orders of a class and of those derived from it; what they were goes to `old`.
bool orderAnew(Type *type, std::vector<OldOrder> *old) {
  jn_tuple *mro = computeMro(type);
  if (!mro)
    return false;
  old->push_back({type, std::exchange(type->mro, mro)});
  for (size_t i = 0; i < subclassCount(type); ++i)
    if (!orderAnew(subclassAt(type, i), old))
      return false;
  return true;
}

void dropOrders(const std::vector<OldOrder> &orders, bool takeBack) {
  for (const OldOrder &each : orders) {
    jn_tuple *gone = takeBack ? std::exchange(each.type->mro, each.mro) : each.mro;
    jn_decref(jn_obj(gone));
  }
}

void updateSlotsOfAll(Type *type) {
  updateSlots(type, jn_unbound());
  for (size_t i = 0; i < subclassCount(type); ++i)
    updateSlotsOfAll(subclassAt(type, i));
}

}  // namespace

Type *bestBase(jn_tuple *bases) {
  Type *best = nullptr, *winner = nullptr;
  for (int64_t i = 0; i < bases->size; ++i) {
    if (!isType(bases->items[i])) {
      raise(jn_exc_TypeError, "bases must be types");
      return nullptr;
    }
    Type *base = as<Type>(bases->items[i]);
    if (!(base->typeFlags & (kTypeHeap | kTypeBaseable))) {
      raise(jn_exc_TypeError, "type '%s' is not an acceptable base type",
            std::string(typeNameOf(base)).c_str());
      return nullptr;
    }
    Type *solid = base->solid;
    if (!winner || (winner != solid && isSubtype(solid, winner))) {
      winner = solid;
      best = base;
    } else if (!isSubtype(winner, solid)) {
      raise(jn_exc_TypeError, "multiple bases have instance lay-out conflict");
      return nullptr;
    }
  }
  return best;
}

int setBases(Type *type, Value bases) {
  if (bases.tag == JN_UNBOUND) {
    raise(jn_exc_TypeError, "cannot delete '__bases__' attribute of immutable type '%s'",
          std::string(typeNameOf(type)).c_str());
    return -1;
  }
  if (!areBases(type, bases))
    return -1;
  Type *base = bestBase(as<jn_tuple>(bases));
  if (!base || !haveOneLayout(type, base))
    return -1;
  Ref before(jn_obj(std::exchange(type->bases, as<jn_tuple>(jn_own(bases)))));
  std::vector<OldOrder> orders;
  if (!orderAnew(type, &orders)) {
    dropOrders(orders, true);
    jn_decref(jn_obj(std::exchange(type->bases, as<jn_tuple>(before.release()))));
    return -1;
  }
  type->base = base;
  for (int64_t i = 0; i < before.as<jn_tuple>()->size; ++i)
    removeSubclass(as<Type>(before.as<jn_tuple>()->items[i]), type);
  for (int64_t i = 0; i < as<jn_tuple>(bases)->size; ++i)
    addSubclass(as<Type>(as<jn_tuple>(bases)->items[i]), type);
  dropOrders(orders, false);
  // Instances may hold names that the new bases have.
  markShadowed(type);
  typeModified(type);
  updateSlotsOfAll(type);
  return 0;
}

}  // namespace janus
