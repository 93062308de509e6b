// Reads what Printer writes.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace janus::ir {

struct ParseOptions {
  // The source that `loc(...)` speaks of; without it locations are dropped.
  const SourceManager *sources = nullptr;
  FileId file;
};

// Nothing on malformed text, and then `error` says where and why: "12:7: ...". The module is well
// formed as text only: verify() judges it.
std::optional<Module> parse(llvm::StringRef text, std::string *error,
                            const ParseOptions &options = {});

}  // namespace janus::ir
