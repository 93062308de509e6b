// The run-time support of `torch.autograd.Function.apply`: a node of the history, which is an entry
// of the tape here.
#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

using namespace ir;

// name, context, backward, arguments
Evaluator::Value Evaluator::nativeFunctionNode(CallArgs args) {
  return heap_.makeList(ObjectKind::Tuple, std::move(args.positional));
}

FunctionHistory *Evaluator::functionOf(Value node) {
  std::deque<TapeEntry> &tape = tensors_.tape();
  for (size_t i = tape.size(); i-- > 0;)
    if (tape[i].function && tape[i].function->node == node)
      return tape[i].function.get();
  refuse(RefusalKind::UnknownOperation, "a function's context without its history");
  return nullptr;
}

// node, outputs, those written in place, arguments, those without gradients
Evaluator::Value Evaluator::nativeFunctionAttach(CallArgs args) {
  Value node = args.positional[0];
  std::optional<Values> lists[4];
  for (size_t i = 0; i < 4; ++i)
    if (!(lists[i] = allItems(args.positional[i + 1])))
      return {};
  auto &[outputs, written, arguments, fixed] = lists;
  std::optional<Values> parts = allItems(node);
  if (!parts || !written->empty())
    return refuse(RefusalKind::UnknownOperation, "mark_dirty");
  std::optional<Values> needs = allItems(getAttribute((*parts)[1], "needs_input_grad"));
  if (!needs)
    return {};
  TapeEntry entry{};
  for (size_t i = 0; i < arguments->size(); ++i) {
    Value each = (*arguments)[i];
    if (tensors_.holdsSparse(each))
      return refuse(RefusalKind::UnknownOperation, "a function of a sparse tensor");
    entry.args.push_back(each);
    entry.edges.push_back({isTensor(each) ? tensors_.askedEdgeOf(each) : TapeEdge()});
    std::optional<bool> isNeeded = fixedTruth((*needs)[i], "which gradients are needed");
    if (!isNeeded || *isNeeded != entry.edges.back().front().needed)
      return refuse(RefusalKind::UnknownOperation, "a function of " + describe(each));
  }
  // None of them may be an argument itself: it has another history.
  for (Value &each : *outputs)
    if (isTensor(each) && llvm::is_contained(*arguments, each)) {
      bool mode = tensors_.setGradEnabled(false);
      each = tensors_.apply(in_.ops.known(KnownOp::ShowAgain), {each});
      tensors_.setGradEnabled(mode);
    }
  if (stopped())
    return {};
  auto function = std::make_shared<FunctionHistory>();
  function->node = node;
  function->context = (*parts)[1];
  function->backward = (*parts)[2];
  function->outputs = *outputs;
  for (Value each : *outputs) {
    entry.results.push_back(isTensor(each) ? each.objectId() : ObjectId());
    if (!isTensor(each) || !tensors_.isInexact(each.objectId()) || llvm::is_contained(*fixed, each))
      continue;
    TensorState &tensor = heap_.at(each).tensor;
    if (!heap_.at(each).isNew() || tensor.tape || tensor.requiresGrad)
      return refuse(RefusalKind::UnknownOperation, "a function that answers an older tensor");
    tensor.tape = TapeId(tensors_.tape().size());
    tensor.output = entry.results.size() - 1;
    tensor.requiresGrad = true;
    tensor.isOfFunction = true;
  }
  entry.function = std::move(function);
  tensors_.tape().push_back(std::move(entry));
  return heap_.makeList(ObjectKind::Tuple, std::move(*outputs));
}

// node, what was saved, outputs
Evaluator::Value Evaluator::nativeFunctionSave(CallArgs args) {
  std::optional<Values> saved = allItems(args.positional[1]);
  FunctionHistory *function = saved ? functionOf(args.positional[0]) : nullptr;
  if (!function)
    return {};
  for (Value each : *saved) {
    if (!isTensor(each) && !(each == heap_.none()))
      return refuse(RefusalKind::UnknownOperation, "save_for_backward of " + describe(each));
    function->savedValues.push_back(isTensor(each) ? tensors_.contents(each.objectId())
                                                   : ValueId());
  }
  function->saved = std::move(*saved);
  return heap_.none();
}

Evaluator::Value Evaluator::nativeFunctionSaved(CallArgs args) {
  const FunctionHistory *function = functionOf(args.positional[0]);
  if (!function)
    return {};
  for (size_t i = 0; i < function->saved.size(); ++i)
    if (isTensor(function->saved[i]) &&
        tensors_.contents(function->saved[i].objectId()) != function->savedValues[i])
      return raise("RuntimeError", "one of the variables needed for gradient computation has been "
                                   "modified by an inplace operation");
  return heap_.makeList(ObjectKind::Tuple, function->saved);
}

}  // namespace janus::speculate
