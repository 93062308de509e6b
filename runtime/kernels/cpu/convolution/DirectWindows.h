// Gradients of convolutions of f32 images with few channels. The channels of an image are laid side
// by side, so that a row of the window is a run of neighbours whatever the image's width: vectors
// run along it. Compiled once per instruction set. Stride and dilation are 1.
#pragma once

#include "kernels/cpu/convolution/DirectRows.h"

namespace janus {

struct DirectWindows {
  // gradInput: (channel, y, x) of each sample, overwritten. weight: (filter, channel, ky, kx).
  void (*inputGradient)(const DirectShape &s, const float *gradOutput, const float *weight,
                        float *gradInput, float *scratch);
  // gradWeight: (filter, channel, ky, kx), overwritten.
  void (*weightGradient)(const DirectShape &s, const float *input, const float *gradOutput,
                         float *gradWeight, float *scratch);
  int64_t lanes;
};
const DirectWindows &directWindows();
// Floats of scratch that a call needs.
int64_t directWindowsScratch(const DirectShape &s);

}  // namespace janus
