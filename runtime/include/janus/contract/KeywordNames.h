// Second names of keywords of torch's operations.
#pragma once

#include <string_view>

namespace janus {

// The name that the schema has; empty where there is none. `input` names the first parameter
// whatever the schema calls it.
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
