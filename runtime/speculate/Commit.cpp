// The commit phase: what a version leaves behind. Nothing here fails. Writes go past the watches of
// the binding that makes them; others that hang on the object are told. Replaced values are
// released behind the last commit: the others may read them, and their end may run anybody's code.
#include "autograd/Meta.h"
#include "speculate/Binding.h"
#include "stdlib/RandomState.h"
#include "tensor/core/Tensor.h"
#include "value/call/Work.h"
#include "value/container/Dict.h"
#include "value/file/Streams.h"
#include "value/object/Types.h"

using namespace janus;
using namespace janus::speculate;

namespace {

const PathNode &nodeOf(const Binding &b, uint32_t node) {
  return b.version.paths.nodes()[node];
}

Value keyOf(const Binding &b, const PathNode &node) {
  return node.kind == JN_STEP_ITEM_AT ? b.values[node.index] : node.key;
}

// The dict that holds what the last step of a path names; made when the object has none yet.
jn_dict *dictFor(const Binding &b, const PathNode &node) {
  Value holder = b.values[node.parent];
  if (holder.tag != JN_OBJECT)
    return nullptr;
  if (node.kind != JN_STEP_ATTRIBUTE)
    return isInstance(holder, &jn_type_dict) ? as<jn_dict>(holder) : nullptr;
  if (isType(holder))
    return as<Type>(holder)->dict;
  if (isInstance(holder, &jn_type_module))
    return as<jn_module>(holder)->dict;
  return instanceDict(holder.o);
}

void noteClass(const Binding &b, const PathNode &node) {
  if (Value holder = b.values[node.parent]; holder.tag == JN_OBJECT && isType(holder))
    typeModified(as<Type>(holder));
}

// Past the watches of this binding, which does not know how long the list is.
void append(Binding &b, Value list, Value owned) {
  jn_list *l = as<jn_list>(list);
  uint32_t watched = l->head.flags & JN_FLAG_WATCHED;
  l->head.flags &= ~watched;
  if (jn_list_append(list, owned) < 0)
    clearError();
  l->head.flags |= watched;
  jn_decref(owned);
  noteWrite(&l->head, &b);
}

// The address of the value now. An earlier commit may have given the dict another table.
Value *addressOf(const Binding &b, const PathNode &node, const Place &place, int64_t *entry) {
  Value *at = place.address();
  if (at || place.kind != Place::Kind::Entry)
    return at;
  auto *d = reinterpret_cast<jn_dict *>(place.holder);
  int64_t hash;
  *entry = janus::hash(keyOf(b, node), &hash) ? dictFind(d, keyOf(b, node), hash) : -1;
  return *entry >= 0 ? &d->entries[*entry].value : nullptr;
}

// A key or an item that is not there yet. The binding walks again before its next entry.
void add(Binding &b, const PathNode &node, Value owned) {
  Value holder = b.values[node.parent];
  if (isInstance(holder, &jn_type_list)) {
    if (jn_list_append(holder, owned) < 0)
      clearError();
  } else if (jn_dict *d = dictFor(b, node); d && dictSet(d, keyOf(b, node), owned) < 0) {
    clearError();
  }
  jn_decref(owned);
  noteClass(b, node);
  b.stale = true;
}

// Values that come and go are not watched: the first commit shows which ones.
void noteTarget(Binding &b, const CommitTarget &target) {
  b.stale |= !b.version.isPassing[target.index] || target.holdsOthers;
  b.version.setPassing(target.index);
}

void setGradient(Binding &b, TensorObject *t, Value owned) {
  AutogradMeta &meta = metaOf(t);
  TensorObject *old = meta.grad;
  meta.grad = owned.tag == JN_OBJECT ? asTensor(owned) : nullptr;
  if (t->head.flags & JN_FLAG_WATCHED)
    noteGradient(&t->head, &b);
  if (old)
    b.replaced.push_back(jn_obj(old));
}

// A version looks at that only when it binds.
void setNeedsGradient(Binding &b, TensorObject *t, bool needs) {
  t->flags = needs ? t->flags | kTensorRequiresGrad : t->flags & ~uint32_t{kTensorRequiresGrad};
  touched(t);
  b.stale = true;
}

}  // namespace

void jn_commit(jn_region_frame *frame, uint32_t commit, jn_value value) {
  Exposing counted;  // containers grow
  Binding &b = *frame->binding;
  const CommitTarget &target = b.version.commits[commit];
  if (target.kind == CommitTarget::Kind::LiveOut) {
    jn_assign(&frame->live_out[target.index], value);
    return;
  }
  const PathNode &node = nodeOf(b, target.index);
  const Place &place = b.places[target.index];
  if (place.kind == Place::Kind::Random)
    return takeNumbers(place.holder, value.i);
  noteTarget(b, target);
  if (node.kind == JN_STEP_END)
    return append(b, b.values[node.parent], value);
  if (place.kind == Place::Kind::Gradient)
    return setGradient(b, reinterpret_cast<TensorObject *>(place.holder), value);
  if (place.kind == Place::Kind::NeedsGradient)
    return setNeedsGradient(b, reinterpret_cast<TensorObject *>(place.holder), value.i != 0);
  auto *d = place.kind == Place::Kind::Entry ? reinterpret_cast<jn_dict *>(place.holder) : nullptr;
  int64_t entry = place.index;
  Value *at = addressOf(b, node, place, &entry);
  if (!at)
    return add(b, node, value);
  Value old = *at;
  *at = value;
  if (d)
    noteReplaced(d, entry, old, &b);
  else
    noteWrite(place.kind == Place::Kind::Field ? b.values[node.parent].o : place.holder, &b);
  if (node.kind == JN_STEP_ATTRIBUTE)
    noteClass(b, node);
  b.replaced.push_back(old);
}

void jn_commit_delete(jn_region_frame *frame, uint32_t commit) {
  Binding &b = *frame->binding;
  const CommitTarget &target = b.version.commits[commit];
  if (target.kind == CommitTarget::Kind::LiveOut) {
    jn_assign(&frame->live_out[target.index], jn_unbound());
    return;
  }
  noteTarget(b, target);
  const PathNode &node = nodeOf(b, target.index);
  const Place &place = b.places[target.index];
  b.stale = true;
  if (place.kind == Place::Kind::Gradient)
    return setGradient(b, reinterpret_cast<TensorObject *>(place.holder), jn_none());
  Value holder = b.values[node.parent];
  int64_t entry = place.index;
  if (Value *at = addressOf(b, node, place, &entry))
    b.replaced.push_back(jn_own(*at));
  if (place.kind == Place::Kind::Field) {
    jn_assign(place.field, jn_unbound());  // a cell
    noteWrite(holder.o, &b);
  } else if (isInstance(holder, &jn_type_list)) {
    if (jn_delitem(holder, node.key) < 0)
      clearError();
  } else if (jn_dict *d = dictFor(b, node)) {
    if (dictDelete(d, keyOf(b, node)) < 0)
      clearError();
    noteClass(b, node);
  }
}

void jn_commit_storage(jn_region_frame *frame, uint32_t commit, int64_t writes) {
  Binding &b = *frame->binding;
  Value v = b.valueAt(b.version.commits[commit].index, frame->live_in);
  if (isTensor(v))
    asTensor(v)->version->value += static_cast<uint32_t>(writes);
}

// Prints texts at once: the binding was entered only with our own stream in place.
void jn_commit_text(jn_region_frame *frame, uint32_t commit, const jn_value *texts, uint32_t count,
                    bool flush) {
  Exposing counted;
  std::string all;
  for (uint32_t i = 0; i < count; ++i)
    all += utf8Of(texts[i]);
  Ref text(makeStr(all));
  Value stream =
      originalStream(kTextStreams[frame->binding->version.commits[commit].index].descriptor);
  if (writeText(stream, text.get()) < 0 || (flush && flushFile(stream) < 0))
    clearError();
}
