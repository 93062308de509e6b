// Prints the facts of an analysis beside the user's lines, for people and tests.
#pragma once

#include "Frontend/Sema/Scope.h"
#include "Support/SourceManager.h"

namespace llvm {
class raw_ostream;
}

namespace janus::analysis {

struct AnalysisRow {
  llvm::StringRef flag, description;
};
llvm::ArrayRef<AnalysisRow> allAnalyses();

// For the module and every function and class in it, in source order. False when no analysis has
// that flag.
bool showFacts(llvm::StringRef flag, const Ast &ast, const ScopeTree &scopes,
               const SourceManager &sources, llvm::raw_ostream &out);

}  // namespace janus::analysis
