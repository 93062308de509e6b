#include "kernels/cpu/onednn/OneDnn.h"

#include "tensor/Error.h"

#include <dlfcn.h>

namespace janus::onednn {

namespace {

struct Library {
  Api api;
  bool opened = false;
  std::string reason;

  Library() {
    void *handle = dlopen("libdnnl.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      const char *text = dlerror();
      reason = text ? text : "libdnnl.so.3 not found";
      return;
    }
#define JANUS_ONEDNN_LOAD(name)                                                                    \
  api.name = reinterpret_cast<decltype(api.name)>(dlsym(handle, "dnnl_" #name));                   \
  if (!api.name) {                                                                                 \
    reason = "libdnnl.so.3 has no dnnl_" #name;                                                    \
    return;                                                                                        \
  }
    JANUS_ONEDNN_FUNCTIONS(JANUS_ONEDNN_LOAD)
#undef JANUS_ONEDNN_LOAD
    if (api.engine_create(&api.engine, dnnl_cpu, 0) != dnnl_success ||
        api.stream_create(&api.stream, api.engine, dnnl_stream_default_flags) != dnnl_success) {
      reason = "oneDNN has no CPU engine here";
      return;
    }
    opened = true;
  }
};

const Library &library() {
  static const Library opened;
  return opened;
}

}  // namespace

bool available() {
  return library().opened;
}

const Api &api() {
  if (!library().opened)
    fail("oneDNN is needed here and could not be opened: %s", library().reason.c_str());
  return library().api;
}

void check(dnnl_status_t status, const char *what) {
  if (status != dnnl_success)
    fail("oneDNN: %s failed (status %d)", what, static_cast<int>(status));
}

Memory::Memory(const_dnnl_memory_desc_t desc, void *data) {
  check(api().memory_create(&memory_, desc, api().engine, data), "memory");
}
Memory::~Memory() {
  api().memory_destroy(memory_);
}

void reorder(const_dnnl_memory_desc_t from, const void *source, const_dnnl_memory_desc_t to,
             void *target) {
  const Api &dnnl = api();
  dnnl_primitive_desc_t desc = nullptr;
  dnnl_primitive_t primitive = nullptr;
  check(dnnl.reorder_primitive_desc_create(&desc, from, dnnl.engine, to, dnnl.engine, nullptr),
        "reorder");
  dnnl_status_t status = dnnl.primitive_create(&primitive, desc);
  dnnl.primitive_desc_destroy(desc);
  check(status, "reorder");
  Memory in(from, const_cast<void *>(source)), out(to, target);
  dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, in.get()}, {DNNL_ARG_TO, out.get()}};
  status = dnnl.primitive_execute(primitive, dnnl.stream, 2, args);
  dnnl.stream_wait(dnnl.stream);
  dnnl.primitive_destroy(primitive);
  check(status, "reorder");
}

}  // namespace janus::onednn
