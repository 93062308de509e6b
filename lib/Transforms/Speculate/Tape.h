// What the evaluator's tape keeps of an operation.
#pragma once

#include "Transforms/Speculate/AbstractValue.h"
#include "Transforms/Speculate/TensorOps.h"

namespace janus::speculate {

// Where the gradient of an argument goes: to a result of an operation, or to a leaf.
struct TapeEdge {
  bool needed = false;
  ObjectId tensor;
  TapeId tape;  // invalid: `tensor` is a leaf
  unsigned output = 0;
};

// An operation that the tape has recorded.
struct TapeEntry {
  TensorOp op;
  std::vector<AbstractValue> args;           // by the schema; tensors as they were
  std::vector<ir::ValueId> argValues;        // contents of tensor arguments, else invalid
  std::vector<std::vector<TapeEdge>> edges;  // of each argument; several of a list
  std::vector<ObjectId> results;
  std::vector<ir::ValueId> resultValues;
  bool freed = false;  // backward has run through it
};

}  // namespace janus::speculate
