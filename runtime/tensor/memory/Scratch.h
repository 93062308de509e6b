// Memory that a kernel needs while it runs: the top of a stack that the thread keeps, so that the
// same kernel finds the same memory the next time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace janus {

// 64-byte aligned, not initialised. In a scope, as the stack is; parts of a loop (Parallel.h) share
// what was taken before it.
class ScratchMemory {
public:
  explicit ScratchMemory(size_t bytes);
  ScratchMemory(const ScratchMemory &) = delete;
  ScratchMemory &operator=(const ScratchMemory &) = delete;
  ~ScratchMemory();
  void *get() const { return data_; }

private:
  void *data_;
  size_t bytes_;  // of whole lines
};

template <class T>
class Scratch {
public:
  explicit Scratch(int64_t count) : memory_(static_cast<size_t>(count) * sizeof(T)) {}
  T *get() const { return static_cast<T *>(memory_.get()); }

private:
  ScratchMemory memory_;
};

}  // namespace janus
