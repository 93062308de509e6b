// Executes the IR of a root on abstract values, as Python would: docs/rationale/speculation.md.
//
// What cannot be done refuses: the place and the reason are kept, everything returns at once. A
// Python exception is a state, too: `try` regions look at it.
#pragma once

#include "Transforms/Speculate/EvaluatorInputs.h"
#include "Transforms/Speculate/Frame.h"
#include "Transforms/Speculate/Refusal.h"
#include "Transforms/Speculate/Tape.h"

#include "llvm/ADT/MapVector.h"

#include <array>

namespace janus::speculate {

class Evaluator {
public:
  Evaluator(const EvaluatorInputs &inputs, ir::Module &graphModule, llvm::StringRef graphName);
  ~Evaluator();
  Evaluator(const Evaluator &) = delete;
  bool run();  // evaluates the root and commits; false: refusal() says why
  const Refusal &refusal() const { return *refusal_; }
  // The graph is to be made again, with what has been found out about symbols.
  bool isOutdated() const { return sizes_.hasChanged(); }
  ir::FunctionId graph() const { return graph_.functionId(); }
  const GraphWriter::TensorWork &tensorWork() const { return graph_.tensorWork(); }

private:
  using Value = AbstractValue;
  using Values = std::vector<Value>;
  using Flow = speculate::Flow;
  using Frame = speculate::Frame;

  // ---- stopping
  bool stopped() const { return refusal_ || raised_.isBound() || heap_.undecided(); }
  Value refuse(RefusalKind kind, const llvm::Twine &detail);
  void blame(), setRaised(Value exception), refuseRaised(), refuseToLeave(Flow flow);
  std::vector<Refusal::Place> placesHere() const;
  Value raise(llvm::StringRef exceptionClass, const llvm::Twine &message = "");
  std::string describe(Value value);

  // ---- regions (EvaluateControl.cpp)
  bool enterRoot();
  Flow region(Frame &frame, ir::RegionId id), rest(Frame &frame, size_t from);
  Flow operation(Frame &frame, ir::OpId id), ifElse(Frame &frame, const ir::Op &op);
  Flow whileLoop(Frame &frame, ir::OpId id, Values carried);
  Flow forLoop(Frame &frame, ir::OpId id, Values carried);
  Flow tryRegions(Frame &frame, const ir::Op &op);
  Flow afterLoop(Frame &frame, ir::OpId id, Flow exit);
  void bind(Frame &frame, llvm::ArrayRef<ir::ValueId> names, llvm::ArrayRef<Value> values);
  std::optional<bool> decide(Frame &frame, Value condition, Span span, Hint hint = Hint::None);
  std::optional<BranchObservation> observed(const Frame &frame, Span span) const;
  std::string placeOf(const Frame &frame, Span span) const;
  std::string sourceOf(const Frame &frame, Span span) const;

  // ---- branches of which both sides are in the graph (EvaluateBranches.cpp, MergeSides.cpp)
  using Side = BranchSide;
  friend class SideMerger;
  bool isFork(const Frame &frame, Value condition, Span span);
  Flow fork(Frame &frame, const ir::Op &op, Value condition);
  EvaluatorState saveState(const Frame &frame) const;
  void restoreState(Frame &frame, const EvaluatorState &state);
  void advance(Frame &frame, Side &side, llvm::ArrayRef<Level> levels);
  Flow afterRegion(Frame &frame, ir::OpId holder, ir::RegionId ended, Flow flow);
  Values mergeSides(Frame &frame, ir::OpId branch, const std::shared_ptr<BranchHistory> &history,
                    const EvaluatorState &before, std::array<Side, 2> &sides);
  bool doMeet(Frame &frame, Side &a, Side &b, llvm::ArrayRef<Level> levels);

  // ---- operations (EvaluateOps.cpp)
  void compute(Frame &frame, ir::OpId id), unpack(Frame &frame, ir::OpId id);
  Value computeOne(Frame &frame, ir::OpId id);
  void storeSlot(Frame &frame, ir::SlotId slot, Value value);
  void setGlobal(Frame &frame, llvm::StringRef name, Value value);
  Value loadSlot(Frame &frame, ir::SlotId slot), global(Frame &frame, llvm::StringRef name),
      globalOf(const ir::Module &module, llvm::StringRef name), moduleNamed(llvm::StringRef name),
      import(Frame &frame, ir::OpId id), constantOf(const ir::Module &module, ir::ConstId id);
  std::optional<Value> ofSnapshot(llvm::StringRef module, llvm::StringRef name);
  bool isOfProfile(llvm::StringRef module);

  // ---- what modules' code says (EvaluateStatics.cpp)
  Value fromStatic(const StaticValue &value, llvm::StringRef path);
  Value staticDisplay(const StaticValue &value, llvm::StringRef path);
  Value staticValue(const ir::Module &module, const ir::Function &body, ir::ValueId value);
  Value staticFunction(const ir::Module &module, const ir::Function &body, ir::OpId definition,
                       Value classCell);
  void loadStaticClass(ObjectId type, const StaticValue &value);
  Value classBodyValue(const ir::Module &module, const ir::Function &body, ir::ValueId id,
                       const llvm::StringMap<Value> &names, Value classCell);
  Value setterOf(const ir::Module &module, const ir::Function &body, const ir::Op &op,
                 const llvm::StringMap<Value> &names, Value function);
  Value makeFunction(Frame &frame, ir::OpId id);

  // ---- scalars (EvaluateScalars.cpp)
  Value binary(ir::Opcode shim, Value left, Value right), unary(ir::Opcode shim, Value operand);
  Value scalarBinary(ir::Opcode shim, Value left, Value right);
  Value nativeBinary(ir::Opcode shim, Value left, Value right, ir::TypeKind kind,
                     std::optional<ir::ConstId> known);
  std::optional<Value> sizeBinary(ir::Opcode shim, Value left, Value right);
  Value truth(Value value), notOf(Value truth);  // a bool: constant or scalar
  Value identical(Value left, Value right), contains(Value container, Value item);
  bool comparesByIdentity(Value left, Value right), asksRightFirst(ir::Opcode, Value, Value);
  Value repeat(Value sequence, Value times);
  Value compareSequences(ir::Opcode shim, Value left, Value right);
  std::optional<bool> isEqual(Value left, Value right);
  ir::TypeKind kindOf(Value value);
  ir::ValueId asFloat(Value number);
  std::optional<ir::ConstId> fixed(Value value, llvm::StringRef what);
  std::optional<bool> fixedTruth(Value value, llvm::StringRef what);
  std::optional<int64_t> fixedInt(Value value, llvm::StringRef what);
  std::optional<std::string> fixedText(Value value, llvm::StringRef what);
  Value format(Value value, llvm::StringRef conversion, Value spec), listText(Value list);
  Value concatenate(llvm::ArrayRef<Value> parts);

  // ---- attributes and items (EvaluateObjects.cpp)
  Value getAttribute(Value object, llvm::StringRef name);
  std::optional<Value> findAttribute(Value object, llvm::StringRef name);  // nothing: none there
  std::optional<Value> ownOrInherited(Value object, llvm::StringRef name),
      ownSpecial(Value container, llvm::StringRef name),
      lookupInClass(ObjectId type, llvm::StringRef name),
      lookupInClassAlone(ObjectId type, llvm::StringRef name);
  bool isForeignDescriptor(std::optional<Value> ofClass, llvm::StringRef name),
      isMarked(ObjectId type), hasOwnAttribute(ObjectId type, llvm::StringRef name),
      mayStoreTo(ObjectId holder, llvm::StringRef name),
      isSettable(Value object, llvm::StringRef name), isView(Value value), isUndecided(ObjectId id);
  void setEntry(ObjectId dict, Value key, Value value);
  Value iteratorOver(ObjectId container, Values items), viewOf(ObjectId dict, llvm::StringRef what);
  uint32_t changesOf(ObjectId container);
  std::optional<Value> nextInSource(ObjectId iterator), nextOfSeveral(ObjectId iterator);
  std::nullopt_t missing(llvm::ArrayRef<ObjectId> classes, llvm::StringRef name);
  Value bindAttribute(Value found, Value receiver, ObjectId type);
  void setAttribute(Value object, llvm::StringRef name, Value value);
  void deleteAttribute(Value object, llvm::StringRef name);
  Value getItem(Value object, Value key), defaultEntry(Value dict, Value key),
      iterate(Value iterable);
  void setItem(Value object, Value key, Value value), deleteItem(Value object, Value key);
  ObjectId typeOf(Value value);
  bool isSubclass(ObjectId type, ObjectId of), hasOwnNames(ObjectId id);
  std::optional<bool> isInstance(Value value, Value classOrTuple);
  std::optional<Value> next(Value iterator), nextOf(Value iterator);  // nothing: at its end
  std::optional<Values> allItems(Value iterable), itemsInAnyOrder(Value iterable);
  std::vector<ObjectId> resolutionOrder(ObjectId type);

  // ---- calls (EvaluateCalls.cpp)
  Value call(Value callee, CallArgs args);
  Value callMethod(Value receiver, llvm::StringRef name, CallArgs args),
      callFunction(ObjectId function, CallArgs args);
  Value callCode(const ir::Module *module, ir::FunctionId id, llvm::ArrayRef<Value> cells,
                 Values bound);
  Value runCode(const ir::Module *module, ir::FunctionId id, llvm::ArrayRef<Value> cells,
                llvm::ArrayRef<Value> bound);
  bool isException(ObjectId type);
  std::optional<Values> bindParameters(ObjectId function, CallArgs args);
  Value instantiate(ObjectId type, CallArgs args), makeException(ObjectId type, CallArgs args);
  Value callSpecial(Value receiver, llvm::StringRef name, llvm::ArrayRef<Value> args, bool *found);

  // ---- generators (EvaluateGenerators.cpp)
  Value makeGenerator(const ir::Module *module, ir::FunctionId id, llvm::ArrayRef<Value> cells,
                      Values bound);
  std::optional<Value> resume(ObjectId generator);
  Value yieldValue(Value value), yieldFrom(Value iterable);

  // ---- natives (Natives*.cpp); rows of Natives.def
  llvm::ArrayRef<TensorOp> overloadsOf(llvm::StringRef name);
  StaticValue decomposition(llvm::StringRef name);
  Value decomposed(const StaticValue &function);
  bool isKnownNative(llvm::StringRef name), isMethodOf(llvm::StringRef name, const CallArgs &args);
  Value callNative(llvm::StringRef name, CallArgs args);
  static bool isNumberNative(llvm::StringRef name);                // a row of NumberNatives.def
  static std::optional<double> nativeValue(llvm::StringRef name);  // "math.pi"
  Value callNumberNative(llvm::StringRef name, CallArgs args);
  std::optional<Value> nativeAttribute(ObjectId receiver, llvm::StringRef name);
#define JANUS_NATIVE(name, handler, ...) Value handler(CallArgs args);
#include "Transforms/Speculate/Natives.def"
  friend struct NativeTable;
  Value extreme(CallArgs args, ir::Opcode better), quantified(CallArgs args, bool stop),
      keyOf(Value value);
  std::optional<std::array<int64_t, 3>> sliceBounds(Value slice, int64_t size);
  size_t placeInSet(ObjectId set, Value item);
  void addToSet(ObjectId set, Value item), queueText(Value part);

  // ---- tensors (EvaluateTensors.cpp)
  bool isTensor(Value value) {
    return value.isObject() && heap_.at(value).kind == ObjectKind::Tensor;
  }
  Value spelledCall(KnownSpelling spelling, Values args),
      tensorCall(llvm::ArrayRef<TensorOp> overloads, llvm::StringRef name, CallArgs args);
  std::optional<Values> bindSchema(const Schema &, const CallArgs &args, bool method = false);
  bool accepts(const Param &param, Value value);
  Value defaultOf(const Param &param), apply(TensorOp op, Values args);
  Value applyDecomposed(TensorOp op, const StaticValue &function, Values args);
  Value emitOperation(TensorOp op, Values args);
  std::optional<int64_t> guardPositions(TensorOp op, const Values &args);
  std::optional<int64_t> distance(Value from, Value to, bool *proven);
  Value refuseShape(TensorOp op, const Values &args, llvm::ArrayRef<StaticArg> facts);
  void guardHolds(Value condition, llvm::StringRef what);
  std::optional<int64_t> profiledInt(Value value);
  void record(TensorOp op, const Values &args, llvm::ArrayRef<Value> results);
  StaticArg staticArg(const Param &param, Value value);
  std::vector<StaticArg> staticArgs(TensorOp op, const Values &args);
  std::optional<SymbolicSize> asSize(Value value, llvm::StringRef what);
  ir::ValueId operand(const Param &param, Value value);
  bool requiresGrad(Value value), anyRequiresGrad(Value value), isFloatTensor(ObjectId id);
  void setRequiresGrad(ObjectId id, Value given), write(ObjectId target, Value result);
  std::optional<DType> dtypeOf(Value value);
  std::optional<Value> dtypeAttribute(Value value, llvm::StringRef name);
  Value tensorAttribute(ObjectId tensor, llvm::StringRef name), gradientOf(ObjectId tensor);
  std::vector<SymbolicSize> shapeOf(ObjectId tensor);
  // Whether a result shows the elements of the argument (EvaluateStrides.cpp).
  enum class Showing : uint8_t { Never, Always, Unknown };
  Value applyMaybeView(TensorOp op, Values args), applyForm(TensorOp op, Values args);
  Showing showsElements(TensorOp op, const Values &args);
  std::optional<std::vector<int64_t>> sizesOf(ObjectId tensor), stridesOf(ObjectId tensor);
  std::optional<MemoryPlace> placeOf(ObjectId tensor);
  std::optional<bool> isContiguous(ObjectId tensor), liesBy(llvm::StringRef side, ObjectId tensor);
  ir::Layout layoutOf(ObjectId tensor);
  Value reshapeByStrides(TensorOp op, Values args), shapeValue(ObjectId tensor);
  std::optional<std::vector<int64_t>> constantInts(Value listOrInt);
  bool haveOneShape(ObjectId a, ObjectId b), canCastTo(Value tensor, Value target);
  bool mayOverlap(ObjectId a, ObjectId b), areMadeAlike(ObjectId a, ObjectId b);

  // ---- views and writes (EvaluateUpdates.cpp)
  ir::ValueId contents(ObjectId tensor);
  void makeView(ObjectId id, TensorOp op, const Values &args), renewView(ObjectId id);
  Value applyInPlace(TensorOp op, Values args);
  void recordAsInPlace(TapeId entry, Value target, const TensorState &before, ir::ValueId elements);
  Value ofType(Value tensor, ObjectId like), lyingAs(ObjectId tensor, Value value, bool written);

  // ---- autodiff (ReverseWalk.cpp)
  Value backward(BackwardPass pass), arrived(const BackwardPass &pass);
  void findTheWay(BackwardPass &pass), accumulate(const TapeEdge &edge, Value gradient),
      accumulateLeaf(ObjectId tensor, Value gradient);
  bool seed(Value root, Value gradient),
      walkBack(size_t begin, size_t end, const BackwardPass &pass);
  std::vector<llvm::StringRef> savesOf(const TapeEntry &entry);
  bool branchGradient(TapeId entry, llvm::ArrayRef<Value> gradients, const BackwardPass &pass);
  bool differentiate(TapeId entry, llvm::ArrayRef<Value> resultGradients, const BackwardPass &pass);
  Value callGradient(const GradientRule &rule, TapeId entry, llvm::ArrayRef<Value> gradients,
                     llvm::ArrayRef<bool> needs);
  TapeEdge edgeOf(Value tensor);
  Value forLeaf(ObjectId tensor, Value gradient), reduceTo(Value gradient, ObjectId like);
  Value savedValue(TapeId entry, llvm::StringRef what, ObjectId *like);

  // ---- the end (EvaluateCommits.cpp)
  bool commit(Frame &root), isEverywhere(Value value);
  void commitObject(const Object &of), commitCell(const Object &of), commitTensor(ObjectId id),
      commitEntries(const Object &of);
  ir::ValueId materialize(Value value), materializeTensor(ObjectId id), ownContents(ObjectId id),
      materializeEither(const Choice &choice),
      emitTensor(ObjectId id, ir::ValueId elements,
                 llvm::SmallVector<ir::NamedAttribute, 2> attributes, ir::ValueId base = {});
  std::optional<TensorOp> freedRow(TapeId entry, unsigned output);
  void commitIfChanged(const std::string &path, Value before, Value now),
      commitAt(const std::string &path, Value value),
      onBothSides(Value condition, uint32_t fork, llvm::function_ref<void(bool)> commit);
  void underConditions(llvm::function_ref<void()> emit), commitHistory();

  // ---- new tensors whose history lives on (EvaluateHistory.cpp)
  struct History;
  ir::ValueId exposeLiving(ObjectId tensor);

  static constexpr size_t kMaxOperations = kBudget.operations, kMaxDepth = kBudget.callDepth;

  const EvaluatorInputs &in_;
  GraphWriter graph_;
  SizeSymbols sizes_;
  AbstractHeap heap_;
  StaticModules &statics_;
  std::optional<Refusal> refusal_;
  Value raised_;  // a Python exception
  std::vector<Refusal::Place> raisedAt_;
  Values passed_;           // what a region's end gives
  Values texts_;            // for stdout, in order
  size_t textsBefore_ = 0;  // of them, the branch
  bool flushes_ = false, gradEnabled_ = true, gradAtEntry_ = true;
  std::deque<TapeEntry> tape_;
  // Gradients during a backward: of results of operations, of leaves.
  llvm::DenseMap<std::pair<uint32_t, unsigned>, Value> pending_;
  llvm::MapVector<ObjectId, Value> leafPending_;
  std::vector<TensorOp> decomposing_;
  llvm::StringMap<Value> displays_;  // what modules' code makes, by its path
  std::vector<std::shared_ptr<Coroutine>> coroutines_;
  Coroutine *active_ = nullptr;  // whose body is running
  llvm::DenseMap<ObjectId, ir::ValueId> materialized_;
  OwnedContents owned_;
  std::vector<std::pair<ObjectId, ir::ValueId>> living_;  // as Python will see them
  std::vector<std::pair<Value, bool>> when_;              // under which conditions a commit happens
  std::vector<Fork> forks_, allForks_;  // branches whose sides are being run; all, by their numbers
  size_t joinedAt_ = 0;                 // with Flow::Joined: the level, and how it ended
  Flow joinedBy_ = Flow::Yield;
  ir::RegionId rootRegion_;
  bool rootReturns_ = false, rootContinues_ = false, inBackward_ = false;
  const Frame *frame_ = nullptr;
  Span span_;
  size_t steps_ = 0;
  unsigned depth_ = 0;
};

}  // namespace janus::speculate
