// Reads what Printer writes.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>

namespace janus::ir {

// Lines of a text, from 1, where functions and operations begin.
struct TextLines {
  std::map<FunctionId, uint32_t> functions;
  std::map<std::pair<FunctionId, OpId>, uint32_t> ops;
};

struct ParseOptions {
  // The source that `loc(...)` speaks of; without it locations are dropped.
  const SourceManager *sources = nullptr;
  FileId file;
  TextLines *lines = nullptr;
};

// Nothing on malformed text, and then `error` says where and why: "12:7: ...". The module is well
// formed as text only: verify() judges it.
std::optional<Module> parse(llvm::StringRef text, std::string *error,
                            const ParseOptions &options = {});

}  // namespace janus::ir
