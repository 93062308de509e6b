// The heap that the evaluator works on: the snapshot, loaded object by object as it is read and
// changed in place as the region writes, and the objects that the region makes.
#pragma once

#include "Transforms/Speculate/Graph/GraphWriter.h"
#include "Transforms/Speculate/Modules/ModuleSource.h"
#include "Transforms/Speculate/Shapes/SizeSymbols.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <deque>

namespace janus::speculate {

// Of an element type as graphs name it.
Category categoryNamed(llvm::StringRef dtype);

// A bool, int or float as a double; nothing for other constants.
std::optional<double> numberOf(const ir::Constant &constant);

// The path of an attribute. A colon ends a module's own name, since that has dots; an attribute of
// a module that is itself somebody's attribute is a step like any other.
std::string attributePath(llvm::StringRef holder, bool isModule, llvm::StringRef name);
// How the path of an item (HeapNodes.def) goes on from its holder's.
std::string partStep(NodeKind kind, size_t index);

class AbstractHeap {
public:
  AbstractHeap(const Profile &profile, const ModuleSource &modules, GraphWriter &graph,
               SizeSymbols &sizes, const llvm::DenseSet<NodeId> &oneObject);

  // No reference outlives a state: changes that are made through an older one are not seen.
  Object &at(ObjectId id) {
    touched_[id.index] = clock_;
    return objects_[id.index];
  }
  Object &at(AbstractValue value) { return at(value.objectId()); }
  // With its contents.
  Object &load(ObjectId id);
  Object &load(AbstractValue value) { return load(value.objectId()); }
  // The kind of a value in Python: of objects only the kinds that operations know are told apart.
  ir::TypeKind kindOf(AbstractValue value);
  bool isTensor(AbstractValue value) {
    return value.isObject() && at(value).kind == ObjectKind::Tensor;
  }
  ObjectId make(ObjectKind kind);
  AbstractValue makeList(ObjectKind kind, std::vector<AbstractValue> items);
  // A torch.Size; what is cut from it, or joined to it, is one, too.
  AbstractValue makeShape(std::vector<AbstractValue> sizes);
  AbstractValue makeListLike(AbstractValue original, std::vector<AbstractValue> items);

  // Constants.
  AbstractValue none() { return AbstractValue::constant(graph_.none()); }
  AbstractValue boolean(bool v) { return AbstractValue::constant(graph_.boolean(v)); }
  AbstractValue integer(int64_t v) { return AbstractValue::constant(graph_.integer(v)); }
  AbstractValue real(double v) { return AbstractValue::constant(graph_.real(v)); }
  AbstractValue str(llvm::StringRef text) { return AbstractValue::constant(graph_.str(text)); }

  // Scalars.
  Scalar &scalar(AbstractValue value) { return scalars_[value.scalarId().index]; }
  AbstractValue makeScalar(Scalar scalar);
  // An int.
  AbstractValue makeSize(const SymbolicSize &size);
  // The size of an int that is known, or follows from symbols.
  std::optional<SymbolicSize> sizeOf(AbstractValue value);
  // Its value in the graph; of an input, fetched now.
  ir::ValueId valueOf(AbstractValue known);  // a scalar, a constant, or a text in parts
  // The same as far as the graph has computed it; invalid: it has not, or there is no such value.
  ir::ValueId computed(AbstractValue scalarOrTensor);
  bool isShape(AbstractValue tuple);
  // A list, tuple or dict itself: of no subclass, and no shape.
  bool isPlain(AbstractValue container) const;
  // The scalar with that value, if one has it.
  AbstractValue scalarOf(ir::ValueId value) const;
  // Its value as a constant: known, or assumed to be the profile's. Nothing for what hangs on
  // tensors.
  std::optional<ir::ConstId> fix(AbstractValue value);
  // The constant that a number is assumed to be already; any other value as it is.
  AbstractValue settled(AbstractValue value) const;
  // Its value in the profile, without an assumption.
  std::optional<ir::ConstId> profiled(AbstractValue value);

  // The value of a variable that stands at `path`.
  AbstractValue fromProfile(const ProfileValue &value, std::string path);
  // The contents of a place in a container, read now.
  AbstractValue read(AbstractValue &place);

  // One of two values, by a condition.
  AbstractValue makeChoice(Choice choice);
  const Choice &choice(AbstractValue value) const { return choices_[value.choiceId().index]; }

  // ---- sides of a branch
  struct State;
  // Objects that nothing has changed since the last state are shared with it.
  State state();
  // Restores a state. Objects that were loaded since then stay, as they were in the snapshot.
  void restore(const State &state);
  // Resets an object to what was loaded from the snapshot.
  static void reset(Object &object);
  // How many objects and keys have been looked at since the last call: what takes longer than an
  // operation does.
  uint64_t takeWork() { return std::exchange(work_, 0); }
  // The branch of which somebody looked at what is one thing on one side and another on the other.
  std::optional<uint32_t> undecided() const { return undecided_; }
  void noteUndecided(uint32_t fork) { undecided_ = undecided_.value_or(fork); }

  // A tensor at two times, but for its contents. A gradient that has been read since is as it was.
  bool areAlike(const TensorState &before, const TensorState &now);
  // The same place before and after reading it.
  bool isUnchanged(AbstractValue before, AbstractValue now) const;

  // Attributes of the object's own dict. Found or not found becomes an assumption.
  std::optional<AbstractValue> attribute(ObjectId id, llvm::StringRef name);
  // Attributes of a class's own dict; the result of the lookup through the classes is assumed as
  // one.
  std::optional<AbstractValue> classAttribute(ObjectId id, llvm::StringRef name);
  void assumeMethod(ObjectId type, llvm::StringRef name, std::optional<AbstractValue> found);
  // Of a class: one of its facts that snapshots tell, and that stays.
  bool hasFact(ObjectId type, llvm::StringRef fact);
  AbstractValue defer(const ProfileValue &value, std::string path);
  // Assumes the base in which the lookup finds it; the other where the value alone does not tell.
  void assumeFoundIn(ObjectId type, llvm::StringRef name, ObjectId holder);
  void assumeInherited(ObjectId type, llvm::StringRef name, ObjectId holder, AbstractValue found);
  // True when the region has changed the items.
  bool isChanged(ObjectId id) { return at(id).items != at(id).oldItems; }
  // True when the region has stored to that attribute of the object's own.
  bool isStored(ObjectId id, llvm::StringRef name);
  // The same of what a module's code has put there: containers, names, constants.
  AbstractValue deferMade(AbstractValue value, std::string path);
  void placeAt(ObjectId container, std::string path);
  void setAttribute(ObjectId id, llvm::StringRef name, AbstractValue value);
  bool deleteAttribute(ObjectId id, llvm::StringRef name);

  // Items of lists and tuples.
  size_t length(ObjectId id);  // assumes it
  AbstractValue item(ObjectId id, size_t index);
  // An item of a list of before, counted from its end, if the region has added it.
  std::optional<AbstractValue> addedItem(ObjectId id, size_t fromEnd);

  // Entries of dicts with constant keys. Null: no such key, which is assumed.
  AbstractValue *entry(ObjectId id, AbstractValue key);
  // All keys, which are assumed.
  std::vector<AbstractValue> keys(ObjectId id);
  void setEntry(ObjectId id, AbstractValue key, AbstractValue value);
  bool deleteEntry(ObjectId id, AbstractValue key);
  void assumeKeys(ObjectId id);
  std::string keyText(AbstractValue key) const;
  bool hasKey(ObjectId dict, AbstractValue key);
  // Numbers and texts among the keys of a dict or set, and in tuples of them, are those of the
  // snapshot, which is assumed.
  void fixKeys(ObjectId container);
  // Its text says all of it: a constant, or a plain tuple of such.
  bool isLiteral(AbstractValue key) const;
  // Constants that are equal as keys; objects by identity.
  bool sameKey(AbstractValue a, AbstractValue b);
  // The version assumes that all objects that are compared stay the ones that they are.
  void noteCompared(ObjectId id);
  // Two classes of one name were compared, which bindings take for one, or a node of a tree was
  // asked which object it is, or for what no node of its form was looked at for.
  bool areConfused() const { return areConfused_; }
  void noteConfused() { areConfused_ = true; }
  // True for what a field of a node holds, of which nothing is known but that it is there.
  bool isUnseen(AbstractValue value) {
    return value.isObject() && at(value).view && at(value).view->field;
  }
  // Adds tensors that were taken for several objects, by their paths, and should not have been: the
  // region changes one of them, or asks which it is. True: there is such a one.
  bool findConfusedTensors(llvm::DenseSet<NodeId> &oneObject) const;
  // True when they are one object; where they are two, the version assumes that they stay two.
  bool areOne(ObjectId a, ObjectId b);
  // Assumes of two keys that differ that they stay so.
  void assumeOther(AbstractValue a, AbstractValue b);

  // The class of that name ("module:qualname", or "builtins.list").
  ObjectId classNamed(llvm::StringRef name);
  ObjectId native(llvm::StringRef name);

  // ---- tensors
  struct Storage {
    ir::ValueId contents;  // of a whole tensor of `type`; invalid: the input at `path`, not read
    ir::TypeId type;
    std::string path = {};  // of a tensor of the snapshot that has this storage
    bool hasPast = false;   // of that tensor
    uint32_t version = 0;   // writes in the region
    std::optional<uint32_t> sharedBy =
        {};  // the branch that a tensor came out of that may share it
    // A copy that may be a view of that storage instead, as it was then.
    std::optional<StorageId> mayShow = {};
    uint32_t mayShowAt = 0;
    bool isConjugated = false;   // it holds what a conjugated view shows
    AbstractValue written = {};  // a bool: whether the region writes it; unbound: it does not
    AbstractValue writes = {};   // how often; unbound: never
    bool writtenApart = false;   // through `.data`, which does not count
    // The write by which `.data = x` gave its tensor other memory: views made before do not show
    // it.
    uint32_t replacedAt = 0;
    bool isGiven = false;  // it has become another tensor's `.data`: nobody may look at it here
  };
  Storage &storageOf(ObjectId tensor) { return storages_[at(tensor).tensor.storage.index]; }
  // True when what `storage` may be a view of was written since; at(id): one of the storages.
  template <class At>
  static bool isOutdated(Storage storage, At at) {
    while (storage.mayShow) {
      Storage shown = at(*storage.mayShow);
      if (shown.version != storage.mayShowAt)
        return true;
      storage = std::move(shown);
    }
    return false;
  }
  // The storage that it may be a view of at last; itself where it is none.
  StorageId lastShown(StorageId storage) const {
    while (std::optional<StorageId> shown = storages_[storage.index].mayShow)
      storage = *shown;
    return storage;
  }
  StorageId makeStorage(Storage storage);
  static void reset(Storage &storage);                    // one of the snapshot, as it was
  AbstractValue makeTensor(ir::ValueId value);            // of the value's type
  void noteWrite(Storage &storage, bool counted = true);  // counted: in `_version`
  // The base of a view, as Python sees it; invalid: it is no view, as the result of `detach`.
  using Lookup = llvm::function_ref<const Object &(ObjectId)>;  // in a state of the heap
  ObjectId baseOf(ObjectId tensor);
  static ObjectId baseOf(ObjectId tensor, Lookup at);
  ObjectId rootOf(ObjectId tensor);  // whose contents are the storage's
  // A view without a history whose base requires gradients: so does it, and passes them to nobody.
  bool borrowsGradient(ObjectId tensor);
  bool borrowsGradient(ObjectId tensor, Lookup at);
  // Several tensors of the snapshot lie in it.
  bool isShared(StorageId storage) const { return sharedStorages_.contains(storage.index); }
  // True for a tensor of the snapshot other than the one that the storage's contents are of: how
  // the two lie in the storage is not known.
  bool isAnotherView(const Object &tensor) const {
    StorageId storage = tensor.tensor.storage;
    return isShared(storage) && !tensor.isNew() && tensor.path != storages_[storage.index].path;
  }
  std::deque<Storage> &storages() { return storages_; }

  size_t objectCount() const { return objects_.size(); }
  GraphWriter &graph() { return graph_; }
  const ModuleSource &modules() const { return modules_; }

private:
  ir::ValueId joined(const Object &text);
  bool isFixed(const Object &type) const;
  void assumeOtherKeys(ObjectId dict, AbstractValue key);
  struct Deferred {
    ProfileValue value;
    std::string path;
    AbstractValue read;
    AbstractValue made =
        {};  // by a module's code: what `value` would say, of an object with a name
  };

  AbstractValue reach(NodeId node, std::string path);
  void assumeKind(Object &object);
  void loadTensor(Object &object, const HeapNode &node);
  void setTensorType(Object &object, const HeapNode &node);
  bool mayBeSeveral(NodeId node, llvm::StringRef path) const;
  ObjectId anotherTensor(NodeId node, std::string path);
  void noteIfHalfBound(AbstractValue value);
  static std::string keyText(const ProfileValue &value);
  std::string namespaceKey(AbstractValue key) const;

  const Profile &profile_;
  const ModuleSource &modules_;
  GraphWriter &graph_;
  SizeSymbols &sizes_;
  std::deque<Object> objects_;
  std::deque<Scalar> scalars_;
  std::deque<Deferred> deferred_;
  std::deque<Choice> choices_;
  std::deque<Storage> storages_;
  llvm::DenseMap<NodeId, ObjectId> byNode_;
  llvm::StringMap<ObjectId>
      apart_;  // by their paths: tensors of `byNode_` that are objects of their own here
  llvm::DenseSet<NodeId> comparedTensors_;
  const llvm::DenseSet<NodeId> &oneObject_;
  llvm::DenseMap<uint32_t, StorageId> storageBySnapshot_;
  llvm::DenseSet<uint32_t> sharedStorages_;  // by index; no part of the state
  llvm::StringMap<ObjectId> classes_, natives_;
  llvm::StringMap<NodeId> classNodes_;
  std::optional<uint32_t> undecided_;
  std::vector<std::shared_ptr<const Object>> saved_;  // as the last state holds them
  // How many states there had been when somebody last had an object, and when anybody has one now.
  std::vector<uint32_t> touched_;
  uint32_t clock_ = 0;
  uint64_t work_ = 0;
  bool areConfused_ = false;
};

struct AbstractHeap::State {
  uint32_t clock;  // what was touched since has it, or a later one
  std::vector<std::shared_ptr<const Object>> objects;
  std::deque<Storage> storages;
};

}  // namespace janus::speculate
