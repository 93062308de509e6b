// Loops over independent parts, shared among the threads of one operation. The threads are our own,
// which nobody has to wait for (Parallel.cpp); those of oneDNN are OpenMP's.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace janus {

// In how many parts `count` items are shared when each costs about so many nanoseconds: one below
// what pays for waking threads.
int64_t partsFor(int64_t count, int64_t cost);

void runParts(int64_t parts, void (*run)(void *body, int64_t part), void *body);

// body(part) for each of [0, parts). It works on memory alone: it makes no objects, raises nothing
// and allocates nothing.
template <class Body>
void forEachPart(int64_t parts, Body &&body) {
  using B = std::remove_reference_t<Body>;
  auto run = [](void *b, int64_t part) { (*static_cast<B *>(b))(part); };
  if (parts <= 1)
    body(int64_t{0});
  else
    runParts(parts, run, const_cast<void *>(static_cast<const void *>(std::addressof(body))));
}

// body(first, last) over stretches that make up [0, count).
template <class Body>
void parallelFor(int64_t count, int64_t cost, Body &&body) {
  int64_t parts = partsFor(count, cost);
  forEachPart(parts, [&](int64_t part) { body(count * part / parts, count * (part + 1) / parts); });
}

// body(piece, first, last) over stretches of pieces of size(piece) elements: all are one loop to
// the threads. 64 elements, at whose multiples a piece is divided, cost about so many nanoseconds.
template <class Size, class Body>
void parallelForPieces(int64_t pieces, Size &&size, int64_t cost, Body &&body) {
  constexpr int64_t kStep = 64;
  auto stepsOf = [&](int64_t piece) { return (size(piece) + kStep - 1) / kStep; };
  int64_t steps = 0;
  for (int64_t piece = 0; piece < pieces; ++piece)
    steps += stepsOf(piece);
  parallelFor(steps, cost, [&](int64_t first, int64_t last) {
    int64_t begin = 0;  // of the piece
    for (int64_t piece = 0; piece < pieces && begin < last; ++piece) {
      int64_t end = begin + stepsOf(piece);
      if (end > first && end > begin)
        body(piece, (first > begin ? first - begin : 0) * kStep,
             last < end ? (last - begin) * kStep : size(piece));
      begin = end;
    }
  });
}

}  // namespace janus
