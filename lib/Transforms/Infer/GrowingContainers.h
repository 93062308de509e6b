// Containers that a run of operations makes longer, and that were there before it: at each turn of
// a loop they are of another length.
#pragma once

#include "IR/Graph.h"
#include "Transforms/Infer/ObjectClasses.h"

#include "llvm/ADT/StringSet.h"

#include <string>

namespace janus::transforms {

// Containers go by the variable or attribute that holds them, whatever object it is of.
class GrowingContainers {
public:
  // Those that the first `count` operations of `region` lengthen, with all they hold.
  GrowingContainers(const ir::Module &module, const ObjectClasses &objects, ir::FunctionId id,
                    ir::RegionId region, size_t count);
  bool empty() const { return names_.empty(); }
  // True when the operation itself, without the operations in its regions, looks at the length or
  // the content of such a container, or gives it a key that it may not have. Appending to a list
  // does neither.
  bool dependsOnOne(ir::OpId op) const;

private:
  std::string nameOf(ir::ValueId value) const;
  std::string grownBy(ir::OpId op) const;
  bool growsByMethod(ir::OpId op) const;
  bool makesItems(llvm::StringRef name) const;
  std::string placeOf(ir::OpId op, bool stores) const;
  bool isGrown(ir::OpId store) const;

  const ir::Module &module_;
  const ObjectClasses &objects_;
  const ir::FunctionId id_;
  const ir::Function &function_;
  llvm::StringSet<> names_;
};

}  // namespace janus::transforms
