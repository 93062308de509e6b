#include "IR/TensorRows.h"

#include <bitset>

namespace janus::ir {

bool checksContents(Opcode opcode) {
  static const auto kRows = [] {
    std::bitset<janus::kOpCount> rows;
#define JANUS_CHECKS(Row) rows.set(static_cast<size_t>(janus::OpId::Row));
#include "janus/contract/Checks.def"
    return rows;
  }();
  return isTensorOp(opcode) && kRows[static_cast<size_t>(rowOf(opcode))];
}

}  // namespace janus::ir
