#include "Codegen/Cpp/ModuleContext.h"

#include "IR/Printer.h"

namespace janus::codegen {

ModuleContext::ModuleContext(const ir::Module &m, const SourceManager &s)
    : module(m), sources(s), constants(m), symbols(functionSymbols(m)) {
  UniqueNames unique;
  for (ir::FunctionId id : module.functions()) {
    const ir::Function &function = module.function(id);
    std::string name = id == module.body ? "module" : identifier(function.qualname);
    names.push_back(unique.make(name.empty() ? identifier(function.name) : name));
  }
}

std::string ModuleContext::spanRecord(Span span) {
  std::string text = "{0, 0, 0, 0}";
  if (span.valid()) {
    uint32_t first = sources.lineColumn(span.file, span.begin).line;
    uint32_t last = sources.lineColumn(span.file, span.end).line;
    auto column = [&](uint32_t offset, uint32_t line) {
      return std::to_string(offset - sources.lineBegin(span.file, line));
    };
    text = "{" + std::to_string(first) + ", " + column(span.begin, first) + ", " +
           std::to_string(last) + ", " + column(span.end, last) + "}";
  }
  auto [entry, inserted] = spanIndex.try_emplace(text, spans.size());
  if (inserted)
    spans.push_back(text);
  return "S[" + std::to_string(entry->second) + "]";
}

}  // namespace janus::codegen
