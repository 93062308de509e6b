// Loops that stay loops: one turn is evaluated, for all of them.
//
//   while not done(x):          %3 = if %2 : tensor then {
//     x = step(x)                 %4 = loop : tensor do {
//     n += 1                        %5 = loop.carried %x : tensor
//                          =>       %6 = loop.carried %n : int
//                                   ...
//                                   loop.again %9, %7, %8, %7
//                                 } ...
//
// The state at the head of a turn must stand for the one that every turn begins with. It is found
// as a fixpoint, by widening: a turn is evaluated, and each place that it has left different is,
// the next time, a value of which nothing is known but its type (`loop.carried`); until nothing
// else is different. A loop with a place whose values have no common type, with more items in a
// list, or with text to print is unrolled, as loops are that are short (Budget.h).
//
// Behind the loop everything is as the last turn has left it.
#include "Transforms/Speculate/Python/GrowingLists.h"
#include "Transforms/Speculate/Python/Recursions.h"

#include "IR/Loops.h"
#include "IR/Walk.h"
#include "Transforms/Infer/SlotLiveness.h"

#include <map>
#include <set>

namespace janus::speculate {

using namespace ir;

// Places that one turn has left different from what it began with.
class TurnWidener {
  using Value = AbstractValue;
  using Values = std::vector<Value>;

public:
  // `countTurns` answers how many turns a loop that is not left early makes; null: that is not
  // known.
  TurnWidener(Evaluator &evaluator, Frame &frame, OpId loop, Values first, uint32_t fork,
              llvm::function_ref<Value()> countTurns)
      : e_(evaluator), heap_(evaluator.heap_), graph_(evaluator.graph_), frame_(frame),
        before_(evaluator.saveState(frame)), first_(std::move(first)), fork_(fork),
        countTurns_(countTurns), liveSlots_(slotsAtHead(loop)), lists_(evaluator, fork) {
    widenCounters(loop);
  }

  // True when a place held something of another kind before the loop than a turn has left there.
  bool leavesOtherKinds() const { return leavesOtherKinds_; }

  // `turn` is given what it carries, and answers what the next one gets; nothing where it stopped.
  std::optional<LoopTurn> run(llvm::function_ref<std::optional<LoopTurn>(Values)> turn) {
    std::deque<TapeEntry> &tape = e_.tensors_.tape();
    const size_t forks = e_.shared_.allForks.size();
    firstEntry_ = tape.size();
    for (unsigned attempt = 0; attempt < kMostAttempts; ++attempt) {
      e_.restoreState(frame_, before_);
      while (tape.size() > firstEntry_)
        tape.pop_back();
      auto scope = std::make_unique<GraphWriter::TurnScope>(graph_);
      Values carried = begin(*scope);
      if (e_.stopped())
        return std::nullopt;
      head_ = e_.saveState(frame_);
      firstOfTurn_ = heap_.objectCount();
      std::optional<LoopTurn> made = turn(carried);
      if (!made || e_.stopped())
        return std::nullopt;
      for (size_t i = 0; i < tape.size(); ++i) {
        bool isFreed = tape[i].freed && (i >= firstEntry_ || !head_.freed[i]);
        if (isFreed || (i > firstEntry_ && tape[i].loop))
          return refuse(isFreed ? "it computes gradients" : "gradients go through a loop in it");
        if (i > firstEntry_ && tape[i].function)
          return refuse("gradients go through a function of the program in it");
      }
      if (e_.printed_ != head_.texts)
        return refuse("it prints");
      if (e_.tensors_.modes() != before_.modes)
        return refuse("it leaves another grad mode, or casts that torch.autocast keeps");
      if (!e_.areGeneratorsOver())
        return refuse("it asks a generator");
      after_ = e_.saveState(frame_);
      e_.restoreState(frame_, head_);
      head_ = e_.saveState(frame_);  // with what has been read since
      bool isOther = compare(carried, made->carried);
      e_.restoreState(frame_, after_);
      std::vector<ValueId> next;
      if (!isOther && !e_.stopped())
        isOther = handOn(made->carried, next);
      if (e_.stopped())
        return std::nullopt;
      if (!isOther && savesWhatChanges())
        return refuse("its gradient reads a tensor that the next turn writes");
      if (!isOther && !hasOnlyOwnPlaces())
        return refuse("a call changes what others may see");
      if (!isOther) {
        std::shared_ptr<LoopHistory> history;
        if (tape.size() > firstEntry_ + 1)
          history = takeHistory(*scope, made->carried, next);
        else if (tape.size() > firstEntry_)
          tape.pop_back();
        scope->close(heap_.valueOf(made->more), next, number_);
        scope.reset();
        bool isLeft = made->isLeft != heap_.boolean(false);
        std::vector<ObjectId> rows =
            lists_.end(isLeft ? llvm::function_ref<Value()>() : countTurns_);
        if (e_.stopped())
          return std::nullopt;
        // An item of a list may be a tensor of any turn.
        std::vector<StorageId> released;
        if (rows.empty())
          released = releasedStorages(made->carried);
        if (history) {
          history->released = std::move(released);
          record(std::move(history), rows);
          lists_.turn();
        } else {
          lists_.turn();
          for (StorageId each : released)
            heap_.storages()[each.index].sharedBy.reset();
        }
        return made;
      }
      e_.shared_.allForks.resize(forks);
    }
    return refuse("each turn leaves other types");
  }

private:
  static constexpr unsigned kMostAttempts = 12;
  // History: of a tensor that is updated in place, whose contents are carried as such.
  enum class In : uint8_t {
    Passed,
    Slot,
    Item,
    Entry,
    Attribute,
    Contents,
    Written,
    Writes,
    History
  };
  struct Place {
    In in;
    uint32_t owner, index = 0;
    auto operator<=>(const Place &) const = default;
  };

  // The type of a carried place. A tensor that is anyone's may be one of several: it is not known
  // which.
  struct Carried {
    TypeId type;
    bool isAnyones = false, hasGradient = false;
  };

  std::nullopt_t refuse(const llvm::Twine &what) {
    e_.refuse(RefusalKind::NoLoop, what);
    return std::nullopt;
  }
  std::nullopt_t refuse(Place place, llvm::StringRef what) {
    return refuse("`" + nameOf(place) + "` is " + what);
  }

  std::string nameOf(Place place) {
    switch (place.in) {
    case In::Passed: return "a value";
    case In::Slot: return frame_.function->slots[SlotId(place.owner)].name;
    case In::Contents:
    case In::Written:
    case In::Writes: return heap_.storages()[place.owner].path;
    case In::History: return "a tensor that is updated";
    default: break;
    }
    const Object &object = heap_.at(ObjectId(place.owner));
    if (object.kind == ObjectKind::Cell)
      return object.name;
    std::string name =
        object.path.empty() ? e_.describe(Value::object(ObjectId(place.owner))) : object.path;
    if (place.in == In::Attribute)
      return name + "." + object.attributes[place.index].first;
    return name + "[" + std::to_string(place.index) + "]";
  }
  // "an int", "a tensor of another shape"
  std::string kindOf(Value value) {
    if (!value.isBound())
      return "unbound";
    return isNumberValue(value) ? toString(heap_.kindOf(value)).str() : e_.describe(value);
  }

  // Variables whose value from the turn before may be read.
  llvm::BitVector slotsAtHead(OpId loop) const {
    RegionId body = LoopView(*frame_.function, loop).body();
    return transforms::slotLiveness(*frame_.function, body, 0,
                                    frame_.function->region(body).ops.size())
        .before;
  }

  // Numbers that the body computes: nothing is decided by what they are at first.
  void widenCounters(OpId loop) {
    const Function &function = *frame_.function;
    for (RegionId region : function.op(loop).regions)
      walk(function, region, [&](OpId id) {
        const Op &op = function.op(id);
        OpId made =
            op.opcode == Opcode::SlotStore ? function.value(op.operands[0]).definedBy : OpId();
        if (op.opcode != Opcode::SlotStore || (made && function.op(made).opcode == Opcode::Const))
          return;
        SlotId slot = function.slotAttribute(id, "slot");
        if (function.slots[slot].kind == SlotKind::Local && liveSlots_.test(slot.index) &&
            isNumberValue(frame_.slots[slot]))
          places_[{In::Slot, slot.index}];
      });
    for (uint32_t i = 0; i < first_.size(); ++i)
      if (isNumberValue(first_[i]))
        places_[{In::Passed, i}];
  }

  bool isNumberValue(Value value) {
    return (value.isConstant() || value.isScalar()) && isNumber(heap_.kindOf(value));
  }

  // Turns of a recursion come in another order than Python's: they hand on nothing but which call
  // it is, and how many there are.
  bool hasOnlyOwnPlaces() const {
    return !e_.isOverRecursion(frame_) || llvm::all_of(places_, [&](const auto &each) {
      bool isCounter = each.first.in == In::Item && !e_.calls_.empty() &&
                       ObjectId(each.first.owner) == e_.calls_.back()->counter();
      return each.first.in == In::Slot || each.first.in == In::Passed || isCounter;
    });
  }

  // True when the gradient of a turn reads a tensor as it is then, to which the next one writes:
  // PyTorch raises that when it is computed.
  bool savesWhatChanges() {
    const std::deque<TapeEntry> &tape = e_.tensors_.tape();
    for (auto &[place, carried] : places_)
      for (size_t i = firstEntry_ + 1; place.in == In::Contents && i < tape.size(); ++i)
        if (e_.backward_.readsStorage(tape[i], StorageId(place.owner)))
          return true;
    return false;
  }

  // ---- the head of a turn

  Value &at(Place place, Values &passed) {
    switch (place.in) {
    case In::Passed: return passed[place.owner];
    case In::Slot: return frame_.slots[SlotId(place.owner)];
    case In::Item: return heap_.at(ObjectId(place.owner)).items[place.index];
    case In::Entry: return heap_.at(ObjectId(place.owner)).entries[place.index].second;
    case In::Attribute: return heap_.at(ObjectId(place.owner)).attributes[place.index].second;
    case In::Written: return heap_.storages()[place.owner].written;
    case In::Writes: return heap_.storages()[place.owner].writes;
    case In::Contents:
    case In::History: break;
    }
    llvm_unreachable("contents and histories are no values");
  }

  // Puts what is carried in its places. Answers what the body is given.
  Values begin(GraphWriter::TurnScope &scope) {
    Values passed = first_;
    // A tensor that may be another one is not written to: nobody knows who would see it.
    for (StorageId each : shared_)
      share(heap_.storages()[each.index]);
    heads_.clear();
    edges_.clear();
    lists_.begin();
    for (auto &[list, grown] : lists_.all())
      places_[{In::Item, list.index, 0}];
    if (before_.modes.isGradEnabled)
      e_.tensors_.tape().push_back({});  // whose results are what a turn begins with
    for (auto &[place, carried] : places_) {
      if (place.in == In::Contents) {
        AbstractHeap::Storage &storage = heap_.storages()[place.owner];
        ValueId initial = contentsOf(storage);
        if (!carried.type)
          carried.type = graph_.function().value(initial).type;
        storage.contents = scope.carry(initial, carried.type);
        ++storage.version;  // views are made anew
        continue;
      }
      if (place.in == In::History) {
        ObjectId updated(place.owner);
        addHead(updated, place, e_.tensors_.edgeOf(Value::object(updated)));
        continue;
      }
      Value &value = at(place, passed);
      value = value.isDeferred() ? heap_.read(value) : value;
      if (!value.isBound() && place.in == In::Written)
        value = heap_.boolean(false);
      if (!value.isBound() && place.in == In::Writes)
        value = heap_.integer(0);
      if (isNumberValue(value)) {
        carried.type = graph_.types().of(heap_.kindOf(value));
        Value made = headNumber(scope, value);
        at(place, passed) = made;
        if (place.in == In::Item && lists_.all().count(ObjectId(place.owner)))
          lists_.carry(ObjectId(place.owner), heap_.valueOf(made));
        continue;
      }
      Value made = headTensor(scope, value, place, carried);
      if (e_.stopped())
        return passed;
      at(place, passed) = made;
    }
    return passed;
  }

  void share(AbstractHeap::Storage &storage) {
    if (!storage.sharedBy)
      storage.sharedBy = fork_;
  }

  ValueId contentsOf(const AbstractHeap::Storage &storage) {
    return storage.contents ? storage.contents
                            : graph_.input(storage.path, storage.type, storage.hasPast);
  }

  Value headNumber(GraphWriter::TurnScope &scope, Value first) {
    TypeKind kind = heap_.kindOf(first);
    ValueId carried = scope.carry(heap_.valueOf(first), graph_.types().of(kind));
    return heap_.makeScalar({kind, carried, std::nullopt, ""});
  }

  // A tensor that a turn before has made, or still the first one. Python can tell which: what goes
  // out is chosen by a bool that is carried along.
  Value headTensor(GraphWriter::TurnScope &scope, Value first, Place place, Carried &carried) {
    ValueId initial = e_.tensors_.contents(first.objectId());
    if (!carried.type)
      carried.type = graph_.function().value(initial).type;
    if (e_.stopped())
      return {};
    carried.hasGradient |= e_.tensors_.requiresGrad(first);
    carried.isAnyones |= carried.hasGradient;
    ValueId contents = scope.carry(initial, carried.type);
    Value made = heap_.makeTensor(contents);
    heap_.at(made).type = heap_.at(first).type;
    if (carried.hasGradient)
      addHead(made.objectId(), place, e_.tensors_.edgeOf(first));
    Choice origin = {Value(), first, Value(), fork_};
    if (!carried.isAnyones) {
      origin.condition = headNumber(scope, heap_.boolean(true));
      origin.otherwise = heap_.makeTensor(contents);
      heap_.storageOf(origin.otherwise.objectId()).writes = headNumber(scope, heap_.integer(0));
    }
    heap_.at(made).origin = heap_.makeChoice(origin);
    share(heap_.storageOf(made.objectId()));
    share(heap_.storageOf(first.objectId()));
    heads_[made.objectId()] = place;
    return made;
  }

  // A tensor that a turn begins with, and to which gradients go; `first`: from the first turn on.
  void addHead(ObjectId id, Place place, const TapeEdge &first) {
    TapeEntry &head = e_.tensors_.tape()[firstEntry_];
    TensorState &tensor = heap_.at(id).tensor;
    tensor.requiresGrad = true;
    tensor.tape = TapeId(firstEntry_);
    tensor.output = head.results.size();
    head.results.push_back(id);
    edges_.emplace_back(place, first);
  }

  // ---- the end of a turn

  // Finds places that are different and were not carried; true when there are some.
  bool compare(const Values &passed, const Values &next) {
    size_t known = places_.size() + lists_.all().size();
    for (uint32_t i = 0; i < next.size(); ++i)
      compare({In::Passed, i}, passed[i], next[i]);
    for (SlotId slot : frame_.function->slots.ids())
      if (liveSlots_.test(slot.index))
        compare({In::Slot, slot.index}, head_.slots[slot], after_.slots[slot]);
    for (uint32_t i = 0; i < after_.heap.objects.size() && !e_.stopped(); ++i)
      if (i < before_.heap.objects.size() || !heap_.at(ObjectId(i)).isNew())
        if (head_.heap.objects[i] != after_.heap.objects[i])
          compare(i, *head_.heap.objects[i], *after_.heap.objects[i]);
    for (uint32_t i = 0; i < after_.heap.storages.size(); ++i)
      if (i < before_.heap.storages.size() || !heap_.storages()[i].path.empty())
        compare(i, head_.heap.storages[i], after_.heap.storages[i]);
    return places_.size() + lists_.all().size() != known;
  }

  void compare(Place place, Value before, Value after) {
    if (before == after || (before.isDeferred() && heap_.isUnchanged(before, after)) ||
        places_.count(place) || e_.stopped())
      return;
    Value read = before.isDeferred() ? heap_.read(before) : before;
    if (place.in == In::Slot && frame_.function->slots[SlotId(place.owner)].kind != SlotKind::Local)
      return;  // the cell is an object
    bool areNumbers =
        isNumberValue(read) && isNumberValue(after) && heap_.kindOf(read) == heap_.kindOf(after);
    if (!areNumbers && !areAlike(read, after)) {
      leavesOtherKinds_ = true;
      return void(
          refuse(place, kindOf(read) + " before a turn and " + kindOf(after) + " after it"));
    }
    places_[place];
  }

  // Tensors of one type, without a history or anything that is theirs alone.
  bool areAlike(Value a, Value b) {
    if (!heap_.isTensor(a) || !heap_.isTensor(b))
      return false;
    const Object &x = heap_.at(a), &y = heap_.at(b);
    const Type &type = graph_.types().get(x.tensorType), &other = graph_.types().get(y.tensorType);
    return type.dtype == other.dtype && type.device == other.device && type.shape == other.shape &&
           isPlain(x) && isPlain(y) && e_.typeOf(a) == e_.typeOf(b);
  }
  bool isPlain(const Object &tensor) {
    return !tensor.tensor.hasPast && tensor.attributes.empty() &&
           !(tensor.tensor.grad.isBound() && tensor.tensor.grad != heap_.none());
  }

  void compare(uint32_t id, const Object &a, const Object &b) {
    if (lists_.find(ObjectId(id), a, b))
      return;
    auto sameNames = [](const auto &x, const auto &y) { return x.first == y.first; };
    auto sameKeys = [&](const auto &x, const auto &y) { return heap_.sameKey(x.first, y.first); };
    bool isAlike = a.items.size() == b.items.size() && a.position == b.position &&
                   a.kind == b.kind && a.name == b.name && a.grown == b.grown && a.type == b.type &&
                   a.divergence == b.divergence && a.removedKeys == b.removedKeys &&
                   a.removedNames == b.removedNames && a.keyChanges == b.keyChanges &&
                   std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(),
                              b.entries.end(), sameKeys) &&
                   std::equal(a.attributes.begin(), a.attributes.end(), b.attributes.begin(),
                              b.attributes.end(), sameNames);
    bool isUpdated = isUpdatedInPlace(a, b);
    if (isUpdated)
      places_[{In::History, id}];
    if (!isAlike || !(isUpdated || heap_.areAlike(a.tensor, b.tensor)))
      return void(refuse(e_.describe(Value::object(ObjectId(id))) +
                         " grows, or has other keys or names, from turn to turn"));
    for (uint32_t i = 0; i < a.items.size(); ++i)
      compare({In::Item, id, i}, a.items[i], b.items[i]);
    for (uint32_t i = 0; i < a.entries.size(); ++i)
      compare({In::Entry, id, i}, a.entries[i].second, b.entries[i].second);
    for (uint32_t i = 0; i < a.attributes.size(); ++i)
      compare({In::Attribute, id, i}, a.attributes[i].second, b.attributes[i].second);
  }

  // True for a tensor of the region that has another history, by updates in place.
  bool isUpdatedInPlace(const Object &a, const Object &b) {
    const TensorState &x = a.tensor, &y = b.tensor;
    return a.kind == ObjectKind::Tensor && a.isNew() && !x.isView() && !y.isView() && y.tape &&
           x.tape != y.tape && before_.modes.isGradEnabled && x.storage == y.storage &&
           x.grad == y.grad && isPlain(a) && isPlain(b) && !x.isOfFunction && !y.isOfFunction &&
           !x.hasOwnVersion && !y.hasOwnVersion;
  }

  void compare(uint32_t id, const AbstractHeap::Storage &a, const AbstractHeap::Storage &b) {
    if (a.version != b.version && a.contents != b.contents)
      places_[{In::Contents, id}];
    bool isAlwaysWritten = b.written == heap_.boolean(true);
    if (a.written != b.written && !isAlwaysWritten)
      places_[{In::Written, id}];
    if (a.writes != b.writes)
      places_[{In::Writes, id}];
    if (a.writtenApart != b.writtenApart || a.mayShow != b.mayShow)
      refuse("a tensor that may be a view");
    if (a.replacedAt != b.replacedAt || a.isGiven != b.isGiven)
      refuse("a tensor that gets other memory");
  }

  // The values for the next turn, in the order in which they are carried. True: the type of a
  // place, or who must not be written to, is not as was thought.
  bool handOn(Values &passed, std::vector<ValueId> &next) {
    bool isOther = findAnyones(passed);
    for (Value each : e_.rowsAdded_)
      isOther |= isSharedLater(each.objectId());
    for (auto &[place, carried] : places_) {
      if (place.in == In::Contents) {
        next.push_back(contentsOf(heap_.storages()[place.owner]));
        isOther |= isWidened(carried.type, next.back());
        continue;
      }
      if (place.in == In::History)
        continue;
      Value value = at(place, passed);
      value = value.isDeferred() ? heap_.read(value) : value;
      if (!value.isBound())  // not written in this turn, nor before
        value = place.in == In::Written ? heap_.boolean(false) : heap_.integer(0);
      if (isNumberValue(value)) {
        next.push_back(heap_.valueOf(value));
        leavesOtherKinds_ = carried.type != graph_.types().of(heap_.kindOf(value));
        if (leavesOtherKinds_)  // an int, and then a float
          return refuse(place, "of another type after a turn"), false;
        continue;
      }
      bool isTensor = heap_.isTensor(value) && isPlain(heap_.at(value)) &&
                      graph_.types().get(carried.type).kind == TypeKind::Tensor;
      leavesOtherKinds_ = !isTensor;
      if (!isTensor)
        return refuse(place, "of another type after a turn"), false;
      next.push_back(e_.tensors_.contents(value.objectId()));
      isOther |= isWidened(carried.type, next.back()) || isShared(value.objectId()) ||
                 (!carried.hasGradient && e_.tensors_.requiresGrad(value));
      carried.hasGradient |= e_.tensors_.requiresGrad(value);
      carried.isAnyones |= carried.hasGradient;
      if (!carried.isAnyones) {
        auto [isFirst, writes] = madeOf(value);
        next.insert(next.end(), {isFirst, writes});
      }
    }
    return isOther;
  }

  // Identity of a tensor at the end of a turn: whether it is the one that the loop began with; else
  // how often it has been written since it was made.
  std::pair<ValueId, ValueId> madeOf(Value value) {
    const Value origin = heap_.at(value).origin;
    if (!origin.isBound()) {
      Value writes = heap_.storageOf(value.objectId()).writes;
      return {heap_.valueOf(heap_.boolean(false)),
              heap_.valueOf(writes.isBound() ? writes : heap_.integer(0))};
    }
    const Choice choice = heap_.choice(origin);
    if (heads_.count(value.objectId()))
      return {heap_.valueOf(choice.condition),
              heap_.valueOf(heap_.storageOf(choice.otherwise.objectId()).writes)};
    OpId branch = graph_.branch(heap_.valueOf(choice.condition));
    std::pair<ValueId, ValueId> sides[2];
    for (unsigned side : {0, 1}) {
      GraphWriter::SideScope scope(graph_, branch, side);
      sides[side] = madeOf(side == 0 ? choice.then : choice.otherwise);
    }
    return {graph_.result(branch, sides[0].first, sides[1].first),
            graph_.result(branch, sides[0].second, sides[1].second)};
  }

  // The tensors that one at the end of a turn may be.
  void addPossible(Value value, std::set<ObjectId> &all) {
    Value origin = heap_.at(value).origin;
    if (!origin.isBound() || heads_.count(value.objectId())) {
      all.insert(value.objectId());
      return;
    }
    const Choice choice = heap_.choice(origin);
    for (Value each : {choice.then, choice.otherwise})
      if (each.isObject())
        addPossible(each, all);
      else
        all.insert(ObjectId());
  }

  // Finds carried tensors whose owner is not known: those that two places may hold, those of other
  // places, views, and ones that were there before. True: there is a new one.
  bool findAnyones(Values &passed) {
    std::map<ObjectId, unsigned> holders;
    std::map<Place, std::set<ObjectId>> possible;
    for (auto &[place, carried] : places_) {
      if (place.in == In::Contents || place.in == In::History || !heap_.isTensor(at(place, passed)))
        continue;
      addPossible(at(place, passed), possible[place]);
      for (ObjectId each : possible[place])
        ++holders[each];
    }
    bool isOther = false;
    for (auto &[place, tensors] : possible) {
      bool isAnyones = llvm::any_of(tensors, [&](ObjectId each) {
        if (!each || holders[each] > 1)
          return true;
        if (heads_.count(each))
          return heads_.lookup(each) != place;
        const Object &object = heap_.at(each);
        return each.index < firstOfTurn_ || !object.isNew() || object.tensor.isView();
      });
      Carried &carried = places_.find(place)->second;
      isOther |= isAnyones && !carried.isAnyones;
      carried.isAnyones |= isAnyones;
    }
    return isOther;
  }

  // The history that gradients of a turn need: which turn it is, and how those of one go to the one
  // before.
  std::shared_ptr<LoopHistory> takeHistory(GraphWriter::TurnScope &scope, Values &passed,
                                           std::vector<ValueId> &next) {
    auto history = std::make_shared<LoopHistory>();
    TypeId number = graph_.types().of(TypeKind::Int);
    number_ = scope.carry(graph_.materialize(graph_.integer(0)), number);
    ValueId one = graph_.materialize(graph_.integer(1));
    history->turns = graph_.emit(Opcode::IntAdd, {number_, one}, number);
    next.push_back(history->turns);
    history->fork = fork_;
    history->loop = scope.loop();
    history->begin = firstEntry_;
    history->end = e_.tensors_.tape().size();
    auto leaves = [&](const TapeEdge &edge) {
      return edge.needed && (!edge.tape || edge.tape.index < firstEntry_);
    };
    if (e_.isOverRecursion(frame_))
      history->recursion = std::exchange(e_.recursionHistory_, nullptr);
    for (auto &[place, first] : edges_) {
      Value last =
          place.in == In::History ? Value::object(ObjectId(place.owner)) : at(place, passed);
      history->heads.push_back({first, e_.tensors_.edgeOf(last)});
      if (leaves(first))
        history->outside.push_back(first);
    }
    for (size_t i = history->begin + 1; i < history->end; ++i) {
      const TapeEntry &entry = e_.tensors_.tape()[i];
      if (entry.branch)
        for (const std::array<TapeEdge, 2> &sides : entry.branch->results)
          llvm::copy_if(sides, std::back_inserter(history->outside), leaves);
      for (const std::vector<TapeEdge> &list : entry.edges)
        llvm::copy_if(list, std::back_inserter(history->outside), leaves);
    }
    return history;
  }

  // Behind the loop nobody has a tensor of some turn any more: who then writes to one that was
  // there before is seen by nobody through another one.
  std::vector<StorageId> releasedStorages(const Values &passed) {
    Values open = passed;
    for (SlotId slot : frame_.function->slots.ids())
      if (liveSlots_.test(slot.index))
        open.push_back(frame_.slots[slot]);
    for (uint32_t i = 0; i < firstOfTurn_; ++i)
      addHeld(heap_.at(ObjectId(i)), open);
    std::set<ObjectId> seen;
    while (!open.empty()) {
      Value value = open.back();
      open.pop_back();
      if (value.isChoice())
        for (Value side : {heap_.choice(value).then, heap_.choice(value).otherwise})
          open.push_back(side);
      if (!value.isObject() || !seen.insert(value.objectId()).second)
        continue;
      if (heads_.count(value.objectId()))
        return {};
      addHeld(heap_.at(value), open);
    }
    std::vector<StorageId> released;
    for (uint32_t i = 0; i < before_.heap.storages.size(); ++i)
      if (heap_.storages()[i].sharedBy == fork_ && before_.heap.storages[i].sharedBy != fork_)
        released.push_back(StorageId(i));
    return released;
  }

  // Values that an object refers to: its contents, those that a view shows, those that came out of
  // a branch.
  void addHeld(const Object &object, Values &all) {
    llvm::append_range(all, object.items);
    for (auto &[key, value] : object.entries)
      all.push_back(value);
    for (auto &[name, value] : object.attributes)
      all.push_back(value);
    if (object.tensor.origin)
      llvm::append_range(all, object.tensor.origin->args);
    if (object.grown)
      llvm::append_range(all, object.grown->before);
    all.push_back(object.origin);
    if (object.divergence)
      for (const Object *side : {object.divergence->then.get(), object.divergence->otherwise.get()})
        addHeld(*side, all);
  }

  // One entry stands for all turns: what the last one has made is its result.
  void record(std::shared_ptr<LoopHistory> history, const std::vector<ObjectId> &rows) {
    TapeEntry entry{};
    TapeId made(e_.tensors_.tape().size());
    for (uint32_t i = 0; i < heap_.objectCount(); ++i) {
      Object &object = heap_.at(ObjectId(i));
      TensorState &tensor = object.tensor;
      bool isOfTurn = object.kind == ObjectKind::Tensor && tensor.tape &&
                      tensor.tape.index >= history->begin && tensor.tape.index < history->end;
      if (!isOfTurn)
        continue;
      history->results.push_back({tensor.requiresGrad, ObjectId(i), tensor.tape, tensor.output});
      tensor.tape = made;
      tensor.output = entry.results.size();
      entry.results.push_back(ObjectId(i));
    }
    size_t next = 0;
    for (auto &[list, grown] : lists_.all()) {
      ObjectId all = rows[next++];
      const int64_t recorded = itemsWithGradients(*history, grown.key);
      if (recorded == 0)
        continue;
      if (recorded != lists_.addedByTurn(list))  // the others would have gradients, too
        heap_.noteUndecided(fork_);
      TensorState &tensor = heap_.at(all).tensor;
      tensor.requiresGrad = true;
      tensor.tape = made;
      tensor.output = entry.results.size();
      history->rows.push_back(grown.key);
      entry.results.push_back(all);
    }
    entry.loop = std::move(history);
    e_.tensors_.tape().push_back(std::move(entry));
  }
  int64_t itemsWithGradients(const LoopHistory &history, int64_t key) {
    const auto begin = e_.tensors_.tape().begin();
    return std::count_if(begin + history.begin, begin + history.end, [&](const TapeEntry &entry) {
      return entry.row && entry.row->key == key;
    });
  }

  // Widens the type of a place that the next turn's value does not fit; true when it did.
  bool isWidened(TypeId &type, ValueId next) {
    TypeId given = graph_.function().value(next).type;
    if (graph_.types().isSubtype(given, type))
      return false;
    TypeId joined = graph_.types().join(type, given);
    const Type &all = graph_.types().get(joined);
    if (all.kind != TypeKind::Tensor || all.dtype.empty() || !all.shape ||
        all.shape != graph_.types().get(type).shape)
      return refuse("a tensor has another type after a turn"), false;
    type = joined;
    return true;
  }

  // True when the next turn's tensor may lie in memory that was there before: nobody writes to
  // that.
  bool isShared(ObjectId tensor) {
    StorageId id = heap_.at(tensor).tensor.storage;
    const AbstractHeap::Storage &storage = heap_.storages()[id.index];
    bool old = id.index < before_.heap.storages.size() || !storage.path.empty();
    if (storage.mayShow)
      return refuse("a tensor that may be a view"), false;
    if (!old || storage.sharedBy)
      return false;
    shared_.push_back(id);
    return true;
  }

  // The same of what a turn has added to a list, which the next turn must not write to.
  bool isSharedLater(ObjectId tensor) {
    StorageId id = heap_.at(tensor).tensor.storage;
    const size_t known = before_.heap.storages.size();
    if (heap_.storages()[id.index].mayShow)
      return refuse("a tensor that may be a view"), false;
    bool isNew = id.index >= known && heap_.storages()[id.index].path.empty();
    if (isNew || llvm::is_contained(shared_, id))
      return false;
    shared_.push_back(id);
    return true;
  }

  Evaluator &e_;
  AbstractHeap &heap_;
  GraphWriter &graph_;
  Frame &frame_;
  const EvaluatorState before_;
  EvaluatorState head_, after_;
  const Values first_;
  const uint32_t fork_;
  const llvm::function_ref<Value()> countTurns_;
  llvm::BitVector liveSlots_;
  std::map<Place, Carried> places_;        // what is carried
  llvm::DenseMap<ObjectId, Place> heads_;  // tensors that are carried, and where
  GrowingLists lists_;
  std::vector<StorageId> shared_;
  bool leavesOtherKinds_ = false;
  size_t firstOfTurn_ = 0;                         // objects from this one on are made in the turn
  size_t firstEntry_ = 0;                          // of the tape, of the turn
  ValueId number_;                                 // of the turn, where it has a history
  std::vector<std::pair<Place, TapeEdge>> edges_;  // where gradients go from the first turn
};

// ---------------------------------------------------------------- which loops

SourcePlace Evaluator::loopPlace(const Frame &frame, OpId loop, llvm::StringRef fate) const {
  SourcePlace place = shared_.placeOf(frame, frame.function->op(loop).span);
  place.what = "the loop " + place.what + fate.str();
  return place;
}

// How a loop is evaluated: as was found out before, or by what is known of its condition.
bool Evaluator::isTurned(const Frame &frame, OpId loop, bool hangsOnContents) {
  std::string place = loopPlace(frame, loop).text();
  if (stopped() || backward_.isRunning() || !areGeneratorsOver() || in_.decided.count(place) ||
      shared_.forks.size() >= kDeepestFork || shared_.allForks.size() >= kMostForks)
    return false;
  auto known = in_.loops.find(place);
  return known == in_.loops.end() ? hangsOnContents : known->second != LoopForm::Unrolled;
}

// True when the first turn of the loop stands before it: places have values of other kinds then.
bool Evaluator::isFirstApart(const Frame &frame, OpId loop) {
  auto known = in_.loops.find(loopPlace(frame, loop).text());
  return known != in_.loops.end() && known->second == LoopForm::FirstApart;
}

// True when a turn of the loop ends where its body ends.
bool Evaluator::mayGoFirst(const Frame &frame, OpId loop) {
  const Function &function = *frame.function;
  const RegionId body = LoopView(function, loop).body();
  bool endsThere = !isOverRecursion(frame);
  walk(function, body, [&](OpId id) {
    Opcode opcode = function.op(id).opcode;
    endsThere &= opcode != Opcode::Return && opcode != Opcode::Break && opcode != Opcode::Continue;
  });
  return endsThere;
}

// The first turn of such a loop: the body, on whose end it ends. Answers Yield where the others
// follow, with what these are given.
Evaluator::Flow Evaluator::firstTurn(Frame &frame, OpId id, Value condition, Values carried) {
  LoopView loop(*frame.function, id);
  std::optional<bool> enters = decide(frame, condition, shared_.span);
  if (!enters)
    return Flow::Stop;
  if (!*enters) {
    passed_ = std::move(carried);
    return afterLoop(frame, id, Flow::Next);
  }
  bind(frame, loop.inBody(), carried);
  return region(frame, loop.body());
}

// True when a loop that is being unrolled could be tried as one.
bool Evaluator::mayBeTurned(const Frame &frame, OpId loop) {
  const Op &op = frame.function->op(loop);
  std::string place = loopPlace(frame, loop).text();
  bool isOfNumbers = op.opcode == Opcode::While || isCounted(frame.values[op.operands[0]]);
  return isOfNumbers && !in_.loops.count(place) && !in_.decided.count(place) &&
         !backward_.isRunning() && areGeneratorsOver();
}

// The evaluation begins anew, with that loop so.
void Evaluator::tryAgain(const std::string &place, LoopForm form) {
  shared_.refuseRaised();
  refuse(RefusalKind::NoLoop, place);
  if (!shared_.isOutdated)
    in_.loops[place] = form;
  shared_.isOutdated = true;
}

bool Evaluator::isTurn(const Frame &frame, RegionId body) const {
  return !turns_.empty() && turns_.back().frame == &frame && turns_.back().body == body;
}

// A condition of a loop, of which both sides are in the graph unless it is decided.
Evaluator::Flow Evaluator::choose(Frame &frame, SourcePlace place, Value condition,
                                  llvm::function_ref<Flow(size_t)> side) {
  auto decided = in_.decided.find(place.text());
  if (decided == in_.decided.end())
    return fork(frame, {place.text(), true, true, 0}, condition, side);
  Value holds = decided->second ? condition : scalars_.negated(condition);
  place.what = (decided->second ? "" : "not ") + place.what;
  graph_.guard("branch", place, heap_.valueOf(holds));
  return side(decided->second ? 0 : 1);
}

// ---------------------------------------------------------------- turns

// One turn: the body, and whether there is another one.
std::optional<LoopTurn> Evaluator::oneTurn(Frame &frame, OpId id, Values carried,
                                           llvm::function_ref<Flow(Values)> again) {
  LoopView loop(*frame.function, id);
  const size_t count = loop.results().size();
  bind(frame, loop.inBody(), carried);
  turns_.push_back({&frame, loop.body(), count});
  Flow flow = region(frame, loop.body());
  turns_.pop_back();
  if (stopped())
    return std::nullopt;
  if (flow != Flow::Yield && flow != Flow::Continue && flow != Flow::Break) {
    refuse(RefusalKind::NoLoop, "it is left by `return`");
    return std::nullopt;
  }
  LoopTurn made;
  made.isLeft = heap_.boolean(flow == Flow::Break);
  if (passed_.size() > count)
    made.isLeft = passed_.back();
  Values next(passed_.begin(), passed_.begin() + count);
  auto isOver = [&] {
    passed_ = next;
    passed_.insert(passed_.begin(), heap_.boolean(false));
    // The number of the turn, where there is one, is asked for by nobody any more.
    passed_.insert(passed_.end(), carried.begin() + count, carried.end());
    return Flow::Yield;
  };
  if (made.isLeft == heap_.boolean(false))
    flow = again(next);
  else if (made.isLeft == heap_.boolean(true))
    flow = isOver();
  else
    flow = choose(frame, loopPlace(frame, id, " is left"), made.isLeft,
                  [&](size_t side) { return side == 0 ? isOver() : again(next); });
  if (stopped() || flow != Flow::Yield) {
    refuse(RefusalKind::NoLoop, "it is left by `return`");
    return std::nullopt;
  }
  made.more = passed_.front();
  made.carried.assign(passed_.begin() + 1, passed_.end());
  return made;
}

// A loop as one: `condition` is that of its first turn, `carried` what that gets. `again` says, of
// what the body has given, whether there is another turn, and what it carries.
Evaluator::Flow Evaluator::turns(Frame &frame, OpId id, Value condition, Values carried,
                                 llvm::function_ref<Flow(Values)> again,
                                 llvm::function_ref<void(const Values &)> beginTurn,
                                 llvm::function_ref<Value()> countTurns) {
  const std::string place = loopPlace(frame, id).text();
  const size_t count = LoopView(*frame.function, id).results().size();
  Span span = shared_.span;
  auto all = [&]() -> Flow {
    uint32_t number = shared_.allForks.size();
    shared_.allForks.push_back({place, true, true, number});
    size_t deep = turns_.size();
    TurnWidener widener(*this, frame, id, carried, number, countTurns);
    std::optional<LoopTurn> last = widener.run([&](Values begin) {
      beginTurn(begin);
      return oneTurn(frame, id, std::move(begin), again);
    });
    turns_.resize(deep);
    if (last && (last->more.isConstant() || last->isLeft == heap_.boolean(true)))
      refuse(RefusalKind::NoLoop, "it has one turn, or no end");
    if (!last || stopped()) {
      // There is no other way to go through all calls of a recursion.
      if (isOverRecursion(frame))
        shared_.refuseRaised();
      else
        tryAgain(place,
                 widener.leavesOtherKinds() && !isFirstApart(frame, id) && mayGoFirst(frame, id)
                     ? LoopForm::FirstApart
                     : LoopForm::Unrolled);
      return Flow::Stop;
    }
    if (!isOverRecursion(frame))
      in_.loops.try_emplace(place, LoopForm::Whole);
    passed_.assign(last->carried.begin(), last->carried.begin() + count);
    passed_.push_back(last->isLeft);
    return Flow::Yield;
  };
  auto none = [&] {
    passed_.assign(carried.begin(), carried.begin() + count);
    passed_.push_back(heap_.boolean(false));
    return Flow::Yield;
  };
  Flow flow;
  if (condition.isConstant())
    flow = condition == heap_.boolean(true) ? all() : none();
  else if (heap_.profiled(condition)) {
    std::optional<bool> enters = decide(frame, condition, span);
    if (!enters)
      return Flow::Stop;
    flow = *enters ? all() : none();
  } else {
    flow = choose(frame, loopPlace(frame, id, " is entered"), condition,
                  [&](size_t side) { return side == 0 ? all() : none(); });
  }
  if (flow != Flow::Yield)
    return flow;
  Value isLeft = passed_.back();
  passed_.pop_back();
  if (!LoopView(*frame.function, id).hasElse() || isLeft.isConstant())
    return afterLoop(frame, id, isLeft == heap_.boolean(true) ? Flow::Break : Flow::Next);
  Values last = passed_;
  flow = choose(frame, loopPlace(frame, id, " is left"), isLeft, [&](size_t side) {
    passed_ = last;
    if (side == 0)
      return Flow::Yield;
    bind(frame, LoopView(*frame.function, id).inElse(), last);
    return region(frame, LoopView(*frame.function, id).otherwise());
  });
  if (flow != Flow::Yield)
    return flow;
  bind(frame, LoopView(*frame.function, id).results(), passed_);
  return Flow::Next;
}

Evaluator::Flow Evaluator::whileTurns(Frame &frame, OpId id, Value condition, Values carried) {
  LoopView loop(*frame.function, id);
  auto again = [&](Values next) {
    bind(frame, loop.head(), next);
    return region(frame, loop.condition());
  };
  if (isFirstApart(frame, id)) {
    Flow flow = firstTurn(frame, id, condition, std::move(carried));
    if (flow != Flow::Yield)
      return flow;
    flow = again(passed_);
    if (flow != Flow::Yield)
      return flow;
    condition = passed_.front();
    carried.assign(passed_.begin() + 1, passed_.end());
  }
  return turns(frame, id, condition, std::move(carried), again, [](const Values &) {}, {});
}

}  // namespace janus::speculate
