#include "kernels/cpu/pooling/PoolPlanes.h"

#include "kernels/cpu/LevelTable.h"

namespace janus {

JANUS_LEVEL_TABLE(PoolPlanes, poolPlanes)

}  // namespace janus
