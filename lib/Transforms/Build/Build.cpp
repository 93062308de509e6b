// The module as a whole.
#include "Transforms/Build/Build.h"

#include "Transforms/Build/FunctionBuilder.h"

namespace janus::build {

// Only statements at the head count, and the parser has checked the feature names.
static bool importsFutureAnnotations(const Ast &ast, const ast::Module &module) {
  for (NodeId id : module.body) {
    const auto *node = ast.dynGet<ast::ImportFrom>(id);
    if (!node || !node->module || ast.text(node->module) != "__future__")
      continue;
    for (NodeId name : node->names)
      if (ast.text(ast.get<ast::alias>(name).name) == "annotations")
        return true;
  }
  return false;
}

// The name of `import janus_functional as NAME` at the head, which nothing rebinds.
static Symbol functionalShim(const Ast &ast, const ast::Module &module, const ScopeTree &scopes) {
  for (NodeId id : module.body)
    if (const auto *node = ast.dynGet<ast::Import>(id))
      for (NodeId name : node->names) {
        const auto &alias = ast.get<ast::alias>(name);
        const ScopeSymbol *symbol = alias.asname ? scopes.module().find(alias.asname) : nullptr;
        if (symbol && !symbol->assigned && ast.text(alias.name) == "janus_functional")
          return alias.asname;
      }
  return {};
}

// Text that runs twice in one namespace goes on with the annotations that are there.
void FunctionBuilder::declareNamespace(bool isAnnotated) {
  fn().flags |= ir::kFnClassBody;
  fn().parameters.push_back(".namespace");
  fn().positional = fn().positionalOnly = 1;
  ValueId names = fn().addArgument(fn().body, context_.module.types.dyn());
  if (isAnnotated)
    emit(Opcode::PyCallMethod, {names, stringConstant("__annotations__"), emit(Opcode::PyDict, {})},
         {{"name", std::string("setdefault")}});
}

void FunctionBuilder::buildModuleBody(const ast::Module &node) {
  bool isAnnotated =
      llvm::any_of(scope().symbols, [](const ScopeSymbol &symbol) { return symbol.annotated; });
  fn().flags |= ir::kFnModuleBody;
  if (context_.isText)
    declareNamespace(isAnnotated);
  else if (isAnnotated)
    emitEffect(Opcode::GlobalStore, {emit(Opcode::PyDict, {})},
               {{"name", std::string("__annotations__")}});
  storeDocstring(node.body);
  if (context_.isText && fn().hasDocstring)
    emitEffect(Opcode::NameStore, {stringConstant(fn().docstring)},
               {{"name", std::string("__doc__")}});
  statements(node.body);
  if (!terminated())
    emitEffect(Opcode::Return, {none()});
}

ir::Module buildModule(const Ast &ast, NodeId root, const ScopeTree &scopes, const ModuleInfo &info,
                       DiagnosticEngine &diag) {
  ir::Module module;
  module.name = info.name;
  module.file = info.file;
  module.isPackage = info.isPackage;
  module.source = info.source;
  const auto &node = ast.get<ast::Module>(root);
  ModuleContext context{ast, scopes, module, diag};
  context.leavesToPython = info.leavesToPython;
  context.isText = info.isText;
  context.futureAnnotations = importsFutureAnnotations(ast, node);
  const ScopeSymbol *super = scopes.module().find(ast.names().intern("super"));
  context.rebindsSuper = super && (super->assigned || super->imported);
  context.functionalShim = functionalShim(ast, node, scopes);
  module.body = module.addFunction("<module>");
  ir::Function &body = module.function(module.body);
  body.qualname = "<module>";
  body.span = ast.span(root);
  FunctionBuilder(context, module.body, scopes.scopeOf(root)).buildModuleBody(node);
  return module;
}

}  // namespace janus::build
