#include "bridge/Tensors.h"

#include "autograd/Meta.h"
#include "bridge/Autograd.h"
#include "bridge/Codec.h"
#include "tensor/core/Error.h"
#include "tensor/core/GradMode.h"
#include "tensor/object/TensorType.h"
#include "value/error/Raise.h"

namespace janus::bridge {
namespace {

enum LayoutFlags : uint8_t { kRequiresGrad = 1, kParameter = 2, kNonLeaf = 4 };

// Does `t` have a `.grad` that both sides must see?
bool isLeaf(TensorObject *t) {
  return requiresGrad(t) && !gradFn(t);
}

std::string layoutOf(TensorObject *t, uint32_t segment) {
  requireElements(Tensor::share(jn_obj(t)));
  if (t->flags & kTensorConjugated)
    fail("a conjugated view cannot be given to Python: give its `resolve_conj()`");
  std::string out;
  auto add = [&](auto v) { out.append(reinterpret_cast<const char *>(&v), sizeof(v)); };
  add(segment);
  std::string_view name = info(t->dtype).name;
  add(static_cast<uint32_t>(name.size()));
  out += name;
  add(t->offset);
  add(t->ndim);
  for (int d = 0; d < t->ndim; ++d)
    add(t->sizes[d]);
  for (int d = 0; d < t->ndim; ++d)
    add(t->strides[d]);
  bool parameter = isSubtype(t->head.type, &jn_type_parameter);
  add(static_cast<uint8_t>((requiresGrad(t) ? kRequiresGrad : 0) | (parameter ? kParameter : 0) |
                           (gradFn(t) ? kNonLeaf : 0)));
  return out;
}

// Do all elements lie in the storage?
bool fits(size_t bytes, DType dtype, int64_t offset, const Dims &sizes, const Dims &strides) {
  int64_t last = offset;
  if (offset < 0)
    return false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    int64_t span;
    if (sizes[i] < 0 || strides[i] < 0)
      return false;
    if (sizes[i] == 0)
      return true;
    if (__builtin_mul_overflow(sizes[i] - 1, strides[i], &span) ||
        __builtin_add_overflow(last, span, &last))
      return false;
  }
  return static_cast<size_t>(last) < bytes / sizeOf(dtype);
}

}  // namespace

// ---------------------------------------------------------------- tensors

bool TensorPairs::write(Encoder &e, Value v) {
  TensorObject *t = asTensor(v);
  if (ForeignObject *twin = twinIn(t->dict); twin && twin->session == e.session.number()) {
    e.tag(Tag::Yours);
    e.number(twin->id);
    return true;
  }
  bool known;
  e.tag(Tag::Tensor);
  e.number(e.session.exportObject(e, v, World::Packages, &known));
  if (!storages.write(e, t->storage))
    return false;
  std::string layout = layoutOf(t, storages.numberOf(t->storage));
  std::string &last = layouts_[t];
  e.byte(!known || last != layout);
  if (!known || last != layout) {
    last = layout;
    e.out.append(layout, sizeof(uint32_t));
    return !isLeaf(t) || writeGradient(e, t);
  }
  return true;
}

// Of a leaf, as both sides know it from now on.
bool TensorPairs::writeGradient(Encoder &e, TensorObject *t) {
  Tensor grad = Tensor::share(t->meta ? t->meta->grad : nullptr);
  if (!e.value(grad.borrowed()))
    return false;
  keepGradient(t, grad.object());
  return true;
}

void TensorPairs::keepGradient(TensorObject *t, TensorObject *grad) {
  TensorObject *&last = leaves_[t];
  TensorObject *old = std::exchange(last, grad);
  if (grad)
    ++grad->head.refs;
  if (old)
    jn_decref(jn_obj(old));
}

Value TensorPairs::read(Decoder &d) {
  auto id = d.number<uint32_t>();
  if (!requireTorch()) {
    clearError();
    return d.setBroken();
  }
  Storage *s = storages.read(d);
  if (!s)
    return jn_error();
  std::optional<DType> named = dtypeNamed(d.text());
  DType dtype = named.value_or(DType::F32);
  auto offset = d.number<int64_t>();
  uint8_t ndim = d.byte();
  Dims sizes, strides;
  for (int i = 0; i < ndim; ++i)
    sizes.push_back(d.number<int64_t>());
  for (int i = 0; i < ndim; ++i)
    strides.push_back(d.number<int64_t>());
  uint8_t flags = d.byte();
  Ref inputs;
  if (flags & kNonLeaf)
    inputs = Ref(d.valueOf(jn_type_tuple));
  std::string_view operation = flags & kNonLeaf ? d.text() : std::string_view();
  Tensor grad;
  if (flags == kRequiresGrad || flags == (kRequiresGrad | kParameter))
    if (Ref g(d.value()); isTensor(g.get()))
      grad = Tensor::take(g.release());
  if (!named || d.isBroken() || inputs.failed() || ndim > 64 ||
      !fits(s->bytes, dtype, offset, sizes, strides)) {
    dropStorage(s);
    return d.setBroken();
  }
  Ref twin(d.session.foreignObject(id, kForeignQuiet));
  auto *handle = twin.as<ForeignObject>();
  if (handle->twin) {
    dropStorage(s);
    return jn_own(jn_obj(handle->twin));
  }
  return guarded([&] {
    Tensor t = makeOver(s, offset, sizes, strides, dtype);
    if (flags & kParameter)
      t->head.type = &jn_type_parameter;
    t->dict = newDict();
    makeTwins(handle, &t->head, t->dict);
    if (flags & kNonLeaf) {
      attachNode(t.object(), twin.get(), inputs.as<jn_tuple>(), operation);
    } else if (flags & kRequiresGrad) {
      t->flags |= kTensorRequiresGrad;
      setGrad(t.object(), grad.defined() ? Tensor(grad).release() : nullptr);
      keepGradient(t.object(), grad.object());
    }
    return t.releaseValue();
  });
}

void TensorPairs::forget(TensorObject *t) {
  layouts_.erase(t);
  auto it = leaves_.find(t);
  if (it == leaves_.end())
    return;
  TensorObject *grad = it->second;
  leaves_.erase(it);
  if (grad)
    jn_decref(jn_obj(grad));
}

void TensorPairs::noteEnd(TensorObject *t, Value twin) {
  TensorObject *now = t->meta ? t->meta->grad : nullptr;
  if (auto it = leaves_.find(t); it != leaves_.end() && it->second != now)
    lastGradients_.push_back({Ref::own(twin), Tensor::share(now)});
  forget(t);
}

// ---------------------------------------------------------------- changes

bool TensorPairs::writeChanges(Encoder &e) {
  bool enabled = isGradEnabled();
  e.byte(enabled == gradEnabled_ ? 0 : 1 + enabled);
  gradEnabled_ = enabled;
  storages.writeDropped(e);
  std::vector<TensorObject *> changed;
  for (auto &[t, last] : leaves_)
    if ((t->meta ? t->meta->grad : nullptr) != last)
      changed.push_back(t);
  std::vector<LastGradient> ended = std::exchange(lastGradients_, {});
  e.size(changed.size() + ended.size());
  for (const LastGradient &each : ended)
    if (!e.value(each.twin.get()) || !e.value(each.gradient.borrowed()))
      return false;
  for (TensorObject *t : changed) {
    if (!e.value(jn_obj(t)) || !writeGradient(e, t))
      return false;
  }
  return true;
}

bool TensorPairs::hasChanges() const {
  if (gradEnabled_ != isGradEnabled() || storages.hasDropped() || !lastGradients_.empty())
    return true;
  for (auto &[t, last] : leaves_)
    if ((t->meta ? t->meta->grad : nullptr) != last)
      return true;
  return false;
}

bool TensorPairs::readChanges(Decoder &d) {
  if (uint8_t changed = d.byte()) {
    gradEnabled_ = changed == 2;
    setGradEnabled(gradEnabled_);
  }
  size_t dropped = d.size(4);
  for (size_t i = 0; i < dropped; ++i)
    d.number<uint32_t>();  // Python's storages live as long as ours do
  size_t changed = d.size(2);
  for (size_t i = 0; i < changed && !d.isBroken(); ++i) {
    Ref t(d.value()), grad(d.value());
    if (d.isBroken() || !isTensor(t.get()) ||
        !(grad.get().tag == JN_NONE || isTensor(grad.get()))) {
      d.setBroken();
      return false;
    }
    Tensor g = Tensor::take(grad.release());
    keepGradient(asTensor(t.get()), g.object());
    setGrad(asTensor(t.get()), g.release());
  }
  return !d.isBroken();
}

void TensorPairs::clear() {
  lastGradients_.clear();
  storages.clear();
  layouts_.clear();
  std::vector<TensorObject *> grads;
  for (auto &[t, grad] : leaves_)
    grads.push_back(grad);
  leaves_.clear();
  for (TensorObject *g : grads)
    if (g)
      jn_decref(jn_obj(g));
}

}  // namespace janus::bridge
