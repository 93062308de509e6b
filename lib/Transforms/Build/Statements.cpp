// Statements other than definitions, assignments and match.
#include "Transforms/Build/FunctionBuilder.h"

namespace janus::build {

void FunctionBuilder::statements(llvm::ArrayRef<NodeId> list) {
  for (NodeId id : list) {
    if (terminated())
      return;  // dead code
    At at(*this, id);
    statement(id);
  }
}

void FunctionBuilder::statement(NodeId id) {
  switch (ast().kind(id)) {
  case NodeKind::Expr: {
    const auto &node = ast().get<ast::Expr>(id);
    if (!ast().isa<ast::Constant>(node.value))
      expression(node.value);
    return;
  }
  case NodeKind::Assign: {
    const auto &node = ast().get<ast::Assign>(id);
    ValueId value = expression(node.value);
    for (NodeId target : node.targets)
      assignTo(target, value);
    return;
  }
  case NodeKind::AugAssign: return augmentedAssign(ast().get<ast::AugAssign>(id));
  case NodeKind::AnnAssign: return annotatedAssign(ast().get<ast::AnnAssign>(id));
  case NodeKind::Return: {
    const auto &node = ast().get<ast::Return>(id);
    ValueId value = expressionOrNone(node.value);
    return emitEffect(Opcode::Return, {value});
  }
  case NodeKind::Delete:
    for (NodeId target : ast().get<ast::Delete>(id).targets)
      deleteTarget(target);
    return;
  case NodeKind::If: return ifStatement(ast().get<ast::If>(id));
  case NodeKind::While: return whileStatement(ast().get<ast::While>(id));
  case NodeKind::For: return forStatement(ast().get<ast::For>(id));
  case NodeKind::Try: return tryStatement(ast().get<ast::Try>(id), &FunctionBuilder::handlerChain);
  case NodeKind::TryStar:
    return tryStatement(ast().get<ast::TryStar>(id), &FunctionBuilder::starHandlers);
  case NodeKind::AsyncFor: return asyncForStatement(ast().get<ast::AsyncFor>(id));
  case NodeKind::With: {
    const auto &node = ast().get<ast::With>(id);
    return withStatement(node.items, node.body, /*isAsync=*/false);
  }
  case NodeKind::AsyncWith: {
    const auto &node = ast().get<ast::AsyncWith>(id);
    return withStatement(node.items, node.body, /*isAsync=*/true);
  }
  case NodeKind::Match: return matchStatement(ast().get<ast::Match>(id));
  case NodeKind::Raise: return raiseStatement(ast().get<ast::Raise>(id));
  case NodeKind::Assert: return assertStatement(ast().get<ast::Assert>(id));
  case NodeKind::Import: return importStatement(ast().get<ast::Import>(id));
  case NodeKind::ImportFrom: return importFromStatement(ast().get<ast::ImportFrom>(id));
  case NodeKind::FunctionDef: return functionDef(id, ast().get<ast::FunctionDef>(id));
  case NodeKind::AsyncFunctionDef: return functionDef(id, ast().get<ast::AsyncFunctionDef>(id));
  case NodeKind::ClassDef: return classDef(id, ast().get<ast::ClassDef>(id));
  case NodeKind::Break: return emitEffect(Opcode::Break, {});
  case NodeKind::Continue: return emitEffect(Opcode::Continue, {});
  case NodeKind::Pass:
  case NodeKind::Global:
  case NodeKind::Nonlocal: return;
  default: llvm_unreachable("not a statement");
  }
}

void FunctionBuilder::ifStatement(const ast::If &node) {
  ValueId test = condition(node.test);
  ir::OpId op = emitControl(Opcode::If, {test});
  setText(op, ast().span(node.test));
  inRegion(op, 0, [&] { statements(node.body); });
  inRegion(op, 1, [&] { statements(node.orelse); });
}

void FunctionBuilder::whileStatement(const ast::While &node) {
  ir::OpId op = emitControl(Opcode::While, {});
  inRegion(op, 0, [&] {
    ValueId test = condition(node.test);
    builder_.setSpan(ast().span(node.test));
    emitEffect(Opcode::Condition, {test});
  });
  inRegion(op, 1, [&] { statements(node.body); });
  inRegion(op, 2, [&] { statements(node.orelse); });
}

ir::OpId FunctionBuilder::emitFor(ValueId iterator, llvm::function_ref<void(ValueId)> body) {
  ir::OpId op = emitControl(Opcode::For, {iterator});
  ValueId item = builder_.addArgument(op, 0, context_.module.types.dyn());
  inRegion(op, 0, [&] { body(item); });
  return op;
}

void FunctionBuilder::forStatement(const ast::For &node) {
  ir::OpId op = emitFor(iteratorOf(node.iter), [&](ValueId item) {
    assignTo(node.target, item);
    statements(node.body);
  });
  inRegion(op, 1, [&] { statements(node.orelse); });
}

template <class Node>
void FunctionBuilder::tryStatement(const Node &node, Handlers handlers) {
  ir::OpId op = emitControl(Opcode::Try, {});
  inRegion(op, 0, [&] { statements(node.body); });
  if (!node.handlers.empty()) {
    ValueId exception = builder_.addArgument(op, 1, context_.module.types.of(TypeKind::Exception));
    inRegion(op, 1, [&] { (this->*handlers)(node.handlers, exception); });
  }
  inRegion(op, 2, [&] { statements(node.orelse); });
  inRegion(op, 3, [&] { statements(node.finalbody); });
}

// if matches(first): body  else: the rest; the exception goes on when none matches.
void FunctionBuilder::handlerChain(llvm::ArrayRef<NodeId> handlers, ValueId exception) {
  if (handlers.empty())
    return emitEffect(Opcode::ReraiseException, {exception});
  const auto &handler = ast().get<ast::ExceptHandler>(handlers.front());
  At at(*this, handlers.front());
  if (!handler.type)
    return handlerBody(handler, exception);
  ValueId type = expression(handler.type);
  ValueId matches;
  {
    At atType(*this, handler.type);
    matches = emit(Opcode::PyExceptionMatches, {exception, type});
  }
  ir::OpId op = emitControl(Opcode::If, {matches});
  inRegion(op, 0, [&] { handlerBody(handler, exception); });
  inRegion(op, 1, [&] { handlerChain(handlers.drop_front(), exception); });
}

// `except T as e`: e is unbound however the body is left.
void FunctionBuilder::handlerBody(const ast::ExceptHandler &handler, ValueId exception) {
  if (!handler.name)
    return statements(handler.body);
  storeName(handler.name, exception);
  ir::OpId op = emitControl(Opcode::Try, {});
  inRegion(op, 0, [&] { statements(handler.body); });
  inRegion(op, 3, [&] {
    storeName(handler.name, none());
    deleteName(handler.name);
  });
}

// PEP 343's expansion: the exit method is called once, with the exception or with None.
//
//   exit = lookup __exit__; value = __enter__(); pending = True
//   try:
//     try: target = value; body
//     except exc: pending = False; if not exit(exc): raise
//   finally: if pending: exit(None)
//
// `async with` awaits what the two methods give.
void FunctionBuilder::withStatement(llvm::ArrayRef<NodeId> items, const NodeList &body,
                                    bool isAsync) {
  if (items.empty())
    return statements(body);
  const auto &part = ast().get<ast::withitem>(items.front());
  auto leave = [&](ValueId exitMethod, ValueId exception) {
    if (!isAsync)
      return emit(Opcode::PyWithExit, {exitMethod, exception});
    return await(emit(Opcode::PyAsyncExit, {exitMethod, exception}), AwaitableOf::Exit);
  };
  SlotId exitSlot = temporarySlot("exit");
  SlotId pending = temporarySlot("pending");
  ValueId manager = expression(part.context_expr);
  ValueId exitMethod =
      emit(isAsync ? Opcode::PyAsyncExitMethod : Opcode::PyWithExitMethod, {manager});
  storeSlot(exitSlot, exitMethod);
  ValueId entered = emit(isAsync ? Opcode::PyAsyncEnter : Opcode::PyWithEnter, {manager});
  if (isAsync)
    entered = await(entered, AwaitableOf::Enter);
  storeSlot(pending, boolean(true));

  ir::OpId outer = emitControl(Opcode::Try, {});
  inRegion(outer, 0, [&] {
    ir::OpId inner = emitControl(Opcode::Try, {});
    inRegion(inner, 0, [&] {
      if (part.optional_vars)
        assignTo(part.optional_vars, entered);
      withStatement(items.drop_front(), body, isAsync);
    });
    ValueId exception =
        builder_.addArgument(inner, 1, context_.module.types.of(TypeKind::Exception));
    inRegion(inner, 1, [&] {
      storeSlot(pending, boolean(false));
      ValueId swallowed = leave(loadSlot(exitSlot), exception);
      if (isAsync)
        swallowed = truth(swallowed);
      emitWhen(negate(swallowed), [&] { emitEffect(Opcode::ReraiseException, {exception}); });
    });
  });
  inRegion(outer, 3, [&] {
    emitWhen(truth(loadSlot(pending)), [&] { leave(loadSlot(exitSlot), none()); });
    emitEffect(Opcode::SlotClear, {}, {{"slot", exitSlot}});
  });
}

void FunctionBuilder::raiseStatement(const ast::Raise &node) {
  if (!node.exc)
    return emitEffect(Opcode::Reraise, {});
  ValueId exception = expression(node.exc);
  if (!node.cause)
    return emitEffect(Opcode::Raise, {exception});
  ValueId cause = expression(node.cause);
  emitEffect(Opcode::Raise, {exception, cause});
}

void FunctionBuilder::assertStatement(const ast::Assert &node) {
  ValueId failed = negate(condition(node.test));
  ir::OpId branch = emitControl(Opcode::If, {failed});
  setText(branch, ast().span(node.test));
  inRegion(branch, 0, [&] {
    if (!node.msg)
      return emitEffect(Opcode::RaiseAssertion, {});
    ValueId message = expression(node.msg);
    emitEffect(Opcode::RaiseAssertion, {message});
  });
}

// `import a.b.c` binds a; `import a.b.c as d` binds the module a.b.c.
void FunctionBuilder::importStatement(const ast::Import &node) {
  for (NodeId id : node.names) {
    const auto &part = ast().get<ast::alias>(id);
    llvm::StringRef dotted = ast().text(part.name);
    ValueId module = emit(Opcode::PyImport, {},
                          {{"module", dotted.str()}, {"leaf", static_cast<bool>(part.asname)}});
    Symbol bound = part.asname ? part.asname : ast().names().intern(dotted.split('.').first);
    storeName(bound, module);
  }
}

// In text the names go to a namespace, which need not be that of the module:
// `_expression_code.store_all(module, namespace)`.
void FunctionBuilder::importStar(ValueId module) {
  if (!context_.isText)
    return emitEffect(Opcode::PyImportStar, {module});
  ValueId library =
      emit(Opcode::PyImport, {}, {{"module", std::string("_expression_code")}, {"leaf", true}});
  ValueId names = fn().region(fn().body).arguments[0];
  emit(Opcode::PyCallMethod, {library, module, names}, {{"name", std::string("store_all")}});
}

void FunctionBuilder::importFromStatement(const ast::ImportFrom &node) {
  std::string dotted = node.module ? ast().text(node.module).str() : std::string();
  ValueId module =
      emit(Opcode::PyImportForFrom, {}, {{"module", dotted}, {"level", int64_t{node.level}}});
  for (NodeId id : node.names) {
    const auto &part = ast().get<ast::alias>(id);
    if (ast().text(part.name) == "*")
      return importStar(module);
    ValueId value = emit(Opcode::PyImportFrom, {module}, {{"name", ast().text(part.name).str()}});
    storeName(part.asname ? part.asname : part.name, value);
  }
}

}  // namespace janus::build
