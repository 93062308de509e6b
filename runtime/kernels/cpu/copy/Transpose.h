// Copies between dense arrays whose rows and columns change places, compiled once per instruction
// set.
#pragma once

#include <cstdint>

namespace janus {

// to[r * toRow + c] = from[c * fromRow + r] for r < rows, c < columns; the arrays do not overlap.
struct Transposes {
  void (*words)(uint32_t *to, int64_t toRow, const uint32_t *from, int64_t fromRow, int64_t rows,
                int64_t columns);
  void (*doubleWords)(uint64_t *to, int64_t toRow, const uint64_t *from, int64_t fromRow,
                      int64_t rows, int64_t columns);
};
const Transposes &transposes();

}  // namespace janus
