// Natives of tensors that are no operations, and of grad mode.
#include "Transforms/Speculate/Evaluator.h"

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
  if (!(given[3] == heap_.none()))
    return refuse(RefusalKind::UnknownOperation, "backward with inputs");
  BackwardOptions options;
  options.createGraph = given[2] == heap_.boolean(true);
  options.keepGraph =
      given[1] == heap_.none() ? options.createGraph : given[1] == heap_.boolean(true);
  Value seed = given[0] == heap_.none() ? Value() : given[0];
  return backward(args.positional[0].objectId(), seed, options);
}

Evaluator::Value Evaluator::nativeSize(CallArgs args) {
  Value shape = shapeValue(args.positional[0].objectId());
  if (args.positional.size() > 1)
    return getItem(shape, args.positional[1]);
  return shape;
}

Evaluator::Value Evaluator::nativeDim(CallArgs args) {
  contents(args.positional[0].objectId());
  return heap_.integer(shapeOf(args.positional[0].objectId()).size());
}

Evaluator::Value Evaluator::nativeNumel(CallArgs args) {
  contents(args.positional[0].objectId());
  int64_t count = 1;
  for (int64_t size : shapeOf(args.positional[0].objectId()))
    count *= size;
  return heap_.integer(count);
}

Evaluator::Value Evaluator::nativeIsFloatingPoint(CallArgs args) {
  llvm::StringRef dtype = graph_.types().get(heap_.at(args.positional[0]).tensorType).dtype;
  return heap_.boolean(dtype.contains("float"));
}

Evaluator::Value Evaluator::nativeTensorLen(CallArgs args) {
  std::vector<int64_t> shape = shapeOf(args.positional[0].objectId());
  contents(args.positional[0].objectId());
  return shape.empty() ? raise("TypeError", "len() of a 0-d tensor") : heap_.integer(shape[0]);
}

Evaluator::Value Evaluator::nativeIsContiguous(CallArgs args) {
  contents(args.positional[0].objectId());
  Layout layout = graph_.types().get(heap_.at(args.positional[0]).tensorType).layout;
  return heap_.boolean(layout == Layout::Contiguous);
}

Evaluator::Value Evaluator::nativeRequiresGradInPlace(CallArgs args) {
  bool wanted = true;
  if (args.positional.size() > 1 || !args.keywords.empty()) {
    Value given = args.positional.size() > 1 ? args.positional[1] : args.keywords[0].second;
    wanted = given == heap_.boolean(true);
  }
  Object &tensor = heap_.at(args.positional[0]);
  if (tensor.tensor.requiresGrad == wanted)
    return args.positional[0];
  if (!tensor.isNew() || tensor.tensor.tape)
    return refuse(RefusalKind::UnknownOperation, "requires_grad_ of a tensor made before");
  tensor.tensor.requiresGrad = wanted;
  return args.positional[0];
}

Evaluator::Value Evaluator::nativeIsTensor(CallArgs args) {
  return heap_.boolean(isTensor(args.positional[0]));
}

Evaluator::Value Evaluator::nativeIsGradEnabled(CallArgs) {
  return heap_.boolean(gradEnabled_);
}

Evaluator::Value Evaluator::nativeSetGradEnabled(CallArgs args) {
  std::optional<ConstId> on = fixed(args.positional[0], "the grad mode");
  if (!on)
    return {};
  Value before = heap_.boolean(gradEnabled_);
  gradEnabled_ = graph_.constant(*on).kind == Constant::Kind::True;
  return before;
}

}  // namespace janus::speculate
