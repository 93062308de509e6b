// The policies of torch.autocast("cpu") as tables: for the rows of the op table and for functions
// of the prelude.
#pragma once

#include "janus/contract/OpTable.h"

#include <array>

namespace janus {

enum class AutocastPolicy : uint8_t { None, Lower, Float, Widest };

inline constexpr auto kAutocastPolicies = [] {
  std::array<AutocastPolicy, kOpCount> all = {};
#define JANUS_AUTOCAST(Policy, Row)                                                                \
  all[static_cast<size_t>(TensorOp::Row)] = AutocastPolicy::Policy;
#include "janus/contract/Autocast.def"
  return all;
}();
constexpr AutocastPolicy autocastPolicyOf(TensorOp op) {
  return kAutocastPolicies[static_cast<size_t>(op)];
}

struct AutocastFunction {
  std::string_view module, name;
  AutocastPolicy policy;
};
inline constexpr AutocastFunction kAutocastFunctions[] = {
#define JANUS_AUTOCAST_FUNCTION(Policy, module, name) {module, name, AutocastPolicy::Policy},
#include "janus/contract/Autocast.def"
};

// The type that a policy casts to, where autocast casts to `lower`. `anyFloat`: one of the tensors
// is of float32.
constexpr DType autocastTarget(AutocastPolicy policy, DType lower, bool anyFloat) {
  bool isFloat = policy == AutocastPolicy::Float || (policy == AutocastPolicy::Widest && anyFloat);
  return isFloat ? DType::F32 : lower;
}
// Tensors of these types are cast, on the CPU.
constexpr bool isAutocastType(DType type) {
  return isFloating(type) && type != DType::F64;
}
// The type that autocast casts to on a device before the program names another.
constexpr DType autocastDefault(std::string_view device) {
  return device == "cpu" || device == "xla" || device == "hpu" ? DType::BF16 : DType::F16;
}

}  // namespace janus
