#include "Transforms/Plan/Lifetimes.h"

#include "Transforms/Plan/TensorFacts.h"

#include "janus/contract/PlacesInMemory.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>

namespace janus::plan {
namespace {

using namespace ir;

class Placer {
public:
  Placer(const Module &module, Plan &plan)
      : module_(module), function_(module.function(plan.function)), plan_(plan) {}

  void run() {
    for (const std::vector<PlanStep> *phase :
         {&plan_.entry, &plan_.compute, &plan_.objects, &plan_.commits})
      visitAll(*phase);
    if (plan_.result)
      visit(plan_.result);
    makePlaces(plan_.compute);
    if (plan_.symbols.empty())
      layOut();
  }

private:
  void visitAll(const std::vector<PlanStep> &steps) {
    for (const PlanStep &step : steps) {
      if (step.kind == PlanStep::Kind::Block) {
        visitBlock(plan_.blocks[step.block]);
        continue;
      }
      if (step.kind == PlanStep::Kind::Turns) {
        visitTurns(step);
        continue;
      }
      // One side after the other: what they need lives through both, and what they give as well.
      for (const std::vector<PlanStep> &side : step.sides)
        visitAll(side);
      visit(step.op);
    }
  }

  // Values made before a loop, and those that one turn hands to the next, live through all turns.
  void visitTurns(const PlanStep &step) {
    const uint32_t before = now_;
    visitAll(step.sides[0]);
    for (auto &[value, begin] : begin_)
      if (end_[value] > before && (begin <= before || isCarried(value)))
        end_[value] = now_;
    visit(step.op);
  }
  bool isCarried(ValueId value) const {
    return function_.op(function_.value(value).definedBy).opcode == Opcode::LoopCarried;
  }

  // Numbers the step; its operands live until here.
  void visit(OpId id) {
    ++now_;
    const Op &op = function_.op(id);
    if (op.opcode == Opcode::StorageCommit) {
      for (ValueId stored : plan_.storedBy(id, op))
        use(stored, false);
      return;
    }
    for (ValueId source : carriedSources(function_, plan_, id))
      use(source, false);
    for (ValueId operand : op.operands)
      use(operand, op.opcode == Opcode::HeapTensor || op.opcode == Opcode::TapeCommit);
    for (ValueId result : op.results)
      define(id, result);
  }

  // A loop may read and write one element at a time, but its inputs and outputs lie apart.
  void visitBlock(const PlanBlock &block) {
    ++now_;
    for (ValueId input : block.inputs)
      use(input, false);
    for (ValueId output : block.outputs) {
      begin_[output] = end_[output] = now_;
      owners_[output] = {output};
    }
  }

  void use(ValueId value, bool exposes) {
    OpId made = function_.value(value).definedBy;
    if (function_.op(made).opcode == Opcode::Pack)
      for (ValueId item : function_.op(made).operands)
        use(item, exposes);
    for (ValueId owner : ownersOf(value)) {
      end_[owner] = now_;
      if (exposes)
        exposed_.insert(owner);
    }
  }

  void define(OpId id, ValueId result) {
    begin_[result] = end_[result] = now_;
    const Op &op = function_.op(id);
    if (op.opcode == Opcode::If || op.opcode == Opcode::Loop) {
      std::vector<ValueId> owners;
      for (ValueId given : givenBy(function_, result))
        llvm::append_range(owners, ownersOf(given));
      owners_[result] = std::move(owners);
      return;
    }
    if (op.opcode == Opcode::LoopCarried) {  // in the first turn it may be what it begins with
      owners_[result] = ownersOf(op.operands[0]);
      owners_[result].push_back(result);
    }
    if (!isTensorOp(op.opcode))
      return;
    std::vector<ValueId> &owners = owners_[result];
    owners.push_back(result);
    if (mayAlias(rowOf(op.opcode)))
      for (ValueId operand : op.operands)
        for (ValueId owner : ownersOf(operand))
          owners.push_back(owner);
  }

  // The results whose bytes a tensor may show: its own and, of a view, those of what it views.
  std::vector<ValueId> ownersOf(ValueId value) const {
    auto found = owners_.find(value);
    return found == owners_.end() ? std::vector<ValueId>() : found->second;
  }

  void makePlaces(const std::vector<PlanStep> &steps) {
    for (const PlanStep &step : steps) {
      for (const std::vector<PlanStep> &side : step.sides)
        makePlaces(side);
      if (step.kind == PlanStep::Kind::Block) {
        for (ValueId output : plan_.blocks[step.block].outputs)
          addPlace(output);
        continue;
      }
      const Op &op = function_.op(step.op);
      if (op.opcode == Opcode::LoopCarried) {
        if (isKeptInPlace(module_.types.get(function_.value(op.results[0]).type)))
          addPlace(op.results[0]);
      }
      if (!isTensorOp(op.opcode) || isAlwaysView(rowOf(op.opcode)))
        continue;
      size_t first = plan_.places.size();
      for (ValueId result : op.results)
        addPlace(result);
      alike(first);
    }
  }

  // A kernel may make its results in any order: those of one shape and type can get each other's
  // places, which must last as long and be seen alike.
  void alike(size_t first) {
    for (size_t i = first; i < plan_.places.size(); ++i)
      for (size_t k = first; k < plan_.places.size(); ++k) {
        PlanPlace &a = plan_.places[i], &b = plan_.places[k];
        if (!mayBeEqual(a.sizes, b.sizes) || a.dtype != b.dtype || a.channelsLast != b.channelsLast)
          continue;
        a.end = b.end = std::max(a.end, b.end);
        if (b.kind == PlanPlace::Kind::Exposed)
          a.kind = PlanPlace::Kind::Exposed;
      }
  }

  // Those with symbols, at some entry.
  static bool mayBeEqual(llvm::ArrayRef<Dim> a, llvm::ArrayRef<Dim> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Dim &x, const Dim &y) {
      return x == y || !x.symbol.empty() || !y.symbol.empty();
    });
  }

  void addPlace(ValueId result) {
    if (std::optional<PlanPlace> place = placeFor(result)) {
      plan_.placeOf[result] = plan_.places.size();
      plan_.places.push_back(std::move(*place));
    }
  }

  std::optional<PlanPlace> placeFor(ValueId result) const {
    const Type &type = module_.types.get(function_.value(result).type);
    std::optional<std::vector<Dim>> sizes = knownSizes(type);
    uint64_t size = elementBytes(type);
    if (!sizes || size == 0)
      return std::nullopt;
    PlanPlace place;
    place.kind = exposed_.contains(result) ? PlanPlace::Kind::Exposed : PlanPlace::Kind::Arena;
    place.channelsLast = type.layout == Layout::ChannelsLast;
    if (place.channelsLast && place.kind == PlanPlace::Kind::Exposed)
      return std::nullopt;
    place.value = result;
    place.dtype = type.dtype;
    place.bytes = size * productOf(*sizes).constant().value_or(0);
    place.sizes = std::move(*sizes);
    place.begin = begin_.lookup(result);
    place.end = end_.lookup(result);
    return place;
  }

  void layOut() {
    std::vector<PlanPlace *> inArena;
    for (PlanPlace &place : plan_.places)
      if (place.kind == PlanPlace::Kind::Arena)
        inArena.push_back(&place);
    plan_.arenaBytes = layOutPlaces(std::move(inArena));
  }

  const Module &module_;
  const Function &function_;
  Plan &plan_;
  uint32_t now_ = 0;
  llvm::DenseMap<ValueId, uint32_t> begin_, end_;
  llvm::DenseMap<ValueId, std::vector<ValueId>> owners_;
  llvm::DenseSet<ValueId> exposed_;
};

}  // namespace

void assignPlaces(const Module &module, Plan &plan) {
  Placer(module, plan).run();
}

}  // namespace janus::plan
