// Part of janus.hpp: calls and iteration.
#ifndef JANUS_CALLS_HPP
#define JANUS_CALLS_HPP

#include "janus/janus.hpp"

namespace janus {

// ---- calls and iteration

// An input iterator over what iter(o) gives; each step throws what the program's iterator raises.
class Value::Iterator {
public:
  using value_type = Value;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::input_iterator_tag;
  using pointer = const Value *;
  using reference = const Value &;
  // The end; the first item of a Python iterator.
  Iterator() = default;
  explicit Iterator(Value iterator) : iterator_(std::move(iterator)), more_(true) { ++*this; }

  const Value &operator*() const { return item_; }
  Iterator &operator++() {
    janus_value next;
    janus_status status = janus_next(iterator_.raw(), &next);
    more_ = status != JANUS_END;
    if (more_)
      check(status);
    item_ = more_ ? Value::take(next) : Value();
    return *this;
  }
  void operator++(int) { ++*this; }
  bool operator==(const Iterator &o) const { return more_ == o.more_; }

private:
  Value iterator_, item_;
  bool more_ = false;
};

inline Value::Iterator Value::begin() const {
  return Iterator(made(janus_iterate));
}
inline Value::Iterator Value::end() const {
  return {};
}

namespace detail {

// What is passed: borrowed from a Value, or made for the call.
class Argument {
public:
  Argument(const Value &v) : raw_(v.raw()) {}
  template <class T>
  requires(!std::derived_from<std::remove_cvref_t<T>, Value>) Argument(const T &v)
      : made_(v), raw_(made_.raw()) {}
  Argument(const Argument &) = delete;
  janus_value raw() const { return raw_; }

private:
  Value made_;
  janus_value raw_;
};

}  // namespace detail

// An argument that is passed by name, made by named(); it may stand anywhere among the others.
struct Named {
  const char *name;
  Value value;
};
// net(x, janus::named("train", false)) is `net(x, train=False)`. `name` must live until the call.
inline Named named(const char *name, Value value) {
  return {name, std::move(value)};
}

template <class... A>
Value Value::operator()(A &&...args) const {
  janus_value result;
  if constexpr (sizeof...(A) == 0) {
    check(janus_call(raw_, nullptr, 0, &result));
  } else if constexpr ((std::same_as<std::remove_cvref_t<A>, Named> || ...)) {
    std::vector<Value> values;  // those with names last
    std::vector<const char *> names;
    auto add = [&](bool wantsNamed, auto &arg) {
      if constexpr (std::same_as<std::remove_cvref_t<decltype(arg)>, Named>) {
        if (wantsNamed) {
          values.push_back(arg.value);
          names.push_back(arg.name);
        }
      } else if (!wantsNamed) {
        values.push_back(Value(arg));
      }
    };
    (add(false, args), ...);
    (add(true, args), ...);
    check(janus_call_named(raw_, reinterpret_cast<const janus_value *>(values.data()),
                           values.size(), names.data(), names.size(), &result));
  } else {
    const detail::Argument held[] = {detail::Argument(args)...};
    janus_value raw[sizeof...(A)];
    for (size_t i = 0; i < sizeof...(A); ++i)
      raw[i] = held[i].raw();
    check(janus_call(raw_, raw, sizeof...(A), &result));
  }
  return take(result);
}

}  // namespace janus

#endif
