// Convolutions as matrix products over columns (Columns.cpp), a stretch of output positions at a
// time so that the columns stay in the cache. Large ones go to oneDNN.
#include "kernels/cpu/convolution/Convolution.h"

#include "kernels/cpu/linear/Gemm.h"
#include "tensor/Storage.h"

#include <algorithm>
#include <cstring>

namespace janus {
namespace {

constexpr int64_t kColumnBytes = 256 << 10;
// Below this many multiplications our own kernels are quicker than the library, its layouts
// included; and for the gradient of an input of few channels, which it pads to a vector's.
constexpr int64_t kWorthwhile = int64_t{1} << 20, kFewChannels = 4;

template <class T>
class Buffer {
public:
  explicit Buffer(int64_t count)
      : bytes_(static_cast<size_t>(count) * sizeof(T)),
        data_(static_cast<T *>(allocateMemory(bytes_))) {}
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { freeMemory(data_, bytes_); }
  T *get() { return data_; }

private:
  size_t bytes_;
  T *data_;
};

// Output positions per stretch.
template <class T>
int64_t stretch(const ConvolutionShape &s, int64_t rows) {
  int64_t fits = kColumnBytes / static_cast<int64_t>(sizeof(T)) / std::max<int64_t>(rows, 1);
  return std::clamp<int64_t>(fits / 64 * 64, 64, std::max<int64_t>(s.outSize(), 1));
}

template <class T>
void forward(const ConvolutionShape &s, const T *input, const T *weight, const T *bias, T *output) {
  int64_t channels = s.inChannels / s.groups, filters = s.outChannels / s.groups;
  int64_t rows = channels * s.kernelSize(), positions = s.outSize(), n = stretch<T>(s, rows);
  Buffer<T> columns(rows * n);
  for (int64_t b = 0; b < s.batch; ++b)
    for (int64_t g = 0; g < s.groups; ++g) {
      const T *image = input + (b * s.inChannels + g * channels) * s.inSize();
      T *out = output + (b * s.outChannels + g * filters) * positions;
      for (int64_t f = 0; f < filters; ++f)
        std::fill_n(out + f * positions, positions, bias ? bias[g * filters + f] : T(0));
      for (int64_t first = 0; first < positions; first += n) {
        int64_t count = std::min(n, positions - first);
        imageToColumns(s, image, channels, first, count, columns.get());
        gemm(Gemm<T>{.m = filters,
                     .n = count,
                     .k = rows,
                     .a = weight + g * filters * rows,
                     .aRow = rows,
                     .aColumn = 1,
                     .b = columns.get(),
                     .bRow = count,
                     .bColumn = 1,
                     .c = out + first,
                     .cRow = positions,
                     .beta = T(1)});
      }
    }
}

template <class T>
void backwardInput(const ConvolutionShape &s, const T *gradOutput, const T *weight, T *gradInput) {
  int64_t channels = s.inChannels / s.groups, filters = s.outChannels / s.groups;
  int64_t rows = channels * s.kernelSize(), positions = s.outSize(), n = stretch<T>(s, rows);
  Buffer<T> columns(rows * n);
  memset(gradInput, 0, static_cast<size_t>(s.batch * s.inChannels * s.inSize()) * sizeof(T));
  for (int64_t b = 0; b < s.batch; ++b)
    for (int64_t g = 0; g < s.groups; ++g) {
      T *image = gradInput + (b * s.inChannels + g * channels) * s.inSize();
      const T *grad = gradOutput + (b * s.outChannels + g * filters) * positions;
      for (int64_t first = 0; first < positions; first += n) {
        int64_t count = std::min(n, positions - first);
        // weight, transposed, times the output gradients.
        gemm(Gemm<T>{.m = rows,
                     .n = count,
                     .k = filters,
                     .a = weight + g * filters * rows,
                     .aRow = 1,
                     .aColumn = rows,
                     .b = grad + first,
                     .bRow = positions,
                     .bColumn = 1,
                     .c = columns.get(),
                     .cRow = count});
        addColumnsToImage(s, columns.get(), channels, first, count, image);
      }
    }
}

template <class T>
void backwardWeight(const ConvolutionShape &s, const T *gradOutput, const T *input, T *gradWeight) {
  int64_t channels = s.inChannels / s.groups, filters = s.outChannels / s.groups;
  int64_t rows = channels * s.kernelSize(), positions = s.outSize(), n = stretch<T>(s, rows);
  Buffer<T> columns(rows * n);
  memset(gradWeight, 0, static_cast<size_t>(s.outChannels * rows) * sizeof(T));
  for (int64_t b = 0; b < s.batch; ++b)
    for (int64_t g = 0; g < s.groups; ++g) {
      const T *image = input + (b * s.inChannels + g * channels) * s.inSize();
      const T *grad = gradOutput + (b * s.outChannels + g * filters) * positions;
      for (int64_t first = 0; first < positions; first += n) {
        int64_t count = std::min(n, positions - first);
        imageToColumns(s, image, channels, first, count, columns.get());
        gemm(Gemm<T>{.m = filters,
                     .n = rows,
                     .k = count,
                     .a = grad + first,
                     .aRow = positions,
                     .aColumn = 1,
                     .b = columns.get(),
                     .bRow = 1,
                     .bColumn = count,
                     .c = gradWeight + g * filters * rows,
                     .cRow = rows,
                     .beta = T(1)});
      }
    }
}

bool forLibrary(const ConvolutionShape &s) {
  return s.dtype == DType::BF16 || (s.dtype == DType::F32 && s.work() >= kWorthwhile);
}

}  // namespace

void convolve(const ConvolutionShape &s, const void *input, const void *weight, const void *bias,
              void *output) {
  if (forLibrary(s) && onednn::convolve(s, input, weight, bias, output))
    return;
  if (s.dtype == DType::F64)
    return forward(s, static_cast<const double *>(input), static_cast<const double *>(weight),
                   static_cast<const double *>(bias), static_cast<double *>(output));
  forward(s, static_cast<const float *>(input), static_cast<const float *>(weight),
          static_cast<const float *>(bias), static_cast<float *>(output));
}
void convolveBackwardInput(const ConvolutionShape &s, const void *gradOutput, const void *weight,
                           void *gradInput) {
  bool few = s.dtype == DType::F32 && s.inChannels / s.groups < kFewChannels;
  if (!few && forLibrary(s) && onednn::convolveBackwardInput(s, gradOutput, weight, gradInput))
    return;
  if (s.dtype == DType::F64)
    return backwardInput(s, static_cast<const double *>(gradOutput),
                         static_cast<const double *>(weight), static_cast<double *>(gradInput));
  backwardInput(s, static_cast<const float *>(gradOutput), static_cast<const float *>(weight),
                static_cast<float *>(gradInput));
}
void convolveBackwardWeight(const ConvolutionShape &s, const void *gradOutput, const void *input,
                            void *gradWeight) {
  if (forLibrary(s) && onednn::convolveBackwardWeight(s, gradOutput, input, gradWeight))
    return;
  if (s.dtype == DType::F64)
    return backwardWeight(s, static_cast<const double *>(gradOutput),
                          static_cast<const double *>(input), static_cast<double *>(gradWeight));
  backwardWeight(s, static_cast<const float *>(gradOutput), static_cast<const float *>(input),
                 static_cast<float *>(gradWeight));
}

}  // namespace janus
