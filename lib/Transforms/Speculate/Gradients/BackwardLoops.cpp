// The gradient of a loop is a loop, which goes back through its turns.
//
//   %5 = loop { %2 = loop.carried %h; %4 = t.tanh (%2 + ...); loop.again ..., %4 }
// backward, after the last turn, whose gradients come from what follows the loop:
//   %9 = loop { %6 = loop.carried %g; %7 = loop.restore %i; %8 = gradient of tanh ...; loop.again
//   ..., %8 }
//
// A turn for a call of a recursion begins with what other turns have kept for it, and keeps what
// those get (RecursionHistory).
//
// The values a turn keeps for its gradient are saved when the turn ends (`loop.save`). Gradients
// that leave the loop are summed from turn to turn, as the engine does: the last turn comes first.
#include "Transforms/Speculate/Gradients/Backward.h"

#include "llvm/ADT/ScopeExit.h"

#include <algorithm>
#include <map>
#include <tuple>

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
      freed_.emplace_back(entry(i).freed, entry(i).freedBy);
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
    forgetArrived();
    if (recursion())
      b_.recursions_.push_back(&history_);
    auto leave = llvm::make_scope_exit([&] {
      if (recursion())
        b_.recursions_.pop_back();
    });
    Values heads;
    if (!findTypes() || !beginBack() || !turn(heads))
      return false;
    const State ofLast = state();
    // Gradients that this turn changed are changed by every other turn, too.
    for (auto &[place, gradient] : ofLast)
      if (auto old = before.find(place); old == before.end() || old->second != gradient)
        sums_.push_back(place);
    return others(heads, ofLast) && toFirst() && goOn();
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

  // ---- turns for the calls of a recursion

  const RecursionHistory *recursion() const { return history_.recursion.get(); }

  // Answers of calls in a turn, by the tape.
  template <typename Visit>
  void forEachAnswer(Visit visit) {
    for (size_t i = history_.begin; i < history_.end; ++i)
      if (entry(i).kept && !entry(i).kept->isGiven)
        visit(*entry(i).kept);
  }

  // Tensors that the turn gives to calls whose turns have kept gradients for them.
  std::set<const KeptTensor *> givenWithGradient() {
    std::set<const KeptTensor *> all;
    for (size_t i = history_.begin; i < history_.end; ++i)
      if (const KeptTensor *kept = entry(i).kept.get();
          kept && kept->isGiven && kept->gradient.type())
        all.insert(kept);
    return all;
  }

  bool beginBack() { return !recursion() || recursion()->endsWithOutermost || takeKept(); }

  // The gradients of what a turn gives to calls have the types of those that it has itself in the
  // end, and it begins with them: one turn is evaluated for their types alone.
  bool findTypes() {
    bool givesAny = false;
    for (size_t i = history_.begin; i < history_.end; ++i)
      givesAny |= entry(i).kept && entry(i).kept->isGiven;
    if (!recursion() || !givesAny)
      return true;
    const State before = state();
    Values heads;
    bool isDone = false;
    {
      GraphWriter::TurnScope scope(graph_);
      isDone = beginBack() && turn(heads);
    }
    restore(before);
    return isDone;
  }

  // Types and sides that an earlier pass has found out.
  void forgetArrived() {
    if (!recursion())
      return;
    for (const RecursionHistory::Given &each : recursion()->given)
      each.to.type() = {};
    forEachAnswer([](const KeptTensor &answer) { answer.gradient.type() = {}; });
    if (!recursion()->endsWithOutermost)
      return;
    b_.givenBy_.clear();
    b_.zeroOnASide_.clear();
  }

  // The gradients that other turns have kept for this one.
  bool takeKept() {
    for (const RecursionHistory::Taken &each : recursion()->taken)
      if (each.edge.needed && each.from.type() && !b_.stopped()) {
        ValueId kept = graph_.emit(Opcode::LoopRestore, recursion()->place, each.from.type(),
                                   NamedAttribute{"key", each.from.key});
        b_.accumulate(each.edge, heap_.makeTensor(kept));
      }
    return !b_.stopped();
  }

  // Keeps the gradients that a turn has for others, and notes their types. Each turn has those of
  // the same parts, or none.
  bool keepForOthers() {
    struct Arrived {
      KeptGradient gradient;
      TypeId type;
      unsigned count = 0, of = 0;
    };
    std::map<int64_t, Arrived> all;
    auto add = [&](const KeptGradient &gradient, TypeId type) {
      Arrived &each = all[gradient.key];
      each.gradient = gradient;
      each.type = !type ? each.type : each.type ? graph_.types().join(each.type, type) : type;
      each.count += bool(type);
    };
    for (const RecursionHistory::Given &given : recursion()->given) {
      auto found = b_.pending_.find({static_cast<uint32_t>(history_.begin), given.output});
      ValueId gradient = found == b_.pending_.end() ? ValueId() : contentsOf(found->second);
      add(given.to, gradient ? graph_.function().value(gradient).type : TypeId());
      ++all[given.to.key].of;
      if (gradient)
        graph_.emitEffect(Opcode::LoopSave, {gradient, given.place}, {{"key", given.to.key}});
    }
    for (auto &[answer, type] : b_.answered_)
      add(answer->gradient, type);
    forEachAnswer([&](const KeptTensor &answer) {
      add(answer.gradient, {});
      ++all[answer.gradient.key].of;
    });
    for (auto &[key, each] : all) {
      TypeId &known = each.gradient.type();
      bool isOther = hasArrived_ && !known != !each.type;
      if (isOther || (each.count != 0 && each.count != each.of))
        return isUndecided();
      if (!each.type)
        continue;
      TypeId joined = known ? graph_.types().join(known, each.type) : each.type;
      const Type &type = graph_.types().get(joined);
      if (type.dtype.empty() || !type.shape)
        return isUndecided();
      isTypeOther_ |= known && known != joined;
      known = joined;
    }
    hasArrived_ = true;
    return !b_.stopped();
  }

  // The loops behind this one go on with what was kept for them.
  bool goOn() {
    if (!recursion())
      return true;
    if (recursion()->endsWithOutermost)
      for (TapeId loop : recursion()->loops)
        b_.pending_[{loop.index, 0}] = heap_.none();
    bool isLast = !recursion()->endsWithOutermost || recursion()->loops.empty();
    for (const auto &each : b_.zeroOnASide_)
      if (isLast && std::get<0>(each) == recursion()->id && b_.givenBy_[each] != 3)
        return isUndecided();
    return true;
  }

  // Goes back through one turn, whose end has its gradients. Answers those of its beginning; none
  // where nothing came.
  bool turn(Values &heads) {
    for (size_t i = history_.begin; i < history_.end; ++i)
      std::tie(entry(i).freed, entry(i).freedBy) = freed_[i - history_.begin];
    b_.answered_.clear();
    b_.given_.clear();
    const std::set<const KeptTensor *> given = givenWithGradient();
    const std::optional<uint32_t> around = std::exchange(b_.side_, std::nullopt);
    bool isDone = b_.walkBack(history_.begin + 1, history_.end, pass_);
    b_.side_ = around;
    if (recursion() && isDone)
      isDone = (given == b_.given_ || isUndecided()) && keepForOthers();
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
    if (carriedOf(heads).empty() && !recursion())
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
    if ((recursion() && !takeKept()) || !turn(begun))
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
  std::vector<std::pair<bool, std::optional<uint32_t>>> freed_;
  std::vector<Place> sums_;
  Values heads_;
  // Turns for calls: a turn has kept gradients for others; they were of another type than was
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

// A tensor that a call is given has the gradient that its turn has kept; what came to one that it
// has answered is kept for it.
void Backward::keptGradient(TapeId id) {
  const std::shared_ptr<const KeptTensor> kept = entryAt(id).kept;
  const KeptGradient &of = kept->gradient;
  if (kept->isGiven) {
    const TapeEdge edge = entryAt(id).edges.front().front();
    if (!of.type() || kept->fork != side_)
      return;
    given_.insert(kept.get());
    ValueId gradient =
        graph_.emit(Opcode::LoopRestore, kept->place, of.type(), NamedAttribute{"key", of.key});
    return accumulate(edge, heap_.makeTensor(gradient));
  }
  auto found = pending_.find({id.index, 0});
  if (found == pending_.end())
    return;
  if (kept->fork != side_)
    return heap_.noteUndecided(*kept->fork);
  ValueId gradient = tensors_.contents(found->second.objectId());
  graph_.emitEffect(Opcode::LoopSave, {gradient, kept->place}, {{"key", of.key}});
  answered_.emplace_back(kept.get(), graph_.function().value(gradient).type);
}

bool Backward::loopGradient(TapeId entry, llvm::ArrayRef<Value> gradients,
                            const BackwardPass &pass) {
  const LoopHistory history = *entryAt(entry).loop;
  if (pass.createGraph)
    return heap_.noteUndecided(history.fork), false;
  if (!ReverseTurns(*this, history, pass).run(gradients))
    return false;
  if (!pass.keepGraph)
    for (StorageId each : history.released)
      heap_.storages()[each.index].sharedBy.reset();
  return true;
}

}  // namespace janus::speculate
