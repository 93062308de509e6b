// Elements of images at real coordinates, and the gradients for image and coordinates. The three
// modes differ in the neighbours of a coordinate and their weights alone.
#include "janus/contract/inference/Pool.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/pooling/Resampling.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"

#include <cmath>
#include <vector>

namespace janus {
namespace {

enum Mode : int64_t { kBilinear, kNearest, kBicubic };
enum Padding : int64_t { kZeros, kBorder, kReflection };

// A coordinate of the image, with its derivative by the grid's.
template <class C>
struct Place {
  C at, slope;
};

template <class C>
Place<C> clipped(Place<C> p, int64_t size) {
  C last = static_cast<C>(size - 1);
  if (!(p.at > C(0)))
    return {C(0), C(0)};
  if (p.at >= last)
    return {last, C(0)};
  return p;
}
// Between two borders, each given twice.
template <class C>
Place<C> reflected(Place<C> p, int64_t twiceLow, int64_t twiceHigh) {
  if (twiceLow == twiceHigh)
    return {C(0), C(0)};
  C low = static_cast<C>(twiceLow) / 2, span = static_cast<C>(twiceHigh - twiceLow) / 2;
  C in = p.at - low;
  C sign = in < 0 ? C(-1) : C(1);
  in = std::fabs(in);
  C extra = std::fmod(in, span);
  bool even = static_cast<int64_t>(std::floor(in / span)) % 2 == 0;
  return even ? Place<C>{extra + low, p.slope * sign}
              : Place<C>{span - extra + low, -p.slope * sign};
}
template <class C>
Place<C> padded(Place<C> p, int64_t size, int64_t padding, bool alignCorners) {
  if (padding == kBorder)
    return clipped(p, size);
  if (padding == kReflection) {
    p = alignCorners ? reflected(p, 0, 2 * (size - 1)) : reflected(p, -1, 2 * size - 1);
    return clipped(p, size);
  }
  // A place that no integer can name lies outside.
  if (!(p.at > C(-1e9) && p.at < C(1e9)))
    return {C(-100), C(0)};
  return p;
}

// Neighbours along one axis: index -1 is outside and counts as 0.
template <class C>
struct Taps {
  int count;
  int64_t at[4];
  C weight[4], slope[4];  // slope: derivative by the grid's coordinate
};

template <class C>
Taps<C> tapsOf(C grid, int64_t size, int64_t mode, int64_t padding, bool alignCorners) {
  Place<C> p;
  if (alignCorners)
    p = {(grid + C(1)) / C(2) * static_cast<C>(size - 1), static_cast<C>(size - 1) / C(2)};
  else
    p = {((grid + C(1)) * static_cast<C>(size) - C(1)) / C(2), static_cast<C>(size) / C(2)};
  auto inside = [size](int64_t i) { return i >= 0 && i < size ? i : -1; };
  Taps<C> t;
  if (mode == kBicubic) {
    C low = std::floor(p.at);
    CubicWeights<C> cubic(p.at - low);
    t.count = 4;
    for (int k = 0; k < 4; ++k) {
      Place<C> tap =
          padded(Place<C>{low - C(1) + static_cast<C>(k), C(1)}, size, padding, alignCorners);
      t.at[k] = inside(static_cast<int64_t>(tap.at));
      t.weight[k] = cubic.weight[k];
      t.slope[k] = cubic.slope[k] * p.slope;
    }
    return t;
  }
  // Among zeros a place that is no number weighs its neighbours with NaN; borders bring it inside.
  C lost = padding == kZeros ? p.at - p.at : C(0);
  p = padded(p, size, padding, alignCorners);
  if (mode == kNearest) {
    t.count = 1;
    t.at[0] = inside(static_cast<int64_t>(std::nearbyint(p.at)));
    t.weight[0] = C(1);
    t.slope[0] = C(0);
    return t;
  }
  C low = std::floor(p.at);
  t.count = 2;
  t.at[0] = inside(static_cast<int64_t>(low));
  t.at[1] = inside(static_cast<int64_t>(low) + 1);
  t.weight[0] = low + C(1) - p.at + lost;
  t.weight[1] = p.at - low + lost;
  t.slope[0] = -p.slope;
  t.slope[1] = p.slope;
  return t;
}

struct Sampling {
  Tensor input, grid;
  Dims result;
  int64_t batch, channels, height, width, outPlane;
  int64_t plane() const { return height * width; }
};

Sampling makeSampling(const Tensor &input, const Tensor &grid) {
  RunTimeContext cx;
  Dims result = infer::sample(cx, input.sizes(), grid.sizes());
  requireType(input.dtype(), grid.dtype());
  return {contiguousOf(input), contiguousOf(grid), std::move(result), input.size(0),
          input.size(1),       input.size(2),      input.size(3),     grid.size(1) * grid.size(2)};
}

// touch(image, output position, taps along y, taps along x)
template <class T, class F>
void forEachPlace(const Sampling &s, int64_t mode, int64_t padding, bool alignCorners, F &&touch) {
  using C = Compute<T>;
  const T *grid = s.grid.data<T>();
  for (int64_t n = 0; n < s.batch; ++n)
    for (int64_t at = 0; at < s.outPlane; ++at, grid += 2) {
      Taps<C> x = tapsOf<C>(loaded(grid[0]), s.width, mode, padding, alignCorners);
      Taps<C> y = tapsOf<C>(loaded(grid[1]), s.height, mode, padding, alignCorners);
      touch(n, at, y, x);
    }
}

Tensor sample(const Tensor &input, const Tensor &grid, int64_t mode, int64_t padding,
              bool alignCorners) {
  Sampling s = makeSampling(input, grid);
  Tensor out = makeTensor(s.result, input.dtype(), input.device());
  visitFloating(input.dtype(), "grid_sampler_2d_cpu_kernel_impl", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    forEachPlace<T>(s, mode, padding, alignCorners,
                    [&](int64_t n, int64_t at, const Taps<C> &y, const Taps<C> &x) {
                      for (int64_t c = 0; c < s.channels; ++c) {
                        const T *image = s.input.data<T>() + (n * s.channels + c) * s.plane();
                        C value = 0;
                        for (int j = 0; j < y.count; ++j)
                          for (int k = 0; k < x.count; ++k) {
                            bool inside = y.at[j] >= 0 && x.at[k] >= 0;
                            C element =
                                inside ? C(loaded(image[y.at[j] * s.width + x.at[k]])) : C(0);
                            value += element * (y.weight[j] * x.weight[k]);
                          }
                        out.data<T>()[(n * s.channels + c) * s.outPlane + at] = stored<T>(value);
                      }
                    });
  });
  return out;
}

std::tuple<Tensor, Tensor> sampleBackward(const Tensor &gradOutput, const Tensor &input,
                                          const Tensor &grid, int64_t mode, int64_t padding,
                                          bool alignCorners) {
  Sampling s = makeSampling(input, grid);
  Tensor grad = contiguousOf(gradOutput);
  Tensor toInput = makeTensor(input.sizes(), input.dtype()),
         toGrid = makeTensor(grid.sizes(), grid.dtype());
  visitFloating(input.dtype(), "grid_sampler_2d_backward_cpu_kernel_impl", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    std::vector<C> sums(static_cast<size_t>(input.numel()));
    T *gridGrad = toGrid.data<T>();
    forEachPlace<T>(s, mode, padding, alignCorners,
                    [&](int64_t n, int64_t at, const Taps<C> &y, const Taps<C> &x) {
                      C dx = 0, dy = 0;
                      for (int64_t c = 0; c < s.channels; ++c) {
                        int64_t image = (n * s.channels + c) * s.plane();
                        C g = loaded(grad.data<T>()[(n * s.channels + c) * s.outPlane + at]);
                        for (int j = 0; j < y.count; ++j)
                          for (int k = 0; k < x.count; ++k) {
                            C value = 0;
                            if (y.at[j] >= 0 && x.at[k] >= 0) {
                              int64_t place = image + y.at[j] * s.width + x.at[k];
                              value = loaded(s.input.data<T>()[place]);
                              sums[static_cast<size_t>(place)] += g * (y.weight[j] * x.weight[k]);
                            }
                            dx += g * value * y.weight[j] * x.slope[k];
                            dy += g * value * y.slope[j] * x.weight[k];
                          }
                      }
                      T *to = gridGrad + (n * s.outPlane + at) * 2;
                      to[0] = stored<T>(dx);
                      to[1] = stored<T>(dy);
                    });
    for (size_t i = 0; i < sums.size(); ++i)
      toInput.data<T>()[i] = stored<T>(sums[i]);
  });
  return {std::move(toInput), std::move(toGrid)};
}

}  // namespace

JANUS_KERNEL(GridSampler2d, sample)
JANUS_KERNEL(GridSampler2dBackward, sampleBackward)

}  // namespace janus
