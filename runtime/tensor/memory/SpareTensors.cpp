#include "tensor/memory/SpareTensors.h"

#include "value/object/Heap.h"

namespace janus {
namespace {

constexpr uint32_t kMostIdle = 64;  // steps; a branch that is rarer takes new ones

// Nobody else has it.
bool isFree(const TensorObject *t) {
  return t->head.refs == 1;
}
// Nothing hangs on it that a new tensor has not.
bool isPlain(const TensorObject *t) {
  constexpr uint32_t marks = JN_FLAG_WATCHED | JN_FLAG_WEAK | JN_FLAG_FINALIZED;
  return t->head.type == &jn_type_tensor && !(t->head.flags & marks) && !t->meta && !t->dict;
}

// What a view shows between the steps: nothing.
Storage *nothing() {
  static Storage *empty = makeStorage(0);
  return empty;
}

void showNothing(TensorObject *t) {
  if (t->storage == nothing())
    return;
  static constexpr int64_t none[] = {0}, step[] = {1};
  retargetTensor(t, retain(nothing()), 0, DType::F32);
  setDims(t, none, step);
}

}  // namespace

template <class Fits>
TensorObject *SpareTensors::Row::take(Fits fits) {
  for (size_t tried = 0; tried < spares.size(); ++tried) {
    size_t at = next < spares.size() ? next : 0;
    next = at + 1;
    Spare &spare = spares[at];
    if (!isFree(spare.tensor) || !isPlain(spare.tensor) || !fits(spare.tensor))
      continue;
    spare.idle = 0;
    ++spare.tensor->head.refs;
    return spare.tensor;
  }
  return nullptr;
}

TensorObject *SpareTensors::Row::add(TensorObject *owned) {
  spares.push_back({owned});
  next = spares.size();
  ++owned->head.refs;
  return owned;
}

template <class Keep>
void SpareTensors::Row::keep(Keep keep) {
  next = 0;
  size_t kept = 0;
  for (Spare &spare : spares) {
    TensorObject *t = spare.tensor;
    if (isFree(t) && isPlain(t) && ++spare.idle <= kMostIdle && keep(t))
      spares[kept++] = spare;
    else
      jn_decref(jn_obj(t));
  }
  spares.resize(kept);
}

SpareTensors::~SpareTensors() {
  for (const Row *row : {&views_, &owners_})
    for (const Spare &spare : row->spares)
      jn_decref(jn_obj(spare.tensor));
}

TensorObject *SpareTensors::takeView() {
  if (TensorObject *t = views_.take([](const TensorObject *) { return true; }))
    return t;
  return views_.add(newTensorObject(retain(nothing())));
}

TensorObject *SpareTensors::takeOwner(size_t bytes) {
  // Not one that is much too large: another result may need it.
  auto fits = [bytes](const TensorObject *t) {
    return isHeldAlone(t->storage) && t->storage->bytes >= bytes && t->storage->bytes / 2 <= bytes;
  };
  if (TensorObject *t = owners_.take(fits)) {
    t->storage->version.value = 0;
    return t;
  }
  return owners_.add(newTensorObject(makeStorage(bytes)));
}

void SpareTensors::endStep() {
  views_.keep([](TensorObject *t) {
    showNothing(t);
    return true;
  });
  owners_.keep([](const TensorObject *t) { return isHeldAlone(t->storage); });
}

}  // namespace janus
