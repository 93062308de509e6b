#include "Transforms/Convert/ExitLowering.h"

namespace janus::convert {

namespace {

// The statement lists of a compound statement that belong to the same function.
void forEachBody(const Ast &ast, NodeId id,
                 llvm::function_ref<void(llvm::ArrayRef<NodeId>, bool isFinally)> f) {
  if (const auto *node = ast.dynGet<ast::If>(id))
    f(node->body, false), f(node->orelse, false);
  if (const auto *node = ast.dynGet<ast::With>(id))
    f(node->body, false);
  if (const auto *node = ast.dynGet<ast::While>(id))
    f(node->body, false), f(node->orelse, false);
  if (const auto *node = ast.dynGet<ast::For>(id))
    f(node->body, false), f(node->orelse, false);
  if (const auto *node = ast.dynGet<ast::Match>(id))
    for (NodeId part : node->cases)
      f(ast.get<ast::match_case>(part).body, false);
  if (const auto *node = ast.dynGet<ast::Try>(id)) {
    f(node->body, false);
    for (NodeId handler : node->handlers)
      f(ast.get<ast::ExceptHandler>(handler).body, false);
    f(node->orelse, false);
    f(node->finalbody, true);
  }
}

bool isLoop(const Ast &ast, NodeId id) {
  return ast.isa<ast::While, ast::For>(id);
}

}  // namespace

template <class T>
bool containsExit(const Ast &ast, llvm::ArrayRef<NodeId> list, bool intoLoops) {
  for (NodeId id : list) {
    if (ast.isa<T>(id))
      return true;
    bool found = false;
    // The else clause of a loop is outside of it.
    if (isLoop(ast, id) && !intoLoops) {
      const NodeList &orelse =
          ast.isa<ast::While>(id) ? ast.get<ast::While>(id).orelse : ast.get<ast::For>(id).orelse;
      found = containsExit<T>(ast, orelse, intoLoops);
    } else {
      forEachBody(ast, id, [&](llvm::ArrayRef<NodeId> inner, bool) {
        found |= containsExit<T>(ast, inner, intoLoops);
      });
    }
    if (found)
      return true;
  }
  return false;
}

template <class T>
bool hasExitInFinally(const Ast &ast, llvm::ArrayRef<NodeId> list) {
  for (NodeId id : list) {
    bool found = false;
    forEachBody(ast, id, [&](llvm::ArrayRef<NodeId> inner, bool isFinally) {
      found |= isFinally ? containsExit<T>(ast, inner, true) : hasExitInFinally<T>(ast, inner);
    });
    if (found)
      return true;
  }
  return false;
}

NodeId assignFlag(Ast &ast, Symbol flag, bool value, Span span) {
  static const Template kTrue("_flag_ = True"), kFalse("_flag_ = False");
  return (value ? kTrue : kFalse).instantiate(ast, {{"_flag_", flag}}, span).front();
}

NodeId notFlag(Ast &ast, Symbol flag, Span span) {
  static const Template kNot("not _flag_");
  return kNot.instantiateExpression(ast, {{"_flag_", flag}}, span);
}

NodeId stopLoop(Ast &ast, NodeId loop, Symbol flag) {
  Span span = ast.span(loop);
  if (const auto *found = ast.dynGet<ast::While>(loop)) {
    ast::While node = *found;
    if (const auto *test = ast.dynGet<ast::Constant>(node.test); test && test->value.isTrue()) {
      node.test = notFlag(ast, flag, ast.span(node.test));
      return ast.add(std::move(node), span);
    }
    static const Template kTest("not _flag_ and _test_");
    node.test = kTest.instantiateExpression(ast, {{"_flag_", flag}, {"_test_", node.test}},
                                            ast.span(node.test));
    return ast.add(std::move(node), span);
  }
  ast::For node = ast.get<ast::For>(loop);
  static const Template kIter("ag__.breakable(_iter_, lambda: _flag_)");
  node.iter = kIter.instantiateExpression(ast, {{"_iter_", node.iter}, {"_flag_", flag}},
                                          ast.span(node.iter));
  return ast.add(std::move(node), span);
}

template <class T>
NodeList ExitLowering<T>::guarded(NodeList list, Span span) {
  if (list.empty())
    return list;
  return {context_.ast.add(ast::If{notFlag(context_.ast, flag_, span), std::move(list), {}}, span)};
}

// Statements behind one that may set the flag run only if it did not.
template <class T>
NodeList ExitLowering<T>::body(llvm::ArrayRef<NodeId> list) {
  Ast &ast = context_.ast;
  NodeList result;
  for (size_t i = 0; i < list.size(); ++i) {
    NodeId id = list[i];
    bool isExit = ast.isa<T>(id);
    if (!isExit && !contains(id)) {
      result.push_back(id);
      continue;
    }
    llvm::append_range(result, isExit ? lower_(id) : NodeList{statement(id)});
    // The rest after an exit is dead, but it makes names local and functions generators.
    llvm::append_range(result, guarded(body(list.drop_front(i + 1)), ast.span(id)));
    return result;
  }
  return result;
}

template <class T>
NodeId ExitLowering<T>::statement(NodeId id) {
  Ast &ast = context_.ast;
  Span span = ast.span(id);
  if (const auto *found = ast.dynGet<ast::If>(id)) {
    ast::If node = *found;
    node.body = body(node.body);
    node.orelse = body(node.orelse);
    return ast.add(std::move(node), span);
  }
  if (const auto *found = ast.dynGet<ast::With>(id)) {
    ast::With node = *found;
    node.body = body(node.body);
    return ast.add(std::move(node), span);
  }
  if (const auto *found = ast.dynGet<ast::Match>(id)) {
    ast::Match node = *found;
    for (NodeId &part : node.cases) {
      ast::match_case copy = ast.get<ast::match_case>(part);
      copy.body = body(copy.body);
      part = ast.add(std::move(copy), ast.span(part));
    }
    return ast.add(std::move(node), span);
  }
  if (const auto *found = ast.dynGet<ast::Try>(id)) {
    // The else clause follows the body, so an exit from the body skips it.
    ast::Try node = *found;
    bool exitsBody = contains(node.body);
    // An exception of an inner `finally` overrides an exit on its way: in the handler it is none.
    bool mayBeOverridden = llvm::any_of(
        node.body, [&](NodeId inner) { return !ast.isa<T>(inner) && contains(inner); });
    node.body = body(node.body);
    for (NodeId &part : node.handlers) {
      ast::ExceptHandler copy = ast.get<ast::ExceptHandler>(part);
      copy.body = body(copy.body);
      if (mayBeOverridden)
        copy.body.insert(copy.body.begin(), assignFlag(ast, flag_, false, ast.span(part)));
      part = ast.add(std::move(copy), ast.span(part));
    }
    node.orelse = body(node.orelse);
    if (exitsBody)
      node.orelse = guarded(std::move(node.orelse), span);
    node.finalbody = body(node.finalbody);
    return ast.add(std::move(node), span);
  }
  // A loop: an exit from inside (only `return` gets here with one) ends it and skips its else
  // clause.
  auto loop = [&](auto node) {
    bool exitsBody = intoLoops_ && contains(node.body);
    if (exitsBody)
      node.body = body(node.body);
    node.orelse = body(node.orelse);
    if (exitsBody)
      node.orelse = guarded(std::move(node.orelse), span);
    NodeId copy = ast.add(std::move(node), span);
    return exitsBody ? stopLoop(ast, copy, flag_) : copy;
  };
  if (const auto *found = ast.dynGet<ast::While>(id))
    return loop(*found);
  return loop(ast.get<ast::For>(id));
}

#define JANUS_INSTANTIATE(T)                                                                       \
  template bool containsExit<T>(const Ast &, llvm::ArrayRef<NodeId>, bool);                        \
  template bool hasExitInFinally<T>(const Ast &, llvm::ArrayRef<NodeId>);                          \
  template class ExitLowering<T>;
JANUS_INSTANTIATE(ast::Break)
JANUS_INSTANTIATE(ast::Continue)
JANUS_INSTANTIATE(ast::Return)
#undef JANUS_INSTANTIATE

}  // namespace janus::convert
