// cat, stack, repeat, flip, roll.
#include "janus/contract/inference/Join.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/views/ChannelsLast.h"
#include "tensor/views/Strides.h"

#include <algorithm>

namespace janus {
namespace {

// The shapes, as inference takes them.
struct ShapesOf {
  TensorList tensors;
  size_t size() const { return tensors.size(); }
  IntView operator[](size_t i) const { return tensors[i].sizes(); }
};

bool isLeftOut(const Tensor &t) {
  RunTimeContext cx;
  return infer::isLeftOut(cx, t.sizes());
}

DType commonType(TensorList tensors) {
  Promotion p;
  for (const Tensor &t : tensors)
    addTo(p, t);
  return p.result();
}

Tensor partOf(const Tensor &t, size_t dim, int64_t start, int64_t length) {
  Dims sizes(t.sizes());
  sizes[dim] = length;
  return makeOver(retain(t->storage), t->offset + start * t.strides()[dim], sizes, t.strides(),
                  t.dtype());
}

Tensor cat(TensorList tensors, int64_t dim) {
  if (tensors.empty())
    failWith(jn_exc_ValueError, "torch.cat(): expected a non-empty list of Tensors");
  RunTimeContext cx;
  Dims shape = infer::cat(cx, ShapesOf{tensors}, dim);
  const Tensor *model = nullptr;
  for (const Tensor &t : tensors)
    if (!isLeftOut(t)) {
      model = &t;
      break;
    }
  DType type = commonType(tensors);
  if (!model)
    return makeTensor(shape, type, tensors[0].device());
  auto d = static_cast<size_t>(wrapDim(dim, model->dim()));
  bool last = true;
  for (const Tensor &t : tensors)
    last &= suggestsChannelsLast(t) && t.dim() == model->dim();
  Tensor out = last ? makeStrided(shape, channelsLastStrides(shape), type, model->device())
                    : makeTensor(shape, type, model->device());
  int64_t start = 0;
  for (const Tensor &t : tensors) {
    if (isLeftOut(t))
      continue;
    copyInto(partOf(out, d, start, t.sizes()[d]), t);
    start += t.sizes()[d];
  }
  return out;
}

Tensor stack(TensorList tensors, int64_t dim) {
  if (tensors.empty())
    fail("stack expects a non-empty TensorList");
  const Tensor &model = tensors[0];
  auto d = static_cast<size_t>(wrapDim(dim, model.dim() + 1));
  RunTimeContext cx;
  Dims shape = infer::stack(cx, ShapesOf{tensors}, dim);
  // Joined along that dimension, which is then split: channels stay last.
  if (d < model.sizes().size() && std::all_of(tensors.begin(), tensors.end(), suggestsChannelsLast))
    return ops::call<TensorOp::View>(cat(tensors, static_cast<int64_t>(d)), shape);
  Tensor out = makeTensor(shape, commonType(tensors), model.device());
  Dims strides(out.strides());
  strides.erase(d);
  for (size_t i = 0; i < tensors.size(); ++i)
    copyInto(makeOver(retain(out->storage), static_cast<int64_t>(i) * out.strides()[d],
                      model.sizes(), strides, out.dtype()),
             tensors[i]);
  return out;
}

Tensor repeat(const Tensor &self, IntView repeats) {
  RunTimeContext cx;
  Dims shape = infer::repeat(cx, Dims(self.sizes()), Dims(repeats));
  size_t rank = repeats.size(), added = rank - static_cast<size_t>(self.dim());
  // The result viewed as (repeat, size) pairs takes the source, expanded, in one copy.
  Dims source, sourceStrides;
  for (size_t i = 0; i < rank; ++i) {
    source.push_back(repeats[i]);
    sourceStrides.push_back(0);
    source.push_back(i < added ? 1 : self.sizes()[i - added]);
    sourceStrides.push_back(i < added ? 0 : self.strides()[i - added]);
  }
  Tensor out = makeTensor(shape, self.dtype(), self.device());  // refuses negative sizes
  if (out.numel() == 0)
    return out;
  Tensor from = makeOver(retain(self->storage), self->offset, source, sourceStrides, self.dtype());
  copyInto(makeOver(retain(out->storage), 0, source, contiguousStrides(source), self.dtype()),
           from);
  return out;
}
Tensor flip(const Tensor &self, IntView dims) {
  if (self.dim() > 64)
    fail("only tensors with up to 64 dims are supported");
  uint64_t mask = 0;
  for (int64_t dim : dims) {
    int64_t d = wrapDim(dim, self.dim());
    if (mask >> d & 1)
      fail("dim %lld appears multiple times in the list of dims", static_cast<long long>(d));
    mask |= uint64_t{1} << d;
  }
  Tensor out = emptyLike(self, self.dtype(), MemoryFormat::Preserve);
  if (out.numel() == 0)
    return out;
  // The output read backwards: negative strides stay inside this function.
  Dims strides(out.strides());
  int64_t offset = 0;
  for (int d = 0; d < self.dim(); ++d) {
    if (!(mask >> d & 1))
      continue;
    offset += (out.size(d) - 1) * out.stride(d);
    strides[static_cast<size_t>(d)] = -out.stride(d);
  }
  copyInto(makeOver(retain(out->storage), offset, out.sizes(), strides, out.dtype()), self);
  return out;
}

// Two parts joined: channels last where both lie so, which one without elements does not.
Tensor rollDim(const Tensor &self, int64_t shift, int64_t dim) {
  if (self.numel() == 0)
    return emptyLike(self, self.dtype(), MemoryFormat::Preserve);
  auto d = static_cast<size_t>(dim);
  int64_t size = self.sizes()[d];
  int64_t start = ((-shift) % size + size) % size;  // first source element
  MemoryFormat last = self.dim() == 4 ? MemoryFormat::ChannelsLast : MemoryFormat::ChannelsLast3d;
  Tensor out = emptyLike(self, self.dtype(),
                         start && suggestsChannelsLast(self) ? last : MemoryFormat::Contiguous);
  copyInto(partOf(out, d, 0, size - start), partOf(self, d, start, size - start));
  if (start)
    copyInto(partOf(out, d, size - start, start), partOf(self, d, 0, start));
  return out;
}
Tensor roll(const Tensor &self, IntView shifts, IntView dims) {
  if (shifts.empty())
    fail("`shifts` required");
  if (dims.empty() && shifts.size() == 1) {
    Tensor flat = ops::call<TensorOp::Reshape>(self, Dims{-1});
    return ops::call<TensorOp::View>(rollDim(flat, shifts[0], 0), self.sizes());
  }
  if (shifts.size() != dims.size())
    fail("shifts and dimensions must align. shifts: %zu, dims:%zu", shifts.size(), dims.size());
  if (self.dim() == 0)
    failWith(jn_exc_IndexError, "Dimension specified as %lld but tensor has no dimensions",
             static_cast<long long>(dims[0]));
  Tensor t = self;
  for (size_t i = 0; i < dims.size(); ++i)
    t = rollDim(t, shifts[i], wrapDim(dims[i], self.dim()));
  return t;
}

}  // namespace

JANUS_KERNEL(Cat, cat)
JANUS_KERNEL(Stack, stack)
JANUS_KERNEL(Repeat, repeat)
JANUS_KERNEL(Flip, flip)
JANUS_KERNEL(Roll, roll)

}  // namespace janus
