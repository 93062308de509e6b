// time: clocks, sleep, and the calendar functions of the C library.
#include "value/Calls.h"
#include "value/Object.h"

#include <cerrno>
#include <cmath>
#include <ctime>

namespace janus {

namespace {

Value seconds(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return jn_float(static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9);
}
Value nanoseconds(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return jn_int(t.tv_sec * int64_t{1000000000} + t.tv_nsec);
}
template <clockid_t clock> Value secondsOf(const Value *, size_t, Value) { return seconds(clock); }
template <clockid_t clock> Value nanosecondsOf(const Value *, size_t, Value) { return nanoseconds(clock); }

Value sleepFn(const Value *args, size_t, Value) {
  double s;
  if (!toDouble(args[0], &s)) return jn_error();
  if (std::isnan(s)) return raise(jn_exc_ValueError, "Invalid value NaN (not a number)");
  if (s < 0) return raise(jn_exc_ValueError, "sleep length must be non-negative");
  double whole = std::floor(s);
  timespec rest = {static_cast<time_t>(whole), static_cast<long>((s - whole) * 1e9)};
  while (nanosleep(&rest, &rest) != 0 && errno == EINTR)
    if (jn_poll() < 0) return jn_error();
  return jn_none();
}

// The point of time that an optional argument names; now without one.
bool timeArgument(const Value *args, size_t count, time_t *out) {
  if (count == 0 || args[0].tag == JN_NONE) {
    *out = time(nullptr);
    return true;
  }
  double s;
  if (!toDouble(args[0], &s)) return false;
  *out = static_cast<time_t>(std::floor(s));
  return true;
}

// tm_year, tm_mon, tm_mday, tm_hour, tm_min, tm_sec, tm_wday, tm_yday, tm_isdst; prelude/time.py names them.
Value toTuple(const tm &t) {
  return makeTuple({jn_int(t.tm_year + 1900), jn_int(t.tm_mon + 1), jn_int(t.tm_mday), jn_int(t.tm_hour),
                    jn_int(t.tm_min), jn_int(t.tm_sec), jn_int((t.tm_wday + 6) % 7), jn_int(t.tm_yday + 1),
                    jn_int(t.tm_isdst)});
}
bool fromTuple(Value v, tm *out) {
  if (!isInstance(v, &jn_type_tuple) || as<jn_tuple>(v)->size < 9) {
    raise(jn_exc_TypeError, "Tuple or struct_time argument required");
    return false;
  }
  int64_t f[9];
  for (int i = 0; i < 9; ++i)
    if (!toInt64(as<jn_tuple>(v)->items[i], &f[i])) return false;
  *out = tm{};
  out->tm_year = static_cast<int>(f[0] - 1900);
  out->tm_mon = static_cast<int>(f[1] - 1);
  out->tm_mday = static_cast<int>(f[2]);
  out->tm_hour = static_cast<int>(f[3]);
  out->tm_min = static_cast<int>(f[4]);
  out->tm_sec = static_cast<int>(f[5]);
  out->tm_wday = static_cast<int>((f[6] + 1) % 7);
  out->tm_yday = static_cast<int>(f[7] - 1);
  out->tm_isdst = static_cast<int>(f[8]);
  return true;
}

Value localtimeFn(const Value *args, size_t count, Value) {
  time_t when;
  tm t;
  if (!timeArgument(args, count, &when)) return jn_error();
  localtime_r(&when, &t);
  return toTuple(t);
}
Value gmtimeFn(const Value *args, size_t count, Value) {
  time_t when;
  tm t;
  if (!timeArgument(args, count, &when)) return jn_error();
  gmtime_r(&when, &t);
  return toTuple(t);
}
Value mktimeFn(const Value *args, size_t, Value) {
  tm t;
  if (!fromTuple(args[0], &t)) return jn_error();
  return jn_float(static_cast<double>(mktime(&t)));
}
Value strftimeFn(const Value *args, size_t count, Value) {
  if (!isStr(args[0])) return raise(jn_exc_TypeError, "strftime() argument 1 must be str, not %T", &args[0]);
  tm t;
  if (count > 1) {
    if (!fromTuple(args[1], &t)) return jn_error();
  } else {
    time_t now = time(nullptr);
    localtime_r(&now, &t);
  }
  std::string format(utf8Of(args[0]));
  if (format.empty()) return makeStr("");
  std::string out(256, '\0');
  size_t n;
  while ((n = strftime(out.data(), out.size(), format.c_str(), &t)) == 0 && out.size() < 65536)
    out.resize(out.size() * 4);
  return makeStr(std::string_view(out.data(), n));
}
Value strptimeFn(const Value *args, size_t count, Value) {
  if (!isStr(args[0]) || (count > 1 && !isStr(args[1])))
    return raise(jn_exc_TypeError, "strptime() arguments must be str");
  std::string text(utf8Of(args[0])), format(count > 1 ? utf8Of(args[1]) : "%a %b %d %H:%M:%S %Y");
  tm t{};
  t.tm_mday = 1;
  t.tm_isdst = -1;
  t.tm_year = 0;
  const char *end = strptime(text.c_str(), format.c_str(), &t);
  if (!end)
    return raise(jn_exc_ValueError, "time data %R does not match format %R", &args[0], &args[1]);
  if (*end) return raise(jn_exc_ValueError, "unconverted data remains: %s", end);
  return toTuple(t);
}

int init(jn_module *m) {
  tzset();
  if (addToModule(m, "timezone", jn_int(timezone)) < 0) return -1;
  return addToModule(m, "daylight", jn_int(daylight));
}

const MethodDef kFunctions[] = {{"time", secondsOf<CLOCK_REALTIME>, 0, 0},
                                {"time_ns", nanosecondsOf<CLOCK_REALTIME>, 0, 0},
                                {"perf_counter", secondsOf<CLOCK_MONOTONIC>, 0, 0},
                                {"perf_counter_ns", nanosecondsOf<CLOCK_MONOTONIC>, 0, 0},
                                {"monotonic", secondsOf<CLOCK_MONOTONIC>, 0, 0},
                                {"monotonic_ns", nanosecondsOf<CLOCK_MONOTONIC>, 0, 0},
                                {"process_time", secondsOf<CLOCK_PROCESS_CPUTIME_ID>, 0, 0},
                                {"process_time_ns", nanosecondsOf<CLOCK_PROCESS_CPUTIME_ID>, 0, 0},
                                {"thread_time", secondsOf<CLOCK_THREAD_CPUTIME_ID>, 0, 0},
                                {"sleep", sleepFn, 1, 1},
                                {"localtime", localtimeFn, 0, 1},
                                {"gmtime", gmtimeFn, 0, 1},
                                {"mktime", mktimeFn, 1, 1},
                                {"strftime", strftimeFn, 1, 2},
                                {"strptime", strptimeFn, 1, 2},
                                {}};

} // namespace

extern const NativeModuleDef timeModule;
const NativeModuleDef timeModule = {"_time", init, kFunctions};

} // namespace janus
