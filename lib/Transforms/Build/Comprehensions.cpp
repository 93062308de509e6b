// Comprehensions and generator expressions.
//
// A list, set or dict comprehension is built in place: its variables are slots of the enclosing
// function. It becomes a function of its own, as in CPython, when one of its variables is captured
// by an inner function (each evaluation needs fresh cells) or when it stands in a class body or
// in text (whose names it must not see).
#include "Transforms/Build/FunctionBuilder.h"

namespace janus::build {

static const NodeList &generatorsOf(const Ast &ast, NodeId id) {
  switch (ast.kind(id)) {
  case NodeKind::ListComp: return ast.get<ast::ListComp>(id).generators;
  case NodeKind::SetComp: return ast.get<ast::SetComp>(id).generators;
  case NodeKind::DictComp: return ast.get<ast::DictComp>(id).generators;
  default: return ast.get<ast::GeneratorExp>(id).generators;
  }
}

bool FunctionBuilder::canInline(ScopeId id) const {
  const Scope &scope = context_.scopes[id];
  if (scope.kind != ScopeKind::Comprehension || ast().isa<ast::GeneratorExp>(scope.owner))
    return false;
  ScopeKind outer = context_.scopes[scope.parent].kind;
  if (outer == ScopeKind::Class || (outer == ScopeKind::Module && context_.isText))
    return false;
  return llvm::none_of(scope.symbols, [&](const ScopeSymbol &symbol) {
    return symbol.kind == SymbolKind::Cell && needsCell(id, symbol.name);
  });
}

static Opcode emptyDisplay(const Ast &ast, NodeId id) {
  switch (ast.kind(id)) {
  case NodeKind::SetComp: return Opcode::PySet;
  case NodeKind::DictComp: return Opcode::PyDict;
  default: return Opcode::PyList;
  }
}

ValueId FunctionBuilder::comprehensionValue(NodeId id) {
  ScopeId scope = context_.scopes.scopeOf(id);
  return canInline(scope) ? inlinedComprehension(id, scope) : calledComprehension(id, scope);
}

ValueId FunctionBuilder::inlinedComprehension(NodeId id, ScopeId scopeId) {
  const NodeList &generators = generatorsOf(ast(), id);
  // The first iterable belongs to the enclosing scope.
  ValueId iterator = iteratorOf(ast().get<ast::comprehension>(generators[0]));
  ValueId container = emit(emptyDisplay(ast(), id), {});
  InlineScope inner;
  inner.scope = scopeId;
  for (const ScopeSymbol &symbol : context_.scopes[scopeId].symbols) {
    if (symbol.kind != SymbolKind::Local && symbol.kind != SymbolKind::Cell)
      continue;
    std::string name = "." + ast().text(symbol.name).str() + "." + std::to_string(temporaries_++);
    inner.slots[symbol.name] = addSlot(std::move(name), ir::SlotKind::Local);
  }
  llvm::SmallVector<SlotId, 2> own;
  for (const ScopeSymbol &symbol : context_.scopes[scopeId].symbols)
    if (SlotId slot = inner.slots.lookup(symbol.name))
      own.push_back(slot);
  inlined_.push_back(std::move(inner));
  comprehensionLoops(generators, 0, iterator, [&] { comprehensionElement(id, container); });
  inlined_.pop_back();
  for (SlotId slot : own)
    emitEffect(Opcode::SlotClear, {}, {{"slot", slot}});
  return container;
}

void FunctionBuilder::comprehensionElement(NodeId id, ValueId container) {
  if (const auto *node = ast().dynGet<ast::DictComp>(id)) {
    ValueId key = expression(node->key);
    ValueId value = expression(node->value);
    return emitEffect(Opcode::PyDictSet, {container, key, value});
  }
  if (const auto *node = ast().dynGet<ast::SetComp>(id)) {
    ValueId item = expression(node->elt);
    return emitEffect(Opcode::PySetAdd, {container, item});
  }
  ValueId item = expression(ast().get<ast::ListComp>(id).elt);
  emitEffect(Opcode::PyListAppend, {container, item});
}

void FunctionBuilder::comprehensionLoops(llvm::ArrayRef<NodeId> generators, size_t index,
                                         ValueId iterator, llvm::function_ref<void()> element) {
  const auto &part = ast().get<ast::comprehension>(generators[index]);
  auto turn = [&](ValueId item) {
    assignTo(part.target, item);
    for (NodeId test : part.ifs) {
      ir::OpId branch = emitControl(Opcode::If, {negate(condition(test))});
      setText(branch, ast().span(test));
      inRegion(branch, 0, [&] { emitEffect(Opcode::Continue, {}); });
    }
    if (index + 1 == generators.size())
      return element();
    ValueId inner = iteratorOf(ast().get<ast::comprehension>(generators[index + 1]));
    comprehensionLoops(generators, index + 1, inner, element);
  };
  part.is_async ? emitAsyncFor(iterator, turn) : emitFor(iterator, turn);
}

// The function takes the first iterator as its parameter `.0`.
ValueId FunctionBuilder::calledComprehension(NodeId id, ScopeId scopeId) {
  const NodeList &generators = generatorsOf(ast(), id);
  std::string name = "<" + ast().text(context_.scopes[scopeId].name).str() + ">";
  ValueId function =
      makeFunction(id, std::move(name), NodeId::invalid(), NodeId::invalid(),
                   [&](FunctionBuilder &inner) { inner.buildGeneratorExpression(id); });
  ValueId iterator = iteratorOf(ast().get<ast::comprehension>(generators[0]));
  ValueId made = emit(Opcode::PyCall, {function, iterator});
  return context_.scopes[scopeId].isAsync && !ast().isa<ast::GeneratorExp>(id) ? await(made) : made;
}

void FunctionBuilder::buildGeneratorExpression(NodeId id) {
  SlotId iteratorSlot = addSlot(".0", ir::SlotKind::Local);
  fn().slots[iteratorSlot].parameter = 0;
  fn().parameters.push_back(".0");
  fn().positional = fn().positionalOnly = 1;
  fn().addArgument(fn().body, context_.module.types.dyn());
  declareSlots();
  ValueId iterator = loadSlot(iteratorSlot);
  const NodeList &generators = generatorsOf(ast(), id);
  if (scope().isAsync)
    markCoroutine(ast().isa<ast::GeneratorExp>(id));
  if (const auto *node = ast().dynGet<ast::GeneratorExp>(id)) {
    fn().flags |= ir::kFnGenerator;
    comprehensionLoops(generators, 0, iterator, [&] {
      ValueId item = expression(node->elt);
      emit(Opcode::PyYield, {item});
    });
    return emitEffect(Opcode::Return, {none()});
  }
  ValueId container = emit(emptyDisplay(ast(), id), {});
  comprehensionLoops(generators, 0, iterator, [&] { comprehensionElement(id, container); });
  emitEffect(Opcode::Return, {container});
}

}  // namespace janus::build
