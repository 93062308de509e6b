// Writing pickles: values of built-in types, and containers of them.
#include "stdlib/Pickle.h"
#include "value/bytes/Bytes.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/container/Dict.h"
#include "value/container/Sequence.h"
#include "value/container/Set.h"
#include "value/error/Raise.h"
#include "value/number/Number.h"
#include "value/object/Types.h"
#include "value/text/Str.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <new>
#include <stdlib.h>
#include <string>
#include <string_view>
#include <vector>

namespace janus {
namespace {

constexpr int64_t kBatch = 1000;            // items between two marks
constexpr int64_t kFrameTarget = 64 << 10;  // bytes

// Bytes that have been written and not yet flushed: most pieces are a byte or two, so that
// appending is in line but for the growth.
class Output {
public:
  Output() = default;
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;
  ~Output() { free(data_); }

  const char *data() const { return data_; }
  size_t size() const { return size_; }
  void put(char c) {
    if (__builtin_expect(size_ == capacity_, 0))
      grow(1);
    data_[size_++] = c;
  }
  void put(const void *bytes, size_t count) {
    if (__builtin_expect(capacity_ - size_ < count, 0))
      grow(count);
    if (count)
      memcpy(data_ + size_, bytes, count);
    size_ += count;
  }
  void put(std::string_view text) { put(text.data(), text.size()); }
  void clear() { size_ = 0; }
  // Takes back what was written from `size` on, and answers it.
  std::string cut(size_t size) {
    std::string removed(data_ + size, size_ - size);
    size_ = size;
    return removed;
  }

private:
  __attribute__((noinline)) void grow(size_t more) {
    size_t capacity = std::max(capacity_ * 2, capacity_ + more + 256);
    void *larger = realloc(data_, capacity);
    if (!larger)
      throw std::bad_alloc();
    data_ = static_cast<char *>(larger);
    capacity_ = capacity;
  }

  char *data_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

// Numbers of the objects that have been written, in the order of writing. The pickler's dict (id to
// number and object) gets them when Python looks at it next; entries that Python made are found
// there.
class Memo {
public:
  explicit Memo(jn_dict *dict) : dict_(dict), unknown_(dict->count) {}
  Memo(const Memo &) = delete;
  Memo &operator=(const Memo &) = delete;

  int64_t size() const { return dict_->count + static_cast<int64_t>(pending_.size()); }
  // The object's number; -1 for one that was not written.
  int64_t find(Value v) const {
    if (!places_.empty())
      for (size_t at = placeOf(v.o);; at = (at + 1) & mask()) {
        if (places_[at].object == v.o)
          return places_[at].number;
        if (!places_[at].object)
          break;
      }
    return unknown_ ? findInDict(v) : -1;
  }
  int64_t add(Value v) {
    int64_t number = size();
    note(v.o, number);
    pending_.push_back(Ref::own(v));
    return number;
  }
  // Pending entries go to the dict: before Python runs.
  bool publish() {
    int64_t number = dict_->count;
    for (const Ref &object : pending_) {
      Ref entry(makeTuple({jn_int(number++), object.get()}));
      Value key = jn_int(object.get().i);  // id(object)
      if (dictSetHashed(dict_, key, hashInt64(key.i), entry.get()) < 0)
        return false;
    }
    pending_.clear();
    published_ = dict_->used;
    last_ = published_ ? dict_->entries[published_ - 1].key : jn_unbound();
    return true;
  }
  // Learns what Python has added since publish().
  void readBack() {
    bool hasGrown = dict_->used == dict_->count && dict_->used >= published_ &&
                    (published_ == 0 || dict_->entries[published_ - 1].key.i == last_.i);
    if (!hasGrown) {  // the program has cleared it
      places_.clear();
      used_ = 0;
      unknown_ = dict_->count;
      return;
    }
    for (int64_t i = published_; i < dict_->used; ++i) {
      const jn_dict_entry &entry = dict_->entries[i];
      if (entry.key.tag == JN_INT && isExact(entry.value, &jn_type_tuple) &&
          as<jn_tuple>(entry.value)->items[0].tag == JN_INT)
        note(reinterpret_cast<const Object *>(entry.key.i), as<jn_tuple>(entry.value)->items[0].i);
      else
        ++unknown_;
    }
  }

private:
  struct Place {
    const Object *object;
    int64_t number;
  };
  size_t mask() const { return places_.size() - 1; }
  size_t placeOf(const Object *o) const {
    auto bits = reinterpret_cast<size_t>(o) >> 4;
    return (bits ^ bits >> 9) & mask();
  }
  void note(const Object *o, int64_t number) {
    if (2 * (used_ + 1) > places_.size()) {
      std::vector<Place> old(places_.empty() ? 64 : 4 * places_.size());
      old.swap(places_);
      for (const Place &place : old)
        if (place.object)
          put(place);
    }
    ++used_;
    put({o, number});
  }
  void put(const Place &place) {
    size_t at = placeOf(place.object);
    while (places_[at].object)
      at = (at + 1) & mask();
    places_[at] = place;
  }
  int64_t findInDict(Value v) const {
    Value key = jn_int(v.i);
    int64_t found = dictFind(dict_, key, hashInt64(key.i));
    Value known = found >= 0 ? dict_->entries[found].value : jn_unbound();
    return isExact(known, &jn_type_tuple) ? as<jn_tuple>(known)->items[0].i : -1;
  }

  jn_dict *dict_;
  int64_t unknown_;            // entries of the dict that are not in places_
  std::vector<Place> places_;  // open addressing; a power of two, or empty
  size_t used_ = 0;
  std::vector<Ref> pending_;   // not in the dict yet
  int64_t published_ = 0;      // entries of the dict at the last publish()
  Value last_ = jn_unbound();  // the key of the last of them
};

class Writer {
public:
  Writer(Value pickler, BytearrayObject *buffer, jn_dict *memo, int64_t protocol, bool fast,
         jn_dict *reducers)
      : pickler_(pickler), buffer_(buffer), memo_(memo), reducers_(reducers), protocol_(protocol),
        isFast_(fast) {}

  // The output and the memo become the pickler's.
  bool handOver() { return flush() && memo_.publish(); }

  bool save(Value v);
  bool flush();  // what was written goes to the buffer

private:
  using Items = std::vector<Ref>;
  // Calls a method of the pickler, which looks at buffer and memo.
  bool inPython(Value name, std::initializer_list<Value> args) {
    if (!handOver())
      return false;
    Ref done(callMethod(pickler_, name, args));
    memo_.readBack();
    return !done.failed();
  }

  void code(char c) { out_.put(c); }
  template <class Number>
  void number(Number n) {
    out_.put(&n, sizeof n);
  }
  bool other(Value v);
  bool endFrame();
  void integer(int64_t n);
  void floating(double d);
  bool text(Value v);
  bool data(Value v);
  // An operation on a place of the memo, in its form for small numbers or the other.
  void place(char small, char large, int64_t at) {
    code(at < 256 ? small : large);
    if (at < 256)
      number(static_cast<uint8_t>(at));
    else
      number(static_cast<uint32_t>(at));
  }
  bool memoize(Value v);
  // Whether `v` was written before: then it is referred to.
  bool isKnown(Value v);
  bool saveAll(const Items &items, size_t begin, size_t end);
  bool tuple(Value v);
  bool list(Value v);
  bool dict(Value v);
  bool set(Value v);
  bool frozenset(Value v);
  bool isPlain(Object *o);
  bool isPlainClass(Type *type) const;
  bool instance(Value v);
  bool within(Value v, bool (Writer::*save)(Value v));

  struct Row {
    const Type *type;
    int64_t protocol;  // the least
    bool (Writer::*save)(Value v);
  };
  static const Row kRows[];

  Value pickler_;
  BytearrayObject *buffer_;
  Memo memo_;
  jn_dict *reducers_;  // by class; null: Python decides how instances are written
  const int64_t protocol_;
  const bool isFast_;
  Output out_;
  // The class whose instances were found to be plain last, as it was then, and the reducers.
  uint32_t plainVersion_ = 0;
  uint64_t plainReducers_ = 0;
};

bool Writer::flush() {
  int64_t before = buffer_->size;
  if (out_.size() == 0)
    return true;
  if (resizeBytearray(buffer_, before + static_cast<int64_t>(out_.size())) < 0)
    return false;
  memcpy(buffer_->data + before, out_.data(), out_.size());
  out_.clear();
  return true;
}

bool Writer::other(Value v) {
  return inPython(JN_NAME("_save"), {v});
}

bool Writer::endFrame() {
  return inPython(JN_NAME("_end_frame"), {});
}

void Writer::integer(int64_t n) {
  if (n >= 0 && n <= 0xff) {
    code('K');
    number(static_cast<uint8_t>(n));
  } else if (n >= 0 && n <= 0xffff) {
    code('M');
    number(static_cast<uint16_t>(n));
  } else if (n >= INT32_MIN && n <= INT32_MAX) {
    code('J');
    number(static_cast<int32_t>(n));
  } else {
    // The shortest two's complement.
    int size = 8;
    while (n >> (8 * size - 9) == (n < 0 ? -1 : 0))
      --size;
    code('\x8a');
    code(static_cast<char>(size));
    out_.put(&n, static_cast<size_t>(size));
  }
}

void Writer::floating(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  code('G');
  number(__builtin_bswap64(bits));
}

bool Writer::memoize(Value v) {
  if (isFast_)
    return true;
  int64_t at = memo_.add(v);
  if (protocol_ >= 4)
    code('\x94');
  else
    place('q', 'r', at);
  return true;
}

bool Writer::isKnown(Value v) {
  int64_t at = memo_.find(v);
  if (at < 0)
    return false;
  place('h', 'j', at);
  return true;
}

bool Writer::text(Value v) {
  const StrObject *s = strOf(v);
  if (!s->ascii || s->length >= kFrameTarget)
    return other(v);
  if (s->length <= 0xff && protocol_ >= 4) {
    code('\x8c');
    number(static_cast<uint8_t>(s->length));
  } else {
    code('X');
    number(static_cast<uint32_t>(s->length));
  }
  out_.put(s->data, static_cast<size_t>(s->length));
  return memoize(v);
}

bool Writer::data(Value v) {
  std::string_view bytes(as<BytesObject>(v)->data, static_cast<size_t>(as<BytesObject>(v)->size));
  if (bytes.size() >= kFrameTarget)
    return other(v);
  if (bytes.size() <= 0xff) {
    code('C');
    number(static_cast<uint8_t>(bytes.size()));
  } else {
    code('B');
    number(static_cast<uint32_t>(bytes.size()));
  }
  out_.put(bytes);
  return memoize(v);
}

bool Writer::saveAll(const Items &items, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i)
    if (!save(items[i].get()))
      return false;
  return true;
}

bool Writer::tuple(Value v) {
  auto *t = as<jn_tuple>(v);
  if (t->size == 0) {
    code(')');
    return true;
  }
  bool isShort = t->size <= 3 && protocol_ >= 2;
  if (!isShort)
    code('(');
  for (int64_t i = 0; i < t->size; ++i)
    if (!save(t->items[i]))
      return false;
  size_t before = out_.size();
  if (isKnown(v)) {  // it holds itself through one of its items, which were written then
    std::string known = out_.cut(before);
    out_.put(isShort ? std::string(static_cast<size_t>(t->size), '0') : "1");
    out_.put(known);
    return true;
  }
  code(isShort ? static_cast<char>(0x84 + t->size) : 't');
  return memoize(v);
}

bool Writer::list(Value v) {
  code(']');
  if (!memoize(v))
    return false;
  // The program may change the list as its items are written.
  auto *l = as<jn_list>(v);
  auto saveAt = [&](int64_t i) {
    Ref item = Ref::own(l->items[i]);
    return save(item.get());
  };
  if (l->size == 1) {
    if (!saveAt(0))
      return false;
    code('a');
    return true;
  }
  for (int64_t at = 0; at < l->size;) {
    code('(');
    for (int64_t end = at + kBatch; at < end && at < l->size; ++at)
      if (!saveAt(at))
        return false;
    code('e');
  }
  return true;
}

// A container whose items are written may not change its size meanwhile.
bool hasKept(int64_t before, int64_t now, const char *what) {
  if (before != now)
    raise(jn_exc_RuntimeError, "%s changed size during iteration", what);
  return before == now;
}

bool Writer::dict(Value v) {
  code('}');
  if (!memoize(v))
    return false;
  auto *d = as<jn_dict>(v);
  int64_t count = d->count, at = 0, written = 0;
  bool isSingle = count == 1;
  while (written < count) {
    if (!isSingle)
      code('(');
    int64_t batch = std::min(count, written + kBatch);
    for (Value key, item; written < batch && dictNext(d, &at, &key, &item); ++written) {
      Ref heldKey = Ref::own(key), heldItem = Ref::own(item);
      if (!save(key) || !save(item))
        return false;
    }
    if (!hasKept(count, d->count, "dictionary") || !hasKept(batch, written, "dictionary"))
      return false;
    code(isSingle ? 's' : 'u');
  }
  return true;
}

std::vector<Ref> itemsOfSet(Value v) {
  std::vector<Ref> items;
  uint64_t slot = 0;
  for (Value key; setNext(as<SetObject>(v), &slot, &key);)
    items.push_back(Ref::own(key));
  return items;
}

bool Writer::set(Value v) {
  code('\x8f');
  if (!memoize(v))
    return false;
  Items items = itemsOfSet(v);
  for (size_t begin = 0; begin < items.size(); begin += kBatch) {
    code('(');
    if (!saveAll(items, begin, std::min(items.size(), begin + kBatch)) ||
        !hasKept(static_cast<int64_t>(items.size()), as<SetObject>(v)->used, "set"))
      return false;
    code('\x90');
  }
  return true;
}

bool Writer::frozenset(Value v) {
  code('(');
  Items items = itemsOfSet(v);
  if (!saveAll(items, 0, items.size()))
    return false;
  size_t before = out_.size();
  if (isKnown(v)) {
    std::string known = out_.cut(before);
    code('1');
    out_.put(known);
    return true;
  }
  code('\x91');
  return memoize(v);
}

bool same(Value a, Value b) {
  return a.tag == b.tag && a.i == b.i;
}

// Instances that object.__reduce_ex__ takes apart into class and attributes.
bool Writer::isPlainClass(Type *type) const {
  if (!reducers_ || protocol_ < 2 || !(type->typeFlags & kTypeHeap) || !type->dictOffset ||
      type->solid != &jn_type_object || type->slotCount != 0 || type->head.type != &jn_type_type)
    return false;
  for (Value name : {JN_NAME("__reduce_ex__"), JN_NAME("__reduce__"), JN_NAME("__getstate__"),
                     JN_NAME("__class__"), JN_NAME("__getnewargs__"), JN_NAME("__getnewargs_ex__")})
    if (!same(lookupInType(type, name), lookupInType(&jn_type_object, name)))
      return false;
  return type->getattr == genericGetattr && dictGet(reducers_, jn_obj(type)).tag == JN_UNBOUND;
}

bool Writer::isPlain(Object *o) {
  Type *type = o->type;
  bool known = type->version != 0 && plainVersion_ == type->version &&
               plainReducers_ == reducers_->keys_version;
  if (!known && !isPlainClass(type))
    return false;
  plainVersion_ = type->version;
  plainReducers_ = reducers_->keys_version;
  if (jn_dict *own = *dictSlot(o); own && own->count)
    for (Value name :
         {JN_NAME("__reduce_ex__"), JN_NAME("__reduce__"), JN_NAME("__getstate__"),
          JN_NAME("__class__"), JN_NAME("__getnewargs__"), JN_NAME("__getnewargs_ex__")})
      if (dictGetStr(own, name).tag != JN_UNBOUND)
        return false;
  return true;
}

bool Writer::instance(Value v) {
  Value cls = jn_obj(v.o->type);
  if (!isKnown(cls) && !other(cls))
    return false;
  out_.put(")\x81");
  if (!memoize(v))
    return false;
  jn_dict *attributes = *dictSlot(v.o);
  if (!attributes || attributes->count == 0)
    return true;
  Ref state = Ref::own(jn_obj(attributes));
  if (!save(state.get()))
    return false;
  code('b');
  return true;
}

const Writer::Row Writer::kRows[] = {
    {&jn_type_str, 1, &Writer::text},
    {&jn_type_tuple, 1, &Writer::tuple},
    {&jn_type_list, 1, &Writer::list},
    {&jn_type_dict, 1, &Writer::dict},
    {&jn_type_bytes, 3, &Writer::data},
    {&jn_type_set, 4, &Writer::set},
    {&jn_type_frozenset, 4, &Writer::frozenset},
};

bool Writer::save(Value v) {
  if (protocol_ >= 4 && buffer_->size + static_cast<int64_t>(out_.size()) >= kFrameTarget &&
      !endFrame())
    return false;
  switch (v.tag) {
  case JN_NONE: code('N'); return true;
  case JN_BOOL:
    if (protocol_ < 2)
      return other(v);
    code(v.i ? '\x88' : '\x89');
    return true;
  case JN_INT:
    if (protocol_ < 2 && (v.i < INT32_MIN || v.i > INT32_MAX))
      return other(v);
    integer(v.i);
    return true;
  case JN_FLOAT: floating(v.f); return true;
  case JN_OBJECT: break;
  default: return other(v);
  }
  for (const Row &row : kRows) {
    if (v.o->type != row.type || protocol_ < row.protocol)
      continue;
    return isKnown(v) || within(v, row.save);
  }
  if (isPlain(v.o))
    return isKnown(v) || within(v, &Writer::instance);
  return other(v);
}

bool Writer::within(Value v, bool (Writer::*save)(Value v)) {
  if (!enterNative(" while pickling an object"))
    return false;
  bool good = (this->*save)(v);
  jn_leave();
  return good;
}

}  // namespace

Value pickleWrite(const Value *args, size_t, Value) {
  if (!isExact(args[1], &jn_type_bytearray) || !isExact(args[2], &jn_type_dict) ||
      args[3].tag != JN_INT)
    return raise(jn_exc_TypeError, "write() takes a bytearray, a dict and a protocol");
  Writer writer(args[0], as<BytearrayObject>(args[1]), as<jn_dict>(args[2]), args[3].i,
                jn_truth(args[4]) == 1,
                isExact(args[5], &jn_type_dict) ? as<jn_dict>(args[5]) : nullptr);
  // Nobody looks at the memo of a pickler that has written its one object.
  bool isLast = jn_truth(args[7]) == 1;
  if (!writer.save(args[6]) || !(isLast ? writer.flush() : writer.handOver()))
    return jn_error();
  return jn_none();
}

namespace {
const MethodDef kFunctions[] = {
    {"read", pickleRead, 4, 4}, {"write", pickleWrite, 8, 8}, {nullptr, nullptr}};
}  // namespace

extern const NativeModuleDef pickleModule;
const NativeModuleDef pickleModule = {"_pickle_core", nullptr, kFunctions};

}  // namespace janus
