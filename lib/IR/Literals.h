// Constants and names as the textual form writes them.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class raw_ostream;
}

namespace janus::ir {

struct Constant;

// `"..."`: valid UTF-8 as it is; quotes, backslashes, control characters and other bytes escaped.
void printQuoted(llvm::raw_ostream &out, llvm::StringRef bytes);
// Takes a quoted text off the front.
bool parseQuoted(llvm::StringRef &text, std::string *out);

// The shortest digits that read back to the same bits: `0.1`, `1e+16`, `inf`, `nan`,
// `nan(fff8000000000000)` for one with other bits.
void printFloat(llvm::raw_ostream &out, double value);
// Takes such a number off the front; fails on an integer.
bool parseFloat(llvm::StringRef &text, double *out);

// True for a complex constant that is written as its imaginary part alone: `2.5j`.
bool isImaginary(const Constant &constant);

// True when a symbol may stand without quotes after `@`, `%` or `$`.
bool isBareName(llvm::StringRef name);
// A name after its sigil, quoted when it must be.
void printName(llvm::raw_ostream &out, char sigil, llvm::StringRef name);
// Takes a name off the front; the sigil is gone already.
bool parseName(llvm::StringRef &text, std::string *out);

// `g` of `f.<locals>.g`: a function's name unless it says otherwise.
llvm::StringRef lastComponent(llvm::StringRef qualname);

}  // namespace janus::ir
