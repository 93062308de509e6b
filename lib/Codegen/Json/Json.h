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
// becomes a file of `sources`, to which the spans refer. The judge of its form is ir::verify.
std::optional<ir::Module> fromJson(llvm::StringRef text, SourceManager &sources,
                                   std::string *error);

// The place where a function, or an operation of it, stands in the document that the module was
// read from: "functions[1].body.ops[3].regions[0].ops[2]".
std::string jsonPath(const ir::Module &module, ir::FunctionId function, ir::OpId op);

}  // namespace janus::codegen
