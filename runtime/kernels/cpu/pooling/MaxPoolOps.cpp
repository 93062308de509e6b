// Maximum pooling with indices, its gradient, adaptive maximum pooling, unpooling.
#include "janus/contract/inference/Pool.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/pooling/PoolPlanes.h"
#include "kernels/cpu/pooling/PoolShape.h"
#include "tensor/core/Parallel.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/views/ChannelsLast.h"

#include <algorithm>
#include <limits>
#include <string>

namespace janus {
namespace {

template <class T>
Compute<T> lowest() {
  using C = Compute<T>;
  if constexpr (std::is_floating_point_v<C>)
    return -std::numeric_limits<C>::infinity();
  else
    return std::numeric_limits<C>::lowest();
}

// One row of outputs against one row of inputs for one kernel column: keeps the greater.
template <class T>
[[gnu::always_inline]] inline void keepGreater(const T *row, int64_t base, int64_t step,
                                               int64_t begin, int64_t end, Compute<T> *best,
                                               int64_t *where) {
  for (int64_t x = begin; x < end; ++x) {
    Compute<T> v = loaded(row[x * step]);
    bool better = v > best[x] || v != v;
    best[x] = better ? v : best[x];
    where[x] = better ? base + x * step : where[x];
  }
}

template <class T>
void maxPoolPlane(const PoolShape &s, const T *in, T *out, int64_t *indices, Compute<T> *best,
                  int64_t *where) {
  int64_t width = s.out[2];
  for (int64_t z = 0; z < s.out[0]; ++z)
    for (int64_t y = 0; y < s.out[1]; ++y) {
      int64_t z0 = z * s.stride[0] - s.padding[0], y0 = y * s.stride[1] - s.padding[1];
      // The first element of the window counts where nothing is greater than -inf.
      for (int64_t x = 0; x < width; ++x) {
        int64_t x0 = x * s.stride[2] - s.padding[2];
        auto first = [](int64_t at, int64_t dilation) {
          return at >= 0 ? at : at + (-at + dilation - 1) / dilation * dilation;
        };
        best[x] = lowest<T>();
        where[x] = (first(z0, s.dilation[0]) * s.in[1] + first(y0, s.dilation[1])) * s.in[2] +
                   first(x0, s.dilation[2]);
      }
      for (int64_t kz = 0; kz < s.kernel[0]; ++kz) {
        int64_t iz = z0 + kz * s.dilation[0];
        if (iz < 0 || iz >= s.in[0])
          continue;
        for (int64_t ky = 0; ky < s.kernel[1]; ++ky) {
          int64_t iy = y0 + ky * s.dilation[1];
          if (iy < 0 || iy >= s.in[1])
            continue;
          int64_t rowStart = (iz * s.in[1] + iy) * s.in[2];
          for (int64_t kx = 0; kx < s.kernel[2]; ++kx) {
            int64_t shift = kx * s.dilation[2] - s.padding[2], step = s.stride[2];
            int64_t begin = shift >= 0 ? 0 : (-shift + step - 1) / step;
            int64_t end = std::min(width, (s.in[2] - shift + step - 1) / step);
            if (step == 1)
              keepGreater(in + rowStart + shift, rowStart + shift, 1, begin, end, best, where);
            else if (step == 2)
              keepGreater(in + rowStart + shift, rowStart + shift, 2, begin, end, best, where);
            else
              keepGreater(in + rowStart + shift, rowStart + shift, step, begin, end, best, where);
          }
        }
      }
      int64_t at = (z * s.out[1] + y) * width;
      for (int64_t x = 0; x < width; ++x) {
        out[at + x] = stored<T>(best[x]);
        indices[at + x] = where[x];
      }
    }
}

// A kernel for exactly this window, or null.
MaxPoolFn planesFor(const PoolShape &s) {
  auto both = [](const int64_t *values, int64_t value) {
    return values[1] == value && values[2] == value;
  };
  bool inside = s.in[0] == 1 && s.kernel[0] == 1 && both(s.padding, 0) && both(s.dilation, 1) &&
                s.inSize() < INT32_MAX;
  for (int d = 1; d < 3; ++d)
    inside &= (s.out[d] - 1) * s.stride[d] + s.kernel[d] <= s.in[d];
  if (!inside || !both(s.stride, 2))
    return nullptr;
  if (both(s.kernel, 2))
    return poolPlanes().max2x2;
  return both(s.kernel, 3) ? poolPlanes().max3x3by2 : nullptr;
}

// f32 images with their channels last.
std::tuple<Tensor, Tensor> maxPoolChannelsLast(const Tensor &self, const PoolShape &s) {
  Tensor in = channelsLastOf(self), out = emptyChannelsLast(s.result, DType::F32, self.device()),
         indices = emptyChannelsLast(s.result, DType::I64, self.device());
  ChannelsPool whole = {};
  whole.channels = s.channels;
  for (int d = 0; d < 2; ++d) {
    whole.in[d] = s.in[d + 1];
    whole.out[d] = s.out[d + 1];
    whole.kernel[d] = s.kernel[d + 1];
    whole.stride[d] = s.stride[d + 1];
    whole.padding[d] = s.padding[d + 1];
    whole.dilation[d] = s.dilation[d + 1];
  }
  int64_t inSize = s.channels * s.inSize(), outSize = s.channels * s.outSize();
  parallelFor(s.planes / s.channels, outSize, [&](int64_t first, int64_t last) {
    ChannelsPool own = whole;
    own.samples = last - first;
    poolPlanes().maxChannels(own, in.data<float>() + first * inSize,
                             out.data<float>() + first * outSize,
                             indices.data<int64_t>() + first * outSize);
  });
  return {out, indices};
}

template <size_t spatial>
std::tuple<Tensor, Tensor> maxPool(const Tensor &self, IntView kernel, IntView stride,
                                   IntView padding, IntView dilation, bool ceil) {
  constexpr const char *kNames[] = {"", "max_pool1d", "max_pool2d", "max_pool3d"};
  PoolShape s = poolShape(kNames[spatial], self, spatial, kernel, stride, padding, dilation, ceil);
  if (spatial == 2 && self.dtype() == DType::F32 && keepsChannelsLast(self) &&
      s.inSize() < INT32_MAX && s.planes)
    return maxPoolChannelsLast(self, s);
  Tensor in = contiguousOf(self);
  Tensor out = makeTensor(s.result, self.dtype(), self.device()),
         indices = makeTensor(s.result, DType::I64, self.device());
  MaxPoolFn planes = self.dtype() == DType::F32 ? planesFor(s) : nullptr;
  if (planes) {
    parallelFor(s.planes, s.outSize(), [&](int64_t first, int64_t last) {
      planes(in.data<float>() + first * s.inSize(), out.data<float>() + first * s.outSize(),
             indices.data<int64_t>() + first * s.outSize(), last - first, s.in[1], s.in[2],
             s.out[1], s.out[2]);
    });
    return {inVolumeFormatOf(out, self), inVolumeFormatOf(indices, self)};
  }
  visitNumbers(self.dtype(), spatial == 3 ? "max_pool3d" : "max_pool2d", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    std::vector<Compute<T>> best(static_cast<size_t>(s.out[2]));
    std::vector<int64_t> where(static_cast<size_t>(s.out[2]));
    for (int64_t p = 0; p < s.planes; ++p)
      maxPoolPlane(s, in.data<T>() + p * s.inSize(), out.data<T>() + p * s.outSize(),
                   indices.data<int64_t>() + p * s.outSize(), best.data(), where.data());
  });
  return {inVolumeFormatOf(out, self), inVolumeFormatOf(indices, self)};
}

// The gradient for images with their channels last.
Tensor maxPoolBackwardChannelsLast(const Tensor &grad, const Tensor &self, const Tensor &indices) {
  Tensor g = channelsLastOf(grad), where = channelsLastOf(indices),
         out = emptyChannelsLast(self.sizes(), self.dtype(), self.device());
  int64_t channels = self.size(1), samples = self.size(0);
  int64_t inSize = self.numel() / samples, outSize = g.numel() / samples;
  visitNumbers(self.dtype(), "max_pool2d_backward", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    parallelFor(samples, inSize / 4 + outSize, [&](int64_t first, int64_t last) {
      std::fill(out.data<T>() + first * inSize, out.data<T>() + last * inSize,
                stored<T>(Compute<T>(0)));
      for (int64_t n = first; n < last; ++n) {
        T *image = out.data<T>() + n * inSize;
        const T *from = g.data<T>() + n * outSize;
        const int64_t *at = where.data<int64_t>() + n * outSize;
        for (int64_t i = 0; i < outSize; i += channels)
          for (int64_t c = 0; c < channels; ++c) {
            T &to = image[at[i + c] * channels + c];
            to = stored<T>(loaded(to) + loaded(from[i + c]));
          }
      }
    });
  });
  return out;
}

// Each output gradient is added at its index inside the plane.
Tensor maxPoolBackward(const Tensor &grad, const Tensor &self, const Tensor &indices) {
  if (keepsChannelsLast(self) && grad.numel() && self.size(1) == grad.size(1))
    return maxPoolBackwardChannelsLast(grad, self, indices);
  Tensor g = contiguousOf(grad), where = contiguousOf(indices),
         out = makeTensor(self.sizes(), self.dtype(), self.device());
  if (g.numel() == 0) {
    fillWith(out, Scalar(0));
    return out;
  }
  int64_t planes = 1;
  int spatial = spatialOf(grad, self);
  if (self.dim() == 3 && spatial == 1) {
    // (C, H, W) pooled along W alone looks like (N, C, L): the range of the indices tells.
    for (int64_t i = 0; i < where.numel() && spatial == 1; ++i)
      if (where.data<int64_t>()[i] >= self.size(-1))
        spatial = 2;
  }
  for (int d = 0; d < self.dim() - spatial; ++d)
    planes *= self.size(d);
  int64_t inSize = self.numel() / planes, outSize = g.numel() / planes;
  visitNumbers(self.dtype(), "max_pool2d_backward", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    parallelFor(planes, inSize / 4 + outSize, [&](int64_t first, int64_t last) {
      std::fill(out.data<T>() + first * inSize, out.data<T>() + last * inSize,
                stored<T>(Compute<T>(0)));
      for (int64_t p = first; p < last; ++p) {
        T *to = out.data<T>() + p * inSize;
        const T *from = g.data<T>() + p * outSize;
        const int64_t *at = where.data<int64_t>() + p * outSize;
        for (int64_t i = 0; i < outSize; ++i)
          to[at[i]] = stored<T>(loaded(to[at[i]]) + loaded(from[i]));
      }
    });
  });
  // The indices of adaptive pooling of volumes are contiguous.
  return self.dim() == 5 && !suggestsChannelsLast(indices) ? out : inVolumeFormatOf(out, self);
}

std::tuple<Tensor, Tensor> adaptiveMaxPool(const Tensor &self, IntView output) {
  PoolShape s = adaptiveShape(
      output.size() == 1 ? "adaptive_max_pool1d"
                         : (output.size() == 2 ? "adaptive_max_pool2d" : "adaptive_max_pool3d"),
      self, output);
  Tensor in = contiguousOf(self);
  Tensor out = makeTensor(s.result, self.dtype(), self.device()),
         indices = makeTensor(s.result, DType::I64, self.device());
  visitNumbers(self.dtype(), "adaptive_max_pool2d", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T *to = out.data<T>();
    int64_t *where = indices.data<int64_t>();
    for (int64_t p = 0; p < s.planes; ++p) {
      const T *plane = in.data<T>() + p * s.inSize();
      forAdaptiveWindows(s, [&](int64_t, const int64_t *begin, const int64_t *end) {
        int64_t best = -1;
        for (int64_t z = begin[0]; z < end[0]; ++z)
          for (int64_t y = begin[1]; y < end[1]; ++y)
            for (int64_t x = begin[2]; x < end[2]; ++x) {
              int64_t i = (z * s.in[1] + y) * s.in[2] + x;
              auto v = loaded(plane[i]);
              if (best < 0 || v > loaded(plane[best]) || v != v)
                best = i;
            }
        *to++ = plane[best];
        *where++ = best;
      });
    }
  });
  if (s.spatial == 3)
    return {out, indices};
  return {inFormatOf(out, self), inFormatOf(indices, self)};
}

Tensor maxUnpool(const Tensor &self, const Tensor &indices, IntView output) {
  if (indices.dtype() != DType::I64)
    fail("elements in indices should be type int64 but got: %s", scalarTypeName(indices.dtype()));
  RunTimeContext cx;
  Dims sizes = infer::unpool(cx, self.sizes(), indices.sizes(), output);
  int64_t planes = product(self.sizes().first(sizes.size() - output.size()));
  Tensor in = contiguousOf(self), where = contiguousOf(indices),
         out = makeTensor(sizes, self.dtype(), self.device());
  fillWith(out, Scalar(0));
  if (in.numel() == 0)
    return out;
  int64_t inSize = in.numel() / planes, outSize = out.numel() / planes;
  std::optional<int64_t> wrong;  // torch names the last one
  visitFloating(self.dtype(), output.size() == 3 ? "max_unpool3d" : "max_unpool2d", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    for (int64_t i = 0; i < in.numel(); ++i) {
      int64_t at = where.data<int64_t>()[i];
      if (at < 0 || at >= outSize)
        wrong = at;
      else
        out.data<T>()[i / inSize * outSize + at] = in.data<T>()[i];
    }
  });
  if (wrong) {
    std::string volume;
    for (int64_t size : output)
      volume += (volume.empty() ? "" : "x") + std::to_string(size);
    fail("Found an invalid max index: %lld (output volumes are of size %s)",
         static_cast<long long>(*wrong), volume.c_str());
  }
  return output.size() == 2 ? inFormatOf(out, self) : out;
}

}  // namespace

JANUS_KERNEL(MaxPool1d, maxPool<1>)
JANUS_KERNEL(MaxPool2d, maxPool<2>)
JANUS_KERNEL(MaxPool3d, maxPool<3>)
JANUS_KERNEL(MaxPoolBackward, maxPoolBackward)
JANUS_KERNEL(AdaptiveMaxPool, adaptiveMaxPool)
JANUS_KERNEL(MaxUnpool, maxUnpool)

}  // namespace janus
