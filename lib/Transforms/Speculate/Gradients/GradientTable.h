// The prelude's gradient functions: which computes the gradients of which arguments of an
// operation, and what it is given. Read off the calls of the decorator in the prelude's modules.
#pragma once

#include "Transforms/Speculate/Modules/StaticModules.h"

#include "llvm/ADT/STLExtras.h"

namespace janus::speculate {

struct GradientRule {
  std::string op;                  // schema name with overload
  std::vector<std::string> of;     // arguments whose gradients it gives
  std::vector<std::string> saves;  // arguments, `result`, `x.shape`, ...
  const ir::Module *module = nullptr;
  ir::FunctionId function;
  // With complex gradients it gets the conjugates of what is saved, as in the engine.
  bool isHolomorphic = true;
};

class GradientTable {
public:
  // The prelude's modules are read when the first rule is asked for.
  explicit GradientTable(const ModuleSource &modules) : modules_(modules) {}

  // In the order in which they stand.
  llvm::ArrayRef<GradientRule> of(llvm::StringRef op) {
    readAll();
    auto found = rules_.find(op);
    return found == rules_.end() ? llvm::ArrayRef<GradientRule>()
                                 : llvm::ArrayRef<GradientRule>(found->getValue());
  }

  // True when the operation's results never need gradients.
  bool isNever(llvm::StringRef op) {
    llvm::ArrayRef<GradientRule> rules = of(op);
    return !rules.empty() && llvm::all_of(rules, [](auto &rule) { return rule.of.empty(); });
  }

  // True when results beyond the first need gradients.
  bool knowsOtherResults(llvm::StringRef op);

private:
  void readAll();
  void read(const ir::Module &module);

  const ModuleSource &modules_;
  bool isRead_ = false;
  llvm::StringMap<std::vector<GradientRule>> rules_;
};

}  // namespace janus::speculate
