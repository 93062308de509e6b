// Copies between tensors of any type, layout and (broadcast) shape.
#pragma once

#include "kernels/cpu/elementwise/Elementwise.h"
#include "tensor/object/TypeObjects.h"

namespace janus {

// Elements of `source`, broadcast to the shape of `target`, converted to its type.
void copyInto(const Tensor &target, const Tensor &source);
void fillWith(const Tensor &target, const Scalar &value);
// A new tensor shaped like `self`; Preserve keeps dense strides.
Tensor emptyLike(const Tensor &self, DType dtype, MemoryFormat format,
                 std::optional<Device> device = std::nullopt);
// The same with the gaps and overlaps of `self`, but where elements are repeated.
Tensor emptyWithGaps(const Tensor &self);
// A new tensor for a call of `X_like` that may say otherwise.
Tensor newLike(const Tensor &self, std::optional<DType> dtype, std::optional<Device> device,
               std::optional<MemoryFormat> format);
Tensor cloneOf(const Tensor &self, MemoryFormat format = MemoryFormat::Preserve);
// The kernel of an operation whose twin `inPlace` writes to its first argument.
template <auto inPlace, MemoryFormat format = MemoryFormat::Contiguous>
struct OnCopy;
template <class... Args, Tensor (*inPlace)(const Tensor &, Args...), MemoryFormat format>
struct OnCopy<inPlace, format> {
  static Tensor run(const Tensor &self, Args... args) {
    return inPlace(cloneOf(self, format), args...);
  }
};
// Itself when contiguous.
Tensor contiguousOf(const Tensor &self);
// Tensors of rank 4 or 5 with the channels last: `self` where they are, and a new one.
Tensor channelsLastOf(const Tensor &self);
Tensor emptyChannelsLast(IntView sizes, DType dtype, Device device);
// The conjugates of complex numbers, as they lie in memory.
Tensor conjugatesOf(const Tensor &self);
// Itself when of that type.
Tensor convertedTo(const Tensor &self, DType dtype);

}  // namespace janus
