// The module _time: clocks, calendar times as tuples, formatting them.
#include "value/call/Process.h"
#include "value/call/RuntimeLock.h"
#include "value/container/Sequence.h"
#include "value/object/DataTypes.h"
#include "value/text/Str.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>
#include <strings.h>

namespace janus {
namespace {

int64_t nanosecondsOf(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * int64_t(1000000000) + now.tv_nsec;
}
template <clockid_t Clock>
Value secondsFn(const Value *, size_t, Value) {
  timespec now;
  clock_gettime(Clock, &now);
  return jn_float(static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9);
}
template <clockid_t Clock>
Value nanosecondsFn(const Value *, size_t, Value) {
  return jn_int(nanosecondsOf(Clock));
}

bool clockArgument(Value v, clockid_t *out) {
  int64_t number;
  if (!toInt64(v, &number))
    return false;
  *out = static_cast<clockid_t>(number);
  return true;
}
template <int (*Ask)(clockid_t, timespec *), bool Whole>
Value clockFn(const Value *args, size_t, Value) {
  clockid_t clock;
  timespec t;
  if (!clockArgument(args[0], &clock))
    return jn_error();
  if (Ask(clock, &t) < 0)
    return raiseOsError(errno, jn_none());
  return Whole ? jn_int(t.tv_sec * int64_t(1000000000) + t.tv_nsec)
               : jn_float(static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9);
}

Value sleepFn(const Value *args, size_t, Value) {
  double seconds;
  if (!isInt(args[0]) && !isFloat(args[0]) && !JN_SLOT(*typeOf(args[0]), unary, UnaryOp::Float) &&
      !JN_SLOT(*typeOf(args[0]), unary, UnaryOp::Index))
    return raise(jn_exc_TypeError, "'%T' object cannot be interpreted as an integer", &args[0]);
  if (!toDouble(args[0], &seconds))
    return jn_error();
  if (std::isnan(seconds))
    return raise(jn_exc_ValueError, "Invalid value NaN (not a number)");
  if (seconds < 0)
    return raise(jn_exc_ValueError, "sleep length must be non-negative");
  int64_t end = nanosecondsOf(CLOCK_MONOTONIC) + static_cast<int64_t>(std::ceil(seconds * 1e9));
  timespec until = {end / 1000000000, end % 1000000000};
  for (;;) {
    int status;
    {
      LockRelease others;
      status = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
    }
    if (status != EINTR)
      return jn_none();
    if (pollAfterSignal() < 0)
      return jn_error();
  }
}

// ---- calendar times

Value tupleOfTime(const tm &t) {
  Ref zone(makeStr(t.tm_zone ? t.tm_zone : ""));
  return makeTuple({jn_int(t.tm_year + 1900), jn_int(t.tm_mon + 1), jn_int(t.tm_mday),
                    jn_int(t.tm_hour), jn_int(t.tm_min), jn_int(t.tm_sec),
                    jn_int((t.tm_wday + 6) % 7), jn_int(t.tm_yday + 1), jn_int(t.tm_isdst),
                    zone.get(), jn_int(t.tm_gmtoff)});
}

bool secondsArgument(const Value *args, size_t count, time_t *out) {
  double seconds;
  if (count == 0 || args[0].tag == JN_NONE) {
    *out = time(nullptr);
    return true;
  }
  if (!toDouble(args[0], &seconds))
    return false;
  if (!(std::fabs(seconds) < 9.2e18)) {
    raise(jn_exc_OverflowError, "timestamp out of range for platform time_t");
    return false;
  }
  *out = static_cast<time_t>(std::floor(seconds));
  return true;
}
template <tm *(*Convert)(const time_t *, tm *)>
Value calendarFn(const Value *args, size_t count, Value) {
  time_t seconds;
  tm t = {};
  if (!secondsArgument(args, count, &seconds))
    return jn_error();
  if (!Convert(&seconds, &t))
    return raiseOsError(errno, jn_none());
  return tupleOfTime(t);
}

bool timeArgument(const char *fname, Value v, tm *t) {
  if (!isInstance(v, &jn_type_tuple)) {
    raise(jn_exc_TypeError, "Tuple or struct_time argument required");
    return false;
  }
  if (as<jn_tuple>(v)->size != 9) {
    raise(jn_exc_TypeError, "%s(): illegal time tuple argument", fname);
    return false;
  }
  int64_t parts[9];
  for (int i = 0; i < 9; ++i)
    if (!toInt64(as<jn_tuple>(v)->items[i], &parts[i]))
      return false;
  for (int64_t part : parts)
    if (part < INT32_MIN || part > INT32_MAX) {
      raise(jn_exc_OverflowError, "Python int too large to convert to C int");
      return false;
    }
  if (parts[0] - 1900 < INT32_MIN) {
    raise(jn_exc_OverflowError, "year out of range");
    return false;
  }
  *t = {};
  t->tm_year = static_cast<int>(parts[0] - 1900);
  t->tm_mon = static_cast<int>(parts[1] - 1);
  t->tm_mday = static_cast<int>(parts[2]);
  t->tm_hour = static_cast<int>(parts[3]);
  t->tm_min = static_cast<int>(parts[4]);
  t->tm_sec = static_cast<int>(parts[5]);
  t->tm_wday = static_cast<int>((parts[6] + 1) % 7);
  t->tm_yday = static_cast<int>(parts[7] - 1);
  t->tm_isdst = static_cast<int>(parts[8]);
  return true;
}

// Zero means "the first" for months and days; everything else must be in range.
bool checkTime(tm *t) {
  if (t->tm_mon == -1)
    t->tm_mon = 0;
  if (t->tm_mday == 0)
    t->tm_mday = 1;
  if (t->tm_yday == -1)
    t->tm_yday = 0;
  const char *what = t->tm_mon < 0 || t->tm_mon > 11      ? "month"
                     : t->tm_mday < 0 || t->tm_mday > 31  ? "day of month"
                     : t->tm_hour < 0 || t->tm_hour > 23  ? "hour"
                     : t->tm_min < 0 || t->tm_min > 59    ? "minute"
                     : t->tm_sec < 0 || t->tm_sec > 61    ? "seconds"
                     : t->tm_wday < 0                     ? "day of week"
                     : t->tm_yday < 0 || t->tm_yday > 365 ? "day of year"
                                                          : nullptr;
  if (what)
    raise(jn_exc_ValueError, "%s out of range", what);
  return !what;
}

Value mktimeFn(const Value *args, size_t, Value) {
  tm t;
  if (!timeArgument("mktime", args[0], &t))
    return jn_error();
  t.tm_wday = -1;  // stays so when it fails
  time_t seconds = mktime(&t);
  if (seconds == -1 && t.tm_wday == -1)
    return raise(jn_exc_OverflowError, "mktime argument out of range");
  return jn_float(static_cast<double>(seconds));
}

Value strftimeFn(const Value *args, size_t count, Value) {
  tm t;
  if (!isStr(args[0]))
    return raise(jn_exc_TypeError, "strftime() argument 1 must be str, not %T", &args[0]);
  if (count > 1 && args[1].tag != JN_NONE) {
    if (!timeArgument("strftime", args[1], &t) || !checkTime(&t))
      return jn_error();
  } else {
    time_t now = time(nullptr);
    localtime_r(&now, &t);
  }
  std::string format(utf8Of(args[0]));
  if (format.empty())
    return makeStr("");
  std::string out(256 + format.size() * 4, 0);
  size_t size;
  while ((size = strftime(out.data(), out.size(), format.c_str(), &t)) == 0 && out.size() < 65536)
    out.resize(out.size() * 2);
  return makeStr(std::string_view(out).substr(0, size));
}

// (timezone, altzone, daylight, tzname) of the zone that the environment names: that of January,
// and that of July.
Value zoneFn(const Value *, size_t, Value) {
  tzset();
  time_t now = time(nullptr);
  constexpr time_t kYear = (365 * 24 + 6) * 3600;
  tm part[2] = {};
  int64_t west[2];
  Ref names[2];
  for (int i = 0; i < 2; ++i) {
    time_t at = now / kYear * kYear + i * kYear / 2;
    localtime_r(&at, &part[i]);
    west[i] = -part[i].tm_gmtoff;
    names[i] = Ref(makeStr(part[i].tm_zone ? part[i].tm_zone : "   "));
  }
  int standard = west[0] < west[1] ? 1 : 0;
  Ref both(makeTuple({names[standard].get(), names[1 - standard].get()}));
  return makeTuple(
      {jn_int(west[standard]), jn_int(west[1 - standard]), jn_int(west[0] != west[1]), both.get()});
}

const MethodDef kFunctions[] = {{"time", secondsFn<CLOCK_REALTIME>, 0, 0},
                                {"time_ns", nanosecondsFn<CLOCK_REALTIME>, 0, 0},
                                {"monotonic", secondsFn<CLOCK_MONOTONIC>, 0, 0},
                                {"monotonic_ns", nanosecondsFn<CLOCK_MONOTONIC>, 0, 0},
                                {"perf_counter", secondsFn<CLOCK_MONOTONIC>, 0, 0},
                                {"perf_counter_ns", nanosecondsFn<CLOCK_MONOTONIC>, 0, 0},
                                {"process_time", secondsFn<CLOCK_PROCESS_CPUTIME_ID>, 0, 0},
                                {"process_time_ns", nanosecondsFn<CLOCK_PROCESS_CPUTIME_ID>, 0, 0},
                                {"thread_time", secondsFn<CLOCK_THREAD_CPUTIME_ID>, 0, 0},
                                {"thread_time_ns", nanosecondsFn<CLOCK_THREAD_CPUTIME_ID>, 0, 0},
                                {"clock_gettime", clockFn<clock_gettime, false>, 1, 1},
                                {"clock_gettime_ns", clockFn<clock_gettime, true>, 1, 1},
                                {"clock_getres", clockFn<clock_getres, false>, 1, 1},
                                {"sleep", sleepFn, 1, 1},
                                {"localtime", calendarFn<localtime_r>, 0, 1},
                                {"gmtime", calendarFn<gmtime_r>, 0, 1},
                                {"mktime", mktimeFn, 1, 1},
                                {"strftime", strftimeFn, 1, 2},
                                {"zone", zoneFn, 0, 0},
                                {}};

}  // namespace

extern const NativeModuleDef timeModule;
const NativeModuleDef timeModule = {"_time", nullptr, kFunctions};

}  // namespace janus
