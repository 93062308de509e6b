// Natives of tensors that are no operations, and of grad mode.
#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

using namespace ir;

Evaluator::Value Evaluator::nativeBackward(CallArgs args) {
  // gradient, retain_graph, create_graph, inputs
  Values given(4, heap_.none());
  for (size_t i = 1; i < args.positional.size() && i <= given.size(); ++i)
    given[i - 1] = args.positional[i];
  static const llvm::StringRef kNames[] = {"gradient", "retain_graph", "create_graph", "inputs"};
  for (auto &[name, value] : args.keywords)
    for (size_t i = 0; i < given.size(); ++i)
      if (name == kNames[i])
        given[i] = value;
  std::optional<bool> createsGraph = fixedTruth(given[2], "whether a graph is made");
  std::optional<bool> keepsGraph = fixedTruth(given[1], "whether the graph is kept");
  if (!createsGraph || !keepsGraph)
    return {};
  BackwardPass pass;
  pass.roots = {args.positional[0]};
  pass.seeds = {given[0] == heap_.none() ? Value() : given[0]};
  pass.createGraph = *createsGraph;
  pass.keepGraph = given[1] == heap_.none() ? pass.createGraph : *keepsGraph;
  if (!(given[3] == heap_.none())) {
    std::optional<Values> inputs = isTensor(given[3]) ? Values{given[3]} : allItems(given[3]);
    if (!inputs || inputs->empty())
      return stopped() ? Value() : refuse(RefusalKind::UnknownOperation, "backward without inputs");
    pass.inputs = std::move(*inputs);
  }
  return backward_.run(std::move(pass));
}

// tensors, grads, retain_graph, create_graph, inputs, allow_unused, accumulate
Evaluator::Value Evaluator::nativeRunBackward(CallArgs args) {
  BackwardPass pass;
  std::optional<Values> lists[3];
  for (size_t i : {0, 1, 2})
    if (!(lists[i] = allItems(args.positional[i == 2 ? 4 : i])))
      return {};
  bool flags[4];
  for (size_t i = 0; i < 4; ++i) {
    static const size_t kAt[] = {2, 3, 5, 6};
    std::optional<bool> known = fixedTruth(args.positional[kAt[i]], "how gradients are asked for");
    if (!known)
      return {};
    flags[i] = *known;
  }
  pass.keepGraph = flags[0];
  pass.createGraph = flags[1];
  pass.allowUnused = flags[2];
  pass.accumulate = flags[3];
  pass.roots = std::move(*lists[0]);
  for (size_t i = 0; i < pass.roots.size(); ++i) {
    Value seed = i < lists[1]->size() ? (*lists[1])[i] : heap_.none();
    pass.seeds.push_back(seed == heap_.none() ? Value() : seed);
  }
  pass.inputs = std::move(*lists[2]);
  for (const Values *each : {&pass.roots, &pass.inputs})
    if (!llvm::all_of(*each, [&](Value v) { return isTensor(v); }))
      return refuse(RefusalKind::UnknownOperation, "gradients of what is no tensor");
  return backward_.run(std::move(pass));
}

// The leaves that gradients of the tensors go to.
Evaluator::Value Evaluator::nativeLeavesOf(CallArgs args) {
  std::optional<Values> tensors = allItems(args.positional[0]);
  if (!tensors)
    return {};
  llvm::SetVector<ObjectId> ends;
  for (Value tensor : *tensors) {
    if (!isTensor(tensor))
      return refuse(RefusalKind::UnknownOperation, "the leaves behind what is no tensor");
    tensors_.contents(tensor.objectId());  // a view that was written through has its base's history
    const TensorState &state = heap_.at(tensor.objectId()).tensor;
    if (!state.tape) {
      ends.insert(tensor.objectId());
      continue;
    }
    for (ObjectId end : endsBehind(tensors_.tape(), state.tape))
      ends.insert(end);
  }
  Values leaves;
  for (ObjectId end : ends) {
    const TensorState &state = heap_.at(end).tensor;
    if (state.hasPast)
      return refuse(RefusalKind::NoGradient, "a history from before the region");
    leaves.push_back(Value::object(end));
  }
  return heap_.makeList(ObjectKind::List, std::move(leaves));
}

// The name goes to the entry of the operation that made the tensor, if the tape has one.
Evaluator::Value Evaluator::nativeNameNode(CallArgs args) {
  Value tensor = args.positional[0];
  std::optional<std::string> name = scalars_.fixedText(args.positional[1], "the name of a node");
  if (!name)
    return {};
  if (!isTensor(tensor))
    return tensor;
  if (TapeId made = heap_.at(tensor.objectId()).tensor.tape)
    tensors_.tape()[made.index].node = *name;
  return tensor;
}

Evaluator::Value Evaluator::nativeSize(CallArgs args) {
  Value shape = tensors_.shapeValue(args.positional[0].objectId());
  if (args.positional.size() > 1)
    return getItem(shape, args.positional[1]);
  return shape;
}

Evaluator::Value Evaluator::nativeStride(CallArgs args) {
  ObjectId tensor = args.positional[0].objectId();
  tensors_.contents(tensor);
  Value wanted = args.positional.size() > 1 ? args.positional[1]
                 : args.keywords.empty()    ? heap_.none()
                                            : args.keywords[0].second;
  auto rank = static_cast<int64_t>(tensors_.shapeOf(tensor).size());
  auto strideOf = [&](int64_t dim) -> Value {
    if (std::optional<int64_t> stride = tensors_.strideOf(tensor, dim))
      return heap_.integer(*stride);
    return refuse(RefusalKind::UnknownOperation,
                  "stride of a dimension of one element, or of unknown strides");
  };
  if (!(wanted == heap_.none())) {
    std::optional<int64_t> dim = scalars_.fixedInt(wanted, "a dimension");
    if (!dim)
      return {};
    bool isOne = *dim >= -rank && *dim < rank;
    return isOne ? strideOf(*dim < 0 ? *dim + rank : *dim)
                 : raise("IndexError", "Dimension out of range");
  }
  Values strides;
  for (int64_t d = 0; d < rank && !stopped(); ++d)
    strides.push_back(strideOf(d));
  return stopped() ? Value() : heap_.makeList(ObjectKind::Tuple, std::move(strides));
}

Evaluator::Value Evaluator::nativeResize(CallArgs args) {
  Values sizes(args.positional.begin() + 1, args.positional.end());
  if (sizes.size() == 1 && kindOf(sizes[0]) != TypeKind::Int) {
    std::optional<Values> items = allItems(sizes[0]);
    if (!items)
      return {};
    sizes = std::move(*items);
  }
  return tensors_.resize(args.positional[0], sizes);
}

Evaluator::Value Evaluator::nativeResizeAs(CallArgs args) {
  if (!isTensor(args.positional[1]))
    return refuse(RefusalKind::UnknownOperation, "resize_as_ to what is no tensor");
  std::optional<Values> sizes = allItems(tensors_.shapeValue(args.positional[1].objectId()));
  return sizes ? tensors_.resize(args.positional[0], *sizes) : Value();
}

Evaluator::Value Evaluator::nativeDim(CallArgs args) {
  tensors_.contents(args.positional[0].objectId());
  return heap_.integer(tensors_.shapeOf(args.positional[0].objectId()).size());
}

Evaluator::Value Evaluator::nativeNumel(CallArgs args) {
  return tensors_.elementCount(args.positional[0].objectId());
}

Evaluator::Value Evaluator::nativeIsFloatingPoint(CallArgs args) {
  return heap_.boolean(tensors_.isFloat(args.positional[0].objectId()));
}

Evaluator::Value Evaluator::nativeIsComplex(CallArgs args) {
  return heap_.boolean(tensors_.isComplex(args.positional[0].objectId()));
}

Evaluator::Value Evaluator::nativeIsConjugated(CallArgs args) {
  return heap_.boolean(tensors_.isConjugated(args.positional[0].objectId()));
}

Evaluator::Value Evaluator::nativeTensorLen(CallArgs args) {
  std::vector<SymbolicSize> shape = tensors_.shapeOf(args.positional[0].objectId());
  tensors_.contents(args.positional[0].objectId());
  return shape.empty() ? raise("TypeError", "len() of a 0-d tensor") : heap_.makeSize(shape[0]);
}

Evaluator::Value Evaluator::nativeIsContiguous(CallArgs args) {
  ObjectId tensor = args.positional[0].objectId();
  tensors_.contents(tensor);
  bool isPlain = args.positional.size() == 1 && args.keywords.empty();
  // A decomposition asks what is known.
  if (isPlain && (tensors_.layoutOf(tensor) == Layout::Contiguous || tensors_.isDecomposing()))
    return heap_.boolean(tensors_.layoutOf(tensor) == Layout::Contiguous);
  std::optional<bool> isDense = isPlain ? tensors_.isContiguous(tensor) : std::nullopt;
  return isDense ? heap_.boolean(*isDense)
                 : refuse(RefusalKind::UnknownOperation, "is_contiguous of unknown strides");
}

Evaluator::Value Evaluator::nativeSuggestsChannelsLast(CallArgs args) {
  ObjectId tensor = args.positional[0].objectId();
  tensors_.contents(tensor);
  std::optional<bool> isLast = tensors_.suggestsChannelsLast(tensor);
  return isLast ? heap_.boolean(*isLast)
                : refuse(RefusalKind::UnknownOperation, "the memory format of unknown strides");
}

Evaluator::Value Evaluator::nativeRequiresGradInPlace(CallArgs args) {
  Value wanted = heap_.boolean(true);
  if (args.positional.size() > 1 || !args.keywords.empty())
    wanted = args.positional.size() > 1 ? args.positional[1] : args.keywords[0].second;
  tensors_.setRequiresGrad(args.positional[0].objectId(), wanted);
  return stopped() ? Value() : args.positional[0];
}

// A leaf over the memory of `data`, of another class than that.
Evaluator::Value Evaluator::nativeParameter(CallArgs args) {
  Value data = args.positional.empty() ? Value() : args.positional[0];
  Value wanted = args.positional.size() > 1 ? args.positional[1] : heap_.boolean(true);
  for (const auto &[name, value] : args.keywords)
    (name == "data" ? data : wanted) = value;
  ObjectId type = heap_.classNamed(toString(PreludeName::ParameterClass));
  bool isKnown = data.isBound() && isTensor(data) && heap_.at(type).node;
  ObjectId given = isKnown ? typeOf(data) : ObjectId();
  if (!isKnown || (given != type && heap_.at(given).name != toString(PreludeName::TensorClass)))
    return refuse(RefusalKind::UnknownCallee, "`Parameter` with these arguments");
  // It counts its writes with what it is given, and that may count apart from its memory's owner.
  for (ObjectId each = data.objectId();;) {
    if (heap_.at(each).tensor.hasOwnVersion)
      return refuse(RefusalKind::UnknownCallee, "`Parameter` of a tensor made by `.data`");
    const ViewOrigin *origin = heap_.at(each).tensor.origin.get();
    if (!origin)
      break;
    each = origin->args[0].objectId();
  }
  Value made = tensors_.apply(in_.ops.known(KnownOp::Detach), {data});
  if (!stopped())
    tensors_.setRequiresGrad(made.objectId(), wanted);
  if (stopped())
    return {};
  heap_.at(made).type = type;
  return made;
}

Evaluator::Value Evaluator::nativeDetachInPlace(CallArgs args) {
  tensors_.detachInPlace(args.positional[0].objectId());
  return stopped() ? Value() : args.positional[0];
}

// An array of a package as a tensor, an input that is made when the region is entered; anything
// else is left as it is. `step`: of access paths.
Evaluator::Value Evaluator::tensorOfArray(Value array, llvm::StringRef step) {
  bool isForeign =
      array.isObject() && heap_.at(array).kind == ObjectKind::Opaque && !heap_.at(array).isNew();
  std::optional<Value> elements =
      isForeign ? heap_.classAttribute(array.objectId(), step) : std::nullopt;
  return elements ? *elements : array;
}

Evaluator::Value Evaluator::nativeArrayElements(CallArgs args) {
  return tensorOfArray(args.positional[0], "elements()");
}

// A view, which has a tensor of its own wherever it is given out. Writes through it would be seen
// in the array, and in other tensors over its memory: TensorDomain::write refuses them.
Evaluator::Value Evaluator::nativeArrayMemory(CallArgs args) {
  Value memory = tensorOfArray(args.positional[0], "memory()");
  bool isArray = !stopped() && isTensor(memory) && !(memory == args.positional[0]);
  return isArray ? tensors_.attribute(memory.objectId(), "data") : memory;
}

Evaluator::Value Evaluator::nativeIsTensor(CallArgs args) {
  return heap_.boolean(isTensor(args.positional[0]) || isSparse(args.positional[0]));
}

Evaluator::Value Evaluator::nativeDevice(CallArgs args) {
  if (tensors_.isDevice(args.positional[0]))
    return args.positional[0];
  std::optional<std::string> name = scalars_.fixedText(args.positional[0], "a device");
  if (!name)
    return {};
  if (*name != "cpu")
    return refuse(RefusalKind::UnknownOperation, "torch.device of `" + *name + "`");
  return Value::object(heap_.native(*name));
}

Evaluator::Value Evaluator::nativeDefaultType(CallArgs) {
  return tensors_.typeObject(tensors_.defaultType());
}

Evaluator::Value Evaluator::nativePromoteTypes(CallArgs args) {
  std::optional<DType> a = tensors_.dtypeOf(args.positional[0]),
                       b = tensors_.dtypeOf(args.positional[1]);
  return a && b ? tensors_.typeObject(promote(*a, *b))
                : refuse(RefusalKind::NoOverload, "torch.promote_types");
}

Evaluator::Value Evaluator::nativeCanCast(CallArgs args) {
  std::optional<DType> from = tensors_.dtypeOf(args.positional[0]),
                       to = tensors_.dtypeOf(args.positional[1]);
  return from && to ? heap_.boolean(canCast(*from, *to))
                    : refuse(RefusalKind::NoOverload, "torch.can_cast");
}

Evaluator::Value Evaluator::nativeIsGradEnabled(CallArgs) {
  return heap_.boolean(tensors_.gradEnabled());
}

// The state of torch.autocast on the device that the first argument names.
AutocastMode::Device *Evaluator::autocastDevice(CallArgs &args) {
  std::optional<std::string> name = scalars_.fixedText(args.positional[0], "a type of devices");
  return name ? &tensors_.autocast().device(*name) : nullptr;
}

Evaluator::Value Evaluator::nativeIsAutocastEnabled(CallArgs args) {
  AutocastMode::Device *device = autocastDevice(args);
  return device ? heap_.boolean(device->isEnabled) : Value();
}

Evaluator::Value Evaluator::nativeSetAutocastEnabled(CallArgs args) {
  AutocastMode::Device *device = autocastDevice(args);
  std::optional<bool> on = fixedTruth(args.positional[1], "whether torch.autocast is on");
  if (!device || !on)
    return {};
  device->isEnabled = *on;
  return heap_.none();
}

Evaluator::Value Evaluator::nativeAutocastType(CallArgs args) {
  AutocastMode::Device *device = autocastDevice(args);
  return device ? tensors_.typeObject(device->type) : Value();
}

Evaluator::Value Evaluator::nativeSetAutocastType(CallArgs args) {
  AutocastMode::Device *device = autocastDevice(args);
  std::optional<DType> type = tensors_.dtypeOf(args.positional[1]);
  if (!type)
    return raise("TypeError", "set_autocast_dtype(): expected a dtype");
  if (!device)
    return {};
  device->type = *type;
  return heap_.none();
}

Evaluator::Value Evaluator::nativeIsAutocastCacheEnabled(CallArgs) {
  return heap_.boolean(tensors_.autocast().isCacheEnabled);
}

Evaluator::Value Evaluator::nativeSetAutocastCacheEnabled(CallArgs args) {
  std::optional<bool> on = fixedTruth(args.positional[0], "whether torch.autocast keeps casts");
  if (!on)
    return {};
  tensors_.autocast().isCacheEnabled = *on;
  return heap_.none();
}

Evaluator::Value Evaluator::nativeClearAutocastCache(CallArgs) {
  tensors_.autocast().casts.clear();
  return heap_.none();
}

Evaluator::Value Evaluator::nativeChangeAutocastNesting(CallArgs args) {
  std::optional<int64_t> by = scalars_.fixedInt(args.positional[0], "regions within each other");
  return by ? heap_.integer(tensors_.autocast().nesting += *by) : Value();
}

Evaluator::Value Evaluator::nativeMayChange(CallArgs args) {
  Value value = truth(args.positional[0]);
  if (stopped() || !value.isScalar())
    return stopped() ? Value() : value;
  Scalar forgotten = heap_.scalar(value);
  forgotten.value = heap_.valueOf(value);
  forgotten.profile = std::nullopt;
  forgotten.path.clear();
  return heap_.makeScalar(std::move(forgotten));
}

Evaluator::Value Evaluator::nativeSetGradEnabled(CallArgs args) {
  if (kindOf(args.positional[0]) != TypeKind::Bool)
    return raise("TypeError", "the grad mode must be a bool");
  std::optional<bool> on = fixedTruth(args.positional[0], "the grad mode");
  if (!on)
    return {};
  if (*on && !gradAtEntry_)  // inference mode would record nothing
    graph_.assume("mode", "inference", "False");
  return heap_.boolean(tensors_.setGradEnabled(*on));
}

}  // namespace janus::speculate
