// Frames over a local socket, with descriptors beside them.
#pragma once

#include "bridge/Transport.h"

namespace janus::bridge {

enum class SocketStatus : uint8_t { Ok, Closed, TimedOut, Garbage, TooLarge, Failed };

// How a side waits for the other. Waking a process that sleeps takes longer than many an answer: as
// long as frames come within `kSoonSeconds`, the next one is looked for so long before we sleep.
struct Patience {
  static constexpr double kSoonSeconds = 100e-6;
  double seconds = 0;  // at most, for each part of a frame; 0: without end
  bool isSoon = true;  // the last frame came within kSoonSeconds
};

SocketStatus sendFrame(int fd, const Frame &frame);
SocketStatus receiveFrame(int fd, Patience *patience, Frame *frame);

}  // namespace janus::bridge
