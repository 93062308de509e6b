#include "kernels/cpu/pooling/PoolPlanes.h"

#include "kernels/cpu/Cpu.h"

namespace janus {

namespace base {
extern const PoolPlanes poolPlanes;
}
namespace avx2 {
extern const PoolPlanes poolPlanes;
}
namespace avx512 {
extern const PoolPlanes poolPlanes;
}
const PoolPlanes &poolPlanes() {
  static const PoolPlanes &chosen = forCpu(base::poolPlanes, avx2::poolPlanes, avx512::poolPlanes);
  return chosen;
}

}  // namespace janus
