#include "autograd/GradientCheck.h"

#include "autograd/Operations.h"
#include "tensor/core/Names.h"

#include <string>

namespace janus {
namespace {

std::string shapeText(IntView shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

std::string where(const Node *node, uint32_t edge) {
  return std::string("Function ") + nodeName(node) + " returned an invalid gradient at index " +
         std::to_string(edge) + " - ";
}

}  // namespace

bool fitGradient(const Node *node, uint32_t edge, Value *grad) {
  const ResultInfo &info = node->edges[edge].node->results[node->edges[edge].index];
  if (!isTensor(*grad)) {
    raise(jn_exc_TypeError, "%sgot %T but expected a Tensor", where(node, edge).c_str(), grad);
    return false;
  }
  TensorObject *t = asTensor(*grad);
  if (JN_UNLIKELY(!sameDims({t->sizes, t->ndim}, info.shape()))) {
    if (!operations::canSumTo({t->sizes, t->ndim}, info.shape())) {
      std::string text = where(node, edge) + "got " + shapeText({t->sizes, t->ndim}) +
                         " but expected shape compatible with " + shapeText(info.shape());
      raise(jn_exc_RuntimeError, "%s", text.c_str());
      return false;
    }
    Tensor sum = operations::sumTo(Tensor::share(t), info.shape());
    if (!sum.defined())
      return false;
    jn_assign(grad, sum.releaseValue());
    t = asTensor(*grad);
  }
  if (JN_UNLIKELY(t->dtype != info.dtype)) {
    if (isComplex(t->dtype) && !isComplex(info.dtype)) {  // of a real argument: the real part
      Tensor real = operations::realPart(Tensor::share(t));
      if (!real.defined())
        return false;
      jn_assign(grad, real.releaseValue());
      t = asTensor(*grad);
    }
    Tensor converted = operations::convert(Tensor::share(t), info.dtype);
    if (!converted.defined())
      return false;
    jn_assign(grad, converted.releaseValue());
    t = asTensor(*grad);
  }
  if (JN_UNLIKELY(t->device.type != info.device.type && t->device.type != DeviceType::Sparse)) {
    std::string text = where(node, edge) + "expected device " + deviceText(info.device) +
                       " but got " + deviceText(t->device);
    raise(jn_exc_RuntimeError, "%s", text.c_str());
    return false;
  }
  return true;
}

}  // namespace janus
