#include "Transforms/Roots/Roots.h"

#include "IR/Printer.h"
#include "IR/Walk.h"

namespace janus::transforms {
using namespace ir;

std::vector<Root> rootsOf(const Module &module) {
  std::vector<Root> roots;
  IdVector<FunctionId, std::string> symbols = functionSymbols(module);
  for (FunctionId id : module.functions()) {
    const Function &function = module.function(id);
    walk(function, function.body, [&](OpId op) {
      if (function.op(op).opcode == Opcode::Region)
        roots.push_back(
            {symbols[id], function.stringAttribute(op, "name").str(), function.op(op).span});
    });
  }
  return roots;
}

}  // namespace janus::transforms
