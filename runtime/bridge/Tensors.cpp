#include "bridge/Tensors.h"

#include "autograd/Meta.h"
#include "bridge/Autograd.h"
#include "bridge/Codec.h"
#include "tensor/Dispatch.h"
#include "tensor/Error.h"
#include "tensor/StorageMove.h"
#include "value/Raise.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace janus::bridge {
namespace {

enum LayoutFlags : uint8_t { kRequiresGrad = 1, kParameter = 2, kNonLeaf = 4 };

void storageReleased(Storage *s) {
  if (Session *session = Session::running())
    session->tensors.storageDies(s);
  munmap(s->data, s->bytes ? s->bytes : 1);
}

// A memory file of at least one byte with these contents, and where it is mapped. Written before it
// is mapped: pages that are written whole need not be zeroed.
void *newMapping(const void *contents, size_t size, size_t bytes, int *fd) {
  *fd = memfd_create("janus tensor", MFD_CLOEXEC);
  if (*fd < 0 || ftruncate(*fd, static_cast<off_t>(bytes)) != 0)
    return nullptr;
  for (size_t at = 0; at < size;) {
    ssize_t n = write(*fd, static_cast<const char *>(contents) + at, size - at);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return nullptr;
    at += static_cast<size_t>(n);
  }
  void *data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, *fd, 0);
  return data == MAP_FAILED ? nullptr : data;
}

// Does `t` have a `.grad` that both sides must see?
bool isLeaf(TensorObject *t) {
  return requiresGrad(t) && !gradFn(t);
}

std::string layoutOf(TensorObject *t, uint32_t segment) {
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

bool findDType(std::string_view name, DType *out) {
  for (size_t i = 0; i < kDTypeCount; ++i)
    if (kDTypes[i].name == name) {
      *out = static_cast<DType>(i);
      return true;
    }
  return false;
}

}  // namespace

// ---------------------------------------------------------------- storages

// Moves the storage's elements to a memory file.
bool TensorPairs::place(Storage *s, uint32_t *id) {
  if (s->flags & kStorageExternal) {
    raise(jn_exc_RuntimeError,
          "a tensor over the memory of another object cannot be shared with Python; clone() it");
    return false;
  }
  size_t bytes = s->bytes ? s->bytes : 1;
  int fd;
  void *data = newMapping(s->data, s->bytes, bytes, &fd);
  if (!data) {
    int error = errno;
    if (fd >= 0)
      close(fd);
    raise(jn_exc_RuntimeError, "cannot make shared memory of %zu bytes for a tensor: %s", bytes,
          strerror(error));
    return false;
  }
  moveStorage(s, data, storageReleased);
  *id = lastSegment_ += 2;
  segments_[*id] = {data, bytes, s, fd};
  segmentNumbers_[s] = *id;
  return true;
}

// Number, and for a new one its size; the memory file travels with the frame.
bool TensorPairs::writeStorage(Encoder &e, Storage *s) {
  auto it = segmentNumbers_.find(s);
  uint32_t id;
  if (it != segmentNumbers_.end())
    id = it->second;
  else if (!place(s, &id))
    return false;
  Segment &segment = segments_.at(id);
  bool isNew = segment.fd >= 0;
  for (uint32_t known : e.newSegments)
    isNew &= known != id;
  e.number(id);
  e.byte(isNew);
  if (isNew) {
    e.number(static_cast<uint64_t>(segment.bytes));
    e.descriptors.push_back(segment.fd);
    e.newSegments.push_back(id);
  }
  return true;
}

void TensorPairs::sent(const std::vector<uint32_t> &segments) {
  for (uint32_t id : segments)
    if (auto it = segments_.find(id); it != segments_.end() && it->second.fd >= 0) {
      close(it->second.fd);
      it->second.fd = -1;
    }
}

// Counted by the caller; null with an exception pending, or broken.
Storage *TensorPairs::readStorage(Decoder &d) {
  auto id = d.number<uint32_t>();
  bool isNew = d.byte();
  if (!isNew) {
    auto it = segments_.find(id);
    if (it == segments_.end() || !it->second.storage) {
      d.setBroken();
      return nullptr;
    }
    return retain(it->second.storage);
  }
  auto bytes = d.number<uint64_t>();
  int fd = d.descriptor();
  struct stat info;
  if (fd < 0 || d.isBroken() || segments_.count(id) || id % 2 == 0 || fstat(fd, &info) != 0 ||
      info.st_size < 0 || static_cast<uint64_t>(info.st_size) < bytes) {
    if (fd >= 0)
      close(fd);
    d.setBroken();
    return nullptr;
  }
  size_t length = bytes ? bytes : 1;
  void *data = mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (data == MAP_FAILED) {
    raise(jn_exc_RuntimeError, "cannot map a tensor of Python: %s", strerror(errno));
    return nullptr;
  }
  Storage *s = wrapStorage(data, bytes, {}, storageReleased, nullptr);
  segments_[id] = {data, length, s, -1};
  segmentNumbers_[s] = id;
  return s;
}

void TensorPairs::storageDies(Storage *s) {
  auto it = segmentNumbers_.find(s);
  if (it == segmentNumbers_.end())
    return;
  auto segment = segments_.find(it->second);
  if (segment->second.fd >= 0)
    close(segment->second.fd);
  else
    dropped_.push_back(it->second);
  segments_.erase(segment);
  segmentNumbers_.erase(it);
}

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
  e.number(e.session.exportObject(e, v, &known));
  if (!writeStorage(e, t->storage))
    return false;
  std::string layout = layoutOf(t, segmentNumbers_.at(t->storage));
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
  Storage *s = readStorage(d);
  if (!s)
    return jn_error();
  DType dtype = DType::F32;
  bool knownType = findDType(d.text(), &dtype);
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
  if (!knownType || d.isBroken() || inputs.failed() || ndim > 64 ||
      !fits(s->bytes, dtype, offset, sizes, strides)) {
    dropStorage(s);
    return d.setBroken();
  }
  Ref twin(d.session.foreignObject(id, 0));
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

// ---------------------------------------------------------------- changes

bool TensorPairs::writeChanges(Encoder &e) {
  bool enabled = (modeMask & kModeTape) != 0;
  e.byte(enabled == gradEnabled_ ? 0 : 1 + enabled);
  gradEnabled_ = enabled;
  e.size(dropped_.size());
  for (uint32_t id : dropped_)
    e.number(id);
  dropped_.clear();
  std::vector<TensorObject *> changed;
  for (auto &[t, last] : leaves_)
    if ((t->meta ? t->meta->grad : nullptr) != last)
      changed.push_back(t);
  e.size(changed.size());
  for (TensorObject *t : changed) {
    if (!e.value(jn_obj(t)) || !writeGradient(e, t))
      return false;
  }
  return true;
}

bool TensorPairs::readChanges(Decoder &d) {
  if (uint8_t changed = d.byte()) {
    gradEnabled_ = changed == 2;
    modeMask = gradEnabled_ ? modeMask | kModeTape : modeMask & ~uint32_t{kModeTape};
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
  for (auto &[id, s] : segments_)
    if (s.fd >= 0)
      close(s.fd);
  segments_.clear();
  segmentNumbers_.clear();
  dropped_.clear();
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
