// Convolutions of f32 images with few channels, computed where they lie: vectors run along a row of
// the output. Compiled once per instruction set. Stride and dilation are 1.
#pragma once

#include <cstdint>

namespace janus {

struct DirectShape {
  int64_t batch, channels, filters, height, width, rows, columns;  // rows, columns: of the output
  int64_t kernelHeight, kernelWidth, padHeight, padWidth;          // padding may not be negative
  // Floats of scratch that a call needs.
  int64_t scratch() const;
};

struct DirectRows {
  // weight: (channel, ky, kx, filter), rotated or not; bias may be null.
  void (*convolve)(const DirectShape &s, const float *input, const float *weight, const float *bias,
                   float *output, float *scratch);
  // gradWeight: (filter, channel, ky, kx), overwritten.
  void (*weightGradient)(const DirectShape &s, const float *input, const float *gradOutput,
                         float *gradWeight, float *scratch);
};
const DirectRows &directRows();

}  // namespace janus
