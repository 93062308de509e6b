// Collecting and rendering what the compiler has to say.
//
//   diag.report(diag::SyntaxError, span, "expected ':'").label("here").help("add a `:`");
//
// The rows are in Diagnostics.def. Nothing is printed before render(); the driver decides when and
// where.
#pragma once

#include "Support/DiagnosticTable.h"
#include "Support/SourceManager.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace llvm {
class raw_ostream;
}

namespace janus {

llvm::StringRef toString(Severity severity);

struct DiagInfo {
  llvm::StringRef code;  // "J0101"
  Severity severity;
  llvm::StringRef name;
  llvm::StringRef message;
  int exitCode;  // of an error
};

const DiagInfo &info(DiagId id);
llvm::ArrayRef<DiagInfo> allDiagnostics();

namespace diag {

// How many arguments a message takes: one more than its highest placeholder.
constexpr size_t argumentCount(std::string_view message) {
  int count = 0;
  for (size_t i = 0; i < message.size(); ++i)
    count = std::max(count, placeholderAt(message, i) + 1);
  return static_cast<size_t>(count);
}

template <DiagId K, size_t Arguments>
struct Row {
  static constexpr DiagId kId = K;
  static constexpr size_t kArguments = Arguments;
};

#define JANUS_DIAG(code, severity, name, message)                                                  \
  inline constexpr Row<DiagId::name, argumentCount(message)> name;
#include "Support/Diagnostics.def"

}  // namespace diag

// One message, with the lines attached to it.
struct Diagnostic {
  struct Attached {
    std::string kind;  // "note", "help", "cost", ...
    std::string text;
    Span span = Span::none();  // printed as a source excerpt of its own when valid
  };
  DiagId id;
  Severity severity;
  Span span;
  std::string message;
  std::string label;  // beside the caret
  llvm::SmallVector<Attached, 2> attached;
};

// Adds to the diagnostic just reported; a temporary, never stored.
class DiagnosticBuilder {
public:
  explicit DiagnosticBuilder(Diagnostic *diagnostic) : diagnostic_(diagnostic) {}

  DiagnosticBuilder &label(const llvm::Twine &text);
  DiagnosticBuilder &note(const llvm::Twine &text, Span span = Span::none()) {
    return line("note", text, span);
  }
  DiagnosticBuilder &help(const llvm::Twine &text) { return line("help", text); }
  // A line of another kind: `= cost: ...`.
  DiagnosticBuilder &line(llvm::StringRef kind, const llvm::Twine &text, Span span = Span::none());

private:
  Diagnostic *diagnostic_;  // null past the error limit
};

enum class DiagFormat : uint8_t { Human, Short, Json };

struct RenderOptions {
  DiagFormat format = DiagFormat::Human;
  bool colour = false;
};

// Whether to colour what goes to this file descriptor: a terminal, and NO_COLOR unset or empty.
bool wantsColour(int fileDescriptor);

class DiagnosticEngine {
public:
  static constexpr unsigned kMostErrors = 20;  // more are counted and dropped

  explicit DiagnosticEngine(const SourceManager &sources) : sources_(sources) {}
  DiagnosticEngine(const DiagnosticEngine &) = delete;
  DiagnosticEngine &operator=(const DiagnosticEngine &) = delete;

  template <DiagId K, size_t N, class... Args>
  DiagnosticBuilder report(diag::Row<K, N>, Span span, const Args &...args) {
    static_assert(sizeof...(Args) == N,
                  "the message of this diagnostic takes another number of arguments");
    std::array<std::string, sizeof...(Args)> texts = {toText(args)...};
    return add(K, span, texts);
  }
  template <DiagId K, size_t N, class... Args>
  requires(sizeof...(Args) == N && N == 0) DiagnosticBuilder report(diag::Row<K, N>) {
    return add(K, Span::none(), {});
  }

  const std::deque<Diagnostic> &diagnostics() const { return diagnostics_; }
  unsigned errorCount() const { return errorCount_; }
  bool hasErrors() const { return errorCount_ != 0; }
  // 0 without errors, else the status that the first error asks for.
  int exitCode() const;

  // Prints what was reported since the last call.
  void render(llvm::raw_ostream &out, const RenderOptions &options);

  const SourceManager &sources() const { return sources_; }

private:
  static std::string toText(const llvm::Twine &text) { return text.str(); }
  static std::string toText(std::string_view text) { return std::string(text); }
  static std::string toText(const std::string &text) { return text; }
  static std::string toText(llvm::StringRef text) { return text.str(); }
  static std::string toText(const char *text) { return text; }
  template <class T>
  requires std::integral<T>
  static std::string toText(T number) { return std::to_string(number); }

  DiagnosticBuilder add(DiagId id, Span span, llvm::ArrayRef<std::string> args);

  const SourceManager &sources_;
  std::deque<Diagnostic> diagnostics_;
  unsigned errorCount_ = 0;
  int exitCode_ = 0;
  size_t rendered_ = 0;
  bool saidDropped_ = false;
};

}  // namespace janus
