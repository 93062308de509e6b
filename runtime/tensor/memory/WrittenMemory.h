// Checks of the memory that operations write: in place, and through `out=`.
#pragma once

#include "janus/contract/OpTable.h"
#include "tensor/core/Tensor.h"

namespace janus {

enum class WrittenRule : uint8_t {
  Aligned,  // no two elements of the output share a place; inputs overlap it whole or not at all
  Apart,    // inputs may not overlap the output at all
  Target,   // only the output itself is looked at
  Mask,     // elements of the output may share a place, the first input may not overlap it in part
  Index,    // elements of the output may share a place, inputs may not overlap it
  Free,     // nothing is checked: elements that share a place get the same value
};

struct WrittenRow {
  TensorOp op;
  WrittenRule rule;
};
inline constexpr WrittenRow kWrittenRows[] = {
#define JANUS_WRITTEN(id, rule) {TensorOp::id, WrittenRule::rule},
#include "tensor/memory/WrittenMemory.def"
};
constexpr WrittenRule writtenRule(TensorOp op) {
  for (const WrittenRow &each : kWrittenRows)
    if (each.op == op)
      return each.rule;
  return WrittenRule::Aligned;
}

// How the memory of two tensors meets. `Unknown`: their ranges may meet, but one is not dense.
enum class Overlap : uint8_t { None, Partial, Full, Unknown };
Overlap overlapOf(const Tensor &a, const Tensor &b);

// Raises where an in-place result would not be well defined.
void checkWritten(const Tensor &out);
// Raises where writing `out` would change what is still to be read of `input`.
void checkAgainst(WrittenRule rule, const Tensor &out, const Tensor &input);
// Of an operation in place: the first argument is written.
void checkWrittenMemory(WrittenRule rule, const Value *args, size_t count);

}  // namespace janus
