#include "Support/LargeStack.h"

#include <cstdint>
#include <pthread.h>
#include <sys/mman.h>

namespace janus {

namespace {

void *callBody(void *argument) {
  (*static_cast<llvm::function_ref<void()> *>(argument))();
  return nullptr;
}

}  // namespace

bool runOnLargeStack(llvm::function_ref<void()> body, size_t bytes) {
  // Where address space is limited, a smaller stack is better than none.
  constexpr size_t kSmallestStack = size_t(16) << 20;
  constexpr size_t kGuard = size_t(1) << 16;
  void *memory = MAP_FAILED;
  for (; memory == MAP_FAILED && bytes >= kSmallestStack; bytes /= 2) {
    memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory != MAP_FAILED)
      break;
  }
  if (memory == MAP_FAILED)
    return false;
  ::mprotect(memory, kGuard, PROT_NONE);

  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  pthread_t thread;
  bool started = ::pthread_attr_setstack(&attributes, memory, bytes) == 0 &&
                 ::pthread_create(&thread, &attributes, callBody, &body) == 0;
  if (started)
    ::pthread_join(thread, nullptr);
  ::pthread_attr_destroy(&attributes);
  ::munmap(memory, bytes);
  return started;
}

}  // namespace janus
