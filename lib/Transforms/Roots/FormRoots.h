// The pass form-roots for some of the roots.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/STLExtras.h"

#include <string>
#include <vector>

namespace janus::transforms {

// Whether the root of that name in that function is formed. Names do not hang on which are.
using RootChoice = llvm::function_ref<bool(ir::FunctionId function, llvm::StringRef root)>;
void formRoots(ir::Module &module, RootChoice wanted);

// A root that was formed; outer ones stand before those inside them.
struct Root {
  std::string function, name;  // the symbol of its function, what the region is called
  Span span;
};
std::vector<Root> rootsOf(const ir::Module &module);

}  // namespace janus::transforms
