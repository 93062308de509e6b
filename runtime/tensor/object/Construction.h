// Tensors from Python data: torch.tensor, as_tensor, torch.Tensor(...), new_tensor.
#pragma once

#include "tensor/core/Tensor.h"

#include <optional>

namespace janus {

// Nested sequences of numbers; the dtype is inferred when not given. Throws with torch's texts.
Tensor tensorFromSequence(Value data, std::optional<DType> dtype);
// The same of an index, whose items are looked at before its dimensions are: a text is no data.
Tensor tensorOfIndices(Value data);
// Any data torch.tensor takes: a number, a tensor (copied), nested sequences.
Tensor tensorFromData(Value data, std::optional<DType> dtype);

// `torch.tensor`, `torch.as_tensor`, ...: native functions of torch._C.
extern const MethodDef kConstructionFunctions[];
// `torch.Tensor(...)` and its subclasses; cls may also be a legacy type's dtype (FloatTensor).
Value constructLegacy(DType dtype, const Value *args, size_t count, Value kwnames);
// Tensor.new_tensor().
Value newTensor(const Value *args, size_t count, Value kwnames);

}  // namespace janus
