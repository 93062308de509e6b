// What is known of the arguments and results of a row of the op table, in the sizes of a context
// (Context.h).
#pragma once

#include "janus/contract/Schema.h"
#include "janus/contract/inference/Context.h"
#include "janus/contract/inference/Layout.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace janus::infer {

enum class NumberKind : uint8_t { None, Bool, Int, Float, Complex };

template <class Cx>
struct RowTensor {
  std::optional<DType> dtype;
  std::optional<Shape<Cx>> shape;
  Layout layout = Layout::Unknown;
  // How many the operation finds in it (elements that are not zero, distinct ones), where there is
  // a name for that.
  std::optional<Dim<Cx>> count = std::nullopt;
};

// One per parameter of the schema; what is not known stays empty.
template <class Cx>
struct RowArgument {
  std::optional<RowTensor<Cx>> tensor;
  std::vector<std::optional<RowTensor<Cx>>> tensors;  // of a list; nothing: None
  std::optional<Shape<Cx>> numbers;                   // an int or a list of ints
  std::optional<double> real;                         // a float
  std::optional<bool> truth;
  std::optional<DType> dtype;
  std::string_view text;                 // of a text or a memory format
  NumberKind number = NumberKind::None;  // of a Python number
};

template <class Cx>
using RowArguments = std::vector<RowArgument<Cx>>;

// The first tensor among the arguments.
template <class Cx>
const RowTensor<Cx> *firstTensor(const RowArguments<Cx> &args) {
  for (const RowArgument<Cx> &arg : args) {
    if (arg.tensor)
      return &*arg.tensor;
    for (const auto &each : arg.tensors)
      if (each)
        return &*each;
  }
  return nullptr;
}

}  // namespace janus::infer
