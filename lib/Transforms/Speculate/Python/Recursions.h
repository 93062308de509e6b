// Recursions whose calls are turns of loops: what is given to a call, or what it answers, is kept
// under the place of the call (`loop.save`) and taken from there by the turn of another one.
#pragma once

#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

// The keys under which the tensors and numbers of a value are kept, in their order: what they hold,
// their gradients, which tensor one is, and how often it was written.
struct KeptKeys {
  KeptKeys(GraphWriter &graph, const ValueForm &form);
  std::vector<int64_t> keys, gradientKeys, owners, writes;
  std::shared_ptr<std::vector<ir::TypeId>> gradients;
  KeptGradient gradientOf(size_t part) const { return {gradientKeys[part], gradients, part}; }
};

// The turn that is being evaluated.
struct RecursiveTurn {
  AbstractValue place;
  std::optional<uint32_t> head;  // of the tape: what the turn begins with
  uint32_t fork = 0;             // the loop, among the branches
  TensorModes modes;
  AbstractHeap::State begin;
  RecursionHistory history;
};

// Calls of a function that stand in each other, as the evaluation is in them.
struct NestedCalls {
  NestedCalls(const Frame *innermost, const ir::Function &code, size_t arguments);
  const Frame *inner = nullptr, *outermost = nullptr;  // null: there are none
  size_t count = 0;
};

std::string recursionName(const ir::Module &module, const ir::Function &function);

// The loops over the calls of a function that calls itself with other numbers or tensors.
class RecursiveCalls {
  using Value = AbstractValue;
  using Values = std::vector<Value>;

public:
  RecursiveCalls(Evaluator &evaluator, const ir::Module *module, ir::FunctionId function,
                 llvm::ArrayRef<Value> cells, const Values &bound, RecursionFacts &facts);

  // The answer of the outermost call.
  Value run();
  // The turn of the call at a place.
  Value visit(Value place);
  // A call in such a turn.
  Value ofCall(llvm::ArrayRef<Value> cells, const Values &bound);
  bool isOf(const ir::Function &code) const { return &module_->function(function_) == &code; }
  bool isLoop(const ir::Function *code) const { return loop_ && loop_ == code; }
  ObjectId counter() const { return counter_; }
  // A call is refused: which side of a branch makes none, and what that answers, is found out.
  bool isProbing() const { return isProbing_; }
  bool takeCall() { return std::exchange(hasCalled_, false); }  // one was refused

private:
  Value overCalls(), probe();
  Value loopOver(llvm::StringRef name, Values given),
      callPrelude(llvm::StringRef name, Values given);
  int64_t framesOfTurn() const, mostCalls() const;
  Value deepest();
  void share(StorageId storage);
  // A tensor of a turn: the number of the outermost call's that it is, from 1 on, or 0 and how
  // often it was written. Nothing: that is not known.
  struct Identity {
    ir::ValueId owner, writes;
  };
  std::optional<Identity> identityOf(Value tensor);
  void keepIdentity(const KeptKeys &keys, size_t part, ValueForm &form, Value tensor, Value place),
      takeIdentity(const KeptKeys &keys, size_t part, const ValueForm &form, Value made,
                   Value place);
  bool keep(ValueForm &form, const KeptKeys &keys, Value value, bool isAnswer, Value place);
  Value kept(const ValueForm &form, const KeptKeys &keys, const KeptKeys *fromAnswers, Value place);
  void addOutermost(Value given),
      takeHistory(const KeptKeys &keys, size_t part, Value given, bool isAnswer, Value place);
  void keepHistory(const KeptKeys &keys, size_t part, Value tensor, bool isAnswer, bool isExpected,
                   Value place);
  bool hasOwnGradient(const TapeEdge &edge) const;
  Value numberAt(int64_t key, Value place);
  void keepNumber(int64_t key, Value place, Value number);
  bool keepArguments(const Values &bound, Value place, Value depth);
  bool isCertain();
  std::optional<uint32_t> openFork() const;

  Evaluator &e_;
  AbstractHeap &heap_;
  GraphWriter &graph_;
  const ir::Module *module_;
  const ir::FunctionId function_;
  const llvm::ArrayRef<Value> cells_;
  const Values &bound_;
  RecursionFacts &facts_;
  // The keys of what calls are given, and of the gradients that the second loop has for it.
  std::map<size_t, KeptKeys> arguments_, fromAnswers_;
  std::optional<KeptKeys> result_;
  Value deepest_;                                  // how deep calls may be nested
  int64_t depths_ = 0;                             // the key of how deep each call is nested
  std::vector<int64_t> calls_;                     // keys of the places of a turn's calls
  ObjectId counter_;                               // a list of one item, the number of calls
  std::set<StorageId> kept_;                       // in which what calls are given and answer lies
  Values outermost_;                               // tensors that the outermost call is given
  llvm::DenseMap<ObjectId, Identity> identities_;  // of what was kept
  size_t firstOfTurn_ = 0;                         // objects from this one on are made in the turn
  const ir::Function *loop_ = nullptr;
  RecursiveTurn turn_;
  std::shared_ptr<RecursionHistory> history_;      // of the turn that was evaluated last
  std::vector<TapeId> loops_;                      // the first loop, where it has a history
  bool areArgumentsAlike_ = true;                  // a part has a gradient in each call, or in none
  size_t called_ = 0;                              // in this turn
  std::set<std::pair<uint32_t, unsigned>> sides_;  // of branches, with calls
  size_t forksAround_ = 0, loopsAround_ = 0;       // that were open before the turn's code
  bool isDown_ = true, isInTurn_ = false, isProbing_ = false, hasCalled_ = false;
  bool areNested_ = false;  // calls in branches within others, or in none
};

}  // namespace janus::speculate
