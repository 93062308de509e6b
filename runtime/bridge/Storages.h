// Storages that both sides use, by number: ours are even, Python's odd. The memory of one that has
// died stays until Python has been told, which may send the number meanwhile: a callback's result,
// for one, dies here when it has been written, and Python gives it back.
#pragma once

#include "bridge/Memory.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace janus::bridge {

class SharedStorages {
public:
  explicit SharedStorages(std::unique_ptr<Memory> memory) : memory_(std::move(memory)) {}
  ~SharedStorages() { clear(); }
  // Number, and for a new one where its elements are.
  bool write(Encoder &e, Storage *s);
  // The number of a storage of this process, of which Python is told without a frame; `told` is for
  // when it has been.
  uint32_t share(Storage *s);
  void told(uint32_t number) {
    if (auto it = segments_.find(number); it != segments_.end())
      it->second.isKnown = true;
  }
  // Counted by the caller; null with an exception pending, or broken.
  Storage *read(Decoder &d);
  uint32_t numberOf(Storage *s) const { return numbers_.at(s); }
  void writeDropped(Encoder &e);
  bool hasDropped() const { return !dead_.empty(); }
  // Numbers of `dead_` that are still dead, and those of ours that only we hold: forgotten here.
  std::vector<uint32_t> takeDropped();

  // A frame brings these to Python; their descriptors are the frame's from now on.
  void sent(const std::vector<uint32_t> &numbers);
  // The storage for something of Python's that keeps it; null when there is none.
  Storage *keep(uint32_t number);
  // Over memory of an array of Python in this process, which `keeper` is; the storage that the
  // memory lies in already, if it is one that both sides use. Counted by the caller.
  Storage *over(std::byte *data, size_t bytes, Object *keeper);
  // Whether its memory is kept here from now on.
  bool dies(Storage *s);
  void clear();

private:
  struct Segment {
    Storage *storage;  // null: it has died, and its memory is kept
    int fd;            // -1 once a frame has it
    bool isKnown;      // Python has been told where it is
    bool isCounted;    // by us, until something of Python's keeps it
    void *data = nullptr;
    size_t bytes = 0;
  };
  bool add(Storage *s);
  void end(Segment &segment);
  void place(Storage *s);
  void displace(const Storage *s);
  // The storage that the memory lies in; null.
  Storage *around(const std::byte *data, size_t bytes) const;
  static void arrayDied(Storage *s);

  std::unique_ptr<Memory> memory_;
  std::unordered_map<uint32_t, Segment> segments_;
  std::unordered_map<Storage *, uint32_t> numbers_;
  std::map<const std::byte *, Storage *> places_;  // those in this process, by where they begin
  std::vector<uint32_t> dead_;                     // what Python has not been told of
  uint32_t last_ = 0;
};

// What storages ask that memory is shared by: whether it must stay.
bool storageDied(Storage *s);

}  // namespace janus::bridge
