// The compiler's context of the inference templates: sizes that may hang on symbols.
#pragma once

#include "Inference/SizeFacts.h"

#include "janus/contract/inference/Context.h"

#include <vector>

namespace janus::inference {

// As the inference templates want it.
template <class Dim>
struct DimList : std::vector<Dim> {
  using std::vector<Dim>::vector;
  DimList(const std::vector<Dim> &dims) : std::vector<Dim>(dims) {}
  void erase(size_t at) { std::vector<Dim>::erase(this->begin() + at); }
  void insert(size_t at, Dim size) {
    std::vector<Dim>::insert(this->begin() + at, std::move(size));
  }
};
using StaticShape = DimList<SymbolicSize>;
using Numbers = std::vector<int64_t>;

class StaticContext {
public:
  using Dim = SymbolicSize;
  using Shape = StaticShape;

  explicit StaticContext(SizeFacts &sizes) : sizes_(sizes) {}

  Dim constant(int64_t v) const { return v; }
  Dim add(const Dim &a, const Dim &b) const { return a + b; }
  Dim sub(const Dim &a, const Dim &b) const { return a - b; }
  Dim mul(const Dim &a, const Dim &b) const { return a * b; }
  Dim floorDiv(const Dim &a, const Dim &b) { return b.number == 0 ? 0 : inference::floorDiv(a, b); }
  bool equal(const Dim &a, const Dim &b) { return sizes_.equal(a, b); }
  bool less(const Dim &a, const Dim &b) { return sizes_.less(a, b); }
  bool isConstant(const Dim &d, int64_t v) const { return d.expression.constant() == v; }
  int64_t value(const Dim &d) { return d.isNumber() ? d.number : sizes_.fix(d); }
  const char *kindOfTensor() const { return ""; }
  bool hasFailed() const { return failed; }
  template <class... Parts>
  Shape fail(const Parts &...) {
    failed = true;
    return {};
  }
  template <class... Parts>
  Shape failIndex(const Parts &...) {
    return fail();
  }

  bool failed = false;

private:
  SizeFacts &sizes_;
};

// Of sizes and strides that are all known.
class NumberContext {
public:
  using Dim = int64_t;
  using Shape = DimList<int64_t>;

  Dim constant(int64_t v) const { return v; }
  Dim add(Dim a, Dim b) const { return a + b; }
  Dim sub(Dim a, Dim b) const { return a - b; }
  Dim mul(Dim a, Dim b) const { return a * b; }
  Dim floorDiv(Dim a, Dim b) const { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
  bool equal(Dim a, Dim b) const { return a == b; }
  bool less(Dim a, Dim b) const { return a < b; }
  bool isConstant(Dim d, int64_t v) const { return d == v; }
  const char *kindOfTensor() const { return ""; }
  template <class... Parts>
  Shape fail(const Parts &...) {
    failed = true;
    return {};
  }
  template <class... Parts>
  Shape failIndex(const Parts &...) {
    return fail();
  }

  bool failed = false;
};

// Of the sizes that types state: where the answer hangs on a symbol's value it fails.
class TypeContext {
public:
  using Dim = ir::Dim;
  using Shape = DimList<ir::Dim>;

  Dim constant(int64_t v) const { return Dim{v, ""}; }
  bool equal(const Dim &a, const Dim &b) { return a == b; }
  template <class... Parts>
  Shape fail(const Parts &...) {
    failed = true;
    return {};
  }

  bool failed = false;
};

}  // namespace janus::inference
