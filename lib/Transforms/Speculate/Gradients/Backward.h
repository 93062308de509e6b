// Reverse mode: the operations that the tape has recorded, walked back through the prelude's
// gradient functions.
#pragma once

#include "Transforms/Speculate/Tensors/TensorDomain.h"

#include "llvm/ADT/MapVector.h"

#include <set>

namespace janus::speculate {

class Backward : EvaluatorPart {
public:
  Backward(Evaluation &shared, TensorDomain &tensors, PythonProtocol &python)
      : EvaluatorPart(shared), tensors_(tensors), python_(python) {}

  // None where the gradients go to `.grad`, else those of the inputs.
  Value run(BackwardPass pass);
  bool isRunning() const { return isRunning_; }
  // The gradients of leaves when those of the results are given; nothing is freed.
  llvm::MapVector<ObjectId, Value> ofLeaves(llvm::ArrayRef<std::pair<ObjectId, Value>> results);

  // True when the entry's gradient reads a tensor that lies in the storage.
  bool readsStorage(const TapeEntry &entry, StorageId storage);

private:
  using Pending = llvm::DenseMap<std::pair<uint32_t, unsigned>, Value>;
  using Leaves = llvm::MapVector<ObjectId, Value>;
  Value arrived(const BackwardPass &pass);
  void findTheWay(BackwardPass &pass), accumulate(const TapeEdge &edge, Value gradient),
      accumulateLeaf(ObjectId tensor, Value gradient);
  bool seed(Value root, Value gradient),
      walkBack(size_t begin, size_t end, const BackwardPass &pass);
  std::vector<llvm::StringRef> savesOf(const TapeEntry &entry);
  bool branchGradient(TapeId entry, llvm::ArrayRef<Value> gradients, const BackwardPass &pass);
  bool loopGradient(TapeId entry, llvm::ArrayRef<Value> gradients, const BackwardPass &pass);
  void rowGradient(const TapeEntry &entry);
  void keptGradient(TapeId entry);
  bool givesBack(const BranchHistory &branch);
  Value zerosLike(ObjectId tensor);
  // A result of a turn's operation, and which sides of a branch give it a gradient in some loop.
  using TurnResult = std::tuple<int64_t, size_t, unsigned>;
  const LoopHistory *decidedBy(const BranchHistory &branch) const;
  std::optional<TurnResult> turnResult(const BranchHistory &branch,
                                       std::pair<uint32_t, unsigned> of);
  bool isZeroElsewhere(const BranchHistory &branch, std::optional<std::pair<uint32_t, unsigned>> of,
                       unsigned givenBy);
  bool hasFunctionBefore(TapeId id);
  bool functionGradient(TapeId entry, llvm::ArrayRef<Value> gradients, const BackwardPass &pass);
  friend class ReverseTurns;
  bool differentiate(TapeId entry, llvm::ArrayRef<Value> resultGradients, const BackwardPass &pass);
  Value callGradient(const GradientRule &rule, TapeId entry, llvm::ArrayRef<Value> gradients,
                     llvm::ArrayRef<bool> needs);
  Value conjugateOf(Value saved);
  Value forLeaf(ObjectId tensor, Value gradient), reduceTo(Value gradient, ObjectId like);
  Value savedValue(TapeId entry, llvm::StringRef what, ObjectId *like);
  TapeEntry &entryAt(TapeId id) { return tensors_.tape()[id.index]; }

  TensorDomain &tensors_;
  PythonProtocol &python_;
  // Gradients that have come: of results of operations, of leaves.
  Pending pending_;
  Leaves leafPending_;
  std::map<int64_t, Value> rowGradients_;        // of the loops that are being gone back through
  std::vector<const LoopHistory *> recursions_;  // the same, of those that are over calls
  // Types of gradients that have come in a turn to what calls have answered.
  std::vector<std::pair<const KeptTensor *, ir::TypeId>> answered_;
  std::set<const KeptTensor *> given_;  // tensors that calls are given, which have got theirs
  std::optional<uint32_t> side_;        // the branch on a side of which the walk is
  std::map<TurnResult, unsigned> givenBy_;
  std::set<TurnResult> zeroOnASide_;
  bool isRunning_ = false;
};

}  // namespace janus::speculate
