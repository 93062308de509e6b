// Short lists of sizes, strides and dimensions: inline up to six, then on the heap.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>

namespace janus {

using IntView = std::span<const int64_t>;

class Dims {
public:
  static constexpr size_t kInline = 6;

  Dims() = default;
  explicit Dims(size_t count, int64_t value = 0) {
    resize(count);
    for (size_t i = 0; i < count; ++i)
      data_[i] = value;
  }
  Dims(std::initializer_list<int64_t> values) { assign(values.begin(), values.size()); }
  Dims(IntView values) { assign(values.data(), values.size()); }
  Dims(const Dims &o) { assign(o.data_, o.size_); }
  Dims(Dims &&o) noexcept { take(o); }
  Dims &operator=(const Dims &o) {
    if (this != &o)
      assign(o.data_, o.size_);
    return *this;
  }
  Dims &operator=(Dims &&o) noexcept {
    if (this != &o) {
      release();
      take(o);
    }
    return *this;
  }
  ~Dims() { release(); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int64_t *data() { return data_; }
  const int64_t *data() const { return data_; }
  int64_t *begin() { return data_; }
  int64_t *end() { return data_ + size_; }
  const int64_t *begin() const { return data_; }
  const int64_t *end() const { return data_ + size_; }
  int64_t &operator[](size_t i) { return data_[i]; }
  int64_t operator[](size_t i) const { return data_[i]; }
  int64_t &back() { return data_[size_ - 1]; }
  int64_t back() const { return data_[size_ - 1]; }
  operator IntView() const { return {data_, size_}; }

  void push_back(int64_t v) {
    if (size_ == capacity_)
      grow(size_ + 1);
    data_[size_++] = v;
  }
  void pop_back() { --size_; }
  void insert(size_t at, int64_t v) {
    push_back(v);
    for (size_t i = size_ - 1; i > at; --i)
      data_[i] = data_[i - 1];
    data_[at] = v;
  }
  void erase(size_t at) {
    for (size_t i = at + 1; i < size_; ++i)
      data_[i - 1] = data_[i];
    --size_;
  }
  void resize(size_t count) {
    if (count > capacity_)
      grow(count);
    for (size_t i = size_; i < count; ++i)
      data_[i] = 0;
    size_ = static_cast<uint32_t>(count);
  }
  void clear() { size_ = 0; }

private:
  void assign(const int64_t *values, size_t count) {
    if (count > capacity_)
      grow(count);
    if (count)
      std::memcpy(data_, values, count * sizeof(int64_t));
    size_ = static_cast<uint32_t>(count);
  }
  void grow(size_t count) {
    size_t capacity = count > 2 * capacity_ ? count : 2 * capacity_;
    auto *fresh = new int64_t[capacity];
    if (size_)
      std::memcpy(fresh, data_, size_ * sizeof(int64_t));
    if (data_ != inline_)
      delete[] data_;
    data_ = fresh;
    capacity_ = static_cast<uint32_t>(capacity);
  }
  void take(Dims &o) {
    size_ = o.size_;
    if (o.data_ == o.inline_) {
      data_ = inline_;
      capacity_ = kInline;
      std::memcpy(inline_, o.inline_, size_ * sizeof(int64_t));
    } else {
      data_ = o.data_;
      capacity_ = o.capacity_;
      o.data_ = o.inline_;
      o.capacity_ = kInline;
    }
    o.size_ = 0;
  }
  void release() {
    if (data_ != inline_)
      delete[] data_;
    data_ = inline_;
    capacity_ = kInline;
  }

  int64_t *data_ = inline_;
  uint32_t size_ = 0, capacity_ = kInline;
  int64_t inline_[kInline];
};

inline bool operator==(IntView a, IntView b) {
  return a.size() == b.size() && (a.empty() || !std::memcmp(a.data(), b.data(), a.size_bytes()));
}
inline bool sameDims(IntView a, IntView b) {
  return a == b;
}
inline int64_t product(IntView v) {
  int64_t n = 1;
  for (int64_t x : v)
    n *= x;
  return n;
}

}  // namespace janus
