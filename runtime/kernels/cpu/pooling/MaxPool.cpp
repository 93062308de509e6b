// Max pooling of one to three spatial dimensions and its gradient. Indices count within one plane
// of the input.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/pooling/Windows.h"
#include "tensor/Boxing.h"

#include <algorithm>
#include <cmath>

namespace janus {
namespace {

// Planes of one channel; windows start where torch's do: the first element wins among equals, NaN
// always.
template <class T>
void poolPlane(const T *in, T *out, int64_t *indices, const PoolWindows &w) {
  int64_t at = 0;
  for (int64_t z = 0; z < w.out[0]; ++z)
    for (int64_t y = 0; y < w.out[1]; ++y)
      for (int64_t x = 0; x < w.out[2]; ++x, ++at) {
        const int64_t place[3] = {z, y, x};
        int64_t first[3], last[3];
        for (int d = 0; d < 3; ++d)
          w.range(d, place[d], &first[d], &last[d]);
        int64_t best = (first[0] * w.in[1] + first[1]) * w.in[2] + first[2];
        auto value = -std::numeric_limits<Compute<T>>::infinity();
        if constexpr (!isFloatElement<T>)
          value = std::numeric_limits<T>::lowest();
        bool any = false;
        for (int64_t k = first[0]; k < last[0]; k += w.dilation[0])
          for (int64_t i = first[1]; i < last[1]; i += w.dilation[1])
            for (int64_t j = first[2]; j < last[2]; j += w.dilation[2]) {
              int64_t index = (k * w.in[1] + i) * w.in[2] + j;
              Compute<T> v = loaded(in[index]);
              bool isNan = false;
              if constexpr (isFloatElement<T>)
                isNan = std::isnan(v);
              if (!any || v > value || isNan) {
                value = v;
                best = index;
                any = true;
              }
            }
        out[at] = stored<T>(value);
        indices[at] = best;
      }
}

// 2x2 windows without padding, the commonest: two rows at a time, without bounds.
template <class T>
void poolPairs(const T *in, T *out, int64_t *indices, const PoolWindows &w) {
  for (int64_t y = 0; y < w.out[1]; ++y) {
    const T *top = in + 2 * y * w.in[2], *bottom = top + w.in[2];
    int64_t row = 2 * y * w.in[2];
    for (int64_t x = 0; x < w.out[2]; ++x) {
      T a = top[2 * x], b = top[2 * x + 1], c = bottom[2 * x], d = bottom[2 * x + 1];
      int64_t i = row + 2 * x;
      T best = a;
      int64_t index = i;
      // !(v <= best) is also true of NaN.
      bool take = !(b <= best);
      best = take ? b : best;
      index = take ? i + 1 : index;
      take = !(c <= best) && best == best;
      best = take ? c : best;
      index = take ? i + w.in[2] : index;
      take = !(d <= best) && best == best;
      best = take ? d : best;
      index = take ? i + w.in[2] + 1 : index;
      *out++ = best;
      *indices++ = index;
    }
  }
}

std::tuple<Tensor, Tensor> maxPool(const Tensor &self, IntView kernel, IntView stride,
                                   IntView padding, IntView dilation, bool ceilMode,
                                   size_t spatial) {
  PoolWindows w =
      poolWindows(self, kernel, stride, padding, dilation, ceilMode, spatial, "max_pool");
  Tensor x = contiguousOf(self);
  Dims sizes = w.outputSizes(self);
  Tensor out = makeTensor(sizes, self.dtype()), indices = makeTensor(sizes, DType::I64);
  int64_t planes = w.planes(self);
  bool pairs = w.out[0] == 1 && w.in[0] == 1 && w.kernel[0] == 1 && w.isPlain(2);
  visitNumbers(self.dtype(), "max_pool", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T *in = x.data<T>();
    T *to = out.data<T>();
    int64_t *index = indices.data<int64_t>();
    for (int64_t p = 0; p < planes; ++p) {
      if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
        if (pairs) {
          poolPairs(in, to, index, w);
          in += w.inCount(), to += w.outCount(), index += w.outCount();
          continue;
        }
      }
      poolPlane(in, to, index, w);
      in += w.inCount(), to += w.outCount(), index += w.outCount();
    }
  });
  return {out, indices};
}

template <size_t spatial>
std::tuple<Tensor, Tensor> maxPoolOf(const Tensor &self, IntView kernel, IntView stride,
                                     IntView padding, IntView dilation, bool ceilMode) {
  return maxPool(self, kernel, stride, padding, dilation, ceilMode, spatial);
}

// How many of the last dimensions the indices count within. A batch of sequences and one image have
// the same rank: the indices tell them apart, since those of an image pass the end of a row.
int pooledDims(const Tensor &self, const Tensor &grad, const Tensor &indices) {
  int rank = self.dim();
  if (rank == 2)
    return 1;
  if (rank == 5)
    return 3;
  int fewer = rank - 2;
  if (self.size(1) != grad.size(1))
    return fewer + 1;
  int64_t plane = 1;
  for (int d = rank - fewer; d < rank; ++d)
    plane *= self.size(d);
  const int64_t *at = indices.data<int64_t>();
  bool fits = std::all_of(at, at + indices.numel(), [&](int64_t i) { return i < plane; });
  return fits ? fewer : fewer + 1;
}

Tensor maxPoolBackward(const Tensor &gradOutput, const Tensor &self, const Tensor &indices) {
  Tensor grad = contiguousOf(gradOutput), index = contiguousOf(indices);
  Tensor out = makeTensor(self.sizes(), gradOutput.dtype());
  fillWith(out, Scalar(0));
  if (grad.numel() == 0)
    return out;
  int pooled = pooledDims(self, grad, index);
  int64_t planes = 1;
  for (int d = 0; d < self.dim() - pooled; ++d)
    planes *= self.size(d);
  int64_t inPlane = self.numel() / planes, outPlane = grad.numel() / planes;
  visitFloating(gradOutput.dtype(), "max_pool_backward", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T *to = out.data<T>();
    const T *from = grad.data<T>();
    const int64_t *at = index.data<int64_t>();
    for (int64_t p = 0; p < planes; ++p, to += inPlane, from += outPlane, at += outPlane)
      for (int64_t i = 0; i < outPlane; ++i)
        to[at[i]] = stored<T>(loaded(to[at[i]]) + loaded(from[i]));
  });
  return out;
}

}  // namespace

JANUS_KERNEL(MaxPool1d, maxPoolOf<1>)
JANUS_KERNEL(MaxPool2d, maxPoolOf<2>)
JANUS_KERNEL(MaxPool3d, maxPoolOf<3>)
JANUS_KERNEL(MaxPoolBackward, maxPoolBackward)

}  // namespace janus
