// Mean pooling, adaptive mean pooling, and their gradients.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/pooling/PoolShape.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <algorithm>
#include <vector>

namespace janus {
namespace {

int64_t windowSize(const int64_t *begin, const int64_t *end) {
  return (end[0] - begin[0]) * (end[1] - begin[1]) * (end[2] - begin[2]);
}
// window(index of the output inside its plane, begin[3], end[3], divisor)
template <class Window>
void forWindows(const PoolShape &s, bool countPadding, std::optional<int64_t> divisor,
                Window &&window) {
  int64_t padded = 1;
  auto bounds = [&](int i, int64_t at, int64_t &begin, int64_t &end) {
    begin = at * s.stride[i] - s.padding[i];
    end = std::min(begin + s.kernel[i], s.in[i] + s.padding[i]);
    padded = (i == 0 ? 1 : padded) * (end - begin);
    begin = std::max<int64_t>(begin, 0);
    end = std::min(end, s.in[i]);
  };
  forEachWindow(s, bounds, [&](int64_t number, const int64_t *begin, const int64_t *end) {
    window(number, begin, end,
           divisor ? *divisor : (countPadding ? padded : windowSize(begin, end)));
  });
}
template <class Window>
void forWholeWindows(const PoolShape &s, Window &&window) {
  forAdaptiveWindows(s, [&](int64_t number, const int64_t *begin, const int64_t *end) {
    window(number, begin, end, windowSize(begin, end));
  });
}

template <class C, class T>
C windowSum(const PoolShape &s, const T *plane, const int64_t *begin, const int64_t *end) {
  C sum = 0;
  for (int64_t z = begin[0]; z < end[0]; ++z)
    for (int64_t y = begin[1]; y < end[1]; ++y) {
      const T *row = plane + (z * s.in[1] + y) * s.in[2];
      for (int64_t x = begin[2]; x < end[2]; ++x)
        sum += loaded(row[x]);
    }
  return sum;
}
template <class C, class T>
void windowAdd(const PoolShape &s, T *plane, const int64_t *begin, const int64_t *end, C value) {
  for (int64_t z = begin[0]; z < end[0]; ++z)
    for (int64_t y = begin[1]; y < end[1]; ++y) {
      T *row = plane + (z * s.in[1] + y) * s.in[2];
      for (int64_t x = begin[2]; x < end[2]; ++x)
        row[x] = stored<T>(loaded(row[x]) + value);
    }
}

// Of integers those of 64 bits alone are averaged, as in torch.
template <class F>
void visitAverages(DType t, const char *kernel, F &&f) {
  if (t == DType::I64)
    f(ElementTag<int64_t>());
  else
    visitFloating(t, kernel, f);
}

// body(index of a position inside its image) for those of a window.
template <class Body>
void forPositions(const PoolShape &s, const int64_t *begin, const int64_t *end, Body &&body) {
  for (int64_t z = begin[0]; z < end[0]; ++z)
    for (int64_t y = begin[1]; y < end[1]; ++y)
      for (int64_t x = begin[2]; x < end[2]; ++x)
        body((z * s.in[1] + y) * s.in[2] + x);
}
// Images with their channels last: all channels of a window at once.
template <class ForWindows>
Tensor runForwardChannelsLast(const Tensor &self, const PoolShape &s, ForWindows &&forEach) {
  Tensor in = channelsLastOf(self), out = emptyChannelsLast(s.result, self.dtype(), self.device());
  visitAverages(self.dtype(), "avg_pool2d", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    std::vector<C> sum(static_cast<size_t>(s.channels));
    for (int64_t n = 0; n < s.planes / s.channels; ++n) {
      const T *image = in.data<T>() + n * s.channels * s.inSize();
      T *to = out.data<T>() + n * s.channels * s.outSize();
      forEach([&](int64_t number, const int64_t *begin, const int64_t *end, int64_t divisor) {
        std::fill(sum.begin(), sum.end(), C(0));
        C *sums = sum.data();
        forPositions(s, begin, end, [&](int64_t at) {
          for (int64_t c = 0; c < s.channels; ++c)
            sums[c] += loaded(image[at * s.channels + c]);
        });
        for (int64_t c = 0; c < s.channels; ++c)
          to[number * s.channels + c] = stored<T>(sums[c] / static_cast<C>(divisor));
      });
    }
  });
  return out;
}
template <class ForWindows>
Tensor runBackwardChannelsLast(const Tensor &grad, const Tensor &self, const PoolShape &s,
                               ForWindows &&forEach) {
  Tensor g = channelsLastOf(grad),
         out = emptyChannelsLast(self.sizes(), self.dtype(), self.device());
  fillWith(out, Scalar(0));
  visitAverages(self.dtype(), "avg_pool2d_backward_out_frame", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    std::vector<C> share(static_cast<size_t>(s.channels));
    for (int64_t n = 0; n < s.planes / s.channels; ++n) {
      T *image = out.data<T>() + n * s.channels * s.inSize();
      const T *from = g.data<T>() + n * s.channels * s.outSize();
      forEach([&](int64_t number, const int64_t *begin, const int64_t *end, int64_t divisor) {
        C *shares = share.data();
        for (int64_t c = 0; c < s.channels; ++c)
          shares[c] = loaded(from[number * s.channels + c]) / static_cast<C>(divisor);
        forPositions(s, begin, end, [&](int64_t at) {
          T *to = image + at * s.channels;
          for (int64_t c = 0; c < s.channels; ++c)
            to[c] = stored<T>(loaded(to[c]) + shares[c]);
        });
      });
    }
  });
  return out;
}

template <class ForWindows>
Tensor runForward(const Tensor &self, const PoolShape &s, ForWindows &&forEach) {
  if (s.spatial == 2 && keepsChannelsLast(self))
    return runForwardChannelsLast(self, s, forEach);
  Tensor in = contiguousOf(self), out = makeTensor(s.result, self.dtype(), self.device());
  visitAverages(self.dtype(), "avg_pool2d", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    for (int64_t p = 0; p < s.planes; ++p) {
      const T *plane = in.data<T>() + p * s.inSize();
      T *to = out.data<T>() + p * s.outSize();
      forEach([&](int64_t number, const int64_t *begin, const int64_t *end, int64_t divisor) {
        to[number] = stored<T>(windowSum<C>(s, plane, begin, end) / static_cast<C>(divisor));
      });
    }
  });
  return s.spatial == 3 ? out : inFormatOf(out, self);
}
template <class ForWindows>
Tensor runBackward(const Tensor &grad, const Tensor &self, const PoolShape &s,
                   ForWindows &&forEach) {
  if (s.spatial == 2 && keepsChannelsLast(self))
    return runBackwardChannelsLast(grad, self, s, forEach);
  Tensor g = contiguousOf(grad), out = makeTensor(self.sizes(), self.dtype(), self.device());
  fillWith(out, Scalar(0));
  visitAverages(self.dtype(), "avg_pool2d_backward_out_frame", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    for (int64_t p = 0; p < s.planes; ++p) {
      T *plane = out.data<T>() + p * s.inSize();
      const T *from = g.data<T>() + p * s.outSize();
      forEach([&](int64_t number, const int64_t *begin, const int64_t *end, int64_t divisor) {
        windowAdd(s, plane, begin, end,
                  static_cast<C>(loaded(from[number]) / static_cast<C>(divisor)));
      });
    }
  });
  return s.spatial == 3 ? out : inFormatOf(out, self);
}

Tensor avgPool(const char *name, size_t spatial, const Tensor &self, IntView kernel, IntView stride,
               IntView padding, bool ceil, bool countPadding, std::optional<int64_t> divisor) {
  if (divisor && *divisor == 0)
    fail("divisor must be not zero");
  int64_t one = 1;
  PoolShape s = poolShape(name, self, spatial, kernel, stride, padding, IntView(&one, 1), ceil);
  if (spatial == 3 &&
      !(self.dtype() == DType::F32 || self.dtype() == DType::F64 || self.dtype() == DType::I64))
    failDType("avg_pool3d_out_frame", self.dtype());
  return runForward(self, s, [&](auto window) { forWindows(s, countPadding, divisor, window); });
}
Tensor avgPool1d(const Tensor &self, IntView kernel, IntView stride, IntView padding, bool ceil,
                 bool countPadding) {
  return avgPool("avg_pool1d", 1, self, kernel, stride, padding, ceil, countPadding, std::nullopt);
}
template <size_t spatial>
Tensor avgPoolNd(const Tensor &self, IntView kernel, IntView stride, IntView padding, bool ceil,
                 bool countPadding, std::optional<int64_t> divisor) {
  return avgPool(spatial == 2 ? "avg_pool2d" : "avg_pool3d", spatial, self, kernel, stride, padding,
                 ceil, countPadding, divisor);
}
Tensor avgPoolBackward(const Tensor &grad, const Tensor &self, IntView kernel, IntView stride,
                       IntView padding, bool ceil, bool countPadding,
                       std::optional<int64_t> divisor) {
  int64_t one = 1;
  size_t spatial = kernel.size() > 1 ? kernel.size() : static_cast<size_t>(spatialOf(grad, self));
  PoolShape s = poolShape("avg_pool_backward", self, spatial, kernel, stride, padding,
                          IntView(&one, 1), ceil);
  return runBackward(grad, self, s,
                     [&](auto window) { forWindows(s, countPadding, divisor, window); });
}

// One window that is all of a plane: its mean, as torch takes it.
Tensor meanOfPlanes(const Tensor &self, const PoolShape &s) {
  Dims dims;
  for (int d = self.dim() - s.spatial; d < self.dim(); ++d)
    dims.push_back(d);
  Tensor mean = ops::call<TensorOp::MeanDim>(contiguousOf(self), dims, true, std::nullopt);
  return s.spatial == 3 ? mean : inFormatOf(mean, self);
}

const char *adaptiveName(size_t spatial) {
  return spatial == 1 ? "adaptive_avg_pool1d"
                      : (spatial == 2 ? "adaptive_avg_pool2d" : "adaptive_avg_pool3d");
}
Tensor adaptiveAvgPool(const Tensor &self, IntView output) {
  PoolShape s = adaptiveShape(adaptiveName(output.size()), self, output);
  // A few pixels with their channels last are added up as they lie.
  constexpr int64_t kFew = 1024;
  bool staysInOrder = s.spatial == 2 && keepsChannelsLast(self) && s.inSize() <= kFew;
  bool isOne = std::ranges::all_of(s.out, [](int64_t size) { return size == 1; });
  if (isOne && isFloating(self.dtype()) && s.planes && !staysInOrder)
    return meanOfPlanes(self, s);
  return runForward(self, s, [&](auto window) { forWholeWindows(s, window); });
}
Tensor adaptiveAvgPoolBackward(const Tensor &grad, const Tensor &self) {
  auto rank = static_cast<size_t>(self.dim()), spatial = static_cast<size_t>(spatialOf(grad, self));
  PoolShape s =
      adaptiveShape(adaptiveName(spatial), self, Dims(grad.sizes().subspan(rank - spatial)));
  return runBackward(grad, self, s, [&](auto window) { forWholeWindows(s, window); });
}

}  // namespace

JANUS_KERNEL(AvgPool1d, avgPool1d)
JANUS_KERNEL(AvgPool2d, avgPoolNd<2>)
JANUS_KERNEL(AvgPool3d, avgPoolNd<3>)
JANUS_KERNEL(AvgPoolBackward, avgPoolBackward)
JANUS_KERNEL(AdaptiveAvgPool, adaptiveAvgPool)
JANUS_KERNEL(AdaptiveAvgPoolBackward, adaptiveAvgPoolBackward)

}  // namespace janus
