// Which attributes builtin classes have in Python. What graphs do not know of them is refused; what
// they do not have is missing, as for the program.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace janus::speculate {

// `type` is the class's own name, without a module's code: "builtins.str", "torch.Tensor". Of a
// class that is not known, any.
bool mayHaveAttribute(llvm::StringRef type, llvm::StringRef name);
// The base of a builtin class, without "builtins."; empty: `object`, or not known.
llvm::StringRef builtinBase(llvm::StringRef type);
bool isBuiltinClass(llvm::StringRef name);

}  // namespace janus::speculate
