// Sizes that may hang on symbols.
#pragma once

#include "IR/SizeExpression.h"
#include "IR/Types.h"

namespace janus::inference {

// What it was in the profile, and how it follows from symbols.
struct SymbolicSize {
  SymbolicSize(int64_t n = 0) : number(n), expression(n) {}
  SymbolicSize(int64_t n, ir::SizeExpression e) : number(n), expression(std::move(e)) {}

  bool isNumber() const { return expression.constant().has_value(); }
  // Its products fit.
  bool isModest() const { return number < int64_t{1} << 31 && number > -(int64_t{1} << 31); }

  int64_t number;
  ir::SizeExpression expression;
};
SymbolicSize operator+(const SymbolicSize &a, const SymbolicSize &b);
SymbolicSize operator-(const SymbolicSize &a, const SymbolicSize &b);
SymbolicSize operator*(const SymbolicSize &a, const SymbolicSize &b);
// By what is not zero.
SymbolicSize floorDiv(const SymbolicSize &a, const SymbolicSize &b);

// As the size of a type.
ir::Dim dimOf(const SymbolicSize &size);

}  // namespace janus::inference
