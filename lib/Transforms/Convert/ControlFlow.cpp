// if, while and for -> calls over functions of their state (conformance AG-16 to AG-20).
//
//   if c:            def if_body(x=x):            while c:        def loop_test(x): return c
//     x = a            x = a                        x = f(x)      def loop_body(x):
//   else:              return (x,)          |             ->        x = f(x)
//     x = b    ->    def else_body(x=x):                            return (x,)
//                      x = b                                      (x,) = ag__.while_stmt(loop_test,
//                      loop_body, (x,)) return (x,)
//                    (x,) = ag__.if_stmt(c, if_body, else_body)
//
// State is what the statement assigns and what is read afterwards (or, of a loop, in its next
// iteration). Variables that inner functions share, that are unbound again (`del`, `except as`) or
// whose value outlives an exception stay cells (`nonlocal`); one that is assigned in the moved code
// only is declared by `x: None`, which binds nothing. A variable that may be
// unbound there starts as ag__.Undefined(name); reading it where it may be unbound goes through
// ag__.ld, which raises as Python would.
//
// Left as they are, with what is inside of them converted: statements with an exit that no
// converter could lower, with `yield`, with calls that look at their caller (`super()`,
// `locals()`), and conditions with `:=`.
#include "Transforms/Convert/ExitLowering.h"
#include "Transforms/Convert/FunctionFacts.h"
#include "Transforms/Convert/GuardReads.h"
#include "Transforms/Convert/ThunkSafety.h"

namespace janus::convert {

namespace {

using Strings = llvm::SmallVector<Symbol, 8>;

// True when code can move into a function of its own.
bool canMove(const Ast &ast, llvm::ArrayRef<NodeId> list) {
  BoundCode code(ast, list);
  return !code.yields && !code.awaits && !code.asksSuper && !code.looksAround &&
         !containsExit<ast::Break>(ast, list, false) &&
         !containsExit<ast::Continue>(ast, list, false) &&
         !containsExit<ast::Return>(ast, list, true);
}

// True when a function reads its variables by other means than their names; it stays as it is.
bool looksAtVariables(const Ast &ast, llvm::ArrayRef<NodeId> body) {
  return BoundCode(ast, body).looksAround;
}

class ControlFlowConverter : public ast::Rewriter<ControlFlowConverter> {
public:
  ControlFlowConverter(ConvertContext &context, const ScopeTree &scopes)
      : Rewriter(context.ast), context_(context), scopes_(scopes) {}

  ast::Rewritten rewriteFunctionDef(NodeId id, const ast::FunctionDef &node) {
    FunctionFacts facts(ast(), id, scopes_);
    Outer outer{facts_, std::move(undefined_), std::move(declared_)};
    facts_ = looksAtVariables(ast(), node.body) ? nullptr : &facts;
    undefined_.clear();
    declared_.clear();
    ast::FunctionDef copy = node;
    copy.body = rewriteList(node.body);
    NodeList body = declarations(ast().span(id));
    body.append(copy.body.begin(), copy.body.end());
    copy.body = std::move(body);
    facts_ = outer.facts;
    undefined_ = std::move(outer.undefined);
    declared_ = std::move(outer.declared);
    return ast().add(std::move(copy), ast().span(id));
  }
  // The code of a class body is not a function's.
  ast::Rewritten rewriteClassDef(NodeId id, const ast::ClassDef &) {
    FunctionFacts *outer = facts_;
    facts_ = nullptr;
    NodeId result = rewriteChildren(id);
    facts_ = outer;
    return result;
  }

  ast::Rewritten rewriteIf(NodeId id, const ast::If &node) {
    bool convert = facts_ && !facts_->readsUnboundCell(id) && canMove(ast(), node.body) &&
                   canMove(ast(), node.orelse);
    NodeId inner = rewriteChildren(id);
    if (!convert)
      return inner;
    const ast::If copy = ast().get<ast::If>(inner);
    Span span = ast().span(id);
    FunctionFacts::Assigned assigned = facts_->assignedIn(id);
    Strings outputs;
    for (Symbol name : assigned.own)
      if (facts_->isLiveAfter(id, name))
        outputs.push_back(name);
    SymbolSet inputs;
    for (Symbol name : assigned.own)
      if (facts_->isLiveAfterTest(id, name))
        inputs.insert(name);
    needValues(id, inputs);
    keepLocal(id, assigned, outputs);
    Symbol thenName = context_.names.fresh("if_body"), elseName = context_.names.fresh("else_body");
    // The test is evaluated before the branch functions take over the values.
    Symbol test = context_.names.fresh("cond");
    static const Template kTest("_name_ = _test_");
    NodeList result = kTest.instantiate(ast(), {{"_name_", test}, {"_test_", copy.test}}, span);
    static const Template kIf("ag__.if_stmt(_test_, _then_, _else_)");
    NodeId call = kIf.instantiateExpression(
        ast(), {{"_test_", test}, {"_then_", thenName}, {"_else_", elseName}}, span);
    result.push_back(
        function(thenName, assigned, withDefaults(inputs, span), copy.body, outputs, span));
    result.push_back(
        function(elseName, assigned, withDefaults(inputs, span), copy.orelse, outputs, span));
    result.push_back(assignOutputs(outputs, call, span));
    return result;
  }

  ast::Rewritten rewriteWhile(NodeId id, const ast::While &node) {
    bool convert = facts_ && !facts_->readsUnboundCell(id) && canMove(ast(), node.body) &&
                   canBeThunk(ast(), node.test);
    NodeId inner = rewriteChildren(id);
    if (!convert)
      return inner;
    const ast::While copy = ast().get<ast::While>(inner);
    Span span = ast().span(id);
    FunctionFacts::Assigned assigned = facts_->assignedIn(id);
    Strings state = loopState(id, assigned);
    keepLocal(id, assigned, state);
    Symbol testName = context_.names.fresh("loop_test"),
           bodyName = context_.names.fresh("loop_body");
    NodeId testReturn = ast().add(ast::Return{copy.test}, ast().span(copy.test));
    static const Template kWhile("ag__.while_stmt(_test_, _body_, _state_)");
    NodeId call = kWhile.instantiateExpression(
        ast(), {{"_test_", testName}, {"_body_", bodyName}, {"_state_", tupleOf(state, span)}},
        span);
    NodeList result = {
        plainFunction(testName, parameters(state, span), {testReturn}, span),
        function(bodyName, assigned, parameters(state, span), copy.body, state, span),
        assignOutputs(state, call, span)};
    result.append(copy.orelse.begin(), copy.orelse.end());
    return result;
  }

  ast::Rewritten rewriteFor(NodeId id, const ast::For &node) {
    bool convert = facts_ && !facts_->readsUnboundCell(id) && canMove(ast(), node.body);
    NodeId inner = rewriteChildren(id);
    if (!convert)
      return inner;
    const ast::For copy = ast().get<ast::For>(inner);
    Span span = ast().span(id);
    NodeId iterable = copy.iter;
    llvm::SmallVector<Symbol, 2> flags = stopFlags(ast(), iterable);
    FunctionFacts::Assigned assigned = facts_->assignedIn(id);
    Strings state = loopState(id, assigned);
    keepLocal(id, assigned, state);
    for (Symbol flag : flags)
      if (!llvm::is_contained(state, flag) && !assigned.nonlocals.contains(flag))
        state.push_back(flag);
    Symbol bodyName = context_.names.fresh("loop_body"), item = context_.names.fresh("item");
    static const Template kTarget("_target_ = _item_");
    NodeList body = kTarget.instantiate(ast(), {{"_target_", copy.target}, {"_item_", item}},
                                        ast().span(copy.target));
    body.append(copy.body.begin(), copy.body.end());
    Strings bodyParameters = {item};
    bodyParameters.append(state.begin(), state.end());
    NodeList result = {
        function(bodyName, assigned, parameters(bodyParameters, span), body, state, span)};
    NodeId call;
    if (flags.empty()) {
      static const Template kFor("ag__.for_stmt(_iter_, None, _body_, _state_)");
      call = kFor.instantiateExpression(
          ast(), {{"_iter_", iterable}, {"_body_", bodyName}, {"_state_", tupleOf(state, span)}},
          span);
    } else {
      NodeId test;
      for (Symbol flag : flags) {
        static const Template kAnd("_a_ and _b_");
        NodeId next = notFlag(ast(), flag, span);
        test =
            test ? kAnd.instantiateExpression(ast(), {{"_a_", test}, {"_b_", next}}, span) : next;
      }
      Symbol testName = context_.names.fresh("extra_test");
      result.push_back(plainFunction(testName, parameters(state, span),
                                     {ast().add(ast::Return{test}, span)}, span));
      static const Template kFor("ag__.for_stmt(_iter_, _test_, _body_, _state_)");
      call = kFor.instantiateExpression(ast(),
                                        {{"_iter_", iterable},
                                         {"_test_", testName},
                                         {"_body_", bodyName},
                                         {"_state_", tupleOf(state, span)}},
                                        span);
    }
    result.push_back(assignOutputs(state, call, span));
    result.append(copy.orelse.begin(), copy.orelse.end());
    return result;
  }

private:
  struct Outer {
    FunctionFacts *facts;
    SymbolSet undefined, declared;
  };

  NodeId stringOf(Symbol name, Span span) {
    return ast().add(ast::Constant{ConstantValue::str(text(name).str()), {}}, span);
  }
  NodeId load(Symbol name, Span span) {
    return ast().add(ast::Name{name, ast::ExprContext::Load}, span);
  }

  // Variables whose value a moved body takes over must have one: those that may be unbound get the
  // undefined value at the start of the function.
  template <class Names>
  void needValues(NodeId statement, const Names &names) {
    for (Symbol name : names)
      if (!facts_->isBoundBefore(statement, name) && facts_->startsUnbound(name))
        undefined_.insert(name);
  }

  // Variables that the moved code reads unbound must have the undefined value to fail with the
  // right error; and those that it alone assigns stay local variables for reads elsewhere that
  // fail.
  void keepLocal(NodeId statement, const FunctionFacts::Assigned &assigned,
                 const Strings &outputs) {
    for (Symbol name : facts_->unboundReads(statement))
      undefined_.insert(name);
    for (Symbol name : assigned.own)
      if (!llvm::is_contained(outputs, name) && facts_->startsUnbound(name) &&
          facts_->isReadUnbound(name))
        declared_.insert(name);
  }

  NodeList declarations(Span span) {
    NodeList result;
    static const Template kDeclaration("_name_: None");
    for (Symbol name : declared_) {
      if (undefined_.contains(name))
        continue;
      NodeList one = kDeclaration.instantiate(ast(), {{"_name_", name}}, span);
      result.append(one.begin(), one.end());
    }
    static const Template kUndefined("_name_ = ag__.Undefined(_text_)");
    for (Symbol name : undefined_) {
      NodeList one =
          kUndefined.instantiate(ast(), {{"_name_", name}, {"_text_", stringOf(name, span)}}, span);
      result.append(one.begin(), one.end());
    }
    return result;
  }

  // A loop without exits ends at its head: what is read after it is live there.
  Strings loopState(NodeId loop, const FunctionFacts::Assigned &assigned) {
    Strings state;
    for (Symbol name : assigned.own)
      if (facts_->isLiveAtHead(loop, name))
        state.push_back(name);
    needValues(loop, state);
    return state;
  }

  NodeId parameter(Symbol name, Span span) { return ast().add(ast::arg{name, {}}, span); }

  NodeId parameters(const Strings &names, Span span) {
    ast::arguments node;
    for (Symbol name : names)
      node.args.push_back(parameter(name, span));
    return ast().add(std::move(node), span);
  }

  // (x=x, y=y): called without arguments, with the values of now.
  NodeId withDefaults(const SymbolSet &names, Span span) {
    ast::arguments node;
    for (Symbol name : names) {
      node.args.push_back(parameter(name, span));
      node.defaults.push_back(load(name, span));
    }
    return ast().add(std::move(node), span);
  }

  NodeId tupleOf(const Strings &names, Span span,
                 ast::ExprContext context = ast::ExprContext::Load) {
    ast::Tuple tuple{{}, context};
    for (Symbol name : names)
      tuple.elts.push_back(ast().add(ast::Name{name, context}, span));
    return ast().add(std::move(tuple), span);
  }

  NodeId plainFunction(Symbol name, NodeId arguments, NodeList body, Span span) {
    return ast().add(ast::FunctionDef{name, arguments, std::move(body), {}, {}}, span);
  }

  NodeId function(Symbol name, const FunctionFacts::Assigned &assigned, NodeId arguments,
                  NodeList body, const Strings &outputs, Span span) {
    NodeList all;
    for (Symbol shared : assigned.nonlocals)
      if (facts_->startsUnbound(shared))
        declared_.insert(shared);
    if (!assigned.nonlocals.empty())
      all.push_back(
          ast().add(ast::Nonlocal{{assigned.nonlocals.begin(), assigned.nonlocals.end()}}, span));
    if (!assigned.globals.empty())
      all.push_back(
          ast().add(ast::Global{{assigned.globals.begin(), assigned.globals.end()}}, span));
    all.append(body.begin(), body.end());
    all.push_back(ast().add(ast::Return{tupleOf(outputs, span)}, span));
    return plainFunction(name, arguments, std::move(all), span);
  }

  NodeId assignOutputs(const Strings &outputs, NodeId call, Span span) {
    if (outputs.empty())
      return ast().add(ast::Expr{call}, span);
    return ast().add(ast::Assign{{tupleOf(outputs, span, ast::ExprContext::Store)}, call}, span);
  }

  ConvertContext &context_;
  const ScopeTree &scopes_;
  FunctionFacts *facts_ = nullptr;  // of the function around; null at module and class level
  SymbolSet undefined_, declared_;  // of that function
};

}  // namespace

NodeId convertControlFlow(ConvertContext &context, NodeId root) {
  {
    ScopeTree scopes = analyzeScopes(context.ast, root, context.diag);
    root = guardReads(context, root, scopes);
  }
  ScopeTree scopes = analyzeScopes(context.ast, root, context.diag);
  return ControlFlowConverter(context, scopes).rewrite(root);
}

}  // namespace janus::convert
