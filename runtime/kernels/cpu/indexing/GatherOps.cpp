// gather, scatter in all its forms, take.
#include "janus/contract/inference/Broadcast.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/Rows.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/indexing/ElementWidth.h"
#include "kernels/cpu/indexing/IndexPlan.h"
#include "tensor/core/Names.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"
#include "tensor/views/Strides.h"

namespace janus {
namespace {

// `t` seen with the sizes of `index` and stride 0 along `dim`: the place to which an index is
// added.
Tensor lanes(const Tensor &t, IntView sizes, size_t dim) {
  Dims strides(t.strides());
  if (!strides.empty())
    strides[dim] = 0;
  else if (!sizes.empty())
    strides = Dims(sizes.size(), 0);
  return makeOver(retain(t->storage), t->offset, sizes, strides, t.dtype());
}

void checkIndexType(const char *name, const Tensor &index) {
  if (index.numel() != 0 && index.dtype() != DType::I64 && index.dtype() != DType::I32)
    fail("%s(): Expected dtype int32/int64 for index", name);
}

// element(place in self, place in other) for each index; `other` has the sizes of index (or more).
template <class T, class F>
void forIndices(const Tensor &self, size_t dim, const Tensor &index, const Tensor &other,
                F &&element) {
  Tensor places = lanes(self, index.sizes(), dim);
  Tensor paired = makeOver(retain(other->storage), other->offset, index.sizes(),
                           other.dim() == index.dim() ? other.strides()
                                                      : IntView(contiguousStrides(index.sizes())),
                           other.dtype());
  Tensor wide = convertedTo(index, DType::I64);
  int64_t size = sizeOfDim(self, dim), step = self.dim() ? self.strides()[dim] : 1;
  const Tensor *operands[] = {&paired, &wide, &places};
  StridedLoop l = makeStridedLoop(index.sizes(), operands);
  auto run = [&](auto fetchesAhead) {
    constexpr int64_t kAhead = 16;
    const int64_t *end = wide.data<int64_t>() + wide.numel();
    forElementsAt<T, const int64_t, T>(l, [&](T &from, const int64_t &place, T &lane) {
      const int64_t v = place;
      if constexpr (fetchesAhead)
        if (end - &place > kAhead) {  // by a number: nobody has looked yet whether it is in range
          auto next = static_cast<uintptr_t>((&place)[kAhead]) * static_cast<uintptr_t>(step);
          auto address = reinterpret_cast<uintptr_t>(&lane) + next * sizeof(T);
          __builtin_prefetch(reinterpret_cast<const void *>(address), 1);
        }
      if (JN_UNLIKELY(v < 0 || v >= size))
        fail("index %lld is out of bounds for dimension %zu with size %lld",
             static_cast<long long>(v), dim, static_cast<long long>(size));
      element((&lane)[v * step], from);
    });
  };
  // Elements that are more than a cache holds come ahead of their turn.
  constexpr int64_t kCached = int64_t{1} << 20;
  if (self.numel() * static_cast<int64_t>(sizeof(T)) > kCached && wide.isContiguous())
    run(std::true_type{});
  else
    run(std::false_type{});
}

int64_t rankOf(const Tensor &t) {
  return t.dim() ? t.dim() : 1;
}

Tensor gather(const Tensor &self, int64_t dim, const Tensor &index, bool) {
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  checkIndexType("gather", index);
  Tensor out = makeTensor(index.sizes(), self.dtype(), self.device());
  if (index.numel() == 0)
    return out;
  if (rankOf(index) != rankOf(self))
    fail("Index tensor must have the same number of dimensions as input tensor");
  for (int i = 0; i < self.dim() && i < index.dim(); ++i)
    if (static_cast<size_t>(i) != d && index.size(i) > self.size(i))
      fail("Size does not match at dimension %d expected index %s to be no larger than self %s "
           "apart from dimension %zu",
           i, dimsText(index.sizes()).c_str(), dimsText(self.sizes()).c_str(), d);
  visitWidth(sizeOf(self.dtype()), [&](auto unit) {
    using E = decltype(unit);
    forIndices<E>(self, d, index, out, [](E &from, E &to) { to = from; });
  });
  return out;
}

// ---------------------------------------------------------------- scatter

void checkScatter(const char *name, const Tensor &self, size_t d, const Tensor &index,
                  const Tensor *src) {
  checkIndexType(name, index);
  if (index.numel() == 0)
    return;
  if (rankOf(index) != rankOf(self))
    fail("Index tensor must have the same number of dimensions as self tensor");
  if (src && rankOf(index) != rankOf(*src))
    fail("Index tensor must have the same number of dimensions as src tensor");
  bool fits = true;
  for (size_t i = 0; i < static_cast<size_t>(rankOf(index)); ++i) {
    if (i != d && sizeOfDim(index, i) > sizeOfDim(self, i))
      fits = false;
    if (src && sizeOfDim(index, i) > sizeOfDim(*src, i))
      fits = false;
  }
  if (!fits && src)
    fail("Expected index %s to be no larger than self %s apart from dimension %zu and to be no "
         "larger size than src %s",
         dimsText(index.sizes()).c_str(), dimsText(self.sizes()).c_str(), d,
         dimsText(src->sizes()).c_str());
  if (!fits)
    fail("Expected index %s to be no larger than self %s apart from dimension %zu",
         dimsText(index.sizes()).c_str(), dimsText(self.sizes()).c_str(), d);
  if (src && src->dtype() != self.dtype())
    fail("%s(): Expected self.dtype to be equal to src.dtype", name);
}

enum class Reduction : uint8_t { None, Sum, Product, Mean, Greatest, Least };
Reduction reductionOf(std::string_view name, bool scatter) {
  constexpr struct {
    std::string_view name;
    Reduction reduction;
    bool ofScatter;
  } kNames[] = {{"add", Reduction::Sum, true},    {"multiply", Reduction::Product, true},
                {"sum", Reduction::Sum, false},   {"prod", Reduction::Product, false},
                {"mean", Reduction::Mean, false}, {"amax", Reduction::Greatest, false},
                {"amin", Reduction::Least, false}};
  for (const auto &each : kNames)
    if (each.name == name && each.ofScatter == scatter)
      return each.reduction;
  if (scatter)
    fail("reduce argument must be either add or multiply.");
  fail("reduce argument must be either sum, prod, mean, amax or amin, got %.*s",
       static_cast<int>(name.size()), name.data());
}

template <class T>
void combine(Reduction r, T &to, T from) {
  auto a = loaded(to), b = loaded(from);
  switch (r) {
  case Reduction::None: to = from; break;
  case Reduction::Sum:
  case Reduction::Mean: to = stored<T>(a + b); break;
  case Reduction::Product: to = stored<T>(a * b); break;
  case Reduction::Greatest:
    if constexpr (!isComplexElement<T>)
      to = a > b || a != a ? to : from;
    break;
  case Reduction::Least:
    if constexpr (!isComplexElement<T>)
      to = a < b || a != a ? to : from;
    break;
  }
}

Tensor scatterInto(const char *name, const Tensor &self, int64_t dim, const Tensor &index,
                   const Tensor &src, Reduction r) {
  auto d = static_cast<size_t>(wrapDim(dim, self.dim()));
  checkScatter(name, self, d, index, &src);
  if (index.numel() == 0)
    return self;
  checkInPlace(self);
  if (isComplex(self.dtype()) && (r == Reduction::Greatest || r == Reduction::Least))
    failDType(name, self.dtype());
  visitElements(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if (r == Reduction::None)
      forIndices<T>(self, d, index, src, [](T &to, T &from) { to = from; });
    else if (r == Reduction::Sum)
      forIndices<T>(self, d, index, src,
                    [](T &to, T &from) { to = stored<T>(loaded(to) + loaded(from)); });
    else
      forIndices<T>(self, d, index, src, [r](T &to, T &from) { combine(r, to, from); });
  });
  return self;
}
// A number as the source: one element seen everywhere.
Tensor spreadNumber(const Tensor &self, const Tensor &index, const Scalar &value) {
  requireFits(value, self.dtype());
  Tensor one = makeTensor({}, self.dtype());
  storeScalar(value, self.dtype(), one.raw());
  return makeOver(retain(one->storage), 0, index.sizes(), Dims(static_cast<size_t>(index.dim()), 0),
                  self.dtype());
}
Tensor scatterSrc_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src) {
  return scatterInto("scatter", self, dim, index, src, Reduction::None);
}
Tensor scatterValue_(const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value) {
  return scatterInto("scatter", self, dim, index, spreadNumber(self, index, value),
                     Reduction::None);
}
Tensor scatterSrcReduce_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src,
                         std::string_view reduce) {
  return scatterInto("scatter", self, dim, index, src, reductionOf(reduce, true));
}
Tensor scatterValueReduce_(const Tensor &self, int64_t dim, const Tensor &index,
                           const Scalar &value, std::string_view reduce) {
  return scatterInto("scatter", self, dim, index, spreadNumber(self, index, value),
                     reductionOf(reduce, true));
}
Tensor scatterAdd_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src) {
  return scatterInto("scatter_add", self, dim, index, src, Reduction::Sum);
}

// The value that changes nothing under a reduction.
Scalar neutral(Reduction r, DType t) {
  double inf = HUGE_VAL;
  switch (r) {
  case Reduction::Product: return Scalar(1);
  case Reduction::Greatest:
    return isFloating(t)
               ? Scalar(-inf)
               : Scalar(t == DType::Bool || !info(t).isSigned ? int64_t{0}
                                                              : INT64_MIN >> (64 - 8 * sizeOf(t)));
  case Reduction::Least:
    if (isFloating(t))
      return Scalar(inf);
    if (t == DType::Bool)
      return Scalar(true);
    return Scalar(
        static_cast<int64_t>((uint64_t{1} << (8 * sizeOf(t) - (info(t).isSigned ? 1 : 0))) - 1));
  default: return Scalar(0);
  }
}
Tensor scatterReduce_(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src,
                      std::string_view reduce, bool includeSelf) {
  Reduction r = reductionOf(reduce, false);
  if (r == Reduction::Mean && self.dtype() == DType::Bool)
    failDType("scatter_gather_tensor_cpu_reduce_mean", self.dtype());
  if (!includeSelf)
    scatterValue_(self, dim, index, neutral(r, self.dtype()));
  scatterInto("scatter_reduce", self, dim, index, src, r);
  if (r == Reduction::Mean && index.numel()) {
    Tensor count = makeTensor(self.sizes(), self.dtype());
    fillWith(count, Scalar(includeSelf ? 1 : 0));
    Tensor ones = makeTensor(src.sizes(), self.dtype());
    fillWith(ones, Scalar(1));
    scatterAdd_(count, dim, index, ones);
    Tensor zero = ops::call<TensorOp::EqScalar>(count, 0);
    ops::callValue<TensorOp::MaskedFillScalar_>(count, zero, 1);
    if (isFloating(self.dtype()))
      ops::callValue<TensorOp::DivTensor_>(self, count);
    else
      ops::callValue<TensorOp::FloorDivideTensor_>(self, count);
  }
  return self;
}

// ---------------------------------------------------------------- take

Tensor take(const Tensor &self, const Tensor &index) {
  if (index.dtype() != DType::I64)
    fail("take(): Expected a long tensor for index, but got %s", scalarTypeName(index.dtype()));
  Tensor dense = contiguousOf(self), positions = contiguousOf(index),
         out = makeTensor(index.sizes(), self.dtype(), self.device());
  int64_t n = self.numel();
  if (n == 0 && index.numel())
    failWith(jn_exc_IndexError, "take(): tried to take from an empty tensor");
  visitWidth(sizeOf(self.dtype()), [&](auto unit) {
    using E = decltype(unit);
    for (int64_t i = 0; i < index.numel(); ++i) {
      int64_t v = positions.data<int64_t>()[i];
      if (v < -n || v >= n)
        failWith(jn_exc_IndexError,
                 "out of range: tried to access index %lld on a tensor of %lld elements.",
                 static_cast<long long>(v), static_cast<long long>(n));
      out.data<E>()[i] = dense.data<E>()[v < 0 ? v + n : v];
    }
  });
  return out;
}

}  // namespace

JANUS_KERNEL(Gather, gather)
JANUS_KERNEL(Take, take)
#define JANUS_BOTH(id, fn) JANUS_KERNEL(id, OnCopy<fn##_>::run) JANUS_KERNEL(id##_, fn##_)
JANUS_BOTH(ScatterSrc, scatterSrc)
JANUS_BOTH(ScatterValue, scatterValue)
JANUS_BOTH(ScatterSrcReduce, scatterSrcReduce)
JANUS_BOTH(ScatterValueReduce, scatterValueReduce)
JANUS_BOTH(ScatterAdd, scatterAdd)
JANUS_BOTH(ScatterReduce, scatterReduce)

}  // namespace janus
