// Executes the IR of a root on abstract values, as Python would: docs/rationale/speculation.md.
//
// An operation that cannot be evaluated refuses: the place and the reason are kept, everything
// returns at once. A Python exception is a state, too: `try` regions look at it.
#pragma once

#include "Transforms/Speculate/Graph/Committer.h"

namespace janus::speculate {

class RecursiveCalls;
struct RecursiveTurn;
struct KeptKeys;

class Evaluator : EvaluatorPart, PythonProtocol {
public:
  explicit Evaluator(Evaluation &shared)
      : EvaluatorPart(shared), statics_(shared.in.statics), scalars_(shared),
        tensors_(shared, scalars_, *this), backward_(shared, tensors_, *this),
        committer_(shared, tensors_, backward_, *this) {}
  ~Evaluator() override;
  bool run();  // evaluates the root and commits; false: the evaluation's refusal says why

private:
  using Flow = speculate::Flow;
  using Frame = speculate::Frame;

  // ---- regions (EvaluateControl.cpp)
  bool enterRoot();
  void forgetCell(ObjectId cell, bool endsHere);
  Flow region(Frame &frame, ir::RegionId id), rest(Frame &frame, size_t from),
      operation(Frame &frame, ir::OpId id), ifElse(Frame &frame, const ir::Op &op),
      whileLoop(Frame &frame, ir::OpId id, Values carried),
      forLoop(Frame &frame, ir::OpId id, Values carried),
      tryRegions(Frame &frame, const ir::Op &op), afterLoop(Frame &frame, ir::OpId id, Flow exit);
  void bind(Frame &frame, llvm::ArrayRef<ir::ValueId> names, llvm::ArrayRef<Value> values);
  void bind(Frame &frame, ir::ValueId name, Value value);
  void nameAfter(const Frame &frame, llvm::StringRef variable, Value value);
  std::optional<bool> decide(Frame &frame, Value condition, Span span, Hint hint = Hint::None);
  std::optional<BranchObservation> observed(const Frame &frame, Span span) const;
  bool isRefuted(std::optional<BranchObservation> seen, ir::ConstId value) const;
  void refuseToLeave(Flow flow);

  // ---- branches of which both sides are in the graph (EvaluateBranches.cpp, MergeSides.cpp)
  using Side = BranchSide;
  friend class SideMerger;
  bool isFork(const Frame &frame, Value condition, Span span, Hint hint);
  Flow fork(Frame &frame, Fork made, Value condition, llvm::function_ref<Flow(size_t)> runSide),
      probe(Frame &frame, llvm::function_ref<Flow(size_t)> runSide);
  EvaluatorState saveState(const Frame &frame);
  void restoreState(Frame &frame, const EvaluatorState &state);
  void advance(Frame &frame, Side &side, llvm::ArrayRef<Level> levels);
  Flow afterRegion(Frame &frame, ir::OpId holder, ir::RegionId ended, Flow flow);
  Values mergeSides(Frame &frame, ir::OpId branch, const std::shared_ptr<BranchHistory> &history,
                    const EvaluatorState &before, std::array<Side, 2> &sides);
  bool doMeet(Frame &frame, Side &a, Side &b, llvm::ArrayRef<Level> levels);

  // ---- loops that stay loops (EvaluateTurns.cpp)
  friend class TurnWidener;
  friend class GrowingLists;
  friend class Patterns;
  // `fate`: what of the loop a condition decides, " is left".
  ir::SourcePlace loopPlace(const Frame &frame, ir::OpId loop, llvm::StringRef fate = "") const;
  bool isTurned(const Frame &frame, ir::OpId loop, bool hangsOnContents),
      mayBeTurned(const Frame &frame, ir::OpId loop),
      isTurn(const Frame &frame, ir::RegionId body) const,
      isFirstApart(const Frame &frame, ir::OpId loop),
      mayGoFirst(const Frame &frame, ir::OpId loop);
  Flow firstTurn(Frame &frame, ir::OpId id, Value condition, Values carried);
  void tryAgain(const std::string &place, LoopForm form);
  Flow choose(Frame &frame, ir::SourcePlace place, Value condition,
              llvm::function_ref<Flow(size_t)> side);
  std::optional<LoopTurn> oneTurn(Frame &frame, ir::OpId id, Values carried,
                                  llvm::function_ref<Flow(Values)> again);
  Flow turns(Frame &frame, ir::OpId id, Value condition, Values carried,
             llvm::function_ref<Flow(Values)> again,
             llvm::function_ref<void(const Values &)> beginTurn,
             llvm::function_ref<Value()> countTurns),
      whileTurns(Frame &frame, ir::OpId id, Value condition, Values carried),
      countedTurns(Frame &frame, ir::OpId id, Value iterator, Values carried);

  // ---- lists that loops make longer, and iteration by number (EvaluateRows.cpp)
  bool isRows(Value value), isOpen(Value truth), isNewValue(Value value);
  Value refuseRows(Value list), callOnRows(llvm::StringRef function, CallArgs args),
      appendRow(Value list, Value item, bool isAtFront = false), lengthOfRows(Value list),
      tensorOfRows(Value list), wholeRows(Value list), rowAt(Value list, Value place),
      itemOfRows(Value list, Value key), operateOnRows(ir::Opcode shim, Value left, Value right),
      listOfRows(Value tensor, Value count, const GrownRows &like),
      callForm(llvm::StringRef function, llvm::StringRef node, CallArgs args),
      callOfRows(llvm::StringRef name, CallArgs args);
  void nameNode(Value tensor, llvm::StringRef node), consume(Value iterator);
  std::optional<Value> nextInRows(Value iterator);
  bool isCounted(Value iterator), hasKnownLength(Value iterator);
  Value iteratorOverRows(Value rows, Value count), rowOfTensor(Value tensor, Value number),
      smaller(Value a, Value b), numbersBetween(Value start, Value stop, Value step),
      countOf(Value iterator), itemAt(Value iterator, Value number);

  // ---- operations (EvaluateOps.cpp)
  void compute(Frame &frame, ir::OpId id), unpack(Frame &frame, ir::OpId id),
      storeSlot(Frame &frame, ir::SlotId slot, Value value),
      setGlobal(Frame &frame, llvm::StringRef name, Value value);
  Value computeOne(Frame &frame, ir::OpId id), loadSlot(Frame &frame, ir::SlotId slot),
      global(Frame &frame, llvm::StringRef name),
      globalOf(const ir::Module &module, llvm::StringRef name), moduleNamed(llvm::StringRef name),
      matched(const ir::Function &function, ir::OpId id, const Values &operands),
      import(Frame &frame, ir::OpId id), constantOf(const ir::Module &module, ir::ConstId id);
  std::optional<Value> ofSnapshot(llvm::StringRef module, llvm::StringRef name);
  bool isOfProfile(llvm::StringRef module), addMembers(ObjectId type, Value slots);

  // ---- what modules' code says (EvaluateStatics.cpp)
  Value fromStatic(const StaticValue &value, llvm::StringRef path),
      staticDisplay(const StaticValue &value, llvm::StringRef path),
      staticInstance(const StaticValue &value, llvm::StringRef path), instanceOf(Values called);
  Value staticValue(const ir::Module &module, const ir::Function &body, ir::ValueId value);
  ObjectId staticMetaclass(const ir::Module &module, const ir::Function &outer, ir::OpId keywords);
  Value staticFunction(const ir::Module &module, const ir::Function &body, ir::OpId definition,
                       Value classCell);
  void loadStaticClass(ObjectId type, const StaticValue &value);
  Value classBodyValue(const ir::Module &module, const ir::Function &body, ir::ValueId id,
                       const llvm::StringMap<Value> &names, Value classCell),
      setterOf(const ir::Module &module, const ir::Function &body, const ir::Op &op,
               const llvm::StringMap<Value> &names, Value function),
      makeFunction(Frame &frame, ir::OpId id);

  // ---- objects of functools (EvaluateFunctools.cpp)
  bool isNativeObject(Value value, PreludeName type),
      isCachedKey(Value given, Value stored, bool isAssumed);
  Value callCached(ObjectId id, const CallArgs &args), callPartial(ObjectId id, CallArgs args);
  std::optional<CallArgs> argumentsOfPartial(ObjectId id, CallArgs args);

  // ---- operators (EvaluateOperators.cpp)
  Value binary(ir::Opcode shim, Value left, Value right), unary(ir::Opcode shim, Value operand);
  std::optional<Value> textBinary(ir::Opcode shim, Value left, Value right);
  Value truth(Value value);  // a bool: constant or scalar
  Value knownText(Value value), identical(Value left, Value right),
      contains(Value container, Value item), hasKey(ObjectId dict, Value item);
  std::optional<Value> isOneOf(Value container, Value item),
      ownText(Value value, llvm::StringRef conversion, Value spec);
  Value callOperator(Value receiver, llvm::StringRef method, Value other, bool *found);
  bool comparesByIdentity(Value left, Value right), asksRightFirst(ir::Opcode, Value, Value);
  Value repeat(Value sequence, Value times),
      compareSequences(ir::Opcode shim, Value left, Value right);
  std::optional<bool> isEqual(Value left, Value right),
      fixedTruth(Value value, llvm::StringRef what);
  std::optional<std::string> attributeNamed(const CallArgs &args),
      asciiText(const CallArgs &args, llvm::StringRef what);
  std::optional<Values> givenItems(const CallArgs &args);
  Value format(Value value, llvm::StringRef conversion, Value spec), containerText(Value container);
  Value tensorText(ObjectId tensor), concatenate(llvm::ArrayRef<Value> parts);

  // ---- attributes and items (EvaluateObjects.cpp)
  Value getAttribute(Value object, llvm::StringRef name);
  std::optional<Value> findAttribute(Value object, llvm::StringRef name);  // nothing: none there
  std::optional<Value> ownOrInherited(Value object, llvm::StringRef name),
      ownSpecial(Value container, llvm::StringRef name),
      lookupInClass(ObjectId type, llvm::StringRef name),
      lookupInClassAlone(ObjectId type, llvm::StringRef name), abstractAnswer(llvm::StringRef key);
  bool isForeignDescriptor(std::optional<Value> ofClass, llvm::StringRef name),
      isMarked(ObjectId type), hasOwnAttribute(ObjectId type, llvm::StringRef name),
      mayStoreTo(ObjectId holder, llvm::StringRef name),
      isSettable(Value object, llvm::StringRef name), isView(Value value);
  void setEntry(ObjectId dict, Value key, Value value);
  Value iteratorOver(ObjectId container, Values items), viewOf(ObjectId dict, llvm::StringRef what);
  uint32_t changesOf(ObjectId container);
  void requireEnd(const Values &iterators, size_t ended);
  std::optional<Value> nextInSource(ObjectId iterator), nextOfSeveral(ObjectId iterator),
      nextInRange(ObjectId iterator);
  std::nullopt_t missing(llvm::ArrayRef<ObjectId> classes, llvm::StringRef name);
  Value bindAttribute(Value found, Value receiver, ObjectId type);
  void setAttribute(Value object, llvm::StringRef name, Value value);
  void deleteAttribute(Value object, llvm::StringRef name);
  Value getItem(Value object, Value key), defaultEntry(Value dict, Value key), iterate(Value all);
  void setItem(Value object, Value key, Value value), deleteItem(Value object, Value key);
  void setSlice(ObjectId list, Value slice, Value value), deleteFromList(ObjectId list, Value key);
  ObjectId typeOf(Value value), namedTypeOf(Value value);
  bool isSubclass(ObjectId type, ObjectId of), hasOwnNames(ObjectId id), isIdentified(Value value),
      isNamedResult(Value value), hasMembers(ObjectId type), isPlainClass(ObjectId type);
  std::optional<bool> isInstance(Value value, Value classOrTuple), asAbstract(ObjectId, ObjectId);
  std::optional<Value> next(Value iterator), nextOf(Value iterator);  // nothing: at its end
  std::optional<Values> allItems(Value iterable) override, itemsInAnyOrder(Value iterable);
  Values constantItems(Value container);
  std::vector<ObjectId> resolutionOrder(ObjectId type);

  // ---- calls (EvaluateCalls.cpp)
  Value call(Value callee, CallArgs args);
  Value callMethod(Value receiver, llvm::StringRef name, CallArgs args),
      callFunction(ObjectId function, CallArgs args);
  Value callCode(const ir::Module *module, ir::FunctionId id, llvm::ArrayRef<Value> cells,
                 Values bound) override;
  Value callStatic(const StaticValue &function, CallArgs args) override;
  Value callBody(const ir::Module *module, ir::FunctionId id, llvm::ArrayRef<Value> cells,
                 Values bound);
  Value runCode(const ir::Module *module, ir::FunctionId id, llvm::ArrayRef<Value> cells,
                llvm::ArrayRef<Value> bound);
  bool isException(ObjectId type), hasUnseenEffects(ObjectId type);
  std::optional<Values> bindParameters(ObjectId function, CallArgs args);
  Value instantiate(ObjectId type, CallArgs args), makeException(ObjectId type, CallArgs args);
  Value callSpecial(Value receiver, llvm::StringRef name, llvm::ArrayRef<Value> args, bool *found);

  // ---- recursions that are loops (Recursions.cpp, EvaluateRecursion.cpp, RecursiveCalls.cpp)
  struct Recursion;
  friend class RecursiveCalls;
  std::optional<Value> callRecursive(const ir::Module *module, ir::FunctionId id,
                                     llvm::ArrayRef<Value> cells, const Values &bound),
      recursiveBody(const Frame &frame, ir::FunctionId id);
  void noteRecursion(const ir::Function &code, const Values &bound, Value result),
      noteCalls(const ir::Module &module, const ir::Function &code, const Values &bound);
  bool isOverNodes(const Frame &frame) const, isOverRecursion(const Frame &frame) const,
      hasOtherForms(llvm::StringRef path) const, addFields(Recursion &recursion, Value given),
      isAsAt(const AbstractHeap::State &then, llvm::ArrayRef<ObjectId> except = {}),
      hasChangedNodes(const std::vector<ir::NodeForm> &forms),
      keepParts(ValueForm &form, const KeptKeys &keys, Value value, bool isGiven, Value place,
                llvm::function_ref<void(ValueForm &, Value, size_t)> ofTensor);
  Value overNodes(Recursion &recursion), nodeOf(Recursion &recursion), visit(Recursion &recursion),
      ofChild(Recursion &recursion, llvm::ArrayRef<Value> cells, const Values &bound),
      numberOfNode(const Recursion &recursion, int column),
      keptParts(const RecursiveTurn &turn, const ValueForm &form, const KeptKeys &keys, Value place,
                llvm::function_ref<void(const ValueForm &, Value, size_t)> ofTensor),
      refuseRecursion(const llvm::Twine &what), findOut();
  RecursiveTurn beginTurn(Value place);
  unsigned addToHead(const RecursiveTurn &turn, Value made);
  std::optional<ValueForm> formOf(Value value, bool isGiven = false);
  std::optional<bool> widenForm(ValueForm &form, const ValueForm &given);

  // ---- generators (EvaluateGenerators.cpp)
  Value makeGenerator(const ir::Module *module, ir::FunctionId id, llvm::ArrayRef<Value> cells,
                      Values bound);
  bool areGeneratorsOver() const;
  std::optional<Value> resume(ObjectId generator);
  Value yieldValue(Value value), yieldFrom(Value iterable), quantify(Value generator, bool stop);

  // ---- natives (Natives*.cpp); rows of Natives.def
  AutocastMode::Device *autocastDevice(CallArgs &args);
  bool isKnownNative(llvm::StringRef name), isMethodOf(llvm::StringRef name, const CallArgs &args);
  Value callNative(llvm::StringRef name, CallArgs args),
      callKnownNative(llvm::StringRef name, CallArgs args),
      callOfSparse(llvm::StringRef name, CallArgs args);
  Value callNumberNative(llvm::StringRef name, CallArgs args),
      callTextNative(llvm::StringRef name, CallArgs args);
  std::optional<Values> plainParts(bool isPercent, llvm::ArrayRef<Value> operands);
  Value computeText(llvm::StringRef method, llvm::ArrayRef<Value> operands,
                    std::vector<std::string> names = {}),
      onlyNumber(Value value), asFormatted(Value value), percent(Value text, Value operand);
  std::optional<Value> nativeAttribute(ObjectId receiver, llvm::StringRef name);
#define JANUS_NATIVE(name, handler, ...) Value handler(CallArgs args);
#include "Transforms/Speculate/Python/Natives.def"
  friend struct NativeTable;
  Value tensorOfArray(Value array, llvm::StringRef step), extreme(CallArgs args, ir::Opcode better),
      quantified(CallArgs args, bool stop), keyIn(ObjectId container, Value key), hashed(Value key);
  FunctionHistory *functionOf(Value node);
  Value numberOfTexts(CallArgs args,
                      llvm::function_ref<int64_t(llvm::StringRef, llvm::StringRef)> find);
  bool isComparedByContents(Value key), hasKeysByContents(ObjectId container), mayWrite();
  std::optional<std::array<int64_t, 3>> sliceBounds(Value slice, int64_t size);
  Value lengthOfRange(ObjectId range), reversedRange(ObjectId range),
      itemOfRange(ObjectId range, Value key);
  static std::vector<int64_t> placesIn(const std::array<int64_t, 3> &bounds);
  size_t placeInSet(ObjectId set, Value item);
  void addToSet(ObjectId set, Value item), updateSet(ObjectId set, Value from);
  void noteOrderIsLost(ObjectId set), queueText(TextStream stream, Value part, bool flushes);
  Value writeTo(TextStream stream, CallArgs args), flushStream(TextStream stream);

  static constexpr llvm::StringLiteral kConsumed = "<consumed>";  // an iterator that a loop used up
  static constexpr size_t kMaxOperations = kBudget.operations, kMaxDepth = kBudget.callDepth;
  // More make graphs that nobody wants to compile; the others become guards.
  static constexpr size_t kMostForks = 64, kDeepestFork = 24;

  StaticModules &statics_;
  Scalars scalars_;
  TensorDomain tensors_;
  Backward backward_;
  Committer committer_;
  Values passed_;  // what a region's end gives
  std::vector<PrintedText> printed_;
  size_t textsBefore_ = 0;  // of its parts, the branch
  bool gradAtEntry_ = true, rootReturns_ = false, rootContinues_ = false;
  llvm::StringMap<Value> displays_;  // what modules' code makes, by its path
  // Of classes that modules' code makes: attributes of which only running their body could tell.
  llvm::StringMap<llvm::StringSet<>> unknownNames_;
  std::vector<std::shared_ptr<Coroutine>> coroutines_;
  Coroutine *active_ = nullptr;  // whose body is running
  // Loops of which a turn is being evaluated, and how many values it gives.
  struct Turn {
    const Frame *frame;
    ir::RegionId body;
    size_t count;
  };
  std::vector<Turn> turns_;
  Values rowsAdded_;                   // tensors that the turn has added to lists
  std::set<ObjectId> insertsAtFront_;  // lists to which the turn has added items before the others
  std::vector<Recursion *> recursions_;                       // of which nodes are being evaluated
  std::vector<RecursiveCalls *> calls_;                       // of which a call is being evaluated
  std::shared_ptr<const RecursionHistory> recursionHistory_;  // of the turn evaluated last
  size_t joinedAt_ = 0;  // with Flow::Joined: the level, and how it ended
  Flow joinedBy_ = Flow::Yield;
  ir::RegionId rootRegion_;
  size_t steps_ = 0, depth_ = 0;
};

}  // namespace janus::speculate
