// The rows of Diagnostics.def as data, and their text without a source excerpt: for who speaks
// before there is a DiagnosticEngine, or has none (janus-run, which is built without LLVM). Needs
// the standard library only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace janus {

enum class Severity : uint8_t { Note, Warning, Error };

enum class DiagId : uint16_t {
#define JANUS_DIAG(code, severity, name, message) name,
#include "Support/Diagnostics.def"
};

struct DiagnosticRow {
  std::string_view code;  // "J0101"
  Severity severity;
  std::string_view name;
  std::string_view message;
};

inline constexpr DiagnosticRow kDiagnosticRows[] = {
#define JANUS_DIAG(code, severity, name, message) {#code, Severity::severity, #name, message},
#include "Support/Diagnostics.def"
};

constexpr const DiagnosticRow &diagnosticRow(DiagId id) {
  return kDiagnosticRows[static_cast<size_t>(id)];
}

// The exit status that an error asks for.
constexpr int exitCodeOf(DiagId id) {
  constexpr std::pair<DiagId, int> kStatuses[] = {
#define JANUS_DIAG_EXIT(name, status) {DiagId::name, status},
#include "Support/Diagnostics.def"
  };
  for (auto [row, status] : kStatuses)
    if (row == id)
      return status;
  return 1;
}

// The number of the placeholder ("{0}") that begins at `i`; -1 where none does.
constexpr int placeholderAt(std::string_view message, size_t i) {
  return i + 2 < message.size() && message[i] == '{' && message[i + 1] >= '0' &&
                 message[i + 1] <= '9' && message[i + 2] == '}'
             ? message[i + 1] - '0'
             : -1;
}

// `args[i]` for each "{i}".
inline std::string filledIn(std::string_view message, const std::string *args) {
  std::string text;
  for (size_t i = 0; i < message.size(); ++i) {
    if (int place = placeholderAt(message, i); place >= 0) {
      text += args[place];
      i += 2;
    } else {
      text += message[i];
    }
  }
  return text;
}

// An error as the engine prints one that has no place: "error[J0602]: ...\n  = help: ...\n".
inline std::string errorText(DiagId id, std::initializer_list<std::string> args,
                             std::string_view help = {}) {
  std::string text = "error[" + std::string(diagnosticRow(id).code) + "]: ";
  text += filledIn(diagnosticRow(id).message, args.begin()) + "\n";
  if (!help.empty())
    text += "  = help: " + std::string(help) + "\n";
  return text;
}

}  // namespace janus
