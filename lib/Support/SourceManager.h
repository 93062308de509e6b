// Source files of one compilation, and positions in them.
//
// Positions are byte offsets into the file's UTF-8 text; lines end with LF, CRLF or CR as Python's
// do; columns count characters from 1.
#pragma once

#include "Support/Id.h"

#include "llvm/ADT/StringRef.h"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace janus {

class DiagnosticEngine;

struct FileTag;
using FileId = Id<FileTag>;

// The half-open byte range [begin, end) of a file. An invalid file means "no place".
struct Span {
  FileId file;
  uint32_t begin = 0;
  uint32_t end = 0;

  static constexpr Span none() { return {}; }
  constexpr bool valid() const { return file.valid(); }
  constexpr uint32_t size() const { return end - begin; }
  // From the start of this span to the end of `last`.
  constexpr Span to(Span last) const { return {file, begin, last.end}; }
  friend constexpr bool operator==(const Span &, const Span &) = default;
};

struct LineColumn {
  uint32_t line = 0;    // from 1
  uint32_t column = 0;  // from 1, in characters
  friend constexpr bool operator==(const LineColumn &, const LineColumn &) = default;
};

class SourceManager {
public:
  SourceManager() = default;
  SourceManager(const SourceManager &) = delete;
  SourceManager &operator=(const SourceManager &) = delete;

  // Reads a file from disk ("-" is standard input). On failure reports why and returns nothing.
  std::optional<FileId> load(llvm::StringRef path, DiagnosticEngine &diag);
  FileId addBuffer(llvm::StringRef name, std::string text);
  // Replaces the bytes as loaded by their UTF-8 decoding; only the parser does so, before any span
  // is made.
  void replaceText(FileId file, std::string text);

  llvm::StringRef name(FileId file) const { return entry(file).name; }
  llvm::StringRef text(FileId file) const { return entry(file).text; }
  llvm::StringRef text(Span span) const;
  size_t size() const { return files_.size(); }

  uint32_t lineCount(FileId file) const;
  LineColumn lineColumn(FileId file, uint32_t offset) const;
  LineColumn lineColumn(Span span) const { return lineColumn(span.file, span.begin); }
  uint32_t line(Span span) const { return lineColumn(span).line; }
  // Byte offset of the first byte of a line (from 1).
  uint32_t lineBegin(FileId file, uint32_t line) const;
  // The line's text without its end-of-line characters.
  llvm::StringRef lineText(FileId file, uint32_t line) const;

private:
  struct Entry {
    std::string name;
    std::string text;
    mutable std::vector<uint32_t> lineBegins;  // made at first use
  };
  const Entry &entry(FileId file) const;
  const std::vector<uint32_t> &lineBegins(FileId file) const;

  std::deque<Entry> files_;
};

}  // namespace janus
