// Kernels of the rows of ops/Unary.def: one formula each.
#include "janus/contract/inference/RowTypes.h"
#include "kernels/cpu/elementwise/Elementwise.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"

namespace janus {
namespace {

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
  constexpr std::string_view noBools = row(op).noBools;
  if (!noBools.empty() && JN_UNLIKELY(t == DType::Bool))
    failWith(jn_exc_NotImplementedError, "%.*s", static_cast<int>(noBools.size()), noBools.data());
  if (hasTrait(op, Trait::NoHalves) && (t == DType::F16 || t == DType::BF16))
    failWith(jn_exc_NotImplementedError, "\"%s\" not implemented for '%s'", kernelName<op>(),
             scalarTypeName(t));
  const DType result = *infer::typeOfOperand(rule, t, defaultDType());
  const DType compute = rule == TypeRule::Bool || isComplex(t) ? t : result;
  ElementwiseCall call{formula, {self, 1}, compute, result};
  call.name = kernelName<op>();
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
      ElementwiseCall call = callFor<op, formula>(&operand, self.dtype());
      Tensor out = makeTensor(self.sizes(), call.result, self.device());
      runElementwiseInto(call, out);
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
