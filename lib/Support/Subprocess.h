// Running another program: an argument vector, never a shell.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <optional>
#include <string>

namespace janus {

struct SubprocessOptions {
  std::optional<std::chrono::milliseconds> timeout{};
  std::string input{};             // given as standard input
  std::string workingDirectory{};  // empty: this process's
  bool captureOutput = true;       // else the child writes where we write
  bool mergeOutput = false;        // standard error into `out`
};

struct SubprocessResult {
  enum class State : uint8_t { Exited, Signalled, TimedOut, NotStarted };
  State state = State::NotStarted;
  int status = -1;  // of exit, or the signal's number
  std::string out;
  std::string err;
  std::string reason;  // when not started: why

  bool ok() const { return state == State::Exited && status == 0; }
  // "exited with status 1", "was killed by signal 11", "did not end within 60 s", "could not be
  // started: ..."
  std::string describe() const;
};

// argv[0] is looked up in PATH when it holds no slash. On timeout the child's process group is
// killed.
SubprocessResult runSubprocess(llvm::ArrayRef<std::string> argv,
                               const SubprocessOptions &options = {});

// The full path of a program of PATH (or of the given path), if it can be executed.
std::optional<std::string> findProgram(llvm::StringRef name);

}  // namespace janus
