#include "Transforms/Convert/Convert.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::convert {

static constexpr ConverterRow kRows[] = {
#define JANUS_CONVERTER(Name, flag, description) {flag, description, convert##Name},
#include "Transforms/Convert/Converters.def"
#undef JANUS_CONVERTER
};

llvm::ArrayRef<ConverterRow> allConverters() {
  return kRows;
}

void printConverterHelp(llvm::raw_ostream &out) {
  for (const ConverterRow &row : kRows)
    out << "  " << llvm::left_justify(row.flag, 20) << row.description << '\n';
}

// `import janus_functional as ag__` after the docstring and the imports from __future__, which must
// come first.
static NodeId addImport(ConvertContext &context, NodeId root) {
  Ast &ast = context.ast;
  static const Template kImport("import janus_functional as ag__");
  NodeList imports = kImport.instantiate(ast, {}, ast.span(root));
  ast::Module module = ast.get<ast::Module>(root);
  auto place = module.body.begin();
  auto isDocstring = [&](NodeId id) {
    const auto *node = ast.dynGet<ast::Expr>(id);
    return node && ast.isa<ast::Constant>(node->value);
  };
  auto isFuture = [&](NodeId id) {
    const auto *node = ast.dynGet<ast::ImportFrom>(id);
    return node && node->module && ast.text(node->module) == "__future__";
  };
  if (place != module.body.end() && isDocstring(*place))
    ++place;
  while (place != module.body.end() && isFuture(*place))
    ++place;
  module.body.insert(place, imports.begin(), imports.end());
  return ast.add(std::move(module), ast.span(root));
}

NodeId toFunctionalForm(ConvertContext &context, NodeId root, llvm::StringRef last) {
  for (const ConverterRow &row : kRows) {
    root = row.run(context, root);
    if (row.flag == last)
      break;
  }
  return addImport(context, root);
}

}  // namespace janus::convert
