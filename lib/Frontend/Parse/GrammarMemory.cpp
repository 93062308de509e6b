#include "Frontend/Parse/GrammarMemory.h"

#include <tree_sitter/api.h>

#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace janus {

namespace {

constexpr size_t kBlockBytes = size_t(256) << 10;

// In front of each piece: its class, the power of two that holds it.
struct alignas(16) Header {
  unsigned sizeClass;
};

class Pool {
public:
  static Pool &get() {
    thread_local Pool pool;
    return pool;
  }

  void *take(size_t bytes) {
    unsigned sizeClass = static_cast<unsigned>(std::bit_width(std::max<size_t>(bytes, 16) - 1));
    if (void *&free = free_[sizeClass]) {
      void *piece = free;
      std::memcpy(&free, piece, sizeof(void *));
      return piece;
    }
    size_t whole = sizeof(Header) + (size_t(1) << sizeClass);
    while (at_ < blocks_.size() && blocks_[at_].bytes - used_ < whole)
      ++at_, used_ = 0;
    if (at_ == blocks_.size()) {
      size_t size = std::max(kBlockBytes, whole);
      blocks_.push_back({std::make_unique_for_overwrite<char[]>(size), size});
      used_ = 0;
    }
    char *place = blocks_[at_].memory.get() + used_;
    used_ += whole;
    reinterpret_cast<Header *>(place)->sizeClass = sizeClass;
    return place + sizeof(Header);
  }
  static size_t sizeOf(void *piece) {
    return size_t(1) << (reinterpret_cast<Header *>(piece) - 1)->sizeClass;
  }
  void give(void *piece) {
    void *&free = free_[(reinterpret_cast<Header *>(piece) - 1)->sizeClass];
    std::memcpy(piece, &free, sizeof(void *));
    free = piece;
  }
  // Everything is free, and little of it is kept.
  void clear() {
    free_.fill(nullptr);
    at_ = used_ = 0;
    constexpr size_t kKept = 64;
    if (blocks_.size() > kKept)
      blocks_.resize(kKept);
  }
  unsigned depth = 0;

private:
  struct Block {
    std::unique_ptr<char[]> memory;
    size_t bytes;
  };
  std::vector<Block> blocks_;
  size_t at_ = 0, used_ = 0;
  std::array<void *, 64> free_{};
};

void *allocate(size_t bytes) {
  return Pool::get().take(bytes);
}
void *allocateZero(size_t count, size_t bytes) {
  void *piece = Pool::get().take(count * bytes);
  std::memset(piece, 0, count * bytes);
  return piece;
}
void release(void *piece) {
  if (piece)
    Pool::get().give(piece);
}
void *reallocate(void *piece, size_t bytes) {
  if (!piece)
    return allocate(bytes);
  size_t size = Pool::sizeOf(piece);
  if (bytes <= size)
    return piece;
  void *larger = allocate(bytes);
  std::memcpy(larger, piece, size);
  release(piece);
  return larger;
}

}  // namespace

GrammarMemory::GrammarMemory() {
  static const bool installed =
      (ts_set_allocator(allocate, allocateZero, reallocate, release), true);
  (void)installed;
  ++Pool::get().depth;
}

GrammarMemory::~GrammarMemory() {
  if (--Pool::get().depth == 0)
    Pool::get().clear();
}

}  // namespace janus
