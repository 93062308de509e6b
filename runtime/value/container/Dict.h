// dict: the table behind jn_dict, its iterators and its views.
//
// One block holds a header, the entries in order and an index table of 1, 2 or 4 byte entry
// numbers; jn_dict::index points to the block, jn_dict::entries into it. An empty dict has no
// block.
#pragma once

#include "value/container/Sequence.h"

namespace janus {

struct DictTable {
  uint64_t mask;             // slots - 1
  int64_t capacity;          // entries that fit: two thirds of the slots
  int16_t width;             // bytes of an index
  bool isInRoom;             // of an instance: useRoom()
  uint32_t taken;            // slots that are or were somebody's: a probe ends at one of the others
  jn_dict_entry entries[1];  // `capacity` of them, then the index
};

inline bool isDict(Value v) {
  return isInstance(v, &jn_type_dict);
}
inline void dictTouched(jn_dict *d) {
  if (JN_UNLIKELY(d->head.flags & JN_FLAG_WATCHED))
    jn_watch_hit(&d->head);
}
uint64_t nextKeysVersion();
// Entry number of the key, -1 when absent, -2 on error.
int64_t dictFind(jn_dict *d, Value key, int64_t hash);
// As dictGet and dictSet with the hash known.
int dictSetHashed(jn_dict *d, Value key, int64_t hash, Value v);
int dictAdd(jn_dict *d, Value key, int64_t hash, Value v);  // a key that is not there
// An interned name that is most likely not there: 0 added, 1 it is there, -1.
int dictAddName(jn_dict *d, Value name, Value v);
// A dict that the collector does not know of; linkToCollector() tells it.
jn_dict *newUnlinkedDict();
// ---- a table in the memory of the instance whose dict it is, so that the instance's attributes
// are found without asking the dict. Where the table is not that of the dict, none of its entries
// has a key.
constexpr uint32_t kMostRoom = 10;
size_t roomBytes(uint32_t entries);
void clearRoom(void *room, uint32_t entries);            // as new memory
void useRoom(jn_dict *d, void *room, uint32_t entries);  // by a dict without a table
void leaveRoom(jn_dict *d);                              // before the instance and it part
// The end of a dict that nobody refers to or watches.
void dropTable(jn_dict *d);
// Gives an entry that is there another value.
void dictReplaceAt(jn_dict *d, int64_t entry, Value v);
// Removes the key and answers its value (owned): JN_UNBOUND when absent, JN_ERROR.
Value dictTake(jn_dict *d, Value key);
void dictRemoveEntry(jn_dict *d, int64_t entry);  // drops key and value
void dictClear(jn_dict *d);
Value dictCopy(jn_dict *d);
// dict.update(other): a mapping (with keys()) or an iterable of pairs. `overwrite` false keeps old
// values.
int dictUpdate(jn_dict *d, Value other);
int dictMerge(jn_dict *d, Value mapping);  // a dict or something with keys()
// Moves the key to the end or the start (OrderedDict.move_to_end): 1, 0 absent, -1.
int dictMoveToEnd(jn_dict *d, Value key, bool last);
Value dictRepr(Value dict);

enum class DictPart : uint8_t { Keys, Values, Items };
struct DictIterator {
  Object head;
  jn_dict *dict;     // null once exhausted
  int64_t position;  // next entry; counts down when reversed
  int64_t expected;  // live entries at the start; -1 after the error
  int64_t remaining;
  ReusedTuple pair;  // of items
  DictPart part;
  bool reversed;
};
Value makeDictIterator(jn_dict *d, DictPart part, bool reversed = false);
Value makeDictView(jn_dict *d, DictPart part, bool ordered = false);  // of an OrderedDict
extern const MethodDef kDictMethods[];
extern const MethodDef kDictClassMethods[];

}  // namespace janus
