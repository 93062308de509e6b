#include "Support/SourceManager.h"

#include "Support/Diagnostics.h"
#include "Support/InputFile.h"

#include <algorithm>

namespace janus {

namespace {

bool isContinuationByte(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

}  // namespace

std::optional<FileId> SourceManager::load(llvm::StringRef path, DiagnosticEngine &diag) {
  std::string reason;
  if (std::optional<std::string> bytes = readInputFile(path.str(), reason))
    return addBuffer(path == "-" ? "<stdin>" : path, std::move(*bytes));
  diag.report(diag::CannotRead, Span::none(), path, reason);
  return std::nullopt;
}

FileId SourceManager::addBuffer(llvm::StringRef name, std::string text) {
  files_.push_back({name.str(), std::move(text), {}});
  return FileId(static_cast<uint32_t>(files_.size() - 1));
}

void SourceManager::replaceText(FileId file, std::string text) {
  files_[file.index].text = std::move(text);
  files_[file.index].lineBegins.clear();
}

const SourceManager::Entry &SourceManager::entry(FileId file) const {
  assert(file.index < files_.size() && "file of another source manager");
  return files_[file.index];
}

llvm::StringRef SourceManager::text(Span span) const {
  return text(span.file).slice(span.begin, span.end);
}

const std::vector<uint32_t> &SourceManager::lineBegins(FileId file) const {
  const Entry &source = entry(file);
  if (source.lineBegins.empty()) {
    source.lineBegins.push_back(0);
    const std::string &text = source.text;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
        ++i;
      if (text[i] == '\n' || text[i] == '\r')
        source.lineBegins.push_back(static_cast<uint32_t>(i + 1));
    }
  }
  return source.lineBegins;
}

uint32_t SourceManager::lineCount(FileId file) const {
  return static_cast<uint32_t>(lineBegins(file).size());
}

LineColumn SourceManager::lineColumn(FileId file, uint32_t offset) const {
  const std::vector<uint32_t> &begins = lineBegins(file);
  llvm::StringRef source = text(file);
  offset = std::min<uint32_t>(offset, static_cast<uint32_t>(source.size()));
  auto line = std::upper_bound(begins.begin(), begins.end(), offset) - 1;
  llvm::StringRef before = source.slice(*line, offset);
  auto characters = std::count_if(before.begin(), before.end(),
                                  [](char byte) { return !isContinuationByte(byte); });
  return {static_cast<uint32_t>(line - begins.begin() + 1), static_cast<uint32_t>(characters + 1)};
}

uint32_t SourceManager::lineBegin(FileId file, uint32_t line) const {
  const std::vector<uint32_t> &begins = lineBegins(file);
  assert(line >= 1 && line <= begins.size() && "no such line");
  return begins[line - 1];
}

llvm::StringRef SourceManager::lineText(FileId file, uint32_t line) const {
  const std::vector<uint32_t> &begins = lineBegins(file);
  if (line < 1 || line > begins.size())
    return {};
  size_t end = line < begins.size() ? begins[line] : text(file).size();
  return text(file).slice(begins[line - 1], end).rtrim("\r\n");
}

}  // namespace janus
