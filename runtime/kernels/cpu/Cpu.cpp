#include "kernels/cpu/Cpu.h"

#include "janus/contract/Environment.h"

namespace janus {

CpuLevel cpuLevel() {
  static const CpuLevel level = machineLevel(environmentChoice(
      "JANUS_CPU_LEVEL", {kCpuLevelWords[0], kCpuLevelWords[1], kCpuLevelWords[2]}));
  return level;
}

}  // namespace janus
