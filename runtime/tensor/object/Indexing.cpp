// A key is taken apart from left to right: ints, slices, None and Ellipsis become views at once;
// tensors (and lists, which become tensors) are kept per dimension and go to one `index` or
// `index_put_` at the end.
#include "tensor/object/Indexing.h"

#include "tensor/call/PackageNumbers.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"
#include "tensor/object/Construction.h"
#include "value/call/Work.h"
#include "value/container/Sequence.h"
#include "value/number/Number.h"
#include "value/object/Foreign.h"

namespace janus {
namespace {

[[noreturn]] void failIndexType(Value v) {
  raise(jn_exc_IndexError,
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
        "indices (got %T)",
        &v);
  throw PendingError{};
}

// `place`: of the index in the key, by which errors name the dimension.
Tensor selectAt(const Tensor &t, int64_t dim, int64_t index, int64_t place) {
  int64_t size = t.size(static_cast<int>(dim));
  if (JN_UNLIKELY(index < -size || index >= size))
    failWith(jn_exc_IndexError, "index %lld is out of bounds for dimension %lld with size %lld",
             static_cast<long long>(index), static_cast<long long>(place),
             static_cast<long long>(size));
  return ops::call<TensorOp::Select>(t, dim, index);
}

// One end of a slice: None keeps the default; tensors and objects with __index__ count as ints.
std::optional<int64_t> sliceBound(Value v) {
  if (v.tag == JN_NONE)
    return std::nullopt;
  if (v.tag == JN_INT)
    return v.i;
  int64_t out;
  if (isTensor(v)) {
    Ref index(toIndex(v));
    if (!index.failed() && toInt64(index.get(), &out))
      return out;
    throw PendingError{};
  }
  bool integral =
      isInt(v) || (v.tag == JN_OBJECT && v.o->type->unary[static_cast<size_t>(UnaryOp::Index)]);
  if (!integral)
    failWith(jn_exc_TypeError,
             "slice indices must be integers or None or have an __index__ method");
  Ref index(checked(toIndex(v)));
  if (smallInt(index.get(), &out))
    return out;
  // Beyond 64 bits: clamped as Python's slices are.
  return intSign(index.get()) < 0 ? INT64_MIN : INT64_MAX;
}

// A slice of all elements is an operation where it is the sole key of an item that is read.
Tensor applySlice(const Tensor &t, int64_t dim, const SliceObject *s, bool keepsWhole = false) {
  std::optional<int64_t> step = sliceBound(s->step);
  if (step && *step == 0)
    failWith(jn_exc_ValueError, "slice step cannot be zero");
  if (step && *step < 0)
    failWith(jn_exc_ValueError, "step must be greater than zero");
  std::optional<int64_t> start = sliceBound(s->start), stop = sliceBound(s->stop);
  int64_t size = t.size(static_cast<int>(dim));
  bool whole = (!start || *start == 0) && (!stop || *stop >= size) && (!step || *step == 1);
  if (whole && !keepsWhole)
    return t;
  return ops::call<TensorOp::Slice>(t, dim, start, stop, step.value_or(1));
}

bool isIndexTensor(const Tensor &t) {
  return t.dtype() == DType::I64 || t.dtype() == DType::I32 || t.dtype() == DType::Bool ||
         t.dtype() == DType::U8;
}
bool isMask(const Tensor &t) {
  return t.dtype() == DType::Bool || t.dtype() == DType::U8;
}

// A key taken apart: what remains of the tensor, and the index tensors by its dimensions.
struct Taken {
  Tensor base;
  std::vector<Tensor> indices;  // undefined: the whole dimension
  bool any = false;

  void record(Tensor index, int64_t dim) {
    indices.resize(static_cast<size_t>(dim) + 1);
    indices[static_cast<size_t>(dim)] = std::move(index);
    any = true;
  }
};

// How many dimensions an element of a tuple key uses.
int64_t dimensionsOf(Value v) {
  if (v.tag == JN_NONE || v.tag == JN_ELLIPSIS || v.tag == JN_BOOL)
    return 0;
  if (isTensor(v)) {
    TensorObject *t = asTensor(v);
    bool mask = t->dtype == DType::Bool || t->dtype == DType::U8;
    return mask ? t->ndim : 1;
  }
  return 1;
}

Tensor boolIndex(bool b) {
  Tensor t = makeTensor({}, DType::Bool);
  *t.data<bool>() = b;
  return t;
}

// A sequence of bools or uint8 is a mask; of others the integer parts count.
Tensor indexFromSequence(Value v) {
  Tensor index = tensorOfIndices(v);
  if (isMask(index))
    return index;
  if (isComplex(index.dtype()))
    failWith(jn_exc_TypeError, "'complex' object cannot be interpreted as an integer");
  return ops::call<TensorOp::ToCopy>(index, DType::I64, std::nullopt, std::nullopt);
}

void takeTensor(Taken &taken, Tensor index, int64_t &dim, int64_t place) {
  if (index.dim() == 0 && !isFloating(index.dtype())) {
    if (!isMask(index)) {
      Ref item(ops::callValue<TensorOp::Item>(index));
      taken.base = selectAt(taken.base, dim, item.get().i, place);
      return;
    }
    taken.base = ops::call<TensorOp::Unsqueeze>(taken.base, dim);
    taken.record(std::move(index), dim++);
    return;
  }
  int64_t used = isMask(index) ? index.dim() : 1;
  taken.record(std::move(index), dim);
  dim += used;
}

void takeOne(Taken &taken, Value v, int64_t &dim, int64_t place, int64_t specified, int64_t rank) {
  switch (v.tag) {
  case JN_INT: taken.base = selectAt(taken.base, dim, v.i, place); return;
  case JN_NONE: taken.base = ops::call<TensorOp::Unsqueeze>(taken.base, dim++); return;
  case JN_ELLIPSIS: dim += rank - specified; return;
  case JN_BOOL:
    taken.base = ops::call<TensorOp::Unsqueeze>(taken.base, dim);
    taken.record(boolIndex(v.i), dim++);
    return;
  case JN_OBJECT: break;
  default: failIndexType(v);
  }
  if (isSlice(v)) {
    taken.base = applySlice(taken.base, dim++, as<SliceObject>(v));
    return;
  }
  if (isTensor(v))
    return takeTensor(taken, Tensor::share(v), dim, place);
  if (isInstance(v, &jn_type_list) || isInstance(v, &jn_type_tuple) ||
      isInstance(v, &jn_type_range) || isStr(v)) {
    return takeTensor(taken, indexFromSequence(v), dim, place);
  }
  if (isForeignObject(v))
    failIndexType(v);
  if (isInt(v) || v.o->type->unary[static_cast<size_t>(UnaryOp::Index)]) {
    taken.base = selectAt(taken.base, dim, boxing::toInt(v), place);
    return;
  }
  failIndexType(v);
}

Taken take(const Tensor &self, const Value *items, int64_t count) {
  Taken taken{self, {}, false};
  int64_t specified = 0, rank = self.dim();
  for (int64_t i = 0; i < count; ++i)
    specified += dimensionsOf(items[i]);
  if (specified > rank)
    failWith(jn_exc_IndexError, "too many indices for tensor of dimension %d",
             static_cast<int>(rank));
  int64_t dim = 0;
  for (int64_t i = 0; i < count; ++i)
    takeOne(taken, items[i], dim, i, specified, rank);
  for (const Tensor &t : taken.indices)
    if (t.defined() && !isIndexTensor(t))
      failWith(jn_exc_IndexError,
               "tensors used as indices must be long, int, byte or bool tensors");
  return taken;
}

// Does it have items, as an array of numpy, also one of no dimension?
bool isForeignSequence(Value v) {
  if (!isForeignObject(v))
    return false;
  Ref plain(checked(foreignInterface.index(v)));
  return isTensor(plain.get());
}

// Indices of packages in a key as ints and tensors; slices keep their ends, which are asked for an
// index. Owned, or JN_ERROR.
Value withPlainIndices(Value key) {
  if (!holdsForeign(key))
    return jn_own(key);
  if (!isInstance(key, &jn_type_tuple))
    return foreignInterface.index(key);
  int64_t size = as<jn_tuple>(key)->size;
  Ref made(jn_obj(newTuple(size)));
  for (int64_t i = 0; i < size; ++i) {
    Value item = withPlainIndices(as<jn_tuple>(key)->items[i]);
    if (item.tag == JN_ERROR)
      return item;
    made.as<jn_tuple>()->items[i] = item;
  }
  return made.release();
}

// torch takes a short list that holds a slice, None, Ellipsis, tensor or sequence for a tuple.
bool isTupleLike(Value v) {
  if (!isInstance(v, &jn_type_list))
    return false;
  auto *l = as<jn_list>(v);
  if (l->size >= 32)
    return false;
  for (int64_t i = 0; i < l->size; ++i) {
    Value item = l->items[i];
    if (item.tag == JN_NONE || item.tag == JN_ELLIPSIS)
      return true;
    if (item.tag != JN_OBJECT)
      continue;
    if (isTensor(item) || isSlice(item) || isInstance(item, &jn_type_list) ||
        isInstance(item, &jn_type_tuple) || isForeignSequence(item))
      return true;
  }
  return false;
}

// torch says of a number or a slice alone more than of a tuple.
[[noreturn]] void failWithoutDimensions(Value key) {
  if (isSlice(key))
    failWith(jn_exc_IndexError, "slice() cannot be applied to a 0-dim tensor.");
  if (key.i != 0)
    failWith(jn_exc_IndexError, "index %lld is out of bounds for dimension 0 with size 0",
             static_cast<long long>(key.i));
  failWith(jn_exc_IndexError,
           "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` "
           "in C++ to convert a 0-dim tensor to a number");
}

Taken takeKey(const Tensor &self, Value key) {
  Ref tuple;
  if (isTupleLike(key)) {
    tuple = Ref(jn_list_to_tuple(key));
    key = tuple.get();
  }
  Ref plain;
  if (JN_UNLIKELY(holdsForeign(key))) {
    plain = Ref(checked(withPlainIndices(key)));
    key = plain.get();
  }
  if (isInstance(key, &jn_type_tuple))
    return take(self, as<jn_tuple>(key)->items, as<jn_tuple>(key)->size);
  if (self.dim() == 0 && (key.tag == JN_INT || isSlice(key)))
    failWithoutDimensions(key);
  return take(self, &key, 1);
}

}  // namespace

Value tensorGetitem(Value selfValue, Value key) {
  ++workDone.eagerOperations;
  return guarded([&]() -> Value {
    if (JN_LIKELY(key.tag == JN_INT) && asTensor(selfValue)->ndim > 0 &&
        key.i < asTensor(selfValue)->sizes[0] && key.i >= -asTensor(selfValue)->sizes[0]) {
      Value args[] = {selfValue, jn_int(0), key};
      return dispatch(TensorOp::Select, args);
    }
    Tensor self = Tensor::share(selfValue);
    if (isSlice(key) && self.dim() > 0)
      return applySlice(self, 0, as<SliceObject>(key), true).releaseValue();
    Taken taken = takeKey(self, key);
    if (!taken.any) {
      if (taken.base.object() == self.object())
        return ops::call<TensorOp::Alias>(self).releaseValue();
      return taken.base.releaseValue();
    }
    return ops::call<TensorOp::Index>(taken.base, std::span<const Tensor>(taken.indices))
        .releaseValue();
  });
}

namespace {

// Sizes without leading ones.
Dims withoutLeadingOnes(IntView sizes) {
  size_t first = 0;
  while (first < sizes.size() && sizes[first] == 1)
    ++first;
  return Dims(sizes.subspan(first));
}

Scalar numberOf(const Tensor &self, Value v) {
  if (v.tag == JN_INT)
    return Scalar(v.i);
  if (v.tag == JN_FLOAT)
    return Scalar(v.f);
  if (v.tag == JN_BOOL)
    return Scalar(v.i != 0);
  if (v.tag == JN_OBJECT && isInt(v))
    return Scalar(boxing::toInt(v));
  if (v.tag == JN_OBJECT && isInstance(v, &jn_type_float)) {
    double f;
    if (!toDouble(v, &f))
      throw PendingError{};
    return Scalar(f);
  }
  if (std::complex<double> z; complexParts(v, &z))
    return Scalar(z);
  raise(jn_exc_TypeError, "can't assign a %T to a %s", &v,
        ("torch." + std::string(info(self.dtype()).legacy)).c_str());
  throw PendingError{};
}

// One element becomes what is infinite in its type; among indices and for several that is refused.
Tensor tensorOf(const Scalar &number, DType t, bool isOneElement) {
  Scalar s = number;
  if (isFloating(t) && sizeOf(t) == 2) {
    if (!isOneElement)
      requireFits(s, t);
    s = Scalar(roundedTo(t, s.toDouble()));
  }
  return ops::call<TensorOp::Full>(Dims{}, s, t, std::nullopt);
}

void copyInto(const Tensor &target, const Tensor &value) {
  if (sameDims(target.sizes(), value.sizes())) {
    ops::call<TensorOp::Copy_>(target, value, false);
    return;
  }
  if (value.dim() == 0 && isComplex(value.dtype()) <= isComplex(target.dtype())) {
    ops::call<TensorOp::FillTensor_>(target, value);
    return;
  }
  Dims sizes = withoutLeadingOnes(value.sizes());
  Tensor source =
      sizes.size() == value.sizes().size() ? value : ops::call<TensorOp::View>(value, sizes);
  source = ops::call<TensorOp::Expand>(source, target.sizes(), false);
  ops::call<TensorOp::Copy_>(target, source, false);
}

// A number at the elements that one tensor of indices, or one mask, names: torch does it by an
// operation of its own, which has another name in histories. False: it was not done.
bool fillAt(const Taken &taken, const Scalar &number) {
  const Tensor &base = taken.base, *index = nullptr;
  int64_t dim = 0;
  for (size_t i = 0; i < taken.indices.size(); ++i)
    if (taken.indices[i].defined()) {
      if (index)
        return false;
      index = &taken.indices[i];
      dim = static_cast<int64_t>(i);
    }
  bool isPlain = base.dtype() == DType::F32 || base.dtype() == DType::F64;
  if (!index || !isPlain || number.isComplex())
    return false;
  if (index->dtype() == DType::I64) {
    Tensor list = index->dim() == 1 ? *index : ops::call<TensorOp::Reshape>(*index, Dims{-1});
    ops::call<TensorOp::IndexFillScalar_>(base, dim, list, number);
    return true;
  }
  IntView sizes = index->sizes();
  bool isMask = index->dtype() == DType::Bool && !sizes.empty() &&
                static_cast<size_t>(dim) + sizes.size() <= base.sizes().size() &&
                sameDims(sizes, base.sizes().subspan(static_cast<size_t>(dim), sizes.size()));
  if (!isMask)
    return false;
  Dims aligned(sizes);
  while (dim + static_cast<int64_t>(aligned.size()) < base.dim())
    aligned.push_back(1);
  ops::call<TensorOp::MaskedFillScalar_>(base, ops::call<TensorOp::Reshape>(*index, aligned),
                                         number);
  return true;
}

}  // namespace

int tensorSetitem(Value selfValue, Value key, Value v) {
  ++workDone.eagerOperations;
  return guardedInt([&] {
    if (v.tag == JN_UNBOUND)
      failWith(jn_exc_TypeError, "Tensor does not support deleting items");
    Tensor self = Tensor::share(selfValue);
    Ref plain(checked(withPlainNumbers(v)));
    std::optional<Scalar> number;
    if (!isTensor(plain.get()))
      number = numberOf(self, plain.get());
    if (key.tag == JN_BOOL && !key.i)
      return 0;
    Taken taken = takeKey(self, key);
    if (!taken.any && number && taken.base.dim() != 0) {
      ops::call<TensorOp::FillScalar_>(taken.base, *number);
      return 0;
    }
    if (taken.any && number && fillAt(taken, *number))
      return 0;
    Tensor value =
        number ? tensorOf(*number, self.dtype(), !taken.any) : Tensor::share(plain.get());
    if (!taken.any) {
      copyInto(taken.base, value);
      return 0;
    }
    Dims sizes = withoutLeadingOnes(value.sizes());
    if (sizes.size() != value.sizes().size())
      value = ops::call<TensorOp::View>(value, sizes);
    ops::call<TensorOp::IndexPut_>(taken.base, std::span<const Tensor>(taken.indices), value,
                                   false);
    return 0;
  });
}

}  // namespace janus
