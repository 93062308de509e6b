// Leaves that a tensor of the host's torch stands for (python/janus/_leaves.py): what the host has
// for each, and which of them compiled code has given another gradient, flag or memory.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

struct HostLeaf {
  TensorObject *tensor;
  void *context;
  // When the leaf ends, with its gradient (null: None) where it stands in the list.
  void (*release)(void *context, bool isChanged, TensorObject *gradient);
  bool isChanged;  // stands in the list
};

// Takes the context over; an earlier one is released.
void linkHost(TensorObject *leaf, void *context,
              void (*release)(void *context, bool isChanged, TensorObject *gradient));
// The context; null when there is none.
void *hostOf(const TensorObject *leaf);
// Out of the list of the changed: an owned tensor, or null when it is empty.
TensorObject *takeChangedLeaf();

void noteChanged(HostLeaf *leaf);
void endHostLeaf(HostLeaf *leaf, TensorObject *gradient);

}  // namespace janus
