// The checks of CPython's compiler, with its texts: statements where they may not stand, starred
// expressions, late imports from __future__, repeated keywords, blocks nested too deep.
#include "Frontend/Sema/Legality.h"

#include "Frontend/Syntax/Visitor.h"

#include "llvm/ADT/StringSet.h"

namespace janus::legality {

namespace {

constexpr unsigned kMaxBlocks = 20;  // CPython's CO_MAXBLOCKS

class Checker : public ast::Visitor<Checker> {
public:
  Checker(const Ast &ast, DiagnosticEngine &diag) : Visitor(ast), diag_(diag) {}

  bool ok() const { return ok_; }

  void visitModule(NodeId id, const ast::Module &node) {
    bool late = false;
    for (size_t i = 0; i < node.body.size(); ++i) {
      const auto *from = ast().dynGet<ast::ImportFrom>(node.body[i]);
      bool isFuture =
          from && from->module && from->level == 0 && text(from->module) == "__future__";
      if (isFuture && late)
        refuse(node.body[i], "from __future__ imports must occur at the beginning of the file");
      if (isFuture)
        checkFeatures(node.body[i], *from);
      late |= !isFuture && !(i == 0 && isString(node.body[i]));
    }
    topLevel_ = &node;
    visitChildren(id);
  }

  void visitFunctionDef(NodeId, const ast::FunctionDef &node) {
    visitAll(node.decorator_list);
    visit(node.args);
    if (node.returns)
      visit(node.returns);
    inFunction(Function::Plain, [&] { visitAll(node.body); });
  }
  void visitAsyncFunctionDef(NodeId, const ast::AsyncFunctionDef &node) {
    visitAll(node.decorator_list);
    visit(node.args);
    if (node.returns)
      visit(node.returns);
    inFunction(Function::Async, [&] { visitAll(node.body); });
  }
  void visitLambda(NodeId, const ast::Lambda &node) {
    visit(node.args);
    inFunction(Function::Plain, [&] { visit(node.body); });
  }
  void visitClassDef(NodeId, const ast::ClassDef &node) {
    visitAll(node.decorator_list);
    visitAll(node.bases);
    checkKeywords(node.keywords);
    inFunction(Function::None, [&] { visitAll(node.body); });
  }

  void visitReturn(NodeId id, const ast::Return &) {
    if (function_ == Function::None)
      refuse(id, "'return' outside function");
    visitChildren(id);
  }
  void visitYield(NodeId id, const ast::Yield &) {
    if (function_ == Function::None)
      refuse(id, "'yield' outside function");
    visitChildren(id);
  }
  void visitYieldFrom(NodeId id, const ast::YieldFrom &) {
    if (function_ == Function::None)
      refuse(id, "'yield' outside function");
    if (function_ == Function::Async)
      refuse(id, "'yield from' inside async function");
    visitChildren(id);
  }
  void visitAwait(NodeId id, const ast::Await &) {
    if (function_ == Function::None)
      refuse(id, "'await' outside function");
    else if (function_ == Function::Plain)
      refuse(id, "'await' outside async function");
    visitChildren(id);
  }
  void visitAsyncFor(NodeId id, const ast::AsyncFor &node) {
    needAsync(id, "'async for' outside async function");
    visit(node.iter);
    visitTarget(node.target);
    block(id, [&] { inLoop([&] { visitAll(node.body); }); });
    visitAll(node.orelse);
  }
  void visitAsyncWith(NodeId id, const ast::AsyncWith &node) {
    needAsync(id, "'async with' outside async function");
    visitAll(node.items);
    block(id, [&] { visitAll(node.body); });
  }

  void visitFor(NodeId id, const ast::For &node) {
    visit(node.iter);
    visitTarget(node.target);
    block(id, [&] { inLoop([&] { visitAll(node.body); }); });
    visitAll(node.orelse);
  }
  void visitWhile(NodeId id, const ast::While &node) {
    visit(node.test);
    block(id, [&] { inLoop([&] { visitAll(node.body); }); });
    visitAll(node.orelse);
  }
  void visitWith(NodeId id, const ast::With &node) {
    visitAll(node.items);
    block(id, [&] { visitAll(node.body); });
  }
  void visitwithitem(NodeId, const ast::withitem &node) {
    visit(node.context_expr);
    if (node.optional_vars)
      visitTarget(node.optional_vars);
  }
  void visitTry(NodeId id, const ast::Try &node) { tryStatement(id, node); }
  void visitTryStar(NodeId id, const ast::TryStar &node) { tryStatement(id, node); }
  void visitBreak(NodeId id, const ast::Break &) {
    if (!inLoop_)
      refuse(id, "'break' outside loop");
  }
  void visitContinue(NodeId id, const ast::Continue &) {
    if (!inLoop_)
      refuse(id, "'continue' not properly in loop");
  }

  void visitImportFrom(NodeId id, const ast::ImportFrom &node) {
    bool isStar = node.names.size() == 1 && text(ast().get<ast::alias>(node.names[0]).name) == "*";
    if (isStar && (function_ != Function::None || inClass_))
      refuse(id, "import * only allowed at module level");
    bool isFuture = node.module && node.level == 0 && text(node.module) == "__future__";
    if (isFuture && !(topLevel_ && llvm::is_contained(topLevel_->body, id)))
      refuse(id, "from __future__ imports must occur at the beginning of the file");
  }

  // Targets and starred expressions
  void visitAssign(NodeId, const ast::Assign &node) {
    visit(node.value);
    for (NodeId target : node.targets)
      visitTarget(target);
  }
  void visitStarred(NodeId id, const ast::Starred &) {
    refuse(id, "can't use starred expression here");
  }
  void visitTuple(NodeId, const ast::Tuple &node) { elements(node.elts); }
  void visitList(NodeId, const ast::List &node) { elements(node.elts); }
  void visitSet(NodeId, const ast::Set &node) { elements(node.elts); }
  void visitCall(NodeId, const ast::Call &node) {
    visit(node.func);
    elements(node.args);
    checkKeywords(node.keywords);
  }
  void visitSubscript(NodeId id, const ast::Subscript &node) {
    visit(node.value);
    // x[*a] is a tuple since 3.11.
    if (const auto *star = ast().dynGet<ast::Starred>(node.slice))
      visit(star->value);
    else
      visit(node.slice);
    (void)id;
  }
  void visitName(NodeId id, const ast::Name &node) {
    if (node.ctx == ast::ExprContext::Store && text(node.id) == "__debug__")
      refuse(id, "cannot assign to __debug__");
    if (node.ctx == ast::ExprContext::Del && text(node.id) == "__debug__")
      refuse(id, "cannot delete __debug__");
  }
  void visitarg(NodeId id, const ast::arg &node) {
    if (text(node.arg) == "__debug__")
      refuse(id, "cannot assign to __debug__");
    // def f(*args: *Ts) is allowed since 3.11.
    if (!node.annotation)
      return;
    if (const auto *star = ast().dynGet<ast::Starred>(node.annotation))
      visit(star->value);
    else
      visit(node.annotation);
  }

  // Patterns
  void visitMatch(NodeId id, const ast::Match &node) {
    visit(node.subject);
    for (size_t i = 0; i < node.cases.size(); ++i) {
      const auto &part = ast().get<ast::match_case>(node.cases[i]);
      bool isLast = i + 1 == node.cases.size();
      if (!isLast && !part.guard)
        checkReachable(part.pattern);
      llvm::StringSet<> names;
      pattern(part.pattern, names);
      if (part.guard)
        visit(part.guard);
      block(id, [&] { visitAll(part.body); });
    }
  }

private:
  enum class Function : uint8_t { None, Plain, Async };

  void refuse(NodeId id, const llvm::Twine &message) {
    ok_ = false;
    diag_.report(diag::SyntaxError, ast().span(id), message.str());
  }
  void needAsync(NodeId id, const char *message) {
    if (function_ != Function::Async)
      refuse(id, message);
  }
  bool isString(NodeId id) const {
    const auto *node = ast().dynGet<ast::Expr>(id);
    const auto *constant = node ? ast().dynGet<ast::Constant>(node->value) : nullptr;
    return constant && constant->value.isStr();
  }

  template <class F>
  void inFunction(Function kind, F &&body) {
    auto saved = std::tuple(function_, inLoop_, inClass_, blocks_);
    function_ = kind;
    inClass_ = kind == Function::None;
    inLoop_ = false;
    blocks_ = 0;
    body();
    std::tie(function_, inLoop_, inClass_, blocks_) = saved;
  }
  template <class F>
  void inLoop(F &&body) {
    bool saved = inLoop_;
    inLoop_ = true;
    body();
    inLoop_ = saved;
  }
  template <class F>
  void block(NodeId id, F &&body) {
    if (++blocks_ > kMaxBlocks) {
      if (blocks_ == kMaxBlocks + 1)
        refuse(id, "too many statically nested blocks");
    }
    body();
    --blocks_;
  }

  template <class Try>
  void tryStatement(NodeId id, const Try &node) {
    for (size_t i = 0; i + 1 < node.handlers.size(); ++i)
      if (!ast().template get<ast::ExceptHandler>(node.handlers[i]).type)
        refuse(node.handlers[i], "default 'except:' must be last");
    block(id, [&] { visitAll(node.body); });
    block(id, [&] { visitAll(node.handlers); });
    visitAll(node.orelse);
    block(id, [&] { visitAll(node.finalbody); });
  }

  void checkKeywords(const NodeList &keywords) {
    llvm::StringSet<> seen;
    for (NodeId id : keywords) {
      const auto &keyword = ast().get<ast::keyword>(id);
      if (keyword.arg && text(keyword.arg) == "__debug__")
        refuse(id, "cannot assign to __debug__");
      if (keyword.arg && !seen.insert(text(keyword.arg)).second)
        refuse(id, "keyword argument repeated: " + text(keyword.arg));
      visit(keyword.value);
    }
  }

  void elements(llvm::ArrayRef<NodeId> list) {
    for (NodeId id : list) {
      if (const auto *star = ast().dynGet<ast::Starred>(id))
        visit(star->value);
      else
        visit(id);
    }
  }

  void visitTarget(NodeId id) {
    if (ast().isa<ast::Starred>(id))
      return refuse(id, "starred assignment target must be in a list or tuple");
    unpackTarget(id);
  }
  void unpackTarget(NodeId id) {
    const NodeList *parts = nullptr;
    if (const auto *tuple = ast().dynGet<ast::Tuple>(id))
      parts = &tuple->elts;
    if (const auto *list = ast().dynGet<ast::List>(id))
      parts = &list->elts;
    if (!parts)
      return visit(id);
    bool seen = false;
    for (NodeId part : *parts) {
      if (const auto *star = ast().dynGet<ast::Starred>(part)) {
        if (seen)
          return refuse(id, "multiple starred expressions in assignment");
        seen = true;
        unpackTarget(star->value);
      } else {
        unpackTarget(part);
      }
    }
  }

  void checkFeatures(NodeId id, const ast::ImportFrom &node) {
    static constexpr llvm::StringLiteral kFeatures[] = {
        "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
        "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations"};
    for (NodeId part : node.names) {
      llvm::StringRef name = text(ast().get<ast::alias>(part).name);
      if (name == "braces")
        refuse(id, "not a chance");
      else if (!llvm::is_contained(kFeatures, name))
        refuse(id, "future feature " + name + " is not defined");
    }
  }

  void checkReachable(NodeId id) {
    if (const auto *as = ast().dynGet<ast::MatchAs>(id)) {
      if (as->pattern)
        return checkReachable(as->pattern);
      if (as->name)
        refuse(id, "name capture '" + text(as->name) + "' makes remaining patterns unreachable");
      else
        refuse(id, "wildcard makes remaining patterns unreachable");
    }
    if (const auto *alternatives = ast().dynGet<ast::MatchOr>(id))
      checkReachable(alternatives->patterns.back());
  }

  void bind(NodeId id, Symbol name, llvm::StringSet<> &names) {
    if (name && !names.insert(text(name)).second)
      refuse(id, "multiple assignments to name '" + text(name) + "' in pattern");
  }

  // Collects the names that the pattern binds.
  void pattern(NodeId id, llvm::StringSet<> &names) {
    switch (ast().kind(id)) {
    case NodeKind::MatchValue: return visit(ast().get<ast::MatchValue>(id).value);
    case NodeKind::MatchSequence: {
      bool seen = false;
      for (NodeId part : ast().get<ast::MatchSequence>(id).patterns) {
        if (ast().isa<ast::MatchStar>(part)) {
          if (seen)
            refuse(part, "multiple starred expressions in sequence pattern");
          seen = true;
        }
        pattern(part, names);
      }
      return;
    }
    case NodeKind::MatchStar: return bind(id, ast().get<ast::MatchStar>(id).name, names);
    case NodeKind::MatchMapping: {
      const auto &node = ast().get<ast::MatchMapping>(id);
      visitAll(node.keys);
      for (NodeId part : node.patterns)
        pattern(part, names);
      return bind(id, node.rest, names);
    }
    case NodeKind::MatchClass: {
      const auto &node = ast().get<ast::MatchClass>(id);
      visit(node.cls);
      llvm::StringSet<> attributes;
      for (Symbol name : node.kwd_attrs)
        if (!attributes.insert(text(name)).second)
          refuse(id, "attribute name repeated in class pattern: " + text(name));
      for (NodeId part : node.patterns)
        pattern(part, names);
      for (NodeId part : node.kwd_patterns)
        pattern(part, names);
      return;
    }
    case NodeKind::MatchAs: {
      const auto &node = ast().get<ast::MatchAs>(id);
      if (node.pattern)
        pattern(node.pattern, names);
      return bind(id, node.name, names);
    }
    case NodeKind::MatchOr: return alternatives(id, names);
    default: return;
    }
  }

  void alternatives(NodeId id, llvm::StringSet<> &names) {
    const auto &list = ast().get<ast::MatchOr>(id).patterns;
    llvm::StringSet<> first;
    for (size_t i = 0; i < list.size(); ++i) {
      if (i + 1 < list.size())
        checkReachable(list[i]);
      llvm::StringSet<> own;
      pattern(list[i], own);
      if (i == 0)
        first = own;
      bool same = own.size() == first.size() &&
                  llvm::all_of(own, [&](const auto &entry) { return first.count(entry.getKey()); });
      if (!same)
        return refuse(id, "alternative patterns bind different names");
    }
    for (const auto &entry : first)
      if (!names.insert(entry.getKey()).second)
        refuse(id, "multiple assignments to name '" + entry.getKey() + "' in pattern");
  }

  DiagnosticEngine &diag_;
  const ast::Module *topLevel_ = nullptr;
  Function function_ = Function::None;
  bool inLoop_ = false;
  bool inClass_ = false;
  unsigned blocks_ = 0;
  bool ok_ = true;
};

}  // namespace

bool check(const Ast &ast, DiagnosticEngine &diag) {
  Checker checker(ast, diag);
  checker.visit(ast.root());
  return checker.ok();
}

}  // namespace janus::legality
