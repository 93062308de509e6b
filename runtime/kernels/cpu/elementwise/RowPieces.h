// Rows of strided operands, a piece at a time: one operand after the other is gathered for a chunk
// of a loop, and results are stored back.
#pragma once

#include "kernels/cpu/Steps.h"
#include "kernels/cpu/elementwise/Elementwise.h"

#include <cstring>

namespace janus::row_pieces {

// Walks one operand over all dimensions of a strided loop, a row piece at a time.
struct Cursor {
  Dims index;
  char *row = nullptr;  // the first element of the fastest dimension
  int64_t within = 0;   // position inside of it
};

inline char *placeOf(const StridedLoop &l, int k, const Cursor &c) {
  return c.row + c.within * l.strides[k][0];
}

template <class Piece>
void walk(const StridedLoop &l, int k, Cursor &c, int64_t count, Piece &&piece) {
  const int64_t stride = l.strides[k][0];
  if (l.ndim == 1) {
    piece(placeOf(l, k, c), stride, int64_t{0}, count);
    c.within += count;
    return;
  }
  int64_t done = 0;
  while (done < count) {
    int64_t rest = l.sizes[0] - c.within, n = rest < count - done ? rest : count - done;
    piece(placeOf(l, k, c), stride, done, n);
    done += n;
    c.within += n;
    if (c.within == l.sizes[0]) {
      c.within = 0;
      stepped<Fastest::First>(c.index, l.sizes, 1,
                              [&](size_t d, int64_t steps) { c.row += l.strides[k][d] * steps; });
    }
  }
}

// Elements that need no conversion, from and to rows that may be too short for a call each.
template <class Bits>
void gather(Bits *to, const char *from, int64_t stride, int64_t n) {
  if (stride == sizeof(Bits))
    memcpy(to, from, static_cast<size_t>(n) * sizeof(Bits));
  else
    for (int64_t i = 0; i < n; ++i)
      memcpy(to + i, from + i * stride, sizeof(Bits));
}
template <class Bits>
void scatter(char *to, const Bits *from, int64_t stride, int64_t n) {
  if (stride == sizeof(Bits))
    memcpy(to, from, static_cast<size_t>(n) * sizeof(Bits));
  else
    for (int64_t i = 0; i < n; ++i)
      memcpy(to + i * stride, from + i, sizeof(Bits));
}

// The next `count` elements of an operand, of the type that the loop takes: where they lie, or a
// copy in `buffer`.
template <class Bits>
const void *elementsOf(const StridedLoop &l, int k, Cursor &c, int64_t count, void *buffer) {
  const void *place = buffer;
  walk(l, k, c, count, [&](char *at, int64_t stride, int64_t offset, int64_t n) {
    if (stride == sizeof(Bits) && n == count)
      place = at;
    else
      gather(static_cast<Bits *>(buffer) + offset, at, stride, n);
  });
  return place;
}

// The next `count` elements of an operand, where they lie side by side in one row.
inline char *denseRow(const StridedLoop &l, int k, const Cursor &c, int64_t count, int64_t width) {
  bool isDense = l.strides[k][0] == width && l.sizes[0] - c.within >= count;
  return isDense ? placeOf(l, k, c) : nullptr;
}

}  // namespace janus::row_pieces
