#include "Codegen/Cpp/Names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace janus::codegen {
namespace {

bool isWordByte(unsigned char c) {
  return llvm::isAlnum(static_cast<char>(c)) || c == '_';
}

void appendHex(std::string &out, unsigned char c) {
  out += 'x';
  out += llvm::hexdigit(c >> 4, /*LowerCase=*/true);
  out += llvm::hexdigit(c & 15, /*LowerCase=*/true);
}

}  // namespace

std::string mangleModule(llvm::StringRef dotted) {
  std::string out;
  for (unsigned char c : dotted) {
    if (c == '.')
      out += "__dot__";
    else if (isWordByte(c))
      out += static_cast<char>(c);
    else
      appendHex(out, c);
  }
  return out;
}

std::string identifier(llvm::StringRef pythonName) {
  std::string out;
  for (unsigned char c : pythonName) {
    if (isWordByte(c))
      out += static_cast<char>(c);
    else if (c == '.')
      out += '_';
    else if (c != '<' && c != '>')
      appendHex(out, c);
  }
  return out;
}

std::string stringLiteral(llvm::StringRef bytes, unsigned indent) {
  std::string out = "\"";
  for (size_t i = 0; i < bytes.size(); ++i) {
    unsigned char c = bytes[i];
    switch (c) {
    case '"': out += "\\\""; break;
    case '\\': out += "\\\\"; break;
    case '\t': out += "\\t"; break;
    case '\n':
      out += "\\n";
      if (i + 1 < bytes.size() && indent != 0)
        out += "\"\n" + std::string(indent, ' ') + "\"";
      break;
    case '?':  // no trigraphs
      out += i > 0 && bytes[i - 1] == '?' ? "\\?" : "?";
      break;
    default:
      if (c >= 0x20 && c < 0x7f) {
        out += static_cast<char>(c);
      } else {
        char text[8];
        std::snprintf(text, sizeof text, "\\%03o", c);
        out += text;
      }
    }
  }
  return out + '"';
}

std::string intLiteral(int64_t value) {
  if (value == INT64_MIN)
    return "INT64_MIN";
  std::string text = std::to_string(value);
  return value > INT32_MAX || value < INT32_MIN ? text + "LL" : text;
}

std::string floatLiteral(double value) {
  if (std::isnan(value))
    return "__builtin_nan(\"\")";
  if (std::isinf(value))
    return value < 0 ? "-__builtin_inf()" : "__builtin_inf()";
  char text[40];
  for (int digits = 15; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value)
      break;
  }
  std::string out = text;
  if (out.find_first_of(".e") == std::string::npos)
    out += ".0";
  return out;
}

std::string commentText(llvm::StringRef text) {
  constexpr size_t kLongest = 24;
  if (text.empty() || text.size() > kLongest)
    return "";
  for (unsigned char c : text)
    if (c < 0x20 || c >= 0x7f || c == '*' || c == '/' || c == '\\')
      return "";
  return text.str();
}

std::string UniqueNames::make(llvm::StringRef wanted) {
  std::string name = wanted.str();
  while (true) {
    auto [entry, inserted] = used_.try_emplace(name, 1);
    if (inserted)
      return name;
    name = wanted.str() + "_" + std::to_string(++used_[wanted]);
  }
}

}  // namespace janus::codegen
