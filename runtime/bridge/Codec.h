// Values as bytes (Tags.def).
#pragma once

#include "bridge/Session.h"

#include <cstring>

namespace janus::bridge {

// `a is b`.
inline bool isSame(Value a, Value b) {
  return a.tag == b.tag && a.i == b.i;
}

constexpr int kDeepestValue = 200;  // tuples and containers in one another

class Encoder {
public:
  explicit Encoder(Session &session) : session(session) {}
  // False: an exception is pending, and nothing must be sent.
  bool value(Value v);
  bool values(const Value *items, size_t count);

  void byte(uint8_t b) { out.push_back(static_cast<char>(b)); }
  void tag(Tag t) { byte(static_cast<uint8_t>(t)); }
  template <class T>
  void number(T v) {
    out.append(reinterpret_cast<const char *>(&v), sizeof(v));
  }
  void size(size_t n) { number(static_cast<uint32_t>(n)); }
  void text(std::string_view s) {
    size(s.size());
    out.append(s);
  }
  void str(std::string_view s) {
    tag(Tag::Str);
    text(s);
  }
  void global(std::string_view module, std::string_view name) {
    tag(Tag::Global);
    str(module);
    str(name);
  }

  // Forgets what the values behind the changes have made both sides know: they are not sent.
  void undo();

  Session &session;
  World world = World::Packages;
  std::string out;
  std::vector<int> descriptors;
  std::vector<uint32_t> newExports, newMirrors;  // of values behind the changes
  std::vector<uint32_t> newSegments;
  // How much of `out`, `descriptors` and `newSegments` tells changes.
  size_t changesEnd = 0, changesDescriptors = 0, changesSegments = 0;

private:
  int depth_ = 0;
};

class Decoder {
public:
  Decoder(Session &session, std::string_view bytes, std::vector<int> *descriptors)
      : session(session), at_(bytes.data()), end_(bytes.data() + bytes.size()),
        descriptors_(descriptors) {}
  // Owned; JN_ERROR when the bytes are no value (isBroken). What cannot be made here is None: its
  // exception waits in takeFailure(), and the values behind it are read all the same, because they
  // may bring what later frames refer to.
  Value value();
  // A value of the type, or broken.
  Value valueOf(const Type &type);
  bool hasFailed() const { return failure_.get().tag == JN_OBJECT; }
  void keepFailure();  // the pending exception
  // Makes the first failure pending; false when there was none.
  bool takeFailure();

  uint8_t byte() { return number<uint8_t>(); }
  template <class T>
  T number() {
    T v{};
    std::string_view bytes = take(sizeof(v));
    if (!bytes.empty())
      memcpy(&v, bytes.data(), sizeof(v));
    return v;
  }
  // A count of things that take at least `least` bytes each.
  size_t size(size_t least = 1) {
    size_t n = number<uint32_t>();
    if (n * least > static_cast<size_t>(end_ - at_)) {
      setBroken();
      return 0;
    }
    return n;
  }
  std::string_view take(size_t n) {
    if (n > static_cast<size_t>(end_ - at_)) {
      setBroken();
      return {};
    }
    std::string_view bytes(at_, n);
    at_ += n;
    return bytes;
  }
  std::string_view text() { return take(size()); }
  int descriptor();  // owned; -1 when there is none left
  bool isBroken() const { return broken_; }
  Value setBroken() {
    broken_ = true;
    at_ = end_;
    return jn_error();
  }
  bool atEnd() const { return at_ == end_; }
  // Of the object of ours that comes next; of anything else that of packages.
  World worldOfNext() const;

  Session &session;
  World world = World::Packages;  // of new containers
  std::vector<Filling> fillings;

private:
  Value tagged(Tag t);

  const char *at_, *end_;
  std::vector<int> *descriptors_;
  int depth_ = 0;
  bool broken_ = false;
  Ref failure_;
};

}  // namespace janus::bridge
