#include "autograd/Operations.h"

#include "tensor/dispatch/OpInfo.h"
#include "tensor/object/TypeObjects.h"

#include <cstring>

namespace janus::operations {
namespace {

constexpr size_t kMostArguments = 8;

// Dispatches with defaults for all arguments after `given`.
Tensor run(TensorOp op, std::initializer_list<Value> given) {
  const OpInfo &info = opInfo(op);
  Value args[kMostArguments];
  size_t n = 0;
  for (Value v : given)
    args[n++] = v;
  for (; n < info.schema.params.size(); ++n)
    args[n] = info.defaults[n];
  Value result = dispatch(op, args);
  return jn_is_error(result) ? Tensor() : Tensor::take(result);
}

Ref tupleOf(IntView values) {
  jn_tuple *t = newTuple(static_cast<int64_t>(values.size()));
  for (size_t i = 0; i < values.size(); ++i)
    t->items[i] = jn_int(values[i]);
  return Ref(jn_obj(t));
}

}  // namespace

Tensor add(const Tensor &a, const Tensor &b) {
  return run(TensorOp::AddTensor, {a.borrowed(), b.borrowed()});
}
Tensor addInto(const Tensor &a, const Tensor &b) {
  return run(TensorOp::AddTensor_, {a.borrowed(), b.borrowed()});
}
Tensor clone(const Tensor &a) {
  return run(TensorOp::Clone, {a.borrowed(), memoryFormatObject(MemoryFormat::Preserve)});
}
Tensor copyInto(const Tensor &to, const Tensor &from) {
  return run(TensorOp::Copy_, {to.borrowed(), from.borrowed()});
}
Tensor onesLike(const Tensor &a) {
  return run(TensorOp::OnesLike, {a.borrowed()});
}

Tensor zeros(IntView sizes, DType dtype, Device device) {
  Tensor t = makeTensor(sizes, dtype, device);
  if (device.type == DeviceType::Cpu) {
    memset(t.raw(), 0, static_cast<size_t>(t.numel()) * sizeOf(dtype));
    return t;
  }
  return run(TensorOp::Zero_, {t.borrowed()});
}

Tensor convert(const Tensor &a, DType dtype) {
  return run(TensorOp::ToCopy, {a.borrowed(), dtypeObject(dtype)});
}

Tensor realPart(const Tensor &a) {
  Tensor pairs = run(TensorOp::ViewAsReal, {a.borrowed()});
  return pairs.defined() ? run(TensorOp::Select, {pairs.borrowed(), jn_int(-1), jn_int(0)}) : pairs;
}

Tensor sumTo(const Tensor &a, IntView shape) {
  size_t extra = static_cast<size_t>(a.dim()) - shape.size();
  Dims dims;
  for (size_t d = 0; d < extra; ++d)
    dims.push_back(static_cast<int64_t>(d));
  for (size_t d = 0; d < shape.size(); ++d)
    if (shape[d] == 1 && a.size(static_cast<int>(d + extra)) != 1)
      dims.push_back(static_cast<int64_t>(d + extra));
  Ref along = tupleOf(dims);
  Tensor sum = dims.empty() ? a : run(TensorOp::SumDim, {a.borrowed(), along.get(), jn_bool(true)});
  if (extra == 0 || !sum.defined())
    return sum;
  Ref size = tupleOf(shape);
  return run(TensorOp::View, {sum.borrowed(), size.get()});
}

Tensor asStrided(const Tensor &a, IntView sizes, IntView strides, int64_t offset) {
  Ref size = tupleOf(sizes), stride = tupleOf(strides);
  return run(TensorOp::AsStrided, {a.borrowed(), size.get(), stride.get(), jn_int(offset)});
}

Tensor shownBy(const Tensor &base, const ViewPlace &place) {
  auto apply = [](TensorOp op, const Tensor &a) {
    return a.defined() ? run(op, {a.borrowed()}) : a;
  };
  Tensor shown;
  if (isComplex(base.dtype()) && !isComplex(place.dtype)) {
    Tensor parts = apply(TensorOp::ViewAsReal, base);
    shown = parts.defined() ? asStrided(parts, place.sizes, place.strides, place.offset) : parts;
  } else if (isComplex(place.dtype) && !isComplex(base.dtype())) {
    Dims sizes(place.sizes), strides;
    for (int64_t stride : place.strides)
      strides.push_back(2 * stride);
    sizes.push_back(2);
    strides.push_back(1);
    shown = apply(TensorOp::ViewAsComplex, asStrided(base, sizes, strides, place.offset));
  } else {
    shown = asStrided(base, place.sizes, place.strides, place.offset);
  }
  return place.isConjugated ? apply(TensorOp::ConjView, shown) : shown;
}

Tensor viewAs(const Tensor &a) {
  return run(TensorOp::Alias, {a.borrowed()});
}

std::optional<bool> holdsNan(const Tensor &a) {
  ModeScope off(0);
  Tensor found = run(TensorOp::IsNan, {a.borrowed()});
  Tensor any = found.defined() ? run(TensorOp::Any, {found.borrowed()}) : Tensor();
  if (!any.defined())
    return std::nullopt;
  return *any.data<bool>();
}

bool canSumTo(IntView from, IntView to) {
  if (to.size() > from.size())
    return false;
  size_t extra = from.size() - to.size();
  for (size_t d = 0; d < to.size(); ++d)
    if (to[d] != 1 && to[d] != from[d + extra])
      return false;
  return true;
}

}  // namespace janus::operations
