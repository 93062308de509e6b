// The node at the end of each path: adds a gradient to a leaf's `.grad`.
#pragma once

#include "autograd/Node.h"

namespace janus {

struct AccumulateNode : Node {
  TensorObject *variable;  // counted
};

// The leaf's node, made when it has none. Owned.
Node *accumulatorOf(TensorObject *leaf);
// After a change of the leaf's type or device: graphs from before keep the node they go to, later
// ones get another.
void renewAccumulator(TensorObject *leaf);
bool isAccumulator(const Node *node);
// Attributes of accumulators, besides those of any node.
extern const GetSetDef kAccumulateGetSets[];
// The `.grad` of a tensor that is no leaf: this, or the sum with what was there. False: an
// exception is pending.
bool addToGrad(TensorObject *tensor, Tensor grad);

}  // namespace janus
