// Values of the evaluator: constants, scalars of the graph, objects of the abstract heap.
#pragma once

#include "IR/Graph.h"
#include "IR/SizeExpression.h"
#include "IR/ViewMade.h"
#include "Transforms/Profile/Profile.h"

#include <memory>

namespace janus::speculate {

struct ObjectTag;
struct ScalarTag;
struct DeferredTag;
struct ChoiceTag;
using ObjectId = Id<ObjectTag>;
using ScalarId = Id<ScalarTag>;
using DeferredId = Id<DeferredTag>;
using ChoiceId = Id<ChoiceTag>;

class AbstractValue {
public:
  enum class Kind : uint8_t {
    Unbound,
    Constant,  // of the graph's module
    Scalar,    // a bool, int, float or text that the graph computes
    Object,
    Deferred,  // in a container of the snapshot, not read yet
    Choice,    // one of two, which are no one value: it can be kept, but not looked at
  };

  AbstractValue() = default;
  static AbstractValue constant(ir::ConstId id) { return {Kind::Constant, id.index}; }
  static AbstractValue scalar(ScalarId id) { return {Kind::Scalar, id.index}; }
  static AbstractValue object(ObjectId id) { return {Kind::Object, id.index}; }
  static AbstractValue deferred(DeferredId id) { return {Kind::Deferred, id.index}; }
  static AbstractValue choice(ChoiceId id) { return {Kind::Choice, id.index}; }

  Kind kind() const { return kind_; }
  bool isBound() const { return kind_ != Kind::Unbound; }
  bool isConstant() const { return kind_ == Kind::Constant; }
  bool isScalar() const { return kind_ == Kind::Scalar; }
  bool isObject() const { return kind_ == Kind::Object; }
  bool isDeferred() const { return kind_ == Kind::Deferred; }
  bool isChoice() const { return kind_ == Kind::Choice; }
  ir::ConstId constantId() const { return assert(isConstant()), ir::ConstId(index_); }
  ScalarId scalarId() const { return assert(isScalar()), ScalarId(index_); }
  ObjectId objectId() const { return assert(isObject()), ObjectId(index_); }
  DeferredId deferredId() const { return assert(isDeferred()), DeferredId(index_); }
  ChoiceId choiceId() const { return assert(isChoice()), ChoiceId(index_); }
  friend bool operator==(AbstractValue, AbstractValue) = default;
  friend bool operator<(AbstractValue a, AbstractValue b) {
    return std::pair(a.kind_, a.index_) < std::pair(b.kind_, b.index_);
  }

private:
  AbstractValue(Kind kind, uint32_t index) : kind_(kind), index_(index) {}
  Kind kind_ = Kind::Unbound;
  uint32_t index_ = 0;
};

// The value of a place after a branch whose sides left different ones.
struct Choice {
  AbstractValue condition;  // a scalar
  AbstractValue then, otherwise;
  uint32_t fork = 0;  // which branch, as the evaluator numbers them
};

struct Scalar {
  ir::TypeKind kind = ir::TypeKind::Int;  // Bool, Int, Float, Str
  ir::ValueId value;                      // invalid: the input at `path`, not needed yet
  std::optional<ir::ConstId> profile;     // what it was in the profile
  std::string path;                       // of an input
  bool isFixed = false;                   // assumed to be what it was
  // The expression of an int that follows from symbols. It has no value in the graph until that is
  // asked for.
  std::optional<ir::SizeExpression> size = std::nullopt;
  AbstractValue printed = {};  // of a text: the int of which it is the decimal form
};

enum class ObjectKind : uint8_t {
  Instance,
  Class,
  Function,
  Native,  // a function of the run time; `name` is "module.name" or "type.name"
  Method,  // items: function or native, receiver
  Property,
  StaticMethod,
  ClassMethod,
  Member,  // of `__slots__`; `name` is that of its value among an instance's attributes
  Module,
  List,
  Tuple,
  Dict,
  Set,
  Cell,  // items: the content
  Tensor,
  Slice,     // items: start, stop, step
  Range,     // items: start, stop, step
  Iterator,  // items: what it runs over; `position`
  Generator,
  Super,    // items: class, receiver
  Text,     // items: its parts, not all of them known
  RowList,  // a list that the turns of a loop have made longer; items: how many they have added
  Enumerated,
  Opaque,
};

// Behind the name of a member of `__slots__`, whose value stands among the attributes of an
// instance.
inline constexpr llvm::StringLiteral kSlotSuffix = "(slot)";

// An attribute of classes whose instances have no dict.
inline constexpr llvm::StringLiteral kWithoutDict = "without_dict()";

// An attribute of classes that patterns take for sequences or mappings.
inline constexpr llvm::StringLiteral kOfPattern = "pattern()";

using AttributeList = std::vector<std::pair<std::string, AbstractValue>>;
using EntryList = std::vector<std::pair<AbstractValue, AbstractValue>>;

// Contents of the storages that tensors share.
struct StorageTag;
using StorageId = Id<StorageTag>;
struct TapeTag;
using TapeId = Id<TapeTag>;

// How a view is made of its base: `args` are those of the operation, the first of which is the
// base.
struct ViewOrigin {
  uint16_t op = 0;  // a row of the contract
  std::vector<AbstractValue> args;
};

// Memory layout of a tensor: strides in elements, and the offset behind the first element of
// `root`, the tensor that it is a view of, or itself; no offset where that is a number of the
// graph.
struct MemoryPlace {
  std::vector<int64_t> strides;
  ObjectId root;
  std::optional<int64_t> offset;
};

struct TensorState {
  StorageId storage;
  std::shared_ptr<const ViewOrigin> origin;  // null: its contents are the storage's
  ir::ViewMade made = ir::ViewMade::Plain;
  ir::ValueId view;  // of a view: its contents, at `version` of the storage
  uint32_t version = 0;
  bool requiresGrad = false;
  // A view whose base got a history through another view, and whose own nobody has asked for since:
  // torch takes it for a leaf.
  bool isUnasked = false;
  bool hasPast = false;  // of the snapshot, and no leaf
  // Of the snapshot, and a leaf whose `requires_grad` was another one meanwhile.
  bool wasChanged = false;
  TapeId tape;          // the operation that made it, if recorded
  unsigned output = 0;  // which of its results
  // An update whose operation the tape does not have: what stands there for it has another name.
  bool isRenamed = false;
  // Shows a tensor that nobody else has seen: no view for Python.
  bool isOwn = false;
  // Given by a function of the program, which is all of its history: nobody may write to it, and to
  // what it shows only who does not look at it again.
  bool isOfFunction = false;
  // Made by `.data`: its `_version` is its own, and writes through it do not count elsewhere.
  bool hasOwnVersion = false;
  AbstractValue grad;
  bool gradKnown = false;  // else it is the snapshot's, not read yet
  AbstractValue oldGrad;   // as read from the snapshot

  bool isView() const { return origin != nullptr; }
  friend bool operator==(const TensorState &, const TensorState &) = default;
};

class Coroutine;
struct Object;

// Says of an object that it stands for a node of a tree, whichever that is (EvaluateRecursion.cpp):
// nobody may ask which object it is, nor keep it.
struct NodeView {
  std::optional<size_t> field = {};  // of its parent: all that is known of it
  AbstractValue place = {};          // an int: its place among the nodes, where that is known
  bool isNeverNone = false;
  std::vector<std::string> absent = {};  // names of attributes that it does not have
};

// Of a list that a loop makes longer, each turn by items of one type: these are kept under their
// places, and are the rows of one tensor when the loop is over (EvaluateRows.cpp).
struct GrownRows {
  // The loop; of views of a tensor, as `unbind` gives them, there is none.
  uint32_t fork = 0;
  bool isOfViews = false;
  int64_t key = 0;                         // of `loop.save`
  ir::TypeId type;                         // of an item: a tensor, or a number
  bool isAtFront = false;                  // each is added before the others
  size_t forks = 0;                        // branches around the loop
  std::vector<AbstractValue> before = {};  // items from before the loop
  AbstractValue rows = {};                 // the tensor; unbound: the loop is not over
  friend bool operator==(const GrownRows &, const GrownRows &) = default;
};

// An object that the sides of a branch have left with other items or keys.
struct Divergence {
  AbstractValue condition;
  std::shared_ptr<const Object> then, otherwise;
  uint32_t fork = 0;
};

struct Object {
  ObjectKind kind = ObjectKind::Opaque;
  NodeId node;         // invalid: not of the snapshot
  std::string path;    // of an object of the snapshot, once reached
  bool loaded = true;  // contents are here
  bool lengthAssumed = false, keysAssumed = false;
  ObjectId namespaceOf;  // of the dict `x.__dict__`: x, whose attributes are its entries
  std::shared_ptr<Coroutine> coroutine;  // of a generator
  ObjectId type;                         // of an instance
  std::string name;  // of a class, function, native, module; of a cell, its variable
  std::vector<AbstractValue> items;
  EntryList entries;                   // of a dict
  AttributeList attributes;            // of the instance dict, or of a class or module
  const ir::Module *module = nullptr;  // of a function
  ir::FunctionId function;
  size_t position = 0;  // of an iterator
  TensorState tensor;
  ir::TypeId tensorType;  // of a tensor
  // The origin of a tensor that came out of a branch: a Choice, when Python can tell which one it
  // is.
  AbstractValue origin;
  std::shared_ptr<const Divergence> divergence;  // nobody may look at it before the commit
  // Keys and names of the snapshot that the region has removed at some time: where they are again,
  // they stand behind the others.
  std::vector<AbstractValue> removedKeys;
  std::vector<std::string> removedNames;
  // The container that an iterator or a view of a dict (`name` says which) runs over, and the state
  // of that.
  std::optional<ObjectId> source;
  uint32_t sourceChanges = 0;
  uint32_t keyChanges = 0;               // keys or names that came and went
  std::shared_ptr<const NodeView> view;  // of a node of a tree
  std::shared_ptr<const GrownRows> grown;
  // The contents as loaded from the snapshot, to find what was written.
  std::vector<AbstractValue> oldItems;
  EntryList oldEntries;
  AttributeList oldAttributes;
  std::shared_ptr<const TensorState> oldTensor;  // but for the gradient, which is read later

  // Made in the region. Others have a path; those of modules' code have no node.
  bool isNew() const { return !node && path.empty(); }
  friend bool operator==(const Object &, const Object &) = default;
};

}  // namespace janus::speculate
