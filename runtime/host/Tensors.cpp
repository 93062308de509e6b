// Tensors over the host's memory, and where the runtime's are; DLPack.
#include "host/DlPack.h"
#include "host/HostCall.h"

#include "tensor/core/Error.h"
#include "tensor/core/Tensor.h"
#include "tensor/object/TensorType.h"
#include "value/builtin/Builtins.h"

#include <cstring>
#include <memory>

namespace janus::host {
namespace {

struct DTypeRow {
  janus_dtype host;
  DType type;
  uint8_t dlCode;  // DLPack's kind; bits and lanes follow from the size
};
constexpr DTypeRow kDTypeRows[] = {
    {JANUS_FLOAT32, DType::F32, kDlFloat},     {JANUS_FLOAT64, DType::F64, kDlFloat},
    {JANUS_FLOAT16, DType::F16, kDlFloat},     {JANUS_BFLOAT16, DType::BF16, kDlBfloat},
    {JANUS_INT64, DType::I64, kDlInt},         {JANUS_INT32, DType::I32, kDlInt},
    {JANUS_INT16, DType::I16, kDlInt},         {JANUS_INT8, DType::I8, kDlInt},
    {JANUS_UINT8, DType::U8, kDlUInt},         {JANUS_BOOLEAN, DType::Bool, kDlBool},
    {JANUS_COMPLEX64, DType::C64, kDlComplex}, {JANUS_COMPLEX128, DType::C128, kDlComplex},
};
static_assert(std::size(kDTypeRows) == JANUS_DTYPE_COUNT && JANUS_DTYPE_COUNT == kDTypeCount);

// What a host gives may be any number.
const DTypeRow &checkedRow(const janus_dtype &given) {
  int number;
  static_assert(sizeof number == sizeof given);
  memcpy(&number, &given, sizeof number);
  for (const DTypeRow &row : kDTypeRows)
    if (static_cast<int>(row.host) == number)
      return row;
  failWith(jn_exc_ValueError, "%d is no janus_dtype", number);
}
const DTypeRow &rowOf(DType type) {
  size_t i = 0;
  while (kDTypeRows[i].type != type)
    ++i;
  return kDTypeRows[i];
}

// Memory of the host that a storage stands for.
struct Borrowed {
  void (*release)(void *context);
  void *context;
};
void releaseBorrowed(Storage *s) {
  std::unique_ptr<Borrowed> borrowed(static_cast<Borrowed *>(s->context));
  if (borrowed->release)
    borrowed->release(borrowed->context);
}

// Elements from the first to the last that strides reach; false when they are more than memory has.
bool extentOf(IntView sizes, IntView strides, int64_t *elements) {
  *elements = 1;
  for (size_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] == 0) {
      *elements = 0;
      return true;
    }
  for (size_t d = 0; d < sizes.size(); ++d) {
    int64_t reach;
    if (__builtin_mul_overflow(sizes[d] - 1, strides[d], &reach) ||
        __builtin_add_overflow(*elements, reach, elements) || *elements > (int64_t{1} << 47))
      return false;
  }
  return true;
}

void requireSizes(IntView sizes) {
  int64_t count = 1;
  for (int64_t n : sizes) {
    if (n < 0)
      failWith(jn_exc_ValueError, "a size is negative: %lld", static_cast<long long>(n));
    if (__builtin_mul_overflow(count, n, &count))
      failWith(jn_exc_ValueError, "the sizes reach further than memory does");
  }
}

// A tensor over `data`; throws ValueError for what cannot be memory.
Tensor borrow(void *data, DType dtype, IntView sizes, const int64_t *givenStrides,
              void (*release)(void *), void *context) {
  Dims strides;
  requireSizes(sizes);
  if (givenStrides)
    strides = Dims(IntView(givenStrides, sizes.size()));
  else
    strides = contiguousStrides(sizes);
  for (size_t d = 0; d < strides.size(); ++d)
    if (strides[d] < 0)
      failWith(jn_exc_ValueError, "a stride is negative: %lld; give a copy",
               static_cast<long long>(strides[d]));
  int64_t elements;
  if (!extentOf(sizes, strides, &elements))
    failWith(jn_exc_ValueError, "the sizes reach further than memory does");
  if (!data && elements != 0)
    failWith(jn_exc_ValueError, "the data is null");
  if (reinterpret_cast<uintptr_t>(data) % sizeOf(dtype) != 0)
    failWith(jn_exc_ValueError, "the data is not aligned to its elements");
  Storage *s = wrapStorage(data, static_cast<size_t>(elements) * sizeOf(dtype), {}, releaseBorrowed,
                           new Borrowed{release, context});
  return makeOver(s, 0, sizes, strides, dtype);
}

IntView sizesOf(const int64_t *sizes, int32_t dimensions) {
  if (dimensions < 0 || dimensions > JANUS_MOST_DIMENSIONS)
    failWith(jn_exc_ValueError, "a tensor cannot have %d dimensions", dimensions);
  if (dimensions && !sizes)
    failWith(jn_exc_ValueError, "the sizes are null");
  return {sizes, static_cast<size_t>(dimensions)};
}

TensorObject *requireTensor(janus_value v) {
  Value t = namedBy(v);
  if (!isTensor(t))
    failWith(jn_exc_TypeError, "expected a tensor, got '%s'",
             t.tag == JN_UNBOUND ? "nothing" : typeName(t).c_str());
  requireElements(Tensor::share(t));
  if (asTensor(t)->flags & kTensorConjugated)
    fail("the memory of a conjugated view has other elements: pass `tensor.resolve_conj()`");
  return asTensor(t);
}

// What janus_to_dlpack gives away: the struct, its sizes, and a reference to the tensor.
struct Exported {
  DLManagedTensor managed;
  int64_t dims[2 * JANUS_MOST_DIMENSIONS];
};
void destroyExported(DLManagedTensor *managed) {
  if (!managed)
    return;
  auto *exported = reinterpret_cast<Exported *>(managed);
  hostCall([&] {
    jn_decref(jn_obj(managed->manager_ctx));
    return JANUS_OK;
  });
  delete exported;
}

void deleteManaged(void *context) {
  auto *managed = static_cast<DLManagedTensor *>(context);
  if (managed->deleter)
    managed->deleter(managed);
}

const DTypeRow &rowOf(DLDataType type) {
  if (type.lanes == 1)
    for (const DTypeRow &row : kDTypeRows)
      if (row.dlCode == type.code && 8 * sizeOf(row.type) == type.bits)
        return row;
  failWith(jn_exc_ValueError, "no dtype of torch has DLPack's code %d with %d bits and %d lanes",
           type.code, type.bits, type.lanes);
}

// A call that makes a tensor.
template <class Work>
janus_status tensorCall(janus_value *out, Work &&work) {
  return valueCall(out, [&] {
    if (!requireTorch())
      return jn_error();
    return guarded([&] { return work().releaseValue(); });
  });
}

}  // namespace
}  // namespace janus::host

using namespace janus;
using namespace janus::host;

janus_status janus_make_tensor(janus_dtype dtype, const int64_t *sizes, int32_t dimensions,
                               janus_value *out) {
  return tensorCall(out, [&] {
    const DTypeRow &row = checkedRow(dtype);
    IntView shape = sizesOf(sizes, dimensions);
    int64_t elements;
    requireSizes(shape);
    if (!extentOf(shape, contiguousStrides(shape), &elements))
      failWith(jn_exc_ValueError, "the sizes reach further than memory does");
    Tensor t = makeTensor(shape, row.type);
    memset(t.raw(), 0, static_cast<size_t>(t.numel()) * sizeOf(row.type));
    return t;
  });
}

janus_status janus_borrow_tensor(const janus_tensor *memory, void (*release)(void *context),
                                 void *context, janus_value *out) {
  return tensorCall(out, [&] {
    if (!memory)
      failWith(jn_exc_TypeError, "the description of the memory is null");
    const DTypeRow &row = checkedRow(memory->dtype);
    return borrow(memory->data, row.type, sizesOf(memory->sizes, memory->dimensions),
                  memory->strides, release, context);
  });
}

janus_status janus_view_tensor(janus_value tensor, janus_tensor *view) {
  return hostCall([&] {
    if (janus_status bad = requirePlace(view))
      return bad;
    Value done = guarded([&] {
      TensorObject *t = requireTensor(tensor);
      *view = {Tensor::share(t).raw(), rowOf(t->dtype).host, t->ndim, t->sizes, t->strides};
      return jn_none();
    });
    return jn_is_error(done) ? JANUS_RAISED : JANUS_OK;
  });
}

janus_status janus_from_dlpack(DLManagedTensor *managed, janus_value *out) {
  return tensorCall(out, [&] {
    if (!managed)
      failWith(jn_exc_TypeError, "the DLPack tensor is null");
    const DLTensor &t = managed->dl_tensor;
    if (t.device.device_type != kDlCpu)
      failWith(jn_exc_ValueError,
               "the tensor is on another device than the CPU (DLPack's device type %d): copy it",
               static_cast<int>(t.device.device_type));
    DType dtype = rowOf(t.dtype).type;
    void *data = t.data ? static_cast<char *>(t.data) + t.byte_offset : nullptr;
    return borrow(data, dtype, sizesOf(t.shape, t.ndim), t.strides, deleteManaged, managed);
  });
}

janus_status janus_to_dlpack(janus_value tensor, DLManagedTensor **out) {
  return hostCall([&] {
    if (janus_status bad = requirePlace(out))
      return bad;
    Value done = guarded([&] {
      TensorObject *t = requireTensor(tensor);
      if (Tensor::share(t).requiresGrad())
        fail("a tensor that requires a gradient cannot be exported: pass `tensor.detach()`");
      auto *exported = new Exported;
      memcpy(exported->dims, t->sizes, t->ndim * sizeof(int64_t));
      memcpy(exported->dims + t->ndim, t->strides, t->ndim * sizeof(int64_t));
      exported->managed = {.dl_tensor = {.data = Tensor::share(t).raw(),
                                         .device = {kDlCpu, 0},
                                         .ndim = t->ndim,
                                         .dtype = {rowOf(t->dtype).dlCode,
                                                   static_cast<uint8_t>(8 * sizeOf(t->dtype)), 1},
                                         .shape = exported->dims,
                                         .strides = exported->dims + t->ndim,
                                         .byte_offset = 0},
                           .manager_ctx = jn_own(jn_obj(t)).o,
                           .deleter = destroyExported};
      *out = &exported->managed;
      return jn_none();
    });
    return jn_is_error(done) ? JANUS_RAISED : JANUS_OK;
  });
}
