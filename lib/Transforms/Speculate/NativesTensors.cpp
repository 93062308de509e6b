// Natives of tensors that are no operations, and of grad mode.
#include "Transforms/Speculate/Evaluator.h"

namespace janus::speculate {

using namespace ir;

Evaluator::Value Evaluator::nativeBackward(CallArgs args) {
  Value seed;
  if (args.positional.size() > 1)
    seed = args.positional[1];
  for (auto &[name, value] : args.keywords) {
    if (name == "gradient")
      seed = value;
    else if (!(value == heap_.none()) && !(value == heap_.boolean(false)))
      return refuse(RefusalKind::UnknownOperation, "backward with " + name);
  }
  if (seed.isBound() && seed == heap_.none())
    seed = Value();
  return backward(args.positional[0].objectId(), seed);
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
