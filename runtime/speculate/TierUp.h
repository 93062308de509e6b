// Specialised versions for a program while it runs: janusc makes them in a process of its own, at
// low priority, of the profile so far. docs/profiling.md; docs/rationale/tier-up.md.
#pragma once

#include "janus/region.h"
#include "speculate/OutsideProcess.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>

namespace janus::speculate {

// JANUS_TIER_UP=0: not in this run.
bool isTierUpWanted();

class TierUp {
public:
  // `profile`: where `janusc run` keeps the profile, and takes versions from for later runs; empty:
  // it does not. `writeProfile` writes the profile so far to a file.
  TierUp(const jn_tier_up_def &def, const std::string &profile,
         std::function<bool(const std::string &)> writeProfile);

  // True when there may be versions that the program does not have yet.
  bool isOpen() const { return state_ != State::Closed; }
  // Looks what is to be done; `news` counts what the profile has shown. Answers the versions when
  // they have come.
  const jn_versions_def *look(uint64_t news);
  // The program ends. Versions of all that it has shown need not be made again for the next run.
  void end(uint64_t news) const;

private:
  using Clock = std::chrono::steady_clock;
  enum class State : uint8_t { Watching, Compiling, Closed };

  bool isTime(uint64_t news, Clock::time_point now);
  void start(uint64_t news, Clock::time_point now);
  bool makeFolder();
  const jn_versions_def *fetch(Clock::time_point now);
  void ended(Clock::time_point now);

  const jn_tier_up_def &def_;
  const std::string kept_;  // the profile's path, without its ending
  const std::function<bool(const std::string &)> writeProfile_;
  const pid_t process_;  // a fork of it has a program of its own
  const bool isAtOnce_;  // JANUS_TIER_UP=now
  State state_ = State::Watching;
  std::string folder_;  // of the compilation that is under way
  std::optional<OutsideProcess> compiler_;
  uint64_t news_ = 0, compiledNews_ = 0;
  uint32_t started_ = 0;
  bool areKept_ = false;  // the last versions that came
  Clock::time_point nextLook_{}, newsAt_{}, firstNewsAt_{}, startedAt_{}, notBefore_{};
};

}  // namespace janus::speculate
