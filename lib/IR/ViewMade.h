// The ways a view is made, as `heap.tensor` names them.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <cstdint>

namespace janus::ir {

enum class ViewMade : uint8_t {
#define JANUS_VIEW_MADE(enumerator, name, flag) enumerator,
#include "IR/ViewMade.def"
};

struct ViewMadeInfo {
  llvm::StringRef name, flag;
};
inline constexpr ViewMadeInfo kViewMade[] = {
#define JANUS_VIEW_MADE(enumerator, name, flag) {name, flag},
#include "IR/ViewMade.def"
};

inline const ViewMadeInfo &viewMade(ViewMade made) {
  return kViewMade[static_cast<size_t>(made)];
}

// Null: no way of that name.
inline const ViewMadeInfo *viewMadeNamed(llvm::StringRef name) {
  for (const ViewMadeInfo &info : kViewMade)
    if (info.name == name)
      return &info;
  return nullptr;
}

}  // namespace janus::ir
