// Errors inside kernels are C++ exceptions; Dispatch turns them into pending Python exceptions.
#pragma once

#include "value/object/Object.h"

#include <string>

namespace janus {

struct TensorError {
  Type *type;
  std::string text;
};
// An exception is pending already (a Python call failed inside a kernel).
struct PendingError {};

[[noreturn, gnu::cold, gnu::format(printf, 1, 2)]] void fail(const char *format,
                                                             ...);  // RuntimeError
[[noreturn, gnu::cold, gnu::format(printf, 2, 3)]] void failWith(Type &type, const char *format,
                                                                 ...);
[[noreturn, gnu::cold]] void failText(Type &type, std::string text);

// Makes the exception in flight pending; for `catch (...)` at an edge. Answers JN_ERROR.
Value raiseCaught();

// Runs `body` (which answers a Value) and turns exceptions into JN_ERROR.
template <class F>
inline Value guarded(F &&body) {
  try {
    return body();
  } catch (...) {
    return raiseCaught();
  }
}
template <class F>
inline int guardedInt(F &&body) {
  try {
    return body();
  } catch (...) {
    raiseCaught();
    return -1;
  }
}
// The owned value, or PendingError.
inline Value checked(Value v) {
  if (jn_is_error(v))
    throw PendingError{};
  return v;
}

}  // namespace janus
