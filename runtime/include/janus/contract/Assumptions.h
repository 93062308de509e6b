// The kinds of assumptions as tables: what they are called, how their values read.
#pragma once

#include "janus/contract/Binding.h"

#include <optional>
#include <string_view>

namespace janus {

// How the value of an assumption reads in the IR.
enum class AssumptionForm : uint8_t {
  Nothing,
  Name,
  Attribute,
  Member,  // attribute=name
  Key,     // a constant, or the object at `<path>`
  Keys,    // [key, key]
  Count,
  Constant,
  Path,
  Mode,  // True or False; its name stands as the path
};
struct AssumptionInfo {
  std::string_view text;
  AssumptionForm form;
  std::string_view what;
};
inline constexpr AssumptionInfo kAssumptions[] = {
#define JANUS_ASSUMPTION(NAME, text, form, what, watched, relaxed)                                 \
  {text, AssumptionForm::form, what},
#include "janus/contract/Assumptions.def"
};
constexpr const AssumptionInfo &info(jn_assumption_kind kind) {
  return kAssumptions[kind];
}
constexpr std::optional<jn_assumption_kind> assumptionNamed(std::string_view text) {
  for (uint8_t i = 0; i < sizeof(kAssumptions) / sizeof(kAssumptions[0]); ++i)
    if (kAssumptions[i].text == text)
      return static_cast<jn_assumption_kind>(i);
  return std::nullopt;
}

}  // namespace janus
