// Complex numbers: conjugates, real and imaginary parts.
#include "Transforms/Speculate/Tensors/TensorDomain.h"

namespace janus::speculate {

using namespace ir;

bool TensorDomain::isComplex(ObjectId id) {
  contents(id);
  return categoryNamed(graph_.types().get(heap_.at(id).tensorType).dtype) == Category::Complex;
}

// True for elements that have gradients.
bool TensorDomain::isInexact(ObjectId id) {
  return isFloat(id) || isComplex(id);
}

// Kernels of graphs know nothing of conjugated views, so that these are copies here, which do not
// leave the graph and are not written.
TensorDomain::Value TensorDomain::conjugates(Value tensor) {
  if (!modes_.isGradEnabled && (requiresGrad(tensor) || heap_.borrowsGradient(tensor.objectId())))
    return refuse(RefusalKind::UnknownOperation, "a view made while gradients were off");
  Value result = applyForm(in_.ops.known(KnownOp::Conjugate), {tensor});
  if (stopped())
    return {};
  TensorState &state = heap_.at(result).tensor;
  if (state.tape)
    tape_[state.tape.index].op = in_.ops.known(KnownOp::ShowConjugates);
  const AbstractHeap::Storage &shown = heap_.storageOf(tensor.objectId());
  AbstractHeap::Storage &storage = heap_.storageOf(result.objectId());
  storage.mayShow = heap_.at(tensor).tensor.storage;
  storage.mayShowAt = shown.version;
  storage.isConjugated = !shown.isConjugated;
  return result;
}

// Inputs are no conjugated views, which the run time sees to.
bool TensorDomain::isConjugated(ObjectId tensor) {
  contents(tensor);
  return heap_.storageOf(tensor).isConjugated;
}

// `t.real = value`. False: `name` is no part.
bool TensorDomain::writePart(ObjectId tensor, llvm::StringRef name, Value value) {
  for (KnownSpelling part : {KnownSpelling::RealPart, KnownSpelling::ImaginaryPart}) {
    if (toString(part).rsplit('.').second != name)
      continue;
    if (isConjugated(tensor))
      return refuse(RefusalKind::AliasedWrite, "a conjugated view"), true;
    Value view = call(part, {Value::object(tensor)});
    if (!stopped())
      call(KnownSpelling::CopyInto, {view, value});
    return true;
  }
  return false;
}

}  // namespace janus::speculate
