// cdist: p-norm distances between the rows of matrices, and the gradient for the first one.
#include "janus/contract/inference/Products.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <cmath>

namespace janus {
namespace {

// Rows of both operands, with their batch dimensions broadcast, and the shape of their distances.
struct Pairs {
  Tensor a, b;
  Dims shape;
  int64_t batches, rowsA, rowsB, width;
};

Pairs makePairs(const Tensor &a, const Tensor &b) {
  RunTimeContext cx;
  Pairs p{{},         {},        infer::pairs(cx, Dims(a.sizes()), Dims(b.sizes())), 1, a.size(-2),
          b.size(-2), a.size(-1)};
  Dims batch(p.shape);
  batch.resize(batch.size() - 2);
  p.batches = product(batch);
  auto spread = [&](const Tensor &t) {
    Dims shape(batch);
    shape.push_back(t.size(-2));
    shape.push_back(t.size(-1));
    return contiguousOf(ops::call<TensorOp::Expand>(t, shape, false));
  };
  p.a = spread(a);
  p.b = spread(b);
  return p;
}

// Terms combined in lanes, which become vector registers; what is left of a row at the end.
template <class T, class Term, class Combine>
[[gnu::always_inline]] inline T folded(int64_t width, Term term, Combine combine) {
  constexpr int64_t kLanes = 64 / sizeof(T);
  T lane[kLanes] = {}, sum = 0;
  int64_t k = 0;
  for (; k + kLanes <= width; k += kLanes)
    for (int64_t l = 0; l < kLanes; ++l)
      lane[l] = combine(lane[l], term(k + l));
  for (int64_t l = 0; l < kLanes; ++l)
    sum = combine(sum, lane[l]);
  for (; k < width; ++k)
    sum = combine(sum, term(k));
  return sum;
}

template <class T>
T distance(const T *a, const T *b, int64_t width, double p) {
  auto plus = [](T x, T y) { return x + y; };
  if (p == 0)
    return folded<T>(
        width, [=](int64_t k) { return static_cast<T>(a[k] != b[k]); }, plus);
  if (p == 1)
    return folded<T>(
        width, [=](int64_t k) { return std::fabs(a[k] - b[k]); }, plus);
  if (p == 2)
    return std::sqrt(folded<T>(
        width, [=](int64_t k) { return (a[k] - b[k]) * (a[k] - b[k]); }, plus));
  T sum = 0;
  if (std::isinf(p)) {
    for (int64_t k = 0; k < width; ++k)
      sum = std::fmax(sum, std::fabs(a[k] - b[k]));
    return sum;
  }
  for (int64_t k = 0; k < width; ++k)
    sum += std::pow(std::fabs(a[k] - b[k]), static_cast<T>(p));
  return std::pow(sum, static_cast<T>(1 / p));
}

Tensor cdist(const Tensor &a, const Tensor &b, double p, std::string_view mode) {
  if (mode != "use_mm_for_euclid_dist" && mode != "donot_use_mm_for_euclid_dist" &&
      mode != "use_mm_for_euclid_dist_if_necessary")
    failWith(jn_exc_ValueError, "%.*s is not a valid value for compute_mode",
             static_cast<int>(mode.size()), mode.data());
  Pairs pairs = makePairs(a, b);
  for (const Tensor *each : {&a, &b})
    if (!isFloating(each->dtype()))
      fail("cdist only supports floating-point dtypes, X%d got: %s", each == &a ? 1 : 2,
           scalarTypeName(each->dtype()));
  if (!(p >= 0))
    fail("cdist only supports non-negative p values");
  requireType(a.dtype(), b.dtype());
  Tensor out = makeTensor(pairs.shape, a.dtype(), a.device());
  visitWide(a.dtype(), "cdist", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T *x = pairs.a.template data<T>(), *y = pairs.b.template data<T>();
    T *to = out.data<T>();
    bool isMirrored = a.object() == b.object();  // then each distance is there twice
    int64_t rows = pairs.rowsB;
    for (int64_t n = 0; n < pairs.batches; ++n, to += pairs.rowsA * rows)
      for (int64_t i = 0; i < pairs.rowsA; ++i)
        for (int64_t j = isMirrored ? i : 0; j < rows; ++j) {
          T found = distance(x + (n * pairs.rowsA + i) * pairs.width,
                             y + (n * rows + j) * pairs.width, pairs.width, p);
          to[i * rows + j] = found;
          if (isMirrored)
            to[j * rows + i] = found;
        }
  });
  return out;
}

// The derivative of a distance by one coordinate's difference.
template <class T>
T slope(T difference, T distance, T p) {
  T sign = difference > 0 ? T(1) : (difference < 0 ? T(-1) : T(0));
  if (p == T(1))
    return sign;
  if (distance == T(0))
    return T(0);
  if (p == T(2))
    return difference / distance;
  if (std::isinf(p))
    return std::fabs(difference) == distance ? sign : T(0);
  if (p < T(1) && difference == T(0))
    return T(0);
  return sign * std::pow(std::fabs(difference), p - T(1)) / std::pow(distance, p - T(1));
}

Tensor cdistBackward(const Tensor &grad, const Tensor &a, const Tensor &b, double p,
                     const Tensor &distances) {
  Pairs pairs = makePairs(a, b);
  Dims shape(pairs.shape);
  shape.back() = pairs.width;
  bool isEmpty = grad.numel() == 0;
  Tensor out = isEmpty ? emptyLike(a, a.dtype(), MemoryFormat::Preserve)
                       : makeTensor(shape, a.dtype(), a.device());
  fillWith(out, 0);
  if (p == 0 || isEmpty)
    return out;
  Tensor dense = contiguousOf(grad), known = contiguousOf(distances);
  visitWide(a.dtype(), "cdist_backward", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T *x = pairs.a.template data<T>(), *y = pairs.b.template data<T>();
    const T *g = dense.data<T>(), *d = known.data<T>();
    for (int64_t n = 0; n < pairs.batches; ++n)
      for (int64_t i = 0; i < pairs.rowsA; ++i) {
        const T *from = x + (n * pairs.rowsA + i) * pairs.width;
        T *to = out.data<T>() + (n * pairs.rowsA + i) * pairs.width;
        for (int64_t j = 0; j < pairs.rowsB; ++j, ++g, ++d) {
          const T *other = y + (n * pairs.rowsB + j) * pairs.width;
          if (p == 2 && *d != T(0))
            for (int64_t k = 0; k < pairs.width; ++k)
              to[k] += *g * (from[k] - other[k]) / *d;
          else
            for (int64_t k = 0; k < pairs.width; ++k)
              to[k] += *g * slope(from[k] - other[k], *d, static_cast<T>(p));
        }
      }
  });
  return out;
}

}  // namespace

JANUS_KERNEL(CDist, cdist)
JANUS_KERNEL(CDistBackward, cdistBackward)

}  // namespace janus
