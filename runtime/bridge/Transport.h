// How frames reach Python. The layers above see frames only, so that an interpreter in this process
// and one in a process of its own differ in the transport, and in where the memory of tensors lies.
//
// A frame on the channel of a process: 4 bytes length of what follows the header, 1 byte kind, 1
// byte number of descriptors that travel along, 2 bytes magic with the version of the protocol.
#pragma once

#include "janus/janus_python.h"

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
  std::vector<int> descriptors;  // owned by whoever has the frame

  void close();  // the descriptors
};

// What a call without a frame has come to.
enum class Plain : uint8_t { NotAsked, Result, Frame, Failed };

class Memory;

class Transport {
public:
  virtual ~Transport() = default;
  virtual std::unique_ptr<Memory> makeMemory() const = 0;
  // False when the other side is gone; failure() then says why.
  virtual bool send(const Frame &frame) = 0;
  virtual bool receive(Frame *frame) = 0;
  // Asks for an operation without a frame, where both sides know the same of one another and
  // arguments are plain. NotAsked: they cannot cross so, or the transport knows frames only.
  virtual Plain askPlain(uint8_t, const janus_plain *, size_t, janus_plain *, Frame *) {
    return Plain::NotAsked;
  }
  // Tells numbers without a frame; false when the other side is gone.
  virtual bool tell(uint8_t, const std::vector<int64_t> &) { return false; }
  virtual bool takesPlain() const { return false; }
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
// Starts an interpreter in this process, which useHostPython() gives then, where a program runs by
// itself, libpython of the Python that it would start and the package `janus` are there, and
// neither JANUS_PYTHON_PROCESS nor JANUS_PYTHON_TIMEOUT asks for a process.
bool embedPython();
bool isEmbedded();
// Code of a package runs in the main thread, for the handler of a signal.
bool isPackageAtWork();
// The interpreter of this process; null with an empty `*why` when there is none, or JANUS_PYTHON
// names another one.
std::unique_ptr<Transport> useHostPython(std::string *why);

}  // namespace janus::bridge
