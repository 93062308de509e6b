#include "janusc/StandardModules.h"

#include "janusc/Installation.h"

#include "Frontend/Parse/Parse.h"
#include "Frontend/Sema/Legality.h"
#include "Frontend/Sema/Scope.h"
#include "Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace janus {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

struct StaysInPython {
  llvm::StringLiteral name, reason;
};
constexpr StaysInPython kStaying[] = {
#define JANUS_STAYS_IN_PYTHON(name, reason) {name, reason},
#include "janusc/StandardModules.def"
};
struct AsksPython {
  llvm::StringLiteral name, module, use;
};
constexpr AsksPython kAsking[] = {
#define JANUS_ASKS_PYTHON(name, module, use) {name, module, use},
#include "janusc/StandardModules.def"
};

bool asksPython(llvm::StringRef dotted, llvm::StringRef module) {
  return llvm::any_of(
      kAsking, [&](const AsksPython &row) { return row.name == dotted && row.module == module; });
}

// `a`, `a.b` and `a.b.c` for `a.b.c`.
template <class Visit>
void eachPrefix(llvm::StringRef dotted, Visit visit) {
  for (size_t dot = dotted.find('.');; dot = dotted.find('.', dot + 1)) {
    visit(dotted.substr(0, dot));
    if (dot == llvm::StringRef::npos)
      return;
  }
}

std::string statedReason(llvm::StringRef dotted) {
  std::string reason;
  eachPrefix(dotted, [&](llvm::StringRef prefix) {
    for (const StaysInPython &row : kStaying)
      if (row.name == prefix && reason.empty())
        reason = row.reason.str();
  });
  return reason;
}

}  // namespace

const llvm::StringSet<> &libraryModules() {
  static const llvm::StringSet<> modules = [] {
    llvm::StringSet<> names;
    names.insert("builtins");
#define JANUS_OBJECT_MODULE(symbol, name) names.insert(name);
#define JANUS_NATIVE_MODULE(symbol, name) names.insert(name);
#include "janus/contract/NativeModules.def"
    std::error_code error;
    for (fs::directory_iterator at(installation().prelude, error), end; at != end && !error;
         at.increment(error))
      if (llvm::StringRef(at->path()).endswith(".ir"))
        names.insert(path::stem(at->path()));
    return names;
  }();
  return modules;
}

StandardModule StandardModules::locate(llvm::StringRef dotted) const {
  StandardModule module;
  if (installation().standardLibrary.empty())
    return module;
  llvm::SmallString<128> base(installation().standardLibrary);
  llvm::SmallVector<llvm::StringRef, 4> parts;
  dotted.split(parts, '.');
  for (llvm::StringRef part : parts)
    path::append(base, part);
  module.isPackage = fs::exists(base + "/__init__.py");
  module.path = (base + (module.isPackage ? "/__init__.py" : ".py")).str();
  module.isThere = parts[0] != "site-packages" && fs::exists(module.path);
  return module;
}

const StandardModule &StandardModules::find(llvm::StringRef dotted, IsOfProgram isOfProgram) {
  auto [at, isNew] = known_.try_emplace(dotted);
  if (!isNew)
    return at->second;
  StandardModule module = locate(dotted);
  if (module.isThere) {
    llvm::StringSet<> visited;
    module.reason = obstacle(dotted, isOfProgram, visited);
    module.isCompiled = module.reason.empty();
  }
  return known_[dotted] = std::move(module);
}

std::string StandardModules::obstacle(llvm::StringRef dotted, IsOfProgram isOfProgram,
                                      llvm::StringSet<> &visited) {
  std::string reason;
  eachPrefix(dotted, [&](llvm::StringRef prefix) {
    if (!reason.empty() || isOfProgram(prefix) || libraryModules().contains(prefix) ||
        !visited.insert(prefix).second)
      return;
    StandardModule module = locate(prefix);
    reason = statedReason(prefix);
    if (!reason.empty())
      return;
    reason = module.isThere ? obstacleInText(prefix, module, isOfProgram, visited)
                            : ("the module `" + prefix + "` is not compiled").str();
  });
  return reason;
}

std::string StandardModules::obstacleInText(llvm::StringRef dotted, const StandardModule &module,
                                            IsOfProgram isOfProgram, llvm::StringSet<> &visited) {
  SourceManager sources;
  DiagnosticEngine unsaid(sources);
  Interner names;
  std::optional<FileId> file = sources.load(module.path, unsaid);
  ParseResult parsed;
  if (file)
    parsed = parseFile(sources, *file, names, unsaid);
  if (!parsed.ok || !legality::check(*parsed.ast, unsaid))
    return "`" + module.path + "` cannot be compiled";
  for (const ImportEdge &edge : collectImports(*parsed.ast, parsed.ast->root())) {
    // Modules try for parts that need not be there, and ask for others when they are needed.
    if (edge.inFunction || edge.conditional)
      continue;
    llvm::StringRef text = edge.module ? names.text(edge.module) : llvm::StringRef();
    std::string wanted =
        edge.level == 0 ? text.str() : resolveRelative(dotted, module.isPackage, edge.level, text);
    if (asksPython(dotted, wanted))
      continue;
    std::string reason = obstacle(wanted, isOfProgram, visited);
    for (const ImportedName &each : edge.names) {
      std::string inner = wanted + "." + (each.name ? names.text(each.name).str() : "*");
      if (reason.empty() && locate(inner).isThere)
        reason = obstacle(inner, isOfProgram, visited);
    }
    if (!reason.empty())
      return reason;
  }
  return "";
}

}  // namespace janus
