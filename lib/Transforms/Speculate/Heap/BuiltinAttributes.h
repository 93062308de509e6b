// Attributes of builtin classes in Python. One that graphs do not know is refused; one that the
// class does not have is missing, as for the program.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace janus::speculate {

// True when the class may have the attribute. `type` is the class's own name, without a module's
// code: "builtins.str", "torch.Tensor". A class that is not known may have any.
bool mayHaveAttribute(llvm::StringRef type, llvm::StringRef name);
// The base of a builtin class, without "builtins."; empty: `object`, or not known.
llvm::StringRef builtinBase(llvm::StringRef type);
bool isBuiltinClass(llvm::StringRef name);

}  // namespace janus::speculate
