// torch.autocast in graphs: the casts stand before the operations that the region's policies name
// (contract/Autocast.def), as dispatch makes them in the generic tier
// (tensor/dispatch/Autocast.cpp).
#include "Transforms/Speculate/Tensors/TensorDomain.h"

namespace janus::speculate {

using namespace ir;

bool AutocastMode::isAtRest() const {
  bool areAsAtFirst = llvm::all_of(devices, [](auto &each) {
    return each.second == Device{false, autocastDefault(each.first)};
  });
  return areAsAtFirst && casts.empty() && nesting == 0 && isCacheEnabled;
}

AutocastMode &TensorDomain::autocast() {
  if (!asksAutocast_)
    graph_.assume("mode", "in_autocast", "False");
  asksAutocast_ = true;
  return modes_.autocast;
}

bool TensorDomain::isAutocastOn() const {
  auto cpu = modes_.autocast.devices.find("cpu");
  return cpu != modes_.autocast.devices.end() && cpu->second.isEnabled;
}

DType TensorDomain::elementType(Value tensor) {
  return *dtypeNamed(graph_.types().get(heap_.at(tensor).tensorType).dtype);
}

bool TensorDomain::hasFloat(Value argument) {
  return anyTensor(argument, [&](Value each) { return elementType(each) == DType::F32; });
}

// Casts of leaves that require gradients are kept: they are used again in the region.
bool TensorDomain::isCastKept(ObjectId tensor, DType to) {
  const TensorState &state = heap_.at(tensor).tensor;
  AutocastMode &mode = modes_.autocast;
  return mode.isCacheEnabled && to == mode.device("cpu").type && state.requiresGrad &&
         !state.tape && !state.hasPast && !heap_.baseOf(tensor) &&
         elementType(Value::object(tensor)) == DType::F32 && !isUndecided(tensor);
}

TensorDomain::Value TensorDomain::cast(Value value, DType to) {
  if (!isTensor(value) || !isAutocastType(elementType(value)) || elementType(value) == to)
    return value;
  ObjectId tensor = value.objectId();
  bool keeps = isCastKept(tensor, to);
  if (keeps)
    if (auto known = modes_.autocast.casts.find(tensor); known != modes_.autocast.casts.end())
      return known->second;
  Value made =
      apply(in_.ops.known(KnownOp::Convert), {value, typeObject(to), heap_.none(), heap_.none()});
  if (keeps && !stopped())
    modes_.autocast.casts.emplace(tensor, made);
  return made;
}

// The argument with its tensors cast.
TensorDomain::Value TensorDomain::castAll(Value argument, DType to) {
  if (isTensor(argument))
    return cast(argument, to);
  bool changes = anyTensor(argument, [&](Value each) {
    return isAutocastType(elementType(each)) && elementType(each) != to;
  });
  if (!changes)
    return argument;
  Values items = heap_.load(argument).items;
  for (Value &each : items)
    each = cast(each, to);
  return stopped() ? Value() : heap_.makeList(ObjectKind::Tuple, std::move(items));
}

TensorDomain::Value TensorDomain::withoutAutocast(llvm::function_ref<Value(DType lower)> run) {
  DType lower = modes_.autocast.device("cpu").type;
  modes_.autocast.device("cpu").isEnabled = false;
  Value result = run(lower);
  modes_.autocast.device("cpu").isEnabled = true;
  return result;
}

// An operation within a region, its arguments cast as its row says.
TensorDomain::Value TensorDomain::applyCasting(TensorOp op, Values args) {
  AutocastPolicy policy = autocastPolicyOf(op);
  return withoutAutocast([&](DType lower) -> Value {
    auto isUnexpected = [&](Value each) {
      DType type = elementType(each);
      return isAutocastType(type) && type != DType::F32 && type != lower;
    };
    if (policy == AutocastPolicy::Widest &&
        llvm::any_of(args, [&](Value each) { return anyTensor(each, isUnexpected); }))
      return raise("RuntimeError", "an unexpected type in autocast");
    bool anyFloat = llvm::any_of(args, [&](Value each) { return hasFloat(each); });
    for (Value &each : args)
      each = castAll(each, autocastTarget(policy, lower, anyFloat));
    return apply(op, std::move(args));
  });
}

TensorDomain::Value TensorDomain::callCasting(AutocastPolicy policy, CallArgs args,
                                              llvm::function_ref<Value(CallArgs)> run) {
  return withoutAutocast([&](DType lower) -> Value {
    auto fit = [&](Value &each) {
      if (policy != AutocastPolicy::None)
        each = castAll(each, autocastTarget(policy, lower, hasFloat(each)));
    };
    for (Value &each : args.positional)
      fit(each);
    for (auto &[name, value] : args.keywords)
      fit(value);
    return stopped() ? Value() : run(std::move(args));
  });
}

}  // namespace janus::speculate
