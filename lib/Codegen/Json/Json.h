// The IR as JSON, and back: docs/graph-format.md.
#pragma once

#include "IR/Graph.h"

#include <optional>
#include <string>

namespace janus::codegen {

constexpr int kGraphFormatVersion = 1;

// The whole module: reading it back gives an identical one if it is renumbered (IR/Cloner.h).
std::string toJson(const ir::Module &module);

// Nothing on malformed input, and then `error` says what is wrong where. The module's source
// becomes a file of `sources`, to which the spans refer. Whether it is well formed, ir::verify
// judges.
std::optional<ir::Module> fromJson(llvm::StringRef text, SourceManager &sources,
                                   std::string *error);

}  // namespace janus::codegen
