// Parts of specialising that are left out, to see what each of them brings.
#pragma once

#include "Transforms/PassManager.h"

#include <optional>
#include <string>

namespace janus::transforms {

struct GraphOptions {
  bool unrolls = true;  // else loops that can stay loops do, however short they are
  bool fuses = true;    // else each operation of a graph runs its kernel
  llvm::SmallVector<PassId, 8> withoutPasses = {};  // of the pipeline of graphs
  bool keepsFrames = false;  // functions of the program note their frames: it asks for its stack
};

// Names for `--without`, with what they leave out: "unroll", "fuse", "products", passes of graphs.
std::string partsOfGraphs();
// Leaves out what a list, with commas, names; the answer is the first name that is none.
std::optional<std::string> leaveOut(llvm::StringRef list, GraphOptions *options);

}  // namespace janus::transforms
