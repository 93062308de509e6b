// Kernels of ops/Fourier.def: transforms over some dimensions, the others repeat them.
#include "janus/contract/inference/Complex.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/fft/Plans.h"
#include "kernels/cpu/fft/ResultOrder.h"
#include "tensor/core/Error.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace janus {
namespace {

enum class Normalization : int64_t { None, ByRoot, BySize };

// `sizes`: of the transforms, whatever the tensors hold of them.
void transform(fftw::Kind kind, const Tensor &in, const Tensor &out, IntView dims, IntView sizes) {
  fftw::Task task = {kind, realTypeOf(in.dtype()) == DType::F64, {}, {}};
  auto dimension = [&](int d, int64_t size) -> fftw::Dimension {
    return {static_cast<ptrdiff_t>(size), static_cast<ptrdiff_t>(in.stride(d)),
            static_cast<ptrdiff_t>(out.stride(d))};
  };
  for (size_t i = 0; i < dims.size(); ++i)
    task.dims.push_back(dimension(static_cast<int>(dims[i]), sizes[i]));
  for (int d = 0; d < in.dim(); ++d)
    if (std::find(dims.begin(), dims.end(), d) == dims.end())
      task.repeated.push_back(dimension(d, in.size(d)));
  fftw::transform(task, in.raw(), out.raw());
}

Tensor makeOrdered(const Tensor &like, IntView sizes, IntView dims, bool lastStays, DType dtype) {
  return makeStrided(sizes, transformedStrides(like.strides(), sizes, dims, lastStays), dtype,
                     like.device());
}

void normalize(const Tensor &out, IntView sizes, int64_t how) {
  double count = 1;
  for (int64_t size : sizes)
    count *= static_cast<double>(size);
  auto normalization = static_cast<Normalization>(how);
  if (normalization == Normalization::None || out.numel() == 0)
    return;
  double factor = normalization == Normalization::BySize ? 1 / count : 1 / std::sqrt(count);
  ops::callValue<TensorOp::MulScalar_>(out, factor);
}

Tensor complexToComplex(const Tensor &self, IntView dim, int64_t normalization, bool forward) {
  if (!isComplex(self.dtype()))
    fail("_fft_c2c: expected a complex tensor");
  Dims dims = wrappedDims(dim, self.dim()), sizes;
  for (int64_t d : dims)
    sizes.push_back(self.size(static_cast<int>(d)));
  if (dims.empty())
    return cloneOf(self);
  Tensor out = makeOrdered(self, self.sizes(), dims, false, self.dtype());
  if (self.numel() == 0)
    return out;
  transform(forward ? fftw::Kind::Forward : fftw::Kind::Backward, self, out, dims, sizes);
  normalize(out, sizes, normalization);
  return out;
}

// The second half of the last transformed dimension: conjugates of the first, backwards in all
// transformed dimensions.
void fillMirrored(const Tensor &out, IntView dims) {
  int last = static_cast<int>(dims.back());
  int64_t size = out.size(last), half = size / 2 + 1;
  if (half == size)
    return;
  auto partFrom = [&](const Tensor &t, int d, int64_t start, int64_t count) {
    Dims sizes(t.sizes());
    sizes[static_cast<size_t>(d)] = count;
    return makeOver(retain(t->storage), t->offset + start * t.stride(d), sizes, t.strides(),
                    t.dtype());
  };
  // Element k of the second half comes from size - k.
  Tensor source = partFrom(out, last, 1, size - half);
  for (int64_t d : dims) {
    int64_t length = source.size(static_cast<int>(d));
    Dims order;
    for (int64_t i = 0; i < length; ++i)
      order.push_back(d == last ? length - 1 - i : (length - i) % length);
    Tensor index = makeTensor(Dims{length}, DType::I64);
    std::copy(order.begin(), order.end(), index.data<int64_t>());
    source = ops::call<TensorOp::IndexSelect>(source, d, index);
  }
  copyInto(partFrom(out, last, half, size - half), conjugatesOf(source));
}

Tensor realToComplex(const Tensor &self, IntView dim, int64_t normalization, bool onesided) {
  if (self.dtype() != DType::F32 && self.dtype() != DType::F64)
    fail("_fft_r2c: expected a tensor of float or double");
  RunTimeContext cx;
  Dims dims = wrappedDims(dim, self.dim()), sizes,
       shape = infer::halfSpectrum(cx, Dims(self.sizes()), dims, onesided);
  for (int64_t d : dims)
    sizes.push_back(self.size(static_cast<int>(d)));
  Tensor out = makeOrdered(self, shape, dims, true, complexTypeOf(self.dtype()));
  if (self.numel() == 0)
    return out;
  transform(fftw::Kind::ToComplex, self, out, dims, sizes);
  normalize(out, sizes, normalization);
  if (!onesided)
    fillMirrored(out, dims);
  return out;
}

Tensor complexToReal(const Tensor &self, IntView dim, int64_t normalization, int64_t lastSize) {
  if (!isComplex(self.dtype()))
    fail("_fft_c2r: expected a complex tensor");
  RunTimeContext cx;
  Dims dims = wrappedDims(dim, self.dim()), last{dims.back()}, sizes,
       shape = infer::wholeSpectrum(cx, Dims(self.sizes()), dims, lastSize);
  for (int64_t d : dims)
    sizes.push_back(self.size(static_cast<int>(d)));
  sizes.back() = lastSize;
  // The other dimensions first: what is not symmetric means the same as in torch then. The
  // transform to reals uses up its argument.
  Tensor in = dims.size() == 1
                  ? cloneOf(self)
                  : complexToComplex(self, IntView(dims).first(dims.size() - 1), 0, false);
  Tensor out = makeStrided(shape, realTransformedStrides(self, shape, dims),
                           realTypeOf(self.dtype()), self.device());
  if (out.numel() == 0)
    return out;
  transform(fftw::Kind::ToReal, in, out, last, Dims{lastSize});
  normalize(out, sizes, normalization);
  return out;
}

}  // namespace

JANUS_KERNEL(FftC2c, complexToComplex)
JANUS_KERNEL(FftR2c, realToComplex)
JANUS_KERNEL(FftC2r, complexToReal)

}  // namespace janus
