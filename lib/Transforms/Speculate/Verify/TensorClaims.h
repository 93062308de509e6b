// The types that a file claims of operations on tensors, against the rules by which graphs are
// made.
#pragma once

#include "IR/Verifier.h"
#include "Inference/Results.h"
#include "Transforms/Speculate/Shapes/SizeSymbols.h"
#include "Transforms/Speculate/Tensors/TensorOps.h"

#include <map>
#include <set>

namespace janus::speculate {

using inference::StaticArg;

// Comparisons of sizes that hold: `int.gt`, "s0", "1".
using SizeGuards = std::set<std::tuple<ir::Opcode, std::string, std::string>>;

class TensorClaims {
public:
  // `graph`: of a module without other problems. `guards`: that hold whenever it runs.
  TensorClaims(ir::Module &module, ir::FunctionId graph, SizeGuards guards,
               std::vector<ir::Problem> &problems);

  // With those of the graph's own.
  const SizeGuards &guards() const { return guards_; }

  // In the order of the graph: a guard tells what follows.
  void check(ir::OpId op);

private:
  using Comparison = SizeGuards::value_type;

  void readAssumptions();
  void chooseNumbers(), searchNumbers(const std::map<std::string, bool> &names);
  std::map<std::string, std::string> equalSymbols(const std::map<std::string, bool> &names);
  bool isSizeOfForward(ir::OpId input) const;
  bool holds(const Comparison &guard) const;
  std::optional<ir::SizeExpression> sizeOf(ir::ValueId value, bool isPart = false) const;
  std::optional<ir::SizeExpression> countOf(ir::OpId made, bool isPart) const;
  void placePositions(ir::OpId op, const Schema &schema, std::vector<StaticArg> &args);
  void nameCounts(ir::OpId op, std::vector<inference::StaticArg> &args);
  void checkResults(ir::OpId op, llvm::ArrayRef<StaticArg> args);
  void checkResult(ir::OpId op, size_t index, ir::Type known);
  void checkAssumed(ir::OpId op);
  std::optional<StaticArg> argument(const Param &param, ir::ValueId value);
  std::optional<StaticArg> listArgument(const Param &param, ir::ValueId value);
  bool addSize(StaticArg &arg, ir::ValueId value);
  void problem(ir::OpId op, const llvm::Twine &text, const llvm::Twine &remedy);

  void learnFrom(ir::OpId guard);
  std::optional<ir::Constant> constantOf(ir::ValueId value) const;
  const ir::Op &opOf(ir::ValueId value) const {
    return function().op(function().value(value).definedBy);
  }
  const ir::Function &function() const { return module_.function(id_); }
  const ir::Type &typeOf(ir::ValueId value) const {
    return module_.types.get(function().value(value).type);
  }

  ir::Module &module_;
  const ir::FunctionId id_;
  std::vector<ir::Problem> &problems_;
  // Sizes with symbols are compared for one entry that the guards let in; what that assumes has to
  // be a guard.
  SizeGuards guards_;
  // Numbers that an assumption or a guard fixes; those of guards for what follows in the region.
  llvm::StringMap<ir::Constant> assumed_;  // by paths
  struct Fixed {
    ir::Constant is;
    ir::RegionId where;
  };
  llvm::DenseMap<ir::ValueId, Fixed> fixed_;
  ir::RegionId here_;
  SymbolChoices choices_;
  VaryingSizes varying_;
  const DType defaultType_;
  ir::Module scratch_;
  GraphWriter writer_;
  std::optional<SizeSymbols> symbols_;
  bool isUndecided_ = false;  // a size that is counted while the graph runs was asked for
};

}  // namespace janus::speculate
