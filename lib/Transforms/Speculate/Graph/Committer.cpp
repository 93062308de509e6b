#include "Transforms/Speculate/Graph/Committer.h"

#include "Transforms/Speculate/Heap/BuiltinAttributes.h"

namespace janus::speculate {

using namespace ir;

bool Committer::commitAll(Value returned, llvm::ArrayRef<PrintedText> texts) {
  // The heap may reach further objects while values are made, but none that were written.
  for (uint32_t i = 0; i < heap_.objectCount() && !stopped(); ++i)
    if (!heap_.at(ObjectId(i)).path.empty() && heap_.at(ObjectId(i)).loaded)
      commitObject(Object(heap_.at(ObjectId(i))));
  for (uint32_t i = 0; i < heap_.objectCount() && !stopped(); ++i)
    if (heap_.at(ObjectId(i)).kind == ObjectKind::Tensor && heap_.at(ObjectId(i)).node)
      commitTensor(ObjectId(i));
  for (const AbstractHeap::Storage &storage : heap_.storages()) {
    if (!storage.written.isBound() || storage.path.empty())
      continue;
    auto write = [&] {
      llvm::SmallVector<ValueId, 2> operands = {storage.contents};
      Value writes = storage.writes.isBound() ? storage.writes : heap_.integer(0);
      if (writes != heap_.integer(1))
        operands.push_back(heap_.valueOf(writes));
      graph_.emitEffect(Opcode::StorageCommit, operands, {{"path", storage.path}});
    };
    if (storage.written.isScalar())
      when_.emplace_back(storage.written, true);
    underConditions(write);
    when_.clear();
  }
  commitTexts(texts);
  ValueId answer = materialize(returned);
  commitHistory();
  if (!stopped())
    graph_.emitEffect(Opcode::Return, answer);
  if (graph_.hasLeaked() || heap_.undecided())
    refuse(RefusalKind::CannotMerge, "the end of the region");
  return !stopped();
}

// In their order; those for one stream that follow each other are written at once.
void Committer::commitTexts(llvm::ArrayRef<PrintedText> texts) {
  for (size_t at = 0; at < texts.size() && !stopped();) {
    const TextStream stream = texts[at].stream;
    llvm::SmallVector<ValueId, 8> parts;
    llvm::SmallVector<ir::NamedAttribute, 2> attributes;
    bool flushes = false;
    for (; at < texts.size() && texts[at].stream == stream; ++at) {
      parts.push_back(heap_.valueOf(texts[at].text));
      flushes |= texts[at].flushes;
    }
    if (flushes)
      attributes.push_back({"flush", true});
    if (stream == TextStream::Errors)
      attributes.push_back({"errors", true});
    graph_.emitEffect(Opcode::TextCommit, parts, attributes);
  }
}

// Emits it in branches that are taken when all of `when_` holds.
void Committer::underConditions(llvm::function_ref<void()> emit) {
  std::deque<GraphWriter::SideScope> scopes;
  for (auto [condition, holds] : when_)
    scopes.emplace_back(graph_, graph_.branch(heap_.valueOf(condition)), holds ? 0 : 1);
  emit();
  while (!scopes.empty())
    scopes.pop_back();
}

// Commits each side under its condition; a refusal during `commit` is a refusal of that side.
void Committer::onBothSides(Value condition, uint32_t fork, llvm::function_ref<void(bool)> commit) {
  for (bool side : {true, false}) {
    if (stopped())
      return;
    when_.emplace_back(condition, side);
    shared_.forks.push_back(shared_.allForks[fork]);
    shared_.forks.back().side = side;
    commit(side);
    shared_.forks.pop_back();
    when_.pop_back();
  }
}

// Commits a place if it has changed; a choice commits on each side what has changed there.
void Committer::commitIfChanged(const std::string &path, Value before, Value now) {
  if (now.isChoice()) {
    const Choice choice = heap_.choice(now);
    onBothSides(choice.condition, choice.fork, [&](bool side) {
      commitIfChanged(path, before, side ? choice.then : choice.otherwise);
    });
  } else if (!heap_.isUnchanged(before, now)) {
    commitAt(path, now);
  }
}

void Committer::commitAt(const std::string &path, Value value) {
  if (stopped())
    return;
  if (!value.isBound())
    return underConditions([&] { graph_.emitEffect(Opcode::HeapDelete, {}, {{"path", path}}); });
  // Objects are made before the first write; under the same conditions, unless they can be made
  // on both sides, where somebody else may need them.
  ValueId made;
  if (isEverywhere(value))
    made = materialize(value);
  else
    underConditions([&] { made = materialize(value); });
  if (!stopped())
    underConditions([&] { graph_.emitEffect(Opcode::HeapCommit, made, {{"path", path}}); });
}

// The element of `other` that has the key of `list[i]`; most often it stands at the same place.
template <class List, class Same>
static const typename List::value_type *counterpart(const List &list, size_t i, const List &other,
                                                    Same same) {
  if (i < other.size() && same(list[i], other[i]))
    return &other[i];
  auto found = llvm::find_if(other, [&](const auto &each) { return same(list[i], each); });
  return found == other.end() ? nullptr : &*found;
}

// A name or key that was not there would be added behind the others. The order of several such
// names hangs on which were there.
static void assumePresent(GraphWriter &graph, llvm::StringRef kind, llvm::StringRef path,
                          llvm::ArrayRef<std::string> stored, size_t added) {
  if (stored.size() + added > 1)
    for (const std::string &each : stored)
      graph.assume(kind, path, each);
}

// Attributes, or the entries of a dict. Removed ones go first, even if they have come again: so
// they stand behind the others. `presence`: the assumption that those which are stored to are
// there.
template <class List, class Removed, class Same, class Text, class Path>
void Committer::commitMembers(const List &now, const List &old, const Removed &removed,
                              const char *presence, const std::string &path, Same same, Text text,
                              Path pathOf) {
  auto sameMember = [&](const auto &a, const auto &b) { return same(a.first, b.first); };
  auto isRemoved = [&](const auto &key) {
    return llvm::any_of(removed, [&](const auto &each) { return same(each, key); });
  };
  auto valueBefore = [&](size_t i) {
    const auto *before = counterpart(now, i, old, sameMember);
    return before && !isRemoved(now[i].first) ? std::optional(before->second) : std::nullopt;
  };
  llvm::SmallVector<std::string, 8> stored;
  size_t added = 0;
  for (size_t i = 0; i < now.size(); ++i)
    if (std::optional<Value> before = valueBefore(i); !before)
      ++added;
    else if (!heap_.isUnchanged(*before, now[i].second))
      stored.push_back(text(now[i].first));
  if (presence)
    assumePresent(graph_, presence, path, stored, added);
  for (const auto &key : removed)
    commitAt(pathOf(key), Value());
  for (size_t i = 0; i < now.size(); ++i)
    commitIfChanged(pathOf(now[i].first), valueBefore(i).value_or(Value()), now[i].second);
  for (size_t i = 0; i < old.size(); ++i)
    if (!isRemoved(old[i].first) && !counterpart(old, i, now, sameMember))
      commitAt(pathOf(old[i].first), Value());
}

// How many entries a dict has behind a store hangs on whether it had the key. Who asks for all
// keys, or removes one, knows.
void Committer::assumeCounted(const Object &dict) {
  if (dict.kind != ObjectKind::Dict || !dict.lengthAssumed || dict.keysAssumed)
    return;
  auto sameEntry = [&](auto &a, auto &b) { return heap_.sameKey(a.first, b.first); };
  for (size_t i = 0; i < dict.entries.size(); ++i) {
    const auto &[key, value] = dict.entries[i];
    const auto *before = counterpart(dict.entries, i, dict.oldEntries, sameEntry);
    auto isKey = [&, key = key](Value each) { return heap_.sameKey(each, key); };
    if (!before)
      graph_.assume("absent_key", dict.path, heap_.keyText(key));
    else if (!heap_.isUnchanged(before->second, value) && llvm::none_of(dict.removedKeys, isKey))
      graph_.assume("present_key", dict.path, heap_.keyText(key));
  }
}

// By value: making values may load others.
void Committer::commitObject(const Object &object) {
  if (object.divergence) {
    const Divergence sides = *object.divergence;
    return onBothSides(sides.condition, sides.fork,
                       [&](bool side) { commitObject(side ? *sides.then : *sides.otherwise); });
  }
  const std::string &path = object.path;
  bool isModule = object.kind == ObjectKind::Module;
  commitMembers(
      object.attributes, object.oldAttributes, object.removedNames, isModule ? nullptr : "present",
      path, [](const std::string &a, const std::string &b) { return a == b; },
      [](const std::string &name) { return name; },
      [&](const std::string &name) { return attributePath(path, isModule, name); });
  for (const auto &[key, value] : object.entries)
    if (key.isObject() && !heap_.isLiteral(key) && heap_.at(key).path.empty())
      return void(refuse(RefusalKind::Escapes, describe(key) + " as a key"));
  assumeCounted(object);
  commitMembers(
      object.entries, object.oldEntries, object.removedKeys, "present_key", path,
      [&](Value a, Value b) { return heap_.sameKey(a, b); },
      [&](Value key) { return heap_.keyText(key); },
      [&](Value key) { return path + "[" + heap_.keyText(key) + "]"; });

  const Values &items = object.items, &oldItems = object.oldItems;
  if (object.kind == ObjectKind::Cell)
    return commitCell(object);
  if (object.kind != ObjectKind::List) {
    bool same = items.size() == oldItems.size() &&
                std::equal(items.begin(), items.end(), oldItems.begin(),
                           [&](Value now, Value old) { return heap_.isUnchanged(old, now); });
    if (!same)
      refuse(RefusalKind::UnknownEffect, "a change of the items of `" + path + "`");
    return;
  }
  // Items are added at the end, however many there are. Items that are added or removed elsewhere
  // go to places that hang on how many there were.
  bool adds =
      object.kind == ObjectKind::List && !object.lengthAssumed && items.size() > oldItems.size();
  for (size_t i = 0; adds && i < oldItems.size(); ++i)
    adds = heap_.isUnchanged(oldItems[i], items[i]);
  if (adds) {
    for (size_t i = oldItems.size(); i < items.size(); ++i)
      commitAt(path + "[+]", items[i]);
    return;
  }
  if (items.size() != oldItems.size())
    graph_.assume("length", path, std::to_string(oldItems.size()));
  for (size_t i = 0; i < items.size(); ++i)
    commitIfChanged(path + "[" + std::to_string(i) + "]",
                    i < oldItems.size() ? oldItems[i] : Value(), items[i]);
  for (size_t i = oldItems.size(); i > items.size(); --i)
    commitAt(path + "[" + std::to_string(i - 1) + "]", Value());
}

// A variable of the root is a slot, one that a function has captured a place in the heap. It is not
// known which of the captured ones are slots, too: they have the same name.
void Committer::commitCell(const Object &object) {
  if (object.items.empty() || heap_.isUnchanged(object.oldItems[0], object.items[0]))
    return;
  for (uint32_t i = 0; i < heap_.objectCount(); ++i) {
    const Object &other = heap_.at(ObjectId(i));
    if (other.kind == ObjectKind::Cell && !other.path.empty() && other.loaded &&
        other.name == object.name && bool(other.node) != bool(object.node))
      return void(refuse(RefusalKind::AliasedWrite,
                         "`" + object.name + "`, a variable that a function has captured and"));
  }
  commitIfChanged(object.node ? object.path + ".cell_contents" : object.path, object.oldItems[0],
                  object.items[0]);
}

void Committer::commitTensor(ObjectId id) {
  const TensorState tensor = heap_.at(id).tensor;
  if (tensor.tape && !tensor.hasPast)
    return void(refuse(RefusalKind::Escapes, "the history of a tensor that was there before"));
  if (tensor.tape)
    commitPast(id);
  bool isOther =
      heap_.at(id).oldTensor && heap_.at(id).oldTensor->requiresGrad != tensor.requiresGrad;
  if (isOther && !tensor.wasChanged)
    return void(refuse(RefusalKind::Escapes, "the history of a tensor that was there before"));
  if (isOther)
    commitAt(heap_.at(id).path + ".requires_grad", heap_.boolean(tensor.requiresGrad));
  if (tensor.gradKnown)
    commitIfChanged(heap_.at(id).path + ".grad", tensor.oldGrad, tensor.grad);
}

// A history from before the region goes on with what has been written to the tensor.
void Committer::commitPast(ObjectId id) {
  if (std::optional<uint32_t> fork = forkOfHistories())
    return heap_.noteUndecided(*fork);
  const char *obstacle =
      hasFreedNode_ ? "the second of two histories" : obstacleToLiving(id, false);
  if (obstacle)
    return void(refuse(RefusalKind::Escapes, obstacle));
  living_.push_back({id, materialize(Value::object(id)), false});
}

// True when the value holds nothing that a side of a branch has computed.
bool Committer::isEverywhere(Value value) {
  llvm::DenseSet<uint32_t> seen;  // objects may hold each other
  return isEverywhere(value, seen);
}

bool Committer::isEverywhere(Value value, llvm::DenseSet<uint32_t> &seen) {
  if (value.isScalar())
    return graph_.isVisible(heap_.valueOf(value));
  if (!value.isObject())
    return !value.isChoice();
  const Object &object = heap_.at(value);
  if (!object.isNew() || !seen.insert(value.objectId().index).second)
    return true;
  if (object.origin.isBound()) {
    const Choice &choice = heap_.choice(object.origin);
    return choice.condition.isBound() && isEverywhere(choice.condition, seen) &&
           isEverywhere(choice.then, seen) && isEverywhere(choice.otherwise, seen);
  }
  if (object.kind == ObjectKind::Tensor) {
    ObjectId base = heap_.baseOf(value.objectId());
    Value writes = heap_.storageOf(value.objectId()).writes;
    ValueId contents = tensors_.contents(value.objectId());
    return !stopped() && graph_.isVisible(contents) &&
           (!base || isEverywhere(Value::object(base), seen)) && isEverywhere(writes, seen);
  }
  return !object.divergence &&
         llvm::all_of(object.items, [&](Value each) { return isEverywhere(each, seen); }) &&
         llvm::all_of(object.entries,
                      [&](auto &each) { return isEverywhere(each.second, seen); }) &&
         llvm::all_of(object.attributes,
                      [&](auto &each) { return isEverywhere(each.second, seen); });
}

// An object of a module of the run time by its name: "collections.OrderedDict".
ValueId Committer::nativeObject(llvm::StringRef name) {
  auto [module, own] = name.rsplit('.');
  const std::string path = ("@" + module + ":" + own).str();
  graph_.assume("global", path, name);
  return graph_.object(path);
}

// True for a dict of a class of the run time that is derived from `dict` and has attributes.
bool Committer::isDictOfClass(const Object &object) {
  static constexpr llvm::StringLiteral kClasses[] = {"collections.OrderedDict",
                                                     "collections.defaultdict"};
  return object.kind == ObjectKind::Dict && object.type &&
         llvm::is_contained(kClasses, heap_.at(object.type).name);
}

// The class of an instance that the region has made, as the graph finds it; invalid: it does not.
ValueId Committer::classOf(ObjectId id) {
  if (heap_.isShape(Value::object(id)))
    return nativeObject(toString(PreludeName::SizeClass));
  if (isDictOfClass(heap_.at(id)))
    return nativeObject(heap_.at(heap_.at(id).type).name);
  const std::string path = heap_.at(heap_.at(id).type).path;
  return path.empty() ? ValueId() : graph_.object(path);
}

// True for classes whose instances hold attributes, or the items of a tuple, and nothing else.
bool Committer::isPlainClass(ObjectId type) {
  Values order = type ? heap_.load(type).items : Values();  // of resolution
  return !order.empty() && llvm::all_of(order, [&](Value each) {
    each = heap_.read(each);
    llvm::StringRef name = each.isObject() ? llvm::StringRef(heap_.at(each).name) : "";
    return name.contains(':') || name == "builtins.object" || name == "builtins.tuple";
  });
}

// An instance of a plain class, or of one derived from `tuple` or `dict`. `items`: of the tuple, or
// keys and values of the dict.
ValueId Committer::materializeInstance(ObjectId id, llvm::SmallVector<ValueId, 8> items) {
  ObjectKind kind = heap_.at(id).kind;
  bool isKnown = kind == ObjectKind::Instance || kind == ObjectKind::Tuple;
  isKnown &= heap_.isShape(Value::object(id)) || isPlainClass(heap_.at(id).type);
  bool isDict = isDictOfClass(heap_.at(id));
  isKnown |= isDict;
  ValueId type = isKnown ? classOf(id) : ValueId();
  if (!type)
    return refuse(RefusalKind::Escapes, describe(Value::object(id))), ValueId();
  llvm::SmallVector<ValueId, 8> parts = {type};
  parts.append(items.begin(), items.end());
  std::vector<std::string> names;
  if (kind == ObjectKind::Instance || isDict)
    for (const auto &[name, each] : AttributeList(heap_.at(id).attributes)) {
      names.push_back(name);
      parts.push_back(materialize(each));
    }
  if (stopped())
    return ValueId();
  return graph_.emit(Opcode::HeapInstance, parts, graph_.types().dyn(), {{"names", names}});
}

// A value for a place in the heap: numbers and texts, objects that are there, new tensors, and new
// lists, tuples and dicts of such.
ValueId Committer::materialize(Value value) {
  if (value.isConstant() || value.isScalar() || heap_.kindOf(value) == TypeKind::Str)
    return heap_.valueOf(value);
  if (value.isChoice())
    return materializeEither(heap_.choice(value));
  if (!value.isObject())
    return refuse(RefusalKind::Escapes, describe(value)), ValueId();
  ObjectId id = value.objectId();
  auto [known, isNew] = materialized_.try_emplace(id);
  if (!isNew && !known->second)
    return refuse(RefusalKind::Escapes, "an object that holds itself"), ValueId();
  if (!isNew)
    return known->second;
  const Object &object = heap_.at(id);
  if (object.view)
    return refuse(RefusalKind::Escapes, "a node of a tree"), ValueId();
  TypeTable &types = graph_.types();
  ValueId made;
  if (object.namespaceOf)
    return refuse(RefusalKind::Escapes, "a `__dict__`"), ValueId();
  bool isFactory = object.kind == ObjectKind::Native && isBuiltinClass(object.name);
  if (!object.isNew()) {
    made = graph_.object(object.path);
  } else if (std::optional<DType> type = tensors_.dtypeOf(value)) {
    const std::string path =
        toString(PreludeName::FunctionsModule).str() + ":" + std::string(info(*type).name);
    graph_.assume("global", "@" + path, object.name);
    made = graph_.object("@" + path);
  } else if (isFactory) {
    made = nativeObject(object.name);
  } else if (object.origin.isBound() && !heap_.choice(object.origin).condition.isBound()) {
    heap_.noteUndecided(heap_.choice(object.origin).fork);
    return refuse(RefusalKind::NoLoop, "a tensor of some turn outlives it"), ValueId();
  } else if (object.origin.isBound()) {
    made = materializeEither(heap_.choice(object.origin));
  } else if (object.kind == ObjectKind::Tensor) {
    made = object.type ? materializeParameter(id) : materializeTensor(id);
  } else {
    llvm::SmallVector<ValueId, 8> parts;
    for (Value each : Values(heap_.load(id).items))
      parts.push_back(materialize(each));
    for (const auto &[key, each] : EntryList(heap_.at(id).entries)) {
      parts.push_back(materialize(key));
      parts.push_back(materialize(each));
    }
    if (stopped())
      return ValueId();
    bool isOfClass = heap_.at(id).type || heap_.isShape(value);
    switch (isOfClass ? ObjectKind::Instance : heap_.at(id).kind) {
    case ObjectKind::Instance: made = materializeInstance(id, std::move(parts)); break;
    case ObjectKind::List:
      made = graph_.emit(Opcode::PyList, parts, types.of(TypeKind::List));
      break;
    case ObjectKind::Tuple:
      if (!heap_.at(id).attributes.empty())
        return refuse(RefusalKind::Escapes, "a tuple with names"), ValueId();
      made = graph_.emit(Opcode::PyTuple, parts, types.of(TypeKind::Tuple));
      break;
    case ObjectKind::Dict:
      made = graph_.emit(Opcode::PyDict, parts, types.of(TypeKind::Dict));
      break;
    case ObjectKind::Set:
      if (!heap_.at(id).attributes.empty())
        return refuse(RefusalKind::Escapes, "a set whose order another set gives"), ValueId();
      made = graph_.emit(Opcode::PySet, parts, types.of(TypeKind::Set));
      break;
    default: return refuse(RefusalKind::Escapes, describe(value)), ValueId();
    }
  }
  return materialized_[id] = made;
}

// A copy that may be a view: Python gets only one of all that may lie in the same memory, and no
// history, which would be that of a view. Refuses.
bool Committer::mayExpose(ObjectId id) {
  // A view of what came out of a branch is one of a tensor of before, perhaps.
  if (ObjectId root = heap_.rootOf(id); !(root == id) && heap_.at(root).origin.isBound())
    return heap_.noteUndecided(heap_.choice(heap_.at(root).origin).fork), false;
  if (heap_.storageOf(id).isConjugated)
    return refuse(RefusalKind::Escapes, "a conjugated view"), false;
  // Of `.data` they count their writes with it.
  for (auto each = heap_.at(id).tensor.origin; each;
       each = heap_.at(each->args[0].objectId()).tensor.origin)
    if (heap_.at(each->args[0].objectId()).tensor.hasOwnVersion)
      return refuse(RefusalKind::Escapes, "a view of `.data`"), false;
  StorageId own = heap_.at(id).tensor.storage, shown = heap_.lastShown(own);
  // The result of a branch may be a tensor of before.
  if (std::optional<uint32_t> fork = heap_.storages()[shown.index].sharedBy;
      fork && !(shown == own))
    return heap_.noteUndecided(*fork), false;
  StorageId sole = owned_.exposed.try_emplace(shown, own).first->second;
  bool mayBeView = !(shown == own);
  bool isRefused =
      !(sole == own) ||
      (mayBeView && (heap_.at(id).tensor.tape || !heap_.storages()[shown.index].path.empty()));
  if (isRefused)
    refuse(RefusalKind::Escapes, "a reshaped tensor");
  return !isRefused;
}

// The elements of a tensor that lives on. One made here has them for itself: what was copied into
// it from an input, or is the contents of another one as well, is copied now.
ValueId Committer::ownContents(ObjectId id) {
  if (!mayExpose(id))
    return ValueId();
  const AbstractHeap::Storage storage = heap_.storageOf(id);
  StorageId owner = heap_.at(id).tensor.storage;
  // The view's written contents are not in the storage yet: Python gets a view of the memory that
  // will hold them.
  if (!storage.path.empty() && storage.written.isBound())
    return viewOfMemory(id);
  if (!storage.path.empty() || !storage.contents)
    return tensors_.contents(id);
  llvm::SmallVector<ValueId, 2> memories = graph_.madeMemories(storage.contents);
  bool isOwn = !memories.empty();
  for (ValueId memory : memories)
    isOwn &= owned_.owners.try_emplace(memory, owner).first->second == owner;
  if (isOwn)
    return tensors_.contents(id);
  if (heap_.at(id).tensor.isView())
    return refuse(RefusalKind::Escapes, "a view of a copy"), ValueId();
  ValueId &copy = owned_.copies[owner];
  if (!copy) {
    bool mode = tensors_.setGradEnabled(false);
    Value made = tensors_.emitOperation(in_.ops.known(KnownOp::Copy),
                                        {heap_.makeTensor(storage.contents), heap_.none()});
    tensors_.setGradEnabled(mode);
    copy = stopped() ? ValueId() : tensors_.contents(made.objectId());
  }
  return copy;
}

// A view of a tensor of the snapshot that shows what the region will have written to it.
ValueId Committer::viewOfMemory(ObjectId id) {
  const AbstractHeap::Storage storage = heap_.storageOf(id);
  const TensorState tensor = heap_.at(id).tensor;
  std::vector<std::shared_ptr<const ViewOrigin>> chain;
  for (auto each = tensor.origin; each; each = heap_.at(each->args[0].objectId()).tensor.origin)
    if (each->op != static_cast<uint16_t>(TensorOp::Detach))  // which shows all of its operand
      chain.push_back(each);
  bool isPlain = chain.empty() ? !storage.isGiven
                               : !tensor.hasOwnVersion && !tensor.isOfFunction &&
                                     !storage.writtenApart && !heap_.isShared(tensor.storage);
  isPlain &= tensor.isView() && !tensor.requiresGrad && storage.replacedAt == 0 &&
             heap_.at(heap_.rootOf(id)).path == storage.path;
  if (!isPlain)
    return refuse(RefusalKind::Escapes, "a view of a tensor that was written"), ValueId();
  bool mode = tensors_.setGradEnabled(false);
  Value view = heap_.makeTensor(graph_.input(storage.path, storage.type, storage.hasPast));
  for (size_t i = chain.size(); i-- > 0 && !stopped();) {
    Values args = chain[i]->args;
    args[0] = view;
    view = tensors_.emitOperation(static_cast<TensorOp>(chain[i]->op), std::move(args));
  }
  tensors_.setGradEnabled(mode);
  return stopped() ? ValueId() : tensors_.contents(view.objectId());
}

// The operation that a result whose backward has run is known by; null where that hangs on a
// branch.
const TapeEntry *Committer::freedEntry(TapeId id, unsigned output) {
  const TapeEntry &entry = namedEntry(tensors_.tape()[id.index]);
  if (entry.loop && output < entry.loop->results.size() && entry.loop->results[output].tape)
    return freedEntry(entry.loop->results[output].tape, entry.loop->results[output].output);
  if (!entry.branch)
    return &entry;
  const auto &[then, otherwise] = entry.branch->results[output];
  const TapeEntry *a = nullptr, *b = nullptr;
  if (then.tape && otherwise.tape) {
    a = freedEntry(then.tape, then.output);
    b = freedEntry(otherwise.tape, otherwise.output);
  }
  if (a && b && a->op == b->op && tensors_.nameOfNode(*a).text == tensors_.nameOfNode(*b).text)
    return a;
  return heap_.noteUndecided(entry.branch->fork), nullptr;
}

// True when the region has changed which leaves of before require gradients.
bool Committer::anyLeafChanged() {
  for (uint32_t i = 0; i < heap_.objectCount(); ++i)
    if (heap_.at(ObjectId(i)).tensor.wasChanged)
      return true;
  return false;
}

ValueId Committer::materializeTensor(ObjectId id) {
  if (!heap_.at(id).attributes.empty())
    return refuse(RefusalKind::Escapes, "a tensor with attributes"), ValueId();
  const TensorState tensor = heap_.at(id).tensor;
  if (tensor.hasOwnVersion && (tensor.tape || heap_.storageOf(id).writtenApart))
    return refuse(RefusalKind::Escapes, "a `.data` that was written through"), ValueId();
  if (tensor.tape && tensors_.tape()[tensor.tape.index].freedBy)
    return heap_.noteUndecided(*tensors_.tape()[tensor.tape.index].freedBy), ValueId();
  // A history lives on. One that cannot, and that a second walk raises in at once, is a node that
  // does, if none lives on: that would have to share nodes with it.
  bool freed =
      tensor.requiresGrad && tensor.tape && isDeadEnd(tensors_.tape(), tensor.tape, tensor.output);
  if (tensor.tape && tensors_.tape()[tensor.tape.index].function)
    return refuse(RefusalKind::Escapes, "the result of a function of the program"), ValueId();
  if (tensor.requiresGrad && tensor.tape) {
    std::optional<uint32_t> fork = forkOfHistories();
    const char *obstacle =
        hasFreedNode_ ? "the second of two histories" : obstacleToLiving(id, freed);
    bool mayLive = !freed || !living_.empty() || !anyLeafChanged();
    if (!fork && !obstacle && mayLive)
      return exposeLiving(id);
    if (!freed || !living_.empty()) {
      if (fork)
        return heap_.noteUndecided(*fork), ValueId();
      return refuse(RefusalKind::Escapes, obstacle), ValueId();
    }
    hasFreedNode_ = true;
  }
  llvm::SmallVector<NamedAttribute, 2> attributes = {{"requires_grad", tensor.requiresGrad}};
  llvm::SmallVector<ValueId, 8> ends;
  if (freed) {
    const TapeEntry *entry = freedEntry(tensor.tape, tensor.output);
    if (!entry)
      return ValueId();
    std::optional<TensorDomain::ResultName> name = tensors_.nameOfResult(id, *entry);
    if (!name)
      return refuse(RefusalKind::Escapes, "a history that has another name"), ValueId();
    attributes.push_back({"freed", name->row});
    if (!name->node.empty())
      attributes.push_back({"node", name->node});
    // A leaf of the region that nothing else holds gets no gradient that anybody could see.
    for (ObjectId end : endsBehind(tensors_.tape(), tensor.tape))
      if (!heap_.at(end).isNew() || materialized_.count(end))
        ends.push_back(materialize(Value::object(end)));
  }
  ValueId elements = ownContents(id);
  ObjectId base = heap_.baseOf(id);
  if (stopped() || !base)
    return emitTensor(id, elements, attributes, ValueId(), ends);
  attributes.push_back({"made", ir::viewMade(tensor.made).name.str()});
  return emitTensor(id, elements, attributes, materialize(Value::object(base)), ends);
}

// A leaf of the region's that is of a class: made of a tensor over the same memory.
ValueId Committer::materializeParameter(ObjectId id) {
  const TensorState tensor = heap_.at(id).tensor;
  if (!heap_.at(id).attributes.empty() || tensor.tape || tensor.hasPast || heap_.baseOf(id))
    return refuse(RefusalKind::Escapes, "a parameter that is no plain leaf"), ValueId();
  ValueId elements = ownContents(id);
  if (stopped())
    return ValueId();
  llvm::SmallVector<ValueId, 2> operands = {elements};
  llvm::SmallVector<NamedAttribute, 2> attributes = {{"requires_grad", false}};
  const AbstractHeap::Storage &storage = heap_.storageOf(id);
  if (storage.path.empty() && storage.writes.isBound()) {
    operands.push_back(heap_.valueOf(storage.writes));
    attributes.push_back({"parts", std::vector<std::string>{"version"}});
  }
  ValueId shown = graph_.emit(Opcode::HeapTensor, operands, heap_.at(id).tensorType, attributes);
  llvm::SmallVector<ValueId, 4> parts = {nativeObject(toString(PreludeName::ParameterClass)), shown,
                                         heap_.valueOf(heap_.boolean(tensor.requiresGrad))};
  std::vector<std::string> names;
  if (tensor.grad.isBound() && tensor.grad != heap_.none()) {
    names.push_back("grad");
    parts.push_back(materialize(tensor.grad));
  }
  if (stopped())
    return ValueId();
  return graph_.emit(Opcode::HeapInstance, parts, graph_.types().dyn(), {{"names", names}});
}

// A new tensor with its gradient, perhaps a view.
ValueId Committer::emitTensor(ObjectId id, ValueId elements,
                              llvm::SmallVector<NamedAttribute, 2> attributes, ValueId base,
                              llvm::ArrayRef<ValueId> ends) {
  std::vector<std::string> names;
  llvm::SmallVector<ValueId, 2> operands = {elements};
  auto add = [&](const char *name, ValueId part) {
    names.push_back(name);
    operands.push_back(part);
  };
  Value gradient = heap_.at(id).tensor.grad;
  if (!stopped() && gradient.isBound() && gradient != heap_.none())
    add("gradient", materialize(gradient));
  const AbstractHeap::Storage &storage = heap_.storageOf(id);
  if (base)
    add("base", base);
  else if (heap_.at(id).tensor.hasOwnVersion)
    attributes.push_back({"made", ir::viewMade(ir::ViewMade::Data).name.str()});
  else if (storage.path.empty() && storage.writes.isBound())
    add("version", heap_.valueOf(storage.writes));
  for (ValueId end : ends)
    add("end", end);
  if (!names.empty())
    attributes.push_back({"parts", std::move(names)});
  return stopped() ? ValueId()
                   : graph_.emit(Opcode::HeapTensor, operands, heap_.at(id).tensorType, attributes);
}

// The tensors of a loop's turns that a value may be.
void Committer::materializeShared(Value value) {
  if (!heap_.isTensor(value) || !heap_.at(value).origin.isBound() || stopped())
    return;
  const Choice choice = heap_.choice(heap_.at(value).origin);
  if (isEverywhere(value))
    return void(materialize(value));
  materializeShared(choice.then);
  materializeShared(choice.otherwise);
}

// The one object or the other, whichever side was taken.
ValueId Committer::materializeEither(const Choice &choice) {
  const Choice of = choice;
  // Values that both sides may need are materialised before the branch, for both.
  for (Value side : {of.then, of.otherwise})
    materializeShared(side);
  OpId branch = graph_.branch(heap_.valueOf(of.condition));
  ValueId then, otherwise;
  shared_.forks.push_back(shared_.allForks[of.fork]);
  for (bool side : {true, false}) {
    GraphWriter::SideScope scope(graph_, branch, side ? 0 : 1);
    shared_.forks.back().side = side;
    (side ? then : otherwise) = materialize(side ? of.then : of.otherwise);
  }
  shared_.forks.pop_back();
  if (stopped())
    return ValueId();
  return graph_.result(branch, then, otherwise);
}

// The reverse walk of a forward part has no branches.
std::optional<uint32_t> Committer::forkOfHistories() {
  for (const TapeEntry &entry : tensors_.tape())
    if (entry.fork())
      return entry.fork();
  if (!shared_.forks.empty())
    return shared_.forks.back().number;
  return std::nullopt;
}

// The obstacle to the history of a tensor living on, or null.
const char *Committer::obstacleToLiving(ObjectId id, bool isFreed) {
  bool isOld = !heap_.at(id).isNew();
  if (heap_.at(id).tensor.hasPast && !isOld)
    return "a tensor with its history";
  if (reachesFunction(tensors_.tape(), heap_.at(id).tensor.tape))
    return "the history of a function of the program";
  if (heap_.at(id).tensor.isRenamed || heap_.at(heap_.rootOf(id)).tensor.isRenamed)
    return "the history of a tensor that was written in part";
  StorageId storage = heap_.at(id).tensor.storage;
  if (!heap_.storageOf(id).path.empty() && !isOld)
    return "a view with its history";
  // Its errors name the operation that has made all of them.
  if (heap_.at(id).tensor.made == ir::ViewMade::OneOfMany &&
      !madeTogether(tensors_.tape(), heap_.at(id).tensor.tape))
    return "one of several views with its history";
  if (isFreed)
    return nullptr;
  // The other of two tensors over a storage would have to know of writes through the first.
  bool isShared = llvm::any_of(living_, [&](const LivingTensor &other) {
    return heap_.at(other.id).tensor.storage == storage;
  });
  return isShared ? "a view with its history" : nullptr;
}

// The tensor as Python will see it; `tape.node` gives it its history. A view has its base, which
// nobody else asks for: two tensors over a storage do not both live on.
ValueId Committer::exposeLiving(ObjectId id, bool isBase) {
  if (!mayExpose(id))
    return ValueId();
  if (!tensors_.nameOfNode(tensors_.tape()[heap_.at(id).tensor.tape.index]).isKnown)
    return refuse(RefusalKind::Escapes, "a node that strides give its name"), ValueId();
  llvm::SmallVector<NamedAttribute, 2> attributes = {{"requires_grad", true}};
  ValueId base;
  if (ObjectId of = heap_.baseOf(id)) {
    if (!heap_.at(of).attributes.empty())
      return refuse(RefusalKind::Escapes, "a tensor with attributes"), ValueId();
    const TensorState &tensor = heap_.at(of).tensor;
    bool isLiving = tensor.requiresGrad && tensor.tape && !materialized_.count(of);
    base = isLiving ? exposeLiving(of, true) : materialize(Value::object(of));
    attributes.push_back({"made", ir::viewMade(heap_.at(id).tensor.made).name.str()});
  }
  ValueId made = stopped() ? ValueId() : emitTensor(id, tensors_.contents(id), attributes, base);
  if (stopped())
    return ValueId();
  living_.push_back({id, made, isBase});
  return materialized_[id] = made;
}

// The `backward()` that follows is likely to begin at tensors of one element on which no other one
// that lives on hangs. By the others no gradient is computed; where one comes all the same, the
// restored nodes take it.
void Committer::chooseRoots() {
  auto hangsOnIt = [&](const LivingTensor &each, const LivingTensor &other) {
    TapeId from = heap_.at(other.id).tensor.tape, to = heap_.at(each.id).tensor.tape;
    return from != to && hangsOn(tensors_.tape(), from, to);
  };
  auto hasOneElement = [&](ObjectId id) {  // without a guard
    return llvm::all_of(tensors_.shapeOf(id), [](const SymbolicSize &size) {
      return size.isNumber() && size.number == 1;
    });
  };
  llvm::SmallVector<bool, 4> isRoot;
  for (const LivingTensor &each : living_)
    isRoot.push_back(!each.isPassive && hasOneElement(each.id) &&
                     llvm::none_of(living_, [&](auto &other) { return hangsOnIt(each, other); }));
  if (!llvm::is_contained(isRoot, true))
    return;
  for (size_t i = 0; i < living_.size(); ++i)
    living_[i].isPassive = !isRoot[i];
}

void Committer::commitHistory() {
  if (living_.empty() || stopped())
    return;
  if (shared_.isBeforeBackward)
    chooseRoots();
  std::stable_partition(living_.begin(), living_.end(),
                        [](const LivingTensor &each) { return !each.isPassive; });
  if (anyLeafChanged())  // a tape that is restored would go by what it has now
    return void(refuse(RefusalKind::Escapes, "a history, with changes of requires_grad,"));
  auto placeOf = [&](ObjectId tensor) { return materialize(Value::object(tensor)); };
  auto isExposed = [&](StorageId storage) { return owned_.exposed.count(storage) != 0; };
  LivingHistory(shared_, tensors_, backward_, python_, living_, placeOf, isExposed).emit();
}

}  // namespace janus::speculate
