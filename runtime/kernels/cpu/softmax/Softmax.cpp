// softmax, log_softmax and their gradients. Tensors are made dense; 16-bit types are computed in
// float.
#include "kernels/cpu/LevelTable.h"
#include "kernels/cpu/Lines.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/softmax/SoftmaxRows.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

namespace janus {

JANUS_LEVEL_TABLE(SoftmaxKernels, softmaxKernels)

namespace {

// A dense tensor as outer x count x inner, the middle one being the dimension of the softmax.
struct Extent {
  int64_t outer = 1, count = 1, inner = 1;
};
Extent extentOf(const Tensor &t, int64_t dim) {
  Extent e;
  for (int d = 0; d < t.dim(); ++d)
    (d < dim ? e.outer : (d == dim ? e.count : e.inner)) *= t.size(d);
  return e;
}

// row(offset) where rows are dense, columns(offset, width) where they lie side by side.
template <class Row, class Columns>
void forEachSoftmax(const Extent &e, Row &&row, Columns &&columns) {
  if (e.count == 0)
    return;
  for (int64_t o = 0; o < e.outer; ++o) {
    int64_t start = o * e.count * e.inner;
    if (e.inner == 1) {
      row(start);
      continue;
    }
    for (int64_t c = 0; c < e.inner; c += kSoftmaxColumns)
      columns(start + c, e.inner - c < kSoftmaxColumns ? e.inner - c : kSoftmaxColumns);
  }
}

DType computeType(DType t) {
  return t == DType::F64 ? t : DType::F32;
}

template <bool log>
Tensor forward(const Tensor &self, int64_t dim, bool halfToFloat) {
  if (halfToFloat)
    fail("softmax with half to float conversion is not supported on CPU");
  dim = wrapped(dim, self.dim());
  if (!isFloating(self.dtype())) {
    bool last = dim == self.dim() - 1 || self.dim() == 0;
    failDType(log ? (last ? "log_softmax_lastdim_kernel_impl" : "log_softmax_kernel_impl")
                  : (last ? "softmax_lastdim_kernel_impl" : "softmax_kernel_impl"),
              self.dtype());
  }
  DType type = computeType(self.dtype());
  Tensor x = contiguousOf(convertedTo(self, type)),
         out = makeTensor(self.sizes(), type, self.device());
  Extent e = extentOf(x, dim);
  visitFloating(type, "", [&](auto tag) {
    using C = Compute<typename decltype(tag)::Type>;
    const SoftmaxRows<C> &rows = softmaxKernels();
    const SoftmaxColumns<C> &columns = softmaxKernels();
    const C *from = x.data<C>();
    C *to = out.data<C>();
    forEachSoftmax(
        e, [&](int64_t at) { (log ? rows.logSoftmax : rows.softmax)(to + at, from + at, e.count); },
        [&](int64_t at, int64_t width) {
          (log ? columns.logSoftmax : columns.softmax)(to + at, from + at, e.count, e.inner, width);
        });
  });
  return convertedTo(out, self.dtype());
}

template <bool log>
Tensor backward(const Tensor &gradOutput, const Tensor &output, int64_t dim, DType inputType) {
  dim = wrapped(dim, gradOutput.dim());
  requireType(gradOutput.dtype(), output.dtype());
  requireType(gradOutput.dtype(), inputType);
  if (!sameDims(gradOutput.sizes(), output.sizes()))
    fail("the gradient of a softmax needs the shape of its result, %s, but has %s",
         dimsText(output.sizes()).c_str(), dimsText(gradOutput.sizes()).c_str());
  DType type = computeType(gradOutput.dtype());
  Tensor grad = contiguousOf(convertedTo(gradOutput, type)),
         y = contiguousOf(convertedTo(output, type));
  Tensor out = makeTensor(grad.sizes(), type, grad.device());
  Extent e = extentOf(grad, dim);
  visitFloating(type, log ? "log_softmax_backward" : "softmax_backward", [&](auto tag) {
    using C = Compute<typename decltype(tag)::Type>;
    const SoftmaxRows<C> &rows = softmaxKernels();
    const SoftmaxColumns<C> &columns = softmaxKernels();
    const C *g = grad.data<C>(), *from = y.data<C>();
    C *to = out.data<C>();
    forEachSoftmax(
        e,
        [&](int64_t at) {
          (log ? rows.logSoftmaxBackward : rows.softmaxBackward)(to + at, g + at, from + at,
                                                                 e.count);
        },
        [&](int64_t at, int64_t width) {
          (log ? columns.logSoftmaxBackward : columns.softmaxBackward)(to + at, g + at, from + at,
                                                                       e.count, e.inner, width);
        });
  });
  return convertedTo(out, gradOutput.dtype());
}

}  // namespace

JANUS_KERNEL(Softmax, forward<false>)
JANUS_KERNEL(LogSoftmax, forward<true>)
JANUS_KERNEL(SoftmaxBackward, backward<false>)
JANUS_KERNEL(LogSoftmaxBackward, backward<true>)

}  // namespace janus
