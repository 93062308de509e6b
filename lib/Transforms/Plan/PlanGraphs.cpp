// The order of a graph's operations: inputs and guards on them, what is computed, what is written.
#include "Transforms/Plan/Plan.h"

#include "IR/Loops.h"
#include "IR/Walk.h"
#include "Transforms/Plan/FormBlocks.h"
#include "Transforms/Plan/Lifetimes.h"
#include "Transforms/Plan/OrderCommits.h"
#include "Transforms/Plan/TensorFacts.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

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

  Plan run(bool fuses) {
    mark(function_.body);
    findUses();
    for (OpId op : ops_)
      place(op);
    findSymbols();
    for (const std::vector<PlanStep> *phase : {&plan_.entry, &plan_.compute})
      numberGuards(*phase);
    addWrittenInputs();
    orderCommits(module_, plan_);
    for (const PlanStep &step : plan_.commits)
      numberWrites(step);
    if (fuses)
      formBlocks(module_, plan_);
    assignPlaces(module_, plan_);
    return std::move(plan_);
  }

private:
  // True when an operation for which `what` holds stands in the regions of a branch.
  bool holds(OpId branch, llvm::function_ref<bool(const Op &)> what) const {
    bool found = false;
    for (RegionId side : function_.op(branch).regions)
      walk(function_, side, [&](OpId id) { found |= what(function_.op(id)); });
    return found;
  }

  // Operations that a guard or a commit needs, and what a branch gives that is needed.
  void mark(RegionId region) {
    const std::vector<OpId> &ops = function_.region(region).ops;
    for (size_t i = ops.size(); i-- > 0;) {
      const Op &op = function_.op(ops[i]);
      if (op.opcode == Opcode::LoopAgain) {
        neededOps_.insert(ops[i]);
        markAgain(ops[i]);
        continue;
      }
      if (op.opcode == Opcode::YieldValues || op.opcode == Opcode::LoopCarried) {
        neededOps_.insert(ops[i]);
        needed_.insert(op.operands.begin(), op.operands.end());
        continue;
      }
      auto hasEffect = [this](const Op &each) {
        return each.opcode == Opcode::Guard || each.opcode == Opcode::Return ||
               mayRaise(module_, function_, each) ||
               has(each.opcode, isTensorOp(each.opcode) ? uint32_t(Draws)
                                                        : WritesHeap | Outputs | Draws | Raises);
      };
      bool used = llvm::any_of(op.results, [&](ValueId each) { return needed_.contains(each); });
      // A loop's end is an effect, too: it may not come.
      bool effect = op.opcode == Opcode::If ? holds(ops[i], hasEffect)
                                            : op.opcode == Opcode::Loop || hasEffect(op);
      if (!used && (!effect || replaced_.contains(ops[i])))
        continue;
      neededOps_.insert(ops[i]);
      bool isOfParts = op.opcode == Opcode::StorageCommit && findParts(ops[i]);
      needed_.insert(op.operands.begin() + isOfParts, op.operands.end());
      for (RegionId inner : op.regions)
        mark(inner);
    }
  }

  // The parts in which a value differs from another; none where it may differ in all. They are
  // stored in that one's place, by operations of the region that makes the value.
  PlanParts partsOf(ValueId value, llvm::function_ref<bool(OpId)> isWhole, RegionId in) {
    PlanParts parts;
    while (true) {
      OpId made = function_.value(value).definedBy;
      const Op &op = function_.op(made);
      if (isWhole(made))
        break;
      if (!isTensorOp(op.opcode) || row(rowOf(op.opcode)).part == TensorOp::Count ||
          op.parent != in)
        return {};
      parts.push_back({made, op.operands[1]});
      value = op.operands[0];
    }
    for (const PlanPart &part : parts) {
      llvm::ArrayRef<ValueId> operands = function_.op(part.replaces).operands;
      needed_.insert(operands.begin() + 1, operands.end());
      replaced_.insert(part.replaces);
    }
    std::reverse(parts.begin(), parts.end());
    return parts;
  }

  // Finds the parts in which a written input changes, unless the write hangs on a condition.
  bool findParts(OpId commit) {
    const Op &op = function_.op(commit);
    if (op.parent != function_.body)
      return false;
    llvm::StringRef path = function_.stringAttribute(commit, "path");
    auto isWritten = [&](OpId id) {
      return function_.op(id).opcode == Opcode::HeapInput &&
             function_.stringAttribute(id, "path") == path;
    };
    PlanParts parts = partsOf(op.operands[0], isWritten, function_.body);
    if (parts.empty())
      return false;
    plan_.parts[commit] = std::move(parts);
    return true;
  }

  // Marks the values that a turn hands to the next, or finds the parts in which they change.
  void markAgain(OpId again) {
    RegionId body = function_.op(again).parent;
    OpId loop = function_.region(body).parent;
    TurnView turn(function_, loop);
    for (size_t i = 0; i < turn.carried().size(); ++i) {
      ValueId carried = turn.carried()[i];
      auto isCarried = [&](OpId id) { return id == function_.value(carried).definedBy; };
      PlanParts parts;
      if (isKeptInPlace(module_.types.get(function_.value(carried).type)))
        parts = partsOf(turn.next()[i], isCarried, body);
      if (parts.empty())
        needed_.insert(turn.next()[i]);
      else
        plan_.carriedParts[carried] = std::move(parts);
    }
    needed_.insert(turn.more());
    for (auto [result, value] : llvm::zip(function_.op(loop).results, turn.results())) {
      auto next = llvm::find(turn.next(), value);
      ValueId carried =
          next == turn.next().end() ? ValueId() : turn.carried()[next - turn.next().begin()];
      if (carried && plan_.carriedParts.count(carried))
        plan_.carriedResults[result] = carried;
      else
        needed_.insert(value);
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
            function_.op(user).parent != function_.body ||
            function_.stringAttribute(user, "path") != function_.stringAttribute(input, "path"))
          return false;
    }
    return true;
  }

  PlanStep update(OpId id) {
    plan_.written[id] = writtenOperands(function_, id);
    return {PlanStep::Kind::Update, id};
  }

  void place(OpId id) {
    const Op &op = function_.op(id);
    switch (op.opcode) {
    case Opcode::HeapInput:
      plan_.inputs.push_back(input(id));
      early_.insert(op.results[0]);
      return;
    case Opcode::HeapObject:
      plan_.inputs.push_back(input(id));
      plan_.inputs.back().type = "object";
      return;
    case Opcode::StorageCommit:
      storageCommits_.push_back({PlanStep::Kind::Scalar, id});
      written_.push_back(id);
      return;
    case Opcode::Return: plan_.result = id; return;
    default: break;
    }
    if (isMaker(op.opcode))
      return placeObject(id, {PlanStep::Kind::Scalar, id});
    if (isCommit(op.opcode))
      return plan_.commits.push_back({PlanStep::Kind::Scalar, id});
    std::optional<PlanStep> made = step(id);
    if (!made)
      return;
    if (op.opcode == Opcode::If) {
      auto in = [&](auto what) { return holds(id, [&](auto &each) { return what(each.opcode); }); };
      if (in(isCommit))
        return (in([](Opcode o) { return o == Opcode::StorageCommit; }) ? storageCommits_
                                                                        : plan_.commits)
            .push_back(std::move(*made));
      auto takesObject = [&](const Op &each) {
        return llvm::any_of(each.operands, [&](ValueId v) { return objects_.contains(v); });
      };
      if (in(isMaker) || holds(id, takesObject))
        return placeObject(id, std::move(*made));
    }
    if (made->kind == PlanStep::Kind::Update && updatesInPlace(id)) {
      updates_.push_back(id);
      for (ValueId result : op.results)
        for (OpId user : users_.lookup(result))
          plan_.inPlace.insert(user);
    } else if (isEarly(id)) {
      early_.insert(op.results.begin(), op.results.end());
      plan_.entry.push_back(std::move(*made));
    } else {
      plan_.compute.push_back(std::move(*made));
    }
  }

  void placeObject(OpId id, PlanStep made) {
    objects_.insert(function_.op(id).results.begin(), function_.op(id).results.end());
    plan_.objects.push_back(std::move(made));
  }

  // "tensor<float32, (4, 2), cpu, contiguous, grad, history>"
  PlanInput input(OpId id) const {
    ValueId value = function_.op(id).results[0];
    TypeId type = function_.value(value).type;
    PlanInput made{function_.stringAttribute(id, "path").str(), module_.types.text(type), value,
                   type};
    made.hasHistory = function_.attribute(id, "history") && function_.boolAttribute(id, "history");
    if (made.hasHistory)
      made.type.insert(made.type.size() - 1, ", history");
    return made;
  }

  // How an operation is done that is more than a constant, and that somebody needs.
  std::optional<PlanStep> step(OpId id) {
    const Op &op = function_.op(id);
    if (op.opcode == Opcode::Assume || op.opcode == Opcode::Const || op.opcode == Opcode::Pack ||
        op.opcode == Opcode::Absent || !neededOps_.contains(id))
      return std::nullopt;
    if (op.opcode == Opcode::If || op.opcode == Opcode::Loop)
      return withRegions(id);
    if (!isTensorOp(op.opcode))
      return PlanStep{PlanStep::Kind::Scalar, id};
    bool updates =
        hasTrait(rowOf(op.opcode), Trait::Mutates) && !writtenOperands(function_, id).empty();
    return updates ? update(id) : PlanStep{PlanStep::Kind::General, id};
  }

  // The operations in the regions of a branch or a loop are done there, in the graph's order.
  PlanStep withRegions(OpId id) {
    bool isBranch = function_.op(id).opcode == Opcode::If;
    PlanStep made{isBranch ? PlanStep::Kind::If : PlanStep::Kind::Turns, id};
    for (RegionId region : function_.op(id).regions) {
      std::vector<PlanStep> &steps = made.sides.emplace_back();
      for (OpId inner : function_.region(region).ops) {
        if (function_.op(inner).opcode == Opcode::StorageCommit)
          written_.push_back(inner);
        if (std::optional<PlanStep> each = step(inner))
          steps.push_back(std::move(*each));
      }
    }
    return made;
  }

  // Computed from inputs alone, as numbers.
  bool isEarly(OpId id) const {
    const Op &op = function_.op(id);
    auto isKnown = [&](ValueId each) {
      OpId made = function_.value(each).definedBy;
      return early_.contains(each) || function_.op(made).opcode == Opcode::Const ||
             function_.op(made).opcode == Opcode::Absent ||
             llvm::any_of(op.regions,
                          [&](RegionId side) { return isInside(function_, made, side); });
    };
    auto givesNumbers = [&](const Op &each) {
      return !isTensorOp(each.opcode) && each.opcode != Opcode::Loop &&
             each.opcode != Opcode::TextFormat &&
             each.opcode != Opcode::NativeCall &&  // the function is the plan's
             each.opcode != Opcode::LoopSave && each.opcode != Opcode::LoopRestore &&
             llvm::all_of(each.operands, isKnown) && llvm::all_of(each.results, [&](ValueId value) {
               return isNumber(module_.types.get(function_.value(value).type).kind);
             });
    };
    return givesNumbers(op) && !holds(id, [&](const Op &each) { return !givesNumbers(each); });
  }

  // The first input that has a symbol for a size says what it is.
  void findSymbols() {
    llvm::StringSet<> found;
    for (const PlanInput &input : plan_.inputs) {
      if (!input.value)
        continue;
      OpId made = function_.value(input.value).definedBy;
      if (function_.attribute(made, "symbol")) {
        std::string name = function_.stringAttribute(made, "symbol").str();
        if (found.insert(name).second)
          plan_.symbols.push_back({name, input.value});
      }
      const Type &type = module_.types.get(function_.value(input.value).type);
      for (size_t dim = 0; type.shape && dim < type.shape->size(); ++dim)
        if (std::optional<std::string> name = expressionOf((*type.shape)[dim]).asSymbol();
            name && !SizeExpression::isCounted(*name) && found.insert(*name).second)
          plan_.symbols.push_back({*name, input.value, static_cast<unsigned>(dim)});
    }
  }

  // In the order in which they are tested.
  void numberGuards(const std::vector<PlanStep> &steps) {
    for (const PlanStep &step : steps) {
      if (function_.op(step.op).opcode == Opcode::Guard)
        plan_.guards.push_back(step.op);
      for (const std::vector<PlanStep> &side : step.sides)
        numberGuards(side);
    }
  }

  // A storage that is written is an input, though it may not be read.
  void addWrittenInputs() {
    for (OpId id : written_) {
      llvm::StringRef path = function_.stringAttribute(id, "path");
      if (llvm::none_of(plan_.inputs, [&](const PlanInput &each) { return each.path == path; })) {
        TypeId type = function_.value(function_.op(id).operands[0]).type;
        plan_.inputs.push_back({path.str(), module_.types.text(type), ValueId(), type});
      }
    }
    std::vector<PlanStep> first;
    for (OpId id : updates_)
      first.push_back(update(id));
    first.insert(first.end(), storageCommits_.begin(), storageCommits_.end());
    plan_.commits.insert(plan_.commits.begin(), first.begin(), first.end());
  }

  void numberWrites(const PlanStep &step) {
    if (step.kind == PlanStep::Kind::Scalar && isCommit(function_.op(step.op).opcode))
      plan_.writes.push_back(step.op);
    for (const std::vector<PlanStep> &side : step.sides)
      for (const PlanStep &each : side)
        numberWrites(each);
  }

  const Module &module_;
  const Function &function_;
  const std::vector<OpId> &ops_;
  Plan plan_;
  llvm::DenseSet<OpId> neededOps_, replaced_;  // replaced_: by parts, which check what they do
  llvm::DenseSet<ValueId> needed_, early_, objects_;  // objects_: made behind the last guard
  llvm::DenseMap<ValueId, llvm::SmallVector<OpId, 2>> users_;
  std::vector<OpId> updates_, written_;
  std::vector<PlanStep> storageCommits_;
};

}  // namespace

std::optional<OpId> unplannable(const Module &module, FunctionId id) {
  const Function &function = module.function(id);
  std::optional<OpId> found;
  walk(function, function.body, [&](OpId op) {
    Opcode opcode = function.op(op).opcode;
    bool isPlanned = opcode == Opcode::If || opcode == Opcode::Loop;
    if (!function.op(op).regions.empty() && !isPlanned && !found)
      found = op;
  });
  return found;
}

std::vector<Plan> planGraphs(const Module &module, bool fuses) {
  std::vector<Plan> plans;
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnGraph && !unplannable(module, id))
      plans.push_back(Scheduler(module, id).run(fuses));
  return plans;
}

}  // namespace janus::plan
