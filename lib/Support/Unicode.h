// Characters: UTF-8, the classes that Python's grammar and `repr` ask for, and NFKC of identifiers.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace janus::unicode {

// The character at `offset`, which moves behind it. The text must be UTF-8; lone surrogates are
// accepted in their three-byte form (WTF-8).
char32_t decode(llvm::StringRef text, size_t &offset);
void append(std::string &text, char32_t character);

// Offset of the first byte that is not UTF-8 (surrogates are not), or npos.
size_t findInvalidUtf8(llvm::StringRef text);

bool isIdentifierStart(char32_t c);
bool isIdentifierContinue(char32_t c);
bool isPrintable(char32_t c);  // as str.isprintable()

// NFKC of the text of an identifier; what is not part of identifiers is left as it is.
std::string nfkc(llvm::StringRef identifier);

}  // namespace janus::unicode
