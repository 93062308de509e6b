// torch.autocast on the CPU: tensors of chosen operations are cast first (contract/Autocast.def).
#pragma once

#include "janus/contract/Autocast.h"
#include "tensor/dispatch/Dispatch.h"

#include <string_view>

namespace janus {

// In this thread, on the CPU; what kModeAutocast says outside of kernels.
bool isAutocastEnabled();
// By the type of a device. Others than the CPU have a state that nothing asks for but the program.
bool isAutocastEnabled(std::string_view device);
void setAutocastEnabled(std::string_view device, bool on);
// The type that autocast casts to: the device's default, or what the program asks for.
DType autocastType(std::string_view device);
void setAutocastType(std::string_view device, DType type);
// No region is entered, nothing is set, no cast is kept.
bool isAutocastAtRest();
// Casts of leaves that require gradients are kept, for as long as autocast regions last: a weight
// is cast once, however often it is used, and its gradients are added up in the lower type.
bool isAutocastCacheEnabled();
void setAutocastCacheEnabled(bool on);
void clearAutocastCache();
// Regions within each other: the number of them after the change.
int changeAutocastNesting(int by);

// Autocast is off for a scope, in which it was on: while it casts, and within the operation.
class AutocastOff {
public:
  AutocastOff() { modeMask &= ~uint32_t{kModeAutocast}; }
  AutocastOff(const AutocastOff &) = delete;
  AutocastOff &operator=(const AutocastOff &) = delete;
  ~AutocastOff() { modeMask |= kModeAutocast; }
};

// A policy's arguments: each tensor, and each in a list or tuple, cast where it is floating-point
// and neither float64 nor of the type already. Owned; JN_ERROR with the exception pending.
Value castFor(AutocastPolicy policy, Value argument);

// The operation, with its arguments cast as its row says. Called while kModeAutocast is on.
Value dispatchCasting(TensorOp op, const Value *args);

}  // namespace janus
