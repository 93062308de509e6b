// The dotted names of what a module imports, wherever a variable of its own name holds it:
// "collections.deque" of `D` after `from collections import deque as D`.
#pragma once

#include "IR/Graph.h"

#include <map>
#include <set>
#include <string>

namespace janus::transforms {

class ImportedNames {
public:
  explicit ImportedNames(const ir::Module &module);
  // The dotted names that the value may have been imported as. A variable that takes several in
  // turn is any of them at each place; the set is empty for values that no import has given.
  std::set<std::string> of(ir::FunctionId function, ir::ValueId value) const;

private:
  using Variable = std::pair<uint32_t, std::string>;
  Variable variableOf(ir::FunctionId function, ir::OpId id) const;
  std::set<std::string> ofImport(ir::FunctionId function, ir::OpId id) const;

  const ir::Module &module_;
  std::map<Variable, std::set<std::string>> kept_;
};

}  // namespace janus::transforms
