#include "Frontend/Sema/ImportGraph.h"

#include "llvm/ADT/Twine.h"

namespace janus {

namespace {

class Collector {
public:
  explicit Collector(const Ast &ast) : ast_(ast) {}

  void visit(NodeId id, bool inFunction, bool conditional) {
    if (const auto *node = ast_.dynGet<ast::Import>(id))
      return plain(id, *node, inFunction, conditional);
    if (const auto *node = ast_.dynGet<ast::ImportFrom>(id))
      return from(id, *node, inFunction, conditional);
    inFunction |= isFunctionBody(ast_, id);
    conditional |= isConditional(ast_, id);
    forEachChild(ast_, id, [&](NodeId child) { visit(child, inFunction, conditional); });
  }

  std::vector<ImportEdge> edges;

private:
  void plain(NodeId id, const ast::Import &node, bool inFunction, bool conditional) {
    for (NodeId item : node.names) {
      const auto &alias = ast_.get<ast::alias>(item);
      ImportEdge edge;
      edge.statement = id;
      edge.alias = item;
      edge.module = alias.name;
      edge.asName =
          alias.asname ? alias.asname : ast_.names().intern(ast_.text(alias.name).split('.').first);
      edge.inFunction = inFunction;
      edge.conditional = conditional;
      edges.push_back(std::move(edge));
    }
  }

  void from(NodeId id, const ast::ImportFrom &node, bool inFunction, bool conditional) {
    ImportEdge edge;
    edge.statement = id;
    edge.level = node.level;
    edge.module = node.module;
    edge.isFrom = true;
    edge.inFunction = inFunction;
    edge.conditional = conditional;
    for (NodeId item : node.names) {
      const auto &alias = ast_.get<ast::alias>(item);
      bool star = ast_.text(alias.name) == "*";
      Symbol bound = star ? Symbol::invalid() : alias.asname ? alias.asname : alias.name;
      edge.names.push_back({star ? Symbol::invalid() : alias.name, bound});
    }
    edges.push_back(std::move(edge));
  }

  const Ast &ast_;
};

}  // namespace

bool isFunctionBody(const Ast &ast, NodeId id) {
  return ast.isa<ast::FunctionDef, ast::AsyncFunctionDef>(id);
}

bool isConditional(const Ast &ast, NodeId id) {
  return ast.isa<ast::If, ast::Try, ast::TryStar, ast::With, ast::AsyncWith, ast::For,
                 ast::AsyncFor, ast::While, ast::Match>(id);
}

std::vector<ImportEdge> collectImports(const Ast &ast, NodeId root) {
  Collector collector(ast);
  collector.visit(root, false, false);
  return std::move(collector.edges);
}

std::string resolveRelative(llvm::StringRef importer, bool isPackage, int level,
                            llvm::StringRef module) {
  if (level == 0)
    return module.str();
  llvm::StringRef package = isPackage ? importer : importer.rsplit('.').first;
  if (!isPackage && !importer.contains('.'))
    package = "";
  for (int i = 1; i < level; ++i) {
    if (package.empty())
      return "";
    package = package.contains('.') ? package.rsplit('.').first : "";
  }
  if (package.empty())
    return "";
  return module.empty() ? package.str() : (llvm::Twine(package) + "." + module).str();
}

}  // namespace janus
