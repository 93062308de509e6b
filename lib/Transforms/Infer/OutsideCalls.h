// What no graph holds: calls of the module `random`, objects of `random.Random` and `deque`, and
// calls of functions of this module which do with these, or with objects of Python.
#pragma once

#include "IR/Graph.h"
#include "Transforms/Infer/Crossings.h"

#include "llvm/ADT/StringSet.h"

namespace janus::transforms {

// Functions go by their last name, methods too, whatever object they are of.
class OutsideCalls {
public:
  OutsideCalls(const ir::Module &module, const ForeignValues &foreign);
  bool empty() const {
    return functions_.empty() && methods_.empty() && random_.empty() && kept_.empty();
  }
  // Whether the operation itself, without what it holds, is such a call, or reads such an object.
  bool contains(const ir::Function &function, ir::OpId op) const;

private:
  void readImports(const ir::Module &module);
  void readStores(const ir::Function &function);
  bool makesObject(const ir::Function &function, ir::ValueId value) const;
  bool isOutside(const ir::Function &function, ir::FunctionId id, ir::RegionId region,
                 const ForeignValues &foreign) const;
  bool holdsRandom(const ir::Function &function, ir::ValueId value) const;

  llvm::StringSet<> functions_, methods_;
  llvm::StringSet<> random_;  // globals that hold the module `random`, or a function of it
  llvm::StringSet<> kept_;    // variables and attributes that hold such an object somewhere
};

}  // namespace janus::transforms
