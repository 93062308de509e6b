// The time that the processes of a session have worked.
#pragma once

#include <chrono>
#include <sys/types.h>

namespace janus {

// Seconds of work since a session began: its processor time, which other processes do not stretch,
// at least a quarter of the time that has gone by, for work that waits, and at most all of it, for
// work that runs on several cores.
double secondsOfWork(pid_t session, std::chrono::steady_clock::time_point since);

}  // namespace janus
