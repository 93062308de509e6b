// What is told to Python without being asked. Objects of its that nobody here holds any more: what
// their end does (a generator's `finally`, a file that is closed, `__del__`) is done at once, as in
// one process. And to a host that goes on, what has changed since the last crossing.
#include "bridge/Busy.h"
#include "bridge/Codec.h"
#include "bridge/Session.h"
#include "value/call/RuntimeLock.h"
#include "value/error/Raise.h"

#include <utility>

namespace janus::bridge {

thread_local uint32_t Busy::count_;

void Busy::releaseWaiting() {
  if (Session *s = Session::running())
    s->release();
}

void Session::forget(ForeignObject *o) {
  if (crossingCounts)
    crossingCounts->forget(o);
  if (o->session != number_ || !why_.empty())
    return;
  foreign_.erase(o->id);
  dropped_.insert(o->id);
  if (o->isArray)
    droppedBytes_ += arrayElements.bytes(*o);
  if (o->isQuiet)
    return;
  noticed_.push_back(o->id);
  release();
}

void Session::release() {
  if (noticed_.empty() || Busy::isBusy() || LockPin::pins != 0 || !why_.empty() || !transport_)
    return;
  SavedError pending;
  std::vector<Value> numbers;
  for (uint32_t id : std::exchange(noticed_, {}))
    if (dropped_.erase(id))  // it has not come back, nor gone with a frame
      numbers.push_back(jn_int(id));
  if (numbers.empty())
    return;
  Ref done(exchange(ToPython::Release, numbers.data(), numbers.size()));
  isEndUntold_ = !why_.empty();
  if (done.failed() && why_.empty())  // the stack is full: with the next frame
    for (Value id : numbers)
      dropped_.insert(static_cast<uint32_t>(id.i));
}

void Session::tellHost() {
  if (!isHere() || Busy::isBusy() || LockPin::pins != 0 || !why_.empty())
    return;
  randomStates.setTellingAll(true);
  if (hasChanges() || hasMuchDropped()) {
    SavedError pending;
    Ref done(exchange(ToPython::Release, nullptr, 0));
  }
  randomStates.setTellingAll(false);
}

void Session::writeReleased(Encoder &e) {
  e.size(dropped_.size());
  for (uint32_t id : std::exchange(noticed_, {}))  // in their order
    if (dropped_.erase(id))
      e.number(id);
  for (uint32_t id : dropped_)
    e.number(id);
  dropped_.clear();
  droppedBytes_ = 0;
}

bool Session::readReleased(Decoder &d) {
  std::vector<uint32_t> released(d.size(4));
  for (uint32_t &id : released)
    id = d.number<uint32_t>();
  if (d.isBroken())
    return false;
  for (uint32_t id : released)
    dropExport(id);
  return true;
}

}  // namespace janus::bridge
