// The C++ interface, header only, over janus.h. Errors are exceptions: janus::Error.
//
//   janus::Module model("model.so");
//   janus::Value net = model["Net"](10);
//   janus::Tensor y = net(janus::Tensor::borrow(pixels, {1, 28, 28}));
//   float first = y.data<float>()[0];
//
// Needs C++20. What is said of threads, and of how long values live, is that of janus.h.
#ifndef JANUS_JANUS_HPP
#define JANUS_JANUS_HPP

#if __cplusplus < 202002L
#error "janus.hpp needs C++20 (-std=c++20); janus.h is for older standards and for C"
#endif

#include "janus/janus.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace janus {

// ---- errors

// An exception of the program, or of the interface: all that this header throws, but for the C++
// library's own std::bad_alloc. `what()` is "ValueError: text".
class Error : public std::runtime_error {
public:
  // A call that the exception came through.
  struct Frame {
    std::string file, function, source;  // `source`: the line without margins, "" when unknown
    uint32_t line, column;               // from 1, from 0
  };
  // The thread's last error, of a function of janus.h that has answered `status`.
  explicit Error(janus_status status)
      : std::runtime_error(std::string(janus_error_type()) + ": " + janus_error_message()),
        status_(status), type_(janus_error_type()), message_(janus_error_message()),
        traceback_(janus_error_text()) {
    janus_frame frame;
    for (size_t i = 0; janus_error_frame(i, &frame) == JANUS_OK; ++i)
      frames_.push_back({frame.file, frame.function, frame.source, frame.line, frame.column});
  }
  // What it was; the texts stay as they are when the thread's last error changes.
  janus_status status() const { return status_; }
  const std::string &type() const { return type_; }             // "ValueError"
  const std::string &message() const { return message_; }       // str(exception)
  const std::string &traceback() const { return traceback_; }   // as python3 prints it
  const std::vector<Frame> &frames() const { return frames_; }  // outermost first

private:
  janus_status status_;
  std::string type_, message_, traceback_;
  std::vector<Frame> frames_;
};

// For calls of janus.h: throws Error unless `status` is JANUS_OK.
inline void check(janus_status status) {
  if (status != JANUS_OK) [[unlikely]]
    throw Error(status);
}

namespace detail {
// An error of this header: a builtin exception, and the thread's last error as any other.
[[noreturn]] inline void fail(const char *type, const std::string &message) {
  throw Error(janus_raise(type, message.c_str()));
}
template <class T>
concept Text = std::convertible_to<const T &, std::string_view>;
}  // namespace detail

// ---- values

// A counted reference to a Python object, or a small object itself. Copies refer to the same
// object; what was moved from is None. Whatever raises in Python throws Error.
class Value {
public:
  // From C++: None; a bool; an int of at most 64 bits; a float; a str, whose text is UTF-8.
  Value() : raw_(janus_none()) {}
  Value(std::nullptr_t) : Value() {}
  Value(std::same_as<bool> auto b) : raw_(janus_bool(b)) {}
  Value(std::integral auto i) requires(!std::same_as<decltype(i), bool> && sizeof(i) <= 8)
      : raw_(janus_int(static_cast<int64_t>(i))) {
    if constexpr (std::is_unsigned_v<decltype(i)> && sizeof(i) == 8)
      if (raw_.bits >> 63)  // more than an int64_t holds
        check(janus_make_int(std::to_string(i).c_str(), &raw_));
  }
  Value(std::floating_point auto f) : raw_(janus_float(static_cast<double>(f))) {}
  template <detail::Text T>
  Value(const T &text) {
    std::string_view view = text;
    check(janus_make_str(view.data(), view.size(), &raw_));
  }

  Value(const Value &o) : raw_(janus_retain(o.raw_)) {}
  Value(Value &&o) noexcept : raw_(std::exchange(o.raw_, janus_none())) {}
  Value &operator=(Value o) noexcept {
    std::swap(raw_, o.raw_);
    return *this;
  }
  ~Value() {
    if (raw_.tag == JANUS_OBJECT)
      janus_release(raw_);
  }
  // To and from janus.h: a value that the caller owns and gives away, one that it keeps; the value,
  // which stays owned by this; the same, given away, so that this is None.
  static Value take(janus_value owned) {
    Value v;
    v.raw_ = owned;
    return v;
  }
  static Value share(janus_value borrowed) { return take(janus_retain(borrowed)); }
  janus_value raw() const { return raw_; }
  janus_value release() { return std::exchange(raw_, janus_none()); }

  // A new list, tuple, dict. TypeError for a key without a hash.
  static Value list(const std::vector<Value> &items) { return sequence(janus_make_list, items); }
  static Value tuple(const std::vector<Value> &items) { return sequence(janus_make_tuple, items); }
  static Value dict(const std::vector<std::pair<Value, Value>> &items) {
    std::vector<janus_value> raw;
    for (const auto &[key, v] : items)
      raw.insert(raw.end(), {key.raw_, v.raw_});
    Value made;
    check(janus_make_dict(raw.data(), items.size(), &made.raw_));
    return made;
  }

  // What kind of object it is; subclasses count as their base.
  janus_kind kind() const { return janus_kind_of(raw_); }
  bool isNone() const { return raw_.tag == JANUS_NONE; }
  // The value as a C++ type: bool (its truth), integers, floating point, std::string, Tensor,
  // std::vector<Value> (what iterating gives). TypeError for what cannot be converted,
  // OverflowError for an int that does not fit.
  template <class T>
  T as() const {
    if constexpr (std::same_as<T, bool>) {
      int truth;
      check(janus_to_bool(raw_, &truth));
      return truth != 0;
    } else if constexpr (std::integral<T>) {
      int64_t i;
      check(janus_to_int(raw_, &i));
      if (!std::in_range<T>(i))
        detail::fail("OverflowError", "expected an int of " + std::to_string(8 * sizeof(T)) +
                                          " bits " +
                                          (std::signed_integral<T> ? "with" : "without") +
                                          " a sign, got " + std::to_string(i));
      return static_cast<T>(i);
    } else if constexpr (std::floating_point<T>) {
      double f;
      check(janus_to_double(raw_, &f));
      return static_cast<T>(f);
    } else if constexpr (std::same_as<T, std::string>) {
      const char *text;
      size_t size;
      check(janus_to_text(raw_, &text, &size));
      return {text, size};
    } else if constexpr (std::derived_from<T, Value>) {
      return T(*this);
    } else {
      static_assert(std::same_as<T, std::vector<Value>>, "no conversion to this type");
      // Where this becomes code, Iterator is complete.
      return [](const auto &o) { return T(o.begin(), o.end()); }(*this);
    }
  }
  // str(o), repr(o)
  std::string str() const { return made(janus_str).as<std::string>(); }
  std::string repr() const { return made(janus_repr).as<std::string>(); }

  // o.name, o.name = v, hasattr(o, name). AttributeError.
  Value attr(const char *name) const {
    Value v;
    check(janus_get(raw_, name, &v.raw_));
    return v;
  }
  void set(const char *name, const Value &v) const { check(janus_set(raw_, name, v.raw_)); }
  bool has(const char *name) const {
    int found;
    check(janus_has(raw_, name, &found));
    return found != 0;
  }
  // o[key], o[key] = v, len(o). KeyError, IndexError, TypeError.
  Value operator[](const Value &key) const {
    Value v;
    check(janus_get_item(raw_, key.raw_, &v.raw_));
    return v;
  }
  void setItem(const Value &key, const Value &v) const {
    check(janus_set_item(raw_, key.raw_, v.raw_));
  }
  int64_t length() const {
    int64_t n;
    check(janus_length(raw_, &n));
    return n;
  }
  // isinstance(o, cls). TypeError when `cls` is no class.
  bool isInstance(const Value &cls) const {
    int answer;
    check(janus_is_instance(raw_, cls.raw_, &answer));
    return answer != 0;
  }
  // o(args...), o.name(args...). Arguments by name: net(x, janus::named("train", false)). Throws
  // what the function raises, TypeError for arguments that do not fit; an Error with status
  // JANUS_UNLOADED when its module is gone.
  template <class... A>
  Value operator()(A &&...args) const;
  template <class... A>
  Value call(const char *name, A &&...args) const {
    return attr(name)(std::forward<A>(args)...);
  }

  // for (janus::Value item : o). TypeError when it cannot be iterated.
  class Iterator;
  Iterator begin() const;
  Iterator end() const;

private:
  template <class Make>
  static Value sequence(Make make, const std::vector<Value> &items) {
    static_assert(sizeof(Value) == sizeof(janus_value));
    Value made;
    check(make(reinterpret_cast<const janus_value *>(items.data()), items.size(), &made.raw_));
    return made;
  }
  template <class Make>
  Value made(Make make) const {
    Value v;
    check(make(raw_, &v.raw_));
    return v;
  }
  janus_value raw_;
};

// A module of the library, or of a file that is loaded: janus::importModule("torch").
// ModuleNotFoundError.
inline Value importModule(const char *dotted) {
  janus_value v;
  check(janus_import(dotted, &v));
  return Value::take(v);
}

}  // namespace janus

#include "janus/janus_calls.hpp"
#include "janus/janus_modules.hpp"
#include "janus/janus_tensors.hpp"

#endif
