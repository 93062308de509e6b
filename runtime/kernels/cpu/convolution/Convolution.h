// Convolutions as arithmetic over dense arrays; the operations in ConvolutionOps.cpp come down to
// these.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

// Up to three spatial dimensions; missing ones have size 1 and come first.
struct ConvolutionShape {
  DType dtype;
  int64_t batch, inChannels, outChannels, groups;
  int64_t in[3], out[3], kernel[3], stride[3], padding[3], dilation[3];
  int spatial;        // dimensions the caller sees
  bool channelsLast;  // input and output; the weight's order is always that of its dimensions

  int64_t inSize() const { return in[0] * in[1] * in[2]; }
  int64_t outSize() const { return out[0] * out[1] * out[2]; }
  int64_t kernelSize() const { return kernel[0] * kernel[1] * kernel[2]; }
  // Multiplications of one pass.
  int64_t work() const {
    return batch * outChannels * outSize() * (inChannels / groups) * kernelSize();
  }
};

// input (batch, inChannels, in...), weight (outChannels, inChannels / groups, kernel...), bias or
// null. Images with their channels last are for those that are `forLibrary`.
bool forLibrary(const ConvolutionShape &s);
void convolve(const ConvolutionShape &s, const void *input, const void *weight, const void *bias,
              void *output);
void convolveBackwardInput(const ConvolutionShape &s, const void *gradOutput, const void *weight,
                           void *gradInput);
void convolveBackwardWeight(const ConvolutionShape &s, const void *gradOutput, const void *input,
                            void *gradWeight);

// The same by oneDNN; false when it is not there or cannot.
namespace onednn {
bool convolve(const ConvolutionShape &s, const void *input, const void *weight, const void *bias,
              void *output);
bool convolveBackwardInput(const ConvolutionShape &s, const void *gradOutput, const void *weight,
                           void *gradInput);
bool convolveBackwardWeight(const ConvolutionShape &s, const void *gradOutput, const void *input,
                            void *gradWeight);
}  // namespace onednn

// Columns of a matrix: rows are (channel, kernel position), columns are output positions
// first..first+count.
template <class T>
void imageToColumns(const ConvolutionShape &s, const T *image, int64_t channels, int64_t first,
                    int64_t count, T *columns);
// Adds such a matrix back into an image.
template <class T>
void addColumnsToImage(const ConvolutionShape &s, const T *columns, int64_t channels, int64_t first,
                       int64_t count, T *image);

}  // namespace janus
