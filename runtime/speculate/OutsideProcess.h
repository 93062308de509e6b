// A process that is no child of this one: programs wait for their children, and are told when one
// ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace janus::speculate {

class OutsideProcess {
public:
  // Starts argv[0], a path, in that folder, in a session of its own and without open files. None
  // when it could not be started.
  static std::optional<OutsideProcess> start(const std::vector<std::string> &argv,
                                             const std::string &folder,
                                             const std::vector<std::string> &environment);

  OutsideProcess(OutsideProcess &&other) noexcept;
  OutsideProcess &operator=(OutsideProcess &&other) noexcept;
  ~OutsideProcess();

  // However it ended. False also where the system cannot tell.
  bool hasEnded() const;

private:
  explicit OutsideProcess(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;  // of pidfd_open; -1: a system that has none
};

}  // namespace janus::speculate
