#include "Transforms/Speculate/CodeNames.h"

#include "IR/Printer.h"

namespace janus::speculate {

using namespace ir;

namespace {

std::string lineNameOf(const Module &module, FunctionId id, const SourceManager &sources) {
  const Function &function = module.function(id);
  return module.name + ":" + function.qualname + "@" +
         std::to_string(function.span.valid() ? sources.line(function.span) : 0);
}

}  // namespace

void resolveCodeNames(Profile &profile, const ModuleSource &modules, const SourceManager &sources) {
  llvm::StringMap<std::string> symbols;  // by line name
  for (const Module *module : modules.all()) {
    IdVector<FunctionId, std::string> names = functionSymbols(*module);
    for (FunctionId id : module->functions())
      symbols.try_emplace(lineNameOf(*module, id, sources), module->name + ":" + names[id]);
  }
  for (NodeId node : profile.heap.ids()) {
    HeapNode &function = profile.heap[node];
    if (function.kind != NodeKind::Function)
      continue;
    auto known = symbols.find(function.name);
    if (known != symbols.end())
      function.name = known->getValue();
  }
}

void nameCodeByLine(Module &graphs, FunctionId graph, const ModuleSource &modules,
                    const SourceManager &sources) {
  Function &function = graphs.function(graph);
  for (OpId op : function.region(function.body).ops) {
    if (function.op(op).opcode != Opcode::Assume || !function.attribute(op, "value"))
      continue;
    // "name=code" of a method, else the code.
    auto [name, code] = function.stringAttribute(op, "value").split('=');
    if (code.empty())
      std::swap(name, code);
    auto [module, id] =
        code.contains('#') ? modules.findCode(code) : std::pair<const Module *, FunctionId>();
    if (!module)
      continue;
    std::string byLine = lineNameOf(*module, id, sources);
    function.setAttribute(op, "value", name.empty() ? byLine : name.str() + "=" + byLine);
  }
}

}  // namespace janus::speculate
