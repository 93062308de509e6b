// Loops shared among threads: each item once, whatever the number of threads and of items.
#include "tensor/core/Parallel.h"
#include "tensor/core/Threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace janus::test {
namespace {

TEST(Parallel, EachItemOnce) {
  int before = computeThreads();
  for (int threads : {1, 2, 5, 3})
    for (int64_t count : {0, 1, 2, 7, 1000}) {
      setComputeThreads(threads);
      std::vector<int> seen(static_cast<size_t>(count));
      for (int round = 1; round <= 200; ++round) {
        parallelFor(count, 100000, [&](int64_t first, int64_t last) {
          for (int64_t i = first; i < last; ++i)
            ++seen[static_cast<size_t>(i)];
        });
        ASSERT_EQ(seen, std::vector<int>(static_cast<size_t>(count), round));
      }
    }
  setComputeThreads(before);
}

TEST(Parallel, PiecesAreOneLoop) {
  int before = computeThreads();
  const std::vector<int64_t> sizes = {0, 1, 64, 1000, 3, 63, 129, 0, 4096};
  for (int threads : {1, 2, 5}) {
    setComputeThreads(threads);
    std::vector<std::vector<int>> seen;
    for (int64_t size : sizes)
      seen.emplace_back(static_cast<size_t>(size));
    auto sizeOf = [&](int64_t piece) { return sizes[static_cast<size_t>(piece)]; };
    auto count = [&](int64_t piece, int64_t first, int64_t last) {
      ASSERT_LT(first, last);
      for (int64_t i = first; i < last; ++i)
        ++seen[static_cast<size_t>(piece)][static_cast<size_t>(i)];
    };
    parallelForPieces(static_cast<int64_t>(sizes.size()), sizeOf, 10000, count);
    for (const std::vector<int> &piece : seen)
      EXPECT_EQ(piece, std::vector<int>(piece.size(), 1)) << threads << " threads";
  }
  setComputeThreads(before);
}

// Within a part, and from another thread meanwhile: who finds the helpers in use goes on alone.
TEST(Parallel, LoopsWithinLoops) {
  int before = computeThreads();
  setComputeThreads(3);
  std::atomic<int> seen = 0;
  auto loops = [&] {
    for (int round = 0; round < 200; ++round)
      forEachPart(3, [&](int64_t) { forEachPart(2, [&](int64_t) { ++seen; }); });
  };
  std::thread other(loops);
  loops();
  other.join();
  EXPECT_EQ(seen, 2 * 200 * 3 * 2);
  setComputeThreads(before);
}

TEST(Parallel, CheapLoopsAreNotShared) {
  int before = computeThreads();
  setComputeThreads(4);
  EXPECT_EQ(partsFor(100, 1), 1);
  EXPECT_EQ(partsFor(1, 1 << 30), 1);
  EXPECT_EQ(partsFor(1 << 20, 1000), 4);
  setComputeThreads(before);
}

}  // namespace
}  // namespace janus::test
