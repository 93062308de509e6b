// The end of a region: what the abstract heap has that the snapshot had not becomes operations that
// write it.
#pragma once

#include "Transforms/Speculate/Gradients/LivingHistory.h"

namespace janus::speculate {

class Committer : EvaluatorPart {
public:
  Committer(Evaluation &shared, TensorDomain &tensors, Backward &backward, PythonProtocol &python)
      : EvaluatorPart(shared), tensors_(tensors), backward_(backward), python_(python) {}

  // A place that the region may have written: `$name` of a variable, or one in the heap.
  void commitIfChanged(const std::string &path, Value before, Value now);
  // The heap, the text, and what the region returns. False: refused.
  bool commitAll(Value returned, llvm::ArrayRef<PrintedText> texts);

private:
  void commitTexts(llvm::ArrayRef<PrintedText> texts);
  void materializeShared(Value value);
  bool isEverywhere(Value value);
  bool isEverywhere(Value value, llvm::DenseSet<uint32_t> &seen);
  void commitObject(const Object &of), commitCell(const Object &of), commitTensor(ObjectId id),
      commitPast(ObjectId id), commitAt(const std::string &path, Value value);
  template <class List, class Removed, class Same, class Text, class Path>
  void commitMembers(const List &now, const List &old, const Removed &removed, const char *presence,
                     const std::string &path, Same same, Text text, Path pathOf);
  ir::ValueId nativeObject(llvm::StringRef name);
  bool isDictOfClass(const Object &object);
  ir::ValueId classOf(ObjectId id),
      materializeInstance(ObjectId id, llvm::SmallVector<ir::ValueId, 8> items);
  bool isPlainClass(ObjectId type), anyLeafChanged(), mayExpose(ObjectId id);
  ir::ValueId materialize(Value value), materializeTensor(ObjectId id),
      materializeParameter(ObjectId id), ownContents(ObjectId id), viewOfMemory(ObjectId id),
      materializeEither(const Choice &choice), exposeLiving(ObjectId tensor, bool isBase = false),
      emitTensor(ObjectId id, ir::ValueId elements,
                 llvm::SmallVector<ir::NamedAttribute, 2> attributes, ir::ValueId base = {},
                 llvm::ArrayRef<ir::ValueId> ends = {});
  std::optional<uint32_t> forkOfHistories();
  void assumeCounted(const Object &dict);
  const char *obstacleToLiving(ObjectId tensor, bool isFreed);
  const TapeEntry *freedEntry(TapeId entry, unsigned output);
  void onBothSides(Value condition, uint32_t fork, llvm::function_ref<void(bool)> commit);
  void underConditions(llvm::function_ref<void()> emit), commitHistory(), chooseRoots();

  TensorDomain &tensors_;
  Backward &backward_;
  PythonProtocol &python_;
  llvm::DenseMap<ObjectId, ir::ValueId> materialized_;
  OwnedContents owned_;
  std::vector<LivingTensor> living_;
  bool hasFreedNode_ = false;                 // of tensors whose histories do not live on
  std::vector<std::pair<Value, bool>> when_;  // under which conditions a commit happens
};

}  // namespace janus::speculate
