// Sliding windows of images as columns (F.unfold), and columns added into images (F.fold).
#include "janus/contract/inference/Columns.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/complex/Parts.h"
#include "kernels/cpu/convolution/Convolution.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"

namespace janus {
namespace {

using Windows = infer::ImageWindows<RunTimeContext, Dims>;

ConvolutionShape shapeOf(const Windows &w, int64_t height, int64_t width) {
  ConvolutionShape s{};
  s.spatial = 2;
  s.groups = 1;
  s.in[0] = s.out[0] = s.kernel[0] = s.stride[0] = s.dilation[0] = 1;
  s.in[1] = height;
  s.in[2] = width;
  for (size_t i = 0; i < 2; ++i) {
    s.out[i + 1] = w.places[i];
    s.kernel[i + 1] = w.kernel[i];
    s.stride[i + 1] = w.stride[i];
    s.padding[i + 1] = w.padding[i];
    s.dilation[i + 1] = w.dilation[i];
  }
  return s;
}

// f(T) in a type that columns have loops for; short types and bools go through float.
template <class F>
void visitColumns(DType t, const char *name, F &&f) {
  if (t == DType::F64)
    return f(double{});
  if (isFloating(t) || t == DType::Bool)
    return f(float{});
  failDType(name, t);
}
DType wideType(DType t) {
  return t == DType::F64 ? t : DType::F32;
}

Tensor im2col(const Tensor &self, IntView kernel, IntView dilation, IntView padding,
              IntView stride) {
  RunTimeContext cx;
  Windows w = {kernel, dilation, padding, stride, {}};
  Dims sizes = infer::columns(cx, self.sizes(), w);
  ConvolutionShape s = shapeOf(w, self.size(-2), self.size(-1));
  int64_t channels = self.size(-3), batch = self.dim() == 4 ? self.size(0) : 1;
  if (isComplex(self.dtype()))
    return ofParts(im2col(partOf(self, 0), kernel, dilation, padding, stride),
                   im2col(partOf(self, 1), kernel, dilation, padding, stride));
  Tensor out;
  visitColumns(self.dtype(), "im2col_out_cpu", [&](auto zero) {
    using T = decltype(zero);
    Tensor image = contiguousOf(convertedTo(self, wideType(self.dtype())));
    out = makeTensor(sizes, image.dtype(), self.device());
    for (int64_t n = 0; n < batch; ++n)
      imageToColumns<T>(s, image.data<T>() + n * channels * s.inSize(), channels, 0, s.outSize(),
                        out.data<T>() + n * channels * s.kernelSize() * s.outSize());
  });
  return convertedTo(out, self.dtype());
}

Tensor col2im(const Tensor &self, IntView outputSize, IntView kernel, IntView dilation,
              IntView padding, IntView stride) {
  RunTimeContext cx;
  Windows w = {kernel, dilation, padding, stride, {}};
  Dims image = outputSize.size() == 1 ? Dims(2, outputSize[0]) : Dims(outputSize.first(2));
  Dims sizes = infer::ofColumns(cx, self.sizes(), image, w);
  ConvolutionShape s = shapeOf(w, image[0], image[1]);
  int64_t channels = self.size(-2) / s.kernelSize(), batch = self.dim() == 3 ? self.size(0) : 1;
  if (isComplex(self.dtype()))
    return ofParts(col2im(partOf(self, 0), outputSize, kernel, dilation, padding, stride),
                   col2im(partOf(self, 1), outputSize, kernel, dilation, padding, stride));
  Tensor out;
  visitColumns(self.dtype(), "col2im_out_cpu", [&](auto zero) {
    using T = decltype(zero);
    Tensor columns = contiguousOf(convertedTo(self, wideType(self.dtype())));
    out = makeTensor(sizes, columns.dtype(), self.device());
    fillWith(out, 0);
    for (int64_t n = 0; n < batch; ++n)
      addColumnsToImage<T>(s, columns.data<T>() + n * channels * s.kernelSize() * s.outSize(),
                           channels, 0, s.outSize(), out.data<T>() + n * channels * s.inSize());
  });
  return convertedTo(out, self.dtype());
}

}  // namespace

JANUS_KERNEL(Im2Col, im2col)
JANUS_KERNEL(Col2Im, col2im)

}  // namespace janus
