#include "Frontend/Syntax/PythonPrinter.h"

namespace janus::ast {

namespace {

Precedence tighter(Precedence precedence) {
  return static_cast<Precedence>(static_cast<uint8_t>(precedence) + 1);
}

constexpr Precedence kBinary[] = {
#define JANUS_OPERATOR(name, spelling, precedence) Precedence::precedence,
#include "Frontend/Syntax/Operators.def"
};
constexpr Precedence kUnary[] = {
#define JANUS_UNARY_OPERATOR(name, spelling, precedence) Precedence::precedence,
#include "Frontend/Syntax/Operators.def"
};
constexpr Precedence kBoolean[] = {
#define JANUS_BOOL_OPERATOR(name, spelling, precedence) Precedence::precedence,
#include "Frontend/Syntax/Operators.def"
};

}  // namespace

Precedence PythonPrinter::precedence(NodeId id) const {
  switch (ast_.kind(id)) {
  case NodeKind::NamedExpr:
  case NodeKind::Yield:
  case NodeKind::YieldFrom: return Precedence::Named;
  case NodeKind::Tuple:
    return ast_.get<Tuple>(id).elts.empty() ? Precedence::Atom : Precedence::Tuple;
  case NodeKind::IfExp:
  case NodeKind::Lambda:
  case NodeKind::Starred: return Precedence::Test;
  case NodeKind::BoolOp: return kBoolean[static_cast<size_t>(ast_.get<BoolOp>(id).op)];
  case NodeKind::UnaryOp: return kUnary[static_cast<size_t>(ast_.get<UnaryOp>(id).op)];
  case NodeKind::BinOp: return kBinary[static_cast<size_t>(ast_.get<BinOp>(id).op)];
  case NodeKind::Compare: return Precedence::Compare;
  case NodeKind::Await: return Precedence::Await;
  case NodeKind::Constant: {
    // A converter may make a negative constant, which no literal is.
    const ConstantValue &value = ast_.get<Constant>(id).value;
    bool isNumber = value.isInt() || value.isFloat() || value.isComplex();
    return isNumber && value.repr().front() == '-' ? Precedence::Factor : Precedence::Atom;
  }
  default: return Precedence::Atom;
  }
}

void PythonPrinter::expression(NodeId id, Precedence context) {
  bool parenthesized = precedence(id) < context;
  out_ << (parenthesized ? "(" : "");
  bare(id);
  out_ << (parenthesized ? ")" : "");
}

void PythonPrinter::bare(NodeId id) {
  switch (ast_.kind(id)) {
  case NodeKind::BoolOp: return boolean(ast_.get<BoolOp>(id));
  case NodeKind::NamedExpr: {
    const auto &node = ast_.get<NamedExpr>(id);
    expression(node.target, Precedence::Atom);
    return second(" := ", node.value);
  }
  case NodeKind::BinOp: return binary(ast_.get<BinOp>(id));
  case NodeKind::UnaryOp: {
    const auto &node = ast_.get<UnaryOp>(id);
    out_ << spelling(node.op) << (node.op == UnaryOperator::Not ? " " : "");
    return expression(node.operand, precedence(id));
  }
  case NodeKind::Lambda: return lambda(ast_.get<Lambda>(id));
  case NodeKind::IfExp: {
    const auto &node = ast_.get<IfExp>(id);
    expression(node.body, Precedence::Or);
    out_ << " if ";
    expression(node.test, Precedence::Or);
    return second(" else ", node.orelse);
  }
  case NodeKind::Dict: return dict(ast_.get<Dict>(id));
  case NodeKind::Set: {
    const auto &node = ast_.get<Set>(id);
    out_ << (node.elts.empty() ? "{*()" : "{");  // {} would be a dict
    comma(node.elts);
    out_ << '}';
    return;
  }
  case NodeKind::List:
    out_ << '[';
    comma(ast_.get<List>(id).elts);
    out_ << ']';
    return;
  case NodeKind::Tuple: return tuple(ast_.get<Tuple>(id));
  case NodeKind::ListComp: {
    const auto &node = ast_.get<ListComp>(id);
    return comprehension('[', NodeId(), node.elt, node.generators, ']');
  }
  case NodeKind::SetComp: {
    const auto &node = ast_.get<SetComp>(id);
    return comprehension('{', NodeId(), node.elt, node.generators, '}');
  }
  case NodeKind::DictComp: {
    const auto &node = ast_.get<DictComp>(id);
    return comprehension('{', node.key, node.value, node.generators, '}');
  }
  case NodeKind::GeneratorExp: {
    const auto &node = ast_.get<GeneratorExp>(id);
    return comprehension('(', NodeId(), node.elt, node.generators, ')');
  }
  case NodeKind::Await:
    out_ << "await ";
    return expression(ast_.get<Await>(id).value, Precedence::Atom);
  case NodeKind::Yield: return keyword("yield", ast_.get<Yield>(id).value);
  case NodeKind::YieldFrom:
    return keyword("yield from", ast_.get<YieldFrom>(id).value, Precedence::Test);
  case NodeKind::Compare: return compare(ast_.get<Compare>(id));
  case NodeKind::Call: {
    const auto &node = ast_.get<Call>(id);
    return call(node.func, node.args, node.keywords);
  }
  case NodeKind::FormattedValue:
  case NodeKind::JoinedStr: return joinedString(id);
  case NodeKind::Constant: return constant(ast_.get<Constant>(id));
  case NodeKind::Attribute: return attribute(ast_.get<Attribute>(id));
  case NodeKind::Subscript: return subscript(ast_.get<Subscript>(id));
  case NodeKind::Starred:
    out_ << '*';
    return expression(ast_.get<Starred>(id).value, Precedence::BitOr);
  case NodeKind::Name: out_ << text(ast_.get<Name>(id).id); return;
  case NodeKind::Slice: return slice(ast_.get<Slice>(id));
  default: llvm_unreachable("not an expression");
  }
}

void PythonPrinter::comma(llvm::ArrayRef<NodeId> list) {
  llvm::interleaveComma(list, out_, [&](NodeId id) {
    isExpression(ast_.kind(id)) ? expression(id, Precedence::Test) : part(id);
  });
}

void PythonPrinter::boolean(const BoolOp &node) {
  Precedence inner = tighter(kBoolean[static_cast<size_t>(node.op)]);
  llvm::interleave(
      node.values, [&](NodeId value) { expression(value, inner); },
      [&] { out_ << ' ' << spelling(node.op) << ' '; });
}

// All group to the left, but `**` to the right, and its right operand may have a sign.
void PythonPrinter::binary(const BinOp &node) {
  Precedence own = kBinary[static_cast<size_t>(node.op)];
  bool power = node.op == Operator::Pow;
  expression(node.left, power ? Precedence::Await : own);
  out_ << ' ' << spelling(node.op) << ' ';
  expression(node.right, power ? Precedence::Factor : tighter(own));
}

void PythonPrinter::compare(const Compare &node) {
  expression(node.left, Precedence::BitOr);
  for (size_t i = 0; i < node.ops.size(); ++i) {
    out_ << ' ' << spelling(node.ops[i]) << ' ';
    expression(node.comparators[i], Precedence::BitOr);
  }
}

void PythonPrinter::lambda(const Lambda &node) {
  const auto &args = ast_.get<arguments>(node.args);
  bool none = args.posonlyargs.empty() && args.args.empty() && !args.vararg &&
              args.kwonlyargs.empty() && !args.kwarg;
  out_ << (none ? "lambda" : "lambda ");
  part(node.args);
  second(": ", node.body);
}

void PythonPrinter::dict(const Dict &node) {
  out_ << '{';
  for (size_t i = 0; i < node.keys.size(); ++i) {
    out_ << (i == 0 ? "" : ", ");
    if (node.keys[i]) {
      expression(node.keys[i], Precedence::Test);
      second(": ", node.values[i]);
    } else {
      out_ << "**";
      expression(node.values[i], Precedence::BitOr);
    }
  }
  out_ << '}';
}

void PythonPrinter::tuple(const Tuple &node) {
  out_ << (node.elts.empty() ? "()" : "");
  comma(node.elts);
  out_ << (node.elts.size() == 1 ? "," : "");
}

void PythonPrinter::call(NodeId function, const NodeList &args, const NodeList &keywords) {
  if (function)
    expression(function, Precedence::Atom);
  out_ << '(';
  comma(args);
  out_ << (args.empty() || keywords.empty() ? "" : ", ");
  comma(keywords);
  out_ << ')';
}

void PythonPrinter::attribute(const Attribute &node) {
  expression(node.value, Precedence::Atom);
  const auto *constant = ast_.dynGet<Constant>(node.value);
  out_ << (constant && constant->value.isInt() ? " ." : ".") << text(node.attr);
}

void PythonPrinter::subscript(const Subscript &node) {
  expression(node.value, Precedence::Atom);
  out_ << '[';
  expression(node.slice, Precedence::Tuple);
  out_ << ']';
}

void PythonPrinter::slice(const Slice &node) {
  second("", node.lower);
  out_ << ':';
  second("", node.upper);
  second(":", node.step);
}

void PythonPrinter::comprehension(char open, NodeId key, NodeId element, const NodeList &generators,
                                  char close) {
  out_ << open;
  if (key) {
    expression(key, Precedence::Test);
    out_ << ": ";
  }
  expression(element, Precedence::Test);
  for (NodeId each : generators)
    part(each);
  out_ << close;
}

void PythonPrinter::generator(const ast::comprehension &node) {
  out_ << (node.is_async ? " async for " : " for ");
  expression(node.target, Precedence::Tuple);
  out_ << " in ";
  expression(node.iter, Precedence::Or);
  for (NodeId test : node.ifs) {
    out_ << " if ";
    expression(test, Precedence::Or);
  }
}

}  // namespace janus::ast
