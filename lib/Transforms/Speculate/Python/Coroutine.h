// A generator's body on a stack of its own: a thread that runs only while its consumer waits.
#pragma once

#include "Transforms/Speculate/Heap/AbstractValue.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace janus::speculate {

class Coroutine {
public:
  explicit Coroutine(std::function<void(Coroutine &)> body) : body_(std::move(body)) {}
  // The body must have come to its end.
  ~Coroutine() {
    if (thread_.joinable())
      thread_.join();
  }

  // By the consumer: runs the body until it suspends or ends.
  void resume() {
    bool starts = !thread_.joinable();
    turn_ = Turn::Body;
    if (starts)
      thread_ = std::thread([this] {
        body_(*this);
        finished_ = true;
        pass(Turn::Consumer);
      });
    else
      pass(Turn::Body);
    await(Turn::Consumer);
  }
  // By the body: back to the consumer until it resumes.
  void suspend() {
    pass(Turn::Consumer);
    await(Turn::Body);
  }

  bool isStarted() const { return thread_.joinable(); }
  bool isFinished() const { return finished_; }
  // Its end would run what the program left it to do: handlers, exits of context managers.
  bool isAbandoned() const { return isStarted() && !finished_ && waitsInTry; }

  std::vector<AbstractValue> arguments;  // of the call that made it
  AbstractValue value;                   // yielded; when it has ended: returned
  size_t forks = 0;                      // how many branches held the call that made it
  bool waitsInTry = false;               // where it was suspended

private:
  enum class Turn : uint8_t { Consumer, Body };
  void pass(Turn to) {
    std::lock_guard<std::mutex> hold(mutex_);
    turn_ = to;
    changed_.notify_all();
  }
  void await(Turn mine) {
    std::unique_lock<std::mutex> hold(mutex_);
    changed_.wait(hold, [&] { return turn_ == mine; });
  }

  std::function<void(Coroutine &)> body_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Turn turn_ = Turn::Consumer;
  bool finished_ = false;
};

}  // namespace janus::speculate
