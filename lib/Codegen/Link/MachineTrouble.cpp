#include "Codegen/Link/MachineTrouble.h"

#include <csignal>

namespace janus::codegen {

namespace {

enum class Kind : uint8_t { CannotWrite, Stopped, Incomplete };

// Messages of the tools, and of the C library in their name.
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
    {": cannot execute ", Kind::Incomplete},                    // gcc: its assembler, or cc1plus
    {"collect2: fatal error: cannot find ", Kind::Incomplete},  // gcc: its linker
    {"unable to execute command", Kind::Incomplete},            // clang
};
// Lines of a tool's output that name an error.
constexpr llvm::StringLiteral kErrorMarks[] = {"error:", "internal compiler error",
                                               "undefined reference", "cannot find"};

void reportStopped(llvm::StringRef program, llvm::StringRef how, DiagnosticEngine &diag) {
  diag.report(diag::ToolStopped, Span::none(), program, how)
      .help("free memory, or run fewer compilers at a time: `-j1`");
}

void reportIncomplete(llvm::StringRef program, llvm::StringRef how, DiagnosticEngine &diag) {
  diag.report(diag::ToolStopped, Span::none(), program, how)
      .help("install the compiler with its assembler and linker, where PATH leads to them");
}

}  // namespace

std::string whyFailed(const SubprocessResult &result, llvm::StringRef tool) {
  if (result.state != SubprocessResult::State::Exited)
    return (tool + " " + result.describe()).str();
  std::string output = result.err + result.out;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  llvm::StringRef(output).split(lines, '\n');
  for (llvm::StringRef line : lines)
    for (llvm::StringRef mark : kErrorMarks)
      if (line.contains(mark))
        return line.str();
  return lines.front().str();
}

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
    switch (row.kind) {
    case Kind::CannotWrite: diag.report(diag::CannotWrite, Span::none(), file, row.text); break;
    case Kind::Stopped: reportStopped(program, row.text, diag); break;
    case Kind::Incomplete: reportIncomplete(program, whyFailed(result, program), diag); break;
    }
    return true;
  }
  return false;
}

}  // namespace janus::codegen
