// Operations called from native code, through dispatch: recorded like any other.
//
//   Tensor c = ops::call<TensorOp::AddTensor>(a, b, 1);   // one value per parameter of the schema
//
// A failure is thrown (Error.h).
#pragma once

#include "tensor/core/Error.h"
#include "tensor/dispatch/Dispatch.h"
#include "tensor/object/TypeObjects.h"

#include <optional>
#include <vector>

namespace janus::ops {

// A C++ value as an argument; drops what it had to make.
class Boxed {
public:
  Boxed(const Tensor &t) : value_(t.borrowed()) {}
  Boxed(bool b) : value_(jn_bool(b)) {}
  Boxed(int i) : value_(jn_int(i)) {}
  Boxed(int64_t i) : value_(jn_int(i)) {}
  Boxed(double d) : value_(jn_float(d)) {}
  Boxed(const Scalar &s) : value_(s.boxed()) {}
  Boxed(std::nullopt_t) : value_(jn_none()) {}
  Boxed(DType t) : value_(dtypeObject(t)) {}
  Boxed(MemoryFormat f) : value_(memoryFormatObject(f)) {}
  Boxed(Value borrowed) : value_(borrowed) {}
  Boxed(const char *text) : value_(internStr(text)) {}
  Boxed(IntView ints);
  Boxed(const Dims &dims) : Boxed(IntView(dims)) {}
  Boxed(std::span<const Tensor> tensors);
  template <class T>
  Boxed(const std::optional<T> &v) : Boxed(v ? Boxed(*v) : Boxed(std::nullopt)) {}
  Boxed(Boxed &&o) noexcept : value_(o.value_), owned_(o.owned_) { o.owned_ = false; }
  Boxed &operator=(Boxed &&) = delete;
  ~Boxed() {
    if (owned_)
      jn_decref(value_);
  }
  Value get() const { return value_; }

private:
  Value value_;
  bool owned_ = false;
};

constexpr size_t parameterCount(std::string_view signature) {
  size_t n = 0;
  int depth = 0;
  bool word = false, star = false;
  for (size_t at = signature.find('(') + 1;; ++at) {
    char c = signature[at];
    if (depth == 0 && (c == ',' || c == ')')) {
      n += word && !star;
      word = star = false;
      if (c == ')')
        return n;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (c == '*' && depth == 0) {
      star = true;
      word = true;
    } else if (c != ' ') {
      word = true;
    }
  }
}

template <TensorOp op, class... A>
Value callValue(const A &...args) {
  static_assert(sizeof...(A) == parameterCount(row(op).signature),
                "one value per parameter of the schema");
  Boxed boxed[] = {Boxed(args)...};
  Value values[sizeof...(A)];
  for (size_t i = 0; i < sizeof...(A); ++i)
    values[i] = boxed[i].get();
  return checked(dispatch(op, values));
}
template <TensorOp op, class... A>
Tensor call(const A &...args) {
  return Tensor::take(callValue<op>(args...));
}
// For operations with several results.
template <TensorOp op, class... A>
std::vector<Tensor> callMany(const A &...args) {
  Ref result(callValue<op>(args...));
  auto *t = result.template as<jn_tuple>();
  std::vector<Tensor> list;
  for (int64_t i = 0; i < t->size; ++i)
    list.push_back(Tensor::share(t->items[i]));
  return list;
}

}  // namespace janus::ops
