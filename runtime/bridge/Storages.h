// Storages that both sides use, by number: ours are even, Python's odd.
#pragma once

#include "bridge/Memory.h"

#include <unordered_map>
#include <vector>

namespace janus::bridge {

class SharedStorages {
public:
  explicit SharedStorages(std::unique_ptr<Memory> memory) : memory_(std::move(memory)) {}
  ~SharedStorages() { clear(); }
  // Number, and for a new one where its elements are.
  bool write(Encoder &e, Storage *s);
  // Counted by the caller; null with an exception pending, or broken.
  Storage *read(Decoder &d);
  uint32_t numberOf(Storage *s) const { return numbers_.at(s); }
  void writeDropped(Encoder &e);
  // Python must not use a number that it has not been told the end of.
  bool hasDropped() const { return !dropped_.empty(); }

  // A frame brings these to Python; their descriptors are the frame's from now on.
  void sent(const std::vector<uint32_t> &numbers);
  // The storage for something of Python's that keeps it; null when there is none.
  Storage *keep(uint32_t number);
  void dies(Storage *s);
  void clear();

private:
  struct Segment {
    Storage *storage;
    int fd;          // -1 once a frame has it
    bool isKnown;    // Python has been told where it is
    bool isCounted;  // by us, until something of Python's keeps it
  };
  void drop(uint32_t number);

  std::unique_ptr<Memory> memory_;
  std::unordered_map<uint32_t, Segment> segments_;
  std::unordered_map<Storage *, uint32_t> numbers_;
  std::vector<uint32_t> dropped_;
  uint32_t last_ = 0;
};

// What storages call that memory is shared by.
void storageDied(Storage *s);

}  // namespace janus::bridge
