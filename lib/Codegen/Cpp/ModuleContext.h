// What the functions of one generated module share: names, constants, caches, positions.
#pragma once

#include "Codegen/Cpp/ConstantPool.h"
#include "Codegen/Cpp/Names.h"
#include "IR/Graph.h"
#include "Support/SourceManager.h"

#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace janus::codegen {

struct ModuleContext {
  ModuleContext(const ir::Module &module, const SourceManager &sources);

  const ir::Module &module;
  const SourceManager &sources;
  bool lineOfEveryStatement = false;  // `#line` before each statement, for debuggers

  ConstantPool constants;
  IdVector<ir::FunctionId, std::string> names;  // "LeNet_forward": f_<name>, d_<name>
  unsigned attributeCaches = 0;                 // a1, a2, ... handed out so far
  // Global caches by name of the global: g1, g2, ...
  llvm::StringMap<unsigned> globalCaches;

  std::string attributeCache() { return "&a" + std::to_string(++attributeCaches); }
  std::string globalCache(llvm::StringRef name) {
    unsigned next = globalCaches.size() + 1;
    return "&g" + std::to_string(globalCaches.try_emplace(name, next).first->second);
  }

  std::string functionName(ir::FunctionId id) const { return "f_" + names[id]; }
  std::string recordName(ir::FunctionId id) const { return "d_" + names[id]; }
  // 0 when the span is of no file.
  uint32_t line(Span span) const { return span.valid() ? sources.line(span) : 0; }
};

}  // namespace janus::codegen
