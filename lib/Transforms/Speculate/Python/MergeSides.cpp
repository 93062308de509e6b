// The states that the sides of a branch have left, merged into one.
//
// Numbers, texts and tensors of one kind become results of the branch, and so do the contents of
// Numbers, texts and tensors of one kind become results of the branch, and so do the contents of
// storages; new containers of one form are merged item by item. Values that cannot be one (None and
// a number, two objects that were there before) become a Choice: nobody may look at it, but the
// commit can write the one on one side and the other on the other.
#include "Transforms/Speculate/Python/Evaluator.h"

#include <map>
#include <set>

namespace janus::speculate {

using namespace ir;

class SideMerger {
  using Value = AbstractValue;
  using Values = std::vector<Value>;

public:
  SideMerger(Evaluator &evaluator, OpId branch, std::shared_ptr<BranchHistory> history,
             const EvaluatorState &before, const EvaluatorState &then,
             const EvaluatorState &otherwise)
      : e_(evaluator), heap_(evaluator.heap_), graph_(evaluator.graph_),
        tape_(evaluator.tensors_.tape()), branch_(branch), history_(std::move(history)),
        before_(before), a_(then), b_(otherwise) {}

  // The heap is in the state of the second side.
  Values run(Frame &frame, Values passed, const Values &others) {
    mergeStorages();
    mergeObjects();
    for (SlotId slot : frame.function->slots.ids())
      frame.slots[slot] = merge(a_.slots[slot], b_.slots[slot]);
    frame.returned = merge(a_.returned, b_.returned);
    mergeTexts();
    for (size_t i = 0; i < passed.size() && i < others.size(); ++i) {
      passed[i] = merge(passed[i], others[i]);
      if (passed[i].isChoice())
        heap_.noteUndecided(history_->fork);
    }
    mergeTape();
    if (!areOneToOne())
      heap_.noteUndecided(history_->fork);
    if (a_.modes != b_.modes)
      heap_.noteUndecided(history_->fork);
    return passed;
  }

private:
  struct TensorIn {
    const Object *object;
    const AbstractHeap::Storage *storage;
  };

  Value condition() const { return history_->condition; }
  bool wasThere(ObjectId id) {
    return id.index < before_.heap.objects.size() || !heap_.at(id).isNew();
  }
  // The object as a side has left it; one of the snapshot that it has not looked at is as it was.
  const Object &objectIn(const EvaluatorState &side, ObjectId id) {
    const Object &now = heap_.at(id);
    if (id.index < side.heap.objects.size() && (side.heap.objects[id.index]->loaded || !now.loaded))
      return *side.heap.objects[id.index];
    if (now.isNew())
      return now;
    Object &initial = initial_[id];
    initial = now;
    AbstractHeap::reset(initial);
    return initial;
  }
  AbstractHeap::Storage storageIn(const EvaluatorState &side, StorageId id) {
    if (id.index < side.heap.storages.size())
      return side.heap.storages[id.index];
    AbstractHeap::Storage now = heap_.storages()[id.index];
    if (!now.path.empty())
      AbstractHeap::reset(now);
    return now;
  }
  Value choiceOf(Value a, Value b) { return heap_.makeChoice({condition(), a, b, history_->fork}); }
  Value choose(Value a, Value b) {
    apart_.insert(apart_.end(), {a, b});
    return choiceOf(a, b);
  }

  // ---- values

  Value merge(Value a, Value b) {
    if (a == b)
      return a;
    if (a.isDeferred() && heap_.isUnchanged(a, b))
      return b;
    if (b.isDeferred() && heap_.isUnchanged(b, a))
      return a;
    a = a.isDeferred() ? heap_.read(a) : a;
    b = b.isDeferred() ? heap_.read(b) : b;
    if (a == b)
      return a;
    auto known = merged_.find({a, b});
    if (known != merged_.end())
      return known->second;
    Value made = mergeTwo(a, b);
    return merged_[{a, b}] = made;
  }

  Value mergeTwo(Value a, Value b) {
    bool plain = (a.isConstant() || a.isScalar()) && (b.isConstant() || b.isScalar());
    if (plain)
      return mergeScalars(a, b);
    if (isText(a) && isText(b))
      return mergeParts(a, b);
    if (!a.isObject() || !b.isObject())
      return choose(a, b);
    if (heap_.isTensor(a) && heap_.isTensor(b))
      return mergeTensors(a, b);
    return mergeContainers(a.objectId(), b.objectId());
  }

  // Merges two lists of as many items, or entries of the same keys.
  Values mergeItems(Values a, const Values &b) {
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = merge(a[i], b[i]);
    return a;
  }
  EntryList mergeEntries(const EntryList &a, const EntryList &b) {
    EntryList merged;
    for (size_t i = 0; i < a.size(); ++i)
      merged.emplace_back(a[i].first, merge(a[i].second, b[i].second));
    return merged;
  }

  Value mergeScalars(Value a, Value b) {
    TypeKind kind = heap_.kindOf(a);
    bool fits = isNumber(kind) || kind == TypeKind::Str;
    if (kind != heap_.kindOf(b) || !fits)
      return choose(a, b);
    auto valueIn = [&](unsigned side,
                       Value value) {  // a size that is counted has one where it is asked for
      GraphWriter::SideScope scope(graph_, branch_, side);
      return heap_.valueOf(value);
    };
    ValueId then = valueIn(0, a), otherwise = valueIn(1, b);
    if (then == otherwise)
      return a;
    ValueId value = graph_.result(branch_, then, otherwise);
    std::optional<ConstId> known;
    if (std::optional<ConstId> way = heap_.profiled(condition()))
      known = heap_.profiled(graph_.constant(*way).kind == Constant::Kind::True ? a : b);
    return heap_.makeScalar({kind, value, known, ""});
  }

  bool isText(Value value) {
    return value.isObject() ? heap_.at(value).kind == ObjectKind::Text
                            : heap_.kindOf(value) == TypeKind::Str;
  }

  // Texts in parts, the shorter one with empty ones at its end.
  Value mergeParts(Value a, Value b) {
    auto parts = [&](Value text) {
      return text.isObject() ? Values(heap_.at(text).items) : Values{text};
    };
    return heap_.makeList(ObjectKind::Text, mergePadded(parts(a), parts(b)));
  }
  Values mergePadded(Values a, Values b) {
    size_t count = std::max(a.size(), b.size());
    a.resize(count, heap_.str(""));
    b.resize(count, heap_.str(""));
    return mergeItems(std::move(a), b);
  }

  // ---- containers

  Value mergeContainers(ObjectId a, ObjectId b) {
    const Object x = heap_.at(a), y = heap_.at(b);
    bool fixed = x.kind == ObjectKind::Tuple || x.kind == ObjectKind::Slice;
    bool known = fixed || x.kind == ObjectKind::List || x.kind == ObjectKind::Dict ||
                 x.kind == ObjectKind::Instance;
    if (!known || x.kind != y.kind || x.type != y.type || x.items.size() != y.items.size() ||
        x.entries.size() != y.entries.size() || x.attributes.size() != y.attributes.size() ||
        x.divergence || y.divergence || x.namespaceOf || y.namespaceOf || !x.loaded || !y.loaded ||
        (!fixed && (wasThere(a) || wasThere(b))))
      return choose(Value::object(a), Value::object(b));
    for (size_t i = 0; i < x.entries.size(); ++i)
      if (!heap_.sameKey(x.entries[i].first, y.entries[i].first))
        return choose(Value::object(a), Value::object(b));
    for (size_t i = 0; i < x.attributes.size(); ++i)
      if (x.attributes[i].first != y.attributes[i].first)
        return choose(Value::object(a), Value::object(b));
    ObjectId made = heap_.make(x.kind);
    merged_[{Value::object(a), Value::object(b)}] = Value::object(made);  // it may hold itself
    heap_.at(made).type = x.type;
    Values items = mergeItems(x.items, y.items);
    EntryList entries = mergeEntries(x.entries, y.entries);
    AttributeList attributes;
    for (size_t i = 0; i < x.attributes.size(); ++i)
      attributes.emplace_back(x.attributes[i].first,
                              merge(x.attributes[i].second, y.attributes[i].second));
    heap_.at(made).items = std::move(items);
    heap_.at(made).entries = std::move(entries);
    heap_.at(made).attributes = std::move(attributes);
    return Value::object(made);
  }

  // ---- tensors

  // The contents of a tensor at the end of a side; nothing where what was written since would have
  // to be seen through it.
  std::optional<ValueId> contentsIn(const EvaluatorState &side, ObjectId id) {
    const Object &object = objectIn(side, id);
    const TensorState &tensor = object.tensor;
    const AbstractHeap::Storage storage = storageIn(side, tensor.storage);
    if (tensor.isView())
      return tensor.version == storage.version ? std::optional(tensor.view) : std::nullopt;
    bool isAnother = heap_.isAnotherView(object);
    auto at = [&](StorageId shown) { return storageIn(side, shown); };
    bool isWritten = isAnother ? storage.version != 0 : AbstractHeap::isOutdated(storage, at);
    if (isWritten)
      return std::nullopt;
    if (!isAnother && storage.contents)
      return storage.contents;
    return graph_.input(object.path, object.tensorType, tensor.hasPast);
  }

  TapeEdge edgeIn(const EvaluatorState &side, ObjectId id) {
    const TensorState &tensor = objectIn(side, id).tensor;
    return {tensor.requiresGrad, id, tensor.tape, tensor.output};
  }

  // True for a view that has its base's gradient, but no history of its own.
  bool hangsOnBase(const EvaluatorState &side, ObjectId id) {
    return objectIn(side, id).tensor.isUnasked ||
           heap_.borrowsGradient(
               id, [&](ObjectId each) -> const Object & { return objectIn(side, each); });
  }

  // True when a tensor of the region has a gradient or attributes.
  bool hasMore(const EvaluatorState &side, ObjectId id) {
    const Object &object = objectIn(side, id);
    Value gradient = object.isNew() ? object.tensor.grad : Value();
    return !object.attributes.empty() || (gradient.isBound() && gradient != heap_.none());
  }

  // True when both have one size in each dimension, however it is known.
  bool haveKnownSizes(ValueId a, ValueId b) {
    const Function &function = graph_.function();
    const Type &joined =
        graph_.types().get(graph_.types().join(function.value(a).type, function.value(b).type));
    return joined.shape && llvm::none_of(*joined.shape, [](const Dim &dim) {
             return dim.number < 0 && dim.symbol.empty();
           });
  }

  Value mergeTensors(Value a, Value b) {
    ObjectId x = a.objectId(), y = b.objectId();
    const Type &type = graph_.types().get(heap_.at(x).tensorType);
    const Type &other = graph_.types().get(heap_.at(y).tensorType);
    TapeEdge then = edgeIn(a_, x), otherwise = edgeIn(b_, y);
    std::optional<ValueId> first = contentsIn(a_, x), second = contentsIn(b_, y);
    if (mayShow(a_, x) || mayShow(b_, y) || !first || !second || type.dtype != other.dtype ||
        type.device != other.device || type.shape != other.shape ||
        then.needed != otherwise.needed || hangsOnBase(a_, x) || hangsOnBase(b_, y) ||
        hasMore(a_, x) || hasMore(b_, y) || e_.typeOf(a) != e_.typeOf(b) ||
        !haveKnownSizes(*first, *second))
      return choose(a, b);
    Value made = heap_.makeTensor(graph_.result(branch_, *first, *second));
    Object &object = heap_.at(made);
    object.type = heap_.at(x).type;
    object.tensor.requiresGrad = then.needed;
    if (then.needed)
      addHistory(made.objectId(), then, otherwise);
    if (then.needed || mayBeAnother(x) || mayBeAnother(y)) {
      heap_.at(made).origin = choiceOf(a, b);
      heap_.at(made).tensor.gradKnown = false;
    }
    shareStorages(made.objectId(), x, y);
    return made;
  }

  // True for a copy that may be a view: which tensor it would be one of hangs on the side.
  bool mayShow(const EvaluatorState &side, ObjectId tensor) {
    return storageIn(side, objectIn(side, tensor).tensor.storage).mayShow.has_value();
  }

  // True when its memory may be that of another tensor: it was there before the branch, may be such
  // a one by a branch on this side, or is a view.
  bool mayBeAnother(ObjectId tensor) {
    const Object &object = heap_.at(tensor);
    return wasThere(tensor) || object.origin.isBound() || object.tensor.isView();
  }

  // A write to the one must be seen through the other where they are one tensor, which the heap
  // cannot say of what came out of a branch.
  void shareStorages(ObjectId made, ObjectId a, ObjectId b) {
    StorageId of = heap_.at(made).tensor.storage;
    for (ObjectId each : {a, b}) {
      StorageId storage = heap_.at(each).tensor.storage;
      // One of the snapshot may have been read on a side, or now; one that a branch on a side has
      // made may stand for it.
      const AbstractHeap::Storage &known = heap_.storages()[storage.index];
      bool old =
          storage.index < before_.heap.storages.size() || !known.path.empty() || known.sharedBy;
      auto [first, isNew] = mergedOf_.try_emplace(storage.index, of);
      if (isNew && !old)
        continue;
      heap_.storages()[of.index].sharedBy = history_->fork;
      heap_.storages()[first->second.index].sharedBy = history_->fork;
      if (old)
        heap_.storages()[storage.index].sharedBy = history_->fork;
    }
  }

  void addHistory(ObjectId tensor, TapeEdge then, TapeEdge otherwise) {
    history_->results.push_back({then, otherwise});
    merges_.push_back(tensor);
  }

  // One entry stands for the branch.
  void mergeTape() {
    for (size_t i = 0; i < before_.freed.size(); ++i)
      if (a_.freed[i] != b_.freed[i])
        tape_[i].freedBy = history_->fork;
    for (size_t i = before_.freed.size(); i < tape_.size(); ++i)
      tape_[i].freed |=
          (i < a_.freed.size() && a_.freed[i]) || (i < b_.freed.size() && b_.freed[i]);
    if (merges_.empty())
      return;
    for (size_t i = before_.freed.size(); i < tape_.size(); ++i)
      if (tape_[i].function)
        return heap_.noteUndecided(history_->fork);
    TapeEntry entry{};
    entry.branch = history_;
    for (size_t i = 0; i < merges_.size(); ++i) {
      TensorState &tensor = heap_.at(merges_[i]).tensor;
      tensor.tape = TapeId(tape_.size());
      tensor.output = i;
      entry.results.push_back(merges_[i]);
    }
    tape_.push_back(std::move(entry));
  }

  void mergeStorages() {
    for (size_t i = 0; i < heap_.storages().size(); ++i) {
      AbstractHeap::Storage &now = heap_.storages()[i];
      bool old = i < before_.heap.storages.size();
      if (!old && now.path.empty())
        continue;
      const AbstractHeap::Storage a = storageIn(a_, StorageId(i)), b = storageIn(b_, StorageId(i));
      if (a.version != b.version || a.contents != b.contents) {
        auto contents = [&](const AbstractHeap::Storage &side) {
          return side.contents ? side.contents : graph_.input(now.path, now.type, now.hasPast);
        };
        ValueId then = contents(a), otherwise = contents(b);
        now.contents = then;
        if (then != otherwise)
          now.contents = graph_.result(branch_, then, otherwise);
        now.version = a.version == b.version ? a.version : std::max(a.version, b.version) + 1;
      }
      now.sharedBy = a.sharedBy ? a.sharedBy : now.sharedBy;
      auto written = [&](Value value) { return value.isBound() ? value : heap_.boolean(false); };
      if (a.written.isBound() || b.written.isBound())
        now.written = merge(written(a.written), written(b.written));
      auto writes = [&](Value value) { return value.isBound() ? value : heap_.integer(0); };
      if (a.writes.isBound() || b.writes.isBound())
        now.writes = merge(writes(a.writes), writes(b.writes));
      now.writtenApart = a.writtenApart || b.writtenApart;
      now.isGiven = a.isGiven || b.isGiven;
      if (a.replacedAt != b.replacedAt)
        now.replacedAt = now.version;
    }
  }

  // ---- objects

  void mergeObjects() {
    for (size_t i = 0; i < heap_.objectCount(); ++i) {
      ObjectId id(i);
      bool old = i < before_.heap.objects.size();
      if (!old && heap_.at(id).isNew())
        continue;
      mergeObject(id, objectIn(a_, id), objectIn(b_, id));
    }
  }

  void mergeObject(ObjectId id, const Object &a, const Object &b) {
    if (&a == &b && !a.tensor.gradKnown)  // neither side has changed it
      return;
    if (a.items != b.items || a.entries != b.entries || a.attributes != b.attributes ||
        a.removedKeys != b.removedKeys || a.removedNames != b.removedNames ||
        a.position != b.position || a.divergence != b.divergence || a.type != b.type ||
        !areOneKind(a, b))
      mergeContents(id, a, b);
    mergeTensorState(id, a, b);
  }

  // True when the names of both sides, those that only one has behind the others, are in the order
  // of each.
  static bool haveOneOrder(const AttributeList &a, const AttributeList &b) {
    auto has = [](const AttributeList &list, const std::string &name) {
      return llvm::any_of(list, [&](auto &each) { return each.first == name; });
    };
    std::vector<std::string> joint, ofSecond;
    for (auto &[name, value] : a)
      if (has(b, name))
        joint.push_back(name);
    for (auto &[name, value] : b) {
      if (!has(a, name))
        joint.push_back(name);
      ofSecond.push_back(name);
    }
    return joint == ofSecond;
  }

  // False for a list that a loop has made longer on one side, and an iterator that it has used up.
  static bool areOneKind(const Object &a, const Object &b) {
    return a.kind == b.kind && a.grown == b.grown && a.name == b.name && a.source == b.source &&
           a.sourceChanges == b.sourceChanges;
  }

  void mergeContents(ObjectId id, const Object &a, const Object &b) {
    bool sameKeys = a.entries.size() == b.entries.size() &&
                    std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(),
                               [&](auto &x, auto &y) { return heap_.sameKey(x.first, y.first); });
    if (a.items.size() != b.items.size() || !sameKeys || a.position != b.position || a.divergence ||
        b.divergence || !areOneKind(a, b) || a.type != b.type || a.removedKeys != b.removedKeys ||
        a.removedNames != b.removedNames || !haveOneOrder(a.attributes, b.attributes)) {
      for (const Object *side : {&a, &b})
        addHeld(*side, apart_);
      heap_.at(id).divergence = std::make_shared<Divergence>(
          Divergence{condition(), std::make_shared<const Object>(a),
                     std::make_shared<const Object>(b), history_->fork});
      return;
    }
    Values items = mergeItems(a.items, b.items);
    EntryList entries = mergeEntries(a.entries, b.entries);
    AttributeList attributes = a.attributes;
    auto find = [](const AttributeList &list, const std::string &name) {
      return llvm::find_if(list, [&](auto &each) { return each.first == name; });
    };
    for (auto &[name, value] : attributes) {
      auto other = find(b.attributes, name);
      value = merge(value, other == b.attributes.end() ? Value() : other->second);
    }
    for (auto &[name, value] : b.attributes)
      if (find(a.attributes, name) == a.attributes.end())
        attributes.emplace_back(name, merge(Value(), value));
    Object &now = heap_.at(id);
    now.items = std::move(items);
    now.entries = std::move(entries);
    now.attributes = std::move(attributes);
  }

  void mergeTensorState(ObjectId id, const Object &a, const Object &b) {
    if (heap_.at(id).kind != ObjectKind::Tensor)
      return;
    const TensorState x = a.tensor, y = b.tensor;
    if (x.storage != y.storage || x.requiresGrad != y.requiresGrad || x.isUnasked != y.isUnasked ||
        x.origin != y.origin)
      heap_.noteUndecided(history_->fork);
    // A gradient that only one side read is as it was.
    if (x.gradKnown || y.gradKnown) {
      Value old = x.oldGrad.isBound() ? x.oldGrad : y.oldGrad;
      if (!old.isBound() && x.gradKnown != y.gradKnown) {
        // Written on one side, unread on the other.
        heap_.at(id).tensor.gradKnown = false;
        e_.tensors_.gradientOf(id);
        old = heap_.at(id).tensor.oldGrad;
      }
      auto gradient = [&](const TensorState &side) {
        Value value = side.gradKnown ? side.grad : old;
        return value.isBound() ? value : heap_.none();
      };
      heap_.at(id).tensor.gradKnown = true;
      heap_.at(id).tensor.oldGrad = old;
      heap_.at(id).tensor.grad = merge(gradient(x), gradient(y));
    }
    if (x.tape != y.tape || x.output != y.output)
      addHistory(id, {x.requiresGrad, id, x.tape, x.output},
                 {y.requiresGrad, id, y.tape, y.output});
    if (x.isView() && (x.version != y.version || x.view != y.view))
      heap_.at(id).tensor.version = ~0u;  // made again when it is asked for
  }

  // ---- identity

  // True for objects that can be told from one like it: by `is`, and by a write to it.
  bool hasIdentity(ObjectId id) {
    const Object &object = heap_.at(id);
    return object.kind != ObjectKind::Tuple && object.kind != ObjectKind::Slice &&
           object.kind != ObjectKind::Text && !object.origin.isBound();
  }

  static void addHeld(const Object &holder, Values &values) {
    llvm::append_range(values, holder.items);
    for (auto &[key, value] : holder.entries)
      values.insert(values.end(), {key, value});
    for (auto &[name, value] : holder.attributes)
      values.push_back(value);
    if (holder.grown)
      llvm::append_range(values, holder.grown->before);
  }

  // The objects made on a side that these values reach, which stay what they are behind the branch.
  std::set<ObjectId> madeAndKept(Values values) {
    std::set<ObjectId> kept;
    while (!values.empty()) {
      Value value = values.back();
      values.pop_back();
      if (value.isChoice()) {
        Choice choice = heap_.choice(value);
        values.insert(values.end(), {choice.then, choice.otherwise});
      }
      if (value.isObject() && !wasThere(value.objectId()) && kept.insert(value.objectId()).second)
        addHeld(heap_.at(value), values);
    }
    return kept;
  }

  // True when each object that a side has made is still one: not merged with two of the other side,
  // and not merged here and itself there.
  bool areOneToOne() {
    std::set<ObjectId> seen = madeAndKept(apart_);
    for (auto &[sides, made] : merged_) {
      if (!made.isObject() || !hasIdentity(made.objectId()))
        continue;
      for (Value side : {sides.first, sides.second})
        if (!seen.insert(side.objectId()).second)
          return false;
    }
    return true;
  }

  // ---- text

  // Texts for one stream in pairs, others with empty ones. One that asks to flush flushes on both
  // sides.
  void mergeTexts() {
    llvm::ArrayRef<PrintedText> a = llvm::makeArrayRef(a_.texts).drop_front(before_.texts.size()),
                                b = llvm::makeArrayRef(b_.texts).drop_front(before_.texts.size());
    Values ofA, ofB;
    std::vector<PrintedText> merged;
    while (!a.empty() || !b.empty()) {
      TextStream stream = a.empty() ? b.front().stream : a.front().stream;
      PrintedText both{Value(), stream, false};
      for (auto [texts, values] : {std::pair(&a, &ofA), {&b, &ofB}}) {
        bool isOfIt = !texts->empty() && texts->front().stream == stream;
        values->push_back(isOfIt ? texts->front().text : heap_.str(""));
        both.flushes |= isOfIt && texts->front().flushes;
        *texts = texts->drop_front(isOfIt);
      }
      merged.push_back(both);
    }
    e_.printed_ = before_.texts;
    Values texts = mergeItems(std::move(ofA), ofB);
    for (size_t i = 0; i < texts.size(); ++i)
      e_.printed_.push_back({texts[i], merged[i].stream, merged[i].flushes});
  }

  Evaluator &e_;
  AbstractHeap &heap_;
  GraphWriter &graph_;
  std::deque<TapeEntry> &tape_;
  OpId branch_;
  std::shared_ptr<BranchHistory> history_;
  const EvaluatorState &before_, &a_, &b_;
  std::map<ObjectId, Object> initial_;  // what a side has not looked at
  std::map<std::pair<Value, Value>, Value> merged_;
  Values apart_;                            // what stays what it is on its side
  std::map<uint32_t, StorageId> mergedOf_;  // a storage of a side -> what came out of it first
  std::vector<ObjectId> merges_;            // tensors with a history
};

Evaluator::Values Evaluator::mergeSides(Frame &frame, OpId branch,
                                        const std::shared_ptr<BranchHistory> &history,
                                        const EvaluatorState &before, std::array<Side, 2> &sides) {
  SideMerger merger(*this, branch, history, before, sides[0].state, sides[1].state);
  Values passed = merger.run(frame, sides[0].passed, sides[1].passed);
  if (heap_.undecided() || graph_.hasLeaked())
    refuse(RefusalKind::CannotMerge, shared_.forks.back().place);
  return passed;
}

}  // namespace janus::speculate
