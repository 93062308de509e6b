// Frames over a local socket, with descriptors beside them.
#pragma once

#include "bridge/Transport.h"

namespace janus::bridge {

enum class SocketStatus : uint8_t { Ok, Closed, TimedOut, Garbage, TooLarge, Failed };

SocketStatus sendFrame(int fd, const Frame &frame);
// Waits at most `seconds` for each part of the frame; 0: without end.
SocketStatus receiveFrame(int fd, double seconds, Frame *frame);

}  // namespace janus::bridge
