// Limits on the cost and the contents of a recorded profile. The cost of specialising it is bounded
// in lib/Transforms/Speculate/Budget.h. Times are processor time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace janus::speculate {

struct ProfileBudget {
  // Limits of one snapshot. Objects that lie further away, or are larger, become opaque, with a
  // note.
  size_t objects = 50'000;
  size_t bytes = size_t(6) << 20;  // of its JSON
  int64_t items = 20'000;          // of one container
  size_t text = 1 << 16;           // bytes
  size_t arrays = 64;              // of packages, which are asked for their sizes
  std::chrono::milliseconds time{1'000};
  // All snapshots of a program.
  size_t snapshots = 160;
  size_t snapshotBytes = size_t(24) << 20;
  std::chrono::milliseconds snapshotTime{4'000};
  // All looks at the form of the heap, and all late entries.
  std::chrono::milliseconds lookTime{300}, lateTime{600};
  // One root: kinds of entries, and late ones, of which the last are kept.
  size_t kinds = 8, late = 2;
  size_t recurring = 64;       // snapshots of what comes again; then only other kinds are recorded
  uint64_t counted = 1 << 16;  // entries; then it costs nothing more
};
inline constexpr ProfileBudget kProfileBudget;

}  // namespace janus::speculate
