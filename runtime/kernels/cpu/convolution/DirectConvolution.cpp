#include "kernels/cpu/convolution/DirectConvolution.h"

#include "kernels/cpu/ElementTypes.h"

#include <vector>

namespace janus {

namespace {

// Sizes padded to three spatial dimensions.
struct Box {
  int64_t at[3] = {1, 1, 1};
  Box() = default;
  Box(const Dims &dims, size_t skip) {
    size_t spatial = dims.size() - skip;
    for (size_t i = 0; i < spatial; ++i)
      at[3 - spatial + i] = dims[skip + i];
  }
  int64_t count() const { return at[0] * at[1] * at[2]; }
};

// touch(input index, weight index, output index) for every product of the convolution.
template <class F>
void forEachProduct(const ConvolutionShape &s, F &&touch) {
  Box in(s.input, 2), kernel(s.weight, 2), out(s.output, 2), stride(s.stride, 0),
      dilation(s.dilation, 0);
  Box padding;
  for (int i = 0; i < 3; ++i)
    padding.at[i] = 0;
  for (size_t i = 0; i < s.padding.size(); ++i)
    padding.at[3 - s.padding.size() + i] = s.padding[i];
  int64_t channels = s.weight[1], outPerGroup = s.weight[0] / s.groups;
  for (int64_t n = 0; n < s.input[0]; ++n)
    for (int64_t o = 0; o < s.weight[0]; ++o)
      for (int64_t c = 0; c < channels; ++c) {
        int64_t inBase = (n * s.input[1] + o / outPerGroup * channels + c) * in.count();
        int64_t weightBase = (o * channels + c) * kernel.count();
        int64_t outBase = (n * s.weight[0] + o) * out.count();
        for (int64_t p = 0; p < out.count(); ++p) {
          int64_t place[3] = {p / (out.at[1] * out.at[2]), p / out.at[2] % out.at[1],
                              p % out.at[2]};
          for (int64_t k = 0; k < kernel.count(); ++k) {
            int64_t tap[3] = {k / (kernel.at[1] * kernel.at[2]), k / kernel.at[2] % kernel.at[1],
                              k % kernel.at[2]};
            int64_t index = 0;
            bool inside = true;
            for (int i = 0; i < 3; ++i) {
              int64_t x = place[i] * stride.at[i] - padding.at[i] + tap[i] * dilation.at[i];
              inside &= x >= 0 && x < in.at[i];
              index = index * in.at[i] + x;
            }
            if (inside)
              touch(inBase + index, weightBase + k, outBase + p);
          }
        }
      }
}

}  // namespace

void directConvolution(ConvolutionPart part, const ConvolutionShape &shape, const Tensor &input,
                       const Tensor &weight, const Tensor &bias, const Tensor &output) {
  visitNumbers(input.dtype(), "convolution", [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using C = Compute<T>;
    const Tensor &target = part == ConvolutionPart::Forward         ? output
                           : part == ConvolutionPart::BackwardInput ? input
                                                                    : weight;
    std::vector<C> sums(static_cast<size_t>(target.numel()));
    const T *in = input.data<T>(), *w = weight.data<T>(), *out = output.data<T>();
    if (part == ConvolutionPart::Forward && bias.defined()) {
      int64_t plane = Box(shape.output, 2).count();
      for (size_t i = 0; i < sums.size(); ++i)
        sums[i] = loaded(bias.data<T>()[static_cast<int64_t>(i) / plane % shape.weight[0]]);
    }
    forEachProduct(shape, [&](int64_t i, int64_t k, int64_t o) {
      if (part == ConvolutionPart::Forward)
        sums[static_cast<size_t>(o)] += loaded(in[i]) * loaded(w[k]);
      else if (part == ConvolutionPart::BackwardInput)
        sums[static_cast<size_t>(i)] += loaded(out[o]) * loaded(w[k]);
      else
        sums[static_cast<size_t>(k)] += loaded(out[o]) * loaded(in[i]);
    });
    T *result = target.data<T>();
    for (size_t i = 0; i < sums.size(); ++i)
      result[i] = stored<T>(sums[i]);
  });
}

}  // namespace janus
