#include "Transforms/Speculate/Operators.h"

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
#include "Transforms/Speculate/Operators.def"
  default: return nullptr;
  }
}

}  // namespace janus::speculate
