// The processor time of this process as a clock: a budget that is kept by it holds the same work on
// a busy machine as on an idle one.
#pragma once

#include <chrono>
#include <ctime>

namespace janus {

struct ProcessorClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<ProcessorClock>;
  static constexpr bool is_steady = true;

  static time_point now() noexcept {
    timespec spent{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return time_point(std::chrono::seconds(spent.tv_sec) + duration(spent.tv_nsec));
  }
};

}  // namespace janus
