// Runs formulas over tensors: broadcasting, promotion, strides, in-place.
#pragma once

#include "kernels/cpu/elementwise/Loops.h"
#include "tensor/core/Tensor.h"

namespace janus {

// A tensor or a number.
class Operand {
public:
  Operand(const Tensor &t) : tensor_(&t) {}
  Operand(const Scalar &s) : number_(s) {}
  bool isTensor() const { return tensor_ != nullptr; }
  const Tensor &tensor() const { return *tensor_; }
  const Scalar &number() const { return number_; }

private:
  const Tensor *tensor_ = nullptr;
  Scalar number_;
};

// Promotion of all operands.
DType resultType(std::span<const Operand> operands);

// A number as a parameter of a formula.
inline FormulaParam paramOf(const Scalar &s) {
  return {s.toDouble(), s.toInt()};
}
// The first of the four parameters of a formula of complex operands (ScalarMathComplex.h).
inline void setComplexParam(FormulaParam *params, std::complex<double> v) {
  params[0].f = v.real();
  params[3].f = v.imag();
}

// The name of a formula's kernel in errors: "log_add_cpu" of LogAdd, unless FormulaFacts.def says
// otherwise.
std::string kernelName(Formula formula);

struct ElementwiseCall {
  Formula formula;
  std::span<const Operand> operands;
  DType compute;                         // operands are converted to it
  DType result;                          // of a new tensor
  const FormulaParam *params = nullptr;  // four, or null
  const char *name = "";                 // for `"name" not implemented for 'Int'`; or kernelName
};
Tensor runElementwise(const ElementwiseCall &call);
// Writes into `out`, whose shape must be the broadcast shape; its type need not be `result`.
void runElementwiseInto(const ElementwiseCall &call, const Tensor &out);
// Writes into the first operand, whose type `result` must be able to become.
Tensor runInPlace(const ElementwiseCall &call);
template <bool inPlace>
Tensor run(const ElementwiseCall &call) {
  return inPlace ? runInPlace(call) : runElementwise(call);
}
void requireCast(DType from, DType to);

// ---- strided iteration, also used by copies and selections
// Dimensions from the fastest to the slowest after merging; strides in bytes; operand 0 is the
// output.
struct StridedLoop {
  static constexpr int kOperands = 4;
  int ndim = 0, operands = 0;
  Dims sizes;
  Dims strides[kOperands];
  char *data[kOperands] = {};
  int64_t numel = 1;
};
// Operands broadcast against `shape`. `tensors[0]` is the output. Strides of 0 where a size is
// stretched.
StridedLoop makeStridedLoop(IntView shape, std::span<const Tensor *const> tensors);

// Shape of all tensor operands together.
Dims broadcastShape(std::span<const Operand> operands);
// A new tensor whose strides follow those of the operands, as torch chooses them.
Tensor makeLikeOperands(IntView shape, std::span<const Operand> operands, DType dtype);
// Raises where an in-place result would not be well defined.
void checkInPlace(const Tensor &out);

}  // namespace janus
