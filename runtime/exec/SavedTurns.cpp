#include "exec/SavedTurns.h"

#include "exec/CopyElements.h"
#include "tensor/core/Error.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include "janus/plan.h"

namespace janus {
namespace {

// True if the copy of an earlier step can be written again: nobody else has it.
bool fits(Value kept, const TensorObject *t) {
  if (!isTensor(kept))
    return false;
  const TensorObject *k = asTensor(kept);
  return k->head.refs == 1 && isHeldAlone(k->storage) && k->dtype == t->dtype &&
         sameDims({k->sizes, k->ndim}, {t->sizes, t->ndim}) &&
         sameDims({k->strides, k->ndim}, {t->strides, t->ndim});
}

}  // namespace

SavedTurns::~SavedTurns() {
  for (const std::vector<Value> &turns : values_)
    for (Value each : turns)
      jn_decref(each);
}

Value &SavedTurns::at(uint32_t key, int64_t turn) {
  if (values_.size() <= key)
    values_.resize(key + 1);
  std::vector<Value> &turns = values_[key];
  if (turns.size() <= static_cast<size_t>(turn))
    turns.resize(static_cast<size_t>(turn) + 1);
  return turns[static_cast<size_t>(turn)];
}

const Value *SavedTurns::find(uint32_t key, int64_t turn) const {
  bool isThere =
      key < values_.size() && turn >= 0 && static_cast<size_t>(turn) < values_[key].size();
  return isThere ? &values_[key][static_cast<size_t>(turn)] : nullptr;
}

Tensor SavedTurns::rows(uint32_t key, int64_t count) const {
  const Value *first = find(key, 0);
  if (!first || !find(key, count - 1))
    failWith(jn_exc_IndexError, "a loop had fewer turns than there are items of a list");
  if (!isTensor(*first)) {
    DType type = first->tag == JN_FLOAT ? DType::F64
                 : first->tag == JN_INT ? DType::I64
                                        : DType::Bool;
    Tensor all = makeTensor({&count, 1}, type);
    for (int64_t i = 0; i < count; ++i) {
      Value each = *find(key, i);
      if (type == DType::F64)
        all.data<double>()[i] = each.f;
      else if (type == DType::I64)
        all.data<int64_t>()[i] = each.i;
      else
        all.data<bool>()[i] = each.i != 0;
    }
    return all;
  }
  const TensorObject *like = asTensor(*first);
  Dims sizes({like->sizes, like->ndim});
  sizes.insert(0, count);
  Tensor all = makeTensor(sizes, like->dtype);
  Tensor row = makeView(all, {sizes.data() + 1, sizes.size() - 1},
                        {all.object()->strides + 1, sizes.size() - 1}, 0);
  for (int64_t i = 0; i < count; ++i, row.object()->offset += like->numel) {
    const TensorObject *from = asTensor(*find(key, i));
    if (sameDims({from->strides, from->ndim}, {row.object()->strides, from->ndim})) {
      copyElements(row.object(), from);
    } else {
      Value args[] = {jn_obj(row.object()), *find(key, i), jn_bool(false)};
      jn_decref(checked(callKernel(TensorOp::Copy_, args)));
    }
  }
  return all;
}

}  // namespace janus

using namespace janus;

bool jn_plan_save(jn_plan *plan, uint32_t key, int64_t turn, jn_value value) {
  constexpr int64_t kMostTurns = int64_t{1} << 32;
  if (turn < 0 || turn >= kMostTurns) {
    raise(jn_exc_MemoryError, "a loop has more turns than can be kept");
    return false;
  }
  if (!plan->turns)
    plan->turns = new SavedTurns;
  Value done = guarded([&] {
    Value &place = static_cast<SavedTurns *>(plan->turns)->at(key, turn);
    if (!isTensor(value)) {
      jn_assign(&place, jn_own(value));
      return jn_none();
    }
    if (!fits(place, asTensor(value)))
      jn_assign(&place, makeAlike(asTensor(value)).releaseValue());
    copyElements(asTensor(place), asTensor(value));
    return jn_none();
  });
  return !jn_is_error(done);
}

jn_value jn_plan_saved(const jn_plan *plan, uint32_t key, int64_t turn) {
  const auto *turns = static_cast<const SavedTurns *>(plan->turns);
  const Value *found = turns ? turns->find(key, turn) : nullptr;
  return found ? *found
               : raise(jn_exc_IndexError, "a loop had fewer turns than it goes back through");
}

jn_value jn_plan_rows(jn_plan *plan, uint32_t key, int64_t count) {
  return guarded([&] {
    static const SavedTurns none;
    const auto *turns = static_cast<const SavedTurns *>(plan->turns);
    return (turns ? *turns : none).rows(key, count).releaseValue();
  });
}
