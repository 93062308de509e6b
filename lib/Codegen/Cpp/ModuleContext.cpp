#include "Codegen/Cpp/ModuleContext.h"

namespace janus::codegen {

ModuleContext::ModuleContext(const ir::Module &m, const SourceManager &s)
    : module(m), sources(s), constants(m) {
  UniqueNames unique;
  for (ir::FunctionId id : module.functions()) {
    const ir::Function &function = module.function(id);
    std::string name = id == module.body ? "module" : identifier(function.qualname);
    names.push_back(unique.make(name.empty() ? identifier(function.name) : name));
  }
}

}  // namespace janus::codegen
