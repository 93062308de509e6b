#include "value/object/StructSequence.h"

#include <stddef.h>
#include <utility>

namespace janus {

namespace {

constexpr size_t kMostFields = 16;

template <size_t I>
Value field(Object *o) {
  return jn_own(reinterpret_cast<jn_tuple *>(o)->items[I]);
}
using Getter = Value (*)(Object *);
template <size_t... I>
Getter getterAt(size_t i, std::index_sequence<I...>) {
  static constexpr Getter table[] = {field<I>...};
  return table[i];
}

Value sequenceRepr(Object *o) {
  std::string text = o->type->name;
  jn_tuple *t = reinterpret_cast<jn_tuple *>(o);
  for (int64_t i = 0; i < t->size; ++i) {
    Ref item(repr(t->items[i]));
    if (item.failed())
      return jn_error();
    text += i ? ", " : "(";
    text += o->type->getsets[i].name;
    text += '=';
    text += utf8Of(item.get());
  }
  return makeStr(text + ")");
}

}  // namespace

Type *newStructSequence(const char *name, std::initializer_list<const char *> fields) {
  auto *getsets = new GetSetDef[fields.size() + 1]{};
  size_t i = 0;
  for (const char *f : fields) {
    getsets[i] = {f, getterAt(i, std::make_index_sequence<kMostFields>()), nullptr};
    ++i;
  }
  auto *type = new Type;
  type->name = name;
  type->base = &jn_type_tuple;
  type->getsets = getsets;
  type->repr = sequenceRepr;
  return readyType(type) < 0 ? nullptr : type;
}

Value makeStructSequence(Type *type, std::initializer_list<Value> owned) {
  auto *t = reinterpret_cast<jn_tuple *>(
      allocate(type, offsetof(jn_tuple, items) + owned.size() * sizeof(Value)));
  t->size = static_cast<int64_t>(owned.size());
  size_t i = 0;
  for (Value v : owned)
    t->items[i++] = v;
  return jn_obj(t);
}

}  // namespace janus
