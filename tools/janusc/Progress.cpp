#include "janusc/Progress.h"

#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace janus {

Progress::Progress(bool enabled) : enabled_(enabled && isatty(STDERR_FILENO)) {
  if (enabled_)
    thread_ = std::thread([this] { watch(); });
}

Progress::~Progress() {
  if (!enabled_)
    return;
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
  clear();
}

void Progress::watch() {
  std::unique_lock lock(mutex_);
  if (changed_.wait_for(lock, std::chrono::seconds(1), [this] { return stop_; }))
    return;
  waited_ = true;
  show();
}

void Progress::show() {
  if (!waited_ || text_.empty())
    return;
  std::fprintf(stderr, "\r\033[K%s", text_.c_str());
  shown_ = true;
}

void Progress::phase(const std::string &text) {
  if (!enabled_)
    return;
  std::lock_guard lock(mutex_);
  text_ = text;
  show();
}

void Progress::clear() {
  if (!enabled_)
    return;
  std::lock_guard lock(mutex_);
  text_.clear();
  if (shown_)
    std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace janus
