// One live line on a terminal, from the first second on; nothing anywhere else.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace janus {

class Progress {
public:
  explicit Progress(bool enabled);
  ~Progress();  // clears the line

  void phase(const std::string &text);
  // Before other output.
  void clear();

private:
  void watch();
  void show();

  bool enabled_, waited_ = false, shown_ = false, stop_ = false;
  std::string text_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace janus
