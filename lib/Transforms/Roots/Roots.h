// The roots of a module whose roots are formed.
#pragma once

#include "IR/Graph.h"

#include <string>
#include <vector>

namespace janus::transforms {

// A root that was formed; outer ones stand before those inside them.
struct Root {
  std::string function, name;  // the symbol of its function, what the region is called
  Span span;
};
std::vector<Root> rootsOf(const ir::Module &module);

}  // namespace janus::transforms
