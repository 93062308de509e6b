// Kernels of the rows of ops/Unary.def: one formula each.
#include "kernels/cpu/elementwise/Elementwise.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"

namespace janus {
namespace {

constexpr DType resultOf(TypeRule rule, DType self) {
  if (rule == TypeRule::Bool)
    return DType::Bool;
  if (rule == TypeRule::Float && !isInexact(self))
    return DType::F32;  // replaced by the default type
  return self;
}

// What torch refuses although the formula exists.
void checkOperand(TensorOp op, DType t) {
  if (t != DType::Bool)
    return;
  switch (op) {
  case TensorOp::Neg:
    failWith(jn_exc_NotImplementedError,
             "Negation, the `-` operator, on a bool tensor is not supported. If you are trying "
             "to invert a mask, use the `~` or `logical_not()` operator instead.");
  case TensorOp::Relu:
    failWith(jn_exc_NotImplementedError, "Boolean inputs not supported for relu");
  case TensorOp::Abs:
    failWith(jn_exc_NotImplementedError, "\"abs_cpu\" not implemented for 'Bool'");
  case TensorOp::Floor:
    failWith(jn_exc_NotImplementedError, "\"floor_vml_cpu\" not implemented for 'Bool'");
  case TensorOp::Ceil:
    failWith(jn_exc_NotImplementedError, "\"ceil_vml_cpu\" not implemented for 'Bool'");
  case TensorOp::Trunc:
    failWith(jn_exc_NotImplementedError, "\"trunc_vml_cpu\" not implemented for 'Bool'");
  default: return;
  }
}

// Functions that torch has for float and double alone.
constexpr bool refusesHalves(TensorOp op) {
  return op >= TensorOp::AiryAi && op <= TensorOp::ScaledModifiedBesselK1;
}

// "frac_cpu": what torch calls its kernel.
template <TensorOp op>
const char *kernelName() {
  static const std::string name = [] {
    std::string_view signature = row(op).signature;
    if (signature.starts_with("special_"))
      signature.remove_prefix(8);
    return std::string(signature.substr(0, signature.find_first_of(".("))) + "_cpu";
  }();
  return name.c_str();
}

template <TensorOp op, Formula formula>
ElementwiseCall callFor(const Operand *self, DType t) {
  constexpr TypeRule rule = row(op).type;
  checkOperand(op, t);
  if (refusesHalves(op) && (t == DType::F16 || t == DType::BF16))
    failWith(jn_exc_NotImplementedError, "\"%s\" not implemented for '%s'", kernelName<op>(),
             scalarTypeName(t));
  DType result = resultOf(rule, t);
  if (rule == TypeRule::Float && !isInexact(t))
    result = defaultDType();
  ElementwiseCall call{formula, {self, 1}, rule == TypeRule::Float ? result : t, result};
  call.name = kernelName<op>();
  if (JN_UNLIKELY(isComplex(t)) && (op == TensorOp::Abs || op == TensorOp::Angle))
    call.result = realTypeOf(t);
  if (op == TensorOp::Square && t == DType::Bool)
    call.compute = call.result = DType::I64;
  // ~ inverts bits; for bool that is the logical not.
  if (op == TensorOp::BitwiseNot && t == DType::Bool)
    call.formula = Formula::LogicalNot;
  return call;
}

template <TensorOp op, Formula formula>
Tensor unaryOp(const Tensor &self) {
  Operand operand(self);
  if constexpr (op == TensorOp::Angle)
    if (isComplex(self.dtype())) {  // contiguous, as torch's
      Tensor out = makeTensor(self.sizes(), realTypeOf(self.dtype()), self.device());
      runElementwiseInto(callFor<op, formula>(&operand, self.dtype()), out);
      return out;
    }
  return runElementwise(callFor<op, formula>(&operand, self.dtype()));
}
template <TensorOp op, Formula formula>
Tensor unaryInPlace(const Tensor &self) {
  Operand operand(self);
  ElementwiseCall call = callFor<op, formula>(&operand, self.dtype());
  if (op == TensorOp::Abs && isComplex(self.dtype()))
    fail("In-place abs is not supported for complex tensors.");
  if (!canCast(call.result, self.dtype()))
    fail("result type %s can't be cast to the desired output type %s", scalarTypeName(call.result),
         scalarTypeName(self.dtype()));
  runElementwiseInto(call, self);
  return self;
}

}  // namespace

#define JANUS_OP(id, ...) JANUS_KERNEL(id, (unaryOp<TensorOp::id, Formula::id>))
#define JANUS_OP_IN_PLACE(id, ...)                                                                 \
  JANUS_OP(id) JANUS_KERNEL(id##_, (unaryInPlace<TensorOp::id, Formula::id>))
#include "janus/contract/ops/Unary.def"

}  // namespace janus
