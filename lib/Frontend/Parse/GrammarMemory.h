// The memory of tree-sitter: what one parse takes is given back as a whole, which is faster than
// node by node.
#pragma once

#include <cstddef>

namespace janus {

// While one lives, what tree-sitter allocates in this thread is kept, unless it is freed; the end
// of the outermost one frees all.
class GrammarMemory {
public:
  GrammarMemory();
  ~GrammarMemory();
  GrammarMemory(const GrammarMemory &) = delete;
  GrammarMemory &operator=(const GrammarMemory &) = delete;
};

}  // namespace janus
