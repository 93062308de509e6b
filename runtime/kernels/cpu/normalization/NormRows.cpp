#include "kernels/cpu/normalization/NormRows.h"

#include "kernels/cpu/LevelTable.h"

namespace janus {

JANUS_LEVEL_TABLE(NormKernels<float>, normKernelsF32)
JANUS_LEVEL_TABLE(NormKernels<double>, normKernelsF64)

}  // namespace janus
