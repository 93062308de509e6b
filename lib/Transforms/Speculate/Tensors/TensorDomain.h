// Tensors as abstract values: which overload of an operation is meant, what its results are, views
// and writes, strides, and what the tape keeps.
#pragma once

#include "Inference/Results.h"
#include "Inference/StaticContext.h"
#include "Transforms/Speculate/Gradients/Tape.h"
#include "Transforms/Speculate/Tensors/Scalars.h"
#include "Transforms/Speculate/Tensors/TensorModes.h"

namespace janus::speculate {

using inference::Numbers;
using inference::StaticArg;

// The evaluator of Python code as tensors need it: many operations and all gradients are functions
// of the prelude.
class PythonProtocol {
public:
  virtual ~PythonProtocol() = default;
  virtual AbstractValue callStatic(const StaticValue &function, CallArgs args) = 0;
  virtual AbstractValue callCode(const ir::Module *module, ir::FunctionId id,
                                 llvm::ArrayRef<AbstractValue> cells,
                                 std::vector<AbstractValue> parameters) = 0;
  // Nothing: refused, or raised.
  virtual std::optional<std::vector<AbstractValue>> allItems(AbstractValue iterable) = 0;
};

class TensorDomain : EvaluatorPart {
public:
  TensorDomain(Evaluation &shared, Scalars &scalars, PythonProtocol &python)
      : EvaluatorPart(shared), scalars_(scalars), python_(python) {}

  // ---- operations
  // By their names: "torch.add", "Tensor.add", "ops.aten.add".
  llvm::ArrayRef<TensorOp> overloadsOf(llvm::StringRef name);
  // Calls the first of the overloads that takes the arguments.
  Value call(llvm::ArrayRef<TensorOp> overloads, llvm::StringRef name, CallArgs args);
  Value call(KnownSpelling spelling, Values args);
  // Arguments by the schema.
  Value apply(TensorOp op, Values args);
  // The operation itself, not its decomposition, and no write.
  Value emitOperation(TensorOp op, Values args);
  std::optional<Values> bindSchema(const Schema &schema, const CallArgs &args, bool method = false,
                                   bool readsNumbers = false);
  // An argument as an operand of the graph.
  ir::ValueId operand(const Param &param, Value value);
  bool isDecomposing() const { return !decomposing_.empty(); }

  // ---- what a tensor is
  ir::ValueId contents(ObjectId tensor);  // now, in the graph
  std::vector<SymbolicSize> shapeOf(ObjectId tensor);
  bool haveOneShape(ObjectId a, ObjectId b), isFloat(ObjectId tensor), isComplex(ObjectId tensor),
      isInexact(ObjectId tensor);
  Value shapeValue(ObjectId tensor), elementCount(ObjectId tensor);
  // `orCounted`: or as many as contents decide.
  bool hasOneElement(ObjectId tensor, bool orCounted = false);
  ir::Layout layoutOf(ObjectId tensor);
  // Nothing where strides are not known.
  std::optional<bool> isContiguous(ObjectId tensor), suggestsChannelsLast(ObjectId tensor);
  bool isConjugated(ObjectId tensor);
  std::optional<bool> liesBy(llvm::StringRef side, ObjectId tensor);
  std::optional<int64_t> strideOf(ObjectId tensor, size_t dim);
  // It came out of a branch as one tensor or another: that is refused.
  bool isUndecided(ObjectId tensor);
  // It has a gradient, and is of some turn of a loop.
  bool isOfSomeTurn(ObjectId tensor);
  std::optional<DType> dtypeOf(Value value);  // of `torch.float32` and such
  Value typeObject(DType type);               // the other way
  // Types, devices and memory formats are known by their names: their class ("torch.device"), empty
  // for anything else, and what they have as attributes.
  llvm::StringRef classOfNamed(Value value);
  bool holdsForeign(Value value);
  bool holdsSparse(Value value);
  bool isNamedValue(Value value) { return !classOfNamed(value).empty(); }
  bool isDevice(Value value);
  std::optional<Value> namedAttribute(Value value, llvm::StringRef name);
  Value attribute(ObjectId tensor, llvm::StringRef name);

  // An int as a size of tensors; `what`: of what it is the number. Nothing: refused.
  std::optional<SymbolicSize> asSize(Value value, llvm::StringRef what);

  // A result that shows a tensor which nobody else has seen is no view; `before`: how many objects
  // there were.
  void becomeOwn(Value result, size_t before, bool isOneOfMany = false);

  // ---- writes
  // Other contents, and with them their history; `counted`: in `_version`.
  void write(ObjectId target, Value result, bool counted = true);
  Value ofType(Value tensor, ObjectId like);  // converted to the type of its elements
  // With its strides. `written`: where the tensor has gaps or overlaps, those stay.
  Value lyingAs(ObjectId tensor, Value value, bool written);

  // ---- modes
  DType defaultType() const { return defaultType_; }
  void setDefaultType(DType type) { defaultType_ = type; }
  const TensorModes &modes() const { return modes_; }
  void setModes(TensorModes modes) { modes_ = std::move(modes); }
  AutocastMode &autocast();  // from now on entries find it at rest
  bool isAutocastOn() const;
  // A function of the prelude that has a policy, in autocast: with its tensors cast.
  Value callCasting(AutocastPolicy policy, CallArgs args, llvm::function_ref<Value(CallArgs)> run);

  // ---- gradients
  bool gradEnabled() const { return modes_.isGradEnabled; }
  // Answers what it was.
  bool setGradEnabled(bool on) { return std::exchange(modes_.isGradEnabled, on); }
  bool requiresGrad(Value value);
  void setRequiresGrad(ObjectId tensor, Value given);
  void detachInPlace(ObjectId tensor);
  Value resize(Value tensor, const Values &sizes);  // `resize_`
  void setData(ObjectId tensor, Value given);
  bool writePart(ObjectId tensor, llvm::StringRef name, Value value);
  Value gradientOf(ObjectId tensor);  // `.grad`
  TapeEdge edgeOf(Value tensor);
  // Somebody asks for a view's own history, or goes on with it: torch gives it to the view then.
  void noteAsked(ObjectId tensor) { heap_.at(tensor).tensor.isUnasked = false; }
  TapeEdge askedEdgeOf(Value tensor);
  std::deque<TapeEntry> &tape() { return tape_; }
  // How PyTorch calls the node, where that is not the row's name. Asked for of histories that live
  // on alone: the answer may hang on sizes, which are guarded then, and on strides, which may not
  // be known.
  struct NodeName {
    std::string text;
    bool isKnown = true;
  };
  NodeName nameOfNode(const TapeEntry &entry);
  // How a result of that entry shows its history: the row of its operation, and the node's name
  // where that is another one. Nothing: that is not known when the graph is made.
  struct ResultName {
    std::string row, node;
  };
  std::optional<ResultName> nameOfResult(ObjectId tensor, const TapeEntry &entry);

private:
  bool isAlone(ObjectId tensor);
  bool accepts(const Param &param, Value value), isNumberTensor(const Param &param, Value value);
  bool isGenerator(Value value);
  Value defaultOf(const Param &param);
  Value applySparse(TensorOp op, Values args);
  Value conjugates(Value tensor);
  Value callInto(llvm::ArrayRef<TensorOp> overloads, llvm::StringRef name, const CallArgs &args,
                 Value target);
  bool canGoOn(ObjectId tensor);
  Value applyForm(TensorOp op, Values args), applyInPlace(TensorOp op, Values args),
      applyDecomposed(TensorOp op, const StaticValue &function, Values args);
  void nameResults(const Schema &schema, Value tuple, const Values &results);
  void notePieces(TensorOp op, const Values &args, const Values &pieces);
  struct NamingArguments;
  void record(TensorOp op, const Values &args, llvm::ArrayRef<Value> results);
  StaticArg staticArg(const Param &param, Value value);
  std::optional<int64_t> guardRange(TensorOp op, const Values &args);
  bool isFree(TensorOp op, const Param &param, Value value);
  // `length`: of a range that moves, as guardRange says.
  std::vector<StaticArg> staticArgs(TensorOp op, const Values &args,
                                    std::optional<SymbolicSize> length);
  SymbolicSize countedLength(Value first, Value last, Value size);
  std::optional<SymbolicSize> decidedSize(Value value);
  std::optional<SymbolicSize> decidedNumber(Value value);
  bool nameSizes(TensorOp op, Values &args, llvm::ArrayRef<StaticArg> facts);
  // Of a tensor, or of one in a list or tuple.
  bool anyTensor(Value value, llvm::function_ref<bool(Value)> holds);
  bool anyRequiresGrad(Value value);

  // ---- positions that move (TensorPositions.cpp)
  std::optional<SymbolicSize> guardPositions(TensorOp op, const Values &args);
  std::optional<int64_t> distance(Value from, Value to, bool *proven);
  void addCounts(TensorOp op, const Values &args, std::vector<StaticArg> &facts);
  Value refuseShape(TensorOp op, const Values &args, llvm::ArrayRef<StaticArg> facts);
  void guardHolds(Value condition, llvm::StringRef what);

  // ---- numbers (TensorNumbers.cpp)
  void guardNumbers(TensorOp op, const Values &args, llvm::StringRef dtype);

  // ---- strides (TensorStrides.cpp)
  // The answer to whether a result shows the elements of the argument.
  enum class Showing : uint8_t { Never, Always, Unknown };
  Showing showsElements(TensorOp op, const Values &args);
  bool mayNotFit(TensorOp op, const Values &args);
  Value applyMaybeView(TensorOp op, Values args), reshapeByStrides(TensorOp op, Values args);
  std::optional<std::vector<int64_t>> sizesOf(ObjectId tensor), stridesOf(ObjectId tensor);
  std::optional<MemoryPlace> placeOf(ObjectId tensor);
  std::optional<std::vector<int64_t>> constantInts(Value listOrInt);
  bool mayOverlap(ObjectId a, ObjectId b), areMadeAlike(ObjectId a, ObjectId b);

  // ---- torch.autocast (TensorAutocast.cpp)
  DType elementType(Value tensor);
  bool hasFloat(Value argument), isCastKept(ObjectId tensor, DType to);
  Value cast(Value value, DType to), castAll(Value argument, DType to);
  Value withoutAutocast(llvm::function_ref<Value(DType lower)> run);
  Value applyCasting(TensorOp op, Values args);

  // ---- views and writes (TensorUpdates.cpp)
  void makeView(ObjectId id, TensorOp op, const Values &args), renewView(ObjectId id);
  void recordAsInPlace(TapeId entry, Value target, const TensorState &before, ir::ValueId elements);
  bool showsAll(ObjectId tensor);
  bool canCastTo(Value tensor, Value target);

  Scalars &scalars_;
  PythonProtocol &python_;
  std::deque<TapeEntry> tape_;
  TensorModes modes_;
  bool asksAutocast_ = false;
  DType defaultType_ = DType::F32;
  std::vector<TensorOp> decomposing_;
};

}  // namespace janus::speculate
