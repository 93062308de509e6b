// Visiting the operations of a region, those in nested regions too.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/STLExtras.h"

namespace janus::ir {

// Each operation before what its regions hold. `visit` must not change the lists of operations.
void walk(const Function &function, RegionId region, llvm::function_ref<void(OpId)> visit);
// Each operation after what its regions hold.
void walkPostOrder(const Function &function, RegionId region, llvm::function_ref<void(OpId)> visit);

// How often each value is an operand.
IdVector<ValueId, unsigned> countUses(const Function &function);

// The traits of an operation and of all it holds. Exits of a loop that is held do not count, those
// that leave `op` do.
uint32_t effectsOf(const Function &function, OpId op);

// The traits of an operation here, without the operations that it holds: in a graph tensors are
// values, and reading them is no effect.
uint32_t traitsOf(const Function &function, OpId op);

// True when control can reach the end of the region.
bool fallsThrough(const Function &function, RegionId region);
// The last operation if it is a terminator, else invalid.
OpId terminatorOf(const Function &function, RegionId region);

// True when `op` stands in `region`, at any depth.
bool isInside(const Function &function, OpId op, RegionId region);

// How many functions before it have its qualified name and begin in its line: two lambdas.
unsigned twinNumber(const Module &module, FunctionId function);

}  // namespace janus::ir
