// The module _time: clocks, calendar times as tuples, formatting and parsing them.
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
  Value parts[9] = {jn_int(t.tm_year + 1900),    jn_int(t.tm_mon + 1),  jn_int(t.tm_mday),
                    jn_int(t.tm_hour),           jn_int(t.tm_min),      jn_int(t.tm_sec),
                    jn_int((t.tm_wday + 6) % 7), jn_int(t.tm_yday + 1), jn_int(t.tm_isdst)};
  return tupleOf(parts, 9);
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

// ---- strptime, by the rules of Python's: numbers of fixed width, names of the C locale

class TimeParser {
public:
  TimeParser(std::string_view text) : text_(text) {}

  bool run(std::string_view format) {
    for (size_t i = 0; i < format.size(); ++i) {
      if (isspace(static_cast<unsigned char>(format[i]))) {
        while (at_ < text_.size() && isspace(static_cast<unsigned char>(text_[at_])))
          ++at_;
      } else if (format[i] != '%' || i + 1 == format.size()) {
        if (!literal(format[i]))
          return false;
      } else if (!directive(format[++i])) {
        return false;
      }
    }
    return true;
  }
  std::string_view rest() const { return text_.substr(at_); }

  Value result() {
    static const int kBefore[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int year = year_ < 0 ? 1900 : year_, month = month_, day = day_;
    if (afternoon_ >= 0 && hour12_ >= 0)
      hour_ = hour12_ % 12 + 12 * afternoon_;
    else if (hour12_ >= 0)
      hour_ = hour12_;
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (yearDay_ > 0 && !dated_) {
      month = 12;
      while (month > 1 && kBefore[month - 1] + (month > 2 && leap) >= yearDay_)
        --month;
      day = yearDay_ - kBefore[month - 1] - (month > 2 && leap);
    }
    int yearDay = kBefore[month - 1] + (month > 2 && leap) + day;
    // Days since a Monday, by counting years.
    int before = year - 1;
    int weekday = (before * 365 + before / 4 - before / 100 + before / 400 + yearDay - 1) % 7;
    Value parts[9] = {jn_int(year),    jn_int(month),   jn_int(day),
                      jn_int(hour_),   jn_int(minute_), jn_int(second_),
                      jn_int(weekday), jn_int(yearDay), jn_int(-1)};
    return tupleOf(parts, 9);
  }

private:
  bool literal(char c) {
    if (at_ >= text_.size() || tolower(text_[at_]) != tolower(c))
      return false;
    ++at_;
    return true;
  }
  bool number(int digits, int low, int high, int *out) {
    int v = 0, taken = 0;
    while (taken < digits && at_ < text_.size() &&
           isdigit(static_cast<unsigned char>(text_[at_]))) {
      int next = v * 10 + (text_[at_] - '0');
      if (next > high)
        break;
      v = next;
      ++at_;
      ++taken;
    }
    *out = v;
    return taken > 0 && v >= low;
  }
  template <size_t N>
  bool name(const char *const (&names)[N], int *out) {
    for (bool whole : {true, false}) {
      for (size_t i = 0; i < N; ++i) {
        size_t size = whole ? strlen(names[i]) : 3;
        if (text_.size() - at_ >= size && strncasecmp(text_.data() + at_, names[i], size) == 0) {
          at_ += size;
          *out = static_cast<int>(i);
          return true;
        }
      }
    }
    return false;
  }
  bool directive(char c) {
    static const char *const kMonths[] = {"January",   "February", "March",    "April",
                                          "May",       "June",     "July",     "August",
                                          "September", "October",  "November", "December"};
    static const char *const kDays[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                        "Friday", "Saturday", "Sunday"};
    int ignored;
    switch (c) {
    case 'Y': {
      size_t start = at_;
      return number(4, 0, 9999, &year_) && at_ - start == 4;
    }
    case 'y':
      if (!number(2, 0, 99, &year_))
        return false;
      year_ += year_ < 69 ? 2000 : 1900;
      return true;
    case 'm': dated_ = true; return number(2, 1, 12, &month_);
    case 'd': dated_ = true; return number(2, 1, 31, &day_);
    case 'H': return number(2, 0, 23, &hour_);
    case 'I': return number(2, 1, 12, &hour12_);
    case 'M': return number(2, 0, 59, &minute_);
    case 'S': return number(2, 0, 61, &second_);
    case 'j': return number(3, 1, 366, &yearDay_);
    case 'f': return number(6, 0, 999999, &ignored);
    case 'w': return number(1, 0, 6, &ignored);
    case 'b':
    case 'B':
    case 'h':
      if (!name(kMonths, &month_))
        return false;
      ++month_;
      dated_ = true;
      return true;
    case 'a':
    case 'A': return name(kDays, &ignored);
    case 'p':
      if (text_.size() - at_ < 2 || tolower(text_[at_ + 1]) != 'm' ||
          (tolower(text_[at_]) != 'a' && tolower(text_[at_]) != 'p'))
        return false;
      afternoon_ = tolower(text_[at_]) == 'p';
      at_ += 2;
      return true;
    case 'D': return run("%m/%d/%y");
    case 'T':
    case 'X': return run("%H:%M:%S");
    case 'x': return run("%m/%d/%y");
    case 'c': return run("%a %b %d %H:%M:%S %Y");
    case '%': return literal('%');
    default: return false;
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  int year_ = -1, month_ = 1, day_ = 1, hour_ = 0, minute_ = 0, second_ = 0, yearDay_ = 0;
  int hour12_ = -1, afternoon_ = -1;
  bool dated_ = false;
};

Value strptimeFn(const Value *args, size_t, Value) {
  for (int i : {0, 1})
    if (!isStr(args[i]))
      return raise(jn_exc_TypeError, "strptime() argument %d must be str, not %T", i, &args[i]);
  TimeParser parser(utf8Of(args[0]));
  if (!parser.run(utf8Of(args[1])))
    return raise(jn_exc_ValueError, "time data %R does not match format %R", &args[0], &args[1]);
  std::string rest(parser.rest());
  if (!rest.empty())
    return raise(jn_exc_ValueError, "unconverted data remains: %s", rest.c_str());
  return parser.result();
}

Value tzsetFn(const Value *, size_t, Value) {
  tzset();
  return jn_none();
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
                                {"sleep", sleepFn, 1, 1},
                                {"localtime", calendarFn<localtime_r>, 0, 1},
                                {"gmtime", calendarFn<gmtime_r>, 0, 1},
                                {"mktime", mktimeFn, 1, 1},
                                {"strftime", strftimeFn, 1, 2},
                                {"strptime", strptimeFn, 2, 2},
                                {"tzset", tzsetFn, 0, 0},
                                {}};

int init(jn_module *m) {
  tzset();
  Ref standard(makeStr(tzname[0])), summer(makeStr(tzname[1]));
  return addToModule(m, "timezone", jn_int(timezone)) < 0 ||
                 addToModule(m, "altzone", jn_int(daylight ? timezone - 3600 : timezone)) < 0 ||
                 addToModule(m, "daylight", jn_int(daylight)) < 0 ||
                 addToModule(m, "tzname", makeTuple({standard.get(), summer.get()})) < 0
             ? -1
             : 0;
}

}  // namespace

extern const NativeModuleDef timeModule;
const NativeModuleDef timeModule = {"_time", init, kFunctions};

}  // namespace janus
