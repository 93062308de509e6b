// Tensors as text.
#pragma once

#include "tensor/core/Tensor.h"

#include <string>

namespace janus {

struct PrintOptions {
  int precision = 4;
  int64_t threshold = 1000;  // more elements are summarised
  int64_t edgeItems = 3;
  int64_t lineWidth = 80;
  int scientific = -1;  // -1: as the numbers ask for
};
extern PrintOptions printOptions;

// `prefix` is "tensor(" or the name of a subclass with a parenthesis.
std::string tensorText(const Tensor &t, const std::string &prefix = "tensor(");
// The same with that said of its history: "grad_fn=<MulBackward0>", "requires_grad=True", nothing.
std::string tensorText(const Tensor &t, const std::string &prefix, const std::string &history);
std::string historyText(const char *node, bool requiresGrad);

extern const MethodDef kPrintingFunctions[];  // set_printoptions

}  // namespace janus
