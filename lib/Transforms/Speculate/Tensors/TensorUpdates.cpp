// Views and writes: an operation in place gives a storage another value, through views too.
#include "Transforms/Speculate/Tensors/TensorDomain.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/SaveAndRestore.h"

namespace janus::speculate {

using namespace ir;

void TensorDomain::makeView(ObjectId id, TensorOp op, const Values &args) {
  TensorState &view = heap_.at(id).tensor;
  auto origin = std::make_shared<ViewOrigin>();
  origin->op = static_cast<uint16_t>(op);
  origin->args = args;
  view.view = heap_.storageOf(id).contents;
  view.origin = std::move(origin);
  view.made = modes_.isGradEnabled ? heap_.at(args[0]).tensor.made : ViewMade::WithoutGrad;
  view.storage = heap_.at(args[0]).tensor.storage;
  view.version = heap_.storageOf(id).version;
  // Known strides say more than the operation does: a matrix that is turned twice is dense.
  if (layoutOf(id) == Layout::Contiguous || isContiguous(id) != true)
    return;
  Type type = graph_.types().get(heap_.at(id).tensorType);
  type.layout = Layout::Contiguous;
  heap_.at(id).tensorType = graph_.types().intern(type);
  graph_.function().value(heap_.at(id).tensor.view).type = heap_.at(id).tensorType;
}

ValueId TensorDomain::contents(ObjectId id) {
  AbstractHeap::Storage &storage = heap_.storageOf(id);
  if (storage.isGiven)
    return refuse(RefusalKind::AliasedWrite, "a tensor that has become another's `data`"),
           ValueId();
  auto at = [&](StorageId shown) { return heap_.storages()[shown.index]; };
  if (storage.mayShow && AbstractHeap::isOutdated(storage, at))
    return refuse(RefusalKind::AliasedWrite, "a tensor that was reshaped"), ValueId();
  if (heap_.at(id).tensor.isView()) {
    if (heap_.at(id).tensor.version != storage.version)
      renewView(id);
    return heap_.at(id).tensor.view;
  }
  if (heap_.isAnotherView(heap_.at(id))) {
    if (storage.version != 0)
      refuse(RefusalKind::AliasedWrite, "a tensor");
    return graph_.input(heap_.at(id).path, heap_.at(id).tensorType, heap_.at(id).tensor.hasPast);
  }
  if (!storage.contents) {
    storage.contents =
        graph_.input(heap_.at(id).path, heap_.at(id).tensorType, heap_.at(id).tensor.hasPast);
  }
  return storage.contents;
}

// The base was written: the view shows what is there now.
void TensorDomain::renewView(ObjectId id) {
  std::shared_ptr<const ViewOrigin> origin = heap_.at(id).tensor.origin;
  if (heap_.at(id).tensor.version < heap_.storageOf(id).replacedAt)
    return void(refuse(RefusalKind::AliasedWrite, "what a tensor was before its `data` was set"));
  if (heap_.at(id).tensor.isOfFunction)
    return void(refuse(RefusalKind::AliasedWrite, "what a function of the program shows"));
  // A leaf stays one: it was made by `detach()`.
  bool isLeaf = heap_.at(id).tensor.requiresGrad && !heap_.at(id).tensor.tape;
  if (isLeaf && origin->op != static_cast<uint16_t>(TensorOp::Detach))
    return void(refuse(RefusalKind::AliasedWrite, "a leaf over the memory of another tensor"));
  if (isTensor(origin->args[0]))  // a view, too, whose sizes may be counted again
    contents(origin->args[0].objectId());
  if (stopped())
    return;
  Value again = emitOperation(static_cast<TensorOp>(origin->op), origin->args);
  if (stopped())
    return;
  const TensorState &now = heap_.at(again).tensor;
  TensorState &view = heap_.at(id).tensor;
  if (view.made != ViewMade::Plain && now.requiresGrad) {
    raise("RuntimeError", "a view of the kind that is out of date once its base was written");
    return;
  }
  view.view = now.view;
  view.version = now.version;
  view.tape = now.tape;
  view.output = now.output;
  view.isUnasked |= !view.requiresGrad && now.requiresGrad;
  view.requiresGrad = isLeaf || now.requiresGrad;
  if (graph_.types().get(heap_.at(again).tensorType).shape !=
      graph_.types().get(heap_.at(id).tensorType).shape)
    heap_.at(id).tensorType = heap_.at(again).tensorType;
}

// True when all elements of its base are seen through the tensor.
bool TensorDomain::showsAll(ObjectId tensor) {
  while (const ViewOrigin *origin = heap_.at(tensor).tensor.origin.get()) {
    switch (row(static_cast<TensorOp>(origin->op)).shape) {
    case ShapeRule::Self:
    case ShapeRule::View:
    case ShapeRule::Transpose:
    case ShapeRule::Permute:
    case ShapeRule::Squeeze:
    case ShapeRule::Unsqueeze: break;
    default: return false;
    }
    tensor = origin->args[0].objectId();
  }
  return true;
}

TensorDomain::Value TensorDomain::applyInPlace(TensorOp op, Values args) {
  const Schema &schema = in_.ops.schema(op);
  Value target = args[0];
  StaticValue function;
  if (!isTwin(op)) {
    if (!has(row(op).kernels, Kernel::Prelude))
      return refuse(RefusalKind::NoRule, "graph form of the update `" + schema.fullName() + "`");
    function = in_.statics.composite(schema.fullName());
  }
  if (!isTensor(target))
    return applyDecomposed(op, function, std::move(args));
  // Operands that show a part of what is written: torch raises, or reads some of it too late.
  for (size_t i = 1; i < args.size(); ++i)
    if (isTensor(args[i]) && mayOverlap(target.objectId(), args[i].objectId()))
      return refuse(RefusalKind::AliasedWrite, "a tensor that is read as another view");
  TypeRule type = row(isTwin(op) ? row(op).functional : op).type;
  if (isComplex(target.objectId()) && (type == TypeRule::Real || type == TypeRule::RealFloat))
    return raise("RuntimeError",
                 "In-place " + schema.name + " is not supported for complex tensors.");
  // How the stream is drawn on depends on how the elements lie.
  if (hasTrait(op, Trait::Random) &&
      graph_.types().get(heap_.at(target).tensorType).layout != Layout::Contiguous)
    return refuse(RefusalKind::NoRule,
                  "draws of `" + schema.fullName() + "` into elements that are not contiguous");
  const TensorState &state = heap_.at(target).tensor;
  bool tracked = modes_.isGradEnabled && state.requiresGrad;
  // A view that borrows gradients was made while they were off, or its base got a history through
  // another view, and nobody has asked for its own yet.
  bool needsGrad = llvm::any_of(args, [&](Value each) { return anyRequiresGrad(each); });
  if (modes_.isGradEnabled && (state.isUnasked || heap_.borrowsGradient(target.objectId()) ||
                               (state.made != ViewMade::Plain && needsGrad)))
    return raise("RuntimeError", "a view that may not be written while gradients are on");
  if (tracked && state.hasPast && !canGoOn(target.objectId()))
    return refuse(RefusalKind::NoGradient, "a write to a tensor with a history from before");
  if (tracked && !state.tape && !state.hasPast)
    return raise("RuntimeError",
                 "a leaf Variable that requires grad is being used in an in-place operation.");
  size_t recorded = tape_.size();
  const TensorState before = heap_.at(target).tensor;
  ValueId elements = tracked && isTwin(op) ? contents(target.objectId()) : ValueId();
  // The old value of a target that is written as a whole is on the tape still, where gradients of
  // zeros arrive. The old value of a part needs none: the write to its base is on the tape.
  bool isWhole = tracked && showsAll(target.objectId());
  bool canReplace = isWhole && !in_.gradients.of(schema.fullName()).empty();
  bool replaces = canReplace && !isTwin(op);
  Value result;
  {
    llvm::SaveAndRestore<bool> mode(modes_.isGradEnabled, modes_.isGradEnabled && !replaces);
    result = isTwin(op) ? apply(row(op).functional, args) : applyDecomposed(op, function, args);
  }
  if (stopped())
    return {};
  if (isTwin(op) && !canCastTo(result, target))
    return raise("RuntimeError", "the result can't be cast to the type of the tensor");
  bool isRecorded = elements && tape_.size() == recorded + 1 && !tape_.back().branch &&
                    tape_.back().op == row(op).functional;
  result = ofType(result, target.objectId());
  if (stopped())
    return {};
  if (!haveOneShape(result.objectId(), target.objectId()))
    return refuse(RefusalKind::BadShape, schema.fullName());
  if (replaces || (canReplace && !requiresGrad(result))) {   // a twin that draws numbers
    result = heap_.makeTensor(contents(result.objectId()));  // the source itself, perhaps
    heap_.at(result).tensor.requiresGrad = true;
    record(op, args, {result});
  }
  if (isWhole && !requiresGrad(result))
    return refuse(RefusalKind::NoRule,
                  "gradient of `" + schema.fullName() + "` for the tensor that it writes");
  write(target.objectId(), result);
  if (stopped())
    return {};
  if (isRecorded && !in_.gradients.of(schema.fullName()).empty())
    tape_[recorded].op = op;
  if (isRecorded)
    recordAsInPlace(TapeId(recorded), target, before, elements);
  return target;
}

// A call with `out=`: the result is copied there. No gradients go through it, and arguments show
// the target only where each element is read before it is written.
TensorDomain::Value TensorDomain::callInto(llvm::ArrayRef<TensorOp> overloads, llvm::StringRef name,
                                           const CallArgs &args, Value target) {
  bool isElementwise = llvm::all_of(
      overloads, [](TensorOp op) { return has(janus::row(op).traits, Trait::Elementwise); });
  const ObjectId into = target.objectId();
  std::function<bool(Value)> overlaps = [&](Value each) {
    if (isTensor(each))
      return heap_.at(each).tensor.storage == heap_.at(into).tensor.storage &&
             !(isElementwise && each == target);
    return each.isObject() && llvm::any_of(heap_.at(each).items, overlaps);
  };
  bool isShown = llvm::any_of(args.positional, overlaps) ||
                 llvm::any_of(args.keywords, [&](auto &each) { return overlaps(each.second); });
  Value result = isShown ? Value() : call(overloads, name, args);
  if (stopped())
    return {};
  bool isDifferentiated =
      isTensor(result) && (requiresGrad(result) || (modes_.isGradEnabled && requiresGrad(target)));
  bool fits = isTensor(result) && !isDifferentiated && haveOneShape(result.objectId(), into) &&
              dtypeOf(attribute(result.objectId(), "dtype")) == dtypeOf(attribute(into, "dtype"));
  if (!fits)
    return refuse(RefusalKind::UnknownOperation, name + " with such a tensor as `out=`");
  call(KnownSpelling::CopyInto, {target, result});
  return stopped() ? Value() : target;
}

// True for a tensor with a history from before that is no view, as far as the snapshot says: the
// history goes on with that of the write. The run time looks at it again.
bool TensorDomain::canGoOn(ObjectId id) {
  contents(id);
  const Object &object = heap_.at(id);
  const AbstractHeap::Storage &storage = heap_.storageOf(id);
  return !stopped() && !object.isNew() && !object.origin.isBound() && !object.tensor.isView() &&
         object.path == storage.path && !heap_.isShared(object.tensor.storage) &&
         !storage.mayShow && !storage.sharedBy;
}

// An update on the tape: its gradient is that of the operation in place, if that has one of its
// own. It knows what the target was before, as torch's nodes keep a copy of it; a result that is
// saved is the target itself, which must not be written again.
void TensorDomain::recordAsInPlace(TapeId id, Value target, const TensorState &before,
                                   ValueId elements) {
  heap_.at(target).tensor.isRenamed = false;
  ValueId now = contents(target.objectId());  // of a view, the tape grows
  TapeEntry &entry = tape_[id.index];
  Value past = heap_.makeTensor(elements);
  TensorState &state = heap_.at(past).tensor;
  state.requiresGrad = before.requiresGrad;
  state.tape = before.tape;
  state.output = before.output;
  entry.args[0] = past;
  entry.argValues[0] = elements;
  entry.results[0] = target.objectId();
  entry.resultValues[0] = now;
}

// Conversion of an update's result in place: not from numbers with a fraction to ints.
bool TensorDomain::canCastTo(Value tensor, Value target) {
  std::optional<DType> from = dtypeOf(attribute(tensor.objectId(), "dtype"));
  std::optional<DType> to = dtypeOf(attribute(target.objectId(), "dtype"));
  return from && to && canCast(*from, *to);
}

// Converted to the type of the elements of `like`.
TensorDomain::Value TensorDomain::ofType(Value tensor, ObjectId like) {
  if (stopped())
    return {};
  if (!isTensor(tensor))
    return refuse(RefusalKind::UnknownObject, describe(tensor) + " as a tensor");
  const std::string wanted = graph_.types().get(heap_.at(like).tensorType).dtype;
  if (graph_.types().get(heap_.at(tensor).tensorType).dtype == wanted)
    return tensor;
  TensorOp convert = in_.ops.known(KnownOp::Convert);
  CallArgs args{{tensor}, {{"dtype", attribute(like, "dtype")}}};
  std::optional<Values> bound = bindSchema(in_.ops.schema(convert), args);
  return bound ? apply(convert, std::move(*bound))
               : refuse(RefusalKind::NoOverload, "a conversion");
}

// Gives a tensor other contents, and with them their history.
void TensorDomain::write(ObjectId target, Value result, bool counted) {
  if (stopped())
    return;
  counted = counted && !heap_.at(target).tensor.hasOwnVersion;
  if (heap_.at(target).tensor.isOfFunction && heap_.at(target).tensor.isView())
    return void(refuse(RefusalKind::AliasedWrite, "what a function of the program shows"));
  if (std::shared_ptr<const ViewOrigin> origin = heap_.at(target).tensor.origin) {
    if (heap_.at(target).tensor.version < heap_.storageOf(target).replacedAt)
      return void(refuse(RefusalKind::AliasedWrite, "what a tensor was before its `data` was set"));
    // The history of what a detached tensor shows does not know of the write, nor does that
    // tensor's own go on there.
    bool isDetached = origin->op == static_cast<uint16_t>(TensorOp::Detach);
    if (isDetached && modes_.isGradEnabled && requiresGrad(result))
      return void(refuse(RefusalKind::AliasedWrite, "a detached tensor with a gradient"));
    bool mode = setGradEnabled(modes_.isGradEnabled && !isDetached);
    auto restore = llvm::make_scope_exit([&] { setGradEnabled(mode); });
    const Schema &schema = in_.ops.schema(static_cast<TensorOp>(origin->op));
    StaticValue function = in_.statics.composite("written_" + schema.fullName());
    if (!function.isKnown())
      return void(refuse(RefusalKind::NoRule, "way to write through `" + schema.fullName() + "`"));
    Values args = {origin->args[0], result};
    args.insert(args.end(), origin->args.begin() + 1, origin->args.end());
    args.resize(std::min<size_t>(args.size(), schema.positional + 1));
    size_t recorded = tape_.size();
    Value base = python_.callStatic(function, {std::move(args), {}});
    for (size_t i = recorded; i < tape_.size(); ++i)
      tape_[i].isPartWritten = true;
    return stopped() ? void() : write(origin->args[0].objectId(), base, counted);
  }
  // The storage's contents lie as the tensor does.
  result = lyingAs(target, result, true);
  if (stopped())
    return;
  bool isLeaf = heap_.at(target).tensor.requiresGrad && !heap_.at(target).tensor.tape &&
                !heap_.at(target).tensor.hasPast;
  if (modes_.isGradEnabled && isLeaf && heap_.at(result).tensor.requiresGrad)
    return void(raise("RuntimeError", "a view of a leaf Variable that requires grad is being used "
                                      "in an in-place operation."));
  AbstractHeap::Storage &storage = heap_.storageOf(target);
  if (llvm::StringRef(storage.path).endswith("()"))  // of an array of Python
    return void(refuse(RefusalKind::AliasedWrite, "an array of Python"));
  if (heap_.isShared(heap_.at(target).tensor.storage) || storage.mayShow)
    return void(refuse(RefusalKind::AliasedWrite, "a tensor"));
  if (storage.sharedBy)
    return heap_.noteUndecided(*storage.sharedBy);
  storage.contents = contents(result.objectId());
  heap_.at(target).origin = {};
  heap_.noteWrite(storage, counted);
  TensorState &state = heap_.at(target).tensor;
  const TensorState &written = heap_.at(result).tensor;
  if (modes_.isGradEnabled && written.requiresGrad) {
    state.requiresGrad = true;
    state.tape = written.tape;
    state.output = written.output;
    state.isRenamed = true;
  }
}

// `t.data = given`. Of a tensor that was there, where nobody else has its memory, and of memory
// that the region has made and does not look at again: who has what was there before, and who has
// `given`, cannot tell it from a write that does not count.
void TensorDomain::setData(ObjectId target, Value given) {
  auto unknown = [&](const char *what) {
    return void(
        refuse(RefusalKind::UnknownOperation, "setting `data` of a tensor " + llvm::Twine(what)));
  };
  if (!isTensor(given))
    return unknown("to what is no tensor");
  contents(target);
  ValueId elements = contents(given.objectId());
  if (stopped())
    return;
  // `t.data += x` writes through a view of the tensor itself, which then is its data.
  ObjectId source = given.objectId();
  if (const ViewOrigin *origin = heap_.at(source).tensor.origin.get();
      origin && origin->op == static_cast<uint16_t>(TensorOp::Detach))
    source = origin->args[0].objectId();
  if (source == target)
    return;
  const Object &to = heap_.at(target), &from = heap_.at(source);
  const AbstractHeap::Storage &old = heap_.storageOf(target), &made = heap_.storageOf(source);
  bool isPlain = !to.isNew() && !to.origin.isBound() && !to.tensor.isView() && !to.tensor.tape &&
                 !to.tensor.hasPast && !heap_.isShared(to.tensor.storage) && !old.mayShow &&
                 !old.sharedBy && to.path == old.path;
  if (!isPlain)
    return unknown("that may share its memory, or has a history");
  // Gradients read either tensor as it is when they are computed. Regions may have saved both.
  bool isSaved = llvm::any_of(tape_, [&](const TapeEntry &entry) {
    return !entry.freed && (entry.branch || entry.loop || entry.function ||
                            llvm::any_of(entry.args, [&](Value each) {
                              return each == Value::object(target) ||
                                     each == Value::object(source) || each == given;
                            }));
  });
  if (isSaved)
    return unknown("while gradients hang on it");
  bool isFresh = from.isNew() && !from.origin.isBound() && !from.tensor.isView() &&
                 !from.tensor.requiresGrad && made.path.empty() && !made.mayShow &&
                 !made.sharedBy && !from.tensor.isOfFunction;
  if (!isFresh)
    return unknown("to one with memory of its own, or of another");
  const Type &type = graph_.types().get(to.tensorType),
             &other = graph_.types().get(from.tensorType);
  bool isAlike = type.dtype == other.dtype && type.device == other.device && !isComplex(target) &&
                 type.layout == Layout::Contiguous && other.layout == Layout::Contiguous &&
                 haveOneShape(source, target);
  if (stopped())
    return;
  if (!isAlike)
    return unknown("to one that lies in another way");
  graph_.assume("alone", heap_.at(target).path);
  AbstractHeap::Storage &storage = heap_.storageOf(target);
  storage.contents = elements;
  heap_.noteWrite(storage, false);
  storage.replacedAt = storage.version;
  heap_.storageOf(source).isGiven = true;
}

// True for a tensor of the region that is no view and that nothing else shows.
bool TensorDomain::isAlone(ObjectId id) {
  const Object &object = heap_.at(id);
  const AbstractHeap::Storage &storage = heap_.storageOf(id);
  auto isOther = [&](uint32_t other) {
    const Object &each = heap_.at(ObjectId(other));
    return other != id.index && each.kind == ObjectKind::Tensor &&
           each.tensor.storage == object.tensor.storage;
  };
  return object.isNew() && !object.origin.isBound() && !object.tensor.isView() &&
         !object.tensor.isOfFunction && storage.path.empty() && !storage.mayShow &&
         !storage.sharedBy && llvm::none_of(llvm::seq<uint32_t>(0, heap_.objectCount()), isOther);
}

// `t.resize_(sizes)` of a tensor that has these sizes leaves it as it is. A new one without
// elements gets memory, as of `new_empty`.
TensorDomain::Value TensorDomain::resize(Value tensor, const Values &sizes) {
  ObjectId id = tensor.objectId();
  contents(id);
  if (stopped() || isUndecided(id))
    return {};
  if (requiresGrad(tensor) || heap_.borrowsGradient(id))
    return raise("RuntimeError", "cannot resize variables that require grad");
  std::vector<SymbolicSize> shape = shapeOf(id);
  bool isSame = shape.size() == sizes.size();
  for (size_t i = 0; isSame && i < sizes.size(); ++i) {
    std::optional<SymbolicSize> size = asSize(sizes[i], "a size");
    isSame = size && sizes_.equal(*size, shape[i]);
  }
  if (stopped())
    return {};
  if (isSame)
    return tensor;
  auto isNothing = [&](const SymbolicSize &size) { return sizes_.isSame(size, 0); };
  if (!isAlone(id) || llvm::none_of(shape, isNothing))
    return refuse(RefusalKind::UnknownOperation, "resize_ to other sizes");
  Value made =
      call(KnownSpelling::NewEmpty, {tensor, heap_.makeList(ObjectKind::Tuple, Values(sizes))});
  if (stopped())
    return {};
  heap_.at(id).tensorType = heap_.at(made).tensorType;
  heap_.at(id).tensor.storage = heap_.at(made).tensor.storage;
  heap_.noteWrite(heap_.storageOf(id));
  return tensor;
}

// A tensor of the region loses its history; one that has none stays as it is.
void TensorDomain::detachInPlace(ObjectId id) {
  if (isUndecided(id))  // it may be a view
    return;
  contents(id);
  TensorState &tensor = heap_.at(id).tensor;
  auto isOtherView = [&](uint32_t other) {
    const Object &object = heap_.at(ObjectId(other));
    return other != id.index && object.kind == ObjectKind::Tensor &&
           object.tensor.storage == tensor.storage;
  };
  if (tensor.isView())
    return void(refuse(RefusalKind::UnknownOperation, "detach_ of a view"));
  if (stopped())
    return;
  if (!heap_.at(id).isNew())  // torch refuses views; the next one may be one
    graph_.assume("alone", heap_.at(id).path);
  if (!tensor.requiresGrad && !tensor.tape && !tensor.hasPast)
    return;
  if (!heap_.at(id).isNew() || tensor.isOfFunction ||
      llvm::any_of(llvm::seq<uint32_t>(0, heap_.objectCount()), isOtherView))
    return void(refuse(RefusalKind::UnknownOperation,
                       "detach_ of a tensor with views, or from before the region"));
  tensor.tape = TapeId();
  tensor.output = 0;
  tensor.requiresGrad = tensor.isRenamed = false;
}

}  // namespace janus::speculate
