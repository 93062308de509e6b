#include "value/object/HostHandles.h"

#include <array>
#include <bit>
#include <unordered_map>
#include <utility>

namespace janus {
namespace {

// What the host holds of one object. All its handles are the same, so hosts may compare them; the
// generation tells them from those of an object that was in that place before.
struct HeldObject {
  uint32_t generation;
  uint64_t references;
};
using HeldObjects = std::unordered_map<const Object *, HeldObject>;

HeldObjects &heldObjects() {
  static auto &objects = *new HeldObjects;  // hosts end values as the process ends
  return objects;
}

// Zero is of no handle: those that a host makes up are known.
uint32_t nextGeneration() {
  static uint32_t last;
  return ++last ? last : ++last;
}

HeldObjects::iterator find(janus_value handle) {
  HeldObjects &objects = heldObjects();
  if (handle.tag != JN_OBJECT)
    return objects.end();
  auto found = objects.find(std::bit_cast<const Object *>(handle.bits));
  return found != objects.end() && found->second.generation == handle.generation ? found
                                                                                 : objects.end();
}

bool isSmall(janus_value handle) {
  return handle.tag >= JN_NONE && handle.tag <= JN_FLOAT;
}

}  // namespace

janus_value handOut(Value owned) {
  auto [tag, bits] = std::bit_cast<std::array<uint64_t, 2>>(owned);
  if (tag != JN_OBJECT)
    return {static_cast<uint32_t>(tag), 0, bits};
  auto [held, isNew] = heldObjects().try_emplace(owned.o, HeldObject{0, 0});
  if (isNew)
    held->second.generation = nextGeneration();
  ++held->second.references;
  return {JN_OBJECT, held->second.generation, bits};
}

Value namedBy(janus_value handle) {
  return isSmall(handle) || find(handle) != heldObjects().end()
             ? std::bit_cast<Value>(std::array<uint64_t, 2>{handle.tag, handle.bits})
             : jn_unbound();
}

bool holdAgain(janus_value handle) {
  if (isSmall(handle))
    return true;
  auto held = find(handle);
  if (held == heldObjects().end())
    return false;
  ++held->second.references;
  jn_incref(namedBy(handle));
  return true;
}

Value takeBack(janus_value handle) {
  Value named = namedBy(handle);
  if (named.tag != JN_OBJECT)
    return named;
  auto held = find(handle);
  if (--held->second.references == 0)
    heldObjects().erase(held);
  return named;
}

LentHandles::LentHandles(const Value *values, size_t count) {
  handles_.reserve(count);
  for (size_t i = 0; i < count; ++i)
    handles_.push_back(handOut(jn_own(values[i])));
}

bool LentHandles::end() {
  bool areAllThere = true;
  for (janus_value handle : std::exchange(handles_, {})) {
    Value lent = takeBack(handle);
    areAllThere &= lent.tag != JN_UNBOUND;
    jn_decref(lent);
  }
  return areAllThere;
}

}  // namespace janus
