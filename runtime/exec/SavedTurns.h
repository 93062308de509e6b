// Values that the turns of a version's loops keep for their gradients, by key and turn. Tensors
// stay from step to step, so that a step of as many turns takes no memory.
#pragma once

#include "tensor/core/Tensor.h"

#include <vector>

namespace janus {

class SavedTurns {
public:
  SavedTurns() = default;
  SavedTurns(const SavedTurns &) = delete;
  SavedTurns &operator=(const SavedTurns &) = delete;
  ~SavedTurns();

  Value &at(uint32_t key, int64_t turn);                // made when it is not there
  const Value *find(uint32_t key, int64_t turn) const;  // null: there was no such turn
  // Rows of a new tensor: the values of the first `count` turns. Throws where there was no such
  // turn.
  Tensor rows(uint32_t key, int64_t count) const;

private:
  std::vector<std::vector<Value>> values_;
};

}  // namespace janus
