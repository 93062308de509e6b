// C++ spellings of Python's names and values.
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace janus::codegen {

// "torch.nn" -> "torch__dot__nn"; other characters as in identifier().
std::string mangleModule(llvm::StringRef dotted);
// Letters, digits and underscores stay; '.' and the brackets of `<lambda>` become underscores; any
// other byte becomes its hexadecimal digits.
std::string identifier(llvm::StringRef pythonName);

// With quotes. Bytes that a C++ string literal cannot hold are octal escapes; a newline ends the
// literal and begins another on the next line, indented by `indent` spaces.
std::string stringLiteral(llvm::StringRef bytes, unsigned indent = 0);
std::string intLiteral(int64_t value);
std::string floatLiteral(double value);
// A text that may stand in a `/* */` comment, or an empty one.
std::string commentText(llvm::StringRef text);

// Hands out names that differ from all handed out before: f_run, f_run_2, ...
class UniqueNames {
public:
  std::string make(llvm::StringRef wanted);

private:
  llvm::StringMap<unsigned> used_;
};

}  // namespace janus::codegen
