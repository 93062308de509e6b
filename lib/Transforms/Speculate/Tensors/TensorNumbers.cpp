// Numbers that operations get as arguments.
#include "Transforms/Speculate/Tensors/TensorDomain.h"

#include <cmath>

namespace janus::speculate {

using namespace ir;

namespace {

// An operand as elements are: arithmetic with a number that is too large is arithmetic with
// infinity.
bool isOperand(const Schema &schema, const Param &param) {
  bool isNamed = param.name == "self" || param.name == "other" || param.name == "exponent";
  return isNamed && (schema.params.size() == 2 || schema.find("alpha") >= 0);
}

}  // namespace

// Other numbers have to be some of the elements' type, which kernels look at and loops do not.
void TensorDomain::guardNumbers(TensorOp op, const Values &args, llvm::StringRef dtype) {
  std::optional<DType> type = dtypeNamed({dtype.data(), dtype.size()});
  if (row(op).element.empty() || !type || *type == DType::F64 || !isFloating(*type))
    return;
  const Schema &schema = in_.ops.schema(op);
  const double largest = info(*type).largest;
  for (size_t i = 0; i < args.size() && !stopped(); ++i) {
    const Param &param = schema.params[i];
    if (param.kind != ArgKind::Scalar || kindOf(args[i]) != TypeKind::Float ||
        isOperand(schema, param))
      continue;
    if (args[i].isConstant()) {
      double size = std::fabs(graph_.constant(args[i].constantId()).number);
      if (size > largest && !std::isinf(size))
        refuse(RefusalKind::UnknownOperation, "a number beyond those of the elements");
      continue;
    }
    guardHolds(scalars_.binary(Opcode::PyLe, args[i], heap_.real(largest)), param.name);
    guardHolds(scalars_.binary(Opcode::PyGe, args[i], heap_.real(-largest)), param.name);
  }
}

}  // namespace janus::speculate
