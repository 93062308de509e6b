// Part of janus.hpp: tensors, with typed access to their elements.
#ifndef JANUS_TENSORS_HPP
#define JANUS_TENSORS_HPP

#include "janus/janus.hpp"

#include <complex>
#include <cstring>

namespace janus {

// ---- tensors

// The dtype of a C++ type. A host's own types of two bytes are told by a specialisation:
//
//   template <> inline constexpr janus_dtype janus::kDTypeOf<BFloat16> = JANUS_BFLOAT16;
template <class T>
inline constexpr janus_dtype kDTypeOf = [] {
  using U = std::remove_cv_t<T>;
  if constexpr (std::same_as<U, float>)
    return JANUS_FLOAT32;
  else if constexpr (std::same_as<U, double>)
    return JANUS_FLOAT64;
  else if constexpr (std::same_as<U, bool>)
    return JANUS_BOOLEAN;
  else if constexpr (std::same_as<U, std::complex<float>>)
    return JANUS_COMPLEX64;
  else if constexpr (std::same_as<U, std::complex<double>>)
    return JANUS_COMPLEX128;
  else {
    static_assert(std::integral<U> && (std::is_signed_v<U> || sizeof(U) == 1),
                  "torch has no dtype for this type");
    return sizeof(U) == 8        ? JANUS_INT64
           : sizeof(U) == 4      ? JANUS_INT32
           : sizeof(U) == 2      ? JANUS_INT16
           : std::is_signed_v<U> ? JANUS_INT8
                                 : JANUS_UINT8;
  }
}();

// A Value that is a tensor, with its sizes and the place of its elements at hand. They are those of
// when it was made: make another after the program has resized the tensor or set its data.
class Tensor : public Value {
public:
  // Throws TypeError when the value is no tensor.
  Tensor(Value v) : Value(std::move(v)) { check(janus_view_tensor(raw(), &view_)); }

  Tensor(const Tensor &) = default;
  Tensor(Tensor &&o) noexcept : Value(std::move(o)), view_(std::exchange(o.view_, {})) {}
  Tensor &operator=(Tensor o) noexcept {
    std::swap(view_, o.view_);
    Value::operator=(std::move(o));
    return *this;
  }

  // Zeros, in the runtime's memory. ValueError for negative or too many sizes.
  static Tensor zeros(janus_dtype dtype, std::span<const int64_t> sizes) {
    janus_value v;
    check(janus_make_tensor(dtype, sizes.data(), static_cast<int32_t>(sizes.size()), &v));
    return Tensor(take(v));
  }
  static Tensor zeros(janus_dtype dtype, std::initializer_list<int64_t> sizes) {
    return zeros(dtype, std::span(sizes.begin(), sizes.size()));
  }
  // Over the caller's memory, which must outlive every tensor over it; `owner`, when given, is kept
  // until then. Strides count elements. ValueError for sizes and strides that memory cannot have,
  // data that is null or not aligned.
  template <class T>
  static Tensor borrow(T *data, std::span<const int64_t> sizes,
                       std::shared_ptr<const void> owner = nullptr,
                       std::span<const int64_t> strides = {}) {
    if (!strides.empty() && strides.size() != sizes.size())
      detail::fail("ValueError", "expected as many strides as sizes, got " +
                                     std::to_string(strides.size()) + " and " +
                                     std::to_string(sizes.size()));
    janus_tensor memory = {const_cast<std::remove_const_t<T> *>(data), kDTypeOf<T>,
                           static_cast<int32_t>(sizes.size()), sizes.data(),
                           strides.empty() ? nullptr : strides.data()};
    using Owner = std::shared_ptr<const void>;
    auto kept = std::make_unique<Owner>(std::move(owner));
    janus_value v;
    check(janus_borrow_tensor(
        &memory, [](void *context) { delete static_cast<Owner *>(context); }, kept.get(), &v));
    kept.release();
    return Tensor(take(v));
  }
  template <class T>
  static Tensor borrow(T *data, std::initializer_list<int64_t> sizes,
                       std::shared_ptr<const void> owner = nullptr) {
    return borrow(data, std::span(sizes.begin(), sizes.size()), std::move(owner));
  }
  // A copy of the elements.
  template <class T>
  static Tensor copy(const T *data, std::initializer_list<int64_t> sizes) {
    Tensor made = zeros(kDTypeOf<T>, sizes);
    if (!data && made.count() != 0)
      detail::fail("ValueError", "the data is null");
    std::memcpy(made.view_.data, data, static_cast<size_t>(made.count()) * sizeof(T));
    return made;
  }

  // What and where the elements are; strides count elements.
  janus_dtype dtype() const { return view_.dtype; }
  std::span<const int64_t> sizes() const {
    return {view_.sizes, static_cast<size_t>(view_.dimensions)};
  }
  std::span<const int64_t> strides() const {
    return {view_.strides, static_cast<size_t>(view_.dimensions)};
  }
  int64_t count() const {
    int64_t n = 1;
    for (int64_t size : sizes())
      n *= size;
    return n;
  }
  // The elements lie one behind the other, the last dimension's first.
  bool isContiguous() const {
    int64_t expected = 1;
    for (size_t d = sizes().size(); d-- > 0;) {
      if (sizes()[d] != 1 && strides()[d] != expected)
        return count() == 0;
      expected *= sizes()[d];
    }
    return true;
  }
  // The elements in order. TypeError when they are of another type, ValueError when they do not lie
  // one behind the other.
  template <class T>
  std::span<T> data() const {
    requireType<T>();
    if (!isContiguous())
      detail::fail("ValueError", "expected elements in order, got sizes " + listed(sizes()) +
                                     " with strides " + listed(strides()) +
                                     ": call contiguous() first");
    return {static_cast<T *>(view_.data), static_cast<size_t>(count())};
  }
  // One element: t.at<float>(row, column). TypeError, IndexError.
  template <class T, std::integral... I>
  T &at(I... indices) const {
    requireType<T>();
    const int64_t given[] = {static_cast<int64_t>(indices)..., 0};
    if (sizeof...(I) != sizes().size())
      detail::fail("IndexError", "expected " + std::to_string(sizes().size()) + " indices, got " +
                                     std::to_string(sizeof...(I)));
    int64_t offset = 0;
    for (size_t d = 0; d < sizes().size(); ++d) {
      if (given[d] < 0 || given[d] >= sizes()[d])
        detail::fail("IndexError", "index " + std::to_string(given[d]) +
                                       " is out of bounds for dimension " + std::to_string(d) +
                                       " with size " + std::to_string(sizes()[d]));
      offset += given[d] * strides()[d];
    }
    return static_cast<T *>(view_.data)[offset];
  }

private:
  template <class T>
  void requireType() const {
    if (isNone())
      detail::fail("TypeError", "expected a tensor, got one that was moved from");
    if (kDTypeOf<T> != view_.dtype)
      detail::fail("TypeError", std::string("expected a tensor of ") + nameOf(kDTypeOf<T>) +
                                    ", got one of " + nameOf(view_.dtype));
  }
  static const char *nameOf(janus_dtype dtype) {
    static constexpr const char *names[JANUS_DTYPE_COUNT] = {
        "float32", "float64", "float16", "bfloat16", "int64",     "int32",
        "int16",   "int8",    "uint8",   "bool",     "complex64", "complex128"};
    return static_cast<size_t>(dtype) < JANUS_DTYPE_COUNT ? names[dtype] : "an unknown type";
  }
  static std::string listed(std::span<const int64_t> numbers) {
    std::string all = "(";
    for (int64_t n : numbers)
      all += (all.size() == 1 ? "" : ", ") + std::to_string(n);
    return all + (numbers.size() == 1 ? ",)" : ")");
  }
  janus_tensor view_ = {};
};

}  // namespace janus

#endif
