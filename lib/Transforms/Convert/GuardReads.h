// Reads of variables that may be unbound: x -> ag__.ld(x), which raises what Python would if the
// value is the undefined one (conformance AG-17). The first half of the control-flow converter.
#pragma once

#include "Frontend/Sema/Scope.h"
#include "Transforms/Convert/Convert.h"

namespace janus::convert {

NodeId guardReads(ConvertContext &context, NodeId root, const ScopeTree &scopes);

}  // namespace janus::convert
