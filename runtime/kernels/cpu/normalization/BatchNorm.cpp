// Batch normalisation and its gradient. Contiguous inputs are walked plane by plane; channels-last
// ones, and those without spatial dimensions, as rows with the channels side by side.
#include "janus/contract/inference/Normalize.h"
#include "kernels/cpu/normalization/Norm.h"
#include "tensor/core/Parallel.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/views/ChannelsLast.h"

#include <cmath>

namespace janus {
namespace {

// Dense input as samples x channels x area, or (byColumns) positions x channels.
struct Layout {
  Tensor dense;
  int64_t samples, channels, area;
  bool byColumns;
  int64_t count() const { return samples * area; }
};

Layout layoutOf(const Tensor &input) {
  Layout l{convertedTo(input, normType(input.dtype())), input.size(0), input.size(1), 1, false};
  for (int d = 2; d < input.dim(); ++d)
    l.area *= input.size(d);
  if (!l.dense.isContiguous())
    l.dense = suggestsChannelsLast(l.dense) ? channelsLastOf(l.dense) : contiguousOf(l.dense);
  else if (!isRowMajor(l.dense.object()))
    l.dense =
        makeView(l.dense, l.dense.sizes(), contiguousStrides(l.dense.sizes()), l.dense->offset);
  l.byColumns = l.area == 1 || (l.dense.isChannelsLast() && !l.dense.isContiguous());
  return l;
}
// In the layout of `l`.
Tensor alike(const Layout &l, const Tensor &t) {
  Tensor converted = convertedTo(t, l.dense.dtype());
  if (sameDims(converted.strides(), l.dense.strides()))
    return converted;
  Tensor copy = emptyLike(l.dense, l.dense.dtype(), MemoryFormat::Preserve);
  copyInto(copy, converted);
  return copy;
}

// body(first row, rows) of positions x channels, shared among the threads.
template <class Body>
void forEachRows(const Layout &l, Body &&body) {
  parallelFor(l.count(), l.channels / 4,
              [&](int64_t first, int64_t last) { body(first, last - first); });
}

// body(plane, its channel), shared among the threads.
template <class Body>
void forEachPlane(const Layout &l, Body &&body) {
  parallelFor(l.samples * l.channels, l.area / 4, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i)
      body(i, static_cast<size_t>(i % l.channels));
  });
}

struct ChannelMoments {
  std::vector<double> mean, squares;  // squares: sum of (x - mean)^2
};
// Moments of `count` more elements of a channel join those of `before` elements.
void merge(ChannelMoments &m, size_t c, double before, double count, double mean, double squares) {
  double delta = mean - m.mean[c];
  m.mean[c] += delta * count / (before + count);
  m.squares[c] += squares + delta * delta * before * count / (before + count);
}

// Adds the rows [first, last) of positions x channels: stretches of rows that stay in the cache are
// gone through twice. `scratch`: three numbers a channel.
template <class C>
void addMomentsOfRows(ChannelMoments &m, const Layout &l, int64_t first, int64_t last, C *scratch) {
  constexpr int64_t kRows = 256;
  const NormKernels<C> &k = normKernels();
  C *sums = scratch, *center = scratch + l.channels;
  for (int64_t at = first; at < last; at += kRows) {
    int64_t rows = std::min(kRows, last - at);
    const C *x = l.dense.data<C>() + at * l.channels;
    auto count = static_cast<double>(rows), before = static_cast<double>(at - first);
    std::fill_n(sums, l.channels, C(0));
    k.addColumns(sums, x, x, rows, l.channels);  // differences are exact for constant columns
    for (int64_t c = 0; c < l.channels; ++c)
      center[c] = static_cast<C>(static_cast<double>(x[c]) + static_cast<double>(sums[c]) / count);
    C *squares = scratch + 2 * l.channels;
    std::fill_n(squares, l.channels, C(0));
    k.squareColumns(squares, x, center, rows, l.channels);
    for (int64_t c = 0; c < l.channels; ++c) {
      double mean = static_cast<double>(x[c]) + static_cast<double>(sums[c]) / count,
             slip = mean - static_cast<double>(center[c]);
      merge(m, static_cast<size_t>(c), before, count, mean,
            static_cast<double>(squares[c]) - count * slip * slip);
    }
  }
}
template <class C>
void addMomentsOfColumns(ChannelMoments &m, const Layout &l) {
  constexpr int64_t kScratch = 3;  // numbers a channel
  int64_t parts = partsFor(l.count(), l.channels / 4);
  std::vector<ChannelMoments> all(static_cast<size_t>(parts), m);
  std::vector<C> scratch(static_cast<size_t>(parts * kScratch * l.channels));
  auto firstOf = [&](int64_t part) { return l.count() * part / parts; };
  forEachPart(parts, [&](int64_t part) {
    addMomentsOfRows(all[static_cast<size_t>(part)], l, firstOf(part), firstOf(part + 1),
                     scratch.data() + part * kScratch * l.channels);
  });
  for (int64_t part = 0; part < parts; ++part) {
    const ChannelMoments &own = all[static_cast<size_t>(part)];
    auto before = static_cast<double>(firstOf(part)),
         count = static_cast<double>(firstOf(part + 1) - firstOf(part));
    for (size_t c = 0; c < own.mean.size(); ++c)
      merge(m, c, before, count, own.mean[c], own.squares[c]);
  }
}

template <class C>
ChannelMoments momentsOf(const Layout &l) {
  const NormKernels<C> &k = normKernels();
  const C *x = l.dense.data<C>();
  auto channels = static_cast<size_t>(l.channels);
  ChannelMoments m{std::vector<double>(channels), std::vector<double>(channels)};
  if (l.count() == 0)
    return m;
  if (l.byColumns) {
    addMomentsOfColumns<C>(m, l);
    return m;
  }
  parallelFor(l.channels, l.count() / 4, [&](int64_t first, int64_t last) {
    for (int64_t n = 0; n < l.samples; ++n)
      for (int64_t i = first; i < last; ++i) {
        auto c = static_cast<size_t>(i);
        double mean, squares, area = static_cast<double>(l.area),
                              before = static_cast<double>(n) * area;
        k.moments(x + (n * l.channels + i) * l.area, l.area, &mean, &squares);
        merge(m, c, before, area, mean, squares);
      }
  });
  return m;
}

// running = (1 - momentum) * running + momentum * now. No version is counted, as in torch: the
// gradient keeps these tensors, and does not read them when training.
void updateRunning(const Tensor &running, double momentum, const std::vector<double> &now) {
  if (!running.defined())
    return;
  visitFloating(running.dtype(), "", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    size_t c = 0;
    forEachElement<T>(running, [&](T *at) {
      *at = stored<T>(momentum * now[c] + (1 - momentum) * static_cast<double>(loaded(*at)));
      ++c;
    });
  });
}

Three batchNorm(const Tensor &input, const Tensor &weight, const Tensor &bias,
                const Tensor &runningMean, const Tensor &runningVar, bool training, double momentum,
                double eps) {
  RunTimeContext cx;
  Dims sizes =
      infer::batchNorm(cx, input.sizes(), sizesIfDefined(runningMean), sizesIfDefined(runningVar),
                       sizesIfDefined(weight), sizesIfDefined(bias), training);
  DType t = statisticsType(input, {&weight, &bias, &runningMean, &runningVar});
  Layout l = layoutOf(input);
  return withNormType(input, "batch_norm", [&](auto zero) -> Three {
    using C = decltype(zero);
    auto channels = static_cast<size_t>(l.channels);
    std::vector<double> mean(channels), rstd(channels);
    if (training) {
      ChannelMoments m = momentsOf<C>(l);
      auto count = static_cast<double>(l.count());
      std::vector<double> unbiased(channels);
      for (size_t c = 0; c < channels; ++c) {
        rstd[c] = 1 / std::sqrt((count > 0 ? m.squares[c] / count : 0) + eps);
        unbiased[c] = m.squares[c] / (count - 1);
      }
      if (count > 0) {  // of an empty batch torch keeps what was there
        updateRunning(runningMean, momentum, m.mean);
        updateRunning(runningVar, momentum, unbiased);
      }
      mean = std::move(m.mean);
    } else {
      mean = valuesOf<double>(runningMean, l.channels, 0);
      rstd = valuesOf<double>(runningVar, l.channels, 1);
      for (double &v : rstd)
        v = 1 / std::sqrt(v + eps);
    }
    std::vector<double> w = valuesOf<double>(weight, l.channels, 1),
                        b = valuesOf<double>(bias, l.channels, 0);
    std::vector<C> center(mean.begin(), mean.end()), scale(channels), shift(b.begin(), b.end());
    for (size_t c = 0; c < channels; ++c)
      scale[c] = static_cast<C>(rstd[c] * w[c]);
    Tensor out = emptyLike(l.dense, l.dense.dtype(), MemoryFormat::Preserve);
    const NormKernels<C> &k = normKernels();
    const C *x = l.dense.template data<C>();
    C *y = out.template data<C>();
    if (l.byColumns) {
      forEachRows(l, [&](int64_t first, int64_t rows) {
        k.affineColumns(y + first * l.channels, x + first * l.channels, center.data(), scale.data(),
                        shift.data(), rows, l.channels);
      });
    } else {
      forEachPlane(l, [&](int64_t i, size_t c) {
        k.affine(y + i * l.area, x + i * l.area, l.area, center[c], scale[c], shift[c]);
      });
    }
    return {convertedTo(out, input.dtype()), tensorOf(mean, sizes, t), tensorOf(rstd, sizes, t)};
  });
}

std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor>
batchNormFunctional(const Tensor &input, const Tensor &weight, const Tensor &bias,
                    const Tensor &runningMean, const Tensor &runningVar, double momentum,
                    double eps) {
  Tensor mean = cloneOf(runningMean, MemoryFormat::Contiguous),
         var = cloneOf(runningVar, MemoryFormat::Contiguous);
  auto [out, savedMean, savedRstd] = batchNorm(input, weight, bias, mean, var, true, momentum, eps);
  return {out, savedMean, savedRstd, mean, var};
}

// Sums over positions: of the gradient, and of the gradient times (x - mean).
struct ChannelDots {
  std::vector<double> sum, product;
};
template <class C>
ChannelDots dotsOf(const Layout &l, const C *g, const std::vector<double> &mean) {
  const NormKernels<C> &k = normKernels();
  const C *x = l.dense.data<C>();
  auto channels = static_cast<size_t>(l.channels);
  std::vector<C> center(mean.begin(), mean.end());
  if (l.byColumns) {
    std::vector<double> sums =
        sumsOfRows<C>(l.count(), l.channels, 2, [&](C *sum, int64_t first, int64_t rows) {
          k.dotColumns(sum, sum + l.channels, g + first * l.channels, x + first * l.channels,
                       center.data(), rows, l.channels);
        });
    auto middle = sums.begin() + l.channels;
    return {{sums.begin(), middle}, {middle, sums.end()}};
  }
  ChannelDots d{std::vector<double>(channels), std::vector<double>(channels)};
  parallelFor(l.channels, l.count() / 4, [&](int64_t first, int64_t last) {
    for (int64_t n = 0; n < l.samples; ++n)
      for (int64_t i = first; i < last; ++i) {
        int64_t at = (n * l.channels + i) * l.area;
        auto c = static_cast<size_t>(i);
        double sum, product;
        k.dots(g + at, x + at, l.area, center[c], &sum, &product);
        d.sum[c] += sum;
        d.product[c] += product;
      }
  });
  return d;
}

Three batchNormBackward(const Tensor &gradOut, const Tensor &input, const Tensor &weight,
                        const Tensor &runningMean, const Tensor &runningVar, const Tensor &saveMean,
                        const Tensor &saveRstd, bool train, double eps, Value mask) {
  RunTimeContext cx;
  infer::batchNorm(cx, input.sizes(), std::nullopt, std::nullopt, sizesIfDefined(weight),
                   std::nullopt, true);
  Layout l = layoutOf(input);
  OutputMask wanted(mask);
  DType t = statisticsType(input, {&weight, &runningMean});
  return withNormType(input, "batch_norm_backward", [&](auto zero) -> Three {
    using C = decltype(zero);
    Tensor grad = alike(l, gradOut);
    const C *g = grad.template data<C>(), *x = l.dense.template data<C>();
    auto channels = static_cast<size_t>(l.channels);
    std::vector<double> w = valuesOf<double>(weight, l.channels, 1);
    std::vector<double> mean = valuesOf<double>(train ? saveMean : runningMean, l.channels, 0);
    std::vector<double> rstd = valuesOf<double>(train ? saveRstd : runningVar, l.channels, 1);
    if (!train)
      for (double &v : rstd)
        v = 1 / std::sqrt(v + eps);
    ChannelDots d = dotsOf(l, g, mean);
    Tensor toInput, toWeight, toBias;
    int64_t sizes[] = {l.channels};
    if (wanted.input) {
      std::vector<C> center(mean.begin(), mean.end()), a(channels), b(channels), c(channels);
      auto count = static_cast<double>(l.count());
      for (size_t i = 0; i < channels; ++i) {
        double scale = rstd[i] * w[i];
        a[i] = static_cast<C>(scale);
        b[i] = static_cast<C>(train ? -scale * d.product[i] * rstd[i] * rstd[i] / count : 0);
        c[i] = static_cast<C>(train ? -scale * d.sum[i] / count : 0);
      }
      Tensor out = emptyLike(l.dense, l.dense.dtype(), MemoryFormat::Preserve);
      C *to = out.template data<C>();
      const NormKernels<C> &k = normKernels();
      if (l.byColumns) {
        forEachRows(l, [&](int64_t first, int64_t rows) {
          int64_t at = first * l.channels;
          k.combineColumns(to + at, g + at, x + at, center.data(), a.data(), b.data(), c.data(),
                           rows, l.channels);
        });
      } else {
        forEachPlane(l, [&](int64_t i, size_t ch) {
          k.combine(to + i * l.area, g + i * l.area, x + i * l.area, l.area, center[ch], a[ch],
                    b[ch], c[ch]);
        });
      }
      toInput = convertedTo(out, input.dtype());
    }
    if (wanted.weight) {
      std::vector<double> products(channels);
      for (size_t i = 0; i < channels; ++i)
        products[i] = d.product[i] * rstd[i];
      toWeight = tensorOf(products, sizes, t);
    }
    if (wanted.bias)
      toBias = tensorOf(d.sum, sizes, t);
    return {std::move(toInput), std::move(toWeight), std::move(toBias)};
  });
}

}  // namespace

JANUS_KERNEL(NativeBatchNorm, batchNorm)
JANUS_KERNEL(BatchNormWithUpdateFunctional, batchNormFunctional)
JANUS_KERNEL(NativeBatchNormBackward, batchNormBackward)

}  // namespace janus
