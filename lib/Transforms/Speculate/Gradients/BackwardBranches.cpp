// The gradient of a branch is a branch: each side goes back through what that side recorded.
//
//   %3 = if %c : tensor then { relu } else { tanh }
// backward:
//   %7 = if %c : tensor then { gradient of relu } else { gradient of tanh }
//
// A value that a side has kept for its gradient comes out of the forward branch as a result that
// only this side reads.
#include "Transforms/Speculate/Gradients/Backward.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"

#include <set>

namespace janus::speculate {

using namespace ir;

bool Backward::branchGradient(TapeId entry, llvm::ArrayRef<Value> gradients,
                              const BackwardPass &pass) {
  const BranchHistory history = *entryAt(entry).branch;
  if (pass.createGraph)
    return heap_.noteUndecided(history.fork), false;
  auto isInside = [&](uint32_t tape) {
    for (const auto &side : history.ranges)
      for (auto [begin, end] : side)
        if (tape >= begin && tape < end)
          return true;
    return false;
  };
  const Pending before = pending_;
  const Leaves leavesBefore = leafPending_;
  std::array<Pending, 2> pending;
  std::array<Leaves, 2> leaves;
  OpId branch = graph_.branch(heap_.valueOf(history.condition));
  const std::optional<uint32_t> around = std::exchange(side_, history.fork);
  auto leave = llvm::make_scope_exit([&] { side_ = around; });
  for (unsigned side : {0, 1}) {
    pending_ = before;
    leafPending_ = leavesBefore;
    GraphWriter::SideScope scope(graph_, branch, side);
    for (size_t i = 0; i < gradients.size(); ++i)
      if (!(gradients[i] == heap_.none()) && history.results[i][side].needed)
        accumulate(history.results[i][side], gradients[i]);
    for (auto range = history.ranges[side].rbegin(); range != history.ranges[side].rend(); ++range)
      if (!walkBack(range->first, range->second, pass))
        return false;
    pending[side] = pending_;
    leaves[side] = leafPending_;
  }
  // A gradient that only one side gives is None on the other, which is not the same as zero.
  auto join = [&](const Value *then, const Value *otherwise,
                  std::optional<std::pair<uint32_t, unsigned>> result, ObjectId of) -> Value {
    if ((!then || !otherwise) && !isZeroElsewhere(history, result, then ? 0 : 1))
      return heap_.noteUndecided(history.fork), Value();
    if (then && otherwise && *then == *otherwise)
      return *then;
    ValueId given[2];
    for (unsigned side : {0, 1}) {
      GraphWriter::SideScope scope(graph_, branch, side);
      const Value *own = side == 0 ? then : otherwise;
      Value gradient = own ? *own : zerosLike(of);
      if (stopped())
        return {};
      given[side] = tensors_.contents(gradient.objectId());
    }
    return heap_.makeTensor(graph_.result(branch, given[0], given[1]));
  };
  auto find = [](auto &map, auto key) {
    auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
  };
  std::set<std::pair<uint32_t, unsigned>> keys;
  llvm::SetVector<ObjectId> tensors;
  for (unsigned side : {0, 1}) {
    for (auto &[key, gradient] : pending[side])
      if (!isInside(key.first))
        keys.insert(key);
    for (auto &[leaf, gradient] : leaves[side])
      tensors.insert(leaf);
  }
  pending_ = before;
  leafPending_ = leavesBefore;
  for (auto key : keys)
    if (std::optional<TurnResult> result = turnResult(history, key))
      for (unsigned side : {0, 1})
        if (const Value *own = find(pending[side], key)) {
          auto old = before.find(key);
          if (old == before.end() || old->second != *own)
            givenBy_[*result] |= 1u << side;
        }
  for (auto key : keys)
    if (!stopped())
      pending_[key] = join(find(pending[0], key), find(pending[1], key), key,
                           entryAt(TapeId(key.first)).results[key.second]);
  for (ObjectId leaf : tensors)
    if (!stopped())
      leafPending_[leaf] = join(find(leaves[0], leaf), find(leaves[1], leaf), std::nullopt, leaf);
  return !stopped();
}

// True when a side gives a call something for which its turn has kept a gradient.
bool Backward::givesBack(const BranchHistory &branch) {
  for (const auto &side : branch.ranges)
    for (auto [begin, end] : side)
      for (size_t i = begin; i < end; ++i)
        if (const KeptTensor *kept = entryAt(TapeId(i)).kept.get();
            kept && kept->isGiven && kept->gradient.type())
          return true;
  return false;
}

Backward::Value Backward::zerosLike(ObjectId tensor) {
  return python_.callStatic(
      in_.statics.global(toString(PreludeName::DecompositionModule), "_zeros_like"),
      {{Value::object(tensor)}, {}});
}

// The recursion, of those that are gone back through, about whose calls the branch decides; or
// null.
const LoopHistory *Backward::decidedBy(const BranchHistory &branch) const {
  auto found = llvm::find_if(recursions_, [&](const LoopHistory *each) {
    return each->recursion->deciding && each->recursion->deciding->fork == branch.fork;
  });
  return found == recursions_.end() ? nullptr : *found;
}

// The number of a recursion over calls, of an operation of its turn, as both loops have it, and of
// the result. Nothing: it is none, or the branch is not the one that decides about calls.
std::optional<Backward::TurnResult> Backward::turnResult(const BranchHistory &branch,
                                                         std::pair<uint32_t, unsigned> of) {
  const LoopHistory *turn = decidedBy(branch);
  if (!turn || of.first < turn->begin || of.first >= turn->end)
    return std::nullopt;
  size_t number = 0;
  for (size_t i = turn->begin; i < of.first; ++i)
    number += !entryAt(TapeId(i)).kept;
  return TurnResult{turn->recursion->id, number, of.second};
}

// True where a side that gives no gradient may as well give zeros. What a turn of a recursion has
// computed gets its gradients from both loops: where each side gives it one in some loop, every
// call gives it one. A leaf gets one if some call takes the side: a call without further ones takes
// the one without; a call with some takes the other one, if there are several.
bool Backward::isZeroElsewhere(const BranchHistory &branch,
                               std::optional<std::pair<uint32_t, unsigned>> of, unsigned givenBy) {
  if (of) {
    std::optional<TurnResult> result = turnResult(branch, *of);
    if (result)
      zeroOnASide_.insert(*result);
    return result.has_value();
  }
  const LoopHistory *turn = decidedBy(branch);
  if (!turn)
    return false;
  const RecursionHistory::Deciding &deciding = *turn->recursion->deciding;
  if (givenBy == deciding.side) {
    ValueId one = graph_.materialize(graph_.integer(1));
    ValueId areSeveral =
        graph_.emit(Opcode::IntLt, {one, deciding.calls}, graph_.types().of(TypeKind::Bool));
    graph_.guard("branch", shared_.placeHere("the recursion has several calls"), areSeveral);
  }
  return true;
}

}  // namespace janus::speculate
