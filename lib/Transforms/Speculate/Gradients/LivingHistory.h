// New tensors whose history lives on: the region is a forward part, whose backward runs elsewhere.
// `tape.node` says what the tape must know of them; behind it the gradients are computed that the
// reverse walk finds. OutlineBackward makes a graph of its own of that. The entries
// (IR/TapeEntries.h) are for where the second graph does not fit: `create_graph`, inputs chosen,
// values modified since.
#pragma once

#include "Transforms/Speculate/Gradients/Backward.h"

#include "llvm/ADT/StringSet.h"

namespace janus::speculate {

// A tensor whose history lives on, and the object that Python gets.
struct LivingTensor {
  ObjectId id;
  ir::ValueId made;
  // The node computes no gradient by it: it is only the base of one that goes out, or the
  // `backward()` that follows is likely to begin at another one.
  bool isPassive = false;
};

class LivingHistory : EvaluatorPart {
public:
  // `living`: passive ones behind all others.
  LivingHistory(Evaluation &shared, TensorDomain &tensors, Backward &backward,
                PythonProtocol &python, llvm::ArrayRef<LivingTensor> living,
                llvm::function_ref<ir::ValueId(ObjectId)> placeOf,
                llvm::function_ref<bool(StorageId)> isExposed)
      : EvaluatorPart(shared), tensors_(tensors), backward_(backward), python_(python),
        living_(living), placeOf_(placeOf), isExposed_(isExposed) {}

  // `tape.node`, and behind it what computes the gradients.
  void emit();

private:
  void collect();
  std::string text(const TapeEntry &entry);
  std::string result(TapeId entry, unsigned output);
  std::string argument(const TapeEntry &entry, size_t index, const llvm::StringSet<> &wanted);
  std::string tensor(Value value, ir::ValueId then, bool whole, const TapeEdge *edge,
                     Value writesThen = {});
  bool mayShowWhatLivesOn(Value tensor);
  bool isWritten(Value tensor, ir::ValueId then);
  std::string written(Value tensor, ir::ValueId then, Value writesThen);
  std::string shape(Value tensor);
  std::string keep(ir::ValueId value);
  llvm::StringSet<> wantedBy(const TapeEntry &entry);
  bool hasKnownShape(Value tensor);
  void compute(llvm::ArrayRef<ir::ValueId> gradients);

  TensorDomain &tensors_;
  Backward &backward_;
  PythonProtocol &python_;
  llvm::ArrayRef<LivingTensor> living_;
  llvm::function_ref<ir::ValueId(ObjectId)> placeOf_;  // a tensor of the snapshot as an object
  llvm::function_ref<bool(StorageId)> isExposed_;      // some tensor over it lives on
  std::vector<TapeId> order_;                          // entries that the tensors hang on
  // Of entries, by which the text names them; pieces that one operation has made share one.
  llvm::DenseMap<uint32_t, unsigned> numbers_;
  llvm::MapVector<ObjectId, unsigned> edges_;     // leaves, and tensors of before
  llvm::MapVector<ir::ValueId, unsigned> saved_;  // what entries want kept
  std::vector<std::string> outputs_, entries_;
  // True while the text describes tensors of which the node computes no gradient.
  bool stridesDoNotMatter_ = false;
  bool isFreed_ = false;  // outlines of tensors are enough, whatever their sizes hang on
  // A second walk raises somewhere, but gradients may arrive before; or it reads what was written
  // since, as that is then.
  bool isPartlyFreed_ = false;
};

}  // namespace janus::speculate
