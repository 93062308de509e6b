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

// Of a guard's name, "loss > 3 (model.py:7) < model.py:20": what is tested, where, through which
// calls.
struct GuardName {
  llvm::StringRef expression, place, calls;
};
GuardName splitGuardName(llvm::StringRef name);

}  // namespace janus::speculate
