// A program's modules and the prelude's gradients, as IR with roots.
#pragma once

#include "Frontend/Parse/Parse.h"
#include "Transforms/Build/Build.h"
#include "Transforms/Pipelines.h"
#include "Transforms/Speculate/Modules/ModuleSource.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

#include <deque>

namespace janus {

inline const std::string kInputs = JANUS_SOURCE_DIR "/test/unit/Transforms/Inputs/";
inline const std::string kGradients = JANUS_SOURCE_DIR "/runtime/prelude/torch/_gradients/";

inline std::string fileText(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : std::string();
}

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

  // The program of the tests, with the layers and optimizers that it uses.
  void loadWithLibrary(const std::string &program) {
    load("__main__", kInputs + program + ".py");
    load("nn", kInputs + "nn.py");
    load("optim", kInputs + "optim.py");
    loadGradients();
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

}  // namespace janus
