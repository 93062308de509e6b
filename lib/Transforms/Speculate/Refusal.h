// Why a root stays generic, and where that was met.
#pragma once

#include "Support/Remark.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace janus::speculate {

enum class RefusalKind : uint8_t {
#define JANUS_REFUSAL(code, Name, text, remedy) Name,
#include "Transforms/Speculate/Refusals.def"
};

struct Refusal {
  struct Place {
    std::string function;  // "module:qualname"
    Span span;
  };
  RefusalKind kind;
  std::string detail;
  std::vector<Place> places;  // where it was met, then the calls that lead there, innermost first
  // The branch that may be to blame: both of its sides were to be in the graph.
  std::string fork = {};
  bool isInSide = false, side = false;  // met on its way when true, or when false
  bool prefers = false;                 // the way that was gone more often
};

// The reason, and the remedy, which may be empty.
std::string reasonOf(const Refusal &refusal);
llvm::StringRef remedyOf(const Refusal &refusal);
llvm::StringRef codeOf(const Refusal &refusal);

// At the first place that is in one of `files`, the user's; deeper ones are notes.
Remark remarkOf(const Refusal &refusal, llvm::StringRef region, llvm::ArrayRef<FileId> files,
                const SourceManager &sources);

}  // namespace janus::speculate
