// oneDNN's C API, opened at first use: a program that multiplies no large matrix never loads it.
#pragma once

#if JANUS_WITH_ONEDNN
#include <mutex>
#include <oneapi/dnnl/dnnl.h>
#include <utility>

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
  X(primitive_attr_set_scratchpad_mode) X(primitive_attr_destroy)
// clang-format on

struct Library {
#define X(name) decltype(&::dnnl_##name) name;
  JANUS_ONEDNN_FUNCTIONS(X)
#undef X
  dnnl_engine_t engine = nullptr;
  void (*omp_set_num_threads)(int) = nullptr;
  dnnl_stream_t stream = nullptr;
};

// Null when the library cannot be opened.
const Library *library();

// Work is divided among our own threads (tensor/core/Parallel.h), whom nobody has to wait for: a
// part is a primitive of its own, made and run by one thread alone. OpenMP's threads are not used.
constexpr int64_t kMostParts = 64;
// In how many parts `units` are shared that make up so many multiplications.
int64_t partsFor(int64_t units, int64_t multiplications);
// In each thread before it makes or runs primitives.
void computeAlone(const Library &l);

// A primitive and what it needs while it runs, which is not of the library: that would belong to
// the thread that made it.
struct Primitive {
  dnnl_primitive_t handle = nullptr;
  dnnl_memory_t scratchpad = nullptr;
  size_t scratchBytes = 0;
};
// Attributes for a primitive; to be destroyed.
dnnl_primitive_attr_t newAttributes(const Library &l);
// Takes the description over.
Primitive makePrimitive(const Library &l, dnnl_primitive_desc_t description, const char *what);
// `args` has room for one more.
dnnl_status_t execute(const Library &l, const Primitive &p, dnnl_exec_arg_t *args, int count);

// Pieces of one block of memory, each of whole lines.
class Pieces {
public:
  static size_t sizeOf(size_t bytes) { return (bytes + 63) / 64 * 64; }
  explicit Pieces(void *block) : at_(static_cast<char *>(block)) {}
  void *take(size_t bytes) { return std::exchange(at_, at_ + sizeOf(bytes)); }

private:
  char *at_;
};

// Prepared calls have one user at a time. A call takes the turn, says where its
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
