#include "IR/Literals.h"

#include "IR/Graph.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/raw_ostream.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace janus::ir {
namespace {

uint64_t bitsOf(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

double fromBits(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

constexpr uint64_t kDefaultNan = 0x7FF8000000000000u;

// The length of the valid UTF-8 character of several bytes at the front, or 0.
size_t characterLength(llvm::StringRef text) {
  auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.data());
  auto *end = begin + text.size();
  return *begin >= 0x80 && llvm::isLegalUTF8Sequence(begin, end) ? llvm::getNumBytesForUTF8(*begin)
                                                                 : 0;
}

bool isNameChar(char c) {
  return llvm::isAlnum(c) || llvm::StringRef("_.<>#").contains(c) || (c & 0x80);
}

}  // namespace

void printQuoted(llvm::raw_ostream &out, llvm::StringRef bytes) {
  out << '"';
  while (!bytes.empty()) {
    unsigned char c = bytes.front();
    size_t length = 1;
    if (c == '"' || c == '\\')
      out << '\\' << char(c);
    else if (c == '\n')
      out << "\\n";
    else if (c >= 0x20 && c < 0x7F)
      out << char(c);
    else if ((length = characterLength(bytes)))
      out << bytes.take_front(length);
    else {
      out << "\\x" << llvm::hexdigit(c >> 4, true) << llvm::hexdigit(c & 15, true);
      length = 1;
    }
    bytes = bytes.drop_front(length);
  }
  out << '"';
}

bool parseQuoted(llvm::StringRef &text, std::string *out) {
  llvm::StringRef rest = text;
  if (!rest.consume_front("\""))
    return false;
  out->clear();
  while (!rest.empty() && rest.front() != '"') {
    if (rest.front() != '\\') {
      out->push_back(rest.front());
      rest = rest.drop_front();
      continue;
    }
    unsigned byte;
    if (rest.consume_front("\\n")) {
      out->push_back('\n');
    } else if (rest.startswith("\\x")) {
      if (rest.size() < 4 || rest.substr(2, 2).getAsInteger(16, byte))
        return false;
      out->push_back(static_cast<char>(byte));
      rest = rest.drop_front(4);
    } else {
      if (rest.size() < 2)
        return false;
      out->push_back(rest[1]);
      rest = rest.drop_front(2);
    }
  }
  if (!rest.consume_front("\""))
    return false;
  text = rest;
  return true;
}

void printFloat(llvm::raw_ostream &out, double value) {
  if (std::isnan(value)) {
    out << "nan";
    if (bitsOf(value) != kDefaultNan)
      out << '(' << llvm::utohexstr(bitsOf(value), true) << ')';
    return;
  }
  if (std::isinf(value)) {
    out << (value < 0 ? "-inf" : "inf");
    return;
  }
  char buffer[40];
  auto end = std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
  llvm::StringRef digits(buffer, end - buffer);
  out << digits;
  if (digits.find_first_of(".e") == llvm::StringRef::npos)
    out << ".0";
}

bool parseFloat(llvm::StringRef &text, double *out) {
  if (text.consume_front("inf")) {
    *out = HUGE_VAL;
    return true;
  }
  if (text.consume_front("-inf")) {
    *out = -HUGE_VAL;
    return true;
  }
  if (text.consume_front("nan")) {
    uint64_t bits = kDefaultNan;
    if (text.consume_front("(") && (text.consumeInteger(16, bits) || !text.consume_front(")")))
      return false;
    *out = fromBits(bits);
    return true;
  }
  auto [end, error] = std::from_chars(text.begin(), text.end(), *out);
  llvm::StringRef taken(text.begin(), end - text.begin());
  if (error != std::errc() || taken.find_first_of(".e") == llvm::StringRef::npos)
    return false;
  text = text.drop_front(taken.size());
  return true;
}

bool isBareName(llvm::StringRef name) {
  return !name.empty() && llvm::all_of(name, isNameChar);
}

void printName(llvm::raw_ostream &out, char sigil, llvm::StringRef name) {
  out << sigil;
  if (isBareName(name))
    out << name;
  else
    printQuoted(out, name);
}

bool parseName(llvm::StringRef &text, std::string *out) {
  if (text.startswith("\""))
    return parseQuoted(text, out);
  llvm::StringRef name = text.take_while(isNameChar);
  *out = name.str();
  text = text.drop_front(name.size());
  return !name.empty();
}

llvm::StringRef lastComponent(llvm::StringRef qualname) {
  return qualname.drop_front(qualname.rfind('.') + 1);
}

bool isImaginary(const Constant &constant) {
  return constant.real == 0 && !std::signbit(constant.real);
}

}  // namespace janus::ir
