// A row of the op table as native code needs it: parsed schema, default values, result type.
#pragma once

#include "janus/contract/Schema.h"
#include "tensor/dispatch/Dispatch.h"

namespace janus {

struct OpInfo {
  Schema schema;
  std::vector<Value> names;     // of the parameters, interned
  std::vector<Value> defaults;  // JN_UNBOUND: required
  Type *resultType = nullptr;   // named tuple, or null
};
// Made at the first use of the op; never freed.
const OpInfo &opInfo(TensorOp op);
// The facts of a signature which is no row's: a native method's.
OpInfo makeInfo(Schema schema);

// Named tuples such as torch.return_types.max; made once per name and fields.
Type *namedTupleType(const std::string &name, const std::vector<std::string> &fields);
// The type of any op, and of functions that have answered one; or null.
Type *namedTupleCalled(std::string_view name);

}  // namespace janus
