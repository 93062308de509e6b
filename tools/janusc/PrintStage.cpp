#include "janusc/PrintStage.h"

#include "Analysis/ShowFacts.h"
#include "Codegen/Cpp/EmitModule.h"
#include "Codegen/Cpp/EmitVersion.h"
#include "Codegen/Cpp/KeptFrames.h"
#include "Codegen/Json/Json.h"
#include "Frontend/Syntax/Printer.h"
#include "IR/Printer.h"
#include "Transforms/Convert/Convert.h"
#include "Transforms/Plan/Plan.h"

#include "llvm/Support/raw_ostream.h"

namespace janus {
namespace {

void printScope(llvm::raw_ostream &out, const Ast &ast, const ScopeTree &scopes, ScopeId id,
                unsigned depth) {
  const Scope &scope = scopes[id];
  out.indent(depth * 2) << toString(scope.kind) << " " << ast.text(scope.name);
  if (scope.isGenerator)
    out << " generator";
  out << "\n";
  for (const ScopeSymbol &symbol : scope.symbols)
    out.indent(depth * 2 + 2) << ast.text(symbol.name) << ": " << toString(symbol.kind) << "\n";
  for (ScopeId child : scope.children)
    printScope(out, ast, scopes, child, depth + 1);
}

}  // namespace

bool needsIr(Stage stage) {
  return stage == Stage::Ir || stage == Stage::Graph || stage == Stage::GraphJson ||
         stage == Stage::Plan || stage == Stage::Versions || stage == Stage::Loops ||
         stage == Stage::Cpp;
}

std::optional<std::string> printStage(const Options &options, Unit &unit,
                                      const SourceManager &sources, DiagnosticEngine &diag) {
  Stage stage = stageOf(options.emit);
  if (needsIr(stage) ? !unit.module : !unit.ast)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream out(text);
  switch (stage) {
  case Stage::Ast:
    ast::dump(out, *unit.ast, unit.ast->root());
    out << "\n";
    break;
  case Stage::AstPlaces:
    ast::dumpWithPlaces(out, *unit.ast, unit.ast->root(), sources);
    out << "\n";
    break;
  case Stage::Python: ast::printPython(out, *unit.ast, unit.ast->root()); break;
  case Stage::Scopes: printScope(out, *unit.ast, *unit.scopes, ScopeId(0), 0); break;
  case Stage::Analysis:
    analysis::showFacts(options.emit, *unit.ast, *unit.scopes, sources, out);
    break;
  case Stage::Functional:
  case Stage::Converted: {
    convert::ConvertContext context(*unit.ast, diag);
    NodeId root = toFunctionalForm(context, unit.ast->root(), lastConverter(options.emit));
    ast::printPython(out, *unit.ast, root);
    break;
  }
  case Stage::Ir:
    // The compiler reads the prelude's text, and names places in it.
    ir::print(out, *unit.module, {.locations = options.prelude ? &sources : nullptr});
    break;
  case Stage::Graph: return std::nullopt;  // of all units: the driver prints it
  case Stage::GraphJson: out << codegen::toJson(*unit.module); break;
  case Stage::Plan:
    for (const ir::Plan &plan : plan::planGraphs(*unit.module, options.graphs.fuses))
      ir::print(out, *unit.module, plan);
    break;
  case Stage::Versions:
  case Stage::Loops: {
    codegen::VersionTexts texts =
        codegen::emitVersions(*unit.module, plan::planGraphs(*unit.module, options.graphs.fuses),
                              codegen::symbolOf(*unit.module), options.debug);
    for (const codegen::CppText &file : stage == Stage::Versions ? texts.versions : texts.loops)
      out << file.text;
    break;
  }
  case Stage::Cpp: {
    codegen::RootVersions versions =
        codegen::emitVersions(*unit.module, plan::planGraphs(*unit.module, options.graphs.fuses),
                              codegen::symbolOf(*unit.module))
            .byRoot();
    out << codegen::emitCpp(
        *unit.module, sources,
        {.lineOfEveryStatement = options.debug,
         .keepsFrames = !options.prelude && codegen::asksForFrames(unit.module->source),
         .profileFile = options.profileGenerate,
         .versions = &versions,
         .rootsHaveSource = options.fallback == Fallback::Python});
    break;
  }
  }
  return text;
}

}  // namespace janus
