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

}  // namespace janus
