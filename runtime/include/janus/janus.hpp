// The C++ interface, header only, over janus.h. Errors are exceptions: janus::Error.
//
//   janus::Module model("model.so");
//   janus::Value net = model["Net"](10);
//   janus::Tensor y = net(janus::Tensor::borrow(pixels, {1, 28, 28}));
//   float first = y.data<float>()[0];
//
// A Value is a reference to a Python object; copies refer to the same one. Its threads are those of
// janus.h: any, one at a time.
#ifndef JANUS_JANUS_HPP
#define JANUS_JANUS_HPP

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

// An exception of the program, or of the interface: all that this header throws, but for the C++
// library's own std::bad_alloc. `what()` is "ValueError: text".
class Error : public std::runtime_error {
public:
  struct Frame {
    std::string file, function, source;
    uint32_t line, column;
  };
  // Takes the thread's last error.
  explicit Error(janus_status status)
      : std::runtime_error(std::string(janus_error_type()) + ": " + janus_error_message()),
        status_(status), type_(janus_error_type()), message_(janus_error_message()),
        traceback_(janus_error_text()) {
    janus_frame frame;
    for (size_t i = 0; janus_error_frame(i, &frame) == JANUS_OK; ++i)
      frames_.push_back({frame.file, frame.function, frame.source, frame.line, frame.column});
  }
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

class Value {
public:
  Value() : raw_(janus_none()) {}
  Value(std::nullptr_t) : Value() {}
  Value(std::same_as<bool> auto b) : raw_(janus_bool(b)) {}
  Value(std::integral auto i) requires(!std::same_as<decltype(i), bool> &&
                                       (sizeof(i) < 8 || std::is_signed_v<decltype(i)>))
      : raw_(janus_int(static_cast<int64_t>(i))) {}
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
  static Value take(janus_value owned) {
    Value v;
    v.raw_ = owned;
    return v;
  }
  static Value share(janus_value borrowed) { return take(janus_retain(borrowed)); }
  janus_value raw() const { return raw_; }
  janus_value release() { return std::exchange(raw_, janus_none()); }

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

  janus_kind kind() const { return janus_kind_of(raw_); }
  bool isNone() const { return raw_.tag == JANUS_NONE; }
  // The value as a C++ type; throws TypeError, OverflowError.
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
      return T(begin(), end());
    }
  }
  std::string str() const { return made(janus_str).as<std::string>(); }
  std::string repr() const { return made(janus_repr).as<std::string>(); }

  // o.name, o.name = v, hasattr(o, name)
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
  // o[key], o[key] = v, len(o)
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
  bool isInstance(const Value &cls) const {
    int answer;
    check(janus_is_instance(raw_, cls.raw_, &answer));
    return answer != 0;
  }
  // o(args...), o.name(args...). Arguments by name: net(x, janus::named("train", false)).
  template <class... A>
  Value operator()(A &&...args) const;
  template <class... A>
  Value call(const char *name, A &&...args) const {
    return attr(name)(std::forward<A>(args)...);
  }

  // for (janus::Value item : o)
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
