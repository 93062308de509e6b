#include "Transforms/Speculate/Shapes/SizeSymbols.h"

#include "IR/TensorRows.h"
#include "IR/Walk.h"

#include "llvm/ADT/DenseSet.h"

namespace janus::speculate {

using namespace ir;

// ---------------------------------------------------------------- symbols

Dim SizeSymbols::ofInput(llvm::StringRef path, size_t dim, int64_t number) {
  auto places = varying_.find(path);
  if (places == varying_.end() || dim >= places->second.size() || !places->second[dim])
    return Dim{number, ""};
  std::string place = (path + ".size(" + llvm::Twine(dim) + ")").str();
  return inference::dimOf({number, symbolAt(std::move(place), number, false)});
}

Dim SizeSymbols::ofMade(llvm::StringRef path, int64_t number) {
  return inference::dimOf({number, symbolAt((path + ".size(0)").str(), number, false)});
}

SizeExpression SizeSymbols::symbolAt(std::string place, int64_t number, bool isInt) {
  std::string &name = choices_.names[place];
  if (name.empty()) {
    name = "s" + std::to_string(choices_.symbols.size());
    choices_.symbols[name] = {std::move(place), number, isInt};
  }
  return resolve(SizeExpression::symbol(name));
}

std::optional<SymbolicSize> SizeSymbols::ofNumber(llvm::StringRef path, int64_t number) {
  if (!choices_.ints.count(path))
    return std::nullopt;
  SymbolicSize size(number, symbolAt(path.str(), number, true));
  return size.isNumber() ? std::nullopt : std::optional(size);
}

bool SizeSymbols::makeSymbols(ValueId value) {
  const Function &function = graph_.function();
  OpId made = function.value(value).definedBy;
  if (!made || isTensorOp(function.op(made).opcode) || !function.op(made).regions.empty())
    return false;
  if (function.op(made).opcode == Opcode::HeapInput) {
    std::string path = function.stringAttribute(made, "path").str();
    if (!varying_.count(path) || !choices_.ints.insert(path).second)
      return false;
    hasChanged_ = true;
    return true;
  }
  bool found = false;
  for (ValueId operand : function.op(made).operands)
    found |= makeSymbols(operand);
  return found;
}

SymbolicSize SizeSymbols::sizeOf(const Dim &dim) const {
  if (dim.number >= 0)
    return dim.number;
  SizeExpression size = *SizeExpression::parse(dim.symbol);
  SizeExpression number = size;
  for (const std::string &name : size.symbols())
    number = number.substitute(name, numberOf(name));
  return {number.constant().value_or(0), resolve(std::move(size))};
}

// Stands where a symbol that is counted has no number: no other size has it.
static constexpr int64_t kUncounted = 1'000'003;

int64_t SizeSymbols::numberOf(llvm::StringRef symbol) const {
  return SizeExpression::isCounted(symbol) ? kUncounted : choices_.symbols.lookup(symbol).number;
}

ValueId SizeSymbols::valueOf(const SizeExpression &size) {
  SizeExpression known = resolve(size);
  if (known.isCounted())
    return computed(known);
  if (std::optional<int64_t> number = known.constant())
    return graph_.materialize(graph_.integer(*number));
  return graph_.size(known.text());
}

SizeExpression SizeSymbols::resolve(SizeExpression size) const {
  for (const std::string &name : size.symbols())
    if (auto known = choices_.known.find(name); known != choices_.known.end())
      size = size.substitute(name, known->second);
  return size;
}

void SizeSymbols::learn(const std::string &symbol, const SizeExpression &is) {
  for (auto &[name, known] : choices_.known)
    known = known.substitute(symbol, is);
  choices_.known[symbol] = is;
  hasChanged_ = true;
}

int64_t SizeSymbols::fix(const SymbolicSize &size) {
  if (size.expression.isCounted()) {
    undecided_(forPeople(size.expression));
    return size.number;
  }
  for (const std::string &name : resolve(size.expression).symbols())
    learn(name, choices_.symbols[name].number);
  return size.number;
}

bool SizeSymbols::fixAllIn(ValueId value) {
  bool found = false;
  llvm::DenseSet<ValueId> seen;
  std::vector<ValueId> open = {value};
  const Function &function = graph_.function();
  while (!open.empty()) {
    ValueId each = open.back();
    open.pop_back();
    OpId made = function.value(each).definedBy;
    if (!made || !seen.insert(each).second)
      continue;
    const Op &op = function.op(made);
    if (op.opcode == Opcode::Size) {
      fix({0, *SizeExpression::parse(function.stringAttribute(made, "size"))});
      found = true;
    } else if (!isTensorOp(op.opcode) && op.regions.empty()) {
      open.insert(open.end(), op.operands.begin(), op.operands.end());
    }
  }
  return found;
}

bool SizeSymbols::mayVary(ValueId value) const {
  const Function &function = graph_.function();
  OpId made = function.value(value).definedBy;
  const Op &op = function.op(made);
  if (op.opcode == Opcode::HeapInput)
    return mayVary(function.stringAttribute(made, "path"));
  return op.opcode == Opcode::Size ||
         (!isTensorOp(op.opcode) && op.regions.empty() &&
          llvm::any_of(op.operands, [&](ValueId each) { return mayVary(each); }));
}

// ---------------------------------------------------------------- comparisons

std::optional<int64_t> SizeSymbols::least(const SizeExpression &size) const {
  if (auto guarded = quotients_.find(size.text()); guarded != quotients_.end())
    return guarded->second;
  return size.least([&](llvm::StringRef symbol) {
    auto known = bounds_.find(symbol.str());
    if (known != bounds_.end())
      return known->second;
    return choices_.symbols.lookup(symbol).isInt ? int64_t{-1} : int64_t{0};
  });
}

void SizeSymbols::raiseBound(const SizeExpression &size, int64_t least) {
  if (std::optional<std::string> symbol = size.asSymbol()) {
    facts_.back().bounded = *symbol;
    facts_.back().least = least;
    int64_t &bound = bounds_.try_emplace(*symbol, least).first->second;
    bound = std::max(bound, least);
  }
}

void SizeSymbols::know(Opcode comparison, const SizeExpression &a, const SizeExpression &b) {
  if (comparison == Opcode::IntEq && (a.isCounted() || b.isCounted()))
    nothings_.push_back(a - b);
  std::optional<int64_t> x = a.constant(), y = b.constant();
  const SizeExpression *bounded = nullptr;
  int64_t least = 0;
  if (y && (comparison == Opcode::IntGt || comparison == Opcode::IntGe)) {
    bounded = &a;
    least = *y + (comparison == Opcode::IntGt);
  } else if (x && (comparison == Opcode::IntLt || comparison == Opcode::IntLe)) {
    bounded = &b;
    least = *x + (comparison == Opcode::IntLt);
  }
  if (!bounded || !(bounded->asSymbol() || bounded->isQuotient()))
    return;
  std::optional<std::string> symbol = bounded->asSymbol();
  int64_t &bound = symbol ? bounds_.try_emplace(*symbol, least).first->second
                          : quotients_.try_emplace(bounded->text(), least).first->second;
  bound = std::max(bound, least);
}

bool SizeSymbols::isSame(const SymbolicSize &a, const SymbolicSize &b) const {
  return (resolve(a.expression) - resolve(b.expression)).constant() == 0;
}

std::optional<bool> SizeSymbols::isLess(const SymbolicSize &a, const SymbolicSize &b) const {
  SizeExpression more = resolve(b.expression) - resolve(a.expression);
  if (std::optional<int64_t> number = more.constant())
    return *number > 0;
  if (least(more).value_or(0) > 0)
    return true;
  if (least(SizeExpression(0) - more).value_or(-1) >= 0)
    return false;
  for (const SizeExpression &nothing : nothings_)
    for (const SizeExpression &other : {more + nothing, more - nothing}) {
      if (least(other).value_or(0) > 0)
        return true;
      if (least(SizeExpression(0) - other).value_or(-1) >= 0)
        return false;
    }
  std::optional<std::string> counted = b.expression.asSymbol();
  auto most = counted ? most_.find(*counted) : most_.end();
  if (most != most_.end() && resolve(a.expression) == resolve(most->second))
    return false;
  return std::nullopt;
}

// One of two equal sizes is the other one, from the next attempt on; the younger symbol goes.
bool SizeSymbols::unify(const SizeExpression &a, const SizeExpression &b) {
  std::optional<std::string> x = a.asSymbol(), y = b.asSymbol();
  auto isYounger = [](const std::string &one, const std::string &other) {
    return one.size() != other.size() ? one.size() > other.size() : one > other;
  };
  if (x && (!y || isYounger(*x, *y)) && !llvm::is_contained(b.symbols(), *x))
    return learn(*x, b), true;
  if (y && !llvm::is_contained(a.symbols(), *y))
    return learn(*y, a), true;
  return false;
}

bool SizeSymbols::equal(const SymbolicSize &a, const SymbolicSize &b) {
  bool truth = a.number == b.number;
  SizeExpression x = resolve(a.expression), y = resolve(b.expression), difference = x - y;
  if (std::optional<int64_t> number = difference.constant())
    return *number == 0;
  if (x.isCounted() || y.isCounted())
    return equalCounted(x, y);
  if (!difference.isValid() || (truth && (x.constant() || y.constant()))) {
    fix({a.number, x});
    fix({b.number, y});
    return truth;
  }
  if (truth) {
    if (!unify(x, y))
      guard(Opcode::IntEq, " == ", x, y);
    return true;
  }
  if (least(difference).value_or(0) > 0 || least(SizeExpression(0) - difference).value_or(0) > 0)
    return false;
  // Sizes of 0 and 1 are others than all that are larger.
  for (auto [one, other] : {std::pair(&x, &y), std::pair(&y, &x)})
    if (std::optional<int64_t> number = other->constant(); number && *number <= 1 && *number >= 0) {
      if (std::max(a.number, b.number) == *number)
        continue;
      // A product is not 0 when none of its factors is.
      std::vector<SizeExpression> larger = {*one};
      if (*number == 0 && one->isProduct()) {
        larger.clear();
        for (const std::string &symbol : one->symbols())
          larger.push_back(SizeExpression::symbol(symbol));
      }
      for (const SizeExpression &each : larger)
        if (least(each).value_or(0) <= *number) {
          guard(Opcode::IntGt, " > ", each, *other);
          raiseBound(each, *number + 1);
        }
      return false;
    }
  guard(Opcode::IntNe, " != ", x, y);
  return false;
}

bool SizeSymbols::less(const SymbolicSize &a, const SymbolicSize &b) {
  if (std::optional<bool> always = isLess(a, b))
    return *always;
  SizeExpression x = resolve(a.expression), y = resolve(b.expression);
  if (x.isCounted() || y.isCounted()) {
    // Few are asked for (`x[:1]`): one that is counted is taken for enough.
    constexpr int64_t kFew = 2;
    std::optional<int64_t> number = y.constant();
    if (x.asSymbol() && number && *number >= 0 && *number <= kFew) {
      guardCount(x, *number);
      return false;
    }
    number = x.constant();
    if (guardMore(y - x))
      return true;
    if (countGuards_ == CountGuards::Written && y.isQuotient() && number && *number >= 0 &&
        *number <= kFew)
      return guardCount(y, *number + 1), true;
    undecided_(forPeople(x) + " < " + forPeople(y));
    return false;
  }
  bool truth = a.number < b.number;
  if (!(x - y).isValid()) {
    fix({a.number, x});
    fix({b.number, y});
    return truth;
  }
  guard(truth ? Opcode::IntLt : Opcode::IntGe, truth ? " < " : " >= ", x, y);
  if (std::optional<int64_t> number = x.constant(); truth && number)
    raiseBound(y, *number + 1);
  if (std::optional<int64_t> number = y.constant(); !truth && number)
    raiseBound(x, *number);
  return truth;
}

// ---------------------------------------------------------------- sizes that are counted

// Whether two values of the graph are sure to have equal contents: masks are computed anew where
// they are used.
bool SizeSymbols::areEqualValues(ValueId a, ValueId b, unsigned depth) const {
  constexpr unsigned kDeepest = 6;
  if (a == b)
    return true;
  const Function &function = graph_.function();
  const Op &x = function.op(function.value(a).definedBy),
           &y = function.op(function.value(b).definedBy);
  if (depth == kDeepest || x.opcode != y.opcode || x.operands.size() != y.operands.size() ||
      function.value(a).index != function.value(b).index)
    return false;
  if (x.opcode == Opcode::Const)
    return function.constAttribute(function.value(a).definedBy, "value") ==
           function.constAttribute(function.value(b).definedBy, "value");
  bool isPure = x.opcode == Opcode::Pack ||
                (isTensorOp(x.opcode) && traitsOf(function, function.value(a).definedBy) == Pure);
  return isPure && llvm::all_of(llvm::zip(x.operands, y.operands), [&](auto pair) {
           return areEqualValues(std::get<0>(pair), std::get<1>(pair), depth + 1);
         });
}

SymbolicSize SizeSymbols::distinct() {
  counts_.push_back({"u" + std::to_string(counts_.size()), ValueId(), ValueId(), {}});
  return {kUncounted, SizeExpression::symbol(counts_.back().symbol)};
}

SymbolicSize SizeSymbols::between(const SymbolicSize &most,
                                  const std::optional<SymbolicSize> &length, ValueId first,
                                  ValueId last) {
  SymbolicSize size = length.value_or(SymbolicSize());
  if (!length || !length->expression.asSymbol()) {
    std::string text = length ? length->expression.text()
                              : std::to_string(first.index) + ":" + std::to_string(last.index);
    auto known = lengths_.find(text);
    size = known != lengths_.end() ? known->second : distinct();
    lengths_.insert_or_assign(text, size);
  }
  // A guard in a branch says nothing about what is outside of it.
  if (!length || graph_.isOutermost())
    bound(*size.expression.asSymbol(), most);
  return size;
}

void SizeSymbols::bound(llvm::StringRef symbol, const SymbolicSize &most) {
  bounds_[symbol.str()] = 1;
  most_.insert_or_assign(symbol.str(), most.expression);
}

SymbolicSize SizeSymbols::nonzero(ValueId contents) {
  auto known = llvm::find_if(
      counts_, [&](const Count &each) { return each.of && areEqualValues(each.of, contents); });
  if (known == counts_.end()) {
    counts_.push_back({"u" + std::to_string(counts_.size()), contents, ValueId(), {}});
    known = std::prev(counts_.end());
  }
  return {kUncounted, SizeExpression::symbol(known->symbol)};
}

std::optional<SymbolicSize> SizeSymbols::decided(ValueId value,
                                                 llvm::function_ref<ValueId(ValueId)> maskOf) {
  std::optional<SizeExpression> size = expressionOf(value, maskOf);
  if (!size || !size->isValid())
    return std::nullopt;
  return sizeOf(Dim{-1, size->text()});
}

void SizeSymbols::guardDecided(const SymbolicSize &size) {
  for (const std::string &name : size.expression.symbols()) {
    auto count = llvm::find_if(counts_, [&](const Count &each) { return each.symbol == name; });
    SizeExpression symbol = SizeExpression::symbol(name);
    if (count != counts_.end() && count->decidedBy && !count->of && least(symbol).value_or(0) < 1)
      guardCount(symbol, 1);
  }
}

std::optional<SizeExpression> SizeSymbols::expressionOf(ValueId value, MaskOf maskOf) {
  const Function &function = graph_.function();
  OpId id = function.value(value).definedBy;
  if (!id || graph_.types().get(function.value(value).type).kind != TypeKind::Int)
    return std::nullopt;
  const Op op = function.op(id);
  switch (op.opcode) {
  case Opcode::Const:
    return SizeExpression(graph_.constant(function.constAttribute(id, "value")).integer);
  case Opcode::Size: return SizeExpression::parse(function.stringAttribute(id, "size"));
  case Opcode::SizeDecided: return SizeExpression::symbol(function.stringAttribute(id, "symbol"));
  case Opcode::SizeOf: {
    const Type &type = graph_.types().get(function.value(op.operands[0]).type);
    const Dim &dim = (*type.shape)[function.intAttribute(id, "dim")];
    return dim.symbol.empty() ? SizeExpression(dim.number) : SizeExpression::parse(dim.symbol);
  }
  case Opcode::IntAdd:
  case Opcode::IntSub:
  case Opcode::IntMul: {
    std::optional<SizeExpression> a = expressionOf(op.operands[0], maskOf),
                                  b = expressionOf(op.operands[1], maskOf);
    if (!a || !b)
      return std::nullopt;
    return op.opcode == Opcode::IntAdd ? *a + *b : op.opcode == Opcode::IntSub ? *a - *b : *a * *b;
  }
  default: return symbolOf(value, maskOf(value));
  }
}

// The symbol for an int that the graph computes.
SizeExpression SizeSymbols::symbolOf(ValueId value, ValueId mask) {
  auto known = llvm::find_if(counts_, [&](const Count &each) {
    return each.decidedBy && areEqualValues(each.decidedBy, value);
  });
  if (known == counts_.end()) {
    SymbolicSize size = mask ? nonzero(mask) : distinct();
    std::string symbol = *size.expression.asSymbol();
    known = llvm::find_if(counts_, [&](const Count &each) { return each.symbol == symbol; });
    known->decidedBy = value;
  }
  return SizeExpression::symbol(known->symbol);
}

void SizeSymbols::show(ValueId tensor) {
  if (counts_.empty())
    return;
  const Type &type = graph_.types().get(graph_.function().value(tensor).type);
  for (size_t dim = 0; type.shape && dim < type.shape->size(); ++dim)
    for (Count &each : counts_)
      if ((*type.shape)[dim].symbol == each.symbol)
        each.shown.emplace_back(tensor, static_cast<int64_t>(dim));
}

ValueId SizeSymbols::valueOfCount(llvm::StringRef symbol) {
  auto count = llvm::find_if(counts_, [&](const Count &each) { return each.symbol == symbol; });
  assert(count != counts_.end() && "nonzero() and distinct() make the symbols");
  for (const auto &[tensor, dim] : count->shown)
    if (graph_.isVisible(tensor))
      return graph_.emit(Opcode::SizeOf, tensor, graph_.types().of(TypeKind::Int),
                         NamedAttribute{"dim", dim});
  if (count->decidedBy && graph_.isVisible(count->decidedBy))
    return graph_.emit(Opcode::SizeDecided, count->decidedBy, graph_.types().of(TypeKind::Int),
                       NamedAttribute{"symbol", symbol.str()});
  undecided_(forPeople(SizeExpression::symbol(symbol)));
  return graph_.materialize(graph_.integer(kUncounted));
}

// Its value, computed in the graph at the place where it is asked for.
ValueId SizeSymbols::computed(const SizeExpression &size) {
  std::vector<ValueId> values;  // which the texts of the parts number
  auto add = [&](ValueId value) {
    values.push_back(value);
    return std::to_string(values.size() - 1);
  };
  auto apply = [&](char what, const std::string &a, const std::string &b) {
    Opcode opcode = what == '+'   ? Opcode::IntAdd
                    : what == '*' ? Opcode::IntMul
                                  : Opcode::IntFloorDiv;
    return add(graph_.emit(opcode, {values[std::stoul(a)], values[std::stoul(b)]},
                           graph_.types().of(TypeKind::Int)));
  };
  std::string whole = size.write(
      {[&](llvm::StringRef symbol) {
         return add(SizeExpression::isCounted(symbol) ? valueOfCount(symbol) : graph_.size(symbol));
       },
       [&](int64_t number) { return add(graph_.materialize(graph_.integer(number))); }, apply});
  return values[std::stoul(whole)];
}

// A size that is counted, or one with a number added, or times a number.
bool SizeSymbols::isCount(ValueId value) const {
  const Function &function = graph_.function();
  OpId made = function.value(value).definedBy;
  const Op &op = function.op(made);
  auto isNumber = [&](ValueId each) {
    OpId number = function.value(each).definedBy;
    return function.op(number).opcode == Opcode::Const &&
           (op.opcode != Opcode::IntMul ||
            graph_.constant(function.constAttribute(number, "value")).integer > 0);
  };
  switch (op.opcode) {
  case Opcode::SizeOf: {
    const Type &type = graph_.types().get(function.value(op.operands[0]).type);
    return isCounted((*type.shape)[function.intAttribute(made, "dim")]);
  }
  case Opcode::SizeDecided: return true;
  case Opcode::IntAdd:
  case Opcode::IntSub:
  case Opcode::IntMul:
    return (isCount(op.operands[0]) && isNumber(op.operands[1])) ||
           (op.opcode != Opcode::IntSub && isNumber(op.operands[0]) && isCount(op.operands[1]));
  default: return false;
  }
}

std::optional<bool> SizeSymbols::truthOfMany(ValueId condition) const {
  const Function &function = graph_.function();
  const Op &op = function.op(function.value(condition).definedBy);
  if (op.opcode == Opcode::BoolNot) {
    std::optional<bool> truth = truthOfMany(op.operands[0]);
    return truth ? std::optional(!*truth) : std::nullopt;
  }
  if (op.operands.size() != 2 || isCount(op.operands[0]) == isCount(op.operands[1]))
    return std::nullopt;
  bool isLeft = isCount(op.operands[0]);
  switch (op.opcode) {
  case Opcode::IntEq: return false;
  case Opcode::IntNe: return true;
  case Opcode::IntLt:
  case Opcode::IntLe: return !isLeft;
  case Opcode::IntGt:
  case Opcode::IntGe: return isLeft;
  default: return std::nullopt;
  }
}

// A symbol is guarded to be at least a number where that is asked for; sides of branches and turns
// of loops have guards of their own.
void SizeSymbols::guardCount(const SizeExpression &size, int64_t least) {
  if (countGuards_ == CountGuards::Believed)
    return;
  auto guarded = quotients_.find(size.text());
  if (guarded != quotients_.end() && guarded->second >= least)
    return;
  ValueId value = valueOf(size), bound = graph_.materialize(graph_.integer(least));
  ValueId holds = graph_.emit(Opcode::IntGe, {value, bound}, graph_.types().of(TypeKind::Bool));
  graph_.guard("size", {forPeople(size) + " >= " + std::to_string(least), "", {}}, holds);
  if (!graph_.isOutermost())
    return;
  if (!size.asSymbol()) {
    quotients_[size.text()] = least;
    return;
  }
  int64_t &known = bounds_.try_emplace(*size.asSymbol(), least).first->second;
  known = std::max(known, least);
}

// True when what is found is guarded to be something, and the size is then more than nothing. Such
// guards that a graph has are known before.
bool SizeSymbols::guardMore(const SizeExpression &size) {
  if (countGuards_ == CountGuards::Believed)
    return false;
  if (size.isQuotient())
    return guardCount(size, 1), true;
  std::optional<int64_t> then = size.least([&](llvm::StringRef symbol) {
    int64_t known = least(SizeExpression::symbol(symbol)).value_or(0);
    return SizeExpression::isCounted(symbol) ? std::max(known, int64_t{1}) : known;
  });
  if (then.value_or(0) <= 0)
    return false;
  for (const std::string &symbol : size.symbols())
    if (SizeExpression::isCounted(symbol) && least(SizeExpression::symbol(symbol)).value_or(0) < 1)
      guardCount(SizeExpression::symbol(symbol), 1);
  return true;
}

void SizeSymbols::guardEqual(const SizeExpression &a, const SizeExpression &b) {
  SizeExpression difference = a - b;
  auto isNothing = [&](const SizeExpression &known) {
    return (difference - known).constant() == 0 || (difference + known).constant() == 0;
  };
  if (llvm::any_of(nothings_, isNothing))
    return;
  const std::string name = forPeople(a) + " == " + forPeople(b);
  if (countGuards_ == CountGuards::Believed)
    return void(facts_.push_back({Opcode::IntEq, name, a, b, "", 0}));
  if (graph_.isOutermost())
    nothings_.push_back(difference);
  ValueId x = valueOf(a), y = valueOf(b);
  ValueId holds = graph_.emit(Opcode::IntEq, {x, y}, graph_.types().of(TypeKind::Bool));
  graph_.guard("size", {name, "", {}}, holds);
}

// Sizes that are not the same expression. One that is counted is taken for larger than 1.
bool SizeSymbols::equalCounted(const SizeExpression &a, const SizeExpression &b) {
  SizeExpression difference = a - b;
  if (least(difference).value_or(0) > 0 || least(SizeExpression(0) - difference).value_or(0) > 0)
    return false;
  for (const auto &[one, other] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (std::optional<int64_t> number = other->constant();
        number && (*number == 0 || *number == 1) && one->isQuotient())
      return guardCount(*one, *number + 1), false;
    else if (number && (*number == 0 || *number == 1) && one->isProduct()) {
      for (const std::string &symbol : one->symbols())
        if (SizeExpression::isCounted(symbol))
          guardCount(SizeExpression::symbol(symbol), *number + 1);
      if (one->asSymbol() || least(*one).value_or(0) > *number)
        return false;
    }
  if (!a.isValid() || !b.isValid()) {
    undecided_(forPeople(a) + " == " + forPeople(b));
    return false;
  }
  // Neither is 1, and so they have to be equal wherever that is asked: `x[mask].view(n, -1)` finds
  // a multiple of n, parts of a tensor put together again are as long as it was.
  guardEqual(a, b);
  return true;
}

// ---------------------------------------------------------------- guards

std::string SizeSymbols::forPeople(const SizeExpression &size) const {
  auto place = [&](llvm::StringRef symbol) {
    return SizeExpression::isCounted(symbol) ? "the number of elements found"
                                             : choices_.symbols.lookup(symbol).place;
  };
  return size.write({place, [](int64_t number) { return std::to_string(number); },
                     [](char what, const std::string &a, const std::string &b) {
                       auto part = [](const std::string &text) {
                         bool sum = llvm::StringRef(text).contains(" + ");
                         return sum ? "(" + text + ")" : text;
                       };
                       return what == '+'   ? a + " + " + b
                              : what == '*' ? part(a) + " * " + part(b)
                                            : part(a) + " // " + part(b);
                     }});
}

void SizeSymbols::guard(Opcode comparison, const char *text, const SizeExpression &a,
                        const SizeExpression &b) {
  std::string name = forPeople(a) + text + forPeople(b);
  facts_.push_back({comparison, std::move(name), a, b, "", 0});
}

void SizeSymbols::emitGuard(Opcode comparison, ValueId a, ValueId b, const std::string &name) {
  ValueId holds = graph_.emitAtHead(comparison, {a, b}, graph_.types().of(TypeKind::Bool));
  graph_.guardAtHead("size", {name, "", {}}, holds);
}

// The first input that has a symbol for a size defines it. Sizes of other inputs that follow from
// symbols are guarded to do so.
void SizeSymbols::guardInputs() {
  llvm::StringSet<> defined;
  Function &function = graph_.function();
  for (OpId id : std::vector<OpId>(function.region(function.body).ops))
    if (function.op(id).opcode == Opcode::HeapInput)
      guardInput(id, defined);
}

void SizeSymbols::guardInput(OpId id, llvm::StringSet<> &defined) {
  Function &function = graph_.function();
  ValueId input = function.op(id).results[0];
  std::string path = function.stringAttribute(id, "path").str();
  const Type type = graph_.types().get(function.value(input).type);
  auto check = [&](ValueId is, const std::string &place, const std::string &wanted) {
    emitGuard(Opcode::IntEq, is, graph_.size(wanted),
              place + " == " + forPeople(*SizeExpression::parse(wanted)));
  };
  // An int that became a symbol in this attempt has none before the next one.
  auto named = choices_.names.find(path);
  if (type.kind == TypeKind::Int && choices_.ints.count(path) && named != choices_.names.end()) {
    SizeExpression size = resolve(SizeExpression::symbol(named->second));
    if (!size.constant() && size.asSymbol() && defined.insert(size.text()).second)
      function.setAttribute(id, "symbol", size.text());
    else if (!size.constant())
      check(input, path, size.text());
  }
  for (size_t dim = 0; type.shape && dim < type.shape->size(); ++dim) {
    const std::string &symbol = (*type.shape)[dim].symbol;
    if (symbol.empty() || (choices_.symbols.count(symbol) && defined.insert(symbol).second))
      continue;
    ValueId size = graph_.emitAtHead(Opcode::SizeOf, input, graph_.types().of(TypeKind::Int),
                                     NamedAttribute{"dim", static_cast<int64_t>(dim)});
    check(size, path + ".size(" + std::to_string(dim) + ")", symbol);
  }
}

// Inputs for the storages that are written with sizes from symbols: guards look at their sizes,
// too.
void SizeSymbols::readWritten() {
  std::vector<std::pair<std::string, TypeId>> written;
  const Function &function = graph_.function();
  walk(function, function.body, [&](OpId id) {
    if (function.op(id).opcode != Opcode::StorageCommit)
      return;
    TypeId type = function.value(function.op(id).operands[0]).type;
    const std::optional<std::vector<Dim>> &shape = graph_.types().get(type).shape;
    if (shape && llvm::any_of(*shape, [](const Dim &dim) { return !dim.symbol.empty(); }))
      written.emplace_back(function.stringAttribute(id, "path").str(), type);
  });
  for (auto &[path, type] : written)
    graph_.input(path, type);
}

void SizeSymbols::finish() {
  readWritten();
  guardInputs();
  for (const Fact &fact : facts_)
    if (guarded_.insert(fact.name).second &&
        (fact.bounded.empty() || fact.least == bounds_[fact.bounded]))  // else another says more
      emitGuard(fact.comparison, valueOf(fact.a), valueOf(fact.b), fact.name);
}

}  // namespace janus::speculate
