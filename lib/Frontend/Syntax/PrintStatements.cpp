#include "Frontend/Syntax/Printer.h"
#include "Frontend/Syntax/PythonPrinter.h"

namespace janus::ast {

void printPython(llvm::raw_ostream &out, const Ast &ast, NodeId id, unsigned indent) {
  PythonPrinter(out, ast, indent).print(id);
}

std::string toPython(const Ast &ast, NodeId id) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printPython(out, ast, id);
  return out.str();
}

void PythonPrinter::print(NodeId id) {
  switch (ast_.category(id)) {
  case NodeCategory::Module:
    for (NodeId each : ast_.get<Module>(id).body)
      statement(each);
    return;
  case NodeCategory::Statement: return statement(id);
  case NodeCategory::Expression: return expression(id, Precedence::Named);
  case NodeCategory::Pattern: return pattern(id);
  case NodeCategory::Part: return part(id);
  }
}

void PythonPrinter::statement(NodeId id) {
  switch (ast_.kind(id)) {
  case NodeKind::FunctionDef: return function(ast_.get<FunctionDef>(id), "def ");
  case NodeKind::AsyncFunctionDef: return function(ast_.get<AsyncFunctionDef>(id), "async def ");
  case NodeKind::ClassDef: return classDef(ast_.get<ClassDef>(id));
  case NodeKind::If: return ifChain(ast_.get<If>(id));
  case NodeKind::For: return forLoop(ast_.get<For>(id), "for ");
  case NodeKind::AsyncFor: return forLoop(ast_.get<AsyncFor>(id), "async for ");
  case NodeKind::While: {
    const auto &node = ast_.get<While>(id);
    line() << "while ";
    expression(node.test, Precedence::Named);
    body(node.body);
    return clause("else", node.orelse);
  }
  case NodeKind::With: return with(ast_.get<With>(id), "with ");
  case NodeKind::AsyncWith: return with(ast_.get<AsyncWith>(id), "async with ");
  case NodeKind::Try: return tryStatement(ast_.get<Try>(id), "except");
  case NodeKind::TryStar: return tryStatement(ast_.get<TryStar>(id), "except*");
  case NodeKind::Match: return match(ast_.get<Match>(id));
  default:
    line();
    simpleStatement(id);
    out_ << '\n';
  }
}

// A converter may leave a body empty.
void PythonPrinter::body(const NodeList &statements) {
  out_ << ":\n";
  indent_ += 4;
  for (NodeId id : statements)
    statement(id);
  if (statements.empty())
    line() << "pass\n";
  indent_ -= 4;
}

void PythonPrinter::clause(llvm::StringRef keyword, const NodeList &statements) {
  if (statements.empty())
    return;
  line() << keyword;
  body(statements);
}

void PythonPrinter::decorators(const NodeList &list) {
  for (NodeId id : list) {
    line() << '@';
    expression(id, Precedence::Named);
    out_ << '\n';
  }
}

template <class Function>
void PythonPrinter::function(const Function &node, llvm::StringRef keyword) {
  decorators(node.decorator_list);
  line() << keyword << text(node.name) << '(';
  part(node.args);
  out_ << ')';
  second(" -> ", node.returns);
  body(node.body);
}

void PythonPrinter::classDef(const ClassDef &node) {
  decorators(node.decorator_list);
  line() << "class " << text(node.name);
  if (!node.bases.empty() || !node.keywords.empty())
    call(NodeId(), node.bases, node.keywords);
  body(node.body);
}

// An `if` alone in the `else` part is an `elif`.
void PythonPrinter::ifChain(const If &first) {
  const If *node = &first;
  for (llvm::StringRef keyword = "if ";; keyword = "elif ") {
    line() << keyword;
    expression(node->test, Precedence::Named);
    body(node->body);
    const If *next = node->orelse.size() == 1 ? ast_.dynGet<If>(node->orelse.front()) : nullptr;
    if (!next)
      return clause("else", node->orelse);
    node = next;
  }
}

template <class Loop>
void PythonPrinter::forLoop(const Loop &node, llvm::StringRef keyword) {
  line() << keyword;
  expression(node.target, Precedence::Tuple);
  out_ << " in ";
  expression(node.iter, Precedence::Tuple);
  body(node.body);
  clause("else", node.orelse);
}

template <class WithNode>
void PythonPrinter::with(const WithNode &node, llvm::StringRef keyword) {
  line() << keyword;
  // `with (a, b):` would be two items.
  const auto &first = ast_.template get<withitem>(node.items.front());
  bool isTuple = node.items.size() == 1 && !first.optional_vars &&
                 ast_.template isa<Tuple>(first.context_expr);
  out_ << (isTuple ? "(" : "");
  comma(node.items);
  out_ << (isTuple ? ")" : "");
  body(node.body);
}

template <class TryNode>
void PythonPrinter::tryStatement(const TryNode &node, llvm::StringRef except) {
  line() << "try";
  body(node.body);
  for (NodeId id : node.handlers) {
    const auto &handler = ast_.template get<ExceptHandler>(id);
    line() << except;
    second(" ", handler.type);
    if (handler.name)
      out_ << " as " << text(handler.name);
    body(handler.body);
  }
  clause("else", node.orelse);
  clause("finally", node.finalbody);
}

void PythonPrinter::match(const Match &node) {
  line() << "match ";
  expression(node.subject, Precedence::Tuple);
  out_ << ":\n";
  indent_ += 4;
  for (NodeId each : node.cases) {
    const auto &block = ast_.get<match_case>(each);
    line() << "case ";
    pattern(block.pattern);
    if (block.guard) {
      out_ << " if ";
      expression(block.guard, Precedence::Named);
    }
    body(block.body);
  }
  indent_ -= 4;
}

void PythonPrinter::simpleStatement(NodeId id) {
  switch (ast_.kind(id)) {
  case NodeKind::Expr: return expression(ast_.get<Expr>(id).value, Precedence::Tuple);
  case NodeKind::Return: return keyword("return", ast_.get<Return>(id).value);
  case NodeKind::Delete: out_ << "del "; return comma(ast_.get<Delete>(id).targets);
  case NodeKind::Assign: return assign(ast_.get<Assign>(id));
  case NodeKind::AugAssign: {
    const auto &node = ast_.get<AugAssign>(id);
    expression(node.target, Precedence::Atom);
    out_ << ' ' << spelling(node.op) << "= ";
    return expression(node.value, Precedence::Tuple);
  }
  case NodeKind::AnnAssign: return annotatedAssign(ast_.get<AnnAssign>(id));
  case NodeKind::Raise: {
    const auto &node = ast_.get<Raise>(id);
    keyword("raise", node.exc, Precedence::Test);
    return second(" from ", node.cause);
  }
  case NodeKind::Assert: {
    const auto &node = ast_.get<Assert>(id);
    keyword("assert", node.test, Precedence::Test);
    return second(", ", node.msg);
  }
  case NodeKind::Import: out_ << "import "; return comma(ast_.get<Import>(id).names);
  case NodeKind::ImportFrom: {
    const auto &node = ast_.get<ImportFrom>(id);
    out_ << "from " << std::string(static_cast<size_t>(node.level), '.') << text(node.module)
         << " import ";
    return comma(node.names);
  }
  case NodeKind::Global: return names("global ", ast_.get<Global>(id).names);
  case NodeKind::Nonlocal: return names("nonlocal ", ast_.get<Nonlocal>(id).names);
  case NodeKind::Pass: out_ << "pass"; return;
  case NodeKind::Break: out_ << "break"; return;
  case NodeKind::Continue: out_ << "continue"; return;
  default: llvm_unreachable("not a simple statement");
  }
}

void PythonPrinter::assign(const Assign &node) {
  for (NodeId target : node.targets) {
    expression(target, Precedence::Tuple);
    out_ << " = ";
  }
  expression(node.value, Precedence::Tuple);
}

// `(x): int` declares no variable, `x: int` does.
void PythonPrinter::annotatedAssign(const AnnAssign &node) {
  bool parenthesized = !node.simple && ast_.isa<Name>(node.target);
  out_ << (parenthesized ? "(" : "");
  expression(node.target, Precedence::Atom);
  out_ << (parenthesized ? "): " : ": ");
  expression(node.annotation, Precedence::Test);
  if (!node.value)
    return;
  out_ << " = ";
  expression(node.value, Precedence::Tuple);
}

void PythonPrinter::keyword(llvm::StringRef word, NodeId value, Precedence precedence) {
  out_ << word;
  if (!value)
    return;
  out_ << ' ';
  expression(value, precedence);
}

// An optional last part.
void PythonPrinter::second(llvm::StringRef separator, NodeId value) {
  if (!value)
    return;
  out_ << separator;
  expression(value, Precedence::Test);
}

void PythonPrinter::names(llvm::StringRef word, llvm::ArrayRef<Symbol> list) {
  out_ << word;
  llvm::interleaveComma(list, out_, [&](Symbol name) { out_ << text(name); });
}

void PythonPrinter::part(NodeId id) {
  switch (ast_.kind(id)) {
  case NodeKind::arguments: return parameters(ast_.get<arguments>(id));
  case NodeKind::arg: {
    const auto &node = ast_.get<arg>(id);
    out_ << text(node.arg);
    return second(": ", node.annotation);
  }
  case NodeKind::keyword: {
    const auto &node = ast_.get<ast::keyword>(id);
    out_ << (node.arg ? text(node.arg) : "**") << (node.arg ? "=" : "");
    return expression(node.value, Precedence::Test);
  }
  case NodeKind::alias: {
    const auto &node = ast_.get<alias>(id);
    out_ << text(node.name);
    if (node.asname)
      out_ << " as " << text(node.asname);
    return;
  }
  case NodeKind::withitem: {
    const auto &node = ast_.get<withitem>(id);
    expression(node.context_expr, Precedence::Test);
    return second(" as ", node.optional_vars);
  }
  case NodeKind::comprehension: return generator(ast_.get<ast::comprehension>(id));
  default: llvm_unreachable("not a part that is printed alone");
  }
}

void PythonPrinter::parameters(const arguments &node) {
  llvm::StringRef separator = "";
  auto one = [&](NodeId parameter, NodeId value, llvm::StringRef prefix = "") {
    out_ << separator << prefix;
    separator = ", ";
    part(parameter);
    second("=", value);
  };
  size_t count = node.posonlyargs.size() + node.args.size(), index = 0;
  size_t firstDefault = count - node.defaults.size();
  auto positional = [&](NodeId parameter) {
    one(parameter, index >= firstDefault ? node.defaults[index - firstDefault] : NodeId());
    ++index;
  };
  llvm::for_each(node.posonlyargs, positional);
  if (!node.posonlyargs.empty())
    out_ << ", /";
  llvm::for_each(node.args, positional);
  if (node.vararg) {
    one(node.vararg, NodeId(), "*");
  } else if (!node.kwonlyargs.empty()) {
    out_ << separator << '*';
    separator = ", ";
  }
  for (size_t i = 0; i < node.kwonlyargs.size(); ++i)
    one(node.kwonlyargs[i], node.kw_defaults[i]);
  if (node.kwarg)
    one(node.kwarg, NodeId(), "**");
}

}  // namespace janus::ast
