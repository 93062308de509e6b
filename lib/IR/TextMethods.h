// TextMethods.def as a table.
#pragma once

#include "IR/Types.h"

namespace janus::ir {

// How a template marks what it asks for: not at all, `{}`, `%s`.
enum class TextFields : uint8_t { None, Braces, Percent };
// How a method gets its operands behind the text: as they are, or packed in one tuple.
enum class TextArguments : uint8_t { Given, Packed };

struct TextMethod {
  static constexpr size_t kAny = ~size_t(0);
  llvm::StringRef name;
  size_t least, most;  // arguments behind the text
  TextArguments arguments;
  TextFields fields;
};

// Null where no method of that name computes a text.
const TextMethod *textMethod(llvm::StringRef name);

inline bool isPartOfText(TypeKind kind) {
  return isNumber(kind) || kind == TypeKind::Str || kind == TypeKind::None;
}

}  // namespace janus::ir
