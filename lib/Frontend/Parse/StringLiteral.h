// The value of string literals: prefixes, escapes, implicit concatenation, f-strings by the rules
// of Python 3.11.
#pragma once

#include "Frontend/Parse/Tokenizer.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace janus {

struct FormatField;

// A piece of an f-string: literal text, or a replacement field.
struct StringPart {
  std::string text;                    // UTF-8 (WTF-8)
  std::unique_ptr<FormatField> field;  // null for text
};

struct FormatField {
  uint32_t begin = 0, end = 0;  // the expression, in the source
  int conversion = -1;          // 's', 'r', 'a' or -1
  bool hasSpec = false;
  std::vector<StringPart> spec;
};

// The value of adjacent string tokens.
struct StringValue {
  bool isBytes = false;
  bool isFormatted = false;
  bool unicodePrefix = false;     // the first token is u"..."
  std::string text;               // when not formatted
  std::vector<StringPart> parts;  // when formatted: no empty and no adjacent texts
};

// Checks the expression of a field, in the order CPython does; false when it found a problem.
using ExpressionCheck = llvm::function_ref<bool(uint32_t begin, uint32_t end)>;

// Reads adjacent string tokens. On failure `problem` says what is wrong at which bytes (CPython
// reports it at the token behind the strings).
std::optional<StringValue> readStrings(llvm::StringRef source, llvm::ArrayRef<Token> tokens,
                                       ExpressionCheck check, SyntaxProblem &problem);

}  // namespace janus
