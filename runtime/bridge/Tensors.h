// Tensors on both sides over the same memory (Memory.h): what one side writes, the other sees, and
// views stay views. A tensor has one twin on the other side, and comes back as itself.
#pragma once

#include "bridge/Storages.h"
#include "tensor/core/Tensor.h"

#include <unordered_map>
#include <vector>

namespace janus::bridge {

class Encoder;
class Decoder;
class Session;

class TensorPairs {
public:
  explicit TensorPairs(std::unique_ptr<Memory> memory) : storages(std::move(memory)) {}
  bool write(Encoder &e, Value tensor);
  Value read(Decoder &d);  // after Tag::Tensor

  // Whether gradients are enabled, storages dropped, gradients of leaves.
  bool writeChanges(Encoder &e);
  bool readChanges(Decoder &d);

  bool hasChanges() const;
  void forget(TensorObject *t);  // has no twin any more
  // A twin ends: Python's tensor is still to get the gradient that was given to it last.
  void noteEnd(TensorObject *t, Value twin);
  void clear();

  SharedStorages storages;

private:
  bool writeGradient(Encoder &e, TensorObject *t);
  void keepGradient(TensorObject *t, TensorObject *grad);

  bool gradEnabled_ = true;  // as both sides know it
  // What Python knows of a tensor's shape and place: written again when it is another.
  std::unordered_map<TensorObject *, std::string> layouts_;
  // Leaves with the gradient that both sides know (counted, or null).
  std::unordered_map<TensorObject *, TensorObject *> leaves_;
  struct LastGradient {
    Ref twin;
    Tensor gradient;
  };
  std::vector<LastGradient> lastGradients_;
};

}  // namespace janus::bridge
