// Operations of graphs in one form, by the rules of contract/Rewrites.def.
//
//   %2 = t.t %w
//   %3 = t.mm %x, %2            =>   %5 = t.linear %x, %w, %b
//   %4 = t.add_tensor %3, %b, 1
//
// So that `x @ w.t() + b` costs what a layer of the library does, its gradients too. Replaced
// operations go as dead code. A result whose history lives on stays: Python can ask for its
// operation's name.
#include "IR/Builder.h"
#include "IR/Printer.h"
#include "IR/Rewriter.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"
#include "Transforms/PassManager.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::transforms {
namespace {

using namespace ir;

// ---------------------------------------------------------------- rules

enum class Shape : uint8_t { Any, Matrix, Row, Dense };

llvm::StringRef toString(Shape shape) {
  static const llvm::StringRef kNames[] = {"", "matrix", "row", "dense"};
  return kNames[static_cast<size_t>(shape)];
}

// A term of a rule.
struct Term {
  enum class Kind : uint8_t { Value, Constant, Operation };
  Kind kind = Kind::Value;
  std::string text;                // a value's name, a constant as the IR prints it
  Shape shape = Shape::Any;        // of a value
  TensorOp row = TensorOp::Count;  // of an operation
  std::vector<Term> operands = {};
};

TensorOp rowNamed(llvm::StringRef id) {
  size_t i = 0;
  while (i < kOpCount && llvm::StringRef(kOps[i].id.data(), kOps[i].id.size()) != id)
    ++i;
  assert(i < kOpCount && "a rule names a row that there is not");
  return static_cast<TensorOp>(i);
}

// Takes a term off the front of `text`.
Term parseTerm(llvm::StringRef &text) {
  Term term;
  text = text.ltrim();
  if (text.front() == '(') {  // a tuple
    size_t end = text.find(')') + 1;
    term.kind = Term::Kind::Constant;
    term.text = text.take_front(end).str();
    text = text.drop_front(end);
    return term;
  }
  llvm::StringRef word =
      text.take_while([](char c) { return !llvm::StringRef("(),: ").contains(c); });
  text = text.drop_front(word.size());
  term.text = word.str();
  if (text.consume_front("(")) {
    term.kind = Term::Kind::Operation;
    term.row = rowNamed(word);
    do
      term.operands.push_back(parseTerm(text));
    while (text.consume_front(","));
    text.consume_front(")");
  } else if (text.consume_front(":")) {
    for (Shape shape : {Shape::Matrix, Shape::Row, Shape::Dense})
      if (text.consume_front(toString(shape)))
        term.shape = shape;
  } else if (word == "None" || llvm::StringRef("-0123456789\"").contains(word.front())) {
    term.kind = Term::Kind::Constant;
  }
  return term;
}

struct Rule {
  Term pattern, replacement;
};

// Rules by the row at the head of their pattern, in their order.
const std::vector<std::vector<Rule>> &rulesByRow() {
  static const auto *rules = [] {
    auto *table = new std::vector<std::vector<Rule>>(kOpCount);
    auto add = [&](llvm::StringRef pattern, llvm::StringRef replacement) {
      Rule rule{parseTerm(pattern), parseTerm(replacement)};
      (*table)[static_cast<size_t>(rule.pattern.row)].push_back(std::move(rule));
    };
#define JANUS_REWRITE(pattern, replacement) add(pattern, replacement);
#include "janus/contract/Rewrites.def"
    return table;
  }();
  return *rules;
}

// ---------------------------------------------------------------- matching

class Canonicalizer {
public:
  Canonicalizer(Module &module, FunctionId id)
      : module_(module), function_(module.function(id)), builder_(module, id), rewriter_(function_),
        uses_(countUses(function_)) {}

  void run() {
    std::vector<OpId> ops;
    walk(function_, function_.body, [&](OpId id) {
      noteHistories(id);
      if (isTensorOp(op(id).opcode))
        ops.push_back(id);
    });
    for (OpId id : ops)
      visit(id);
    rewriter_.apply();
  }

private:
  const Op &op(OpId id) const { return function_.op(id); }
  OpId maker(ValueId value) const { return function_.value(value).definedBy; }
  const Type &typeOf(ValueId value) const { return module_.types.get(function_.value(value).type); }

  void noteHistories(OpId id) {
    if (op(id).opcode == Opcode::TapeNode || op(id).opcode == Opcode::TapeCommit)
      histories_.insert(op(id).operands.begin(), op(id).operands.end());
  }

  void visit(OpId id) {
    if (op(id).results.size() != 1 || histories_.contains(op(id).results[0]))
      return;
    for (const Rule &rule : rulesByRow()[static_cast<size_t>(rowOf(op(id).opcode))]) {
      values_.clear();
      matched_.clear();
      if (!matches(rule.pattern, id) || !fits(rule.pattern))
        continue;
      replace(id, rule.replacement);
      return;
    }
  }

  bool matches(const Term &term, OpId id) {
    if (!id || op(id).opcode != opcodeOf(term.row) || op(id).results.size() != 1)
      return false;
    matched_.push_back(id);
    for (size_t i = 0; i < term.operands.size(); ++i)
      if (!matches(term.operands[i], rewriter_.current(op(id).operands[i])))
        return false;
    return true;
  }

  bool matches(const Term &term, ValueId value) {
    switch (term.kind) {
    case Term::Kind::Value: {
      auto [known, isNew] = values_.try_emplace(term.text, value);
      return isNew || known->second == value;
    }
    case Term::Kind::Constant: return isConstant(value, term.text);
    case Term::Kind::Operation: break;
    }
    return (hasTrait(term.row, Trait::View) || uses_[value] == 1) && matches(term, maker(value));
  }

  bool isConstant(ValueId value, llvm::StringRef wanted) const {
    OpId made = maker(value);
    if (!made || op(made).opcode != Opcode::Const)
      return false;
    std::string text;
    llvm::raw_string_ostream out(text);
    printConstant(out, module_, function_.constAttribute(made, "value"));
    return out.str() == wanted;
  }

  // True when the values have the types and shapes that the rule asks for.
  bool fits(const Term &term) const {
    if (term.kind == Term::Kind::Value) {
      const Type &type = typeOf(values_.lookup(term.text));
      bool isTensor = type.kind == TypeKind::Tensor;
      const Type &result = typeOf(op(matched_[0]).results[0]);
      return (!isTensor || (type.shape && type.dtype == result.dtype)) &&
             (term.shape == Shape::Any || (isTensor && hasShape(type, term.shape)));
    }
    return llvm::all_of(term.operands, [&](const Term &each) { return fits(each); });
  }

  bool hasShape(const Type &type, Shape shape) const {
    if (shape == Shape::Dense)
      return type.layout == Layout::Contiguous;
    if (shape == Shape::Matrix)
      return type.shape->size() == 2;
    return type.shape->size() == 1 && llvm::all_of(matched_, [&](OpId id) {
             const Type &result = typeOf(op(id).results[0]);
             return result.shape && !result.shape->empty() &&
                    result.shape->back() == type.shape->front();
           });
  }

  // ---------------------------------------------------------------- replacing

  void replace(OpId id, const Term &with) {
    builder_.setSource(op(id));
    builder_.setInsertionPoint(op(id).parent, positionOf(function_, id));
    ValueId old = op(id).results[0], made = make(with, function_.value(old).type);
    rewriter_.replace(old, made);
    rewriter_.erase(id);
    usesOf(made) += uses_[old];
    if (OpId again = maker(made); with.kind == Term::Kind::Operation)
      visit(again);
  }

  // `type`: of the result that it stands for.
  ValueId make(const Term &term, TypeId type) {
    if (term.kind == Term::Kind::Value)
      return values_.lookup(term.text);
    if (term.kind == Term::Kind::Constant)
      return builder_.none();
    llvm::SmallVector<ValueId, 4> operands;
    for (const Term &each : term.operands)
      operands.push_back(make(each, type));
    for (ValueId operand : operands)
      ++usesOf(operand);
    TypeId result = resultType(term, operands, type);
    return builder_.result(builder_.create(opcodeOf(term.row), operands, {}, {result}));
  }

  // The type of a term's result: that of the whole, where products are dense. A transposed matrix
  // has its own.
  TypeId resultType(const Term &term, llvm::ArrayRef<ValueId> operands, TypeId whole) {
    Type type = module_.types.get(whole);
    ShapeRule rule = janus::row(term.row).shape;
    if (rule == ShapeRule::Transpose) {
      type = typeOf(operands[0]);
      std::reverse(type.shape->begin(), type.shape->end());
      type.layout = Layout::Strided;
    } else if (rule == ShapeRule::Linear) {
      type.shape = typeOf(operands[0]).shape;
      type.shape->back() = typeOf(operands[1]).shape->front();
      type.layout = Layout::Contiguous;
    } else if (rule == ShapeRule::Mm) {
      type.layout = Layout::Contiguous;
    }
    return module_.types.intern(type);
  }

  unsigned &usesOf(ValueId value) {
    while (uses_.size() < function_.valueCount())
      uses_.push_back(0);
    return uses_[value];
  }

  Module &module_;
  Function &function_;
  Builder builder_;
  Rewriter rewriter_;
  IdVector<ValueId, unsigned> uses_;
  llvm::DenseSet<ValueId> histories_;
  llvm::StringMap<ValueId> values_;
  llvm::SmallVector<OpId, 4> matched_;
};

}  // namespace

void runCanonicalize(Module &module) {
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnGraph)
      Canonicalizer(module, id).run();
}

}  // namespace janus::transforms
