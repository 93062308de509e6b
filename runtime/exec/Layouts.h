// The memory of plans with symbols: laid out for each tuple of their values, when it is first seen.
#pragma once

#include "janus/plan.h"
#include "tensor/core/Tensor.h"

namespace janus {

// Fits sizes, places, exposed results and lists to these values; throws where they are no sizes.
// Afterwards plan->sizes is set. Between two tuples that were seen lately it costs a few
// nanoseconds a place.
void layOutFor(jn_plan *plan, const int64_t *symbols);
// True if the plan stands for these values.
bool isLaidOutFor(const jn_plan *plan, const int64_t *symbols);
void releaseLayouts(jn_plan *plan);

// A size, as definitions of plans have it.
inline int64_t sizeAt(const jn_plan *plan, int64_t size) {
  return size < INT64_MIN / 2 ? plan->sizes[size - INT64_MIN] : size;
}
Dims sizesOf(const jn_plan *plan, const jn_plan_place &place);
// The tensor over a place: the one that was there, unless somebody has kept it.
void fitPlace(jn_plan *plan, uint32_t index, char *memory);

}  // namespace janus
