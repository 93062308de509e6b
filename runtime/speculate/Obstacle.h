// Obstacles to binding: the assumption or input for which a version could not be bound, looked at
// again at later entries without a walk of all paths.
#pragma once

#include "value/object/Object.h"

#include <cstdint>

namespace janus::speculate {

struct Version;

struct Obstacle {
  enum class Kind : uint8_t { Unknown, Check, Input };
  Kind kind = Kind::Unknown;
  uint32_t index = 0;  // in Version::checks or Version::inputs

  // True when the obstacle is sure to be gone. Kinds of assumptions that cannot be checked by
  // themselves are never sure.
  bool isGone(const Version &version, const Value *liveIn) const;
};

}  // namespace janus::speculate
