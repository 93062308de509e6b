// Kernels of the rows of ops/Unary.def: one formula each.
#include "janus/contract/inference/RowTypes.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/elementwise/Elementwise.h"
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

template <TensorOp op, Formula formula, bool inPlace>
Tensor unaryOp(const Tensor &self) {
  constexpr TypeRule rule = row(op).type;
  constexpr std::string_view noBools = row(op).noBools;
  const DType t = self.dtype();
  if (!noBools.empty() && JN_UNLIKELY(t == DType::Bool))
    failWith(jn_exc_NotImplementedError, "%.*s", static_cast<int>(noBools.size()), noBools.data());
  if (hasTrait(op, Trait::NoHalves) && isHalf(t))
    failDType(kernelName<op>(), t);
  const DType result = *infer::typeOfOperand(rule, t, defaultDType());
  const DType compute = rule == TypeRule::Bool || isComplex(t) ? t : result;
  Operand operand(self);
  ElementwiseCall call{formula, {&operand, 1}, compute, result, nullptr, kernelName<op>()};
  // ~ inverts bits; for bool that is the logical not.
  if (op == TensorOp::BitwiseNot && t == DType::Bool)
    call.formula = Formula::LogicalNot;
  if (op == TensorOp::Angle && !inPlace && isComplex(t)) {  // contiguous, as torch's
    Tensor out = makeTensor(self.sizes(), call.result, self.device());
    runElementwiseInto(call, out);
    return out;
  }
  if (op == TensorOp::Abs && inPlace && isComplex(t))
    fail("In-place abs is not supported for complex tensors.");
  return run<inPlace>(call);
}

}  // namespace

#define JANUS_OP(id, ...) JANUS_KERNEL(id, (unaryOp<TensorOp::id, Formula::id, false>))
#define JANUS_OP_IN_PLACE(id, ...)                                                                 \
  JANUS_OP(id) JANUS_KERNEL(id##_, (unaryOp<TensorOp::id, Formula::id, true>))
#include "janus/contract/ops/Unary.def"

}  // namespace janus
