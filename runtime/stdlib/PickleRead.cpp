// Reading pickles: a loop over operations that make, fill and remember values of built-in types.
#include "stdlib/MemoryFiles.h"
#include "stdlib/Pickle.h"
#include "value/bytes/CopyBytes.h"
#include "value/container/Dict.h"
#include "value/container/Sequence.h"
#include "value/container/Set.h"
#include "value/number/Number.h"
#include "value/object/Types.h"
#include "value/text/Str.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace janus {
namespace {

// An operation: whether it was carried out. If not, nothing has happened, and Python does it.
class Reader {
public:
  // `memo`: a list of what was remembered as 0, 1, ...; or a dict, once a number was left out.
  Reader(MemoryBytes file, Value stack, jn_list *marks, Value memo)
      : file_(file), stack_(Ref::own(stack)), marks_(marks), memo_(memo) {
    at_ = file.bytes->data + std::min(*file.position, file.bytes->size);
    end_ = file.bytes->data + file.bytes->size;
    ++file.bytes->exports;  // nobody moves the bytes meanwhile
  }
  ~Reader() {
    --file_.bytes->exports;
    *file_.position = at_ - file_.bytes->data;
  }
  Reader(const Reader &) = delete;
  Reader &operator=(const Reader &) = delete;

  Value run();

private:
  using Operation = bool (Reader::*)();
  struct Row {
    unsigned char code;
    Operation operation;
  };
  static const Row kRows[];

  jn_list *stack() { return stack_.as<jn_list>(); }
  bool push(Value owned) { return listAppendOwned(stack(), owned) == 0; }
  Value *top(int64_t depth = 0) {
    return stack()->size > depth ? &stack()->items[stack()->size - 1 - depth] : nullptr;
  }
  void drop(int64_t count) {
    for (; count > 0; --count)
      jn_decref(stack()->items[--stack()->size]);
  }

  // A number in little endian; the operation begins one byte before `next_`.
  template <class Number>
  bool number(Number *out) {
    if (end_ - next_ < static_cast<int64_t>(sizeof(Number)))
      return false;
    memcpy(out, next_, sizeof(Number));
    next_ += sizeof(Number);
    return true;
  }
  template <class Size>
  bool bytes(std::string_view *out) {
    Size size;
    if (!number(&size) || static_cast<uint64_t>(end_ - next_) < size)
      return false;
    *out = {next_, static_cast<size_t>(size)};
    next_ += size;
    return true;
  }

  bool none() { return push(jn_none()); }
  template <bool is>
  bool boolean() {
    return push(jn_bool(is));
  }
  bool emptyTuple() { return push(jn_obj(newTuple(0))); }
  bool emptyList() { return push(listOf(nullptr, 0)); }
  bool emptyDict() { return push(jn_obj(newDict())); }
  bool emptySet() { return push(jn_obj(newSet(&jn_type_set))); }
  template <class Number>
  bool integer() {
    Number n;
    return number(&n) && push(jn_int(n));
  }
  bool longInteger();
  bool floating();
  template <class Size>
  bool text();
  template <class Size>
  bool data() {
    std::string_view found;
    return bytes<Size>(&found) && push(makeBytes(found));
  }
  bool frame() {
    uint64_t size;
    return number(&size) && size <= static_cast<uint64_t>(end_ - next_);
  }
  bool mark();
  bool popMark();  // what lies above the last mark stays in `above_`
  bool tuple();
  template <int64_t count>
  bool shortTuple();
  bool append();
  bool appends();
  bool setItem();
  bool setItems();
  bool addItems();
  bool newObject();
  bool build();
  bool remember(int64_t number);
  bool memoize() {
    return remember(isExact(memo_, &jn_type_list) ? as<jn_list>(memo_)->size
                                                  : as<jn_dict>(memo_)->count);
  }
  template <class Number>
  bool put() {
    Number n;
    return number(&n) && remember(n);
  }
  template <class Number>
  bool get();

  MemoryBytes file_;
  Ref stack_;
  jn_list *marks_;
  Value memo_;
  Ref above_;
  const char *at_, *next_ = nullptr, *end_;
};

// Keys whose hash and equality run no code of the program.
bool isPlainKey(Value key) {
  return key.tag != JN_OBJECT || isExact(key, &jn_type_str) || isExact(key, &jn_type_bytes);
}

bool Reader::longInteger() {
  std::string_view found;
  if (!bytes<uint8_t>(&found) || found.size() > 8)
    return false;
  uint64_t n = 0;
  memcpy(&n, found.data(), found.size());
  size_t unused = 64 - 8 * found.size();
  return push(jn_int(found.empty() ? 0 : static_cast<int64_t>(n << unused) >> unused));
}

bool Reader::floating() {
  uint64_t bits;
  if (!number(&bits))
    return false;
  bits = __builtin_bswap64(bits);
  double d;
  memcpy(&d, &bits, sizeof d);
  return push(jn_float(d));
}

bool isAscii(std::string_view bytes) {
  constexpr uint64_t kHighBits = 0x8080808080808080u;
  size_t i = 0;
  for (uint64_t word; i + sizeof word <= bytes.size(); i += sizeof word) {
    memcpy(&word, bytes.data() + i, sizeof word);
    if (word & kHighBits)
      return false;
  }
  return std::all_of(bytes.begin() + i, bytes.end(), [](char c) { return !(c & 0x80); });
}

template <class Size>
bool Reader::text() {
  std::string_view found;
  if (!bytes<Size>(&found))
    return false;
  if (!isAscii(found))
    return false;
  if (found.size() <= 1)
    return push(found.empty() ? emptyStr() : makeChar(static_cast<unsigned char>(found[0])));
  StrObject *text = newStr(static_cast<int64_t>(found.size()), 0x7f);
  memcpy(text->data, found.data(), found.size());
  return push(jn_obj(text));
}

bool Reader::mark() {
  if (listAppendOwned(marks_, jn_own(stack_.get())) < 0)
    return false;
  stack_ = Ref(listOf(nullptr, 0));
  return true;
}

bool Reader::popMark() {
  if (marks_->size == 0 || !isExact(marks_->items[marks_->size - 1], &jn_type_list))
    return false;
  above_ = std::move(stack_);
  stack_ = Ref(marks_->items[--marks_->size]);
  return true;
}

bool Reader::tuple() {
  if (!popMark())
    return false;
  const auto *items = above_.as<jn_list>();
  return push(tupleOf(items->items, items->size));
}

template <int64_t count>
bool Reader::shortTuple() {
  if (stack()->size < count)
    return false;
  Value made = tupleOf(stack()->items + stack()->size - count, count);
  drop(count);
  return push(made);
}

bool Reader::append() {
  Value *target = top(1);
  if (!target || !isExact(*target, &jn_type_list) || target->o == &stack()->head)
    return false;
  auto *list = as<jn_list>(*target);
  return listAppendOwned(list, stack()->items[--stack()->size]) == 0;
}

// The container that the items above the last mark are for; null when it is not of that type.
#define JANUS_TARGET(type_)                                                                        \
  const Value *below = marks_->size ? &marks_->items[marks_->size - 1] : nullptr;                  \
  if (!below || !isExact(*below, &jn_type_list) || as<jn_list>(*below)->size == 0)                 \
    return false;                                                                                  \
  Value target = as<jn_list>(*below)->items[as<jn_list>(*below)->size - 1];                        \
  if (!isExact(target, &type_))                                                                    \
  return false

bool Reader::appends() {
  JANUS_TARGET(jn_type_list);
  auto *list = as<jn_list>(target);
  if (list == stack() || !popMark())
    return false;
  auto *items = above_.as<jn_list>();
  if (list->size + items->size > list->capacity && !growList(list, list->size + items->size))
    return false;
  // The items move; above_ goes with none.
  copyBytes(list->items + list->size, items->items, items->size * sizeof(Value));
  list->size += items->size;
  items->size = 0;
  listTouched(list);
  return true;
}

bool Reader::setItem() {
  Value *target = top(2);
  if (!target || !isExact(*target, &jn_type_dict) || !isPlainKey(*top(1)))
    return false;
  Ref value = Ref::own(*top());
  Ref key = Ref::own(*top(1)), dict = Ref::own(*target);
  drop(2);
  return dictSet(dict.as<jn_dict>(), key.get(), value.get()) == 0;
}

bool Reader::setItems() {
  JANUS_TARGET(jn_type_dict);
  for (int64_t i = 0; i < stack()->size; i += 2)
    if (!isPlainKey(stack()->items[i]))
      return false;
  if (stack()->size % 2 != 0 || !popMark())
    return false;
  Ref dict = Ref::own(target);
  const auto *items = above_.as<jn_list>();
  for (int64_t i = 0; i < items->size; i += 2)
    if (dictSet(dict.as<jn_dict>(), items->items[i], items->items[i + 1]) < 0)
      return false;
  return true;
}

bool Reader::addItems() {
  JANUS_TARGET(jn_type_set);
  for (int64_t i = 0; i < stack()->size; ++i)
    if (!isPlainKey(stack()->items[i]))
      return false;
  if (!popMark())
    return false;
  Ref set = Ref::own(target);
  const auto *items = above_.as<jn_list>();
  for (int64_t i = 0; i < items->size; ++i)
    if (setAdd(set.as<SetObject>(), items->items[i]) < 0)
      return false;
  return true;
}
#undef JANUS_TARGET

// `cls.__new__(cls)` where that is object's.
bool Reader::newObject() {
  const Value *arguments = top(), *made = top(1);
  if (!made || !isExact(*arguments, &jn_type_tuple) || as<jn_tuple>(*arguments)->size != 0 ||
      !isType(*made))
    return false;
  Ref cls = Ref::own(*made);
  if (cls.as<Type>()->construct != jn_type_object.construct)
    return false;
  Value object = jn_type_object.construct(cls.as<Type>(), nullptr, 0, jn_unbound());
  if (object.tag == JN_ERROR)
    return false;
  drop(2);
  return push(object);
}

// The attributes of an instance that does not take its state itself.
bool Reader::build() {
  const Value *state = top(), *target = top(1);
  if (!target || !isExact(*state, &jn_type_dict) || target->tag != JN_OBJECT)
    return false;
  Type *type = target->o->type;
  jn_dict **slot = dictSlot(target->o);
  if (!slot || type->getattr != genericGetattr ||
      lookupInType(type, JN_NAME("__setstate__")).tag != JN_UNBOUND || (*slot && (*slot)->count))
    return false;
  const auto *names = as<jn_dict>(*state);
  for (int64_t i = 0; i < names->used; ++i)
    if (!isExact(names->entries[i].key, &jn_type_str))
      return false;
  Ref object = Ref::own(*target), held = Ref::own(*state);
  drop(1);
  if (!*slot && names->count)
    giveDict(object.get().o, slot);
  for (int64_t i = 0; i < names->used; ++i) {
    Value name = internValue(names->entries[i].key);
    if (lookupInType(type, name).tag != JN_UNBOUND)
      noteShadow(object.get().o);
    if (dictSet(*slot, name, names->entries[i].value) < 0)
      return false;
  }
  if (*slot)
    noteAttributes(type, (*slot)->count);
  return true;
}

bool Reader::remember(int64_t number) {
  const Value *last = top();
  if (!last)
    return false;
  if (isExact(memo_, &jn_type_dict))
    return dictSet(as<jn_dict>(memo_), jn_int(number), *last) == 0;
  auto *known = as<jn_list>(memo_);
  if (number == known->size)
    return listAppendOwned(known, jn_own(*last)) == 0;
  if (number > known->size)
    return false;
  jn_assign(&known->items[number], jn_own(*last));
  return true;
}

template <class Number>
bool Reader::get() {
  Number n;
  if (!number(&n))
    return false;
  Value known = jn_unbound();
  if (isExact(memo_, &jn_type_dict))
    known = dictGet(as<jn_dict>(memo_), jn_int(n));
  else if (n < as<jn_list>(memo_)->size)
    known = as<jn_list>(memo_)->items[n];
  return known.tag != JN_UNBOUND && push(jn_own(known));
}

// The codes are the format's (pickletools).
const Reader::Row Reader::kRows[] = {
    {'N', &Reader::none},
    {0x88, &Reader::boolean<true>},
    {0x89, &Reader::boolean<false>},
    {')', &Reader::emptyTuple},
    {']', &Reader::emptyList},
    {'}', &Reader::emptyDict},
    {0x8f, &Reader::emptySet},
    {'J', &Reader::integer<int32_t>},
    {'K', &Reader::integer<uint8_t>},
    {'M', &Reader::integer<uint16_t>},
    {0x8a, &Reader::longInteger},
    {'G', &Reader::floating},
    {0x8c, &Reader::text<uint8_t>},
    {'X', &Reader::text<uint32_t>},
    {'C', &Reader::data<uint8_t>},
    {'B', &Reader::data<uint32_t>},
    {0x95, &Reader::frame},
    {'(', &Reader::mark},
    {'t', &Reader::tuple},
    {0x85, &Reader::shortTuple<1>},
    {0x86, &Reader::shortTuple<2>},
    {0x87, &Reader::shortTuple<3>},
    {'a', &Reader::append},
    {'e', &Reader::appends},
    {'s', &Reader::setItem},
    {'u', &Reader::setItems},
    {0x90, &Reader::addItems},
    {0x81, &Reader::newObject},
    {'b', &Reader::build},
    {0x94, &Reader::memoize},
    {'q', &Reader::put<uint8_t>},
    {'r', &Reader::put<uint32_t>},
    {'h', &Reader::get<uint8_t>},
    {'j', &Reader::get<uint32_t>},
};

Value Reader::run() {
  struct Table {
    Operation of[256] = {};
    Table() {
      for (const Row &row : kRows)
        of[row.code] = row.operation;
    }
  };
  static const Table table;
  while (at_ < end_) {
    Operation operation = table.of[static_cast<unsigned char>(*at_)];
    next_ = at_ + 1;
    if (!operation || !(this->*operation)())
      break;
    at_ = next_;
    above_ = Ref();
  }
  return hasError() ? jn_error() : stack_.release();
}

}  // namespace

Value pickleRead(const Value *args, size_t, Value) {
  MemoryBytes file = memoryBytes(args[0]);
  bool isMemo = isExact(args[3], &jn_type_list) || isExact(args[3], &jn_type_dict);
  if (!file.bytes || !isExact(args[1], &jn_type_list) || !isExact(args[2], &jn_type_list) ||
      !isMemo)
    return jn_own(args[1]);
  Ref keep = Ref::own(jn_obj(file.bytes));
  Reader reader(file, args[1], as<jn_list>(args[2]), args[3]);
  return reader.run();
}

}  // namespace janus
