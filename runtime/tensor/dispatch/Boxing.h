// Makes the boxed form of a typed kernel, `Value f(const Value *args)`, from its C++ signature:
//
//   Tensor cumsum(const Tensor &self, int64_t dim, std::optional<DType> dtype);
//   JANUS_KERNEL(CumSum, cumsum)          // in the .cpp, inside namespace janus
//
// A row of the op table without a JANUS_KERNEL is a link error that names it. Parameters, by schema
// type:
//   Tensor, Tensor?       const Tensor & (undefined for None)
//   Tensor[], Tensor?[]   TensorList
//   int[], int[]?         IntView, std::optional<IntView>;  float[]?  std::optional<FloatView>
//   int float bool        int64_t, double, bool, or std::optional of them
//   Scalar                const Scalar &, std::optional<Scalar>
//   str                   std::string_view, std::optional<std::string_view>
//   ScalarType Device MemoryFormat        std::optional<DType>, ...
//   Generator             GeneratorObject *
// Results: Tensor, std::tuple of Tensors, std::vector<Tensor>, bool, int64_t, Scalar, Value, void.
#pragma once

#include "tensor/core/Error.h"
#include "tensor/core/Generator.h"
#include "tensor/core/GradMode.h"
#include "tensor/dispatch/Planned.h"
#include "tensor/object/TypeObjects.h"

#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace janus {

using TensorList = std::span<const Tensor>;
using FloatView = std::span<const double>;

// A tuple of results, with names when the schema gives them; takes the items over.
Value boxResults(TensorOp op, Value *items, size_t count);

namespace boxing {

// An int, float, bool or complex number, and no tensor.
bool isScalar(Value v);
[[noreturn]] void failArgument(Value v, const char *wanted);
bool isTrue(Value v);
int64_t toInt(Value v);
double toFloat(Value v);
Scalar toScalar(Value v);

// Each Argument<T> holds what get() refers to while the kernel runs.
template <class T>
struct Argument;

template <>
struct Argument<const Tensor &> {
  // A handle that neither counts nor drops: arguments are borrowed.
  explicit Argument(Value v) : tensor(Tensor::take(v)) {}
  ~Argument() { tensor.release(); }
  const Tensor &get() { return tensor; }
  Tensor tensor;
};

template <>
struct Argument<TensorList> {
  explicit Argument(Value v);
  ~Argument() {
    for (size_t i = 0; i < count; ++i)
      items[i].release();
    if (items != reinterpret_cast<Tensor *>(inlineItems))
      delete[] items;
  }
  Argument(const Argument &) = delete;
  TensorList get() { return {items, count}; }
  size_t count = 0;
  Tensor *items;
  alignas(Tensor) char inlineItems[8 * sizeof(Tensor)];
};

void toInts(Value v, Dims *out);
template <>
struct Argument<IntView> {
  explicit Argument(Value v) { toInts(v, &dims); }
  IntView get() { return dims; }
  Dims dims;
};
template <>
struct Argument<std::optional<IntView>> {
  explicit Argument(Value v) : given(v.tag != JN_NONE) {
    if (given)
      toInts(v, &dims);
  }
  std::optional<IntView> get() { return given ? std::optional<IntView>(dims) : std::nullopt; }
  bool given;
  Dims dims;
};
template <>
struct Argument<std::optional<FloatView>> {
  explicit Argument(Value v);
  std::optional<FloatView> get() {
    return given ? std::optional<FloatView>(FloatView(items, count)) : std::nullopt;
  }
  bool given;
  size_t count = 0;
  double items[4];
};

template <>
struct Argument<int64_t> {
  explicit Argument(Value v) : value(v) {}
  int64_t get() { return JN_LIKELY(value.tag == JN_INT) ? value.i : toInt(value); }
  Value value;
};
template <>
struct Argument<double> {
  explicit Argument(Value v) : value(v) {}
  double get() { return JN_LIKELY(value.tag == JN_FLOAT) ? value.f : toFloat(value); }
  Value value;
};
template <>
struct Argument<bool> {
  explicit Argument(Value v) : value(v) {}
  bool get() {
    return JN_LIKELY(value.tag == JN_BOOL || value.tag == JN_INT) ? value.i != 0 : isTrue(value);
  }
  Value value;
};
template <>
struct Argument<const Scalar &> {
  explicit Argument(Value v)
      : scalar(v.tag == JN_INT ? Scalar(v.i) : (v.tag == JN_FLOAT ? Scalar(v.f) : toScalar(v))) {}
  const Scalar &get() { return scalar; }
  Scalar scalar;
};
template <>
struct Argument<Scalar> : Argument<const Scalar &> {
  using Argument<const Scalar &>::Argument;
};
template <>
struct Argument<std::string_view> {
  explicit Argument(Value v) : value(v) {}
  std::string_view get() { return utf8Of(value); }
  Value value;
};
template <>
struct Argument<DType> {
  explicit Argument(Value v) : value(v) {}
  DType get() { return asDType(value); }
  Value value;
};
template <>
struct Argument<Device> {
  explicit Argument(Value v) : value(v) {}
  Device get() {
    Device d;
    toDevice(value, &d);
    return d;
  }
  Value value;
};
template <>
struct Argument<MemoryFormat> {
  explicit Argument(Value v) : value(v) {}
  MemoryFormat get() { return asMemoryFormat(value); }
  Value value;
};
template <>
struct Argument<GeneratorObject *> {
  explicit Argument(Value v) : value(v) {}
  GeneratorObject *get() {
    return value.tag == JN_OBJECT ? reinterpret_cast<GeneratorObject *>(value.o) : nullptr;
  }
  Value value;
};
template <>
struct Argument<Value> {
  explicit Argument(Value v) : value(v) {}
  Value get() { return value; }
  Value value;
};
template <class T>
struct Argument<std::optional<T>> {
  explicit Argument(Value v) : value(v) {}
  std::optional<T> get() {
    if (value.tag == JN_NONE)
      return std::nullopt;
    return Argument<T>(value).get();
  }
  Value value;
};

template <class T>
using Plain =
    std::conditional_t<std::is_same_v<T, const Tensor &> || std::is_same_v<T, const Scalar &>, T,
                       std::remove_cv_t<std::remove_reference_t<T>>>;

// ---- results
inline Value boxResult(TensorOp, Tensor &&t) {
  return t.releaseValue();
}
inline Value boxResult(TensorOp, bool b) {
  return jn_bool(b);
}
inline Value boxResult(TensorOp, int64_t i) {
  return jn_int(i);
}
inline Value boxResult(TensorOp, const Scalar &s) {
  return s.boxed();
}
inline Value boxResult(TensorOp, Value v) {
  return checked(v);
}
Value boxResult(TensorOp op, std::vector<Tensor> &&list);

// Several results: where a plan wants them, else a tuple. Asked for before the kernel runs.
template <class R>
struct Several : std::false_type {};
template <class... T>
struct Several<std::tuple<T...>> : std::true_type {
  explicit Several(TensorOp id) : op(id), into(takePlannedValues(id, sizeof...(T))) {}
  Value box(std::tuple<T...> &&results) const {
    return std::apply(
        [this](auto &...item) {
          if (!into) {
            Value items[] = {item.releaseValue()...};
            return boxResults(op, items, sizeof...(item));
          }
          Value *to = into;
          ((*to++ = item.releaseValue()), ...);
          return jn_none();
        },
        results);
  }
  TensorOp op;
  Value *into;
};

template <class Fn>
struct Caller;
template <class R, class... A>
struct Caller<R (*)(A...)> {
  template <size_t... I>
  static Value call(TensorOp op, R (*fn)(A...), const Value *args, std::index_sequence<I...>) {
    std::tuple<Argument<Plain<A>>...> held{args[I]...};
    if constexpr (std::is_void_v<R>) {
      fn(std::get<I>(held).get()...);
      return jn_none();
    } else if constexpr (Several<R>::value) {
      Several<R> several(op);
      return several.box(fn(std::get<I>(held).get()...));
    } else {
      return boxResult(op, fn(std::get<I>(held).get()...));
    }
  }
  static Value call(TensorOp op, R (*fn)(A...), const Value *args) {
    return call(op, fn, args, std::index_sequence_for<A...>{});
  }
};

}  // namespace boxing

template <TensorOp op, auto fn>
Value boxedKernel(const Value *args) {
  try {
    Value result = boxing::Caller<decltype(fn)>::call(op, fn, args);
    if constexpr (hasTrait(op, Trait::InPlace)) {
      if (args[0].tag == JN_OBJECT && isTensor(args[0]))
        advanceVersion(asTensor(args[0]));
    }
    return result;
  } catch (...) {
    return raiseCaught();
  }
}

// Declares the boxed kernel of each row; the table refers to them.
namespace kernels {
#define JANUS_OP(id, ...) Value id(const Value *args);
#include "janus/contract/Ops.def"
}  // namespace kernels

#define JANUS_KERNEL(id, fn)                                                                       \
  Value kernels::id(const Value *args) {                                                           \
    return boxedKernel<TensorOp::id, fn>(args);                                                    \
  }

}  // namespace janus
