// oneDNN, opened at first use through its C API. Everything here throws (Error.h) when the library
// cannot be found or refuses: kernels without oneDNN ask `oneDnnAvailable` first and take their own
// loops.
#pragma once

#include "tensor/Tensor.h"

#include <oneapi/dnnl/dnnl.h>

namespace janus::onednn {

// The functions in use, by name: one row each, `api().sgemm` is dnnl_sgemm.
#define JANUS_ONEDNN_FUNCTIONS(X)                                                                  \
  X(engine_create)                                                                                 \
  X(stream_create) X(stream_wait) X(sgemm) X(memory_desc_create_with_tag)                          \
      X(memory_desc_create_with_strides) X(memory_desc_destroy) X(memory_desc_equal)               \
          X(memory_desc_get_size) X(memory_create) X(memory_destroy) X(primitive_create)           \
              X(primitive_execute) X(primitive_destroy) X(primitive_desc_query_md)                 \
                  X(primitive_desc_destroy) X(reorder_primitive_desc_create)                       \
                      X(convolution_forward_primitive_desc_create)                                 \
                          X(convolution_backward_data_primitive_desc_create)                       \
                              X(convolution_backward_weights_primitive_desc_create)

struct Api {
#define JANUS_ONEDNN_FIELD(name) decltype(&dnnl_##name) name = nullptr;
  JANUS_ONEDNN_FUNCTIONS(JANUS_ONEDNN_FIELD)
#undef JANUS_ONEDNN_FIELD
  dnnl_engine_t engine = nullptr;
  dnnl_stream_t stream = nullptr;
};

bool available();
const Api &api();
void check(dnnl_status_t status, const char *what);

// A primitive with the layouts it asks for.
class Memory {
public:
  Memory(const_dnnl_memory_desc_t desc, void *data);
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  dnnl_memory_t get() const { return memory_; }

private:
  dnnl_memory_t memory_ = nullptr;
};

// Copies between layouts; nothing is done when they are equal and the pointers are one.
void reorder(const_dnnl_memory_desc_t from, const void *source, const_dnnl_memory_desc_t to,
             void *target);

}  // namespace janus::onednn
