// The lowering that Break, Continue and Return share: an exit statement becomes a flag, and
// whatever it would have jumped over is guarded by the flag.
#pragma once

#include "Transforms/Convert/Convert.h"

#include "Frontend/Syntax/Rewriter.h"

namespace janus::convert {

// True when a statement list contains a statement of kind T that belongs to it: nested functions
// and classes are never entered, nested loops only when `intoLoops`.
template <class T>
bool containsExit(const Ast &ast, llvm::ArrayRef<NodeId> list, bool intoLoops);

extern template bool containsExit<ast::Break>(const Ast &, llvm::ArrayRef<NodeId>, bool);
extern template bool containsExit<ast::Continue>(const Ast &, llvm::ArrayRef<NodeId>, bool);
extern template bool containsExit<ast::Return>(const Ast &, llvm::ArrayRef<NodeId>, bool);

// A `finally` block with an exit of its own swallows exceptions, which no flag expresses: such code
// stays as it is. The same holds for exits inside `match`-free generators only where noted by the
// converter.
template <class T>
bool hasExitInFinally(const Ast &ast, llvm::ArrayRef<NodeId> list);

extern template bool hasExitInFinally<ast::Break>(const Ast &, llvm::ArrayRef<NodeId>);
extern template bool hasExitInFinally<ast::Continue>(const Ast &, llvm::ArrayRef<NodeId>);
extern template bool hasExitInFinally<ast::Return>(const Ast &, llvm::ArrayRef<NodeId>);

// Rewrites a body whose exits of kind T set `flag`.
template <class T>
class ExitLowering {
public:
  // `lower` gives the statements that replace one exit (the assignment of the flag among them).
  ExitLowering(ConvertContext &context, Symbol flag, bool intoLoops,
               llvm::function_ref<NodeList(NodeId)> lower)
      : context_(context), flag_(flag), intoLoops_(intoLoops), lower_(lower) {}

  NodeList body(llvm::ArrayRef<NodeId> list);

private:
  NodeId statement(NodeId id);
  NodeList guarded(NodeList list, Span span);
  bool contains(llvm::ArrayRef<NodeId> list) const {
    return containsExit<T>(context_.ast, list, intoLoops_);
  }

  ConvertContext &context_;
  Symbol flag_;
  bool intoLoops_;
  llvm::function_ref<NodeList(NodeId)> lower_;
};

extern template class ExitLowering<ast::Break>;
extern template class ExitLowering<ast::Continue>;
extern template class ExitLowering<ast::Return>;

// `flag = value`, and `not flag`.
NodeId assignFlag(Ast &ast, Symbol flag, bool value, Span span);
NodeId notFlag(Ast &ast, Symbol flag, Span span);
// A `while` or `for` that also ends when `flag` is set. Of a for: `for x in ag__.breakable(xs,
// lambda: flag)`, whose iterator is not advanced any more.
NodeId stopLoop(Ast &ast, NodeId loop, Symbol flag);

}  // namespace janus::convert
