// AST -> Python source, with parentheses only where the grammar needs them (as ast.unparse places
// them).
#include "Frontend/Syntax/Printer.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::ast {

namespace {

// How tightly an expression binds; the names stand in Operators.def, too.
enum class Precedence : uint8_t {
  Named,  // :=
  Tuple,
  Yield,
  Test,  // if-else, lambda
  Or,
  And,
  Not,
  Compare,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Arithmetic,
  Term,
  Factor,
  Power,
  Await,
  Atom,
};

Precedence next(Precedence precedence) {
  return static_cast<Precedence>(static_cast<uint8_t>(precedence) + 1);
}

Precedence precedenceOf(Operator op) {
  static constexpr Precedence kTable[] = {
#define JANUS_OPERATOR(name, spelling, precedence) Precedence::precedence,
#include "Frontend/Syntax/Operators.def"
  };
  return kTable[static_cast<size_t>(op)];
}
Precedence precedenceOf(UnaryOperator op) {
  static constexpr Precedence kTable[] = {
#define JANUS_UNARY_OPERATOR(name, spelling, precedence) Precedence::precedence,
#include "Frontend/Syntax/Operators.def"
  };
  return kTable[static_cast<size_t>(op)];
}

class PythonPrinter {
public:
  PythonPrinter(llvm::raw_ostream &out, const Ast &ast, unsigned indent)
      : out_(out), ast_(ast), indent_(indent) {}

  void print(NodeId id) {
    if (isStatement(ast_.kind(id)))
      return statement(id);
    if (const auto *module = ast_.dynGet<Module>(id))
      return statements(module->body);
    if (isPattern(ast_.kind(id)))
      return pattern(id);
    if (isExpression(ast_.kind(id)))
      return expression(id, Precedence::Named);
    part(id);
  }

private:
  llvm::StringRef text(Symbol name) const { return ast_.text(name); }

  // ---- statements
  void statements(const NodeList &list) {
    for (NodeId id : list)
      statement(id);
  }
  void body(const NodeList &list) {
    out_ << ":\n";
    indent_ += 4;
    statements(list);
    indent_ -= 4;
  }
  llvm::raw_ostream &line() { return out_.indent(indent_); }

  void decorators(const NodeList &list) {
    for (NodeId id : list) {
      line() << '@';
      expression(id, Precedence::Named);
      out_ << '\n';
    }
  }

  template <class Function>
  void function(const Function &node, llvm::StringRef keyword) {
    decorators(node.decorator_list);
    line() << keyword << ' ' << text(node.name) << '(';
    part(node.args);
    out_ << ')';
    if (node.returns) {
      out_ << " -> ";
      expression(node.returns, Precedence::Test);
    }
    body(node.body);
  }

  void orElse(const NodeList &list, llvm::StringRef keyword = "else") {
    if (list.empty())
      return;
    line() << keyword;
    body(list);
  }

  void ifChain(const If &node, llvm::StringRef keyword) {
    line() << keyword << ' ';
    expression(node.test, Precedence::Named);
    body(node.body);
    const auto *chained = node.orelse.size() == 1 ? ast_.dynGet<If>(node.orelse[0]) : nullptr;
    if (chained)
      return ifChain(*chained, "elif");
    orElse(node.orelse);
  }

  template <class Loop>
  void forLoop(const Loop &node, llvm::StringRef keyword) {
    line() << keyword << ' ';
    expression(node.target, Precedence::Tuple);
    out_ << " in ";
    expression(node.iter, Precedence::Tuple);
    body(node.body);
    orElse(node.orelse);
  }
  template <class With>
  void with(const With &node, llvm::StringRef keyword) {
    line() << keyword << ' ';
    comma(node.items);
    body(node.body);
  }
  template <class Try>
  void tryStatement(const Try &node, llvm::StringRef except) {
    line() << "try";
    body(node.body);
    for (NodeId id : node.handlers) {
      const auto &handler = ast_.template get<ExceptHandler>(id);
      line() << except;
      if (handler.type) {
        out_ << ' ';
        expression(handler.type, Precedence::Test);
      }
      if (handler.name)
        out_ << " as " << text(handler.name);
      body(handler.body);
    }
    orElse(node.orelse);
    orElse(node.finalbody, "finally");
  }

  void statement(NodeId id) {
    switch (ast_.kind(id)) {
    case NodeKind::FunctionDef: return function(ast_.get<FunctionDef>(id), "def");
    case NodeKind::AsyncFunctionDef: return function(ast_.get<AsyncFunctionDef>(id), "async def");
    case NodeKind::ClassDef: return classDef(ast_.get<ClassDef>(id));
    case NodeKind::If: return ifChain(ast_.get<If>(id), "if");
    case NodeKind::For: return forLoop(ast_.get<For>(id), "for");
    case NodeKind::AsyncFor: return forLoop(ast_.get<AsyncFor>(id), "async for");
    case NodeKind::While: {
      const auto &node = ast_.get<While>(id);
      line() << "while ";
      expression(node.test, Precedence::Named);
      body(node.body);
      return orElse(node.orelse);
    }
    case NodeKind::With: return with(ast_.get<With>(id), "with");
    case NodeKind::AsyncWith: return with(ast_.get<AsyncWith>(id), "async with");
    case NodeKind::Try: return tryStatement(ast_.get<Try>(id), "except");
    case NodeKind::TryStar: return tryStatement(ast_.get<TryStar>(id), "except*");
    case NodeKind::Match: {
      const auto &node = ast_.get<Match>(id);
      line() << "match ";
      expression(node.subject, Precedence::Tuple);
      out_ << ":\n";
      indent_ += 4;
      for (NodeId part : node.cases)
        matchCase(ast_.get<match_case>(part));
      indent_ -= 4;
      return;
    }
    default:
      line();
      simple(id);
      out_ << '\n';
    }
  }

  void classDef(const ClassDef &node) {
    decorators(node.decorator_list);
    line() << "class " << text(node.name);
    if (!node.bases.empty() || !node.keywords.empty()) {
      out_ << '(';
      comma(node.bases);
      if (!node.bases.empty() && !node.keywords.empty())
        out_ << ", ";
      comma(node.keywords);
      out_ << ')';
    }
    body(node.body);
  }

  void matchCase(const match_case &node) {
    line() << "case ";
    pattern(node.pattern);
    if (node.guard) {
      out_ << " if ";
      expression(node.guard, Precedence::Named);
    }
    body(node.body);
  }

  void simple(NodeId id) {
    switch (ast_.kind(id)) {
    case NodeKind::Expr: return expression(ast_.get<Expr>(id).value, Precedence::Tuple);
    case NodeKind::Return: return keyword("return", ast_.get<Return>(id).value);
    case NodeKind::Delete: out_ << "del "; return comma(ast_.get<Delete>(id).targets);
    case NodeKind::Assign: {
      const auto &node = ast_.get<Assign>(id);
      for (NodeId target : node.targets) {
        expression(target, Precedence::Tuple);
        out_ << " = ";
      }
      return expression(node.value, Precedence::Tuple);
    }
    case NodeKind::AugAssign: {
      const auto &node = ast_.get<AugAssign>(id);
      expression(node.target, Precedence::Tuple);
      out_ << ' ' << spelling(node.op) << "= ";
      return expression(node.value, Precedence::Tuple);
    }
    case NodeKind::AnnAssign: {
      const auto &node = ast_.get<AnnAssign>(id);
      bool parenthesized = !node.simple && ast_.isa<Name>(node.target);
      if (parenthesized)
        out_ << '(';
      expression(node.target, Precedence::Test);
      if (parenthesized)
        out_ << ')';
      out_ << ": ";
      expression(node.annotation, Precedence::Test);
      if (!node.value)
        return;
      out_ << " = ";
      return expression(node.value, Precedence::Tuple);
    }
    case NodeKind::Raise: {
      const auto &node = ast_.get<Raise>(id);
      keyword("raise", node.exc, Precedence::Test);
      if (!node.cause)
        return;
      out_ << " from ";
      return expression(node.cause, Precedence::Test);
    }
    case NodeKind::Assert: {
      const auto &node = ast_.get<Assert>(id);
      keyword("assert", node.test, Precedence::Test);
      if (!node.msg)
        return;
      out_ << ", ";
      return expression(node.msg, Precedence::Test);
    }
    case NodeKind::Import: out_ << "import "; return comma(ast_.get<Import>(id).names);
    case NodeKind::ImportFrom: {
      const auto &node = ast_.get<ImportFrom>(id);
      out_ << "from " << std::string(static_cast<size_t>(node.level), '.');
      if (node.module)
        out_ << text(node.module);
      out_ << " import ";
      return comma(node.names);
    }
    case NodeKind::Global: return names("global", ast_.get<Global>(id).names);
    case NodeKind::Nonlocal: return names("nonlocal", ast_.get<Nonlocal>(id).names);
    case NodeKind::Pass: out_ << "pass"; return;
    case NodeKind::Break: out_ << "break"; return;
    default: out_ << "continue";
    }
  }

  void keyword(llvm::StringRef word, NodeId value, Precedence precedence = Precedence::Tuple) {
    out_ << word;
    if (!value)
      return;
    out_ << ' ';
    expression(value, precedence);
  }
  template <class Names>
  void names(llvm::StringRef word, const Names &list) {
    out_ << word << ' ';
    llvm::interleaveComma(list, out_, [&](Symbol name) { out_ << text(name); });
  }

  // ---- parts
  void comma(const NodeList &list) {
    llvm::interleaveComma(list, out_, [&](NodeId id) {
      if (isExpression(ast_.kind(id)))
        expression(id, Precedence::Test);
      else
        part(id);
    });
  }

  void part(NodeId id) {
    if (const auto *node = ast_.dynGet<arguments>(id))
      return parameters(*node);
    if (const auto *node = ast_.dynGet<arg>(id)) {
      out_ << text(node->arg);
      if (!node->annotation)
        return;
      out_ << ": ";
      return expression(node->annotation, Precedence::Test);
    }
    if (const auto *node = ast_.dynGet<ast::keyword>(id)) {
      if (node->arg)
        out_ << text(node->arg) << '=';
      else
        out_ << "**";
      return expression(node->value, Precedence::Test);
    }
    if (const auto *node = ast_.dynGet<alias>(id)) {
      out_ << text(node->name);
      if (node->asname)
        out_ << " as " << text(node->asname);
      return;
    }
    if (const auto *node = ast_.dynGet<withitem>(id)) {
      expression(node->context_expr, Precedence::Test);
      if (!node->optional_vars)
        return;
      out_ << " as ";
      return expression(node->optional_vars, Precedence::Test);
    }
    if (const auto *node = ast_.dynGet<comprehension>(id)) {
      out_ << (node->is_async ? " async for " : " for ");
      expression(node->target, Precedence::Tuple);
      out_ << " in ";
      expression(node->iter, Precedence::Or);
      for (NodeId test : node->ifs) {
        out_ << " if ";
        expression(test, Precedence::Or);
      }
      return;
    }
    if (const auto *node = ast_.dynGet<match_case>(id))
      return matchCase(*node);
  }

  void parameters(const arguments &node) {
    llvm::StringRef separator = "";
    size_t total = node.posonlyargs.size() + node.args.size();
    size_t firstDefault = total - node.defaults.size();
    size_t index = 0;
    auto one = [&](NodeId id, NodeId value, llvm::StringRef prefix = "") {
      out_ << separator << prefix;
      separator = ", ";
      part(id);
      if (!value)
        return;
      out_ << '=';
      expression(value, Precedence::Test);
    };
    auto positional = [&](NodeId id) {
      one(id, index >= firstDefault ? node.defaults[index - firstDefault] : NodeId::invalid());
      ++index;
    };
    for (NodeId id : node.posonlyargs)
      positional(id);
    if (!node.posonlyargs.empty())
      out_ << ", /";
    for (NodeId id : node.args)
      positional(id);
    if (node.vararg)
      one(node.vararg, NodeId::invalid(), "*");
    else if (!node.kwonlyargs.empty()) {
      out_ << separator << '*';
      separator = ", ";
    }
    for (size_t i = 0; i < node.kwonlyargs.size(); ++i)
      one(node.kwonlyargs[i], node.kw_defaults[i]);
    if (node.kwarg)
      one(node.kwarg, NodeId::invalid(), "**");
  }

  // ---- expressions
  void expression(NodeId id, Precedence context) {
    Precedence own = precedence(id);
    bool parenthesized = own < context;
    if (parenthesized)
      out_ << '(';
    bare(id);
    if (parenthesized)
      out_ << ')';
  }

  Precedence precedence(NodeId id) const {
    switch (ast_.kind(id)) {
    case NodeKind::NamedExpr: return Precedence::Named;
    case NodeKind::Tuple:
      return ast_.get<Tuple>(id).elts.empty() ? Precedence::Atom : Precedence::Tuple;
    case NodeKind::Yield:
    case NodeKind::YieldFrom: return Precedence::Named;
    case NodeKind::IfExp:
    case NodeKind::Lambda:
    case NodeKind::Starred: return Precedence::Test;
    case NodeKind::BoolOp:
      return ast_.get<BoolOp>(id).op == BoolOperator::Or ? Precedence::Or : Precedence::And;
    case NodeKind::UnaryOp: return precedenceOf(ast_.get<UnaryOp>(id).op);
    case NodeKind::Compare: return Precedence::Compare;
    case NodeKind::BinOp: return precedenceOf(ast_.get<BinOp>(id).op);
    case NodeKind::Await: return Precedence::Await;
    case NodeKind::Constant: {
      // -1 and inf are not literals: converters may make them.
      const ConstantValue &value = ast_.get<Constant>(id).value;
      bool signedNumber =
          (value.isInt() || value.isFloat() || value.isComplex()) && value.repr()[0] == '-';
      return signedNumber ? Precedence::Factor : Precedence::Atom;
    }
    default: return Precedence::Atom;
    }
  }

  void bare(NodeId id) {
    switch (ast_.kind(id)) {
    case NodeKind::BoolOp: {
      const auto &node = ast_.get<BoolOp>(id);
      llvm::interleave(
          node.values, [&](NodeId value) { expression(value, next(precedence(id))); },
          [&] { out_ << ' ' << spelling(node.op) << ' '; });
      return;
    }
    case NodeKind::NamedExpr: {
      const auto &node = ast_.get<NamedExpr>(id);
      expression(node.target, Precedence::Atom);
      out_ << " := ";
      return expression(node.value, Precedence::Test);
    }
    case NodeKind::BinOp: {
      const auto &node = ast_.get<BinOp>(id);
      Precedence own = precedenceOf(node.op);
      bool right = node.op == Operator::Pow;
      expression(node.left, right ? next(own) : own);
      out_ << ' ' << spelling(node.op) << ' ';
      return expression(node.right, right ? Precedence::Factor : next(own));
    }
    case NodeKind::UnaryOp: {
      const auto &node = ast_.get<UnaryOp>(id);
      out_ << spelling(node.op) << (node.op == UnaryOperator::Not ? " " : "");
      return expression(node.operand, precedenceOf(node.op));
    }
    case NodeKind::Lambda: {
      const auto &node = ast_.get<Lambda>(id);
      const auto &arguments = ast_.get<ast::arguments>(node.args);
      bool none = arguments.posonlyargs.empty() && arguments.args.empty() && !arguments.vararg &&
                  arguments.kwonlyargs.empty() && !arguments.kwarg;
      out_ << (none ? "lambda" : "lambda ");
      part(node.args);
      out_ << ": ";
      return expression(node.body, Precedence::Test);
    }
    case NodeKind::IfExp: {
      const auto &node = ast_.get<IfExp>(id);
      expression(node.body, next(Precedence::Test));
      out_ << " if ";
      expression(node.test, next(Precedence::Test));
      out_ << " else ";
      return expression(node.orelse, Precedence::Test);
    }
    case NodeKind::Dict: return dict(ast_.get<Dict>(id));
    case NodeKind::Set: return enclosed('{', ast_.get<Set>(id).elts, '}');
    case NodeKind::List: return enclosed('[', ast_.get<List>(id).elts, ']');
    case NodeKind::Tuple: return tuple(ast_.get<Tuple>(id));
    case NodeKind::ListComp: return generator('[', id, ast_.get<ListComp>(id), ']');
    case NodeKind::SetComp: return generator('{', id, ast_.get<SetComp>(id), '}');
    case NodeKind::GeneratorExp: return generator('(', id, ast_.get<GeneratorExp>(id), ')');
    case NodeKind::DictComp: {
      const auto &node = ast_.get<DictComp>(id);
      out_ << '{';
      expression(node.key, Precedence::Test);
      out_ << ": ";
      expression(node.value, Precedence::Test);
      for (NodeId part : node.generators)
        this->part(part);
      out_ << '}';
      return;
    }
    case NodeKind::Await:
      out_ << "await ";
      return expression(ast_.get<Await>(id).value, Precedence::Atom);
    case NodeKind::Yield: return keyword("yield", ast_.get<Yield>(id).value);
    case NodeKind::YieldFrom:
      return keyword("yield from", ast_.get<YieldFrom>(id).value, Precedence::Test);
    case NodeKind::Compare: {
      const auto &node = ast_.get<Compare>(id);
      expression(node.left, next(Precedence::Compare));
      for (size_t i = 0; i < node.ops.size(); ++i) {
        out_ << ' ' << spelling(node.ops[i]) << ' ';
        expression(node.comparators[i], next(Precedence::Compare));
      }
      return;
    }
    case NodeKind::Call: {
      const auto &node = ast_.get<Call>(id);
      expression(node.func, Precedence::Atom);
      out_ << '(';
      comma(node.args);
      if (!node.args.empty() && !node.keywords.empty())
        out_ << ", ";
      comma(node.keywords);
      out_ << ')';
      return;
    }
    case NodeKind::FormattedValue:
    case NodeKind::JoinedStr: return joinedStr(id);
    case NodeKind::Constant: return constant(ast_.get<Constant>(id));
    case NodeKind::Attribute: {
      const auto &node = ast_.get<Attribute>(id);
      const auto *number = ast_.dynGet<Constant>(node.value);
      expression(node.value, Precedence::Atom);
      out_ << (number && number->value.isInt() ? " ." : ".") << text(node.attr);
      return;
    }
    case NodeKind::Subscript: {
      const auto &node = ast_.get<Subscript>(id);
      expression(node.value, Precedence::Atom);
      out_ << '[';
      // A tuple needs no parentheses here, and may hold slices.
      const auto *tuple = ast_.dynGet<Tuple>(node.slice);
      if (tuple && !tuple->elts.empty())
        this->tuple(*tuple);
      else
        expression(node.slice, Precedence::Named);
      out_ << ']';
      return;
    }
    case NodeKind::Starred:
      out_ << '*';
      return expression(ast_.get<Starred>(id).value, Precedence::BitOr);
    case NodeKind::Name: out_ << text(ast_.get<Name>(id).id); return;
    case NodeKind::Slice: {
      const auto &node = ast_.get<Slice>(id);
      if (node.lower)
        expression(node.lower, Precedence::Test);
      out_ << ':';
      if (node.upper)
        expression(node.upper, Precedence::Test);
      if (!node.step)
        return;
      out_ << ':';
      return expression(node.step, Precedence::Test);
    }
    default: llvm_unreachable("not an expression");
    }
  }

  void enclosed(char open, const NodeList &list, char close) {
    out_ << open;
    comma(list);
    out_ << close;
  }

  void tuple(const Tuple &node) {
    if (node.elts.empty()) {
      out_ << "()";
      return;
    }
    comma(node.elts);
    if (node.elts.size() == 1)
      out_ << ',';
  }

  template <class Comprehension>
  void generator(char open, NodeId, const Comprehension &node, char close) {
    out_ << open;
    expression(node.elt, Precedence::Test);
    for (NodeId part : node.generators)
      this->part(part);
    out_ << close;
  }

  void dict(const Dict &node) {
    out_ << '{';
    for (size_t i = 0; i < node.keys.size(); ++i) {
      if (i)
        out_ << ", ";
      if (node.keys[i]) {
        expression(node.keys[i], Precedence::Test);
        out_ << ": ";
        expression(node.values[i], Precedence::Test);
      } else {
        out_ << "**";
        expression(node.values[i], Precedence::BitOr);
      }
    }
    out_ << '}';
  }

  void constant(const Constant &node) {
    if (node.kind)
      out_ << "u";
    std::string repr = node.value.repr();
    // An infinite float has no literal.
    if (node.value.isFloat() || node.value.isComplex()) {
      size_t at = repr.find("inf");
      if (at != std::string::npos)
        repr.replace(at, 3, "1e309");
    }
    out_ << repr;
  }

  // ---- f-strings. Up to 3.11 a field may hold neither the quotes around the string nor a
  // backslash.
  void joinedStr(NodeId id) {
    std::string inner;
    llvm::raw_string_ostream out(inner);
    PythonPrinter(out, ast_, 0).fields(id, true);
    out.flush();
    static constexpr llvm::StringLiteral kQuotes[] = {"'", "\"", "'''", "\"\"\""};
    bool hasNewline = inner.find('\n') != std::string::npos;
    for (llvm::StringRef quotes : kQuotes) {
      if (quotes.size() == 1 && hasNewline)
        continue;
      if (llvm::StringRef(inner).contains(quotes) || (!inner.empty() && inner.back() == quotes[0]))
        continue;
      out_ << 'f' << quotes << inner << quotes;
      return;
    }
    // Literal text can be escaped, so that the fields decide alone.
    inner.clear();
    PythonPrinter(out, ast_, 0).fields(id, false);
    out.flush();
    llvm::StringRef quotes = llvm::StringRef(inner).contains("'''") ? "\"\"\"" : "'''";
    out_ << 'f' << quotes << inner << quotes;
  }

  void fields(NodeId id, bool plainQuotes) {
    if (const auto *joined = ast_.dynGet<JoinedStr>(id)) {
      for (NodeId part : joined->values)
        fields(part, plainQuotes);
      return;
    }
    if (const auto *literal = ast_.dynGet<Constant>(id))
      return literalText(literal->value.text(), plainQuotes);
    const auto &node = ast_.get<FormattedValue>(id);
    std::string inner;
    llvm::raw_string_ostream out(inner);
    PythonPrinter(out, ast_, 0).expression(node.value, next(Precedence::Test));
    out.flush();
    out_ << (inner[0] == '{' ? "{ " : "{") << inner;
    if (node.conversion > 0)
      out_ << '!' << static_cast<char>(node.conversion);
    if (node.format_spec) {
      out_ << ':';
      fields(node.format_spec, plainQuotes);
    }
    out_ << '}';
  }

  void literalText(llvm::StringRef value, bool plainQuotes) {
    for (char c : value) {
      if (c == '{' || c == '}')
        out_ << c << c;
      else if (c == '\n')
        out_ << "\\n";
      else if (c == '\r')
        out_ << "\\r";
      else if (c == '\t')
        out_ << "\\t";
      else if (c == '\\')
        out_ << "\\\\";
      else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
        out_ << "\\x" << llvm::format_hex_no_prefix(static_cast<unsigned char>(c), 2);
      else if (!plainQuotes && (c == '\'' || c == '"'))
        out_ << '\\' << c;
      else
        out_ << c;
    }
  }

  // ---- patterns
  void pattern(NodeId id, bool inOr = false) {
    switch (ast_.kind(id)) {
    case NodeKind::MatchValue: return expression(ast_.get<MatchValue>(id).value, Precedence::BitOr);
    case NodeKind::MatchSingleton: out_ << ast_.get<MatchSingleton>(id).value.repr(); return;
    case NodeKind::MatchSequence: {
      out_ << '[';
      llvm::interleaveComma(ast_.get<MatchSequence>(id).patterns, out_,
                            [&](NodeId part) { pattern(part); });
      out_ << ']';
      return;
    }
    case NodeKind::MatchStar: {
      Symbol name = ast_.get<MatchStar>(id).name;
      out_ << '*' << (name ? text(name) : "_");
      return;
    }
    case NodeKind::MatchMapping: {
      const auto &node = ast_.get<MatchMapping>(id);
      out_ << '{';
      for (size_t i = 0; i < node.keys.size(); ++i) {
        if (i)
          out_ << ", ";
        expression(node.keys[i], Precedence::BitOr);
        out_ << ": ";
        pattern(node.patterns[i]);
      }
      if (node.rest)
        out_ << (node.keys.empty() ? "**" : ", **") << text(node.rest);
      out_ << '}';
      return;
    }
    case NodeKind::MatchClass: {
      const auto &node = ast_.get<MatchClass>(id);
      expression(node.cls, Precedence::Atom);
      out_ << '(';
      llvm::interleaveComma(node.patterns, out_, [&](NodeId part) { pattern(part); });
      for (size_t i = 0; i < node.kwd_attrs.size(); ++i) {
        if (i || !node.patterns.empty())
          out_ << ", ";
        out_ << text(node.kwd_attrs[i]) << '=';
        pattern(node.kwd_patterns[i]);
      }
      out_ << ')';
      return;
    }
    case NodeKind::MatchAs: {
      const auto &node = ast_.get<MatchAs>(id);
      if (!node.pattern) {
        out_ << (node.name ? text(node.name) : "_");
        return;
      }
      out_ << '(';
      pattern(node.pattern, true);
      out_ << " as " << text(node.name) << ')';
      return;
    }
    default: {
      if (inOr)
        out_ << '(';
      llvm::interleave(
          ast_.get<MatchOr>(id).patterns, [&](NodeId part) { pattern(part, true); },
          [&] { out_ << " | "; });
      if (inOr)
        out_ << ')';
    }
    }
  }

  llvm::raw_ostream &out_;
  const Ast &ast_;
  unsigned indent_;
};

}  // namespace

void printPython(llvm::raw_ostream &out, const Ast &ast, NodeId id, unsigned indent) {
  PythonPrinter(out, ast, indent).print(id);
}

std::string toPython(const Ast &ast, NodeId id) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printPython(out, ast, id);
  return out.str();
}

}  // namespace janus::ast
