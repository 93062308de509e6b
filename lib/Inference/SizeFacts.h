// What inference asks of sizes that hang on symbols.
#pragma once

#include "Inference/SymbolicSize.h"

namespace janus::inference {

// Whoever answers notes what an answer was taken for, so that it is looked at when the graph runs.
class SizeFacts {
public:
  virtual ~SizeFacts() = default;

  virtual SymbolicSize sizeOf(const ir::Dim &dim) const = 0;
  virtual bool equal(const SymbolicSize &a, const SymbolicSize &b) = 0;
  virtual bool less(const SymbolicSize &a, const SymbolicSize &b) = 0;
  // As a number: its symbols are none from now on.
  virtual int64_t fix(const SymbolicSize &size) = 0;
};

}  // namespace janus::inference
