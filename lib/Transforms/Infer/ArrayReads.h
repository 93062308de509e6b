// Operations that read an array of a package and make a tensor of it, or index one by it: graphs
// have the array's elements as an input (docs/rationale/speculation.md). With them the loads of
// variables and attributes, and the tuples, that nothing else uses.
#pragma once

#include "IR/Graph.h"
#include "Transforms/Infer/Crossings.h"
#include "Transforms/Infer/ImportedNames.h"

#include <set>
#include <utility>

namespace janus::transforms {

class ArrayReads {
public:
  ArrayReads(const ir::Module &module, const ForeignValues &foreign);
  bool contains(ir::FunctionId function, ir::OpId op) const {
    return reads_.count({function, op}) != 0;
  }

private:
  void find(ir::FunctionId id);
  bool isRead(ir::FunctionId id, ir::OpId op) const;
  bool isConversion(ir::FunctionId id, ir::OpId op) const;

  const ir::Module &module_;
  const ForeignValues &foreign_;
  ImportedNames imported_;
  std::set<std::pair<ir::FunctionId, ir::OpId>> reads_;
};

}  // namespace janus::transforms
