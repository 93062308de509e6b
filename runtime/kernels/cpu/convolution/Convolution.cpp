// Which way a convolution goes: few channels straight over the rows (DirectRows) or the windows
// (DirectWindows), large ones to oneDNN, the others as matrix products over columns (Columns.cpp),
// a stretch of output positions at a time so that the columns stay in the cache.
#include "kernels/cpu/convolution/Convolution.h"

#include "kernels/cpu/convolution/DirectWindows.h"
#include "kernels/cpu/linear/Gemm.h"
#include "tensor/core/Parallel.h"
#include "tensor/memory/Scratch.h"

#include <algorithm>
#include <cstring>

namespace janus {
namespace {

constexpr int64_t kColumnBytes = 256 << 10;
// Below this many multiplications our own kernels are quicker than the library, its layouts
// included.
constexpr int64_t kWorthwhile = int64_t{1} << 20;

// Output positions per stretch.
template <class T>
int64_t stretch(const ConvolutionShape &s, int64_t rows) {
  int64_t fits = kColumnBytes / static_cast<int64_t>(sizeof(T)) / std::max<int64_t>(rows, 1);
  return std::clamp<int64_t>(fits / 64 * 64, 64, std::max<int64_t>(s.outSize(), 1));
}

// Positions of the output of one group of one sample.
template <class T>
struct Stretch {
  int64_t image, result, weight, bias;  // where the group's part of each array begins
  int64_t channels, filters, rows;      // of the group; rows: of the columns
  int64_t first, count;
  T *columns;
};
template <class T, class Body>
void forStretches(const ConvolutionShape &s, Body &&body) {
  int64_t channels = s.inChannels / s.groups, filters = s.outChannels / s.groups;
  int64_t rows = channels * s.kernelSize(), positions = s.outSize(), n = stretch<T>(s, rows);
  Scratch<T> columns(rows * n);
  for (int64_t b = 0; b < s.batch; ++b)
    for (int64_t g = 0; g < s.groups; ++g)
      for (int64_t first = 0; first < positions; first += n)
        body(Stretch<T>{(b * s.inChannels + g * channels) * s.inSize(),
                        (b * s.outChannels + g * filters) * positions, g * filters * rows,
                        g * filters, channels, filters, rows, first, std::min(n, positions - first),
                        columns.get()});
}

template <class T>
void forward(const ConvolutionShape &s, const T *input, const T *weight, const T *bias, T *output) {
  int64_t positions = s.outSize();
  forStretches<T>(s, [&](const Stretch<T> &t) {
    T *out = output + t.result;
    for (int64_t f = 0; t.first == 0 && f < t.filters; ++f)
      std::fill_n(out + f * positions, positions, bias ? bias[t.bias + f] : T(0));
    imageToColumns(s, input + t.image, t.channels, t.first, t.count, t.columns);
    gemm(Gemm<T>{.m = t.filters,
                 .n = t.count,
                 .k = t.rows,
                 .a = weight + t.weight,
                 .aRow = t.rows,
                 .aColumn = 1,
                 .b = t.columns,
                 .bRow = t.count,
                 .bColumn = 1,
                 .c = out + t.first,
                 .cRow = positions,
                 .beta = T(1)});
  });
}

template <class T>
void backwardInput(const ConvolutionShape &s, const T *gradOutput, const T *weight, T *gradInput) {
  memset(gradInput, 0, static_cast<size_t>(s.batch * s.inChannels * s.inSize()) * sizeof(T));
  forStretches<T>(s, [&](const Stretch<T> &t) {
    // weight, transposed, times the output gradients.
    gemm(Gemm<T>{.m = t.rows,
                 .n = t.count,
                 .k = t.filters,
                 .a = weight + t.weight,
                 .aRow = 1,
                 .aColumn = t.rows,
                 .b = gradOutput + t.result + t.first,
                 .bRow = s.outSize(),
                 .bColumn = 1,
                 .c = t.columns,
                 .cRow = t.count});
    addColumnsToImage(s, t.columns, t.channels, t.first, t.count, gradInput + t.image);
  });
}

template <class T>
void backwardWeight(const ConvolutionShape &s, const T *gradOutput, const T *input, T *gradWeight) {
  int64_t window = s.inChannels / s.groups * s.kernelSize();
  memset(gradWeight, 0, static_cast<size_t>(s.outChannels * window) * sizeof(T));
  forStretches<T>(s, [&](const Stretch<T> &t) {
    imageToColumns(s, input + t.image, t.channels, t.first, t.count, t.columns);
    gemm(Gemm<T>{.m = t.filters,
                 .n = t.rows,
                 .k = t.count,
                 .a = gradOutput + t.result + t.first,
                 .aRow = s.outSize(),
                 .aColumn = 1,
                 .b = t.columns,
                 .bRow = 1,
                 .bColumn = t.count,
                 .c = gradWeight + t.weight,
                 .cRow = t.rows,
                 .beta = T(1)});
  });
}

// Input channels up to which our own kernels are quicker than the library, which pads them to a
// vector's: DirectRows, and for the gradient of the weight DirectWindows.
constexpr int64_t kDirectForward = 4, kDirectInput = 8, kDirectWeight = 2, kWindowsWeight = 8;
// The same where the rows of the output leave no lane idle: the library's layouts cost more than
// its kernels gain.
constexpr int64_t kDirectWide = 16;

// Small windows that move by ones over f32 images are computed where they lie.
constexpr int64_t kDirectWidth = 7;
bool isDirect(const ConvolutionShape &s) {
  bool simple = s.dtype == DType::F32 && s.groups == 1 && s.in[0] == 1 && s.kernel[0] == 1 &&
                s.padding[0] == 0 && s.kernel[2] <= kDirectWidth;
  for (int d = 1; d < 3; ++d)
    simple &= s.stride[d] == 1 && s.dilation[d] == 1 && s.padding[d] < s.kernel[d];
  return simple;
}
DirectShape directShape(const ConvolutionShape &s) {
  return {s.batch,  s.inChannels, s.outChannels, s.in[1],      s.in[2],     s.out[1],
          s.out[2], s.kernel[1],  s.kernel[2],   s.padding[1], s.padding[2]};
}

// The samples in as many parts as there are threads for: body(part, its first sample, what is left
// of the shape).
struct Shares {
  DirectShape shape;
  int64_t parts;

  Shares(const DirectShape &d, const ConvolutionShape &s)
      : shape(d), parts(partsFor(d.batch, s.work() / std::max<int64_t>(d.batch, 1) / 32)) {}
  template <class Body>
  void run(Body &&body) const {
    forEachPart(parts, [&](int64_t part) {
      int64_t first = shape.batch * part / parts;
      DirectShape own = shape;
      own.batch = shape.batch * (part + 1) / parts - first;
      body(part, first, own);
    });
  }
};

void directForward(const ConvolutionShape &s, const float *input, const float *weight,
                   const float *bias, float *output) {
  Shares shares(directShape(s), s);
  int64_t window = s.inChannels * s.kernelSize(), size = shares.shape.scratch();
  Scratch<float> scratch(size * shares.parts), turned(s.outChannels * window);
  for (int64_t f = 0; f < s.outChannels; ++f)
    for (int64_t i = 0; i < window; ++i)
      turned.get()[i * s.outChannels + f] = weight[f * window + i];
  shares.run([&](int64_t part, int64_t first, const DirectShape &d) {
    directRows().convolve(d, input + first * s.inChannels * s.inSize(), turned.get(), bias,
                          output + first * s.outChannels * s.outSize(),
                          scratch.get() + part * size);
  });
}

// Vectors of a row of `floats`.
int64_t vectorsOf(int64_t floats) {
  int64_t lanes = directWindows().lanes;
  return (floats + lanes - 1) / lanes;
}
// Rows of the output that are whole vectors.
bool fillsRows(const ConvolutionShape &s) {
  return s.out[2] == vectorsOf(s.out[2]) * directWindows().lanes;
}
// Rows of the window that fill their vectors well.
bool fillsVectors(const ConvolutionShape &s) {
  int64_t run = s.kernel[2] * s.inChannels;
  return run * 4 >= vectorsOf(run) * directWindows().lanes * 3;
}
// True if the input's gradient takes fewer multiplications of vectors by windows, which see each
// output once, than by rows, which see each input once. A quarter pays for the channels' moves.
bool windowsBeatRows(const ConvolutionShape &s) {
  int64_t rows = s.in[1] * vectorsOf(s.in[2]) * s.inChannels * s.kernelSize();
  int64_t windows = s.outSize() * s.kernel[1] * vectorsOf(s.kernel[2] * s.inChannels);
  return windows * 5 < rows * 4;
}

// The gradient of the input is a convolution of the output's with the window turned around.
void directBackwardInput(const ConvolutionShape &s, const float *gradOutput, const float *weight,
                         float *gradInput) {
  if (windowsBeatRows(s)) {
    Shares shares(directShape(s), s);
    int64_t each = directWindowsScratch(shares.shape);
    Scratch<float> scratch(each * shares.parts);
    return shares.run([&](int64_t part, int64_t first, const DirectShape &d) {
      directWindows().inputGradient(d, gradOutput + first * s.outChannels * s.outSize(), weight,
                                    gradInput + first * s.inChannels * s.inSize(),
                                    scratch.get() + part * each);
    });
  }
  DirectShape turnedShape = {s.batch,
                             s.outChannels,
                             s.inChannels,
                             s.out[1],
                             s.out[2],
                             s.in[1],
                             s.in[2],
                             s.kernel[1],
                             s.kernel[2],
                             s.kernel[1] - 1 - s.padding[1],
                             s.kernel[2] - 1 - s.padding[2]};
  int64_t size = s.kernelSize();
  Shares shares(turnedShape, s);
  int64_t each = turnedShape.scratch();
  Scratch<float> scratch(each * shares.parts), turned(s.outChannels * s.inChannels * size);
  for (int64_t f = 0; f < s.outChannels; ++f)
    for (int64_t c = 0; c < s.inChannels; ++c)
      for (int64_t i = 0; i < size; ++i)
        turned.get()[(f * size + size - 1 - i) * s.inChannels + c] =
            weight[(f * s.inChannels + c) * size + i];
  shares.run([&](int64_t part, int64_t first, const DirectShape &d) {
    directRows().convolve(d, gradOutput + first * s.outChannels * s.outSize(), turned.get(),
                          nullptr, gradInput + first * s.inChannels * s.inSize(),
                          scratch.get() + part * each);
  });
}

void directBackwardWeight(const ConvolutionShape &s, const float *gradOutput, const float *input,
                          float *gradWeight) {
  Shares shares(directShape(s), s);
  bool windows = s.inChannels > kDirectWeight && fillsVectors(s);
  auto run = windows ? directWindows().weightGradient : directRows().weightGradient;
  // Each part has sums of its own; the first one's are the result's.
  int64_t count = s.outChannels * s.inChannels * s.kernelSize();
  int64_t size = windows ? directWindowsScratch(shares.shape) : shares.shape.scratch();
  Scratch<float> scratch(size * shares.parts), sums(count * shares.parts);
  shares.run([&](int64_t part, int64_t first, const DirectShape &d) {
    run(d, input + first * s.inChannels * s.inSize(),
        gradOutput + first * s.outChannels * s.outSize(),
        part == 0 ? gradWeight : sums.get() + part * count, scratch.get() + part * size);
  });
  for (int64_t part = 1; part < shares.parts; ++part)
    for (int64_t i = 0; i < count; ++i)
      gradWeight[i] += sums.get()[part * count + i];
}

}  // namespace

bool forLibrary(const ConvolutionShape &s) {
  return s.dtype == DType::BF16 || (s.dtype == DType::F32 && s.work() >= kWorthwhile);
}

void convolve(const ConvolutionShape &s, const void *input, const void *weight, const void *bias,
              void *output) {
  bool direct = isDirect(s);
  bool few = s.inChannels <= kDirectForward || (s.inChannels <= kDirectWide && fillsRows(s));
  if (!(direct && few) && forLibrary(s) && onednn::convolve(s, input, weight, bias, output))
    return;
  auto run = [&]<class T>(auto &&compute, T) {
    compute(s, static_cast<const T *>(input), static_cast<const T *>(weight),
            static_cast<const T *>(bias), static_cast<T *>(output));
  };
  if (s.dtype == DType::F64)
    return run(forward<double>, double());
  if (s.dtype == DType::I64)
    return run(forward<int64_t>, int64_t());
  direct ? run(directForward, float()) : run(forward<float>, float());
}
void convolveBackwardInput(const ConvolutionShape &s, const void *gradOutput, const void *weight,
                           void *gradInput) {
  bool direct = isDirect(s);
  if (!(direct && s.inChannels <= kDirectInput) && forLibrary(s) &&
      onednn::convolveBackwardInput(s, gradOutput, weight, gradInput))
    return;
  auto run = [&]<class T>(auto &&compute, T) {
    compute(s, static_cast<const T *>(gradOutput), static_cast<const T *>(weight),
            static_cast<T *>(gradInput));
  };
  if (s.dtype == DType::F64)
    return run(backwardInput<double>, double());
  if (s.dtype == DType::I64)
    return run(backwardInput<int64_t>, int64_t());
  direct ? run(directBackwardInput, float()) : run(backwardInput<float>, float());
}
void convolveBackwardWeight(const ConvolutionShape &s, const void *gradOutput, const void *input,
                            void *gradWeight) {
  bool direct = isDirect(s);
  bool few = s.inChannels <= kDirectWeight || (s.inChannels <= kWindowsWeight && fillsVectors(s));
  if (!(direct && few) && forLibrary(s) &&
      onednn::convolveBackwardWeight(s, gradOutput, input, gradWeight))
    return;
  auto run = [&]<class T>(auto &&compute, T) {
    compute(s, static_cast<const T *>(gradOutput), static_cast<const T *>(input),
            static_cast<T *>(gradWeight));
  };
  if (s.dtype == DType::F64)
    return run(backwardWeight<double>, double());
  if (s.dtype == DType::I64)
    return run(backwardWeight<int64_t>, int64_t());
  direct ? run(directBackwardWeight, float()) : run(backwardWeight<float>, float());
}

}  // namespace janus
