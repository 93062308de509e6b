// The context of shape inference at run time: sizes are numbers, violated conditions raise.
#pragma once

#include "janus/contract/DType.h"
#include "janus/contract/inference/Context.h"
#include "tensor/core/Dims.h"
#include "tensor/core/Error.h"
#include "tensor/core/Tensor.h"

#include <concepts>
#include <optional>
#include <string>

namespace janus {

// "[2, 3]"
std::string dimsText(IntView dims);

class RunTimeContext {
public:
  using Dim = int64_t;
  using Shape = Dims;

  explicit RunTimeContext(DType kind = DType::F32) : kind_(kind) {}

  Dim constant(int64_t v) const { return v; }
  // Sizes that a program gives may be any.
  Dim add(Dim a, Dim b) const {
    if (JN_UNLIKELY(__builtin_add_overflow(a, b, &a)))
      fail("numel: integer addition overflow");
    return a;
  }
  Dim sub(Dim a, Dim b) const {
    if (JN_UNLIKELY(__builtin_sub_overflow(a, b, &a)))
      fail("numel: integer subtraction overflow");
    return a;
  }
  Dim mul(Dim a, Dim b) const {
    if (JN_UNLIKELY(__builtin_mul_overflow(a, b, &a)))
      fail("numel: integer multiplication overflow");
    return a;
  }
  Dim floorDiv(Dim a, Dim b) const {
    Dim q = a / b;
    return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
  }
  bool equal(Dim a, Dim b) const { return a == b; }
  bool less(Dim a, Dim b) const { return a < b; }
  bool isConstant(Dim d, int64_t v) const { return d == v; }
  int64_t value(Dim d) const { return d; }
  std::string kindOfTensor() const { return "torch." + std::string(info(kind_).legacy); }

  static constexpr bool hasFailed() { return false; }

  template <class... Parts>
  [[noreturn, gnu::cold, gnu::noinline]] Shape fail(const Parts &...parts) const {
    failText(jn_exc_RuntimeError, text(parts...));
  }
  template <class... Parts>
  [[noreturn, gnu::cold, gnu::noinline]] Shape failIndex(const Parts &...parts) const {
    failText(jn_exc_IndexError, text(parts...));
  }

private:
  template <class... Parts>
  static std::string text(const Parts &...parts) {
    std::string all;
    (append(all, parts), ...);
    return all;
  }
  static void append(std::string &out, const char *text) { out += text; }
  static void append(std::string &out, const std::string &text) { out += text; }
  static void append(std::string &out, std::integral auto v) { out += std::to_string(v); }
  static void append(std::string &out, double v);
  static void append(std::string &out, IntView v) { out += dimsText(v); }
  struct Put {
    std::string &out;
    template <class... Parts>
    void operator()(const Parts &...parts) const {
      (append(out, parts), ...);
    }
  };
  static void append(std::string &out, const std::invocable<Put> auto &list) { list(Put{out}); }

  DType kind_;
};

// Of an argument that may be None.
inline std::optional<Dims> sizesIfDefined(const Tensor &t) {
  return t.defined() ? std::optional<Dims>(t.sizes()) : std::nullopt;
}

}  // namespace janus
