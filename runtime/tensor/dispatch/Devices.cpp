#include "tensor/dispatch/Devices.h"

#include "tensor/core/Names.h"
#include "tensor/dispatch/Composites.h"

namespace janus {
namespace {

Device currentDefault;

Value refuseCuda(TensorOp, const Value *) {
  return raise(jn_exc_AssertionError, "Torch not compiled with CUDA enabled");
}
Value runOnCpu(TensorOp op, const Value *args) {
  return kernelTable[static_cast<size_t>(op)](args);
}

// By DeviceType.
using DeviceEntry = Value (*)(TensorOp op, const Value *args);
constexpr DeviceEntry kEntries[] = {runOnCpu, refuseCuda, runOnMeta, callSparse};

}  // namespace

Value runOnDevice(DeviceType device, TensorOp op, const Value *args) {
  return kEntries[static_cast<size_t>(device)](op, args);
}

Device defaultDevice() {
  return currentDefault;
}
void setDefaultDevice(Device device) {
  expectDevice(device);
  currentDefault = device;
}

void expectDevice(Device device) {
  if (device.type != DeviceType::Cpu)
    stayInMode(kModeDevices);
}

}  // namespace janus
