// Images as matrices of windows, and back.
#include "kernels/cpu/convolution/Convolution.h"

#include <algorithm>
#include <cstring>

namespace janus {
namespace {

// Walks output positions row by row: row(position, z, y, x, n) for n positions along the last
// dimension.
template <class Row>
void forOutputRows(const ConvolutionShape &s, int64_t first, int64_t count, Row &&row) {
  int64_t done = 0, position = first;
  while (done < count) {
    int64_t x = position % s.out[2], y = position / s.out[2] % s.out[1],
            z = position / (s.out[2] * s.out[1]);
    int64_t n = std::min(s.out[2] - x, count - done);
    row(done, z, y, x, n);
    done += n;
    position += n;
  }
}

// The part of n outputs from x on whose input index x * stride + shift lies inside [0, size).
inline void insideRange(int64_t x, int64_t n, int64_t stride, int64_t shift, int64_t size,
                        int64_t *begin, int64_t *end) {
  // i in [begin, end): 0 <= (x + i) * stride + shift < size
  int64_t low = -shift - x * stride, high = size - shift - x * stride;
  *begin = low <= 0 ? 0 : std::min(n, (low + stride - 1) / stride);
  *end = high <= 0 ? *begin : std::max(*begin, std::min(n, (high + stride - 1) / stride));
}

// Calls piece(row of the matrix, offset in it, input index of the first element, begin, end, n) for
// each kernel position, channel and stretch of outputs.
template <class Piece>
void forPieces(const ConvolutionShape &s, int64_t channels, int64_t first, int64_t count,
               Piece &&piece) {
  int64_t matrixRow = 0;
  for (int64_t c = 0; c < channels; ++c) {
    int64_t plane = c * s.inSize();
    for (int64_t kz = 0; kz < s.kernel[0]; ++kz)
      for (int64_t ky = 0; ky < s.kernel[1]; ++ky)
        for (int64_t kx = 0; kx < s.kernel[2]; ++kx, ++matrixRow) {
          int64_t shift = kx * s.dilation[2] - s.padding[2];
          forOutputRows(s, first, count,
                        [&](int64_t offset, int64_t z, int64_t y, int64_t x, int64_t n) {
                          int64_t iz = z * s.stride[0] + kz * s.dilation[0] - s.padding[0];
                          int64_t iy = y * s.stride[1] + ky * s.dilation[1] - s.padding[1];
                          if (iz < 0 || iz >= s.in[0] || iy < 0 || iy >= s.in[1]) {
                            piece(matrixRow, offset, int64_t{0}, int64_t{0}, int64_t{0}, n);
                            return;
                          }
                          int64_t begin, end;
                          insideRange(x, n, s.stride[2], shift, s.in[2], &begin, &end);
                          piece(matrixRow, offset,
                                plane + (iz * s.in[1] + iy) * s.in[2] + x * s.stride[2] + shift,
                                begin, end, n);
                        });
        }
  }
}

}  // namespace

template <class T>
void imageToColumns(const ConvolutionShape &s, const T *image, int64_t channels, int64_t first,
                    int64_t count, T *columns) {
  int64_t step = s.stride[2];
  forPieces(s, channels, first, count,
            [&](int64_t row, int64_t offset, int64_t from, int64_t begin, int64_t end, int64_t n) {
              T *out = columns + row * count + offset;
              for (int64_t i = 0; i < begin; ++i)
                out[i] = T(0);
              if (step == 1) {
                if (end - begin >= 16)
                  memcpy(out + begin, image + from + begin,
                         static_cast<size_t>(end - begin) * sizeof(T));
                else
                  for (int64_t i = begin; i < end; ++i)
                    out[i] = image[from + i];
              } else {
                for (int64_t i = begin; i < end; ++i)
                  out[i] = image[from + i * step];
              }
              for (int64_t i = end; i < n; ++i)
                out[i] = T(0);
            });
}

template <class T>
void addColumnsToImage(const ConvolutionShape &s, const T *columns, int64_t channels, int64_t first,
                       int64_t count, T *image) {
  int64_t step = s.stride[2];
  forPieces(s, channels, first, count,
            [&](int64_t row, int64_t offset, int64_t from, int64_t begin, int64_t end, int64_t) {
              const T *in = columns + row * count + offset;
              if (step == 1)
                for (int64_t i = begin; i < end; ++i)
                  image[from + i] += in[i];
              else
                for (int64_t i = begin; i < end; ++i)
                  image[from + i * step] += in[i];
            });
}

template void imageToColumns(const ConvolutionShape &, const float *, int64_t, int64_t, int64_t,
                             float *);
template void imageToColumns(const ConvolutionShape &, const double *, int64_t, int64_t, int64_t,
                             double *);
template void imageToColumns(const ConvolutionShape &, const int64_t *, int64_t, int64_t, int64_t,
                             int64_t *);
template void addColumnsToImage(const ConvolutionShape &, const float *, int64_t, int64_t, int64_t,
                                float *);
template void addColumnsToImage(const ConvolutionShape &, const double *, int64_t, int64_t, int64_t,
                                double *);
template void addColumnsToImage(const ConvolutionShape &, const int64_t *, int64_t, int64_t,
                                int64_t, int64_t *);

}  // namespace janus
