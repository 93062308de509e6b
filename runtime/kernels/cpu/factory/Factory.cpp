// Kernels of ops/Factory.def that fill with one number.
#include "janus/contract/inference/Sequence.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/memory/ScalarStore.h"

#include <algorithm>

namespace janus {
namespace {

using OptionalType = std::optional<DType>;
using OptionalDevice = std::optional<Device>;
using OptionalFormat = std::optional<MemoryFormat>;

Device checkedDevice(OptionalDevice d) {
  if (d && d->type == DeviceType::Cuda)
    failWith(jn_exc_AssertionError, "Torch not compiled with CUDA enabled");
  return d.value_or(Device{});
}
Tensor filled(Tensor t, const Scalar &value) {
  fillWith(t, value);
  return t;
}

Tensor empty(IntView size, OptionalType dtype, OptionalDevice device, OptionalFormat format) {
  DType t = dtype.value_or(defaultDType());
  if (format && *format >= MemoryFormat::ChannelsLast)
    return makeStrided(size, stridesIn(*format, size), t, checkedDevice(device));
  return makeTensor(size, t, checkedDevice(device));
}
Tensor emptyStrided(IntView size, IntView stride, OptionalType dtype, OptionalDevice device) {
  if (size.size() != stride.size())
    fail("dimensionality of sizes (%zu) must match dimensionality of strides (%zu)", size.size(),
         stride.size());
  return makeStrided(size, stride, dtype.value_or(defaultDType()), checkedDevice(device));
}
Tensor filledWith(Tensor t, const Scalar &value) {
  requireFits(value, t.dtype());
  return filled(std::move(t), value);
}
Tensor zeros(IntView size, OptionalType dtype, OptionalDevice device) {
  for (int64_t s : size)
    if (s < 0)
      fail("zeros: Dimension size must be non-negative.");
  return filled(makeTensor(size, dtype.value_or(defaultDType()), checkedDevice(device)), Scalar(0));
}
Tensor ones(IntView size, OptionalType dtype, OptionalDevice device) {
  return filled(makeTensor(size, dtype.value_or(defaultDType()), checkedDevice(device)), Scalar(1));
}
Tensor full(IntView size, const Scalar &value, OptionalType dtype, OptionalDevice device) {
  return filledWith(makeTensor(size, dtype.value_or(numberType(value)), checkedDevice(device)),
                    value);
}
Tensor eyeM(int64_t n, int64_t m, OptionalType dtype, OptionalDevice device) {
  if (n < 0)
    fail("n must be greater or equal to 0, got %lld", static_cast<long long>(n));
  if (m < 0)
    fail("m must be greater or equal to 0, got %lld", static_cast<long long>(m));
  Tensor t = zeros(Dims{n, m}, dtype, device);
  int64_t count = n < m ? n : m;
  if (count)
    fillWith(makeView(t, Dims{count}, Dims{m + 1}, 0), Scalar(1));
  return t;
}
Tensor eye(int64_t n, OptionalType dtype, OptionalDevice device) {
  return eyeM(n, n, dtype, device);
}

template <int number>
Tensor numbersLike(const Tensor &self, OptionalType dtype, OptionalDevice device,
                   OptionalFormat format) {
  return filled(newLike(self, dtype, device, format), Scalar(number));
}
Tensor fullLike(const Tensor &self, const Scalar &value, OptionalType dtype, OptionalDevice device,
                OptionalFormat format) {
  return filledWith(newLike(self, dtype, device, format), value);
}
Tensor newEmpty(const Tensor &self, IntView size, OptionalType dtype, OptionalDevice device) {
  return makeTensor(size, dtype.value_or(self.dtype()),
                    device ? checkedDevice(device) : self.device());
}
template <int number>
Tensor newNumbers(const Tensor &self, IntView size, OptionalType dtype, OptionalDevice device) {
  return filled(newEmpty(self, size, dtype, device), Scalar(number));
}
Tensor newFull(const Tensor &self, IntView size, const Scalar &value, OptionalType dtype,
               OptionalDevice device) {
  return filledWith(newEmpty(self, size, dtype, device), value);
}

// Indices of a triangle: 2 x n.
template <bool lower>
Tensor triangleIndices(int64_t rows, int64_t columns, int64_t offset, OptionalType dtype,
                       OptionalDevice device) {
  checkedDevice(device);
  if (rows < 0)
    fail("row must be non-negative, got%lld", static_cast<long long>(rows));
  if (columns < 0)
    fail("col must be non-negative, got%lld", static_cast<long long>(columns));
  int64_t count = infer::placesInTriangle(rows, columns, offset, !lower);
  Tensor t = makeTensor(Dims{2, count}, DType::I64);
  offset = std::clamp(offset, -rows, columns);
  int64_t at = 0;
  for (int64_t r = lower ? std::max<int64_t>(-offset, 0) : 0; at < count; ++r) {
    int64_t first = lower ? 0 : std::max<int64_t>(r + offset, 0);
    int64_t end = lower ? std::min(columns, r + offset + 1) : columns;
    for (int64_t c = first; c < end; ++c) {
      t.data<int64_t>()[at] = r;
      t.data<int64_t>()[count + at++] = c;
    }
  }
  return convertedTo(t, dtype.value_or(DType::I64));
}

}  // namespace

Tensor newLike(const Tensor &self, OptionalType dtype, OptionalDevice device,
               OptionalFormat format) {
  return emptyLike(self, dtype.value_or(self.dtype()), format.value_or(MemoryFormat::Preserve),
                   device ? checkedDevice(device) : self.device());
}

JANUS_KERNEL(Empty, empty)
JANUS_KERNEL(EmptyStrided, emptyStrided)
JANUS_KERNEL(Zeros, zeros)
JANUS_KERNEL(Ones, ones)
JANUS_KERNEL(Full, full)
JANUS_KERNEL(Eye, eye)
JANUS_KERNEL(EyeM, eyeM)
JANUS_KERNEL(EmptyLike, newLike)
JANUS_KERNEL(ZerosLike, numbersLike<0>)
JANUS_KERNEL(OnesLike, numbersLike<1>)
JANUS_KERNEL(FullLike, fullLike)
JANUS_KERNEL(NewEmpty, newEmpty)
JANUS_KERNEL(NewZeros, newNumbers<0>)
JANUS_KERNEL(NewOnes, newNumbers<1>)
JANUS_KERNEL(NewFull, newFull)
JANUS_KERNEL(TrilIndices, triangleIndices<true>)
JANUS_KERNEL(TriuIndices, triangleIndices<false>)

}  // namespace janus
