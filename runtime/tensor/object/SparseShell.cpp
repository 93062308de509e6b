// What the prelude's sparse tensors (torch._sparse_tensor) need of native code: objects that are
// tensors with a shape and a type, and whose elements are elsewhere.
#include "tensor/object/SparseShell.h"

#include "tensor/core/Error.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Devices.h"
#include "value/object/Descriptors.h"

namespace janus {
namespace {

// _sparse_shell(cls, size, dtype): whoever reads elements by strides nevertheless finds one zero
// everywhere.
Value makeShell(const Value *args, size_t, Value) {
  return guarded([&] {
    Dims sizes;
    boxing::toInts(args[1], &sizes);
    DType dtype = asDType(args[2]);
    auto *t = reinterpret_cast<TensorObject *>(allocate(as<Type>(args[0]), sizeof(TensorObject)));
    Ref held(jn_obj(t));
    t->storage = makeStorage(sizeOf(dtype), Device{DeviceType::Sparse, -1});
    std::fill_n(t->storage->data, sizeOf(dtype), std::byte{});
    t->device = t->storage->device;
    t->version = &t->storage->version;
    t->sizes = t->inlineDims;
    t->strides = t->inlineDims + Dims::kInline;
    t->dtype = dtype;
    Dims zeros;
    for (size_t i = 0; i < sizes.size(); ++i)
      zeros.push_back(0);
    setDims(t, sizes, zeros);
    expectDevice(t->device);
    return held.release();
  });
}

// _reshape_shell(t, size): other sizes for the object that is there.
Value reshapeShell(const Value *args, size_t, Value) {
  return guarded([&] {
    Dims sizes, zeros;
    boxing::toInts(args[1], &sizes);
    for (size_t i = 0; i < sizes.size(); ++i)
      zeros.push_back(0);
    setDims(asTensor(args[0]), sizes, zeros);
    return jn_none();
  });
}

// _advance_version(t): elements have been written elsewhere.
Value advance(const Value *args, size_t, Value) {
  advanceVersion(asTensor(args[0]));
  return jn_none();
}

// _known_as_tensor(cls): type(x) of an instance is its base.
Value knownAsTensor(const Value *args, size_t, Value) {
  as<Type>(args[0])->typeFlags |= kTypeAlias;
  return jn_own(args[0]);
}

}  // namespace

const MethodDef kSparseFunctions[] = {{"_sparse_shell", makeShell, 3, 3},
                                      {"_reshape_shell", reshapeShell, 2, 2},
                                      {"_advance_version", advance, 1, 1},
                                      {"_known_as_tensor", knownAsTensor, 1, 1},
                                      {}};

}  // namespace janus
