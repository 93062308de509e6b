// The order of a graph's operations: inputs and guards on them, what is computed, what is written.
#include "Transforms/Plan/Plan.h"

#include "IR/Walk.h"
#include "Transforms/Plan/FormBlocks.h"
#include "Transforms/Plan/Lifetimes.h"
#include "Transforms/Plan/TensorFacts.h"

#include "llvm/ADT/DenseSet.h"

namespace janus::plan {
namespace {

using namespace ir;

class Scheduler {
public:
  Scheduler(const Module &module, FunctionId id)
      : module_(module), function_(module.function(id)),
        ops_(function_.region(function_.body).ops) {
    plan_.function = id;
  }

  Plan run() {
    markNeeded();
    findUses();
    for (OpId op : ops_)
      place(op);
    addWrittenInputs();
    formBlocks(module_, plan_);
    assignPlaces(module_, plan_);
    return std::move(plan_);
  }

private:
  // Operations that a guard or a commit needs.
  void markNeeded() {
    for (size_t i = ops_.size(); i-- > 0;) {
      const Op &op = function_.op(ops_[i]);
      bool effect =
          op.opcode == Opcode::Guard || has(op.opcode, WritesHeap | Outputs | Terminator | Draws);
      bool used = llvm::any_of(op.results, [&](ValueId each) { return needed_.contains(each); });
      if (isTensorOp(op.opcode) ? !used && !has(op.opcode, Draws) : !effect && !used)
        continue;
      neededOps_.insert(ops_[i]);
      needed_.insert(op.operands.begin(), op.operands.end());
    }
  }

  void findUses() {
    for (OpId id : neededOps_)
      for (ValueId operand : function_.op(id).operands)
        users_[operand].push_back(id);
  }

  // An update can write its operands in the commit phase when that is all that becomes of its
  // results: each is committed to the storage that the operand was read from.
  bool updatesInPlace(OpId id) const {
    const Op &op = function_.op(id);
    std::vector<ValueId> written = writtenOperands(function_, id);
    size_t first = op.results.size() - written.size();
    for (size_t i = 0; i < op.results.size(); ++i) {
      auto users = users_.find(op.results[i]);
      if (users == users_.end())
        continue;
      OpId input = i < first ? OpId() : function_.value(written[i - first]).definedBy;
      if (!input || function_.op(input).opcode != Opcode::HeapInput)
        return false;
      for (OpId user : users->second)
        if (function_.op(user).opcode != Opcode::StorageCommit ||
            function_.stringAttribute(user, "path") != function_.stringAttribute(input, "path"))
          return false;
    }
    return true;
  }

  void placeUpdate(OpId id) {
    plan_.written[id] = writtenOperands(function_, id);
    if (!updatesInPlace(id)) {
      plan_.compute.push_back({PlanStep::Kind::Update, id});
      return;
    }
    updates_.push_back(id);
    for (ValueId result : function_.op(id).results)
      for (OpId user : users_.lookup(result))
        plan_.inPlace.insert(user);
  }

  void place(OpId id) {
    const Op &op = function_.op(id);
    switch (op.opcode) {
    case Opcode::Assume:
    case Opcode::Const:
    case Opcode::Pack: return;
    case Opcode::HeapInput:
      plan_.inputs.push_back({function_.stringAttribute(id, "path").str(),
                              module_.types.text(function_.value(op.results[0]).type),
                              op.results[0]});
      early_.insert(op.results[0]);
      return;
    case Opcode::HeapObject:
      plan_.inputs.push_back(
          {function_.stringAttribute(id, "path").str(), "object", op.results[0]});
      return;
    case Opcode::Guard: plan_.guards.push_back(id); break;
    case Opcode::HeapTensor:
    case Opcode::PyList:
    case Opcode::PyTuple:
    case Opcode::PyDict: plan_.objects.push_back({PlanStep::Kind::Scalar, id}); return;
    case Opcode::StorageCommit: storageCommits_.push_back(id); return;
    case Opcode::HeapCommit:
    case Opcode::HeapDelete:
    case Opcode::TextCommit: plan_.commits.push_back({PlanStep::Kind::Scalar, id}); return;
    case Opcode::Return: plan_.result = id; return;
    default: break;
    }
    if (!neededOps_.contains(id))
      return;
    if (isTensorOp(op.opcode) && hasTrait(rowOf(op.opcode), Trait::Mutates) &&
        !writtenOperands(function_, id).empty()) {
      placeUpdate(id);
    } else if (isTensorOp(op.opcode)) {
      plan_.compute.push_back({PlanStep::Kind::General, id});
    } else if (isEarly(op)) {
      early_.insert(op.results.begin(), op.results.end());
      plan_.entry.push_back({PlanStep::Kind::Scalar, id});
    } else {
      plan_.compute.push_back({PlanStep::Kind::Scalar, id});
    }
  }

  // Computed from inputs alone, without making an object.
  bool isEarly(const Op &op) const {
    if (op.opcode == Opcode::TextFormat)
      return false;
    return llvm::all_of(op.operands, [&](ValueId each) {
      OpId made = function_.value(each).definedBy;
      return early_.contains(each) || function_.op(made).opcode == Opcode::Const;
    });
  }

  // A storage that is written is an input, though it may not be read.
  void addWrittenInputs() {
    for (OpId id : storageCommits_) {
      llvm::StringRef path = function_.stringAttribute(id, "path");
      if (llvm::none_of(plan_.inputs, [&](const PlanInput &each) { return each.path == path; })) {
        TypeId type = function_.value(function_.op(id).operands[0]).type;
        plan_.inputs.push_back({path.str(), module_.types.text(type), ValueId()});
      }
    }
    std::vector<PlanStep> first;
    for (OpId id : updates_)
      first.push_back({PlanStep::Kind::Update, id});
    for (OpId id : storageCommits_)
      first.push_back({PlanStep::Kind::Scalar, id});
    plan_.commits.insert(plan_.commits.begin(), first.begin(), first.end());
  }

  const Module &module_;
  const Function &function_;
  const std::vector<OpId> &ops_;
  Plan plan_;
  llvm::DenseSet<OpId> neededOps_;
  llvm::DenseSet<ValueId> needed_, early_;
  llvm::DenseMap<ValueId, llvm::SmallVector<OpId, 2>> users_;
  std::vector<OpId> storageCommits_, updates_;
};

}  // namespace

// Without control flow: what has some runs its generic code.
static bool isStraight(const Function &function) {
  return llvm::all_of(function.region(function.body).ops,
                      [&](OpId id) { return function.op(id).regions.empty(); });
}

std::vector<Plan> planGraphs(const Module &module) {
  std::vector<Plan> plans;
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnGraph && isStraight(module.function(id)))
      plans.push_back(Scheduler(module, id).run());
  return plans;
}

}  // namespace janus::plan
