// The gradients of a `torch.autograd.Function` of the program: its `backward`, evaluated like any
// other function of Python.
#include "Transforms/Speculate/Gradients/Backward.h"

namespace janus::speculate {

using namespace ir;

bool Backward::hasFunctionBefore(TapeId id) {
  auto begin = tensors_.tape().begin();
  return std::any_of(begin, begin + id.index,
                     [](const TapeEntry &entry) { return bool(entry.function); });
}

bool Backward::functionGradient(TapeId id, llvm::ArrayRef<Value> gradients,
                                const BackwardPass &pass) {
  if (pass.createGraph)
    return refuse(RefusalKind::NoGradient, "a function of the program, with a graph of it,"), false;
  const FunctionHistory function = *entryAt(id).function;
  StaticValue gradientsOf = in_.statics.global(toString(PreludeName::FunctionModule),
                                               toString(PreludeName::GradientsOfFunction));
  Values outputs = function.outputs;
  for (size_t i = 0; i < outputs.size(); ++i)
    if (isTensor(outputs[i]) && tensors_.contents(outputs[i].objectId()), stopped())
      return false;
  Value answer = python_.callStatic(
      gradientsOf, {{function.node, function.context, function.backward,
                     heap_.makeList(ObjectKind::Tuple, {gradients.begin(), gradients.end()}),
                     heap_.makeList(ObjectKind::Tuple, std::move(outputs))},
                    {}});
  std::optional<Values> all = stopped() ? std::nullopt : python_.allItems(answer);
  if (!all)
    return false;
  const std::vector<std::vector<TapeEdge>> edges = entryAt(id).edges;
  const Values args = entryAt(id).args;
  while (all->size() > args.size() && all->back() == heap_.none())
    all->pop_back();
  if (all->size() != args.size())
    return refuse(RefusalKind::NoGradient, "a function with another number of them"), false;
  for (size_t i = 0; i < args.size(); ++i) {
    Value gradient = (*all)[i];
    // Functions behind it are called all the same, with zeros.
    bool goesOn = !edges[i].empty() && edges[i].front().tape && hasFunctionBefore(id);
    if (gradient == heap_.none() && goesOn)
      return refuse(RefusalKind::NoGradient, "a function behind one that has none"), false;
    if (gradient == heap_.none())
      continue;
    if (!isTensor(args[i]) || !isTensor(gradient))
      return refuse(RefusalKind::NoGradient, describe(args[i])), false;
    if (pass.wants(edges[i].front()))
      accumulate(edges[i].front(), reduceTo(gradient, edges[i].front().tensor));
    if (stopped())
      return false;
  }
  return true;
}

}  // namespace janus::speculate
