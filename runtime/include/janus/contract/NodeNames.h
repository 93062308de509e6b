// Names of nodes that hang on the arguments: one operation here, several of PyTorch.
#pragma once

#include "janus/contract/OpTable.h"

#include <cstddef>
#include <string>

namespace janus {

// reshape(): of a view of elements that are not dense, and of a copy.
inline constexpr char kReshapedView[] = "ReshapeAliasBackward0";
inline constexpr char kReshapedCopy[] = "UnsafeViewBackward0";

constexpr bool isNamedByArguments(TensorOp op) {
  return op == TensorOp::Linear || op == TensorOp::CDist || op == TensorOp::RoundDecimals ||
         op == TensorOp::RoundDecimals_;
}

// Whether linear() adds its bias in the product, as addmm() does, which expands it to a matrix:
// with inputs that are matrices, and where the bias has one dimension but for those of one element.
// Any other one is added to the product.
template <class Sizes>
bool isBiasExpanded(size_t inputRank, const Sizes &bias) {
  size_t longer = 0;
  for (const auto &size : bias)
    longer += size != 1;
  return inputRank == 2 || bias.size() == 1 || longer == 1;
}

// linear(): the last of the operations that PyTorch makes of it.
template <class Arguments>
const char *nodeOfLinear(Arguments &args) {
  size_t rank = args.rank(0);
  if (args.isTensor(2) && !args.isExpandedBias(rank, 2))
    return "AddBackward0";
  if (args.rank(1) == 1)
    return rank == 1 ? "DotBackward0" : rank == 2 ? "MvBackward0" : kReshapedCopy;
  if (!args.isTensor(2))
    return rank == 2 ? "MmBackward0" : rank == 1 ? "SqueezeBackward4" : kReshapedCopy;
  if (rank == 2)
    return "AddmmBackward0";
  return args.isContiguous(0) && args.isContiguous(2) ? kReshapedCopy : "AddBackward0";
}

// Whether cdist() takes distances by products of matrices: Euclidean ones where a matrix has more
// rows than 25, or where the mode says so, and none is empty.
template <class Arguments>
bool areDistancesProducts(Arguments &args) {
  if (args.rank(0) < 2 || args.rank(1) < 2 || args.isEmpty(0) || args.isEmpty(1) ||
      args.number(2) != 2)
    return false;
  std::string mode = args.text(3);
  if (mode == "use_mm_for_euclid_dist_if_necessary")
    return args.hasMoreRows(0, 25) || args.hasMoreRows(1, 25);
  return mode == "use_mm_for_euclid_dist";
}

// The name of a node of an operation that is named by its arguments, which `args` tells of: rank,
// isTensor, isContiguous, isEmpty, isExpandedBias, hasMoreRows, number and text, each by a
// position.
template <class Arguments>
const char *nodeByArguments(TensorOp op, Arguments &&args) {
  switch (op) {
  case TensorOp::Linear: return nodeOfLinear(args);
  case TensorOp::CDist: return areDistancesProducts(args) ? "ViewBackward0" : "CdistBackward0";
  case TensorOp::RoundDecimals:
  case TensorOp::RoundDecimals_: return args.number(1) == 0 ? "RoundBackward0" : "RoundBackward1";
  default: return "";
  }
}

}  // namespace janus
