// What the compiler made of a program, where nothing is wrong with it. Remarks look like
// diagnostics, are rows of the tables of their stages (Transforms/Speculate/Refusals.def), and are
// printed when somebody asks.
#pragma once

#include "Support/Diagnostics.h"

namespace janus {

struct Remark {
  llvm::StringRef code;  // "J0416"
  std::string message;
  Span span;
  llvm::SmallVector<Diagnostic::Attached, 2> attached;
};

void render(llvm::raw_ostream &out, const SourceManager &sources, const Remark &remark,
            const RenderOptions &options);

}  // namespace janus
