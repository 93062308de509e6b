// State that the functions of one generated module share: names, constants, caches, positions.
#pragma once

#include "Codegen/Cpp/ConstantPool.h"
#include "Codegen/Cpp/Names.h"
#include "IR/Graph.h"
#include "Support/SourceManager.h"

#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace janus::codegen {

struct TierUpCommand;

struct ModuleContext {
  ModuleContext(const ir::Module &module, const SourceManager &sources);

  const ir::Module &module;
  const SourceManager &sources;
  bool lineOfEveryStatement = false;  // `#line` before each statement, for debuggers
  bool keepsFrames = false;           // a jn_frame for each call
  bool notesCallers = false;          // has calls that say which module they are in (callers.h)

  ConstantPool constants;
  IdVector<ir::FunctionId, std::string> names;  // "LeNet_forward": f_<name>, d_<name>
  unsigned attributeCaches = 0;                 // a1, a2, ... handed out so far
  // Global caches by name of the global: g1, g2, ...; those of the file being written.
  llvm::StringMap<unsigned> globalCaches;
  unsigned globalCacheCount = 0;
  std::string linkage = "static ";  // of what the files of a module share

  IdVector<ir::FunctionId, std::string> symbols;  // as the IR's text calls functions
  unsigned roots = 0, probes = 0;
  std::string profileFile;  // of a module built with probes
  bool profileIsKept = false;
  const TierUpCommand *tierUp = nullptr;
  bool joinsProfile = false;  // of another module of the program
  bool hasProbes() const { return !profileFile.empty() || tierUp || joinsProfile; }
  // The versions of roots, by rootKey; null: none has one.
  const llvm::StringMap<std::vector<std::string>> *versions = nullptr;
  llvm::ArrayRef<std::string> versionsOf(llvm::StringRef root) const {
    if (!versions)
      return {};
    auto found = versions->find(root);
    return found == versions->end() ? llvm::ArrayRef<std::string>()
                                    : llvm::ArrayRef<std::string>(found->getValue());
  }
  // Also later on, while the program runs.
  bool mayHaveVersions(llvm::StringRef root) const { return tierUp || !versionsOf(root).empty(); }
  bool rootsHaveSource = false;
  std::string addRoot() { return "R" + std::to_string(++roots); }
  std::string addProbe() { return "B" + std::to_string(++probes); }

  std::string attributeCache() { return "&a" + std::to_string(++attributeCaches); }
  std::string globalCache(llvm::StringRef name) {
    auto [entry, inserted] = globalCaches.try_emplace(name, globalCacheCount + 1);
    globalCacheCount += inserted;
    return "&g" + std::to_string(entry->second);
  }

  std::string functionName(ir::FunctionId id) const { return "f_" + names[id]; }
  std::string recordName(ir::FunctionId id) const { return "d_" + names[id]; }
  // "S[3]": the record of a range that tracebacks show.
  std::string spanRecord(Span span);
  std::vector<std::string> spans;  // the records, as initialisers
  llvm::StringMap<unsigned> spanIndex;

  // 0 when the span is of no file.
  uint32_t line(Span span) const { return span.valid() ? sources.line(span) : 0; }
};

}  // namespace janus::codegen
