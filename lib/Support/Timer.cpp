#include "Support/Timer.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>

namespace janus {

namespace {

double processCpuSeconds() {
  timespec now;
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Timer::Scope::Scope(Timer &timer, llvm::StringRef name)
    : timer_(timer), phase_(timer.phases_.size()), wallStart_(std::chrono::steady_clock::now()),
      cpuStart_(processCpuSeconds()) {
  for (size_t i = 0; i < timer.phases_.size(); ++i)
    if (timer.phases_[i].name == name && timer.phases_[i].depth == timer.depth_)
      phase_ = i;
  if (phase_ == timer.phases_.size())
    timer.phases_.push_back({name.str(), 0, 0, 0, timer.depth_});
  ++timer.depth_;
}

Timer::Scope::~Scope() {
  Phase &phase = timer_.phases_[phase_];
  std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now();
  phase.wallSeconds += std::chrono::duration<double>(now - wallStart_).count();
  phase.cpuSeconds += processCpuSeconds() - cpuStart_;
  ++phase.count;
  timer_.events_.push_back({phase.name, wallStart_, now});
  --timer_.depth_;
}

double Timer::total() const {
  double seconds = 0;
  for (const Phase &phase : phases_)
    if (phase.depth == 0)
      seconds += phase.wallSeconds;
  return seconds;
}

void Timer::print(llvm::raw_ostream &out) const {
  for (const Phase &phase : phases_) {
    out << llvm::format("%9.1f ms %9.1f ms cpu  ", phase.wallSeconds * 1e3, phase.cpuSeconds * 1e3);
    out.indent(2 * phase.depth) << phase.name;
    if (phase.count > 1)
      out << " (" << phase.count << " times)";
    out << '\n';
  }
}

}  // namespace janus
