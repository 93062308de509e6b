// The tensors that the kernels of a plan make besides those that have a place: views, temporaries,
// results whose shape is not known. Kept from step to step: where a step does what the last one
// did, it finds them all.
#pragma once

#include "tensor/core/Tensor.h"

#include <vector>

namespace janus {

class SpareTensors {
public:
  SpareTensors() = default;
  SpareTensors(const SpareTensors &) = delete;
  SpareTensors &operator=(const SpareTensors &) = delete;
  ~SpareTensors();

  // A tensor that is to show a storage that is there (retargetTensor). Owned.
  TensorObject *takeView();
  // One with a storage of its own of at least so many bytes.
  TensorObject *takeOwner(size_t bytes);

  // Lets go of what views have shown, and of what others have kept.
  void endStep();

private:
  struct Spare {
    TensorObject *tensor;
    uint32_t idle = 0;  // steps since it was taken
  };
  // In the order in which a step asks for them: the next one is mostly where it left off.
  struct Row {
    std::vector<Spare> spares;
    size_t next = 0;

    template <class Fits>
    TensorObject *take(Fits fits);
    TensorObject *add(TensorObject *owned);
    template <class Keep>
    void keep(Keep keep);
  };
  Row views_, owners_;
};

}  // namespace janus
