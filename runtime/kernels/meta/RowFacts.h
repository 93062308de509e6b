// The arguments of a call as the rules of the op table's rows want them (RowShapes.h).
#pragma once

#include "janus/contract/inference/RowArguments.h"
#include "tensor/core/RunTimeInference.h"

namespace janus::meta {

using Facts = infer::RowArguments<RunTimeContext>;

// One per parameter of the schema; `args` as in tensor/dispatch/Dispatch.h.
Facts factsOf(const Schema &schema, const Value *args);

}  // namespace janus::meta
