// How many numbers a range has, and how many places a triangle of a matrix.
#pragma once

#include "janus/contract/inference/Context.h"

#include <cmath>

namespace janus::infer {

template <class Cx>
Dim<Cx> boundsAndStep(Cx &cx) {
  cx.fail("upper bound and lower bound inconsistent with step sign");
  return cx.constant(0);
}

// Of whole numbers, without the end.
template <class Cx>
Dim<Cx> rangeLength(Cx &cx, const Dim<Cx> &start, const Dim<Cx> &end, int64_t step) {
  if (step == 0) {
    cx.fail("step must be nonzero");
    return cx.constant(0);
  }
  const auto &low = step > 0 ? start : end, &high = step > 0 ? end : start;
  if (cx.less(high, low))
    return boundsAndStep(cx);
  int64_t width = step > 0 ? step : -step;
  auto span = cx.add(cx.sub(high, low), cx.constant(width - 1));
  return width == 1 ? span : cx.floorDiv(span, cx.constant(width));
}

// Of numbers of which one is a float; `closed`: the end belongs to them.
template <class Cx>
Dim<Cx> realRangeLength(Cx &cx, double start, double end, double step, bool closed) {
  auto refuse = [&](const auto &...parts) {
    cx.fail(parts...);
    return cx.constant(0);
  };
  if (step == 0)
    return refuse("step must be nonzero");
  if (!std::isfinite(start) || !std::isfinite(end))
    return refuse("unsupported range: ", start, " -> ", end);
  if ((step > 0 && end < start) || (step < 0 && end > start))
    return boundsAndStep(cx);
  double span = (end - start) / step, count = closed ? std::floor(span) + 1 : std::ceil(span);
  if (count > 9e18)
    return refuse("invalid size, possible overflow?");
  return cx.constant(static_cast<int64_t>(count));
}

// Of a matrix: up to a diagonal, or from it on. Rows and columns are not below zero.
inline int64_t placesInTriangle(int64_t rows, int64_t columns, int64_t offset, bool above) {
  using Wide = __int128;  // at most INT64_MAX is answered
  // Below the diagonal, row i has i + offset + 1 places, but no less than 0 and no more than
  // columns.
  Wide shift = Wide(offset) + (above ? 0 : 1);
  auto within = [](Wide v, Wide low, Wide high) { return v < low ? low : v > high ? high : v; };
  Wide first = within(1 - shift, 0, rows), full = within(columns - shift, first, rows);
  Wide count = (full - first) * (first + full - 1 + 2 * shift) / 2 + (rows - full) * columns;
  if (above)
    count = Wide(rows) * columns - count;
  return static_cast<int64_t>(within(count, 0, INT64_MAX));
}

}  // namespace janus::infer
