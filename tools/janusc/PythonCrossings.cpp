#include "janusc/PythonCrossings.h"

#include "janusc/StandardModules.h"

#include "llvm/ADT/StringSet.h"

namespace janus {
namespace {

// Modules that an import finds without Python: the program's, the library's.
llvm::StringSet<> compiledNames(const std::vector<Unit> &units) {
  llvm::StringSet<> names = libraryModules();
  for (const Unit &unit : units)
    names.insert(unit.moduleName);
  return names;
}

}  // namespace

void markForeignImports(ir::Module &module, const std::vector<Unit> &units) {
  llvm::StringSet<> names = compiledNames(units);
  transforms::markForeignImports(module,
                                 [&](llvm::StringRef dotted) { return names.contains(dotted); });
}

std::vector<std::vector<transforms::Crossing>> findCrossings(const std::vector<Unit> &units) {
  std::vector<std::vector<transforms::Crossing>> all;
  for (const Unit &unit : units)
    all.push_back(transforms::crossingsOf(*unit.module));
  return all;
}

bool refuseCrossings(const std::vector<Unit> &units, DiagnosticEngine &diag) {
  for (const std::vector<transforms::Crossing> &crossings : findCrossings(units))
    for (const transforms::Crossing &each : crossings)
      if (each.kind == transforms::Crossing::Kind::Import)
        diag.report(diag::UnsupportedConstruct, each.span, "import " + each.name,
                    "it would run in Python, which `--strict` rules out")
            .help("put the module's Python source beside the program so that it is compiled along, "
                  "or compile without `--strict`");
  return !diag.hasErrors();
}

}  // namespace janus
