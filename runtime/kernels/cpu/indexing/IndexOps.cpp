// Kernels of ops/Indexing.def that read and write at tensors of indices.
#include "janus/contract/inference/Broadcast.h"
#include "kernels/cpu/Lines.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/indexing/AdvancedIndex.h"
#include "tensor/Boxing.h"
#include "tensor/Ops.h"

#include <cstring>

namespace janus {
namespace {

// A view of `self` with the kept dimensions only, starting at `offset` elements from its first.
Tensor slab(const Tensor &self, const AdvancedIndex &index, int64_t offset) {
  Dims sizes, strides;
  for (int d : index.kept) {
    sizes.push_back(self.size(d));
    strides.push_back(self.stride(d));
  }
  return makeView(self, sizes, strides, self->offset + offset);
}
// The part of a result-shaped tensor that belongs to the i-th index position.
Tensor resultSlab(const Tensor &result, const AdvancedIndex &index, int64_t position) {
  Dims sizes, strides;
  int64_t offset = result->offset;
  int indexRank = static_cast<int>(index.indexSizes.size());
  for (int d = indexRank - 1; d >= 0; --d) {
    int64_t size = index.indexSizes[static_cast<size_t>(d)];
    offset += position % size * result.stride(index.indexAt + d);
    position /= size;
  }
  for (int d = 0; d < result.dim(); ++d) {
    if (d >= index.indexAt && d < index.indexAt + indexRank) continue;
    sizes.push_back(result.size(d));
    strides.push_back(result.stride(d));
  }
  return makeView(result, sizes, strides, offset);
}

Tensor indexTensor(const Tensor &self, TensorList given) {
  AdvancedIndex index(self, given);
  Tensor out = makeTensor(index.resultSizes, self.dtype());
  std::vector<int64_t> from = index.offsets(self);
  size_t bytes = sizeOf(self.dtype());
  int64_t slabSize = from.empty() ? 0 : out.numel() / static_cast<int64_t>(from.size());
  if (out.numel() == 0) return out;
  Tensor first = slab(self, index, 0);
  // The usual case: rows of a contiguous tensor.
  if (first.isContiguous() && index.indexAt == 0) {
    size_t row = static_cast<size_t>(slabSize) * bytes;
    std::byte *to = out.raw();
    const std::byte *base = self.raw();
    for (int64_t offset : from) {
      std::memcpy(to, base + offset * static_cast<int64_t>(bytes), row);
      to += row;
    }
    return out;
  }
  for (size_t i = 0; i < from.size(); ++i)
    copyInto(resultSlab(out, index, static_cast<int64_t>(i)), slab(self, index, from[i]));
  return out;
}

void put(const Tensor &self, TensorList given, const Tensor &values, bool accumulate) {
  AdvancedIndex index(self, given);
  if (values.dtype() != self.dtype())
    fail("Index put requires the source and destination dtypes match, got %s for the destination and %s for the source.",
         scalarTypeName(self.dtype()), scalarTypeName(values.dtype()));
  Dims sizes = index.resultSizes;
  Tensor spread = makeTensor(sizes, self.dtype());
  // A value that does not fit has torch's own text.
  size_t extra = values.sizes().size() > sizes.size() ? values.sizes().size() - sizes.size() : 0;
  for (size_t i = extra; i < values.sizes().size(); ++i) {
    int64_t have = values.sizes()[i], want = sizes[sizes.size() - values.sizes().size() + i];
    if (have != 1 && have != want)
      fail("shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s",
           dimsText(values.sizes()).c_str(), dimsText(sizes).c_str());
  }
  copyInto(spread, values);
  std::vector<int64_t> to = index.offsets(self);
  if (spread.numel() == 0) return;
  for (size_t i = 0; i < to.size(); ++i) {
    Tensor target = slab(self, index, to[i]), source = resultSlab(spread, index, static_cast<int64_t>(i));
    if (accumulate) copyInto(target, ops::call<OpId::AddTensor>(target, source, 1));
    else copyInto(target, source);
  }
}
Tensor indexPut(const Tensor &self, TensorList indices, const Tensor &values, bool accumulate) {
  Tensor out = cloneOf(self);
  put(out, indices, values, accumulate);
  return out;
}
Tensor indexPut_(const Tensor &self, TensorList indices, const Tensor &values, bool accumulate) {
  put(self, indices, values, accumulate);
  ++self->version->value;
  return self;
}

Tensor indexSelect(const Tensor &self, int64_t dim, const Tensor &index) {
  if (index.dim() > 1) failWith(jn_exc_IndexError, "index_select(): Index is supposed to be a vector");
  if (index.dtype() != DType::I64 && index.dtype() != DType::I32)
    fail("index_select(): Expected dtype int32 or int64 for index");
  int64_t d = wrapped(dim, self.dim());
  std::vector<Tensor> given(static_cast<size_t>(d));
  Tensor flat = index.dim() ? index : ops::call<OpId::Reshape>(index, Dims{1});
  const Tensor long64 = convertedTo(flat, DType::I64);
  const int64_t size = lineLength(self, d);
  Tensor dense = contiguousOf(long64);
  for (int64_t i = 0; i < dense.numel(); ++i)
    if (dense.data<int64_t>()[i] < 0 || dense.data<int64_t>()[i] >= size)
      failWith(jn_exc_IndexError, "index out of range in self");
  if (self.dim() == 0) return cloneOf(self);
  given.push_back(dense);
  return indexTensor(self, given);
}

// element(at in the line of `index`, position) for every element of index, with the lines of the other tensors.
void checkGather(const Tensor &self, const Tensor &index, int64_t d, const char *name) {
  if (index.dtype() != DType::I64 && index.numel())
    fail("%s(): Expected dtype int64 for index", name);
  if (self.dim() && index.dim() && self.dim() != index.dim())
    fail("Index tensor must have the same number of dimensions as input tensor");
  for (int i = 0; i < index.dim(); ++i)
    if (i != d && index.size(i) > self.size(i))
      fail("Size does not match at dimension %d expected index %s to be no larger than self %s apart from dimension %lld",
           i, dimsText(index.sizes()).c_str(), dimsText(self.sizes()).c_str(), static_cast<long long>(d));
}
int64_t checkedIndex(int64_t i, int64_t size, int64_t d) {
  if (i < 0 || i >= size)
    fail("index %lld is out of bounds for dimension %lld with size %lld", static_cast<long long>(i),
         static_cast<long long>(d), static_cast<long long>(size));
  return i;
}

Tensor gather(const Tensor &self, int64_t dim, const Tensor &index, bool) {
  int64_t d = wrapped(dim, self.dim());
  checkGather(self, index, d, "gather");
  Tensor out = makeTensor(index.sizes(), self.dtype());
  if (index.numel() == 0) return out;
  visitAll(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const Tensor *tensors[] = {&index, &out, &self};
    forEachLine(tensors, d, [&](std::byte *const *at) {
      auto from = lineOf<T>(self, d, at[2]), to = lineOf<T>(out, d, at[1]);
      auto where = lineOf<int64_t>(index, d, at[0]);
      for (int64_t i = 0; i < where.length; ++i) to[i] = from[checkedIndex(where[i], from.length, d)];
    });
  });
  return out;
}

// combine(old, new) at each index.
template <class Combine>
void scatterInto(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, const char *name,
                 Combine &&combine) {
  int64_t d = wrapped(dim, self.dim());
  if (index.numel() == 0) return;
  checkGather(self, index, d, name);
  if (src.dtype() != self.dtype()) fail("%s(): Expected self.dtype to be equal to src.dtype", name);
  for (int i = 0; i < index.dim(); ++i)
    if (index.size(i) > src.size(i))
      fail("Expected index %s to be no larger than src %s", dimsText(index.sizes()).c_str(),
           dimsText(src.sizes()).c_str());
  visitAll(self.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const Tensor *tensors[] = {&index, &src, &self};
    forEachLine(tensors, d, [&](std::byte *const *at) {
      auto to = lineOf<T>(self, d, at[2]), from = lineOf<T>(src, d, at[1]);
      auto where = lineOf<int64_t>(index, d, at[0]);
      for (int64_t i = 0; i < where.length; ++i) {
        T &slot = to[checkedIndex(where[i], to.length, d)];
        slot = stored<T>(combine(loaded(slot), loaded(from[i])));
      }
    });
  });
}

constexpr auto kReplace = [](auto, auto value) { return value; };
constexpr auto kAdd = [](auto old, auto value) { return old + value; };
constexpr auto kMultiply = [](auto old, auto value) { return old * value; };

Tensor spreadValue(const Tensor &self, const Tensor &index, const Scalar &value) {
  Tensor src = makeTensor(index.sizes(), self.dtype());
  fillWith(src, value);
  return src;
}
void scatterBy(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, std::string_view reduce) {
  if (reduce == "add") return scatterInto(self, dim, index, src, "scatter", kAdd);
  if (reduce == "multiply") return scatterInto(self, dim, index, src, "scatter", kMultiply);
  fail("reduce argument must be either add or multiply.");
}

// The functional form works on a copy; the in-place form on self.
#define JANUS_SCATTER(name, parameters, call)                                                      \
  Tensor name parameters {                                                                         \
    Tensor target = cloneOf(self);                                                                 \
    call;                                                                                          \
    return target;                                                                                 \
  }                                                                                                \
  Tensor name##_ parameters {                                                                      \
    const Tensor &target = self;                                                                   \
    call;                                                                                          \
    ++self->version->value;                                                                        \
    return self;                                                                                   \
  }
JANUS_SCATTER(scatterSrc, (const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src),
              scatterInto(target, dim, index, src, "scatter", kReplace))
JANUS_SCATTER(scatterValue, (const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value),
              scatterInto(target, dim, index, spreadValue(self, index, value), "scatter", kReplace))
JANUS_SCATTER(scatterAdd, (const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src),
              scatterInto(target, dim, index, src, "scatter_add", kAdd))
JANUS_SCATTER(scatterSrcReduce,
              (const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, std::string_view reduce),
              scatterBy(target, dim, index, src, reduce))
JANUS_SCATTER(scatterValueReduce,
              (const Tensor &self, int64_t dim, const Tensor &index, const Scalar &value, std::string_view reduce),
              scatterBy(target, dim, index, spreadValue(self, index, value), reduce))
#undef JANUS_SCATTER

Tensor maskedSelect(const Tensor &self, const Tensor &mask) {
  if (mask.dtype() != DType::Bool) fail("masked_select: expected BoolTensor for mask");
  RunTimeContext cx;
  Dims sizes = infer::broadcast(cx, Dims(self.sizes()), Dims(mask.sizes()));
  Tensor wideSelf = makeTensor(sizes, self.dtype()), wideMask = makeTensor(sizes, DType::Bool);
  copyInto(wideSelf, self);
  copyInto(wideMask, mask);
  if (sizes.empty()) {
    Tensor flat = ops::call<OpId::Reshape>(wideSelf, Dims{1});
    return indexTensor(flat, std::vector<Tensor>{ops::call<OpId::Reshape>(wideMask, Dims{1})});
  }
  return indexTensor(wideSelf, std::vector<Tensor>{wideMask});
}

Tensor nonzero(const Tensor &self) {
  if (self.dim() == 0) {
    Tensor one = ops::call<OpId::Reshape>(self, Dims{1});
    return makeTensor(Dims{nonzeroIndices(one)[0].size(0), 0}, DType::I64);
  }
  std::vector<Tensor> columns = nonzeroIndices(self);
  int64_t rows = columns[0].size(0);
  Tensor out = makeTensor(Dims{rows, self.dim()}, DType::I64);
  for (int64_t r = 0; r < rows; ++r)
    for (int d = 0; d < self.dim(); ++d)
      out.data<int64_t>()[r * self.dim() + d] = columns[static_cast<size_t>(d)].data<int64_t>()[r];
  return out;
}

// ---- gradients of views: zeros with the gradient in one place
Tensor zerosWith(IntView sizes, const Tensor &grad, auto &&view) {
  Tensor out = makeTensor(sizes, grad.dtype());
  fillWith(out, Scalar(0));
  copyInto(view(out), grad);
  return out;
}
Tensor selectBackward(const Tensor &grad, IntView sizes, int64_t dim, int64_t index) {
  return zerosWith(sizes, grad, [&](const Tensor &t) { return ops::call<OpId::Select>(t, dim, index); });
}
Tensor sliceBackward(const Tensor &grad, IntView sizes, int64_t dim, int64_t start, int64_t end, int64_t step) {
  return zerosWith(sizes, grad, [&](const Tensor &t) { return ops::call<OpId::Slice>(t, dim, start, end, step); });
}
Tensor diagonalBackward(const Tensor &grad, IntView sizes, int64_t offset, int64_t dim1, int64_t dim2) {
  return zerosWith(sizes, grad, [&](const Tensor &t) { return ops::call<OpId::Diagonal>(t, offset, dim1, dim2); });
}

} // namespace

JANUS_KERNEL(Index, indexTensor)
JANUS_KERNEL(IndexPut, indexPut)
JANUS_KERNEL(IndexPut_, indexPut_)
JANUS_KERNEL(IndexSelect, indexSelect)
JANUS_KERNEL(Gather, gather)
JANUS_KERNEL(ScatterSrc, scatterSrc)
JANUS_KERNEL(ScatterSrc_, scatterSrc_)
JANUS_KERNEL(ScatterValue, scatterValue)
JANUS_KERNEL(ScatterValue_, scatterValue_)
JANUS_KERNEL(ScatterAdd, scatterAdd)
JANUS_KERNEL(ScatterAdd_, scatterAdd_)
JANUS_KERNEL(ScatterSrcReduce, scatterSrcReduce)
JANUS_KERNEL(ScatterSrcReduce_, scatterSrcReduce_)
JANUS_KERNEL(ScatterValueReduce, scatterValueReduce)
JANUS_KERNEL(ScatterValueReduce_, scatterValueReduce_)
JANUS_KERNEL(MaskedSelect, maskedSelect)
JANUS_KERNEL(Nonzero, nonzero)
JANUS_KERNEL(ArgWhere, nonzero)
JANUS_KERNEL(SelectBackward, selectBackward)
JANUS_KERNEL(SliceBackward, sliceBackward)
JANUS_KERNEL(DiagonalBackward, diagonalBackward)

} // namespace janus
