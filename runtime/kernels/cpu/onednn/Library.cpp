#include "kernels/cpu/onednn/Library.h"

#if JANUS_WITH_ONEDNN
#include "tensor/core/Error.h"
#include "tensor/core/Parallel.h"
#include "tensor/core/Threads.h"

#include "janus/contract/Environment.h"

#include <algorithm>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>

namespace janus::onednn {

// It brings OpenMP, which ties this thread to a processor where the user wants that.
static void *openLibrary() {
  computeThreads();  // asks for the processors before
  return dlopen("libdnnl.so.3", RTLD_NOW | RTLD_LOCAL);
}

static bool open(Library &l) {
  if (environmentChoice("JANUS_ONEDNN", {"0", "1"}) == 0)
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
  // A function of the OpenMP library that oneDNN is linked to; another threading runtime has none.
  l.omp_set_num_threads = reinterpret_cast<void (*)(int)>(dlsym(handle, "omp_set_num_threads"));
  return l.engine_create(&l.engine, dnnl_cpu, 0) == dnnl_success &&
         l.stream_create(&l.stream, l.engine, dnnl_stream_default_flags) == dnnl_success;
}

const Library *library() {
  static Library l;
  static const bool there = open(l);
  return there ? &l : nullptr;
}

int64_t partsFor(int64_t units, int64_t multiplications) {
  constexpr int64_t kPerNanosecond = 64;  // multiplications
  int64_t cost = multiplications / kPerNanosecond / std::max<int64_t>(units, 1);
  return std::min(kMostParts, janus::partsFor(units, cost));
}

void computeAlone(const Library &l) {
  if (l.omp_set_num_threads)
    l.omp_set_num_threads(1);
}

dnnl_primitive_attr_t newAttributes(const Library &l) {
  dnnl_primitive_attr_t attributes;
  check(l.primitive_attr_create(&attributes), "attributes");
  check(l.primitive_attr_set_scratchpad_mode(attributes, dnnl_scratchpad_mode_user), "attributes");
  return attributes;
}

Primitive makePrimitive(const Library &l, dnnl_primitive_desc_t description, const char *what) {
  Primitive p;
  check(l.primitive_create(&p.handle, description), what);
  const_dnnl_memory_desc_t scratch =
      l.primitive_desc_query_md(description, dnnl_query_scratchpad_md, 0);
  p.scratchBytes = scratch ? l.memory_desc_get_size(scratch) : 0;
  if (p.scratchBytes)
    check(l.memory_create(&p.scratchpad, scratch, l.engine, nullptr), "memory");
  l.primitive_desc_destroy(description);
  return p;
}

namespace {

// Compiled products of the library point the stack pointer into their working memory, where the
// frame of a signal's handler would overwrite it and what lies around it.
class NoSignals {
public:
  NoSignals() {
    if (signalsLieApart())
      return;
    sigset_t all;
    sigfillset(&all);
    blocked_ = pthread_sigmask(SIG_SETMASK, &all, &before_) == 0;
  }
  NoSignals(const NoSignals &) = delete;
  NoSignals &operator=(const NoSignals &) = delete;
  ~NoSignals() {
    if (blocked_)
      pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

private:
  sigset_t before_;
  bool blocked_ = false;
};

}  // namespace

dnnl_status_t execute(const Library &l, const Primitive &p, dnnl_exec_arg_t *args, int count) {
  NoSignals during;
  if (p.scratchpad)
    args[count++] = {DNNL_ARG_SCRATCHPAD, p.scratchpad};
  return l.primitive_execute(p.handle, l.stream, count, args);
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
