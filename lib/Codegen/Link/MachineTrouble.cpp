#include "Codegen/Link/MachineTrouble.h"

#include <csignal>

namespace janus::codegen {

namespace {

enum class Kind : uint8_t { CannotWrite, Stopped };

// What the tools, and the C library in their name, say.
struct Row {
  llvm::StringLiteral text;
  Kind kind;
};
constexpr Row kRows[] = {
    {"No space left on device", Kind::CannotWrite},
    {"Disk quota exceeded", Kind::CannotWrite},
    {"File too large", Kind::CannotWrite},
    {"Read-only file system", Kind::CannotWrite},
    {"Cannot allocate memory", Kind::Stopped},
    {"virtual memory exhausted", Kind::Stopped},
    {"out of memory allocating", Kind::Stopped},
    {"Killed signal terminated program", Kind::Stopped},
};

void reportStopped(llvm::StringRef program, llvm::StringRef how, DiagnosticEngine &diag) {
  diag.report(diag::ToolStopped, Span::none(), program, how)
      .help("free memory, or run fewer compilers at a time: `-j1`");
}

}  // namespace

bool reportMachineTrouble(const SubprocessResult &result, llvm::StringRef file,
                          llvm::StringRef program, DiagnosticEngine &diag) {
  using State = SubprocessResult::State;
  bool wasKilled =
      result.state == State::Signalled && (result.status == SIGKILL || result.status == SIGTERM);
  if (wasKilled || result.state == State::TimedOut) {
    reportStopped(program, "it " + result.describe(), diag);
    return true;
  }
  for (const Row &row : kRows) {
    if (!llvm::StringRef(result.err).contains(row.text) &&
        !llvm::StringRef(result.out).contains(row.text))
      continue;
    if (row.kind == Kind::CannotWrite)
      diag.report(diag::CannotWrite, Span::none(), file, row.text);
    else
      reportStopped(program, row.text, diag);
    return true;
  }
  return false;
}

}  // namespace janus::codegen
