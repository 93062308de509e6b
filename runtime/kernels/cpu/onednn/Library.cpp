#include "kernels/cpu/onednn/Library.h"

#if JANUS_WITH_ONEDNN
#include "tensor/Error.h"
#include "tensor/Threads.h"

#include <cstdlib>
#include <dlfcn.h>

namespace janus::onednn {

// OpenMP's threads wait for the next region as long as ours do, about 0.1 ms, if the user has not
// said how long: milliseconds, as is usual, would keep our threads from the processors.
static void *openLibrary() {
  computeThreads();  // asks for the processors before OpenMP ties this thread to one of them
  bool own = !getenv("OMP_WAIT_POLICY") && !getenv("GOMP_SPINCOUNT");
  if (own)
    setenv("GOMP_SPINCOUNT", "5000", 0);
  void *handle = dlopen("libdnnl.so.3", RTLD_NOW | RTLD_LOCAL);
  if (own)
    unsetenv("GOMP_SPINCOUNT");
  return handle;
}

static bool open(Library &l) {
  if (const char *off = getenv("JANUS_ONEDNN"); off && off[0] == '0')
    return false;
  void *handle = openLibrary();
  if (!handle)
    return false;
#define X(name)                                                                                    \
  l.name = reinterpret_cast<decltype(&::dnnl_##name)>(dlsym(handle, "dnnl_" #name));               \
  if (!l.name)                                                                                     \
    return false;
  JANUS_ONEDNN_FUNCTIONS(X)
#undef X
  // Of the OpenMP library that oneDNN is linked to; another threading runtime has none.
  l.omp_set_num_threads = reinterpret_cast<void (*)(int)>(dlsym(handle, "omp_set_num_threads"));
  return l.engine_create(&l.engine, dnnl_cpu, 0) == dnnl_success &&
         l.stream_create(&l.stream, l.engine, dnnl_stream_default_flags) == dnnl_success;
}

const Library *library() {
  static Library l;
  static const bool there = open(l);
  return there ? &l : nullptr;
}

int threadsFor(int64_t multiplications) {
  // About 30 us of one core: what a region of sleeping threads costs, ten times one of threads that
  // still wait for the next.
  constexpr int64_t kWorthSharing = int64_t{1} << 22;
  return multiplications < kWorthSharing ? 1 : computeThreads();
}

void useThreads(const Library &l, int count) {
  if (l.omp_set_num_threads)
    l.omp_set_num_threads(count);
}

Turn takeTurn() {
  static std::mutex mutex;
  return Turn(mutex);
}

void check(dnnl_status_t status, const char *what) {
  if (status != dnnl_success)
    fail("oneDNN refused %s (status %d)", what, static_cast<int>(status));
}

}  // namespace janus::onednn
#endif
