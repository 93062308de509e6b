// Functions, lambdas and classes: their own IR functions, and the code that makes the objects.
#include "Transforms/Build/FunctionBuilder.h"

#include "Frontend/Sema/SupportedSubset.h"

namespace janus::build {

// `outer.<locals>.inner` in a function, `Class.method` in a class, the bare name at module level or
// when the name is declared global.
std::string FunctionBuilder::qualifiedName(llvm::StringRef name, bool isGlobal) {
  if (isGlobal || scope().kind == ScopeKind::Module)
    return name.str();
  if (scope().kind == ScopeKind::Class)
    return fn().qualname + "." + name.str();
  return fn().qualname + ".<locals>." + name.str();
}

FunctionId FunctionBuilder::startFunction(NodeId owner, std::string name, Span span) {
  bool isGlobal = false;
  if (ast().isa<ast::FunctionDef, ast::AsyncFunctionDef, ast::ClassDef>(owner)) {
    const ScopeSymbol *symbol = scope().find(mangled(ast().names().intern(name)));
    isGlobal = symbol && symbol->kind == SymbolKind::GlobalExplicit;
  }
  std::string qualname = qualifiedName(name, isGlobal);
  FunctionId id = context_.module.addFunction(name);
  ir::Function &inner = context_.module.function(id);
  inner.qualname = std::move(qualname);
  inner.span = span;
  return id;
}

void FunctionBuilder::declareParameters(NodeId arguments) {
  const auto &node = ast().get<ast::arguments>(arguments);
  auto declare = [&](NodeId id) {
    Symbol name = mangled(ast().get<ast::arg>(id).arg);
    const ScopeSymbol *symbol = scope().find(name);
    bool cell = symbol && symbol->kind == SymbolKind::Cell && needsCell(scope_, name);
    SlotId slot = addSlot(ast().text(name).str(), cell ? ir::SlotKind::Cell : ir::SlotKind::Local);
    fn().slots[slot].parameter = static_cast<int32_t>(fn().parameters.size());
    fn().parameters.push_back(ast().text(name).str());
    fn().addArgument(fn().body, context_.module.types.dyn());
    slots_[name] = slot;
  };
  for (NodeId id : node.posonlyargs)
    declare(id);
  for (NodeId id : node.args)
    declare(id);
  for (NodeId id : node.kwonlyargs)
    declare(id);
  fn().positionalOnly = node.posonlyargs.size();
  fn().positional = node.posonlyargs.size() + node.args.size();
  fn().keywordOnly = node.kwonlyargs.size();
  if (node.vararg)
    declare(node.vararg), fn().flags |= ir::kFnVarArgs;
  if (node.kwarg)
    declare(node.kwarg), fn().flags |= ir::kFnVarKw;
}

static const ConstantValue *docstringOf(const Ast &ast, const NodeList &body) {
  if (body.empty())
    return nullptr;
  const auto *statement = ast.dynGet<ast::Expr>(body[0]);
  const auto *constant = statement ? ast.dynGet<ast::Constant>(statement->value) : nullptr;
  return constant && constant->value.isStr() ? &constant->value : nullptr;
}

void FunctionBuilder::storeDocstring(const NodeList &body) {
  const ConstantValue *docstring = docstringOf(ast(), body);
  if (!docstring)
    return;
  fn().hasDocstring = true;
  fn().docstring = docstring->text().str();
}

void FunctionBuilder::buildFunctionBody(const NodeList &body, NodeId arguments, bool isAsync) {
  declareParameters(arguments);
  declareSlots();
  storeDocstring(body);
  if (isAsync)
    markCoroutine(scope().isGenerator);
  else if (scope().isGenerator)
    fn().flags |= ir::kFnGenerator;
  statements(body);
  if (!terminated())
    emitEffect(Opcode::Return, {none()});
}

void FunctionBuilder::buildLambdaBody(NodeId body, NodeId arguments) {
  declareParameters(arguments);
  declareSlots();
  if (scope().isGenerator)
    fn().flags |= ir::kFnGenerator;
  ValueId value = expression(body);
  emitEffect(Opcode::Return, {value});
}

// The source says what it does.
void FunctionBuilder::buildInPython(NodeId arguments) {
  fn().flags |= ir::kFnInPython;
  declareParameters(arguments);
  declareSlots();
  emitEffect(Opcode::Return, {none()});
}

// True when a part of a function cannot be compiled code: it has the name of a builtin that wants
// code as text.
bool FunctionBuilder::needsPython(NodeId id, ScopeId function) const {
  if (ast().isa<ast::FunctionDef, ast::AsyncFunctionDef, ast::ClassDef, ast::Lambda>(id))
    return false;
  auto isBuiltin = [&](Symbol name) {
    const ScopeSymbol *here = context_.scopes[function].find(name);
    const ScopeSymbol *global = context_.scopes.module().find(name);
    return (!here || here->isGlobal()) && !(global && (global->assigned || global->imported));
  };
  if (const auto *name = ast().dynGet<ast::Name>(id))
    return isTextBuiltin(ast().text(name->id)) && isBuiltin(name->id);
  bool found = false;
  forEachChild(ast(), id, [&](NodeId child) { found = found || needsPython(child, function); });
  return found;
}

bool FunctionBuilder::isLeftToPython(NodeId function) const {
  if (!context_.leavesToPython)
    return false;
  ScopeId scope = context_.scopes.scopeOf(function);
  if (const auto *lambda = ast().dynGet<ast::Lambda>(function))
    return needsPython(lambda->body, scope);
  auto bodyNeedsPython = [&](const auto *def) {
    return def && llvm::any_of(def->body, [&](NodeId each) { return needsPython(each, scope); });
  };
  return bodyNeedsPython(ast().dynGet<ast::FunctionDef>(function)) ||
         bodyNeedsPython(ast().dynGet<ast::AsyncFunctionDef>(function));
}

// Parameter 0 is the namespace that the statements of the body fill.
void FunctionBuilder::buildClassBody(const ast::ClassDef &node) {
  fn().flags |= ir::kFnClassBody;
  fn().parameters.push_back(".namespace");
  fn().positional = fn().positionalOnly = 1;
  fn().addArgument(fn().body, context_.module.types.dyn());
  declareSlots();
  emitEffect(Opcode::NameStore, {emit(Opcode::GlobalLoad, {}, {{"name", std::string("__name__")}})},
             {{"name", std::string("__module__")}});
  emitEffect(Opcode::NameStore, {stringConstant(fn().qualname)},
             {{"name", std::string("__qualname__")}});
  if (const ConstantValue *docstring = docstringOf(ast(), node.body))
    emitEffect(Opcode::NameStore, {literal(*docstring)}, {{"name", std::string("__doc__")}});
  if (llvm::any_of(node.body, [&](NodeId id) { return ast().isa<ast::AnnAssign>(id); }))
    emitEffect(Opcode::NameStore, {emit(Opcode::PyDict, {})},
               {{"name", std::string("__annotations__")}});
  statements(node.body);
  if (scope().needsClassCell) {
    SlotId slot = slots_.lookup(ast().names().intern("__class__"));
    ValueId cell = emit(Opcode::SlotCell, {}, {{"slot", slot}});
    emitEffect(Opcode::NameStore, {cell}, {{"name", std::string("__classcell__")}});
  }
  if (!terminated())
    emitEffect(Opcode::Return, {none()});
}

// Evaluates defaults and annotations here, builds the inner function, and makes the function
// object.
ValueId FunctionBuilder::makeFunction(NodeId owner, std::string name, NodeId arguments,
                                      NodeId returns,
                                      llvm::function_ref<void(FunctionBuilder &)> buildBody) {
  ValueId defaults, kwdefaults, annotations;
  if (arguments) {
    const auto &node = ast().get<ast::arguments>(arguments);
    defaults = node.defaults.empty() ? none() : tupleOf(node.defaults);
    llvm::SmallVector<ValueId, 4> pairs;
    for (size_t i = 0; i < node.kwonlyargs.size(); ++i) {
      if (!node.kw_defaults[i])
        continue;
      pairs.push_back(stringConstant(nameText(ast().get<ast::arg>(node.kwonlyargs[i]).arg)));
      pairs.push_back(expression(node.kw_defaults[i]));
    }
    kwdefaults = pairs.empty() ? none() : emit(Opcode::PyDict, pairs);
    pairs.clear();
    auto annotate = [&](llvm::StringRef key, NodeId annotation) {
      if (!annotation)
        return;
      ValueId keyValue = stringConstant(key);
      pairs.push_back(keyValue);
      pairs.push_back(annotationValue(annotation));
    };
    auto annotateArg = [&](NodeId id) {
      if (!id)
        return;
      const auto &arg = ast().get<ast::arg>(id);
      annotate(nameText(arg.arg), arg.annotation);
    };
    // In CPython's order: positional-only parameters come second.
    for (NodeId id : node.args)
      annotateArg(id);
    for (NodeId id : node.posonlyargs)
      annotateArg(id);
    annotateArg(node.vararg);
    for (NodeId id : node.kwonlyargs)
      annotateArg(id);
    annotateArg(node.kwarg);
    annotate("return", returns);
    annotations = pairs.empty() ? none() : emit(Opcode::PyDict, pairs);
  } else {
    defaults = kwdefaults = annotations = none();
  }
  FunctionId inner = startFunction(owner, std::move(name), ast().span(owner));
  FunctionBuilder builder(context_, inner, context_.scopes.scopeOf(owner));
  if (isLeftToPython(owner))
    builder.buildInPython(arguments);
  else
    buildBody(builder);
  return definition(Opcode::PyFunction, {defaults, kwdefaults, annotations}, inner);
}

// py.function or py.class, which take over the cells that the inner code uses.
ValueId FunctionBuilder::definition(Opcode opcode, Operands operands, FunctionId inner) {
  std::vector<SlotId> captured = captures(context_.module.function(inner));
  if (captured.empty())
    return emit(opcode, operands, {{"function", inner}});
  return emit(opcode, operands, {{"function", inner}, {"captures", std::move(captured)}});
}

ValueId FunctionBuilder::decorate(llvm::ArrayRef<NodeId> nodes, llvm::ArrayRef<ValueId> decorators,
                                  ValueId value) {
  for (size_t i = decorators.size(); i-- > 0;) {
    At at(*this, nodes[i]);
    value = emit(Opcode::PyCall, {decorators[i], value});
  }
  return value;
}

template <class Node>
void FunctionBuilder::functionDef(NodeId id, const Node &node) {
  llvm::SmallVector<ValueId, 4> decorators = expressions(node.decorator_list);
  ValueId value = makeFunction(
      id, ast().text(node.name).str(), node.args, node.returns, [&](FunctionBuilder &inner) {
        inner.buildFunctionBody(node.body, node.args, std::is_same_v<Node, ast::AsyncFunctionDef>);
      });
  storeName(node.name, decorate(node.decorator_list, decorators, value));
}
template void FunctionBuilder::functionDef(NodeId id, const ast::FunctionDef &node);
template void FunctionBuilder::functionDef(NodeId id, const ast::AsyncFunctionDef &node);

ValueId FunctionBuilder::lambda(NodeId id, const ast::Lambda &node) {
  return makeFunction(id, "<lambda>", node.args, NodeId::invalid(),
                      [&](FunctionBuilder &inner) { inner.buildLambdaBody(node.body, node.args); });
}

void FunctionBuilder::classDef(NodeId id, const ast::ClassDef &node) {
  llvm::SmallVector<ValueId, 4> decorators = expressions(node.decorator_list);
  ValueId bases = tupleOf(node.bases);
  ValueId kwargs = none();
  if (!node.keywords.empty())
    kwargs = keywordDict(node.keywords, stringConstant(ast().text(node.name)));
  FunctionId inner = startFunction(id, ast().text(node.name).str(), ast().span(id));
  FunctionBuilder builder(context_, inner, context_.scopes.scopeOf(id));
  builder.buildClassBody(node);
  ValueId value = definition(Opcode::PyClass, {bases, kwargs}, inner);
  storeName(node.name, decorate(node.decorator_list, decorators, value));
}

}  // namespace janus::build
