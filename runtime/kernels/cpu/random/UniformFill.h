// Dense floats, uniform in [from, to).
#pragma once

#include "tensor/core/Generator.h"

namespace janus {

void fillUniform(float *out, int64_t count, float from, float to, GeneratorObject *g);

// out[i] from words[i].
using UniformFillFn = void (*)(float *out, const uint32_t *words, int64_t count, float from,
                               float to);
const UniformFillFn &uniformFill();  // of this machine

}  // namespace janus
