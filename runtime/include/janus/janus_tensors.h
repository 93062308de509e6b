/* Part of janus.h: tensors in and out, without copies. */
#ifndef JANUS_TENSORS_H
#define JANUS_TENSORS_H

#include "janus/janus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Types of elements, with torch's names. */
typedef enum janus_dtype {
  JANUS_FLOAT32,
  JANUS_FLOAT64,
  JANUS_FLOAT16,
  JANUS_BFLOAT16,
  JANUS_INT64,
  JANUS_INT32,
  JANUS_INT16,
  JANUS_INT8,
  JANUS_UINT8,
  JANUS_BOOLEAN,
  JANUS_COMPLEX64, /* real and imaginary part: two elements of FLOAT32 */
  JANUS_COMPLEX128,
  JANUS_DTYPE_COUNT,
  JANUS_DTYPE_IS_INT = 0x7fffffff /* a wrong number is refused, not undefined */
} janus_dtype;
#define JANUS_MOST_DIMENSIONS 64

/* Elements in memory. Sizes and strides have `dimensions` entries; strides count elements. */
typedef struct janus_tensor {
  void *data; /* of the first element */
  janus_dtype dtype;
  int32_t dimensions;
  const int64_t *sizes, *strides; /* strides may be null when giving: row after row */
} janus_tensor;

/* A new tensor of zeros in the runtime's own memory. */
JANUS_FUNCTION janus_status janus_make_tensor(janus_dtype dtype, const int64_t *sizes,
                                              int32_t dimensions, janus_value *out);
/* A tensor over the host's memory, which stays where it is: the program reads and writes it in
 * place. `release` (may be null) is called with `context` when the last tensor over it is gone,
 * from whichever thread ends it. On failure it is not called. ValueError for negative sizes or
 * strides, too many dimensions, an unknown dtype, an extent that no memory has, data that is null
 * or not aligned to its elements. */
JANUS_FUNCTION janus_status janus_borrow_tensor(const janus_tensor *memory,
                                                void (*release)(void *context), void *context,
                                                janus_value *out);
/* Where a tensor's elements are. The pointers hold as long as the tensor is held and nobody
 * resizes it or sets its data. TypeError for what is no tensor. */
JANUS_FUNCTION janus_status janus_view_tensor(janus_value tensor, janus_tensor *view);

/* ------------------------------------------------------------------ DLPack
 * The exchange form of other libraries; struct DLManagedTensor is that of <dlpack/dlpack.h>. */
struct DLManagedTensor;
/* A tensor over the memory of `managed`, which is taken over on JANUS_OK: its deleter is called
 * when the memory is no longer used. ValueError for another device than the CPU and for element
 * types that torch has no name for. */
JANUS_FUNCTION janus_status janus_from_dlpack(struct DLManagedTensor *managed, janus_value *out);
/* The caller, or who takes it over, calls the deleter. RuntimeError for a tensor that requires a
 * gradient: pass `tensor.detach()`. */
JANUS_FUNCTION janus_status janus_to_dlpack(janus_value tensor, struct DLManagedTensor **out);

#ifdef __cplusplus
}
#endif
#endif
