// A compiler that works while a program runs, or waits to begin: it is no child of that process,
// which may become a program that waits for its children.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>

namespace janus {

// This process ends when that one does, or after so long. `before` is called then.
void endWith(pid_t process, std::chrono::seconds most, std::function<void()> before);

class Companion {
public:
  using Clock = std::chrono::steady_clock;

  // Runs `work` in another process, whose exit status it answers. None: it cannot be started.
  // Its output is kept (output()) if it `isQuiet`.
  static std::optional<Companion> start(const std::function<int()> &work, bool isQuiet);
  Companion(Companion &&other) noexcept;
  Companion &operator=(Companion &&other) = delete;
  ~Companion();

  // Whether it had ended by then.
  bool endsBy(Clock::time_point until);
  // Its exit status when it has ended; nothing if it was killed.
  std::optional<int> status() const { return status_; }
  std::string output() const;
  // Seconds that it has worked since then (SessionTime.h).
  double secondsOfWork(Clock::time_point since) const;
  // From now on it works when no other process wants to.
  void goOnAside();
  // It has no status then.
  void kill();

private:
  Companion(pid_t id, int results, int output) : id_(id), results_(results), output_(output) {}

  pid_t id_;
  int results_, output_;  // a pipe; a file in memory, or -1
  bool hasEnded_ = false;
  std::optional<int> status_;
};

}  // namespace janus
