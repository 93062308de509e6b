#include "kernels/cpu/normalization/NormRows.h"

#include "kernels/cpu/LevelTable.h"

namespace janus {

JANUS_LEVEL_TABLE(AllNormKernels, normKernels)

}  // namespace janus
