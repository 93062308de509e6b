// Roots of programs become the graphs that stand beside them as text. JANUS_UPDATE=1 rewrites
// those.
#include "Transforms/Speculate/Speculate.h"
#include "Frontend/Parse/Parse.h"
#include "IR/Printer.h"
#include "IR/Verifier.h"
#include "Transforms/Build/Build.h"
#include "Transforms/Pipelines.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>

using namespace janus;

namespace {

const std::string kInputs = JANUS_SOURCE_DIR "/test/unit/Transforms/Inputs/";
const std::string kGradients = JANUS_SOURCE_DIR "/runtime/prelude/torch/_gradients/";

std::string fileText(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : std::string();
}

// A program's modules and the prelude's gradients, as IR with roots.
class Program {
public:
  Program() : diag_(sources) {}

  void load(const std::string &name, const std::string &path) {
    std::optional<FileId> file = sources.load(path, diag_);
    ASSERT_TRUE(file) << path;
    ParseResult parsed = parseFile(sources, *file, names_, diag_);
    ASSERT_TRUE(parsed.ok) << path;
    ScopeTree scopes = analyzeScopes(*parsed.ast, diag_);
    build::ModuleInfo info;
    info.name = name;
    info.file = llvm::sys::path::filename(path).str();
    info.isPackage = info.file == "__init__.py";
    info.source = sources.text(*file).str();
    modules_.push_back(build::buildModule(*parsed.ast, parsed.ast->root(), scopes, info, diag_));
    std::vector<std::string> problems = transforms::runPasses(
        modules_.back(), {transforms::PassId::FormRoots}, {.verifyEach = true});
    ASSERT_EQ(problems, std::vector<std::string>());
    source.add(modules_.back());
  }

  void loadGradients() {
    std::error_code error;
    std::vector<std::string> paths;
    for (llvm::sys::fs::directory_iterator at(kGradients, error), end; at != end && !error;
         at.increment(error))
      if (llvm::StringRef(at->path()).endswith(".py"))
        paths.push_back(at->path());
    llvm::sort(paths);
    for (const std::string &path : paths) {
      std::string stem = llvm::sys::path::stem(path).str();
      load(stem == "__init__" ? "torch._gradients" : "torch._gradients." + stem, path);
    }
  }

  SourceManager sources;
  speculate::ModuleSource source;

private:
  DiagnosticEngine diag_;
  Interner names_;
  std::deque<ir::Module> modules_;
};

// The graph of the first root of a profile, or why there is none.
std::string graphOf(Program &program, const std::string &profileFile) {
  std::string error;
  std::optional<speculate::Profile> profile =
      speculate::profileFromJson(fileText(profileFile), &error);
  if (!profile)
    return error;
  ir::Module graphs;
  speculate::SpeculationResult result =
      speculate::Speculation(*profile, program.source).specialise(profile->roots[0], graphs);
  if (!result.specialised)
    return "not specialised: " + result.reason + "\nin " + result.function + "\n" +
           program.sources.text(result.span).split('\n').first.str() + "\n";
  EXPECT_EQ(ir::verify(graphs), std::vector<std::string>());
  std::string text;
  llvm::raw_string_ostream out(text);
  for (ir::FunctionId id : graphs.functions())
    ir::print(out, graphs, id);
  return text;
}

void expectGraph(const std::string &program, const std::string &name) {
  Program loaded;
  loaded.load("__main__", kInputs + program + ".py");
  loaded.load("nn", kInputs + "nn.py");
  loaded.load("optim", kInputs + "optim.py");
  loaded.loadGradients();
  std::string graph = graphOf(loaded, kInputs + name + ".json"), file = kInputs + name + ".ir";
  if (std::getenv("JANUS_UPDATE")) {
    std::error_code error;
    llvm::raw_fd_ostream(file, error) << graph;
  }
  EXPECT_EQ(graph, fileText(file));
}

TEST(Speculate, Regression) {
  expectGraph("regression", "regression");
}

TEST(Speculate, ProfileRoundTrip) {
  std::string error, text = fileText(kInputs + "regression.json");
  std::optional<speculate::Profile> profile = speculate::profileFromJson(text, &error);
  ASSERT_TRUE(profile) << error;
  std::string once = speculate::toJson(*profile);
  std::optional<speculate::Profile> again = speculate::profileFromJson(once, &error);
  ASSERT_TRUE(again) << error;
  EXPECT_EQ(speculate::toJson(*again), once);
  EXPECT_FALSE(speculate::profileFromJson("{}", &error));
  EXPECT_EQ(error, "this is not a profile of janusc");
  for (size_t size = 0; size + 2 < once.size(); size += 97)
    EXPECT_FALSE(speculate::profileFromJson(llvm::StringRef(once).take_front(size), &error));
}

}  // namespace
