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

llvm::SmallVector<ValueId, 2> memoriesOf(const Function &function, ValueId value) {
  ValueId memory = memoryOf(function, value);
  OpId made = function.value(memory).definedBy;
  if (!made || function.op(made).opcode != Opcode::If)
    return {memory};
  const Op &branch = function.op(made);
  auto index = llvm::find(branch.results, memory) - branch.results.begin();
  llvm::SmallVector<ValueId, 2> all;
  for (RegionId side : branch.regions) {
    const Op &end = function.op(function.region(side).ops.back());
    if (end.opcode == Opcode::YieldValues)
      llvm::append_range(all, memoriesOf(function, end.operands[static_cast<size_t>(index)]));
  }
  return all;
}

}  // namespace janus::ir
