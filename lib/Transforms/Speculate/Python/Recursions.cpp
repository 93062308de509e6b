#include "Transforms/Speculate/Python/Recursions.h"

namespace janus::speculate {

using namespace ir;

static size_t partsOf(const ValueForm &form) {
  size_t count = form.items.empty() && form.kind != TypeKind::Tuple && form.kind != TypeKind::List;
  for (const ValueForm &each : form.items)
    count += partsOf(each);
  return count;
}

KeptKeys::KeptKeys(GraphWriter &graph, const ValueForm &form)
    : gradients(std::make_shared<std::vector<TypeId>>(partsOf(form))) {
  for (size_t i = 0; i < gradients->size(); ++i) {
    for (std::vector<int64_t> *each : {&keys, &gradientKeys, &owners, &writes})
      each->push_back(graph.newKey());
  }
}

NestedCalls::NestedCalls(const Frame *innermost, const Function &code, size_t arguments) {
  for (const Frame *each = innermost; each; each = each->caller)
    if (each->function == &code && each->arguments.size() == arguments) {
      inner = inner ? inner : each;
      outermost = each;
      ++count;
    }
}

std::string recursionName(const ir::Module &module, const Function &function) {
  return module.name + ":" + function.qualname;
}

// The evaluation begins anew, with what was found out.
Evaluator::Value Evaluator::findOut() {
  refuse(RefusalKind::NoLoop, "a recursion");
  shared_.isOutdated = true;
  return {};
}

Evaluator::Value Evaluator::refuseRecursion(const llvm::Twine &what) {
  return refuse(RefusalKind::NoLoop, "the recursion " + what);
}

// Nothing: it is of another kind, or somebody else's.
std::optional<ValueForm> Evaluator::formOf(Value value, bool isGiven) {
  ValueForm form;
  if (value.isDeferred())
    value = heap_.read(value);
  if ((value.isConstant() || value.isScalar()) && isNumber(kindOf(value))) {
    form.kind = kindOf(value);
    return form;
  }
  if (!value.isObject())
    return std::nullopt;
  if (heap_.isTensor(value)) {
    ObjectId type = heap_.at(value).type;
    if ((type && heap_.at(type).name != toString(PreludeName::TensorClass)) ||
        !heap_.at(value).attributes.empty())
      return std::nullopt;
    form.tensor =
        graph_.types().get(graph_.function().value(tensors_.contents(value.objectId())).type);
    form.requiresGrad = tensors_.requiresGrad(value);
    bool isKnown = !stopped() && form.tensor.shape && !form.tensor.dtype.empty() &&
                   !hasCountedSize(form.tensor);
    return isKnown ? std::optional(std::move(form)) : std::nullopt;
  }
  form.kind = kindOf(value);
  bool isList = form.kind == TypeKind::List && !isGiven;
  if ((form.kind != TypeKind::Tuple && !isList) || !heap_.isPlain(value) ||
      !(isGiven || heap_.at(value).isNew()))
    return std::nullopt;
  for (Value item : Values(heap_.load(value).items)) {
    std::optional<ValueForm> each = formOf(item, isGiven);
    if (!each)
      return std::nullopt;
    form.items.push_back(std::move(*each));
  }
  return form;
}

// Makes the form one that takes values of the other one, too. Nothing: there is none. True: it is
// another one now.
std::optional<bool> Evaluator::widenForm(ValueForm &form, const ValueForm &given) {
  if (given.kind != form.kind || given.items.size() != form.items.size())
    return std::nullopt;
  bool isOther = false;
  for (size_t i = 0; i < form.items.size(); ++i) {
    std::optional<bool> each = widenForm(form.items[i], given.items[i]);
    if (!each)
      return std::nullopt;
    isOther |= *each;
  }
  if (form.kind != TypeKind::Tensor)
    return isOther;
  TypeId known = graph_.types().intern(form.tensor), other = graph_.types().intern(given.tensor);
  if (!graph_.types().isSubtype(other, known)) {
    const Type joined = graph_.types().get(graph_.types().join(known, other));
    if (joined.dtype.empty() || !joined.shape || joined.shape != form.tensor.shape)
      return std::nullopt;
    form.tensor = joined;
    isOther = true;
  }
  isOther |= given.requiresGrad && !form.requiresGrad;
  form.requiresGrad |= given.requiresGrad;
  return isOther;
}

RecursiveTurn Evaluator::beginTurn(Value place) {
  RecursiveTurn turn;
  turn.place = place;
  if (tensors_.gradEnabled())
    turn.head = tensors_.tape().size() - 1;
  turn.fork = shared_.allForks.size() - 1;
  turn.modes = tensors_.modes();
  turn.history.place = heap_.valueOf(place);
  return turn;
}

// Keeps a value's tensors and numbers under a place. False: it stopped.
bool Evaluator::keepParts(ValueForm &form, const KeptKeys &keys, Value value, bool isGiven,
                          Value place,
                          llvm::function_ref<void(ValueForm &, Value, size_t)> ofTensor) {
  std::optional<ValueForm> own = formOf(value, isGiven);
  std::optional<bool> isOther = own ? widenForm(form, *own) : std::nullopt;
  if (stopped())
    return false;
  if (!isOther)
    return refuseRecursion("has values of several kinds"), false;
  if (*isOther)
    return findOut(), false;
  size_t next = 0;
  const std::function<void(ValueForm &, Value)> keep = [&](ValueForm &part, Value each) {
    each = each.isDeferred() ? heap_.read(each) : each;
    if (part.kind == TypeKind::Tuple || part.kind == TypeKind::List) {
      const Values items = heap_.load(each).items;
      for (size_t i = 0; i < items.size(); ++i)
        keep(part.items[i], items[i]);
      return;
    }
    bool isTensor = part.kind == TypeKind::Tensor;
    ValueId kept = isTensor ? tensors_.contents(each.objectId()) : heap_.valueOf(each);
    if (stopped())
      return;
    graph_.emitEffect(Opcode::LoopSave, {kept, heap_.valueOf(place)}, {{"key", keys.keys[next]}});
    if (isTensor)
      ofTensor(part, each, next);
    ++next;
  };
  keep(form, value);
  return !stopped();
}

// A value of what was kept under a place.
Evaluator::Value
Evaluator::keptParts(const RecursiveTurn &turn, const ValueForm &form, const KeptKeys &keys,
                     Value place,
                     llvm::function_ref<void(const ValueForm &, Value, size_t)> ofTensor) {
  size_t next = 0;
  const std::function<Value(const ValueForm &)> make = [&](const ValueForm &part) -> Value {
    if (part.kind == TypeKind::Tuple || part.kind == TypeKind::List) {
      Values items;
      for (const ValueForm &each : part.items)
        items.push_back(make(each));
      return heap_.makeList(part.kind == TypeKind::Tuple ? ObjectKind::Tuple : ObjectKind::List,
                            std::move(items));
    }
    bool isTensor = part.kind == TypeKind::Tensor;
    TypeId type = isTensor ? graph_.types().intern(part.tensor) : graph_.types().of(part.kind);
    ValueId kept = graph_.emit(Opcode::LoopRestore, heap_.valueOf(place), type,
                               NamedAttribute{"key", keys.keys[next]});
    if (!isTensor) {
      ++next;
      return heap_.makeScalar({part.kind, kept, std::nullopt, ""});
    }
    Value made = heap_.makeTensor(kept);
    // Which tensor it is and whether it has a gradient is another matter in each turn. Who writes
    // to it writes to what another turn has kept for its gradient.
    heap_.at(made).origin = heap_.makeChoice({Value(), Value(), Value(), turn.fork});
    heap_.storageOf(made.objectId()).sharedBy = turn.fork;
    ofTensor(part, made, next++);
    return made;
  };
  return make(form);
}

// Makes a tensor one that the turn begins with; the result's number among those.
unsigned Evaluator::addToHead(const RecursiveTurn &turn, Value made) {
  TapeEntry &head = tensors_.tape()[*turn.head];
  TensorState &tensor = heap_.at(made).tensor;
  tensor.requiresGrad = true;
  tensor.tape = TapeId(*turn.head);
  tensor.output = head.results.size();
  head.results.push_back(made.objectId());
  return tensor.output;
}

// True when what was there then is as it was, whatever has been read since, but for those objects.
bool Evaluator::isAsAt(const AbstractHeap::State &then, llvm::ArrayRef<ObjectId> except) {
  const AbstractHeap::State now = heap_.state();
  auto same = [&](Value a, Value b) { return heap_.isUnchanged(a, b); };
  auto areSame = [&](const Values &a, const Values &b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same);
  };
  auto areSameNamed = [&](const auto &a, const auto &b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [&](const auto &x, const auto &y) {
             return x.first == y.first && same(x.second, y.second);
           });
  };
  auto isAs = [&](const Object &a, const Object &b, bool wasLoaded) {
    return areSame(wasLoaded ? a.items : b.oldItems, b.items) &&
           areSameNamed(wasLoaded ? a.entries : b.oldEntries, b.entries) &&
           areSameNamed(wasLoaded ? a.attributes : b.oldAttributes, b.attributes) &&
           a.type == b.type && a.position == b.position && a.divergence == b.divergence &&
           a.keyChanges == b.keyChanges && a.removedNames == b.removedNames &&
           heap_.areAlike(a.tensor, b.tensor);
  };
  for (size_t i = 0; i < now.objects.size(); ++i) {
    if (llvm::is_contained(except, ObjectId(i)))
      continue;
    if (i < then.objects.size()) {
      const Object &a = *then.objects[i];
      if (then.objects[i] != now.objects[i] && !isAs(a, *now.objects[i], a.loaded))
        return false;
      continue;
    }
    // Reached since then.
    Object before = *now.objects[i];
    AbstractHeap::reset(before);
    if (!before.isNew() && !isAs(before, *now.objects[i], true))
      return false;
  }
  for (size_t i = 0; i < now.storages.size(); ++i) {
    AbstractHeap::Storage before = i < then.storages.size() ? then.storages[i] : now.storages[i];
    const AbstractHeap::Storage &after = now.storages[i];
    if (i >= then.storages.size() && before.path.empty())
      continue;  // made since then
    if (i >= then.storages.size())
      AbstractHeap::reset(before);
    if (before.version != after.version || before.replacedAt != after.replacedAt ||
        before.isGiven != after.isGiven)
      return false;
  }
  return true;
}

// True in the loops of a recursion: there is no other way to go through all its calls.
bool Evaluator::isOverRecursion(const Frame &frame) const {
  return isOverNodes(frame) || (!calls_.empty() && calls_.back()->isLoop(frame.function));
}

}  // namespace janus::speculate
