// The tables by which a version is bound (contract/Binding.h).
#pragma once

#include "IR/AccessPath.h"
#include "IR/Plan.h"

#include "llvm/ADT/StringMap.h"

namespace llvm {
class raw_ostream;
}

namespace janus::codegen {

// The steps of all paths of a version, and the constants in them and in what is assumed.
class BindingTables {
public:
  explicit BindingTables(const ir::Module &module) : module_(module) {}

  // Rows of their tables. A path that cannot be read gets no step, and the version is not bound.
  std::string assumption(const ir::Function &function, ir::OpId id);
  std::string input(const ir::PlanInput &input);
  std::string commit(const ir::Function &function, ir::OpId id);

  size_t stepCount() const { return steps_.size(); }
  // Prints the tables that the rows refer to; `steps`.
  void print(llvm::raw_ostream &out) const;

private:
  // The last step of a path.
  std::string step(const ir::AccessPath &path);
  std::string nodeForms(const std::vector<ir::NodeForm> &forms);
  std::string step(llvm::StringRef path);
  std::string literal(const ir::Literal &literal);
  std::string literalRow(const ir::Literal &literal);
  std::string key(const ir::PathKey &key);
  std::string sizes(const std::vector<ir::Dim> &shape);
  std::string array(std::vector<std::string> &arrays, llvm::StringRef type, llvm::StringRef name,
                    const std::string &items);

  const ir::Module &module_;
  std::vector<std::string> steps_, literals_, tuples_, keys_, sizes_, forms_;
  llvm::StringMap<unsigned> knownSteps_, knownLiterals_;
  llvm::StringMap<std::string> knownForms_;  // their tables
};

}  // namespace janus::codegen
