// What the evaluator remembers for backward.
#pragma once

#include "Transforms/Speculate/AbstractValue.h"
#include "Transforms/Speculate/TensorOps.h"

#include <array>

namespace janus::speculate {

// Where the gradient of an argument goes: to a result of an operation, or to a leaf.
struct TapeEdge {
  bool needed = false;
  ObjectId tensor;
  TapeId tape;  // invalid: `tensor` is a leaf
  unsigned output = 0;
};

// Both sides of a branch: what they recorded, and what each of the values that come out was there.
struct BranchHistory {
  AbstractValue condition;
  uint32_t fork = 0;
  std::array<std::vector<std::pair<size_t, size_t>>, 2> ranges;  // of the tape, by side
  std::vector<std::array<TapeEdge, 2>> results;
};

// An operation that the tape has recorded, or a branch.
struct TapeEntry {
  TensorOp op;
  std::vector<AbstractValue> args;           // by the schema; tensors as they were
  std::vector<ir::ValueId> argValues;        // contents of tensor arguments, else invalid
  std::vector<std::vector<TapeEdge>> edges;  // of each argument; several of a list
  std::vector<ObjectId> results;
  std::vector<ir::ValueId> resultValues;
  bool freed = false;                               // backward has run through it
  std::optional<uint32_t> freedBy = {};             // one side of that branch
  std::shared_ptr<BranchHistory> branch = nullptr;  // then the fields above say nothing else
};

}  // namespace janus::speculate
