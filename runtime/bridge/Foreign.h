// Objects of Python as our values.
#pragma once

#include "value/object/Object.h"

namespace janus::bridge {

struct ForeignObject {
  Object head;
  uint32_t session, id;
  bool isQuiet;  // its end does nothing that could be noticed
  bool isArray;  // numpy's own, perhaps in a file
  Object *twin;  // ours, of an exception or a tensor; not counted
  void *here;    // the object itself when Python is in this process and has been asked; not counted
  bool isModule;
  const void *space;  // where the namespace of a module says its version (ModuleAttributes.h)
};

// What the type of a foreign object says of it, as Python sends it.
enum ForeignFlags : uint8_t {
  kForeignCallable = 1,    // callable()
  kForeignDescriptor = 2,  // its class has `__get__`: functions are methods in our classes, too
  kForeignSource = 4,      // a function, method, generator or coroutine of the program's own source
  kForeignData = 8,        // its class has `__set__` or `__delete__`: it comes before the instance
  kForeignIndex = 16,      // its class has `__index__`: messages tell an index from what is none
  kForeignQuiet = 32,      // of the object, not of its type: nothing happens when it ends
  kForeignArray = 64,      // of the object: numpy's own array, perhaps in a file
  kForeignModule = 128,    // of the object: a module whose class is Python's own
};
constexpr uint8_t kForeignTypes = 32;
extern Type foreignTypes[kForeignTypes];  // `foreign`, by the flags but the last two
inline bool isForeign(Value v) {
  return v.tag == JN_OBJECT && v.o->type >= foreignTypes &&
         v.o->type < foreignTypes + kForeignTypes;
}
inline bool isProgramSource(Value v) {
  return isForeign(v) && ((v.o->type - foreignTypes) & kForeignSource) != 0;
}
int initForeignTypes();
// Tells Python, when the session begins, of variables of the environment set before.
void tellEarlyVariables();
// The slots of types whose objects Python has, but for those of their memory.
void fillAskingSlots(Type &t);
// A file was compiled with --strict: nothing in the process may go over to Python.
extern bool pythonIsForbidden;

// Makes `twin` the object that stands for `foreign` here, and `foreign` live as long: held by the
// twin's instance dict.
void makeTwins(ForeignObject *foreign, Object *twin, jn_dict *dict);
// What the owner of the dict is the twin of, borrowed; null.
ForeignObject *twinIn(jn_dict *dict);

}  // namespace janus::bridge
