// Where the results of a plan lie in its memory: by the compiler for sizes that it knows, at run
// time for those of an entry.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace janus {

// Gives each place its `offset`, the largest first, each as low as those allow that are alive at
// the same time (`begin` to `end`). The bytes of all.
template <class Place>
uint64_t layOutPlaces(std::vector<Place *> places) {
  constexpr uint64_t kLine = 64;
  uint64_t bytes = 0;
  std::vector<Place *> placed;  // by offset
  std::stable_sort(places.begin(), places.end(),
                   [](const Place *a, const Place *b) { return a->bytes > b->bytes; });
  for (Place *place : places) {
    uint64_t offset = 0;
    for (const Place *other : placed) {
      if (other->begin > place->end || place->begin > other->end)
        continue;
      if (offset + place->bytes <= other->offset)
        break;
      offset = std::max(offset, (other->offset + other->bytes + kLine - 1) / kLine * kLine);
    }
    place->offset = offset;
    bytes = std::max(bytes, offset + place->bytes);
    auto at = std::upper_bound(placed.begin(), placed.end(), place,
                               [](auto *a, auto *b) { return a->offset < b->offset; });
    placed.insert(at, place);
  }
  return bytes;
}

}  // namespace janus
