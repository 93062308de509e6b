#include "IR/SizeExpression.h"

#include "IR/Types.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace janus::ir {

SizeExpression::SizeExpression(int64_t number) {
  add({}, number);
}

SizeExpression SizeExpression::symbol(llvm::StringRef name) {
  return ofFactor(name.str());
}

SizeExpression SizeExpression::ofFactor(std::string factor) {
  SizeExpression made;
  made.add({std::move(factor)}, 1);
  return made;
}

// ---------------------------------------------------------------- terms

// More factors first, then by the alphabet: an order that multiplication keeps.
bool SizeExpression::isBefore(const Product &a, const Product &b) {
  return a.size() != b.size() ? a.size() > b.size() : a < b;
}

void SizeExpression::add(Product factors, int64_t count) {
  auto at = llvm::lower_bound(terms_, factors, [](const Term &term, const Product &key) {
    return isBefore(term.factors, key);
  });
  if (at == terms_.end() || at->factors != factors) {
    if (count != 0)
      terms_.insert(at, {std::move(factors), count});
    return;
  }
  valid_ &= !__builtin_add_overflow(at->count, count, &at->count);
  if (at->count == 0)
    terms_.erase(at);
}

void SizeExpression::addScaled(const SizeExpression &other, const Product &factors, int64_t count) {
  valid_ &= other.valid_;
  for (const Term &term : other.terms_) {
    int64_t scaled;
    valid_ &= !__builtin_mul_overflow(term.count, count, &scaled);
    add(multiply(term.factors, factors), scaled);
  }
}

SizeExpression::Product SizeExpression::multiply(const Product &a, const Product &b) {
  Product all;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

std::optional<SizeExpression::Product> SizeExpression::divide(const Product &a, const Product &b) {
  if (!std::includes(a.begin(), a.end(), b.begin(), b.end()))
    return std::nullopt;
  Product rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

std::optional<int64_t> SizeExpression::constant() const {
  if (!valid_ || terms_.size() > 1 || (!terms_.empty() && !terms_[0].factors.empty()))
    return std::nullopt;
  return terms_.empty() ? 0 : terms_[0].count;
}

std::optional<std::string> SizeExpression::asSymbol() const {
  if (!valid_ || terms_.size() != 1 || terms_[0].count != 1 || terms_[0].factors.size() != 1 ||
      terms_[0].factors[0][0] == '(')
    return std::nullopt;
  return terms_[0].factors[0];
}

bool SizeExpression::isProduct() const {
  return valid_ && terms_.size() == 1 && terms_[0].count > 0 &&
         llvm::none_of(terms_[0].factors, [](const std::string &each) { return each[0] == '('; });
}

bool SizeExpression::isQuotient() const {
  return valid_ && terms_.size() == 1 && terms_[0].count == 1 && terms_[0].factors.size() == 1 &&
         asQuotient(terms_[0].factors[0]);
}

std::vector<std::string> SizeExpression::symbols() const {
  std::vector<std::string> names;
  for (const Term &term : terms_)
    for (const std::string &factor : term.factors) {
      std::optional<Quotient> parts = asQuotient(factor);
      if (!parts) {
        names.push_back(factor);
        continue;
      }
      llvm::append_range(names, parts->first.symbols());
      llvm::append_range(names, parts->second.symbols());
    }
  llvm::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool SizeExpression::isCounted() const {
  return llvm::any_of(symbols(), [](const std::string &each) { return isCounted(each); });
}

bool isCounted(const Dim &dim) {
  return !dim.symbol.empty() && SizeExpression::parse(dim.symbol)->isCounted();
}

bool hasCountedSize(const Type &type) {
  return type.shape && llvm::any_of(*type.shape, [](const Dim &dim) { return isCounted(dim); });
}

// ---------------------------------------------------------------- arithmetic

SizeExpression operator+(const SizeExpression &a, const SizeExpression &b) {
  SizeExpression sum = a;
  sum.addScaled(b, {}, 1);
  return sum;
}

SizeExpression operator-(const SizeExpression &a, const SizeExpression &b) {
  SizeExpression difference = a;
  difference.addScaled(b, {}, -1);
  return difference;
}

SizeExpression operator*(const SizeExpression &a, const SizeExpression &b) {
  SizeExpression product;
  product.valid_ = a.valid_;
  for (const SizeExpression::Term &term : a.terms_)
    product.addScaled(b, term.factors, term.count);
  return product;
}

// The whole quotient, if nothing remains: by the leading terms, as in school.
std::optional<SizeExpression> SizeExpression::exactly(const SizeExpression &by) const {
  constexpr int kMostSteps = 64;
  SizeExpression quotient, rest = *this;
  for (int step = 0; !rest.terms_.empty(); ++step) {
    const Term &mine = rest.terms_[0], &its = by.terms_[0];
    std::optional<Product> factors = divide(mine.factors, its.factors);
    if (!factors || its.count == -1 || mine.count % its.count != 0 || step == kMostSteps)
      return std::nullopt;
    int64_t count = mine.count / its.count;
    quotient.add(*factors, count);
    rest.addScaled(by, *factors, -count);
    if (!rest.valid_)
      return std::nullopt;
  }
  return quotient;
}

SizeExpression SizeExpression::quotient(const SizeExpression &a, const SizeExpression &b) {
  return ofFactor("(" + a.factorText() + "//" + b.factorText() + ")");
}

// Whole multiples of the divisor come out; what stays has counts from 0 to b - 1.
SizeExpression SizeExpression::divideByNumber(const SizeExpression &a, int64_t b) {
  SizeExpression whole, rest;
  for (const Term &term : a.terms_) {
    int64_t count = term.count / b, left = term.count % b;
    if (left < 0) {
      left += b;
      --count;
    }
    whole.add(term.factors, count);
    rest.add(term.factors, left);
  }
  if (rest.terms_.empty() || rest.constant())
    return whole;
  // (x//m + k)//b is (x + k*m)//(m*b).
  const Term &first = rest.terms_[0];
  bool isOne = first.count == 1 && first.factors.size() == 1 &&
               (rest.terms_.size() == 1 || rest.terms_[1].factors.empty());
  if (std::optional<Quotient> parts = isOne ? asQuotient(first.factors[0]) : std::nullopt)
    if (std::optional<int64_t> m = parts->second.constant(); m && *m > 0) {
      int64_t k = rest.terms_.size() == 1 ? 0 : rest.terms_[1].count;
      SizeExpression all = SizeExpression(*m) * SizeExpression(b);
      if (all.valid_)
        return whole + floorDiv(parts->first + SizeExpression(k) * SizeExpression(*m), all);
    }
  return whole + quotient(rest, SizeExpression(b));
}

SizeExpression floorDiv(const SizeExpression &a, const SizeExpression &b) {
  SizeExpression none;
  none.valid_ = false;
  if (!a.valid_ || !b.valid_ || b.terms_.empty())
    return none;
  if (std::optional<int64_t> number = b.constant(); number && *number > 0)
    return SizeExpression::divideByNumber(a, *number);
  if (std::optional<SizeExpression> exact = a.exactly(b))
    return *exact;
  return SizeExpression::quotient(a, b);
}

SizeExpression SizeExpression::substitute(llvm::StringRef symbol, const SizeExpression &by) const {
  SizeExpression result;
  result.valid_ = valid_;
  for (const Term &term : terms_) {
    SizeExpression product(term.count);
    for (const std::string &factor : term.factors) {
      if (std::optional<Quotient> parts = asQuotient(factor))
        product = product * floorDiv(parts->first.substitute(symbol, by),
                                     parts->second.substitute(symbol, by));
      else
        product = product * (factor == symbol ? by : ofFactor(factor));
    }
    result = result + product;
  }
  return result;
}

std::optional<int64_t> SizeExpression::least(Bound bound) const {
  if (!valid_)
    return std::nullopt;
  int64_t sum = 0;
  for (const Term &term : terms_) {
    int64_t product = term.count;
    if (product < 0 && !term.factors.empty())
      return std::nullopt;
    for (const std::string &factor : term.factors) {
      int64_t low = 0;
      if (std::optional<Quotient> parts = asQuotient(factor)) {
        std::optional<int64_t> top = parts->first.least(bound), by = parts->second.constant();
        if (!top || *top < 0)
          return std::nullopt;
        low = by && *by > 0 ? *top / *by : 0;
        if (!by && parts->second.least(bound).value_or(-1) < 0)
          return std::nullopt;
      } else {
        low = bound(factor);
      }
      if (low < 0 || __builtin_mul_overflow(product, low, &product))
        return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum))
      return std::nullopt;
  }
  return sum;
}

// ---------------------------------------------------------------- text

std::string SizeExpression::text() const {
  if (!valid_)
    return "?";
  if (terms_.empty())
    return "0";
  std::string text;
  for (const Term &term : terms_) {
    int64_t count = term.count;
    if (!text.empty() && count > 0)
      text += "+";
    if (term.factors.empty()) {
      text += std::to_string(count);
      continue;
    }
    if (count == -1)
      text += "-";
    else if (count != 1)
      text += std::to_string(count) + "*";
    text += llvm::join(term.factors, "*");
  }
  return text;
}

// The text of a part of a quotient, in parentheses where needed.
std::string SizeExpression::factorText() const {
  std::string all = text();
  bool isOne = terms_.size() == 1 && terms_[0].factors.size() == 1 && terms_[0].count == 1;
  return isOne || constant().value_or(-1) >= 0 ? all : "(" + all + ")";
}

namespace {

bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_';
}

// sum = [-] product {(+|-) product};  product = factor {* factor};
// factor = number | symbol | ( sum [// sum] )
struct SizeParser {
  llvm::StringRef &text;

  bool consume(llvm::StringRef token) {
    text = text.ltrim(' ');
    return text.consume_front(token);
  }

  std::optional<SizeExpression> sum() {
    bool negative = consume("-");
    std::optional<SizeExpression> all = product();
    if (all && negative)
      all = SizeExpression(-1) * *all;
    while (all) {
      text = text.ltrim(' ');
      bool minus = text.startswith("-");
      if (!minus && !text.startswith("+"))
        break;
      text = text.drop_front();
      std::optional<SizeExpression> next = product();
      if (!next)
        return std::nullopt;
      all = minus ? *all - *next : *all + *next;
    }
    return all;
  }

  std::optional<SizeExpression> product() {
    std::optional<SizeExpression> all = factor();
    while (all && consume("*")) {
      std::optional<SizeExpression> next = factor();
      if (!next)
        return std::nullopt;
      all = *all * *next;
    }
    return all;
  }

  std::optional<SizeExpression> factor() {
    if (consume("(")) {
      std::optional<SizeExpression> inner = sum();
      if (inner && consume("//")) {
        std::optional<SizeExpression> by = factor();
        if (!by || by->constant() == 0)
          return std::nullopt;
        inner = floorDiv(*inner, *by);
      }
      return inner && consume(")") ? inner : std::nullopt;
    }
    text = text.ltrim(' ');
    llvm::StringRef word = text.take_while(isNameCharacter);
    if (word.empty())
      return std::nullopt;
    text = text.drop_front(word.size());
    if (!llvm::isDigit(word.front()))
      return SizeExpression::symbol(word);
    int64_t number;
    if (word.getAsInteger(10, number))
      return std::nullopt;
    return SizeExpression(number);
  }
};

}  // namespace

std::optional<SizeExpression> SizeExpression::parsePrefix(llvm::StringRef &text) {
  return SizeParser{text}.sum();
}

std::optional<SizeExpression> SizeExpression::parse(llvm::StringRef text) {
  std::optional<SizeExpression> all = parsePrefix(text);
  return text.trim().empty() ? all : std::nullopt;
}

// The parts of `(a//b)`.
std::optional<SizeExpression::Quotient> SizeExpression::asQuotient(const std::string &factor) {
  if (factor[0] != '(')
    return std::nullopt;
  // The parts are in normal form: as they stand, without dividing again.
  llvm::StringRef rest = llvm::StringRef(factor).drop_front();
  SizeParser parser{rest};
  std::optional<SizeExpression> top = parser.sum();
  parser.consume("//");
  std::optional<SizeExpression> by = parser.factor();
  return top && by ? std::optional(Quotient(*top, *by)) : std::nullopt;
}

std::string SizeExpression::write(const Writer &writer) const {
  std::string all;
  for (const Term &term : terms_) {
    std::string product;
    for (const std::string &factor : term.factors) {
      std::string text;
      if (std::optional<Quotient> parts = asQuotient(factor))
        text = writer.apply('/', parts->first.write(writer), parts->second.write(writer));
      else
        text = writer.symbol(factor);
      product = product.empty() ? text : writer.apply('*', product, text);
    }
    if (product.empty())
      product = writer.number(term.count);
    else if (term.count != 1)
      product = writer.apply('*', writer.number(term.count), product);
    all = all.empty() ? product : writer.apply('+', all, product);
  }
  return all.empty() ? writer.number(0) : all;
}

}  // namespace janus::ir
