#include "janusc/LoadSources.h"

#include "janusc/EmitStages.h"
#include "janusc/InstalledPackages.h"
#include "janusc/PrintStage.h"
#include "janusc/StandardModules.h"

#include "Codegen/Json/Json.h"
#include "Codegen/Link/CacheFolder.h"
#include "Frontend/Parse/Parse.h"
#include "Frontend/Sema/ImportGraph.h"
#include "Frontend/Sema/Legality.h"
#include "Frontend/Sema/SearchFolders.h"
#include "Frontend/Sema/SyntaxWarnings.h"
#include "IR/TextParser.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

namespace janus {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr uint64_t kLargestInput = uint64_t(64) << 20;

class Loader {
public:
  Loader(const Options &options, SourceManager &sources, Interner &names, Timer &timer,
         DiagnosticEngine &diag, std::vector<Unit> &units, Lookups &lookups)
      : options_(options), sources_(sources), names_(names), timer_(timer), diag_(diag),
        units_(units), lookups_(lookups), packages_(options.compilePackages) {}

  void loadAll() {
    for (const std::string &input : options_.inputs)
      addInput(input);
    // Imported modules are appended while their importers are visited.
    for (size_t i = 0; i < units_.size(); ++i) {
      loadUnit(units_[i]);
      if (units_[i].ast && usesModules())
        addImports(i);
      if (i + 1 == units_.size())
        lookAgain();
      if (importsAny_ && i + 1 == units_.size())
        addOwnPackages();
    }
    for (const Unit &unit : units_)
      if (staysInPython(unit) && !unit.hash.empty())
        lookups_.refused.emplace_back(unit.hash, unit.path);
    llvm::erase_if(units_, staysInPython);
    lookups_.interpreter = packages_.interpreter();
    if (!diag_.hasErrors())
      checkNames();
  }

private:
  // Graphs hold code of the modules that the program imports.
  bool usesModules() const {
    return options_.emit.empty() || stageOf(options_.emit) == Stage::Graph ||
           (needsIr(stageOf(options_.emit)) && !options_.profileUse.empty());
  }

  // Programs are chosen, modules imported, by their names: each stands for one file.
  void checkNames() {
    llvm::StringMap<const Unit *> units;
    for (const Unit &unit : units_) {
      bool isPython = unit.kind == InputKind::Python;
      llvm::StringRef module = isPython ? unit.moduleName : unit.module->name;
      bool isProgram = module == "__main__";
      std::string name =
          isProgram ? path::stem(isPython ? unit.path : unit.module->file).str() : module.str();
      auto [first, isNew] = units.try_emplace((isProgram ? "program `" : "module `") + name, &unit);
      if (!isNew)
        diag_
            .report(diag::BadUsage, Span::none(),
                    "`" + first->second->path + "` and `" + unit.path + "` are both the " +
                        first->first().str() + "`")
            .help("compile them into libraries of their own, or rename one");
    }
  }

  void addInput(const std::string &input) {
    Unit unit;
    unit.path = input;
    llvm::StringRef name = input;
    unit.kind = name.endswith(".ir")     ? InputKind::IrText
                : name.endswith(".json") ? InputKind::GraphJson
                                         : InputKind::Python;
    unit.moduleName = options_.moduleName.empty() ? "__main__" : options_.moduleName;
    unit.isPackage = !options_.moduleName.empty() && path::filename(name) == "__init__.py";
    unit.folder = options_.text.empty() ? folderOf(name) : options_.importsFrom;
    unit.isCertain = true;
    units_.push_back(std::move(unit));
  }

  // Of a program; a link leads to that of its file.
  static std::string folderOf(llvm::StringRef input) {
    llvm::SmallString<128> real;
    bool isLink = fs::is_symlink_file(input) && !fs::real_path(input, real);
    return path::parent_path(isLink ? llvm::StringRef(real) : input).str();
  }

  bool isTooLarge(const std::string &file) {
    uint64_t size = 0;
    if (file == "-" || fs::file_size(file, size) || size <= kLargestInput)
      return false;
    diag_.report(diag::InputTooLarge, Span::none(), file, size, kLargestInput)
        .help("split the program into modules");
    return true;
  }

  void loadUnit(Unit &unit) {
    if (isTooLarge(unit.path))
      return;
    std::optional<FileId> file =
        unit.isNamespace ? sources_.addBuffer(unit.path, "") : sources_.load(unit.path, diag_);
    if (!file)
      return;
    unit.file = *file;
    unit.hash = codegen::contentHash({sources_.text(*file)});
    switch (unit.kind) {
    case InputKind::Python: return loadPython(unit);
    case InputKind::IrText: return loadText(unit);
    case InputKind::GraphJson: return loadJson(unit);
    }
  }

  // In Python, where the module cannot be compiled: who imports it there is told why.
  static bool mayStay(const Unit &unit) {
    return unit.kind == InputKind::Python && (unit.isInstalled() || !unit.isCertain);
  }

  static bool staysInPython(const Unit &unit) { return mayStay(unit) && !unit.ast; }

  void loadPython(Unit &unit) {
    if (!mayStay(unit)) {
      parseAndCheck(unit, diag_);
      if (unit.ast && !options_.prelude)
        sayWarnings(unit);
      return;
    }
    DiagnosticEngine unsaid(sources_);
    parseAndCheck(unit, unsaid);
    if (unit.ast && !unit.isInstalled() && !options_.prelude)
      sayWarnings(unit);
    if (!unit.ast && options_.verbose)
      llvm::errs() << "janusc: module `" << unit.moduleName << "`: stays in Python: `" << unit.path
                   << "` cannot be compiled\n";
  }

  void parseAndCheck(Unit &unit, DiagnosticEngine &diag) {
    {
      Timer::Scope phase(timer_, "parse");
      ParseResult result = parseFile(sources_, unit.file, names_, diag);
      if (!result.ok)
        return;
      unit.ast = std::move(result.ast);
    }
    Timer::Scope phase(timer_, "check");
    unsigned errors = diag.errorCount();
    legality::check(*unit.ast, diag);
    unit.scopes = analyzeScopes(*unit.ast, diag);
    if (diag.errorCount() != errors)
      unit.ast.reset();
  }

  // At once and as python3 does: programs that read its standard error are used to that.
  void sayWarnings(Unit &unit) {
    llvm::raw_string_ostream text(unit.warnings);
    for (const SyntaxWarning &each : findSyntaxWarnings(*unit.ast, unit.ast->root())) {
      uint32_t line = sources_.line(each.span);
      text << (unit.path == "-" ? "<stdin>" : unit.path) << ":" << line
           << ": SyntaxWarning: " << each.text << "\n";
      if (unit.path != "-")
        text << "  " << sources_.lineText(unit.file, line).trim() << "\n";
    }
    text.flush();
    if (options_.format != DiagFormat::Json && !options_.versionsOnly)
      llvm::errs() << unit.warnings;
  }

  void loadText(Unit &unit) {
    std::string error;
    unit.module = ir::parse(sources_.text(unit.file), &error, {&sources_, unit.file, &unit.lines});
    if (!unit.module)
      diag_.report(diag::BadGraph, Span::none(), unit.path, error);
  }

  void loadJson(Unit &unit) {
    std::string error;
    unit.module = codegen::fromJson(sources_.text(unit.file), sources_, &error);
    if (!unit.module)
      diag_.report(diag::BadGraph, Span::none(), unit.path, error)
          .help("compile the program again: `-o` writes its graph anew");
  }

  // The module's file in `folder`, if the user has one.
  bool find(llvm::StringRef folder, llvm::StringRef dotted, Unit *unit) {
    llvm::SmallString<128> base(folder);
    llvm::SmallVector<llvm::StringRef, 4> parts;
    dotted.split(parts, '.');
    for (llvm::StringRef part : parts)
      path::append(base, part);
    llvm::SmallString<128> package(base), plain(base);
    path::append(package, "__init__.py");
    plain += ".py";
    unit->moduleName = dotted.str();
    unit->folder = folder.str();
    unit->isPackage = fs::exists(package);
    unit->path = (unit->isPackage ? package : plain).str().str();
    return unit->isPackage || fs::exists(plain);
  }

  static std::string withoutEnding(const Unit &module) {
    return llvm::StringRef(module.path).drop_back(strlen(".py")).str();
  }

  // The folder of that name, where no file is the module: `unit` as `find` has left it.
  static bool findFolder(Unit *unit) {
    const std::string folder = withoutEnding(*unit);
    if (!fs::is_directory(folder))
      return false;
    unit->path = folder + "/";
    unit->isPackage = unit->isNamespace = true;
    return true;
  }

  // The one place that has a folder of that name, where nothing else is the module: such a folder
  // may hold data, or what a package that is installed writes (`wandb`). Null: none, or several.
  const AddedFolder *namespacePlace(llvm::ArrayRef<AddedFolder> places, llvm::StringRef top,
                                    bool isNew) {
    if (options_.prelude || standard_.has(top) || packages_.has(top))
      return nullptr;
    const AddedFolder *chosen = nullptr;
    std::string portion;
    for (const AddedFolder &place : places) {
      Unit package;
      if (find(place.path, top, &package) || !findFolder(&package))
        continue;
      if (chosen)
        return nullptr;
      chosen = &place;
      portion = package.path;
    }
    if (!chosen)
      return nullptr;
    const PythonModule &installed = packages_.find(top);
    for (const std::string &folder : isNew ? packages_.folders() : std::vector<std::string>())
      lookups_.absent.push_back(folder + "/" + top.str());
    bool isElsewhere = llvm::any_of(installed.portions, [&](const std::string &each) {
      return !fs::equivalent(each, portion);
    });
    return installed.isThere || isElsewhere ? nullptr : chosen;
  }

  // A module of that path would be another program.
  void noteAbsent(const Unit &unit) { lookups_.absent.push_back(withoutEnding(unit)); }

  // Nor would the program be the same if a folder of the module's name were there.
  void noteAbsentFolder(llvm::StringRef folder, llvm::StringRef dotted) {
    llvm::StringRef top = dotted.split('.').first;
    for (const AddedFolder &place : placesOf(folder, top)) {
      Unit unit;
      if (!find(place.path, dotted, &unit) && !findFolder(&unit))
        lookups_.absentFolders.push_back(withoutEnding(unit));
    }
  }

  // The places where a module may lie that is none of the library's: they are searched in this
  // order. What the program adds behind them, or perhaps, does not hide the library.
  std::vector<AddedFolder> placesOf(llvm::StringRef folder, llvm::StringRef top) const {
    std::vector<AddedFolder> places(firstFolders_.rbegin(), firstFolders_.rend());
    places.push_back({folder.str(), true, true});
    places.insert(places.end(), lastFolders_.begin(), lastFolders_.end());
    if (standard_.has(top))
      llvm::erase_if(places,
                     [](const AddedFolder &each) { return !each.isFirst || !each.isCertain; });
    return places;
  }

  enum class Found : uint8_t { No, Yes, Unclear };

  // The module's file, if the user has one: in the folder of the program, or in one that the
  // program adds to `sys.path`; in that of its package. Unclear: only a run knows in which.
  Found findOwn(llvm::StringRef folder, llvm::StringRef dotted, bool isNew, Unit *unit) {
    llvm::StringRef top = dotted.split('.').first;
    const AddedFolder *chosen = nullptr;
    std::vector<AddedFolder> places = placesOf(folder, top);
    for (const AddedFolder &place : places) {
      Unit package;
      if (!find(place.path, top, &package)) {
        if (!chosen && isNew)
          noteAbsent(package);
        continue;
      }
      if (chosen && !(chosen->isCertain && place.isCertain))
        return Found::Unclear;
      if (!chosen)
        chosen = &place;
    }
    if (!chosen && !(chosen = namespacePlace(places, top, isNew)))
      return Found::No;
    bool isFile = find(chosen->path, dotted, unit);
    if (!isFile && isNew)
      noteAbsent(*unit);
    bool isThere = isFile || findFolder(unit);
    unit->folder = folder.str();
    return isThere ? Found::Yes : Found::No;
  }

  // Importing `a.b.c` imports `a` and `a.b` first.
  void addModule(llvm::StringRef folder, llvm::StringRef dotted, bool isCertain) {
    bool isInPackage = true;
    for (size_t dot = dotted.find('.');; dot = dotted.find('.', dot + 1)) {
      llvm::StringRef prefix = dotted.substr(0, dot);
      Unit unit;
      if (prefix.empty())
        return;
      bool isNew = known_.insert((folder + "\n" + prefix).str()).second;
      Found found = findOwn(folder, prefix, isNew, &unit);
      unit.isCertain = isCertain;
      if (found == Found::Unclear)
        return;
      bool isPackage = found == Found::Yes && unit.isPackage;
      if (found == Found::Yes && isNew)
        units_.push_back(std::move(unit));
      else if (found == Found::Yes && isCertain)
        makeCertain(folder, prefix);
      if (found == Found::No && !addStandard(folder, prefix) && !addInstalled(folder, prefix)) {
        if (isNew && isInPackage)
          noteAbsentFolder(folder, prefix);
        notFound_.push_back({folder.str(), dotted.str(), isCertain});
        return;
      }
      isInPackage = isPackage;
      if (dot == llvm::StringRef::npos)
        return;
    }
  }

  // A module that is imported further down than one that adds the folder it lies in.
  void lookAgain() {
    if (!std::exchange(hasMoreFolders_, false))
      return;
    for (const NotFound &each : std::exchange(notFound_, {})) {
      for (llvm::StringRef name = each.module; !name.empty();
           name = name.contains('.') ? name.rsplit('.').first : llvm::StringRef()) {
        bool isThere = llvm::any_of(units_, [&](const Unit &unit) {
          return unit.moduleName == name && unit.folder == each.folder;
        });
        if (!isThere)
          known_.erase(each.folder + "\n" + name.str());
      }
      addModule(each.folder, each.module, each.isCertain);
    }
  }

  // A module that was found by an import which may never run.
  void makeCertain(llvm::StringRef folder, llvm::StringRef name) {
    for (size_t i = 0; i < units_.size(); ++i) {
      Unit &unit = units_[i];
      if (unit.isCertain || unit.isInstalled() || unit.moduleName != name || unit.folder != folder)
        continue;
      unit.isCertain = true;
      if (!unit.file)
        return;  // its turn comes
      if (!unit.ast)
        parseAndCheck(unit, diag_);
      if (unit.ast)
        addImports(i);
      return;
    }
  }

  static bool holdsModules(const std::string &folder) {
    std::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error))
      if (llvm::StringRef(each->path()).endswith(".py"))
        return true;
    return false;
  }

  // All modules of the program's packages, and of those beside it, where nothing is known of the
  // name that it imports.
  void addOwnPackages() {
    std::vector<std::pair<std::string, std::string>> packages;
    for (const Unit &unit : units_)
      if (unit.isPackage && !unit.isInstalled() && !llvm::StringRef(unit.moduleName).contains('.'))
        packages.emplace_back(unit.folder, unit.moduleName);
    std::error_code error;
    const std::string beside = units_.front().folder;
    for (fs::directory_iterator each(beside.empty() ? "." : beside, error), end;
         !error && each != end; each.increment(error))
      if (fs::exists(each->path() + "/__init__.py"))
        packages.emplace_back(beside, path::filename(each->path()).str());
    llvm::sort(packages);
    for (const auto &[folder, name] : packages)
      if (wholePackages_.insert(folder + "\n" + name).second)
        addPackage(folder, name);
  }

  // All modules of a package, of which a run may choose any.
  void addPackage(llvm::StringRef folder, llvm::StringRef dotted) {
    Unit package;
    if (findOwn(folder, dotted, false, &package) != Found::Yes || !package.isPackage)
      return;
    addModule(folder, dotted, false);
    std::error_code error;
    std::vector<std::string> modules, packages;
    for (fs::directory_iterator each(path::parent_path(package.path), error), end;
         !error && each != end; each.increment(error))
      if (llvm::StringRef name = path::filename(each->path()); name.endswith(".py"))
        modules.push_back((dotted + "." + name.drop_back(3)).str());
      else if (holdsModules(each->path()))
        packages.push_back((dotted + "." + name).str());
    llvm::sort(modules);
    llvm::sort(packages);
    for (llvm::StringRef name : modules)
      if (!name.endswith(".__init__") && !name.endswith(".__main__"))
        addModule(folder, name, false);
    for (llvm::StringRef name : packages)
      addPackage(folder, name);
  }

  void addFolders(const Unit &unit) {
    for (AddedFolder &each : addedFolders(*unit.ast, unit.path)) {
      // What is installed is Python's.
      if (llvm::StringRef(each.path).contains("-packages") || !searched_.insert(each.path).second)
        continue;
      hasMoreFolders_ = true;
      (each.isFirst ? firstFolders_ : lastFolders_).push_back(std::move(each));
    }
  }

  // False when the module is none of Python's library, or stays in Python.
  bool addStandard(llvm::StringRef folder, llvm::StringRef dotted) {
    if (libraryModules().contains(dotted))
      return true;
    if (options_.prelude)
      return false;
    auto isOfProgram = [&](llvm::StringRef name) {
      Unit ignored;
      return findOwn(folder, name, false, &ignored) != Found::No;
    };
    const StandardModule &module = standard_.find(dotted, isOfProgram);
    if (!standardNames_.insert(dotted).second)
      return module.isCompiled;
    if (module.isThere && options_.verbose)
      llvm::errs() << "janusc: module `" << dotted << "`: "
                   << (module.isCompiled ? "compiled from `" + module.path + "`"
                                         : "stays in Python: " + module.reason)
                   << "\n";
    if (!module.isCompiled)
      return false;
    Unit unit;
    unit.path = module.path;
    unit.moduleName = dotted.str();
    unit.folder = folder.str();
    unit.isPackage = module.isPackage;
    unit.origin = Origin::StandardLibrary;
    units_.push_back(std::move(unit));
    return true;
  }

  // False when the module is of no package that is compiled along, or not installed.
  bool addInstalled(llvm::StringRef folder, llvm::StringRef dotted) {
    if (options_.prelude || !packages_.has(dotted))
      return false;
    bool isNew = installedNames_.insert(dotted).second;
    for (const std::string &place : packages_.folders()) {
      Unit unit;
      if (find(place, dotted, &unit) || (dotted.contains('.') && findFolder(&unit))) {
        unit.folder = folder.str();
        unit.origin = Origin::Package;
        if (isNew && options_.verbose)
          llvm::errs() << "janusc: module `" << dotted << "`: compiled from `" << unit.path
                       << "`\n";
        if (isNew)
          units_.push_back(std::move(unit));
        return true;
      }
      if (isNew)
        noteAbsent(unit);
    }
    return false;
  }

  void addImports(size_t importer) {
    std::string folder = units_[importer].folder, name = units_[importer].moduleName;
    bool isPackage = units_[importer].isPackage, isCertain = units_[importer].isCertain;
    std::vector<ImportEdge> edges =
        collectImports(*units_[importer].ast, units_[importer].ast->root());
    std::vector<ImportByName> byName;
    if (!units_[importer].isInstalled()) {
      addFolders(units_[importer]);
      llvm::StringRef package =
          isPackage ? llvm::StringRef(name) : llvm::StringRef(name).rsplit('.').first;
      if (!isPackage && package == name)
        package = "";
      byName = importsByName(*units_[importer].ast, units_[importer].path, name, package);
    }
    for (const ImportEdge &edge : edges) {
      llvm::StringRef text = edge.module ? names_.text(edge.module) : llvm::StringRef();
      std::string module =
          edge.level == 0 ? text.str() : resolveRelative(name, isPackage, edge.level, text);
      if (module.empty())
        continue;
      bool isRun = isCertain && !edge.inFunction && !edge.conditional;
      addModule(folder, module, isRun);
      for (const ImportedName &imported : edge.names)
        if (imported.name)
          addModule(folder, module + "." + names_.text(imported.name).str(), isRun);
    }
    for (const ImportByName &each : byName)
      if (each.name.empty())
        importsAny_ = true;
      else if (each.isPackage)
        addPackage(folder, each.name);
      else
        addModule(folder, each.name, false);
  }

  const Options &options_;
  SourceManager &sources_;
  Interner &names_;
  Timer &timer_;
  DiagnosticEngine &diag_;
  std::vector<Unit> &units_;
  Lookups &lookups_;
  llvm::StringSet<> known_;  // folder and dotted name
  struct NotFound {
    std::string folder, module;
    bool isCertain;
  };
  std::vector<NotFound> notFound_;
  bool hasMoreFolders_ = false;      // than when these were looked for
  llvm::StringSet<> wholePackages_;  // likewise
  bool importsAny_ = false;          // by names that only a run knows
  // Those that the program adds to `sys.path`: the last one of the first is searched first.
  std::vector<AddedFolder> firstFolders_, lastFolders_;
  llvm::StringSet<> searched_;
  StandardModules standard_;
  InstalledPackages packages_;
  llvm::StringSet<> standardNames_, installedNames_;  // that have been looked at
};

}  // namespace

bool loadSources(const Options &options, SourceManager &sources, Interner &names, Timer &timer,
                 DiagnosticEngine &diag, std::vector<Unit> &units, Lookups &lookups) {
  Loader(options, sources, names, timer, diag, units, lookups).loadAll();
  return !diag.hasErrors();
}

}  // namespace janus
