// TextMethods.def as a table.
#pragma once

#include "IR/Types.h"

namespace janus::speculate {

struct TextMethod {
  static constexpr size_t kAny = ~size_t(0);
  llvm::StringRef name;
  size_t least, most;  // arguments behind the text
};

// Null where no method of that name computes a text.
const TextMethod *textMethod(llvm::StringRef name);

inline bool isPartOfText(ir::TypeKind kind) {
  return ir::isNumber(kind) || kind == ir::TypeKind::Str || kind == ir::TypeKind::None;
}

}  // namespace janus::speculate
