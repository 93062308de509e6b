// Lists that the turns of one loop make longer, as the widener of its turns finds them.
#pragma once

#include "Transforms/Speculate/Python/Evaluator.h"

#include <map>

namespace janus::speculate {

class GrowingLists {
  using Value = AbstractValue;

public:
  // `loop`: its number among the branches.
  GrowingLists(Evaluator &evaluator, uint32_t loop)
      : e_(evaluator), heap_(evaluator.heap_), graph_(evaluator.graph_), loop_(loop) {}

  const std::map<ObjectId, GrownRows> &all() const { return lists_; }
  // Takes in a list of the region to which a turn, or a loop in it, has added items of one type.
  // False: it is none, or is known already.
  bool find(ObjectId id, const Object &before, const Object &after);
  // An attempt begins: they are lists of rows from the loop's beginning on. Their first items, how
  // many rows there are, are carried; `count` is what a turn begins with.
  void begin();
  void carry(ObjectId list, ir::ValueId count) { counts_[list] = count; }
  // The loop is over, and rows are tensors, which are given in the order of the lists. `countTurns`
  // answers how many turns there were; null: that is not known.
  std::vector<ObjectId> end(llvm::function_ref<Value()> countTurns);
  // How many items each turn has added, if that is one number.
  std::optional<int64_t> addedByTurn(ObjectId list) const { return added_.at(list); }
  // Items that were added before others are put there, when the loop's history is recorded.
  void turn();

private:
  bool takeAdded(const std::vector<Value> &before, const Object &after, ir::TypeId &type);
  ir::TypeId typeOf(Value item);
  bool areOneType(ir::TypeId a, ir::TypeId b);
  ir::ValueId behindLoop(ir::ValueId last);
  ir::Type typeOfRows(const GrownRows &grown, const SymbolicSize &count);
  std::optional<int64_t> countAdded(ObjectId list, ir::ValueId next);

  Evaluator &e_;
  AbstractHeap &heap_;
  GraphWriter &graph_;
  const uint32_t loop_;
  std::map<ObjectId, GrownRows> lists_;
  std::map<ObjectId, ir::ValueId> counts_;
  std::map<ObjectId, std::optional<int64_t>> added_;
};

}  // namespace janus::speculate
