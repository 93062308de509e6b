// How the elements of a tensor lie, as far as graphs are concerned.
#pragma once

#include "janus/contract/OpTable.h"

namespace janus::infer {

// Each says less than the one before: without gaps, row by row; row by row (strides do not grow
// from one dimension to the next) with gaps perhaps, as a slice of columns; by strides that are not
// known here. ChannelsLast: without gaps, images of rank 4 with the channels side by side.
enum class Layout : uint8_t { Unknown, Contiguous, Rows, ChannelsLast, Strided };

// Whether a view by that rule shows the elements in the order in which they are counted.
constexpr bool keepsOrder(ShapeRule rule) {
  switch (rule) {
  case ShapeRule::Self:
  case ShapeRule::View:
  case ShapeRule::Flatten:
  case ShapeRule::Unflatten:
  case ShapeRule::Squeeze:
  case ShapeRule::Unsqueeze: return true;
  default: return false;
  }
}

}  // namespace janus::infer
