// How frames reach Python. The layers above see frames only, so that an interpreter in this process
// and one in a process of its own differ in nothing but the transport.
//
// A frame on the channel: 4 bytes length of what follows the header, 1 byte kind, 1 byte number of
// descriptors that travel along, 2 bytes magic with the version of the protocol.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace janus::bridge {

constexpr uint16_t kMagic = 0x4a01;  // 'J', version
constexpr uint32_t kLargestFrame = uint32_t{1} << 30;
constexpr size_t kMostDescriptors = 200;  // in one frame; the system's limit is 253

enum class FrameKind : uint8_t { Hello = 1, Request, Result, Error, Bye };
constexpr const char *kFrameKindNames[] = {"", "HELLO", "REQUEST", "RESULT", "ERROR", "BYE"};

struct Frame {
  FrameKind kind = FrameKind::Request;
  std::string payload;
  std::vector<int> descriptors;  // sent: borrowed; received: owned by whoever takes the frame
};

class Transport {
public:
  virtual ~Transport() = default;
  // False when the other side is gone; failure() then says why.
  virtual bool send(const Frame &frame) = 0;
  virtual bool receive(Frame *frame) = 0;
  const std::string &failure() const { return failure_; }

protected:
  bool fail(std::string why) {
    if (failure_.empty())
      failure_ = std::move(why);
    return false;
  }

private:
  std::string failure_;
};

// Starts `python3` (or what JANUS_PYTHON names) with the server script. Null: `*why` says what is
// wrong.
std::unique_ptr<Transport> startPythonProcess(std::string *why);

}  // namespace janus::bridge
