// Objects of Python as our values.
#pragma once

#include "value/Object.h"

namespace janus::bridge {

struct ForeignObject {
  Object head;
  uint32_t session, id;
  Object *twin;  // ours, of an exception or a tensor; not counted
};

// `foreign`, and the same for what is callable().
extern Type foreignType, foreignCallableType;
inline bool isForeign(Value v) {
  return v.tag == JN_OBJECT && (v.o->type == &foreignType || v.o->type == &foreignCallableType);
}
int initForeignTypes();

// Makes `twin` the object that stands for `foreign` here, and `foreign` live as long: held by the
// twin's instance dict.
void makeTwins(ForeignObject *foreign, Object *twin, jn_dict *dict);
// What the owner of the dict is the twin of, borrowed; null.
ForeignObject *twinIn(jn_dict *dict);

}  // namespace janus::bridge
