// Sliding windows of images as columns (F.unfold), and columns added into images (F.fold).
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/convolution/Convolution.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"

#include <cinttypes>

namespace janus {
namespace {

struct Windows {
  ConvolutionShape shape;
  int64_t batch, channels, blocks;
  bool batched;
};

std::string pairText(const int64_t *p) {
  return "(" + std::to_string(p[1]) + ", " + std::to_string(p[2]) + ")";
}

// The window arguments; image sizes and channels are filled in by the callers.
Windows makeWindows(IntView kernel, IntView dilation, IntView padding, IntView stride) {
  Windows w{};
  auto take = [](IntView from, int64_t *to, int64_t first) {
    to[0] = first;
    to[1] = from[0];
    to[2] = from.size() > 1 ? from[1] : from[0];
  };
  ConvolutionShape &s = w.shape;
  s.spatial = 2;
  s.groups = 1;
  take(kernel, s.kernel, 1);
  take(dilation, s.dilation, 1);
  take(padding, s.padding, 0);
  take(stride, s.stride, 1);
  auto positive = [](const char *what, const char *axis, const int64_t *p) {
    if (p[1] <= 0 || p[2] <= 0)
      fail("%s should be greater than zero, but got %s_height: %" PRId64 " %s_width: %" PRId64,
           what, axis, p[1], axis, p[2]);
  };
  positive("kernel size", "kernel", s.kernel);
  positive("dilation", "dilation", s.dilation);
  if (s.padding[1] < 0 || s.padding[2] < 0)
    fail("padding should be non-negative, but got pad_height: %" PRId64 " pad_width: %" PRId64,
         s.padding[1], s.padding[2]);
  positive("stride", "stride", s.stride);
  return w;
}

void setImage(Windows *w, int64_t height, int64_t width) {
  ConvolutionShape &s = w->shape;
  s.in[0] = s.out[0] = 1;
  s.in[1] = height;
  s.in[2] = width;
  for (int d = 1; d < 3; ++d) {
    int64_t room = s.in[d] + 2 * s.padding[d] - s.dilation[d] * (s.kernel[d] - 1) - 1;
    s.out[d] = (room < 0 ? -((-room + s.stride[d] - 1) / s.stride[d]) : room / s.stride[d]) + 1;
  }
  w->blocks = s.outSize();
}

// f(T) in a type that columns have loops for; short types and bools go through float.
template <class F>
void visitWide(DType t, const char *name, F &&f) {
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
  Windows w = makeWindows(kernel, dilation, padding, stride);
  bool valid = self.dim() == 3 || self.dim() == 4;
  for (int d = 0; valid && d < self.dim(); ++d)
    valid = self.size(d) != 0 || (d == 0 && self.dim() == 4);
  if (!valid)
    fail("Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero "
         "dimensions for "
         "input, but got: %s",
         dimsText(self.sizes()).c_str());
  w.batched = self.dim() == 4;
  w.batch = w.batched ? self.size(0) : 1;
  w.channels = self.size(-3);
  setImage(&w, self.size(-2), self.size(-1));
  const ConvolutionShape &s = w.shape;
  if (s.out[1] < 1 || s.out[2] < 1)
    fail("Given input with spatial size %s, kernel_size=%s, dilation=%s, padding=%s, calculated "
         "shape of the array "
         "of sliding blocks as %s, but its components must be at least one.",
         pairText(s.in).c_str(), pairText(s.kernel).c_str(), pairText(s.dilation).c_str(),
         pairText(s.padding).c_str(), pairText(s.out).c_str());
  int64_t rows = w.channels * s.kernelSize();
  Tensor out;
  visitWide(self.dtype(), "im2col_out_cpu", [&](auto zero) {
    using T = decltype(zero);
    Tensor image = contiguousOf(convertedTo(self, wideType(self.dtype())));
    out = makeTensor(w.batched ? Dims{w.batch, rows, w.blocks} : Dims{rows, w.blocks},
                     image.dtype(), self.device());
    for (int64_t n = 0; n < w.batch; ++n)
      imageToColumns<T>(s, image.data<T>() + n * w.channels * s.inSize(), w.channels, 0, w.blocks,
                        out.data<T>() + n * rows * w.blocks);
  });
  return convertedTo(out, self.dtype());
}

Tensor col2im(const Tensor &self, IntView outputSize, IntView kernel, IntView dilation,
              IntView padding, IntView stride) {
  Windows w = makeWindows(kernel, dilation, padding, stride);
  bool valid = (self.dim() == 2 && self.size(0) && self.size(1)) ||
               (self.dim() == 3 && self.size(1) && self.size(2));
  if (!valid)
    fail("Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero "
         "dimensions for "
         "input, but got: %s",
         dimsText(self.sizes()).c_str());
  w.batched = self.dim() == 3;
  w.batch = w.batched ? self.size(0) : 1;
  setImage(&w, outputSize[0], outputSize.size() > 1 ? outputSize[1] : outputSize[0]);
  const ConvolutionShape &s = w.shape;
  int rowDim = self.dim() - 2;
  if (self.size(rowDim) % s.kernelSize())
    fail("Expected size of input's dimension 1 to be divisible by the product of kernel_size, but "
         "got "
         "input.size(1)=%" PRId64 " and kernel_size=%s.",
         self.size(rowDim), pairText(s.kernel).c_str());
  w.channels = self.size(rowDim) / s.kernelSize();
  if (s.out[1] < 1 || s.out[2] < 1)
    fail("Given output_size=%s, kernel_size=%s, dilation=%s, padding=%s, stride=%s, calculated "
         "shape of the array of "
         "sliding blocks as %s, which is too small (non-positive)",
         pairText(s.in).c_str(), pairText(s.kernel).c_str(), pairText(s.dilation).c_str(),
         pairText(s.padding).c_str(), pairText(s.stride).c_str(), pairText(s.out).c_str());
  if (self.size(-1) != w.blocks)
    fail("Given output_size=%s, kernel_size=%s, dilation=%s, padding=%s, stride=%s, expected size "
         "of input's "
         "dimension 2 to match the calculated number of sliding blocks %" PRId64 " * %" PRId64
         " = %" PRId64 ", but got input.size(2)=%" PRId64 ".",
         pairText(s.in).c_str(), pairText(s.kernel).c_str(), pairText(s.dilation).c_str(),
         pairText(s.padding).c_str(), pairText(s.stride).c_str(), s.out[1], s.out[2], w.blocks,
         self.size(-1));
  Tensor out;
  visitWide(self.dtype(), "col2im_out_cpu", [&](auto zero) {
    using T = decltype(zero);
    Tensor columns = contiguousOf(convertedTo(self, wideType(self.dtype())));
    Dims sizes{w.channels, s.in[1], s.in[2]};
    if (w.batched)
      sizes.insert(0, w.batch);
    out = makeTensor(sizes, columns.dtype(), self.device());
    fillWith(out, 0);
    int64_t rows = w.channels * s.kernelSize();
    for (int64_t n = 0; n < w.batch; ++n)
      addColumnsToImage<T>(s, columns.data<T>() + n * rows * w.blocks, w.channels, 0, w.blocks,
                           out.data<T>() + n * w.channels * s.inSize());
  });
  return convertedTo(out, self.dtype());
}

}  // namespace

JANUS_KERNEL(Im2Col, im2col)
JANUS_KERNEL(Col2Im, col2im)

}  // namespace janus
