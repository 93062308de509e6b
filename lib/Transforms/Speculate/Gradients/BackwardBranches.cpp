// The gradient of a branch is a branch: each side goes back through what that side recorded.
//
//   %3 = if %c : tensor then { relu } else { tanh }
// backward:
//   %7 = if %c : tensor then { gradient of relu } else { gradient of tanh }
//
// A value that a side has kept for its gradient comes out of the forward branch as a result that
// only this side reads.
#include "Transforms/Speculate/Gradients/Backward.h"

#include "llvm/ADT/SetVector.h"

#include <set>

namespace janus::speculate {

using namespace ir;

bool Backward::branchGradient(TapeId entry, llvm::ArrayRef<Value> gradients,
                              const BackwardPass &pass) {
  const BranchHistory history = *entryAt(entry).branch;
  if (pass.createGraph || pass.isSelective())
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
  auto join = [&](const Value *then, const Value *otherwise) -> Value {
    if (!then || !otherwise)
      return heap_.noteUndecided(history.fork), Value();
    if (*then == *otherwise)
      return *then;
    ValueId a, b;
    {
      GraphWriter::SideScope scope(graph_, branch, 0);
      a = tensors_.contents(then->objectId());
    }
    {
      GraphWriter::SideScope scope(graph_, branch, 1);
      b = tensors_.contents(otherwise->objectId());
    }
    return heap_.makeTensor(graph_.result(branch, a, b));
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
    pending_[key] = join(find(pending[0], key), find(pending[1], key));
  for (ObjectId leaf : tensors)
    leafPending_[leaf] = join(find(leaves[0], leaf), find(leaves[1], leaf));
  return !stopped();
}

}  // namespace janus::speculate
