#include "kernels/cpu/convolution/ResultFormat.h"

#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/copy/Copy.h"
#include "tensor/core/Threads.h"
#include "tensor/views/ChannelsLast.h"

#include <algorithm>

namespace janus {
namespace {

// Convolutions that torch gives to oneDNN. Its own loops know channels-last images, but not
// volumes.
bool isForOneDnn(const Tensor &input, const Tensor &weight, const ConvolutionOptions &o) {
  auto isBelow = [](int64_t padding, int64_t stride) { return padding < stride; };
  if (o.transposed &&
      !std::equal(o.outputPadding.begin(), o.outputPadding.end(), o.stride.begin(), isBelow))
    return false;
  if (input.dtype() == DType::BF16)
    return cpuLevel() == CpuLevel::Avx512;
  if (input.dtype() == DType::F16)
    return cpuLevel() == CpuLevel::Avx512 && __builtin_cpu_supports("avx512fp16");
  if (input.dtype() != DType::F32)
    return false;
  auto isOne = [](int64_t number) { return number == 1; };
  bool isPointwise = weight.size(-1) == 1 && weight.size(-2) == 1 && input.size(0) < 16 &&
                     std::all_of(o.stride.begin(), o.stride.end(), isOne) &&
                     std::all_of(o.dilation.begin(), o.dilation.end(), isOne);
  if (isPointwise && computeThreads() == 1)
    return false;
  constexpr int64_t kSmall = 20480;
  return o.groups > 1 || input.size(0) > 1 || (weight.size(-1) > 3 && weight.size(-2) > 3) ||
         input.size(0) * input.size(1) * input.size(2) * input.size(3) > kSmall;
}

Tensor withStrides(const Tensor &result, IntView strides) {
  Tensor copy = makeStrided(result.sizes(), strides, result.dtype(), result.device());
  copyInto(copy, result);
  return copy;
}

}  // namespace

bool hasChannelsLast(const Tensor &input, const Tensor &weight, const ConvolutionOptions &options) {
  switch (weight.dim()) {
  case 3: {  // an image of one row, where the input's own format does not count
    Dims sizes(weight.sizes()), strides(weight.strides());
    sizes.insert(2, 1);
    strides.insert(2, weight.size(2) * weight.stride(2));
    return suggestsChannelsLast(makeView(weight, sizes, strides, weight->offset));
  }
  case 4: return suggestsChannelsLast(input) || suggestsChannelsLast(weight);
  case 5:
    return (suggestsChannelsLast(input) || suggestsChannelsLast(weight)) &&
           isForOneDnn(input, weight, options);
  default: return false;
  }
}

Tensor withChannelsLast(const Tensor &result) {
  return withStrides(result, channelsLastStrides(result.sizes()));
}

Tensor weightGradientWithChannelsLast(const Tensor &result, const Tensor &input,
                                      const Tensor &weight, const ConvolutionOptions &options) {
  if (weight.isChannelsLast() && !isForOneDnn(input, weight, options))
    return withStrides(result, weight.strides());
  return withChannelsLast(result);
}

}  // namespace janus
