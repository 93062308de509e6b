// oneDNN's C API, opened at first use: a program that multiplies no large matrix never loads it.
#pragma once

#if JANUS_WITH_ONEDNN
#include <mutex>
#include <oneapi/dnnl/dnnl.h>

namespace janus::onednn {

// clang-format off
#define JANUS_ONEDNN_FUNCTIONS(X) \
  X(engine_create) X(stream_create) X(memory_desc_create_with_strides) X(memory_desc_create_with_tag) \
  X(memory_desc_destroy) X(memory_desc_equal) X(memory_desc_get_size) X(memory_desc_clone) \
  X(memory_create) X(memory_set_data_handle) X(memory_destroy) X(primitive_create) \
  X(primitive_execute) X(primitive_desc_query_md) X(primitive_desc_destroy) \
  X(matmul_primitive_desc_create) X(reorder_primitive_desc_create) \
  X(convolution_forward_primitive_desc_create) X(convolution_backward_data_primitive_desc_create) \
  X(convolution_backward_weights_primitive_desc_create) X(post_ops_create) X(post_ops_append_sum) \
  X(post_ops_destroy) X(primitive_attr_create) X(primitive_attr_set_post_ops) \
  X(primitive_attr_destroy)
// clang-format on

struct Library {
#define X(name) decltype(&::dnnl_##name) name;
  JANUS_ONEDNN_FUNCTIONS(X)
#undef X
  dnnl_engine_t engine = nullptr;
  void (*omp_set_num_threads)(int) = nullptr;
  dnnl_stream_t stream = nullptr;  // of this thread's calls, under the runtime lock
};

// Null when the library cannot be opened.
const Library *library();

// The threads that a primitive of so many multiplications is made and run with: one below what pays
// for waking the others. A primitive must run with the count that it was made with.
int threadsFor(int64_t multiplications);
void useThreads(const Library &l, int count);

// A prepared call and its stream have one user at a time. A call takes the turn, says where its
// memory is, lets others have the runtime, computes, and gives the turn back before it asks for the
// runtime again: a thread may wait for the turn while it holds the runtime's lock, never the other
// way round.
//
//   Turn turn = takeTurn();  ...  LockRelease others;  Turn computing = std::move(turn);  ...
using Turn = std::unique_lock<std::mutex>;
Turn takeTurn();

// A failed call is an error of ours, not the user's.
void check(dnnl_status_t status, const char *what);

}  // namespace janus::onednn
#endif
