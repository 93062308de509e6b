#include "tensor/call/PackageNumbers.h"

#include "tensor/core/Tensor.h"
#include "value/container/Sequence.h"
#include "value/object/Foreign.h"

namespace janus {
namespace {

const Value *itemsIn(Value v, int64_t *size) {
  return isInstance(v, &jn_type_list) || isInstance(v, &jn_type_tuple) ? itemsOf(v, size) : nullptr;
}

// A list, and those that it lies in: one may hold itself.
struct Holder {
  Value list;
  const Holder *outer;

  static constexpr int kDeepest = 64;  // dimensions
  // Whether data that lie in `this` may go on with `v`.
  bool takes(Value v) const {
    int depth = 0;
    for (const Holder *each = this; each; each = each->outer)
      if (each->list.o == v.o || ++depth == kDeepest)
        return false;
    return true;
  }
};

bool holdsForeign(Value v, const Holder *holder) {
  if (v.tag != JN_OBJECT || (holder && !holder->takes(v)))
    return false;
  int64_t size;
  const Value *items = itemsIn(v, &size);
  if (!items)
    return isForeignObject(v);
  const Holder self = {v, holder};
  for (int64_t i = 0; i < size; ++i)
    if (items[i].tag == JN_OBJECT && holdsForeign(items[i], &self))
      return true;
  return false;
}

Value withPlainNumbers(Value v, const Holder *holder) {
  if (v.tag != JN_OBJECT || (holder && !holder->takes(v)) || !holdsForeign(v, nullptr))
    return jn_own(v);
  if (isForeignObject(v))
    return foreignInterface.number(v);
  // Asking runs code of Python, which may change a list.
  Ref items(isInstance(v, &jn_type_list) ? jn_list_to_tuple(v) : jn_own(v));
  auto *from = items.as<jn_tuple>();
  Ref made(jn_obj(newTuple(from->size)));
  const Holder self = {v, holder};
  for (int64_t i = 0; i < from->size; ++i) {
    Value item = withPlainNumbers(from->items[i], &self);
    if (item.tag == JN_ERROR)
      return item;
    made.as<jn_tuple>()->items[i] = item;
  }
  return isInstance(v, &jn_type_list) ? listFrom(made.get()) : made.release();
}

}  // namespace

bool holdsForeign(Value v) {
  return holdsForeign(v, nullptr);
}

Value withPlainNumbers(Value v) {
  return withPlainNumbers(v, nullptr);
}

}  // namespace janus
