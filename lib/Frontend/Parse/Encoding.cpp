#include "Frontend/Parse/Encoding.h"

#include "Support/Unicode.h"

#include "llvm/ADT/StringExtras.h"

#include <cerrno>
#include <iconv.h>

namespace janus {

namespace {

constexpr llvm::StringLiteral kByteOrderMark = "\xEF\xBB\xBF";

// "UTF-16" and the like when the bytes begin with such a mark.
llvm::StringRef wideEncoding(llvm::StringRef bytes) {
  if (bytes.startswith(llvm::StringRef("\xFF\xFE\0\0", 4)) ||
      bytes.startswith(llvm::StringRef("\0\0\xFE\xFF", 4)))
    return "UTF-32";
  if (bytes.startswith("\xFF\xFE") || bytes.startswith("\xFE\xFF"))
    return "UTF-16";
  return "";
}

bool isCookieCharacter(char c) {
  return llvm::isAlnum(c) || c == '-' || c == '_' || c == '.';
}

// The encoding that a line names: a comment with `coding:` or `coding=`.
llvm::StringRef cookieOfLine(llvm::StringRef line) {
  llvm::StringRef comment = line.ltrim(" \t\f");
  if (!comment.startswith("#"))
    return "";
  for (size_t at = comment.find("coding"); at != llvm::StringRef::npos;
       at = comment.find("coding", at + 1)) {
    llvm::StringRef rest = comment.drop_front(at + 6);
    if (!rest.startswith(":") && !rest.startswith("="))
      continue;
    rest = rest.drop_front().ltrim(" \t");
    size_t size = 0;
    while (size < rest.size() && isCookieCharacter(rest[size]))
      ++size;
    if (size != 0)
      return rest.substr(0, size);
  }
  return "";
}

// In the first line, or in the second when the first is blank or a comment.
llvm::StringRef findCookie(llvm::StringRef bytes) {
  for (int i = 0; i < 2; ++i) {
    size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    llvm::StringRef line = bytes.substr(0, end);
    llvm::StringRef cookie = cookieOfLine(line);
    if (!cookie.empty())
      return cookie;
    llvm::StringRef content = line.ltrim(" \t\f");
    if (!content.empty() && !content.startswith("#"))
      return "";
    bytes = bytes.drop_front(end);
    bytes = bytes.drop_front(bytes.startswith("\r\n") ? 2 : bytes.empty() ? 0 : 1);
  }
  return "";
}

// Python's spelling of names: case, `_` and `-` do not matter.
std::string normalized(llvm::StringRef encoding) {
  std::string name = encoding.lower();
  for (char &c : name)
    c = c == '_' ? '-' : c;
  return name;
}

// The names that may stand behind a byte order mark, and all names of UTF-8.
bool isMarkedUtf8Name(llvm::StringRef name) {
  return name == "utf-8" || name.startswith("utf-8-");
}
bool isUtf8Name(llvm::StringRef name) {
  return isMarkedUtf8Name(name) || name == "utf8" || name == "u8";
}

// Why the byte at `offset` is not UTF-8, in CPython's words.
llvm::StringRef utf8Problem(llvm::StringRef bytes, size_t offset) {
  auto lead = static_cast<unsigned char>(bytes[offset]);
  size_t length = lead < 0xC2 || lead > 0xF4 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 0)
    return "invalid start byte";
  return offset + length > bytes.size() ? "unexpected end of data" : "invalid continuation byte";
}

bool isLatin1Name(llvm::StringRef name) {
  for (llvm::StringRef latin :
       {"latin-1", "iso-8859-1", "iso-latin-1", "latin1", "iso8859-1", "l1"})
    if (name == latin || name.startswith((latin + "-").str()))
      return true;
  return false;
}

std::string fromLatin1(llvm::StringRef bytes) {
  std::string text;
  for (char byte : bytes)
    unicode::append(text, static_cast<unsigned char>(byte));
  return text;
}

enum class Conversion { Done, UnknownEncoding, BadBytes };

Conversion convert(llvm::StringRef bytes, const std::string &encoding, std::string &text,
                   size_t &badOffset) {
  iconv_t state = ::iconv_open("UTF-8", encoding.c_str());
  if (state == reinterpret_cast<iconv_t>(-1))
    return Conversion::UnknownEncoding;
  std::string input = bytes.str();
  char *from = input.data();
  size_t left = input.size();
  Conversion result = Conversion::Done;
  char buffer[1 << 12];
  while (left != 0 && result == Conversion::Done) {
    char *to = buffer;
    size_t room = sizeof buffer;
    size_t done = ::iconv(state, &from, &left, &to, &room);
    text.append(buffer, static_cast<size_t>(to - buffer));
    if (done == static_cast<size_t>(-1) && errno != E2BIG) {
      badOffset = static_cast<size_t>(from - input.data());
      result = Conversion::BadBytes;
    }
  }
  ::iconv_close(state);
  return result;
}

std::string hexByte(char byte) {
  return "0x" + llvm::utohexstr(static_cast<unsigned char>(byte), true, 2);
}

}  // namespace

bool decodeSource(SourceManager &sources, FileId file, DiagnosticEngine &diag) {
  llvm::StringRef bytes = sources.text(file);
  auto at = [&](size_t offset) {
    return Span{file, static_cast<uint32_t>(offset), static_cast<uint32_t>(offset + 1)};
  };
  if (llvm::StringRef wide = wideEncoding(bytes); !wide.empty()) {
    diag.report(diag::BadEncoding, Span{file, 0, 0}, "the file is encoded in " + wide)
        .help("save it as UTF-8");
    return false;
  }
  bool hasMark = bytes.startswith(kByteOrderMark);
  llvm::StringRef content = hasMark ? bytes.drop_front(kByteOrderMark.size()) : bytes;
  std::string cookie = findCookie(content).str();
  std::string name = normalized(cookie);
  if (hasMark && !cookie.empty() && !isMarkedUtf8Name(name)) {
    diag.report(diag::BadEncoding, Span{file, 0, 0}, "encoding problem: " + cookie + " with BOM")
        .help("remove the byte order mark or the coding cookie");
    return false;
  }
  if (size_t zero = bytes.find('\0'); zero != llvm::StringRef::npos) {
    diag.report(diag::BadEncoding, at(zero), "source code cannot contain null bytes")
        .label("byte offset " + llvm::Twine(zero));
    return false;
  }
  if (cookie.empty() || isUtf8Name(name)) {
    size_t bad = unicode::findInvalidUtf8(content);
    if (bad != llvm::StringRef::npos) {
      size_t offset = bad + (bytes.size() - content.size());
      diag.report(diag::BadEncoding, at(offset),
                  "(unicode error) 'utf-8' codec can't decode byte " + hexByte(content[bad]) +
                      " in position " + std::to_string(offset) + ": " + utf8Problem(content, bad))
          .help("save the file as UTF-8, or name its encoding in the first line: "
                "`# -*- coding: latin-1 -*-`");
      return false;
    }
    if (hasMark)
      sources.replaceText(file, content.str());
    return true;
  }
  if (isLatin1Name(name)) {
    sources.replaceText(file, fromLatin1(content));
    return true;
  }
  std::string text;
  size_t bad = 0;
  switch (convert(content, cookie, text, bad)) {
  case Conversion::Done: sources.replaceText(file, std::move(text)); return true;
  case Conversion::UnknownEncoding:
    diag.report(diag::BadEncoding, Span{file, 0, 0}, "unknown encoding: " + cookie)
        .help("save the file as UTF-8");
    return false;
  case Conversion::BadBytes:
    diag.report(diag::BadEncoding, at(bad),
                "(unicode error) '" + cookie + "' codec can't decode byte " +
                    hexByte(content[bad]) + " in position " + std::to_string(bad));
    return false;
  }
  __builtin_unreachable();
}

}  // namespace janus
