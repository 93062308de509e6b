// Normals from uniform numbers, sixteen at a time: torch's layout, in which element i and element i
// + 8 are the two results of one Box-Muller transform. Torch computes floats with eight-lane code
// where the machine has AVX2 and with the C library elsewhere; the results differ in the last bits,
// so both are here.
#pragma once

#include <cstdint>

namespace janus {

// data[0..count) uniform in [0, 1), count a multiple of 16.
using NormalFillFn = void (*)(float *data, int64_t count, float mean, float std);
NormalFillFn normalFill();

}  // namespace janus
