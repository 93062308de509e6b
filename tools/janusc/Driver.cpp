#include "janusc/Driver.h"

#include "janusc/ExecText.h"
#include "janusc/Explain.h"
#include "janusc/Installation.h"
#include "janusc/LoadSources.h"
#include "janusc/PrintStage.h"
#include "janusc/Profiles.h"
#include "janusc/Progress.h"
#include "janusc/PythonCrossings.h"
#include "janusc/Run.h"
#include "janusc/TierUp.h"
#include "janusc/Trace.h"

#include "Codegen/Cpp/EmitModule.h"
#include "Codegen/Cpp/EmitVersion.h"
#include "Codegen/Cpp/KeptFrames.h"
#include "Codegen/Json/Json.h"
#include "Codegen/Link/Bundle.h"
#include "Codegen/Link/CacheFolder.h"
#include "Codegen/Link/LinkModule.h"
#include "IR/Claims.h"
#include "IR/Cloner.h"
#include "IR/Printer.h"
#include "IR/Verifier.h"
#include "IR/Walk.h"
#include "Support/AtomicFile.h"
#include "Transforms/Build/Build.h"
#include "Transforms/Convert/Convert.h"
#include "Transforms/Pipelines.h"
#include "Transforms/Plan/Plan.h"
#include "Transforms/Roots/FormRoots.h"
#include "Transforms/Speculate/Modules/PreludeSource.h"
#include "Transforms/Speculate/Verify/VerifyGraphs.h"
#include "Transforms/Versions/Specialise.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <set>
#include <thread>
#include <unistd.h>

namespace janus {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

class Compilation {
public:
  explicit Compilation(const Options &options)
      : options_(options), output_(options.output), diag_(sources_),
        progress_(options.emit.empty()) {}

  const std::string &output() const { return output_; }

  int run() {
    bool ok = optionsPhase() && loadPhase() && buildPhase() && wantedPhases();
    progress_.clear();
    // The program has compiled: what is wrong now is ours, and `janusc run` has another way.
    if (!options_.text.empty())
      leaveErrors(options_, diag_);
    else if (!options_.versionsOnly || options_.verbose)
      diag_.render(llvm::errs(), {options_.format, colour()});
    if (ok && options_.emit.empty() && !options_.explain)
      summary();
    if (options_.timeReport)
      timer_.print(llvm::errs());
    writeTrace(timer_, units_.empty() ? options_.inputs[0] : units_[0].path);
    return ok ? 0 : options_.versionsOnly ? info(DiagId::InternalError).exitCode : diag_.exitCode();
  }

private:
  bool wantedPhases() {
    if (options_.explain)
      return explainPhase();
    if (isWithoutProgram())
      return specialisePhase() && versionsPhase() && objectPhase() && linkPhase();
    if (!specialisePhase() || !passPhase())
      return false;
    if (!options_.emit.empty())
      return printPhase();
    if (!options_.text.empty() && takeKeptText(options_, units_))
      return true;
    return generatePhase() && objectPhase() && linkPhase() && writePhase();
  }

  bool colour() const {
    return options_.colour == ColourMode::Always ||
           (options_.colour == ColourMode::Auto && wantsColour(STDERR_FILENO));
  }

  bool optionsPhase() {
    if (options_.fallback == Fallback::Python && options_.strict)
      diag_
          .report(diag::BadUsage, Span::none(),
                  "`--fallback=python` runs source in Python, which `--strict` rules out")
          .help("leave one of them out");
    return !diag_.hasErrors();
  }

  bool loadPhase() {
    progress_.phase("reading");
    if (!loadSources(options_, sources_, names_, timer_, diag_, units_, lookups_))
      return false;
    if (options_.run && options_.emit.empty()) {
      plan_ = planRun(options_, units_);
      output_ = options_.versionsOnly ? plan_.versions : plan_.module;
    }
    if (options_.adaptive.value_or(false) && !mayAdapt()) {
      diag_
          .report(diag::BadUsage, Span::none(),
                  "`--adaptive` takes one Python program from a file, and no `--passes`")
          .help("leave it out: the module stays as it was compiled");
      return false;
    }
    return keepsInputs();
  }

  // No file that is read may be written, by whatever name.
  bool keepsInputs() {
    std::vector<std::string> inputs = {options_.profileUse, options_.counters};
    for (const Unit &unit : units_)
      inputs.push_back(unit.path);
    std::vector<std::string> outputs = {options_.dependencyFile, options_.profileGenerate};
    if (!options_.run || !options_.emit.empty())
      outputs.push_back(output_);
    if (!options_.run && options_.emit.empty() && !options_.explain)
      for (const Unit &unit : units_)
        if (unit.isProgram() && unit.kind == InputKind::Python)
          outputs.push_back(graphName(unit));
    if (!options_.bundle.empty())
      outputs.push_back(options_.bundle + "/" + path::filename(output_).str());
    for (const std::string &output : outputs)
      for (const std::string &input : inputs) {
        fs::UniqueID read, written;
        if (output.empty() || input.empty() || !fs::is_regular_file(output) ||
            fs::getUniqueID(output, written) || fs::getUniqueID(input, read) || read != written)
          continue;
        diag_
            .report(diag::BadUsage, Span::none(),
                    "`" + output + "` would be written, and is the input `" + input + "`")
            .help("choose another name for what is written");
        return false;
      }
    return writesApart(outputs);
  }

  // Nor one file by two names, or a source by that of a module.
  bool writesApart(llvm::ArrayRef<std::string> outputs) {
    std::set<std::string> written;
    for (const std::string &output : outputs) {
      if (output.empty() || output == "-")
        continue;
      llvm::SmallString<128> place;
      if (fs::real_path(output, place)) {  // it is not there yet
        place = output;
        fs::make_absolute(place);
        path::remove_dots(place, /*remove_dot_dot=*/true);
      }
      bool isSource = output == output_ && options_.emit.empty() && place.endswith(".py") &&
                      fs::is_regular_file(place);
      if (!isSource && written.insert(place.str().str()).second)
        continue;
      diag_
          .report(diag::BadUsage, Span::none(),
                  "`" + output + "` would be written " +
                      (isSource ? "by a module, and is a Python source" : "twice"))
          .help("choose another name for what is written");
      return false;
    }
    return true;
  }

  bool needsModules() const { return options_.emit.empty() || needsIr(stageOf(options_.emit)); }

  // Text of graphs alone can be printed and planned, but is no module.
  bool needsCode() const { return options_.emit.empty() || stageOf(options_.emit) == Stage::Cpp; }

  // To the IR as the program says it.
  bool buildPhase() {
    if (!needsModules())
      return true;
    for (Unit &unit : units_) {
      progress_.phase("compiling " + unit.path);
      if (unit.ast)
        buildModule(unit, diag_);
      if (diag_.hasErrors() || !checkedAsRead(unit))
        return false;
      if (needsCode() && !unit.module->body && !checked(unit, {"it has no module body"}))
        return false;
    }
    return !options_.strict || refuseCrossings(units_, diag_);
  }

  // Graphs of the roots in the profile. Roots that have none are not formed: their code is as
  // without a profile.
  bool specialisePhase() {
    if (!needsModules())
      return true;
    const std::string &file = options_.versionsOnly ? plan_.profile : options_.profileUse;
    if (!loadProfile(file, units_, diag_, &profile_))
      return false;
    if (options_.versionsOnly && !profile_) {
      unlink(file.c_str());  // the next run makes another
      return false;
    }
    if (!profile_ || wantsGraphs())
      return true;
    progress_.phase("specialising");
    Timer::Scope phase(timer_, "specialise");
    transforms::PassRunOptions how{.verifyEach = verifyEach(), .timer = nullptr};
    for (Unit &unit : units_)
      if (unit.ast &&
          !checked(unit, transforms::runPasses(*unit.module, {transforms::PassId::FormRoots}, how)))
        return false;
    graphs_.name = units_[0].moduleName;
    graphs_.file = fileName(units_[0]);
    transforms::Specialisation made = specialise(graphs_);
    if (!checked(units_[0], ir::verify(graphs_)))
      return false;
    roots_ = std::move(made.roots);
    if (!options_.verbose)  // what is a bug in janusc is said in any case
      llvm::erase_if(made.generic, [](const transforms::GenericRoot &each) {
        return each.why.kind != speculate::RefusalKind::IllFormed;
      });
    printRemarks(made.generic);
    for (Unit &unit : units_)
      if (unit.ast && !isWithoutProgram())
        formSpecialisedRoots(unit);
    return true;
  }

  // With the profile; roots have been formed.
  transforms::Specialisation specialise(ir::Module &graphs) {
    std::vector<const ir::Module *> program;
    speculate::ModuleSource library(speculate::preludeLibrary(installation().prelude, sources_));
    for (const Unit &unit : units_) {
      program.push_back(&*unit.module);
      library.add(*unit.module);
    }
    transforms::GraphOptions options = options_.graphs;
    options.keepsFrames = keepsFrames();
    return transforms::specialise(*profile_, program, library, budget(), options, graphs);
  }

  void printRemarks(llvm::ArrayRef<transforms::GenericRoot> roots) {
    llvm::SmallVector<FileId, 8> files;
    for (const Unit &unit : units_)
      files.push_back(unit.file);
    for (const transforms::GenericRoot &root : roots)
      render(llvm::errs(), sources_, remarkOf(root.why, root.region, files, sources_),
             {options_.format, colour()});
  }

  // `janusc run` waits for it; so does who reads what a run would do.
  speculate::Budget budget() const {
    bool isForRun = options_.run || (options_.explain && options_.profileUse.empty());
    if (isForRun) {
      const std::string profile = keptProfile(options_, units_);
      speculate::Budget budget = speculate::afterTimeouts(timeoutsOf(profile));
      budget.leavesCovered = options_.run && isWaitedFor(profile);
      return budget;
    }
    speculate::Budget budget = speculate::aheadOfTime();
    if (!options_.tierUp.empty())
      budget.graphOperationsPerEntry = speculate::kBudget.graphOperationsPerEntry;
    budget.leavesCovered = options_.tierUpRound == 1;
    return budget;
  }

  void formSpecialisedRoots(Unit &unit) {
    DiagnosticEngine said(sources_);  // what it has to say, it has said
    buildModule(unit, said);
    if (hasProbes())
      return;  // all are formed
    IdVector<ir::FunctionId, std::string> names = ir::functionSymbols(*unit.module);
    transforms::formRoots(*unit.module, [&](ir::FunctionId function, llvm::StringRef root) {
      return llvm::any_of(roots_, [&](const transforms::SpecialisedRoot &each) {
        return each.module == unit.moduleName && each.function == names[function] &&
               each.region == root;
      });
    });
  }

  // To the IR that C++ is made from. Graphs stand in the module of their roots.
  bool passPhase() {
    if (!needsModules())
      return true;
    for (Unit &unit : units_) {
      if (unit.kind == InputKind::GraphJson)
        continue;  // has been through the passes
      Timer::Scope phase(timer_, "passes");
      llvm::SmallVector<transforms::PassId, 8> passes;
      if (!choosePasses(unit, &passes))
        return false;
      transforms::PassRunOptions how{.verifyEach = verifyEach(), .timer = &timer_};
      if (!checked(unit, transforms::runPasses(*unit.module, passes, how)))
        return false;
      addGraphs(unit);
    }
    return true;
  }

  void addGraphs(Unit &unit) {
    for (const transforms::SpecialisedRoot &root : roots_)
      if (root.module == unit.moduleName)
        addGraph(unit, root.graph);
  }

  // Behind the graph of its backward, if it has one. Places of other files mean nothing in this
  // module.
  ir::FunctionId addGraph(Unit &unit, ir::FunctionId graph) {
    const ir::Function &from = graphs_.function(graph);
    std::optional<ir::FunctionId> backward;
    for (ir::OpId op : from.region(from.body).ops)
      if (from.op(op).opcode == ir::Opcode::TapeCommit)
        backward = addGraph(unit, from.functionAttribute(op, "backward"));
    ir::FunctionId copy = ir::cloneFunction(graphs_, graph, *unit.module);
    ir::Function &function = unit.module->function(copy);
    ir::walk(function, function.body, [&](ir::OpId op) {
      if (function.op(op).span.file != unit.file)
        function.op(op).span = Span::none();
      if (function.op(op).opcode == ir::Opcode::TapeCommit)
        function.setAttribute(op, "backward", *backward);
    });
    return copy;
  }

  // The pipeline's, unless the command line says which. Text is taken as it is.
  bool choosePasses(const Unit &unit, llvm::SmallVectorImpl<transforms::PassId> *passes) {
    if (!options_.passes && wantsGraphs()) {
      passes->push_back(
          transforms::PassId::FormRoots);  // the evaluator takes what the program says
      return true;
    }
    if (!options_.passes) {
      // Roots are named and bounded by the program, not by what is left of it.
      if (hasProbes() && !unit.isInstalled())
        passes->push_back(transforms::PassId::FormRoots);
      unsigned level = unit.kind == InputKind::IrText ? 0 : options_.optimize;
      llvm::ArrayRef<transforms::PassId> pipeline =
          transforms::tier1Pipeline(level, options_.fallback == Fallback::Python);
      passes->append(pipeline.begin(), pipeline.end());
      return true;
    }
    std::string unknown;
    if (transforms::parsePasses(*options_.passes, passes, &unknown))
      return true;
    diag_.report(diag::BadUsage, Span::none(), "no pass is called `" + unknown + "`")
        .help("`janusc --help-passes` lists them");
    return false;
  }

  bool wantsGraphs() const {
    return !options_.emit.empty() && stageOf(options_.emit) == Stage::Graph;
  }

  static bool verifyEach() { return std::getenv("JANUS_VERIFY_EACH") != nullptr; }

  void buildModule(Unit &unit, DiagnosticEngine &diag) {
    Timer::Scope phase(timer_, "build");
    build::ModuleInfo info;
    info.name = unit.moduleName;
    info.file = fileName(unit);
    info.isPackage = unit.isPackage;
    info.isText = isText(unit);
    // No file has the text: tracebacks do not show its lines.
    info.source = info.isText ? "" : sources_.text(unit.file).str();
    info.leavesToPython = options_.fallback == Fallback::Python;
    if (!unit.root) {
      unit.root = unit.ast->root();
      if (options_.tier1From == Tier1From::Functional) {
        convert::ConvertContext context(*unit.ast, diag);
        unit.root = convert::toFunctionalForm(context, *unit.root);
        unit.scopes = analyzeScopes(*unit.ast, *unit.root, diag);
      }
    }
    unit.module = build::buildModule(*unit.ast, *unit.root, *unit.scopes, info, diag);
    if (!options_.prelude)
      markForeignImports(*unit.module, units_);
  }

  bool isText(const Unit &unit) const { return !options_.text.empty() && &unit == &units_[0]; }

  // What tracebacks and `__file__` say. Our own library's files are not where they were built.
  std::string fileName(const Unit &unit) const {
    if (!options_.fileName.empty() && (options_.text.empty() || isText(unit)))
      return options_.fileName;
    if (!options_.prelude)
      return unit.path == "-" ? "<stdin>" : unit.path;
    std::string name = "<janus>/";
    for (char c : unit.moduleName)
      name += c == '.' ? '/' : c;
    return name + (unit.isPackage ? "/__init__.py" : ".py");
  }

  // Of a file that somebody else has written, types have to follow, too.
  bool checkedAsRead(Unit &unit) {
    if (unit.kind == InputKind::Python)
      return checked(unit, ir::verify(*unit.module));
    ir::Module &module = *unit.module;
    std::vector<ir::Problem> problems = ir::findProblems(module);
    if (problems.empty())
      problems = ir::findWrongClaims(module);
    if (problems.empty())
      problems = speculate::findWrongGraphs(module);
    if (problems.empty())
      return checked(unit, {});
    const ir::Problem &first = problems.front();
    auto message = diag_.report(diag::BadGraph, Span::none(), unit.path,
                                placeOf(unit, first) + toString(module, first));
    if (!first.remedy.empty())
      message.help(first.remedy);
    return false;
  }

  static std::string placeOf(const Unit &unit, const ir::Problem &problem) {
    if (!problem.function)
      return "";
    if (unit.kind == InputKind::GraphJson)
      return codegen::jsonPath(*unit.module, problem.function, problem.op) + ": ";
    auto op = unit.lines.ops.find({problem.function, problem.op});
    uint32_t line =
        op != unit.lines.ops.end() ? op->second : unit.lines.functions.at(problem.function);
    return std::to_string(line) + ": ";
  }

  // JANUSC_FAULT=verify plays a stage that left an ill-formed module, for the test of this path.
  bool checked(const Unit &unit, std::vector<std::string> problems) {
    if (const char *fault = std::getenv("JANUSC_FAULT");
        fault && llvm::StringRef(fault) == "verify")
      problems.push_back("a fault was asked for");
    if (problems.empty())
      return true;
    if (unit.kind != InputKind::Python) {  // somebody else wrote the graph
      diag_.report(diag::BadGraph, Span::none(), unit.path, problems.front());
      return false;
    }
    auto message = diag_.report(diag::InternalError, Span::none(), problems.front());
    message.note("this is a bug in janusc, not in `" + unit.path + "`");
    return false;
  }

  bool printPhase() {
    std::optional<std::string> text =
        wantsGraphs() ? graphText() : printStage(options_, units_[0], sources_, diag_);
    if (diag_.hasErrors())
      return false;
    if (!text) {
      diag_.report(diag::BadUsage, Span::none(),
                   "`" + units_[0].path + "` has no stage `" + options_.emit + "`");
      return false;
    }
    if (options_.output.empty() || options_.output == "-") {
      llvm::outs() << *text;
      llvm::outs().flush();
      return true;
    }
    return write(options_.output, *text) && writeDependencies();
  }

  std::optional<std::string> graphText() {
    if (!profile_) {
      diag_.report(diag::BadUsage, Span::none(),
                   options_.profileUse.empty()
                       ? "`--emit=graph` needs `--profile-use=FILE`"
                       : "`--emit=graph` needs a profile that can be used: record it again");
      return std::nullopt;
    }
    Timer::Scope phase(timer_, "specialise");
    ir::Module graphs;
    graphs.name = units_[0].moduleName;
    graphs.file = fileName(units_[0]);
    transforms::Specialisation made = specialise(graphs);
    if (!checked(units_[0], ir::verify(graphs)))
      return std::nullopt;
    return toText(made.generic, sources_) + ir::toText(graphs, {.places = options_.debug});
  }

  // With the profile that is named, or the one that runs of the program have left.
  bool explainPhase() {
    Timer::Scope phase(timer_, "explain");
    std::optional<RunCounts> counts;
    if (!options_.counters.empty() && !(counts = readCounters(options_.counters, diag_)))
      return false;
    std::string file = options_.profileUse;
    if (file.empty())
      file = keptProfile(options_, units_);
    if ((!options_.profileUse.empty() || fs::exists(file)) &&
        !loadProfile(file, units_, diag_, &profile_))
      return false;
    Explanation explanation;
    explanation.crossings =
        explainCrossings(findCrossings(units_), counts ? &counts->crossings : nullptr);
    transforms::PassRunOptions how{.verifyEach = verifyEach(), .timer = nullptr};
    for (Unit &unit : units_)
      if (!unit.isInstalled() &&
          !checked(unit, transforms::runPasses(*unit.module, {transforms::PassId::FormRoots}, how)))
        return false;
    transforms::Specialisation made;
    if (profile_)
      made = specialise(graphs_);
    explanation.roots = explainRoots(units_, profile_ ? &*profile_ : nullptr, made, graphs_);
    if (counts)
      addCounts(explanation.roots, counts->roots);
    if (!profile_ && !options_.json)
      llvm::outs() << "There is no profile of `" << units_[0].path
                   << "`: nothing is known of its runs. `janusc run` leaves one.\n\n";
    bool inColour = options_.colour == ColourMode::Always ||
                    (options_.colour == ColourMode::Auto && wantsColour(STDOUT_FILENO));
    llvm::outs() << (options_.json ? explainedJson(explanation, units_, sources_)
                                   : explainedText(explanation, units_, sources_,
                                                   {inColour, options_.verbose}));
    return true;
  }

  // Some module of the program asks for its stack.
  bool keepsFrames() const {
    return !options_.prelude && llvm::any_of(units_, [](const Unit &unit) {
      return !unit.isInstalled() && codegen::asksForFrames(unit.module->source);
    });
  }

  bool generatePhase() {
    Timer::Scope phase(timer_, "C++");
    constexpr unsigned kOpsPerFile = 1500;
    codegen::TierUpCommand tierUp;
    const bool mayGetVersions = isAdaptive() || !plan_.profile.empty();
    if (mayGetVersions)
      tierUp = tierUpCommand(options_, units_);
    if (!isAdaptive())
      tierUp.words.clear();
    const bool keeps = keepsFrames();
    for (const Unit &unit : units_) {
      std::string symbol = codegen::symbolOf(*unit.module);
      codegen::RootVersions versions = addVersions(unit, symbol);
      // Text of installed modules is the same in all programs, which share its objects.
      const bool isUsers = !unit.isInstalled();
      codegen::CppOptions how{.lineOfEveryStatement = options_.debug,
                              .keepsFrames = keeps && isUsers,
                              .profileFile = isUsers ? probeFile() : "",
                              .profileIsKept = isUsers && !plan_.profile.empty(),
                              .tierUp = isUsers && mayGetVersions ? &tierUp : nullptr,
                              .joinsProfile = !isUsers,
                              .opsPerFile = kOpsPerFile,
                              .versions = &versions,
                              .rootsHaveSource = options_.fallback == Fallback::Python};
      for (codegen::CppText &file : codegen::emitCppFiles(*unit.module, sources_, how))
        files_.push_back(
            {std::move(file.name), std::move(file.text), unit.path,
             unit.origin == Origin::Package ? codegen::CppKind::Large : codegen::CppKind::Program});
      modules_.push_back(
          {symbol, unit.moduleName, unit.module->file, codegen::fileHash(unit.module->source)});
    }
    files_.push_back(
        codegen::moduleTable(modules_, {.executable = isExecutable(), .strict = options_.strict}));
    return true;
  }

  // For a program that is running, or that the cache has.
  bool isWithoutProgram() const { return !options_.tierUp.empty() || options_.versionsOnly; }

  // Versions alone; that there are none is to be known, too, before a run.
  bool versionsPhase() {
    if (roots_.empty() && !options_.versionsOnly)
      return false;
    Timer::Scope phase(timer_, "C++");
    for (Unit &unit : units_) {
      addGraphs(unit);
      addVersions(unit, codegen::symbolOf(*unit.module));
    }
    codegen::CppText table = codegen::versionsTable(rows_, programHash(options_, units_));
    files_.push_back({std::move(table.name), std::move(table.text), ""});
    return true;
  }

  // The code of a module's specialised roots.
  codegen::RootVersions addVersions(const Unit &unit, const std::string &symbol) {
    codegen::VersionTexts texts =
        codegen::emitVersions(*unit.module, plan::planGraphs(*unit.module, options_.graphs.fuses),
                              symbol, options_.debug);
    for (codegen::CppText &file : texts.versions)
      files_.push_back(
          {std::move(file.name), std::move(file.text), unit.path, codegen::CppKind::Versions});
    for (codegen::CppText &file : texts.loops)
      files_.push_back(
          {std::move(file.name), std::move(file.text), unit.path, codegen::CppKind::Loops});
    rows_.insert(rows_.end(), texts.rows.begin(), texts.rows.end());
    return texts.byRoot();
  }

  // Where a module with probes will write its profile.
  const std::string &probeFile() const {
    return plan_.profile.empty() ? options_.profileGenerate : plan_.profile;
  }

  // Whether it can be compiled again while it runs, and is.
  bool mayAdapt() const {
    auto isPython = [](const Unit &unit) { return unit.ast != nullptr; };
    auto isProgram = [](const Unit &unit) { return unit.isProgram(); };
    return llvm::all_of(units_, isPython) && llvm::count_if(units_, isProgram) <= 1 &&
           !options_.passes && !options_.prelude && options_.inputs[0] != "-";
  }
  bool isAdaptive() const {
    return options_.tierUp.empty() && mayAdapt() &&
           options_.adaptive.value_or(options_.run && options_.specialise && !probeFile().empty());
  }

  bool hasProbes() const { return !probeFile().empty() || isAdaptive(); }

  bool isExecutable() const { return !llvm::StringRef(output_).endswith(".so"); }

  bool objectPhase() {
    Timer::Scope phase(timer_, "compile");
    progress_.phase("compiling C++ (" + std::to_string(files_.size()) + " files)");
    compiler_ = codegen::findHostCompiler(diag_);
    if (!compiler_)
      return false;
    codegen::CompileOptions how;
    how.optimize = options_.optimize;
    how.debug = options_.debug;
    how.useCache = options_.useCache;
    if (!options_.tierUp.empty())
      how.onlyLevel = static_cast<CpuLevel>(options_.tierUpLevel);
    else if (options_.run)
      how.onlyLevel = levelOfRuns();
    how.jobs =
        options_.jobs != 0 ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
    how.includeFolder = installation().includes;
    how.bugFolder = options_.run ? "" : stem() + ".janus-bug";
    auto log = [this](llvm::StringRef command) { say(command); };
    how.log = log;
    return codegen::compileObjects(*compiler_, files_, how, diag_, objects_);
  }

  bool linkPhase() {
    Timer::Scope phase(timer_, "link");
    progress_.phase("linking " + output_);
    codegen::LinkOptions how;
    how.output = output_;
    how.executable = isExecutable();
    how.debug = options_.debug;
    how.libraryFolder = installation().libraries;
    how.scratchFolder = objects_.scratch;
    auto log = [this](llvm::StringRef command) { say(command); };
    how.log = log;
    return codegen::linkModule(*compiler_, objects_.paths, how, diag_);
  }

  // The graph of the first program; that of the others beside, by their names.
  bool writePhase() {
    if (!options_.text.empty())
      keepText(options_, units_);
    else if (options_.run)
      rememberRun(options_, plan_, units_, lookups_, timer_.total());
    else
      for (const Unit &unit : units_)
        if (unit.isProgram() && unit.kind == InputKind::Python &&
            !write(graphName(unit), codegen::toJson(*unit.module)))
          return false;
    if (!options_.bundle.empty() &&
        !codegen::makeBundle(
            {output_, installation().runner, installation().libraries + "/libjanus.so"},
            options_.bundle, diag_))
      return false;
    return writeDependencies();
  }

  std::string stem() const {
    llvm::StringRef name = output_;
    name.consume_back(".so");
    return name.str();
  }

  std::string graphName(const Unit &unit) const {
    unsigned programs = 0;
    for (const Unit &other : units_)
      programs += other.isProgram();
    std::string name = stem();
    if (programs > 1)
      name += "." + path::stem(unit.path).str();
    return name + ".graph.json";
  }

  static std::string inMakefile(llvm::StringRef file) {
    std::string text;
    for (char c : file) {
      if (c == ' ' || c == '#')
        text += '\\';
      text += c == '$' ? "$$" : std::string(1, c);
    }
    return text;
  }

  bool writeDependencies() {
    if (options_.dependencyFile.empty())
      return true;
    std::string text = inMakefile(output_) + ":";
    for (const Unit &unit : units_)
      if (unit.path != "-" && !unit.isNamespace)
        text += " \\\n " + inMakefile(unit.path);
    return write(options_.dependencyFile, text + "\n");
  }

  bool write(const std::string &file, const std::string &text) {
    if (llvm::Error error = writeFileAtomically(file, text))
      return codegen::reportUnwritable(file, std::move(error), diag_);
    return true;
  }

  void say(llvm::StringRef text) {
    if (options_.verbose)
      llvm::errs() << text << "\n";
  }

  void summary() {
    if (options_.run || (!options_.verbose && !isatty(STDERR_FILENO)))
      return;
    size_t functions = 0;
    for (const Unit &unit : units_)
      functions += unit.module->functions().size();
    llvm::errs() << output_ << ": " << functions << " functions from " << units_.size()
                 << (units_.size() == 1 ? " file - " : " files - ")
                 << llvm::format("%.1f s\n", timer_.total());
  }

  const Options &options_;
  std::string output_;
  RunPlan plan_;
  Lookups lookups_;
  SourceManager sources_;
  DiagnosticEngine diag_;
  Interner names_;
  Timer timer_;
  Progress progress_;
  std::vector<Unit> units_;
  std::optional<speculate::ProfileFile> profile_;
  std::vector<transforms::SpecialisedRoot> roots_;
  ir::Module graphs_;
  std::vector<codegen::CppFile> files_;
  std::vector<codegen::ModuleEntry> modules_;
  std::vector<codegen::VersionTexts::Row> rows_;  // of all modules
  std::optional<codegen::HostCompiler> compiler_;
  codegen::ObjectFiles objects_;
};

}  // namespace

int compile(const Options &options, std::string *module) {
  Compilation compilation(options);
  int status = compilation.run();
  *module = compilation.output();
  return status;
}

}  // namespace janus
