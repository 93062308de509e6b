#include "tensor/core/Error.h"

#include <cstdarg>
#include <cstdio>
#include <new>

namespace janus {
namespace {

std::string formatted(const char *format, va_list args) {
  va_list copy;
  va_copy(copy, args);
  int size = vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  std::string text(static_cast<size_t>(size < 0 ? 0 : size), '\0');
  vsnprintf(text.data(), text.size() + 1, format, args);
  return text;
}

}  // namespace

void failText(Type &type, std::string text) {
  throw TensorError{&type, std::move(text)};
}

void fail(const char *format, ...) {
  va_list args;
  va_start(args, format);
  std::string text = formatted(format, args);
  va_end(args);
  throw TensorError{&jn_exc_RuntimeError, std::move(text)};
}

void failWith(Type &type, const char *format, ...) {
  va_list args;
  va_start(args, format);
  std::string text = formatted(format, args);
  va_end(args);
  throw TensorError{&type, std::move(text)};
}

Value raiseCaught() {
  try {
    throw;
  } catch (const TensorError &e) {
    return raise(*e.type, "%s", e.text.c_str());
  } catch (const PendingError &) {
    return jn_error();
  } catch (const std::bad_alloc &) {
    return raise(jn_exc_MemoryError, "");
  }
}

}  // namespace janus
