// Compiled once per instruction set (Cpu.h).
#include "kernels/cpu/copy/Transpose.h"
#include "kernels/cpu/linear/Lanes.inc.h"

namespace janus::JANUS_LEVEL {
namespace {

template <class T>
void copyElements(T *to, int64_t toRow, const T *from, int64_t fromRow, int64_t rows,
                  int64_t columns) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      to[i * toRow + j] = from[j * fromRow + i];
}
template <class T>
[[gnu::always_inline]] inline void copySquare(T *to, int64_t toRow, const T *from,
                                              int64_t fromRow) {
  constexpr int64_t kSquare = kLanes<T>;
  Vector<T> square[kSquare];
#pragma GCC unroll 16
  for (int64_t j = 0; j < kSquare; ++j) {
    // No hardware sees so long a stride.
    __builtin_prefetch(from + (j + 2 * kSquare) * fromRow);
    square[j] = *reinterpret_cast<const Vector<T> *>(from + j * fromRow);
  }
  transpose<T>(square);
#pragma GCC unroll 16
  for (int64_t i = 0; i < kSquare; ++i)
    *reinterpret_cast<Vector<T> *>(to + i * toRow) = square[i];
}
// A part of a square: fewer columns, as the channels of a picture are.
template <class T>
void copyNarrow(T *to, int64_t toRow, const T *from, int64_t fromRow, int64_t columns) {
  constexpr int64_t kSquare = kLanes<T>;
  Vector<T> square[kSquare];
#pragma GCC unroll 16
  for (int64_t j = 0; j < kSquare; ++j)
    square[j] =
        j < columns ? *reinterpret_cast<const Vector<T> *>(from + j * fromRow) : Vector<T>{};
  transpose<T>(square);
  for (int64_t i = 0; i < kSquare; ++i)
    for (int64_t j = 0; j < columns; ++j)
      to[i * toRow + j] = square[i][j];
}

// Few columns whose rows follow each other without a gap: pixels of as many channels.
template <class T, int64_t kColumns>
void copyInterleaved(T *__restrict to, const T *__restrict from, int64_t fromRow, int64_t rows) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < kColumns; ++j)
      to[i * kColumns + j] = from[j * fromRow + i];
}

// Squares of as many rows as a vector has lanes, row of squares by row of squares of the result, so
// that it is written in long stretches.
template <class T>
void copyTransposed(T *to, int64_t toRow, const T *from, int64_t fromRow, int64_t rows,
                    int64_t columns) {
  constexpr int64_t kSquare = kLanes<T>;
  if (toRow == columns && columns == 2)
    return copyInterleaved<T, 2>(to, from, fromRow, rows);
  if (toRow == columns && columns == 4)
    return copyInterleaved<T, 4>(to, from, fromRow, rows);
  for (int64_t r = 0; r < rows; r += kSquare)
    for (int64_t c = 0; c < columns; c += kSquare) {
      const T *source = from + c * fromRow + r;
      T *target = to + r * toRow + c;
      int64_t height = rows - r, width = columns - c;
      if (height < kSquare)
        copyElements(target, toRow, source, fromRow, height, width < kSquare ? width : kSquare);
      else if (width < kSquare)
        copyNarrow(target, toRow, source, fromRow, width);
      else
        copySquare(target, toRow, source, fromRow);
    }
}

}  // namespace

extern const Transposes transposes;
constinit const Transposes transposes = {copyTransposed<uint32_t>, copyTransposed<uint64_t>};

}  // namespace janus::JANUS_LEVEL
