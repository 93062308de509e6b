// Typed 32-bit handles and vectors indexed by them.
//
// An Id is an index into one table; the tag keeps handles of different tables apart at compile
// time. Facts about things live in side tables keyed by such ids, which makes printing and JSON
// deterministic.
#pragma once

#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/Hashing.h"

#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace janus {

template <class Tag>
struct Id {
  static constexpr uint32_t kInvalidIndex = 0xFFFFFFFFu;

  uint32_t index = kInvalidIndex;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t i) : index(i) {}

  static constexpr Id invalid() { return Id(); }
  constexpr bool valid() const { return index != kInvalidIndex; }
  constexpr explicit operator bool() const { return valid(); }

  friend constexpr bool operator==(Id a, Id b) = default;
  friend constexpr auto operator<=>(Id a, Id b) { return a.index <=> b.index; }
  friend llvm::hash_code hash_value(Id id) { return llvm::hash_value(id.index); }
};

// The ids 0 .. count-1, for range-based loops.
template <class IdT>
class IdRange {
public:
  class iterator {
  public:
    using value_type = IdT;
    using difference_type = std::ptrdiff_t;
    constexpr explicit iterator(uint32_t i) : index_(i) {}
    constexpr IdT operator*() const { return IdT(index_); }
    constexpr iterator &operator++() { return ++index_, *this; }
    constexpr iterator operator++(int) { return iterator(index_++); }
    friend constexpr bool operator==(iterator a, iterator b) = default;

  private:
    uint32_t index_;
  };

  constexpr explicit IdRange(uint32_t count) : count_(count) {}
  constexpr iterator begin() const { return iterator(0); }
  constexpr iterator end() const { return iterator(count_); }
  constexpr size_t size() const { return count_; }

private:
  uint32_t count_;
};

// A vector whose index type is an Id. Iteration with begin/end is over the values, ids() over the
// ids.
template <class IdT, class T>
class IdVector {
public:
  IdVector() = default;
  explicit IdVector(size_t count, const T &value = T()) : items_(count, value) {}

  IdT push_back(T value) {
    items_.push_back(std::move(value));
    return IdT(static_cast<uint32_t>(items_.size() - 1));
  }
  template <class... Args>
  IdT emplace_back(Args &&...args) {
    items_.emplace_back(std::forward<Args>(args)...);
    return IdT(static_cast<uint32_t>(items_.size() - 1));
  }

  decltype(auto) operator[](IdT id) { return check(id), items_[id.index]; }
  decltype(auto) operator[](IdT id) const { return check(id), items_[id.index]; }
  bool contains(IdT id) const { return id.index < items_.size(); }

  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void reserve(size_t count) { items_.reserve(count); }
  void resize(size_t count, const T &value = T()) { items_.resize(count, value); }
  void clear() { items_.clear(); }
  IdRange<IdT> ids() const { return IdRange<IdT>(static_cast<uint32_t>(items_.size())); }

  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  decltype(auto) back() { return items_.back(); }
  decltype(auto) back() const { return items_.back(); }

private:
  void check(IdT id) const {
    assert(id.index < items_.size() && "id is not of this table");
    (void)id;
  }

  std::vector<T> items_;
};

}  // namespace janus

template <class Tag>
struct std::hash<janus::Id<Tag>> {
  size_t operator()(janus::Id<Tag> id) const noexcept { return std::hash<uint32_t>()(id.index); }
};

template <class Tag>
struct llvm::DenseMapInfo<janus::Id<Tag>> {
  // Not the invalid id, so that it can be looked up (and is not found).
  static janus::Id<Tag> getEmptyKey() { return janus::Id<Tag>(0xFFFFFFFEu); }
  static janus::Id<Tag> getTombstoneKey() { return janus::Id<Tag>(0xFFFFFFFDu); }
  static unsigned getHashValue(janus::Id<Tag> id) {
    return DenseMapInfo<uint32_t>::getHashValue(id.index);
  }
  static bool isEqual(janus::Id<Tag> a, janus::Id<Tag> b) { return a == b; }
};
