// Stores of variables that loads are sure to read: the last one before in the same run of
// operations or around it, where nothing between may store another value.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <string>

namespace janus::transforms {

// Local variables, and names of the module in the function that stores them: calls between are not
// looked at.
class ReachingStores {
public:
  explicit ReachingStores(const ir::Function &function);
  // The value that the load reads; invalid: one of several, or that of another function.
  ir::ValueId of(ir::OpId load) const { return values_.lookup(load); }

private:
  using Stored = llvm::StringMap<ir::ValueId>;  // by variable
  std::optional<std::string> variableOf(ir::OpId op, bool stores) const;
  void forget(ir::RegionId region, Stored &stored) const;
  void follow(ir::RegionId region, Stored stored);

  const ir::Function &function_;
  llvm::DenseMap<ir::OpId, ir::ValueId> values_;
};

}  // namespace janus::transforms
