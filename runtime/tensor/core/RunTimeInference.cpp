#include "tensor/core/RunTimeInference.h"

#include <cstdio>

namespace janus {

std::string dimsText(IntView dims) {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i)
    text += (i ? ", " : "") + std::to_string(dims[i]);
  return text + "]";
}

void RunTimeContext::append(std::string &out, double v) {
  char text[32];
  snprintf(text, sizeof text, "%g", v);
  out += text;
}

Type &RunTimeContext::typeOf(infer::ErrorKind kind) {
  switch (kind) {
  case infer::ErrorKind::Index: return jn_exc_IndexError;
  case infer::ErrorKind::Value: return jn_exc_ValueError;
  case infer::ErrorKind::Type: return jn_exc_TypeError;
  case infer::ErrorKind::NotImplemented: return jn_exc_NotImplementedError;
  case infer::ErrorKind::Runtime: break;
  }
  return jn_exc_RuntimeError;
}

}  // namespace janus
