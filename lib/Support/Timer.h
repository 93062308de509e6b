// Wall and CPU time of named phases, for -v and --timing.
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
  double total() const;  // seconds of the outermost phases
  void print(llvm::raw_ostream &out) const;

private:
  std::vector<Phase> phases_;  // in the order of their first start
  unsigned depth_ = 0;
};

}  // namespace janus
