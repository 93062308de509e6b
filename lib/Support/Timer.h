// Wall and CPU time of named phases, for --time-report and traces.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace janus {

class Timer {
public:
  struct Phase {
    std::string name;
    double wallSeconds = 0;
    double cpuSeconds = 0;
    unsigned count = 0;
    unsigned depth = 0;
  };

  // A phase from its begin to its end.
  struct Event {
    std::string name;
    std::chrono::steady_clock::time_point begin, end;
  };

  // Times the rest of the block. Phases of one name at one depth add up.
  class Scope {
  public:
    Scope(Timer &timer, llvm::StringRef name);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    Timer &timer_;
    size_t phase_;
    std::chrono::steady_clock::time_point wallStart_;
    double cpuStart_;
  };

  const std::vector<Phase> &phases() const { return phases_; }
  const std::vector<Event> &events() const { return events_; }  // as they ended
  double total() const;                                         // seconds of the outermost phases
  void print(llvm::raw_ostream &out) const;

private:
  std::vector<Phase> phases_;  // in the order of their first start
  std::vector<Event> events_;
  unsigned depth_ = 0;
};

}  // namespace janus
