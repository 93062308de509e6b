#include "tensor/call/PackageNumbers.h"

#include "tensor/core/Tensor.h"
#include "value/container/Sequence.h"
#include "value/object/Foreign.h"

namespace janus {
namespace {

constexpr int kDeepestData = 64;  // dimensions; a list may hold itself

const Value *itemsIn(Value v, int64_t *size) {
  return isInstance(v, &jn_type_list) || isInstance(v, &jn_type_tuple) ? itemsOf(v, size) : nullptr;
}

bool holdsForeign(Value v, int depth) {
  if (v.tag != JN_OBJECT)
    return false;
  int64_t size;
  const Value *items = itemsIn(v, &size);
  if (!items)
    return isForeignObject(v);
  for (int64_t i = 0; depth < kDeepestData && i < size; ++i)
    if (items[i].tag == JN_OBJECT && holdsForeign(items[i], depth + 1))
      return true;
  return false;
}

}  // namespace

bool holdsForeign(Value v) {
  return holdsForeign(v, 0);
}

Value withPlainNumbers(Value v) {
  if (!holdsForeign(v))
    return jn_own(v);
  if (isForeignObject(v))
    return foreignInterface.number(v);
  // Asking runs code of Python, which may change a list.
  Ref items(isInstance(v, &jn_type_list) ? jn_list_to_tuple(v) : jn_own(v));
  auto *from = items.as<jn_tuple>();
  Ref made(jn_obj(newTuple(from->size)));
  for (int64_t i = 0; i < from->size; ++i) {
    Value item = withPlainNumbers(from->items[i]);
    if (item.tag == JN_ERROR)
      return item;
    made.as<jn_tuple>()->items[i] = item;
  }
  return isInstance(v, &jn_type_list) ? listFrom(made.get()) : made.release();
}

}  // namespace janus
