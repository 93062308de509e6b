// repr() of str and bytes.
#include "Frontend/Syntax/ConstantValue.h"
#include "Support/Unicode.h"

namespace janus {

namespace {

// Python prefers single quotes, and double quotes for a text that has single ones only.
char chooseQuote(llvm::StringRef text) {
  return text.contains('\'') && !text.contains('"') ? '"' : '\'';
}

void appendHex(std::string &out, char kind, unsigned digits, char32_t code) {
  out += '\\';
  out += kind;
  for (int shift = static_cast<int>(digits - 1) * 4; shift >= 0; shift -= 4)
    out += "0123456789abcdef"[code >> shift & 0xF];
}

// The escapes that str and bytes share; false when `c` needs none of them.
bool appendCommonEscape(std::string &out, char32_t c, char quote) {
  switch (c) {
  case '\\': out += "\\\\"; return true;
  case '\t': out += "\\t"; return true;
  case '\n': out += "\\n"; return true;
  case '\r': out += "\\r"; return true;
  default: break;
  }
  if (c == static_cast<char32_t>(quote)) {
    out += '\\';
    out += quote;
    return true;
  }
  return false;
}

}  // namespace

std::string reprOfStr(llvm::StringRef utf8) {
  char quote = chooseQuote(utf8);
  std::string out(1, quote);
  for (size_t i = 0; i < utf8.size();) {
    char32_t c = unicode::decode(utf8, i);
    if (appendCommonEscape(out, c, quote))
      continue;
    if (c >= 0x20 && c < 0x7F)
      out += static_cast<char>(c);
    else if (c < 0x100 && !unicode::isPrintable(c))
      appendHex(out, 'x', 2, c);
    else if (unicode::isPrintable(c))
      unicode::append(out, c);
    else if (c < 0x10000)
      appendHex(out, 'u', 4, c);
    else
      appendHex(out, 'U', 8, c);
  }
  return out + quote;
}

std::string reprOfBytes(llvm::StringRef bytes) {
  char quote = chooseQuote(bytes);
  std::string out = std::string("b") + quote;
  for (char byte : bytes) {
    auto c = static_cast<unsigned char>(byte);
    if (appendCommonEscape(out, c, quote))
      continue;
    if (c >= 0x20 && c < 0x7F)
      out += byte;
    else
      appendHex(out, 'x', 2, c);
  }
  return out + quote;
}

}  // namespace janus
