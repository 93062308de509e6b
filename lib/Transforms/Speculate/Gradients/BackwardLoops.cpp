// The gradient of a loop is a loop, which goes back through its turns.
//
//   %5 = loop { %2 = loop.carried %h; %4 = t.tanh (%2 + ...); loop.again ..., %4 }
// backward, after the last turn, whose gradients come from what follows the loop:
//   %9 = loop { %6 = loop.carried %g; %7 = loop.restore %i; %8 = gradient of tanh ...; loop.again
//   ..., %8 }
//
// A turn for a node of a tree begins with what its parent's turn has kept for it, and keeps what
// its children get (NodeHistory).
//
// The values a turn keeps for its gradient are saved when the turn ends (`loop.save`). Gradients
// that leave the loop are summed from turn to turn, as the engine does: the last turn comes first.
#include "Transforms/Speculate/Gradients/Backward.h"

#include "llvm/ADT/ScopeExit.h"

#include <algorithm>
#include <map>

namespace janus::speculate {

using namespace ir;

class ReverseTurns {
  using Value = AbstractValue;
  using Values = std::vector<Value>;

public:
  ReverseTurns(Backward &backward, const LoopHistory &history, const BackwardPass &pass)
      : b_(backward), heap_(backward.heap_), graph_(backward.graph_), history_(history),
        pass_(pass), kept_(heap_.state()) {
    for (size_t i = history.begin; i < history.end; ++i)
      freed_.push_back(entry(i).freed);
  }

  bool run(llvm::ArrayRef<Value> gradients) {
    const State before = state();
    const size_t results = history_.results.size();
    for (size_t i = results; i < gradients.size(); ++i)
      if (!(gradients[i] == heap_.none()))
        b_.rowGradients_[history_.rows[i - results]] = gradients[i];
    auto forget = llvm::make_scope_exit([&] {
      for (int64_t key : history_.rows)
        b_.rowGradients_.erase(key);
    });
    for (size_t i = 0; i < results; ++i)
      if (!(gradients[i] == heap_.none()) && history_.results[i].needed)
        b_.accumulate(history_.results[i], gradients[i]);
    if (history_.nodes && !isOfLeaves())
      std::fill(arrived().begin(), arrived().end(), TypeId());  // of an earlier pass
    // The last turn is for the root, which nobody has called, or for a node below.
    Values heads;
    if ((isOfLeaves() && !fromParent()) || !turn(heads))
      return false;
    const State ofLast = state();
    // Gradients that this turn changed are changed by every other turn, too.
    for (auto &[place, gradient] : ofLast)
      if (auto old = before.find(place); old == before.end() || old->second != gradient)
        sums_.push_back(place);
    return others(heads, ofLast) && toFirst() && goBelow();
  }

private:
  // A place where gradients have arrived: a result of an operation, or a leaf.
  struct Place {
    std::optional<std::pair<uint32_t, unsigned>> result;
    ObjectId leaf;
    friend bool operator<(const Place &a, const Place &b) {
      return std::pair(a.result, a.leaf.index) < std::pair(b.result, b.leaf.index);
    }
  };
  using State = std::map<Place, Value>;
  static constexpr unsigned kMostAttempts = 4;

  TapeEntry &entry(size_t index) { return b_.entryAt(TapeId(index)); }

  State state() const {
    State all;
    for (auto &[key, gradient] : b_.pending_)
      all[{key, {}}] = gradient;
    for (auto &[leaf, gradient] : b_.leafPending_)
      all[{std::nullopt, leaf}] = gradient;
    return all;
  }
  void restore(const State &state) {
    b_.pending_.clear();
    b_.leafPending_.clear();
    for (auto &[place, gradient] : state)
      put(place, gradient);
  }
  void put(const Place &place, Value gradient) {
    if (place.result)
      b_.pending_[*place.result] = gradient;
    else
      b_.leafPending_[place.leaf] = gradient;
  }

  // ---- turns for the nodes of a tree

  bool isOfLeaves() const { return history_.nodes && history_.nodes->calls.empty(); }
  std::vector<TypeId> &arrived() { return *history_.nodes->types; }

  // The gradients that the parent's turn has kept for the node.
  bool fromParent() {
    const NodeHistory &nodes = *history_.nodes;
    for (size_t i = 0; i < nodes.results.size() && !b_.stopped(); ++i)
      if (nodes.results[i].edge.needed && arrived()[i]) {
        ValueId kept = graph_.emit(Opcode::LoopRestore, nodes.place, arrived()[i],
                                   NamedAttribute{"key", nodes.results[i].key});
        b_.accumulate(nodes.results[i].edge, heap_.makeTensor(kept));
      }
    return !b_.stopped();
  }

  // Keeps the gradients that a turn has for its children. Each turn has those of the same results.
  bool keepForChildren() {
    const NodeHistory &nodes = *history_.nodes;
    std::vector<TypeId> types(nodes.results.size());
    std::vector<unsigned> counts(nodes.results.size(), 0), of = counts;
    for (const NodeHistory::Call &call : nodes.calls) {
      ++of[call.result];
      auto found = b_.pending_.find({static_cast<uint32_t>(history_.begin), call.output});
      if (found == b_.pending_.end())
        continue;
      ++counts[call.result];
      ValueId gradient = contentsOf(found->second);
      TypeId type = graph_.function().value(gradient).type, &known = types[call.result];
      known = known ? graph_.types().join(known, type) : type;
      graph_.emitEffect(Opcode::LoopSave, {gradient, call.child},
                        {{"key", nodes.results[call.result].key}});
    }
    for (size_t i = 0; i < types.size(); ++i) {
      bool isOther = hasArrived_ && !arrived()[i] != !types[i];
      if (isOther || (counts[i] != 0 && counts[i] != of[i]))
        return isUndecided();
      if (!types[i])
        continue;
      TypeId joined = arrived()[i] ? graph_.types().join(arrived()[i], types[i]) : types[i];
      const Type &all = graph_.types().get(joined);
      if (all.dtype.empty() || !all.shape)
        return isUndecided();
      isTypeOther_ |= arrived()[i] && arrived()[i] != joined;
      arrived()[i] = joined;
    }
    hasArrived_ = true;
    return !b_.stopped();
  }

  // The loops over the nodes below go on with what was kept for them.
  bool goBelow() {
    if (history_.nodes && !isOfLeaves())
      for (TapeId loop : history_.nodes->loops)
        b_.pending_[{loop.index, 0}] = heap_.none();
    return true;
  }

  // Goes back through one turn, whose end has its gradients. Answers those of its beginning; none
  // where nothing came.
  bool turn(Values &heads) {
    for (size_t i = history_.begin; i < history_.end; ++i)
      entry(i).freed = freed_[i - history_.begin];
    bool isDone = b_.walkBack(history_.begin + 1, history_.end, pass_);
    if (history_.nodes && !isOfLeaves() && isDone)
      isDone = keepForChildren();
    heap_.restore(kept_);  // views that were made anew
    heads.clear();
    for (unsigned i = 0; i < history_.heads.size(); ++i) {
      auto found = b_.pending_.find({static_cast<uint32_t>(history_.begin), i});
      heads.push_back(found == b_.pending_.end() ? Value() : found->second);
    }
    // Those of the turn itself are of no use any more.
    std::vector<std::pair<uint32_t, unsigned>> inside;
    for (auto &[result, gradient] : b_.pending_)
      if (result.first >= history_.begin && result.first < history_.end)
        inside.push_back(result);
    for (auto &result : inside)
      b_.pending_.erase(result);
    return isDone && !b_.stopped();
  }

  bool isUndecided() { return heap_.noteUndecided(history_.fork), false; }
  ValueId contentsOf(Value gradient) { return b_.tensors_.contents(gradient.objectId()); }

  // All turns but the last, if there are others.
  bool others(Values &heads, const State &ofLast) {
    if (carriedOf(heads).empty() && !history_.nodes)
      return true;
    ValueId one = graph_.materialize(graph_.integer(1));
    TypeId truth = graph_.types().of(TypeKind::Bool), number = graph_.types().of(TypeKind::Int);
    OpId branch = graph_.branch(graph_.emit(Opcode::IntLt, {one, history_.turns}, truth));
    // In their order: heads that have a gradient, then sums.
    Values last = carriedOf(heads), done;
    {
      GraphWriter::SideScope side(graph_, branch, 0);
      ValueId two = graph_.materialize(graph_.integer(2));
      ValueId index = graph_.emit(Opcode::IntSub, {history_.turns, two}, number);
      std::vector<TypeId> types;
      for (Value each : last)
        types.push_back(graph_.function().value(contentsOf(each)).type);
      bool isDone = false;
      for (unsigned attempt = 0; !isDone && attempt < kMostAttempts; ++attempt) {
        restore(ofLast);
        isTypeOther_ = false;
        if (!attemptTurns(heads, last, index, types, done, isDone))
          return false;
      }
      if (!isDone)
        return isUndecided();
    }
    // Behind the branch: what the first turn's beginning has, and the sums.
    restore(ofLast);
    size_t next = 0;
    auto merged = [&] {
      Value a = done[next], b = last[next];
      ++next;
      return heap_.makeTensor(graph_.result(branch, contentsOf(a), contentsOf(b)));
    };
    for (Value &head : heads)
      if (head.isBound())
        head = merged();
    for (const Place &place : sums_)
      put(place, merged());
    heads_ = heads;
    return !b_.stopped();
  }

  Values carriedOf(const Values &heads) {
    Values all;
    llvm::copy_if(heads, std::back_inserter(all), [](Value each) { return each.isBound(); });
    State now = state();
    for (const Place &place : sums_)
      all.push_back(now.at(place));
    return all;
  }

  // `isDone` stays false where a type was not as was thought.
  bool attemptTurns(const Values &heads, const Values &last, ValueId index,
                    std::vector<TypeId> &types, Values &done, bool &isDone) {
    TypeId truth = graph_.types().of(TypeKind::Bool), number = graph_.types().of(TypeKind::Int);
    ValueId zero = graph_.materialize(graph_.integer(0)),
            one = graph_.materialize(graph_.integer(1));
    std::vector<ValueId> initial;
    for (Value each : last)
      initial.push_back(contentsOf(each));
    GraphWriter::TurnScope scope(graph_);
    ValueId turnNumber = scope.carry(index, number);
    Values carried;
    for (size_t i = 0; i < last.size(); ++i)
      carried.push_back(heap_.makeTensor(scope.carry(initial[i], types[i])));
    GraphWriter::ReverseScope reverse(graph_, history_.loop, turnNumber);
    size_t next = 0;
    std::vector<std::pair<size_t, Value>> seeds;
    for (size_t i = 0; i < heads.size(); ++i)
      if (heads[i].isBound())
        seeds.emplace_back(i, carried[next++]);
    for (const Place &place : sums_)
      put(place, carried[next++]);
    const State around = state();
    for (auto &[head, gradient] : seeds)
      if (history_.heads[head].next.needed)
        b_.accumulate(history_.heads[head].next, gradient);
    Values begun;
    if ((history_.nodes && !fromParent()) || !turn(begun))
      return false;
    // Another turn must not know more than the last one, nor less.
    for (size_t i = 0; i < heads.size(); ++i)
      if (heads[i].isBound() != begun[i].isBound())
        return isUndecided();
    State now = state();
    for (auto &[place, gradient] : now) {
      auto old = around.find(place);
      bool isSummed = llvm::any_of(
          sums_, [&, p = &place](const Place &each) { return !(each < *p) && !(*p < each); });
      if (!isSummed && (old == around.end() || old->second != gradient))
        return isUndecided();
    }
    Values given = carriedOf(begun);
    std::vector<ValueId> handed = {graph_.emit(Opcode::IntSub, {turnNumber, one}, number)};
    bool fits = true;
    for (size_t i = 0; i < given.size(); ++i) {
      handed.push_back(contentsOf(given[i]));
      TypeId type = graph_.function().value(handed.back()).type;
      if (graph_.types().isSubtype(type, types[i]))
        continue;
      types[i] = graph_.types().join(types[i], type);
      const Type &joined = graph_.types().get(types[i]);
      if (joined.dtype.empty() || !joined.shape || joined.shape != graph_.types().get(type).shape)
        return isUndecided();
      fits = false;
    }
    if (!fits || isTypeOther_)
      return true;
    scope.close(graph_.emit(Opcode::IntLt, {zero, turnNumber}, truth), handed);
    done = std::move(given);
    isDone = true;
    return true;
  }

  // Passes the gradients of the loop's heads on to the values that the first turn began with.
  bool toFirst() {
    for (size_t i = 0; i < heads_.size(); ++i)
      if (heads_[i].isBound() && history_.heads[i].first.needed)
        b_.accumulate(history_.heads[i].first,
                      b_.reduceTo(heads_[i], history_.heads[i].first.tensor));
    return !b_.stopped();
  }

  Backward &b_;
  AbstractHeap &heap_;
  GraphWriter &graph_;
  const LoopHistory &history_;
  const BackwardPass &pass_;
  const AbstractHeap::State kept_;
  std::vector<bool> freed_;
  std::vector<Place> sums_;
  Values heads_;
  // Turns for nodes: a turn has kept gradients for its children; they were of another type than was
  // thought.
  bool hasArrived_ = false, isTypeOther_ = false;
};

// The part of an item in the gradient of all rows, if one has come.
void Backward::rowGradient(const TapeEntry &entry) {
  auto found = rowGradients_.find(entry.row->key);
  const TapeEdge &edge = entry.edges.front().front();
  if (found == rowGradients_.end() || !edge.needed)
    return;
  Value place = heap_.makeScalar({TypeKind::Int, entry.row->place, std::nullopt, ""});
  Value part =
      python_.callStatic(in_.statics.global(toString(PreludeName::DecompositionModule), "_row"),
                         {{found->second, place}, {}});
  if (!stopped())
    accumulate(edge, part);
}

bool Backward::loopGradient(TapeId entry, llvm::ArrayRef<Value> gradients,
                            const BackwardPass &pass) {
  const LoopHistory history = *entryAt(entry).loop;
  if (pass.createGraph || pass.isSelective())
    return heap_.noteUndecided(history.fork), false;
  if (!ReverseTurns(*this, history, pass).run(gradients))
    return false;
  if (!pass.keepGraph)
    for (StorageId each : history.released)
      heap_.storages()[each.index].sharedBy.reset();
  return true;
}

}  // namespace janus::speculate
