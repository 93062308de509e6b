#include "Frontend/Sema/LegalityChecker.h"

namespace janus::legality {

using namespace ast;

namespace {

constexpr size_t kMaxBeforeStar = 256;

}  // namespace

// Of what an asynchronous comprehension or generator is, only the scopes know; they are needed
// rarely.
const ScopeTree &LegalityChecker::scopes() {
  if (!scopes_) {
    DiagnosticEngine ignored(diag_.sources());
    scopes_ = analyzeScopes(ast(), root_, ignored);
  }
  return *scopes_;
}

void LegalityChecker::visitName(NodeId id, const Name &node) {
  if (node.ctx == ExprContext::Store)
    refuseDebug(id, node.id);
  else if (node.ctx == ExprContext::Del && text(node.id) == "__debug__")
    refuse(id, "cannot delete __debug__");
}

void LegalityChecker::visitAttribute(NodeId id, const Attribute &node) {
  visit(node.value);
  if (node.ctx == ExprContext::Store)
    refuseDebug(id, node.attr);
}

void LegalityChecker::visitNamedExpr(NodeId, const NamedExpr &node) {
  visit(node.value);
  visit(node.target);
}

void LegalityChecker::visitStarred(NodeId id, const Starred &node) {
  refuse(id, node.ctx == ExprContext::Store ? "starred assignment target must be in a list or tuple"
                                            : "can't use starred expression here");
}

// Elements of a display or arguments of a call, which may be starred.
void LegalityChecker::elements(llvm::ArrayRef<NodeId> list) {
  for (NodeId id : list) {
    const auto *starred = ast().dynGet<Starred>(id);
    visit(starred ? starred->value : id);
  }
}

void LegalityChecker::display(NodeId id, llvm::ArrayRef<NodeId> list, ExprContext context) {
  if (context == ExprContext::Store)
    unpackTargets(id, list);
  elements(list);
}

void LegalityChecker::unpackTargets(NodeId id, llvm::ArrayRef<NodeId> targets) {
  bool seen = false;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (!ast().isa<Starred>(targets[i]))
      continue;
    if (seen)
      return refuse(id, "multiple starred expressions in assignment");
    if (i >= kMaxBeforeStar)
      return refuse(id, "too many expressions in star-unpacking assignment");
    seen = true;
  }
}

void LegalityChecker::visitLambda(NodeId id, const Lambda &node) {
  const auto &args = ast().get<arguments>(node.args);
  debugParameters(id, args);
  defaults(args);
  inUnit(Unit::Lambda, [&] { visit(node.body); });
}

void LegalityChecker::comprehension(NodeId id, llvm::ArrayRef<NodeId> generators,
                                    llvm::ArrayRef<NodeId> elements) {
  bool mayBeAsync =
      ast().isa<GeneratorExp>(id) || unit_ == Unit::AsyncFunction || unit_ == Unit::Comprehension;
  if (!mayBeAsync && scopes()[scopes().scopeOf(id)].isAsync)
    refuse(id, "asynchronous comprehension outside of an asynchronous function");
  inUnit(Unit::Comprehension, [&] {
    for (NodeId part : generators) {
      const auto &node = ast().get<ast::comprehension>(part);
      if (part != generators.front())
        visit(node.iter);
      visit(node.target);
      visitAll(node.ifs);
    }
    visitAll(elements);
  });
  visit(ast().get<ast::comprehension>(generators.front()).iter);
}

void LegalityChecker::visitYield(NodeId id, const Yield &node) {
  if (!isFunctionLike())
    refuse(id, "'yield' outside function");
  if (node.value)
    visit(node.value);
}

void LegalityChecker::visitYieldFrom(NodeId id, const YieldFrom &node) {
  if (!isFunctionLike())
    refuse(id, "'yield' outside function");
  else if (unit_ == Unit::AsyncFunction)
    refuse(id, "'yield from' inside async function");
  visit(node.value);
}

void LegalityChecker::visitAwait(NodeId id, const Await &node) {
  if (!isFunctionLike())
    refuse(id, "'await' outside function");
  else if (unit_ != Unit::AsyncFunction && unit_ != Unit::Comprehension)
    refuse(id, "'await' outside async function");
  visit(node.value);
}

void LegalityChecker::visitCall(NodeId id, const Call &node) {
  keywords(id, node.keywords);
  visit(node.func);
  elements(node.args);
  visitAll(node.keywords);
}

void LegalityChecker::keywords(NodeId place, llvm::ArrayRef<NodeId> list) {
  for (size_t i = 0; i < list.size(); ++i) {
    Symbol name = ast().get<keyword>(list[i]).arg;
    refuseDebug(place, name);
    for (NodeId other : list.drop_front(i + 1)) {
      if (name && ast().get<keyword>(other).arg == name) {
        refuse(other, "keyword argument repeated: " + text(name));
        break;
      }
    }
  }
}

}  // namespace janus::legality
