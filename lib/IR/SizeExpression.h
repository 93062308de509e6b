// Sizes that depend on symbols: sums of products of symbols and quotients. Equal sums have equal
// texts, whichever way they were come by: `(s0-1)//2+1` and `(s0+1)//2`, `s0*28*28` and `784*s0`.
//
//   28*s0          3*s0*s1+s1-2          ((s0+1)//2)          (s0//s1)*s1
//
// Most symbols are known when a graph is entered. Those whose names begin with `u` are counted
// while it runs (the rows of `x[mask]`).
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace janus::ir {

class SizeExpression {
public:
  SizeExpression(int64_t number = 0);
  static SizeExpression symbol(llvm::StringRef name);
  // Nothing when it is no expression.
  static std::optional<SizeExpression> parse(llvm::StringRef text);
  // Takes one off the front of `text`.
  static std::optional<SizeExpression> parsePrefix(llvm::StringRef &text);

  // False after a number left 64 bits: nothing is known of such a size.
  bool isValid() const { return valid_; }
  std::optional<int64_t> constant() const;
  // The symbol of an expression that is nothing else.
  std::optional<std::string> asSymbol() const;
  // True for a product of symbols alone, and a positive number.
  bool isProduct() const;
  bool isQuotient() const;                   // and nothing else
  std::vector<std::string> symbols() const;  // sorted
  static bool isCounted(llvm::StringRef symbol) { return symbol.startswith("u"); }
  bool isCounted() const;  // one of its symbols is
  std::string text() const;

  friend SizeExpression operator+(const SizeExpression &a, const SizeExpression &b);
  friend SizeExpression operator-(const SizeExpression &a, const SizeExpression &b);
  friend SizeExpression operator*(const SizeExpression &a, const SizeExpression &b);
  // Division by Python's rule: rounded down. The caller has checked that `b` is not zero.
  friend SizeExpression floorDiv(const SizeExpression &a, const SizeExpression &b);
  friend bool operator==(const SizeExpression &a, const SizeExpression &b) {
    return a.valid_ && b.valid_ && a.terms_ == b.terms_;
  }

  SizeExpression substitute(llvm::StringRef symbol, const SizeExpression &by) const;
  // It is never less, if no symbol is less than what `least` says. Nothing: who knows.
  using Bound = llvm::function_ref<int64_t(llvm::StringRef symbol)>;
  std::optional<int64_t> least(Bound least) const;

  // Written by somebody else: sums, products and quotients of what `symbol` and `number` give.
  struct Writer {
    llvm::function_ref<std::string(llvm::StringRef)> symbol;
    llvm::function_ref<std::string(int64_t)> number;
    llvm::function_ref<std::string(char, const std::string &, const std::string &)> apply;
  };
  std::string write(const Writer &writer) const;

private:
  // Factors by their texts, sorted: `s0`, or `(a//b)`.
  using Product = std::vector<std::string>;
  struct Term {
    Product factors;
    int64_t count;
    friend bool operator==(const Term &, const Term &) = default;
  };
  using Quotient = std::pair<SizeExpression, SizeExpression>;

  static bool isBefore(const Product &a, const Product &b);
  static Product multiply(const Product &a, const Product &b);
  // Nothing: it is not among the factors of `a`.
  static std::optional<Product> divide(const Product &a, const Product &b);
  static std::optional<Quotient> asQuotient(const std::string &factor);
  static SizeExpression quotient(const SizeExpression &a, const SizeExpression &b);
  static SizeExpression divideByNumber(const SizeExpression &a, int64_t b);
  static SizeExpression ofFactor(std::string factor);

  void add(Product factors, int64_t count);
  void addScaled(const SizeExpression &other, const Product &factors, int64_t count);
  std::optional<SizeExpression> exactly(const SizeExpression &by) const;
  std::string factorText() const;

  std::vector<Term> terms_;  // of the highest degree first; none is zero
  bool valid_ = true;
};

}  // namespace janus::ir
