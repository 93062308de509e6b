#include "kernels/cpu/copy/Transpose.h"

#include "kernels/cpu/LevelTable.h"

namespace janus {

JANUS_LEVEL_TABLE(Transposes, transposes)

}  // namespace janus
