// Tensors on both sides over the same memory. A storage that crosses moves, once, to a memory file
// that both processes map: what one side writes, the other sees, and views stay views. A tensor has
// one twin on the other side, and comes back as itself.
#pragma once

#include "tensor/Tensor.h"

#include <unordered_map>
#include <vector>

namespace janus::bridge {

class Encoder;
class Decoder;
class Session;

class TensorPairs {
public:
  bool write(Encoder &e, Value tensor);
  Value read(Decoder &d);  // after Tag::Tensor

  // Whether gradients are enabled, storages dropped, gradients of leaves.
  bool writeChanges(Encoder &e);
  bool readChanges(Decoder &d);

  // The frame that brings these to Python has gone.
  void sent(const std::vector<uint32_t> &segments);
  void forget(TensorObject *t);  // has no twin any more
  void storageDies(Storage *s);
  void clear();

private:
  struct Segment {
    void *data;
    size_t bytes;
    Storage *storage;  // takes itself out
    int fd;            // -1 once Python has it
  };
  bool writeStorage(Encoder &e, Storage *s);
  Storage *readStorage(Decoder &d);
  bool place(Storage *s, uint32_t *id);
  bool writeGradient(Encoder &e, TensorObject *t);
  void keepGradient(TensorObject *t, TensorObject *grad);

  std::unordered_map<uint32_t, Segment> segments_;
  std::unordered_map<Storage *, uint32_t> segmentNumbers_;
  std::vector<uint32_t> dropped_;
  bool gradEnabled_ = true;   // as both sides know it
  uint32_t lastSegment_ = 0;  // ours are even, Python's odd
  // What Python knows of a tensor's shape and place: written again when it is another.
  std::unordered_map<TensorObject *, std::string> layouts_;
  // Leaves with the gradient that both sides know (counted, or null).
  std::unordered_map<TensorObject *, TensorObject *> leaves_;
};

}  // namespace janus::bridge
