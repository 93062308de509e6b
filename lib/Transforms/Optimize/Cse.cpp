// One of several equal operations: pure ones with the same operands and attributes.
//
//   %2 = float.mul %0, %1 : float         %2 = float.mul %0, %1 : float
//   %3 = float.mul %0, %1 : float    =>   %4 = float.add %2, %2 : float
//   %4 = float.add %2, %3 : float
//
// Guards of one value are merged, too. An operation replaces those after it in its region and in
// the regions within. Constants stay: they cost nothing where they are used. So do tensors that
// live on after a graph: who writes to one of them does not write to the other.
#include "IR/Rewriter.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"
#include "Transforms/PassManager.h"

#include <map>
#include <set>

namespace janus::transforms {
namespace {

using namespace ir;

class Eliminator {
public:
  explicit Eliminator(Function &function) : function_(function), rewriter_(function) {}

  void run() {
    walk(function_, function_.body, [&](OpId id) {
      Opcode opcode = function_.op(id).opcode;
      if (opcode == Opcode::HeapTensor || opcode == Opcode::TapeNode ||
          opcode == Opcode::TapeGradients)
        for (ValueId operand : function_.op(id).operands)
          for (ValueId memory : memoriesOf(function_, operand))
            liveOn_.insert(memory);
    });
    visit(function_.body);
    rewriter_.apply();
  }

private:
  using Key = std::pair<Opcode, std::vector<ValueId>>;

  void visit(RegionId region) {
    std::vector<Key> added;
    std::vector<ValueId> guardedHere;
    for (OpId id : function_.region(region).ops) {
      const Op &op = function_.op(id);
      for (RegionId inner : op.regions)
        visit(inner);
      if (op.opcode == Opcode::Guard) {
        ValueId condition = rewriter_.current(op.operands[0]);
        if (guarded_.insert(condition).second)
          guardedHere.push_back(condition);
        else
          rewriter_.erase(id);
      }
      // No pure operation but `const` has attributes that matter here.
      if (traitsOf(function_, id) != Pure || !op.attributes.empty() || op.results.size() != 1)
        continue;
      Key key{op.opcode, {}};
      for (ValueId operand : op.operands)
        key.second.push_back(rewriter_.current(operand));
      auto [known, isNew] = known_.try_emplace(key, op.results[0]);
      bool livesOn = liveOn_.contains(op.results[0]);
      // Types name the sizes that are counted: equal masks may have two names.
      if (!isNew && function_.value(known->second).type != function_.value(op.results[0]).type)
        continue;
      if (!isNew && livesOn && !liveOn_.insert(known->second).second)
        continue;
      if (isNew) {
        added.push_back(std::move(key));
      } else {
        rewriter_.replace(op.results[0], known->second);
        rewriter_.erase(id);
      }
    }
    for (const Key &key : added)
      known_.erase(key);
    for (ValueId condition : guardedHere)
      guarded_.erase(condition);
  }

  Function &function_;
  Rewriter rewriter_;
  std::map<Key, ValueId> known_;
  llvm::DenseSet<ValueId> liveOn_;  // whose memory Python can reach after the graph
  std::set<ValueId> guarded_;       // by a guard before, in this region or around it
};

}  // namespace

void runCse(Module &module) {
  for (FunctionId id : module.functions())
    Eliminator(module.function(id)).run();
}

}  // namespace janus::transforms
