// The number of names that a value is unpacked to, for an `__iter__` that has no length of its own
// (traced values of torch.fx).
#pragma once

#include <cstdint>

namespace janus {

// While `a, b = value` asks the value for its iterator: 2. -1 at all other times.
extern thread_local int64_t unpackedPlaces;

}  // namespace janus
