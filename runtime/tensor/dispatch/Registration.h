// The rows of the op table as Python names.
#pragma once

#include "tensor/call/ArgParser.h"

namespace janus {

// Where a spelling of the column `python` belongs.
enum class Namespace : uint8_t { Ops, Torch, Method, Functional, Special, Linalg, Fft };

// Methods of Tensor that come from the table; null-name terminated, made once.
const MethodDef *tensorMethods();
// Adds the functions of a namespace to a module. `Ops`: every row under its schema's name.
int addOperations(jn_module *m, Namespace where);

// `name` of `where`, or null.
const OverloadGroup *findGroup(Namespace where, std::string_view name);

}  // namespace janus
