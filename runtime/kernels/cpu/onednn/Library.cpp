#include "kernels/cpu/onednn/Library.h"

#if JANUS_WITH_ONEDNN
#include "tensor/Error.h"

#include <cstdlib>
#include <dlfcn.h>

namespace janus::onednn {

static bool open(Library &l) {
  if (const char *off = getenv("JANUS_ONEDNN"); off && off[0] == '0')
    return false;
  void *handle = dlopen("libdnnl.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return false;
#define X(name)                                                                                    \
  l.name = reinterpret_cast<decltype(&::dnnl_##name)>(dlsym(handle, "dnnl_" #name));               \
  if (!l.name)                                                                                     \
    return false;
  JANUS_ONEDNN_FUNCTIONS(X)
#undef X
  return l.engine_create(&l.engine, dnnl_cpu, 0) == dnnl_success &&
         l.stream_create(&l.stream, l.engine, dnnl_stream_default_flags) == dnnl_success;
}

const Library *library() {
  static Library l;
  static const bool there = open(l);
  return there ? &l : nullptr;
}

void check(dnnl_status_t status, const char *what) {
  if (status != dnnl_success)
    fail("oneDNN refused %s (status %d)", what, static_cast<int>(status));
}

}  // namespace janus::onednn
#endif
