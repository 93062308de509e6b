#include "Inference/SymbolicSize.h"

namespace janus::inference {

using namespace ir;

SymbolicSize operator+(const SymbolicSize &a, const SymbolicSize &b) {
  return {a.number + b.number, a.expression + b.expression};
}
SymbolicSize operator-(const SymbolicSize &a, const SymbolicSize &b) {
  return {a.number - b.number, a.expression - b.expression};
}
SymbolicSize operator*(const SymbolicSize &a, const SymbolicSize &b) {
  return {a.number * b.number, a.expression * b.expression};
}
SymbolicSize floorDiv(const SymbolicSize &a, const SymbolicSize &b) {
  bool exact = a.number % b.number == 0, negative = (a.number < 0) != (b.number < 0);
  return {a.number / b.number - (!exact && negative), floorDiv(a.expression, b.expression)};
}

Dim dimOf(const SymbolicSize &size) {
  if (std::optional<int64_t> number = size.expression.constant())
    return Dim{*number, ""};
  return Dim{-1, size.expression.text()};
}

}  // namespace janus::inference
