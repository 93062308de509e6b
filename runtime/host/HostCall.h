// What every function of janus.h does around its work: the lock, the start of the runtime, the
// thread's last error.
#pragma once

#include "janus/janus.h"
#include "tensor/dispatch/Dispatch.h"
#include "value/call/RuntimeLock.h"
#include "value/object/HostHandles.h"
#include "value/object/Object.h"

#include <initializer_list>
#include <vector>

namespace janus::host {

// The values of handles that have been looked at, as calls take them.
class NamedValues {
public:
  NamedValues(const janus_value *handles, size_t count) : more_(count > kFew ? count : 0) {
    values_ = count > kFew ? more_.data() : few_;
    for (size_t i = 0; i < count; ++i)
      values_[i] = namedBy(handles[i]);
  }
  NamedValues(const NamedValues &) = delete;
  NamedValues &operator=(const NamedValues &) = delete;
  const Value *data() const { return values_; }

private:
  static constexpr size_t kFew = 8;
  Value few_[kFew], *values_;
  std::vector<Value> more_;
};

// Keeps the pending exception as the thread's last error; answers `status`.
janus_status keepError(janus_status status);
// Makes it pending again, for the program that has called the host; nothing when there is none.
void restoreLastError();
// While a function of the host runs: an error from before is none of its own, and is there again
// when it has left none.
class EarlierError {
public:
  EarlierError();
  ~EarlierError();
  EarlierError(const EarlierError &) = delete;
  EarlierError &operator=(const EarlierError &) = delete;

private:
  janus_status status_;
  Value exception_;
};
// An exception of the function itself.
[[gnu::format(printf, 2, 3)]] janus_status misuse(Type &type, const char *format, ...);

// Started once; false when it cannot start (an error is pending then).
extern bool isStarted;
bool startRuntime();
// What the program printed goes out when its outermost call ends.
void endOutermostCall();

// Runs `work`, which answers a janus_status and leaves an exception pending when that is an error.
template <class Work>
inline janus_status hostCall(Work &&work) {
  RuntimeEntry entry;
  if (JN_UNLIKELY(!isStarted) && !startRuntime())
    return keepError(JANUS_RAISED);
  janus_status status = work();
  if (JN_UNLIKELY(status != JANUS_OK && status != JANUS_END))
    status = keepError(status);
  if (RuntimeEntry::isOutermost())
    endOutermostCall();
  return status;
}

inline bool isValue(janus_value v) {
  return namedBy(v).tag != JN_UNBOUND;
}
// JANUS_MISUSE for something that is no value.
inline janus_status requireValues(const janus_value *values, size_t count) {
  if (JN_UNLIKELY(count != 0 && !values))
    return misuse(jn_exc_TypeError, "there are no arguments where %zu are said to be", count);
  for (size_t i = 0; i < count; ++i)
    if (JN_UNLIKELY(!isValue(values[i])))
      return misuse(jn_exc_TypeError, "argument %zu is no value: it was released, or never made",
                    i);
  return JANUS_OK;
}
inline janus_status requireText(const char *text, const char *what) {
  return JN_LIKELY(text != nullptr) ? JANUS_OK : misuse(jn_exc_TypeError, "%s is null", what);
}
inline janus_status requirePlace(const void *out) {
  return JN_LIKELY(out != nullptr) ? JANUS_OK
                                   : misuse(jn_exc_TypeError, "the place for the result is null");
}

// Hands out what an operation has answered: an owned value, or a number that is negative when it
// raised.
inline janus_status answer(janus_value *out, Value owned) {
  if (JN_UNLIKELY(owned.tag == JN_ERROR))
    return JANUS_RAISED;
  *out = handOut(owned);
  return JANUS_OK;
}
template <class Number>
inline janus_status answer(Number *out, Number number) {
  if (number < 0)
    return JANUS_RAISED;
  *out = number;
  return JANUS_OK;
}

// The common shapes. `work` answers an owned value, or JN_ERROR.
template <class Work>
inline janus_status valueCall(janus_value *out, Work &&work) {
  return hostCall([&] {
    janus_status bad = requirePlace(out);
    return JN_UNLIKELY(bad) ? bad : answer(out, work());
  });
}
// `work` answers the status of a question about values.
template <class Work>
inline janus_status questionCall(std::initializer_list<janus_value> about, const void *out,
                                 Work &&work) {
  return hostCall([&] {
    janus_status bad = requireValues(about.begin(), about.size());
    if (JN_UNLIKELY(bad || (bad = requirePlace(out))))
      return bad;
    return work();
  });
}

}  // namespace janus::host
