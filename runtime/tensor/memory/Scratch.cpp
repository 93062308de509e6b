#include "tensor/memory/Scratch.h"

#include "tensor/memory/Storage.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

// So that the sanitizer sees what reads or writes past the end.
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(data, bytes) (void)0
#define ASAN_UNPOISON_MEMORY_REGION(data, bytes) (void)0
#endif

namespace janus {
namespace {

constexpr size_t kLine = 64;
constexpr size_t kMostKept = size_t{1} << 28;  // what is larger comes and goes

// What finds no room lies apart; the next time that nothing is in use, the stack is made as large
// as was needed at once.
struct Stack {
  char *block = nullptr;
  size_t size = 0, top = 0;
  size_t apart = 0, wanted = 0;

  ~Stack() { release(); }

  void *push(size_t bytes) {
    if (top + apart == 0 && wanted > size)
      grow();
    if (top + bytes <= size) {
      void *at = block + top;
      top += bytes;
      return at;
    }
    void *at = allocateUncached(bytes);
    apart += bytes;
    if (top + apart <= kMostKept)
      wanted = std::max(wanted, top + apart);
    return at;
  }
  void pop(void *data, size_t bytes) {
    if (data >= block && data < block + size) {
      ASAN_POISON_MEMORY_REGION(data, bytes);
      top -= bytes;
    } else {
      std::free(data);
      apart -= bytes;
    }
  }

private:
  void release() {
    ASAN_UNPOISON_MEMORY_REGION(block, size);
    std::free(std::exchange(block, nullptr));
    size = 0;
  }
  void grow() {
    release();
    block = static_cast<char *>(allocateUncached(wanted));
    size = wanted;
    ASAN_POISON_MEMORY_REGION(block, size);
  }
};
thread_local Stack stack;

}  // namespace

// A line more than is used, which stays poisoned.
ScratchMemory::ScratchMemory(size_t bytes) : bytes_((bytes / kLine + 1) * kLine) {
  data_ = stack.push(bytes_);
  ASAN_UNPOISON_MEMORY_REGION(data_, bytes);
}
ScratchMemory::~ScratchMemory() {
  stack.pop(data_, bytes_);
}

}  // namespace janus
