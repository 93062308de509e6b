#include "tensor/dispatch/Ops.h"

namespace janus::ops {

Boxed::Boxed(IntView ints) : owned_(true) {
  jn_tuple *t = newTuple(static_cast<int64_t>(ints.size()));
  for (size_t i = 0; i < ints.size(); ++i)
    t->items[i] = jn_int(ints[i]);
  value_ = jn_obj(t);
}

Boxed::Boxed(std::span<const Tensor> tensors) : owned_(true) {
  jn_tuple *t = newTuple(static_cast<int64_t>(tensors.size()));
  for (size_t i = 0; i < tensors.size(); ++i)
    t->items[i] = jn_own(tensors[i].borrowed());
  value_ = jn_obj(t);
}

}  // namespace janus::ops
