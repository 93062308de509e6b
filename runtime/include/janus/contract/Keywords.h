// Second names of keywords of operations: `x.sum(axis=0)` is `x.sum(dim=0)`.
#pragma once

#include <string_view>

namespace janus {

// The parameter that a keyword also names; empty when it is no second name.
constexpr std::string_view synonymOf(std::string_view keyword) {
  if (keyword == "axis")
    return "dim";
  if (keyword == "keepdims")
    return "keepdim";
  if (keyword == "x2")
    return "other";
  if (keyword == "x" || keyword == "input")
    return "self";
  return {};
}

}  // namespace janus
