// Access paths and assumptions as the source would say them.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace janus::speculate {

// `$model._modules["fc"]._parameters["weight"]` -> "model.fc.weight"; `%0` -> "operand 0".
std::string pathInWords(llvm::StringRef path);
// "model is a __main__:Net", "model.layers has 3 items".
std::string assumptionInWords(llvm::StringRef kind, llvm::StringRef path, llvm::StringRef value);
// `tensor<float32, (64, 784), cpu, contiguous, grad>` -> "float32 (64, 784), grad".
std::string typeInWords(llvm::StringRef type);

}  // namespace janus::speculate
