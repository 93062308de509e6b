// Names of nodes that hang on the arguments: one operation here, several of PyTorch.
#pragma once

#include "janus/contract/OpTable.h"

#include <cstddef>

namespace janus {

// reshape(): of a view of elements that are not dense, and of a copy.
inline constexpr char kReshapedView[] = "ReshapeAliasBackward0";
inline constexpr char kReshapedCopy[] = "UnsafeViewBackward0";

constexpr bool isNamedByArguments(TensorOp op) {
  return op == TensorOp::Linear;
}

// linear() of an input of so many dimensions: the last of the operations that PyTorch makes of it.
constexpr const char *nodeOfLinear(size_t rank, size_t weightRank, bool hasBias,
                                   bool isContiguous) {
  if (weightRank == 1)
    return rank == 1 ? "DotBackward0" : rank == 2 ? "MvBackward0" : "UnsafeViewBackward0";
  if (hasBias)
    return rank == 2 ? "AddmmBackward0" : isContiguous ? "UnsafeViewBackward0" : "AddBackward0";
  return rank == 2 ? "MmBackward0" : rank == 1 ? "SqueezeBackward4" : "UnsafeViewBackward0";
}

}  // namespace janus
