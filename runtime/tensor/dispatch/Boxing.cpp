#include "tensor/dispatch/Boxing.h"

#include "tensor/dispatch/OpInfo.h"
#include "value/container/Sequence.h"
#include "value/number/BigInt.h"
#include "value/number/Number.h"

namespace janus {
namespace boxing {

bool isScalar(Value v) {
  return v.tag == JN_INT || v.tag == JN_FLOAT || v.tag == JN_BOOL ||
         (v.tag == JN_OBJECT && !isTensor(v) &&
          (isInt(v) || isInstance(v, &jn_type_float) || isComplex(v)));
}

void failArgument(Value v, const char *wanted) {
  raise(jn_exc_TypeError, "expected %s, got %T", wanted, &v);
  throw PendingError{};
}

// 0-dim tensors stand for numbers where torch lets them.
static Value itemOf(Value tensor) {
  Value args[] = {tensor};
  return checked(dispatch(TensorOp::Item, args));
}

bool isTrue(Value v) {
  int truth = jn_truth(v);
  if (truth < 0)
    throw PendingError{};
  return truth;
}
int64_t toInt(Value v) {
  if (v.tag == JN_BOOL)
    return v.i;
  if (isTensor(v))
    v = itemOf(v);
  int64_t out;
  if (isInt(v) && !smallInt(v, &out))
    failWith(jn_exc_ValueError, "Overflow when unpacking long long");
  if (!toInt64(v, &out))
    throw PendingError{};
  return out;
}
double toFloat(Value v) {
  if (v.tag == JN_INT || v.tag == JN_BOOL)
    return static_cast<double>(v.i);
  if (isTensor(v))
    v = itemOf(v);
  double out;
  if (!toDouble(v, &out))
    throw PendingError{};
  return out;
}
Scalar toScalar(Value v) {
  if (v.tag == JN_OBJECT && isTensor(v))
    v = itemOf(v);
  switch (v.tag) {
  case JN_BOOL: return Scalar(v.i != 0);
  case JN_INT: return Scalar(v.i);
  case JN_FLOAT: return Scalar(v.f);
  default: break;
  }
  if (isInt(v)) {
    int64_t i;
    if (!toInt64(v, &i)) {
      clearError();
      raise(jn_exc_OverflowError, bigint::sign(v) < 0 ? "can't convert negative int to unsigned"
                                                      : "int too big to convert");
      throw PendingError{};
    }
    return Scalar(i);
  }
  std::complex<double> z;
  if (complexParts(v, &z))
    return Scalar(z);
  double f;
  if (!toDouble(v, &f))
    throw PendingError{};
  return Scalar(f);
}

void toInts(Value v, Dims *out) {
  int64_t size;
  if (const Value *items = itemsOf(v, &size)) {
    for (int64_t i = 0; i < size; ++i)
      out->push_back(items[i].tag == JN_INT ? items[i].i : toInt(items[i]));
  } else {
    out->push_back(toInt(v));
  }
}

Argument<TensorList>::Argument(Value v) : items(reinterpret_cast<Tensor *>(inlineItems)) {
  int64_t size;
  const Value *values = itemsOf(v, &size);
  if (!values) {
    values = &v;
    size = 1;
  }
  if (size > 8)
    items = new Tensor[static_cast<size_t>(size)];
  for (int64_t i = 0; i < size; ++i)
    new (items + i) Tensor(Tensor::take(values[i]));
  count = static_cast<size_t>(size);
}

Argument<std::optional<FloatView>>::Argument(Value v) : given(v.tag != JN_NONE) {
  if (!given)
    return;
  int64_t size;
  const Value *values = itemsOf(v, &size);
  if (!values) {
    values = &v;
    size = 1;
  }
  if (size > static_cast<int64_t>(std::size(items)))
    failArgument(v, "at most 4 numbers");
  for (int64_t i = 0; i < size; ++i)
    items[count++] = toFloat(values[i]);
}

Value boxResult(TensorOp, std::vector<Tensor> &&list) {
  jn_tuple *t = newTuple(static_cast<int64_t>(list.size()));
  for (size_t i = 0; i < list.size(); ++i)
    t->items[i] = list[i].releaseValue();
  return jn_obj(t);
}

}  // namespace boxing

Value boxResults(TensorOp op, Value *items, size_t count) {
  jn_tuple *t = newTuple(static_cast<int64_t>(count));
  for (size_t i = 0; i < count; ++i)
    t->items[i] = items[i];
  if (Type *named = opInfo(op).resultType)
    t->head.type = named;
  return jn_obj(t);
}

}  // namespace janus
