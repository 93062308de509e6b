// The loops of the versions in files of their own: equal ones are one function.
#pragma once

#include "IR/Plan.h"

#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace janus::codegen {

class LoopKernels {
public:
  explicit LoopKernels(llvm::StringRef prefix) : space_("loops_" + prefix.str()) {}

  // The table of functions, one a level, that computes the block: "loops_m::k3".
  std::string name(const ir::Module &module, const ir::Function &function,
                   const ir::PlanBlock &block);
  // "sizeof(float)"
  static std::string elementSize(const ir::Type &type);

  std::string declarations() const;
  // Files, of about as much text each as the host compiler needs a second for.
  std::vector<std::string> texts() const;

private:
  std::string space_;
  std::vector<std::string> bodies_;
  llvm::StringMap<size_t> index_;
};

}  // namespace janus::codegen
