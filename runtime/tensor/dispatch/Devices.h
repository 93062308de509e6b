// Operations of devices other than the CPU, and the device of new tensors.
#pragma once

#include "tensor/dispatch/Dispatch.h"

namespace janus {

// The kernel of `op` on a device that is not the CPU; arguments as in Dispatch.h.
Value runOnDevice(DeviceType device, TensorOp op, const Value *args);

// The `meta` device: results with types, sizes and strides, and no elements (runtime/kernels/meta).
Value runOnMeta(TensorOp op, const Value *args);

// Where calls of factories that are not told where make tensors (torch.set_default_device, `with
// device:`).
Device defaultDevice();
void setDefaultDevice(Device device);

// The program has named that device: from now on operations look where their tensors are.
void expectDevice(Device device);

}  // namespace janus
