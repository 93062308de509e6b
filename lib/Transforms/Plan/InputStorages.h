// The storages that a graph has from its inputs: whose elements a value may show, and what is
// written.
#pragma once

#include "IR/Plan.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace janus::plan {

class InputStorages {
public:
  explicit InputStorages(const ir::Function &function);

  // The path of the input's storage: that of another input where both are views of it.
  llvm::StringRef storageOf(llvm::StringRef path) const;
  // The storages of inputs whose elements an operand may show, as a view or as the input itself.
  llvm::StringSet<> shownBy(ir::ValueId value) const;
  bool showsAny(ir::ValueId value, const llvm::StringSet<> &storages) const;

private:
  const ir::Function &function_;
  llvm::StringMap<std::string> others_;  // by path
};

inline bool haveCommon(const llvm::StringSet<> &a, const llvm::StringSet<> &b) {
  return llvm::any_of(a, [&](const auto &each) { return b.contains(each.getKey()); });
}

}  // namespace janus::plan
