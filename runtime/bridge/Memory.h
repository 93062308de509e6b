// Where the elements of storages lie that both sides use: in memory files that two processes map,
// or just where they are, when Python is in this process.
#pragma once

#include "tensor/memory/Storage.h"

#include <memory>

namespace janus::bridge {

class Encoder;
class Decoder;

class Memory {
public:
  virtual ~Memory() = default;
  // Makes the elements reachable for the other side; false with an exception pending. *fd, which is
  // -1 before, is what has to travel with the first frame.
  virtual bool place(Storage *s, int *fd) = 0;
  // What a frame says of a storage that is new.
  virtual void write(Encoder &e, const Storage *s, int fd) = 0;
  // A storage of Python, counted, which asks storageDied() when it dies. Null: broken, or an
  // exception is pending.
  virtual Storage *read(Decoder &d) = 0;
  // Of a storage that has died: one over the same memory, or the end of the memory.
  virtual Storage *revive(void *data, size_t bytes) = 0;
  virtual void release(void *data, size_t bytes) = 0;
  // A storage of ours stays for as long as Python uses it.
  virtual bool isKeptByPython() const = 0;
};

std::unique_ptr<Memory> makeMemoryFiles();
std::unique_ptr<Memory> makeMemoryHere();

}  // namespace janus::bridge
