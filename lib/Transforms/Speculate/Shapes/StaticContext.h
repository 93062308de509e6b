// The compiler's context of the inference templates: sizes that may hang on symbols.
#pragma once

#include "Transforms/Speculate/Shapes/SizeSymbols.h"

#include "janus/contract/inference/Context.h"

#include <vector>

namespace janus::speculate {

struct StaticShape : std::vector<SymbolicSize> {
  using std::vector<SymbolicSize>::vector;
  using std::vector<SymbolicSize>::erase;
  void erase(size_t at) { erase(begin() + at); }
  void insert(size_t at, SymbolicSize size) {
    std::vector<SymbolicSize>::insert(begin() + at, std::move(size));
  }
};
using Numbers = std::vector<int64_t>;

class StaticContext {
public:
  using Dim = SymbolicSize;
  using Shape = StaticShape;

  explicit StaticContext(SizeSymbols &symbols) : symbols_(symbols) {}

  Dim constant(int64_t v) const { return v; }
  Dim add(const Dim &a, const Dim &b) const { return a + b; }
  Dim sub(const Dim &a, const Dim &b) const { return a - b; }
  Dim mul(const Dim &a, const Dim &b) const { return a * b; }
  Dim floorDiv(const Dim &a, const Dim &b) { return b.number == 0 ? 0 : speculate::floorDiv(a, b); }
  bool equal(const Dim &a, const Dim &b) { return symbols_.equal(a, b); }
  bool less(const Dim &a, const Dim &b) { return symbols_.less(a, b); }
  bool isConstant(const Dim &d, int64_t v) const { return d.expression.constant() == v; }
  int64_t value(const Dim &d) { return d.isNumber() ? d.number : symbols_.fix(d); }
  const char *kindOfTensor() const { return ""; }
  template <class... Parts>
  Shape fail(infer::ErrorKind, const Parts &...) {
    failed = true;
    return {};
  }

  bool failed = false;

private:
  SizeSymbols &symbols_;
};

}  // namespace janus::speculate
