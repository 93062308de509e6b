// The place of a guard: the condition in the program, its line, and the calls that led there.
#pragma once

#include "IR/Graph.h"

#include <string>
#include <vector>

namespace janus::ir {

struct SourcePlace {
  std::string what;                // "step == 5"
  std::string line;                // "train.py:29"; empty for sizes of inputs, which have none
  std::vector<std::string> calls;  // their lines, the innermost first

  // "step == 5 (train.py:29) < train.py:40": one text for each place.
  std::string text() const;
  std::string callsText() const;  // "train.py:40 < main.py:3"
};

SourcePlace placeOfGuard(const Function &function, OpId guard);
std::vector<NamedAttribute> guardAttributes(llvm::StringRef kind, const SourcePlace &place);

}  // namespace janus::ir
