// Operations on each tensor of a list.
#include "kernels/cpu/copy/Copy.h"
#include "tensor/Boxing.h"
#include "tensor/GradMode.h"
#include "tensor/Ops.h"

namespace janus {
namespace {

void checkPairs(TensorList a, TensorList b) {
  if (a.size() != b.size())
    fail("Tensor lists must have the same number of tensors, got %zu and %zu", a.size(), b.size());
}

void addEach(TensorList self, TensorList other, const Scalar &alpha) {
  checkPairs(self, other);
  for (size_t i = 0; i < self.size(); ++i)
    ops::call<TensorOp::AddTensor_>(self[i], other[i], alpha);
}
void scaleEach(TensorList self, const Scalar &factor) {
  for (const Tensor &t : self)
    ops::call<TensorOp::MulScalar_>(t, factor);
}
void scaleEachByTensor(TensorList self, const Tensor &factor) {
  if (factor.dim() != 0)
    fail("scalar tensor expected to be 0 dim but it has %d dimensions and %lld elements.",
         factor.dim(), static_cast<long long>(factor.numel()));
  for (const Tensor &t : self)
    ops::call<TensorOp::MulTensor_>(t, factor);
}
void zeroEach(TensorList self) {
  for (const Tensor &t : self) {
    fillWith(t, 0);
    advanceVersion(t.object());
  }
}
std::vector<Tensor> normOfEach(TensorList self, const Scalar &order) {
  std::vector<Tensor> norms;
  norms.reserve(self.size());
  for (const Tensor &t : self)
    norms.push_back(ops::call<TensorOp::VectorNorm>(t, order, std::nullopt, false, std::nullopt));
  return norms;
}

}  // namespace

JANUS_KERNEL(ForeachAdd_, addEach)
JANUS_KERNEL(ForeachMulScalar_, scaleEach)
JANUS_KERNEL(ForeachMulTensor_, scaleEachByTensor)
JANUS_KERNEL(ForeachZero_, zeroEach)
JANUS_KERNEL(ForeachNorm, normOfEach)

}  // namespace janus
