// Python's operators on tensors.
#include "tensor/object/TensorType.h"

#include "tensor/core/GradMode.h"
#include "tensor/core/UserWarning.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/dispatch/ProgramCall.h"
#include "tensor/memory/ScalarStore.h"
#include "value/number/Number.h"

namespace janus {
namespace {

// ops on (tensor, tensor), (tensor, number) and, where `reversed` is given, (number, tensor).
template <TensorOp tensorOp, TensorOp scalarOp, bool alpha = false>
Value forward(Value a, Value b) {
  if (isTensor(b)) {
    Value args[] = {a, b, jn_int(1)};
    return dispatchForProgram(tensorOp, args);
  }
  if (boxing::isScalar(b)) {
    Value args[] = {a, b, jn_int(1)};
    return dispatchForProgram(scalarOp, args);
  }
  return jn_notimplemented();
}

// a + b with either of them the tensor; the operation commutes.
template <TensorOp tensorOp, TensorOp scalarOp>
Value commuting(Value a, Value b) {
  return isTensor(a) ? forward<tensorOp, scalarOp>(a, b) : forward<tensorOp, scalarOp>(b, a);
}

Value subtract(Value a, Value b) {
  if (isTensor(a))
    return forward<TensorOp::SubTensor, TensorOp::SubScalar>(a, b);
  if (!boxing::isScalar(a))
    return jn_notimplemented();
  Value args[] = {b, a, jn_int(1)};
  return dispatchForProgram(TensorOp::RsubScalar, args);
}

Value divide(Value a, Value b) {
  if (isTensor(a))
    return forward<TensorOp::DivTensor, TensorOp::DivScalar>(a, b);
  if (!boxing::isScalar(a))
    return jn_notimplemented();
  Ref inverse(dispatchForProgram(TensorOp::Reciprocal, &b));
  if (inverse.failed())
    return jn_error();
  Value args[] = {inverse.get(), a};
  return dispatchForProgram(TensorOp::MulScalar, args);
}

// number OP tensor for operations without a form for it: the number becomes a wrapped tensor.
template <TensorOp op>
Value withWrapped(Value number, Value tensor) {
  return guarded([&]() -> Value {
    Tensor left = makeWrapped(boxing::toScalar(number));
    Value args[] = {left.borrowed(), tensor};
    return dispatchForProgram(op, args);
  });
}
template <TensorOp tensorOp, TensorOp scalarOp>
Value ordered(Value a, Value b) {
  if (isTensor(a))
    return forward<tensorOp, scalarOp>(a, b);
  return boxing::isScalar(a) ? withWrapped<tensorOp>(a, b) : jn_notimplemented();
}

Value power(Value a, Value b) {
  if (isTensor(a))
    return forward<TensorOp::PowTensor, TensorOp::PowScalar>(a, b);
  if (!boxing::isScalar(a))
    return jn_notimplemented();
  Value args[] = {a, b};
  return dispatchForProgram(TensorOp::PowBaseScalar, args);
}

Value multiplyMatrices(Value a, Value b) {
  if (!isTensor(a) || !isTensor(b))
    return jn_notimplemented();
  Value args[] = {a, b};
  return dispatchForProgram(TensorOp::MatMul, args);
}

template <TensorOp tensorOp, TensorOp scalarOp>
Value inPlace(Value a, Value b) {
  return forward<tensorOp, scalarOp>(a, b);
}

template <TensorOp op>
Value unary(Object *o) {
  Value self = jn_obj(o);
  return dispatchForProgram(op, &self);
}
Value positive(Object *o) {
  if (asTensor(jn_obj(o))->dtype == DType::Bool)
    return raise(jn_exc_RuntimeError, "The `+` operator, on a bool tensor is not supported.");
  return jn_own(jn_obj(o));
}
Value invert(Object *o) {
  if (isInexact(asTensor(jn_obj(o))->dtype))
    return raise(jn_exc_TypeError,
                 "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
  return unary<TensorOp::BitwiseNot>(o);
}

bool single(Object *o) {
  return asTensor(jn_obj(o))->numel == 1;
}
Value notSingle() {
  return raise(jn_exc_ValueError, "only one element tensors can be converted to Python scalars");
}
Value asInt(Object *o) {
  if (!single(o))
    return notSingle();
  Ref item(unary<TensorOp::Item>(o));
  if (item.failed())
    return jn_error();
  if (isComplex(item.get()))
    return guarded([&] { return jn_int(boxing::toScalar(item.get()).toInt()); });
  return call(jn_obj(&jn_type_int), {item.get()});
}
// A number keeps no history.
bool mayBecomeNumber(Object *o) {
  return !isGradEnabled() || !Tensor::share(jn_obj(o)).requiresGrad() || warnOfNumber();
}
Value asComplex(const Value *args, size_t, Value) {
  if (!mayBecomeNumber(args[0].o))
    return jn_error();
  if (!single(args[0].o))
    return notSingle();
  Ref item(unary<TensorOp::Item>(args[0].o));
  if (item.failed())
    return jn_error();
  return call(jn_obj(&jn_type_complex), {item.get()});
}
Value asFloat(Object *o) {
  if (!mayBecomeNumber(o))
    return jn_error();
  if (!single(o))
    return notSingle();
  Ref item(unary<TensorOp::Item>(o));
  if (item.failed())
    return jn_error();
  return guarded([&] { return jn_float(boxing::toScalar(item.get()).toDouble()); });
}
Value asIndex(Object *o) {
  if (!single(o) || isInexact(asTensor(jn_obj(o))->dtype))
    return raise(jn_exc_TypeError,
                 "only integer tensors of a single element can be converted to an index");
  Value item = unary<TensorOp::Item>(o);
  return item.tag == JN_BOOL ? jn_int(item.i) : item;
}

struct Comparison {
  TensorOp tensor, scalar, reversed;
};
constexpr Comparison kComparisons[] = {  // by CompareOp
    {TensorOp::LtTensor, TensorOp::LtScalar, TensorOp::GtScalar},
    {TensorOp::LeTensor, TensorOp::LeScalar, TensorOp::GeScalar},
    {TensorOp::EqTensor, TensorOp::EqScalar, TensorOp::EqScalar},
    {TensorOp::NeTensor, TensorOp::NeScalar, TensorOp::NeScalar},
    {TensorOp::GtTensor, TensorOp::GtScalar, TensorOp::LtScalar},
    {TensorOp::GeTensor, TensorOp::GeScalar, TensorOp::LeScalar}};

Value compareTensors(Value a, Value b, CompareOp op) {
  const Comparison &c = kComparisons[static_cast<size_t>(op)];
  if (!isTensor(a)) {
    if (!boxing::isScalar(a))
      return jn_notimplemented();
    Value args[] = {b, a};
    return dispatchForProgram(c.reversed, args);
  }
  Value args[] = {a, b};
  if (isTensor(b))
    return dispatchForProgram(c.tensor, args);
  return boxing::isScalar(b) ? dispatchForProgram(c.scalar, args) : jn_notimplemented();
}

int truth(Object *o) {
  TensorObject *t = asTensor(jn_obj(o));
  if (JN_LIKELY(t->numel == 1)) {
    Value item = unary<TensorOp::Item>(o);
    return jn_is_error(item) ? -1 : jn_truth(item);
  }
  raise(jn_exc_RuntimeError, t->numel
                                 ? "Boolean value of Tensor with more than one value is ambiguous"
                                 : "Boolean value of Tensor with no values is ambiguous");
  return -1;
}

int contains(Object *o, Value item) {
  if (!isTensor(item) && !boxing::isScalar(item)) {
    Value type = jn_obj(typeOf(item));
    raise(jn_exc_RuntimeError,
          "Tensor.__contains__ only supports Tensor or scalar, but you passed in a %R.", &type);
    return -1;
  }
  Value args[] = {jn_obj(o), item};
  Ref equal(dispatchForProgram(isTensor(item) ? TensorOp::EqTensor : TensorOp::EqScalar, args));
  if (equal.failed())
    return -1;
  Value e = equal.get();
  Ref any(dispatchForProgram(TensorOp::Any, &e));
  return any.failed() ? -1 : truth(any.get().o);
}

}  // namespace

const MethodDef kNumberMethods[] = {{"__complex__", asComplex, 1, 1}, {}};

void setOperatorSlots(Type &t) {
  auto binary = [&](BinaryOp op, Value (*plain)(Value, Value), Value (*inplace)(Value, Value)) {
    t.binary[static_cast<size_t>(op)] = plain;
    t.inplace[static_cast<size_t>(op)] = inplace;
  };
  using enum TensorOp;
  binary(BinaryOp::Add, commuting<AddTensor, AddScalar>, inPlace<AddTensor_, AddScalar_>);
  binary(BinaryOp::Sub, subtract, inPlace<SubTensor_, SubScalar_>);
  binary(BinaryOp::Mul, commuting<MulTensor, MulScalar>, inPlace<MulTensor_, MulScalar_>);
  binary(BinaryOp::TrueDiv, divide, inPlace<DivTensor_, DivScalar_>);
  binary(BinaryOp::FloorDiv, ordered<FloorDivideTensor, FloorDivideScalar>,
         inPlace<FloorDivideTensor_, FloorDivideScalar_>);
  binary(BinaryOp::Mod, ordered<RemainderTensor, RemainderScalar>,
         inPlace<RemainderTensor_, RemainderScalar_>);
  binary(BinaryOp::Pow, power, inPlace<PowTensor_, PowScalar_>);
  binary(BinaryOp::MatMul, multiplyMatrices, nullptr);
  binary(BinaryOp::LShift, ordered<LeftShiftTensor, LeftShiftScalar>,
         inPlace<LeftShiftTensor_, LeftShiftScalar_>);
  binary(BinaryOp::RShift, ordered<RightShiftTensor, RightShiftScalar>,
         inPlace<RightShiftTensor_, RightShiftScalar_>);
  binary(BinaryOp::And, commuting<BitwiseAndTensor, BitwiseAndScalar>,
         inPlace<BitwiseAndTensor_, BitwiseAndScalar_>);
  binary(BinaryOp::Or, commuting<BitwiseOrTensor, BitwiseOrScalar>,
         inPlace<BitwiseOrTensor_, BitwiseOrScalar_>);
  binary(BinaryOp::Xor, commuting<BitwiseXorTensor, BitwiseXorScalar>,
         inPlace<BitwiseXorTensor_, BitwiseXorScalar_>);
  auto one = [&](UnaryOp op, Value (*fn)(Object *)) { t.unary[static_cast<size_t>(op)] = fn; };
  one(UnaryOp::Neg, unary<Neg>);
  one(UnaryOp::Pos, positive);
  one(UnaryOp::Invert, invert);
  one(UnaryOp::Abs, unary<Abs>);
  one(UnaryOp::Int, asInt);
  one(UnaryOp::Float, asFloat);
  one(UnaryOp::Index, asIndex);
  t.compare = compareTensors;
  t.truth = truth;
  t.contains = contains;
}

}  // namespace janus
