#include "Transforms/Speculate/Python/Operators.h"

namespace janus::speculate {

const OperatorRow *operatorRow(ir::Opcode shim) {
  switch (shim) {
#define JANUS_OPERATOR(Enum, method, reflected, augmented, tensor, left)                           \
  case ir::Opcode::Py##Enum: {                                                                     \
    static const OperatorRow kRow = {method, reflected, augmented, tensor, NumberOnLeft::left};    \
    return &kRow;                                                                                  \
  }                                                                                                \
  case ir::Opcode::PyI##Enum: {                                                                    \
    static const OperatorRow kRow = {method, reflected, augmented, tensor, NumberOnLeft::left,     \
                                     {},     true};                                                \
    return &kRow;                                                                                  \
  }
#define JANUS_COMPARISON(Enum, method, reflected, tensor, exchanged)                               \
  case ir::Opcode::Py##Enum: {                                                                     \
    static const OperatorRow kRow = {method,    reflected, "",  tensor, NumberOnLeft::None,        \
                                     exchanged, false,     true};                                  \
    return &kRow;                                                                                  \
  }
#include "Transforms/Speculate/Python/Operators.def"
  default: return nullptr;
  }
}

std::optional<ir::Opcode> operatorNamed(llvm::StringRef native) {
  struct Named {
    llvm::StringRef method;
    ir::Opcode shim;
  };
  static const Named kNamed[] = {
#define JANUS_OPERATOR(Enum, method, reflected, augmented, tensor, left)                           \
  {method, ir::Opcode::Py##Enum}, {augmented, ir::Opcode::PyI##Enum},
#define JANUS_COMPARISON(Enum, method, reflected, tensor, exchanged) {method, ir::Opcode::Py##Enum},
#include "Transforms/Speculate/Python/Operators.def"
  };
  if (!native.consume_front("operator."))
    return std::nullopt;
  // `and_` and `or_` end so since they are keywords without.
  llvm::StringRef bare = native.trim('_');
  for (const Named &each : kNamed)
    if (each.method.trim('_') == bare)
      return each.shim;
  return std::nullopt;
}

}  // namespace janus::speculate
