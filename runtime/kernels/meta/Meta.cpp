// The `meta` device: an operation checks its arguments and says what its results are, by the rules
// of its row, and computes nothing. What it says is what graphs are told when they are made, so a
// rule that differs from the CPU's kernel shows here (test/opdb runs every sample so, too).
#include "janus/contract/inference/RowShapes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/meta/ResultStrides.h"
#include "kernels/meta/RowFacts.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Devices.h"
#include "tensor/dispatch/OpInfo.h"

namespace janus::meta {
namespace {

constexpr Device kMeta = {DeviceType::Meta, -1};

enum class Which : uint8_t { All, Written };
template <class Visit>
void forEachTensor(const Schema &schema, const Value *args, Visit &&visit,
                   Which which = Which::All) {
  for (size_t i = 0; i < schema.params.size(); ++i) {
    if (which == Which::Written && !schema.params[i].written)
      continue;
    if (isTensor(args[i])) {
      visit(Tensor::share(args[i]));
    } else if (schema.params[i].kind == ArgKind::TensorList) {
      boxing::Argument<TensorList> list(args[i]);
      for (const Tensor &each : list.get())
        if (each.defined())
          visit(each);
    }
  }
}

Value runCpuKernel(TensorOp op, const Value *args) {
  return checked(kernelTable[static_cast<size_t>(op)](args));
}

[[noreturn]] void refuseCopyOut() {
  failWith(jn_exc_NotImplementedError, "Cannot copy out of meta tensor; no data!");
}
[[noreturn]] void refuseRow(const Schema &schema) {
  failWith(jn_exc_NotImplementedError,
           "aten::%s: attempted to run this operator with Meta tensors, but there was no fake impl "
           "or Meta kernel registered",
           schema.fullName().c_str());
}

// Numbers of the CPU may meet tensors, and indices may lie there.
void requireOneDevice(TensorOp op, const Schema &schema, const Value *args) {
  if (hasTrait(op, Trait::Likes | Trait::Copies) || row(op).shape == ShapeRule::Index)
    return;
  forEachTensor(schema, args, [](const Tensor &t) {
    if (t.device().type == DeviceType::Cpu && t.dim() > 0)
      fail("Tensor on device cpu is not on the expected device meta!");
  });
}

// ---- copies
bool lies(const Tensor &self, const Tensor &like, MemoryFormat format) {
  return format == MemoryFormat::Preserve     ? sameDims(self.strides(), like.strides())
         : format == MemoryFormat::Contiguous ? self.isContiguous()
                                              : self.isChannelsLast();
}

// A copy of the type, on the device and as it is asked to lie: in a format, or as another tensor
// does. Rows that may answer a view give the tensor itself if it lies so.
Value copied(TensorOp op, const Schema &schema, const Value *args) {
  Tensor self = Tensor::share(args[0]), like = self;
  Device device = self.device();
  DType dtype = self.dtype();
  MemoryFormat format = MemoryFormat::Preserve;
  for (size_t i = 1; i < schema.params.size(); ++i) {
    if (isTensor(args[i]))
      like = Tensor::share(args[i]);
    else if (isDType(args[i]))
      dtype = asDType(args[i]);
    else if (isMemoryFormat(args[i]))
      format = asMemoryFormat(args[i]);
    else if (schema.params[i].kind == ArgKind::Device)
      toDevice(args[i], &device);
  }
  if (device.type != DeviceType::Meta)
    refuseCopyOut();
  if (hasTrait(op, Trait::MaybeView) && lies(self, like, format))
    return self.releaseValue();
  return emptyLike(like, dtype, format, device).releaseValue();
}

// ---- by the rules of the row
DType kindOfFirst(const Facts &facts) {
  const auto *first = infer::firstTensor(facts);
  return first && first->dtype ? *first->dtype : DType::F32;
}

std::vector<infer::RowResult<RunTimeContext>> resultsOf(TensorOp op, const Schema &schema,
                                                        const Value *args) {
  Facts facts = factsOf(schema, args);
  RunTimeContext cx(kindOfFirst(facts));
  auto results = infer::RowShapes<RunTimeContext>(cx, op, schema, facts, defaultDType()).results();
  if (!results)
    refuseRow(schema);
  return std::move(*results);
}

Value infer(TensorOp op, const Schema &schema, const Value *args) {
  auto results = resultsOf(op, schema, args);
  std::vector<Tensor> tensors;
  forEachTensor(schema, args, [&](const Tensor &t) { tensors.push_back(t); });
  std::vector<Value> made;
  for (const auto &result : results) {
    Dims strides = resultStrides({op, schema, args, tensors}, result);
    bool isContiguous = sameDims(strides, contiguousStrides(result.shape));
    Tensor out = isContiguous ? makeTensor(result.shape, result.dtype, kMeta)
                              : makeStrided(result.shape, strides, result.dtype, kMeta);
    made.push_back(out.releaseValue());
  }
  return schema.resultIsTuple ? boxResults(op, made.data(), made.size()) : made[0];
}

// A tensor that is written keeps its shape, which the other operands must fit.
void checkWritten(TensorOp op, const Value *args) {
  if (!isTwin(op))
    return;
  TensorOp functional = row(op).functional;
  ShapeRule rule = row(functional).shape;
  if (rule != ShapeRule::Broadcast && rule != ShapeRule::Masked)
    return;
  Dims shape = resultsOf(functional, opInfo(functional).schema, args)[0].shape;
  Tensor self = Tensor::share(args[0]);
  if (!sameDims(shape, self.sizes()))
    fail("output with shape %s doesn't match the broadcast shape %s",
         dimsText(self.sizes()).c_str(), dimsText(shape).c_str());
}

void advanceWritten(const Schema &schema, const Value *args) {
  forEachTensor(
      schema, args, [](const Tensor &t) { advanceVersion(t.object()); }, Which::Written);
}

Value run(TensorOp op, const Value *args) {
  if (hasTrait(op, Trait::Composite))
    return runCpuKernel(op, args);
  const Schema &schema = opInfo(op).schema;
  requireOneDevice(op, schema, args);
  if (hasTrait(op, Trait::Copies) && !hasTrait(op, Trait::InPlace))
    return copied(op, schema, args);
  if (hasTrait(op, Trait::View))
    return runCpuKernel(op, args);
  if (hasTrait(op, Trait::OneElement)) {
    if (asTensor(args[0])->numel == 1)
      fail("Tensor.item() cannot be called on meta tensors");
    return runCpuKernel(op, args);  // which refuses others
  }
  if (hasTrait(op, Trait::Copies) && asTensor(args[0])->device.type != DeviceType::Meta)
    refuseCopyOut();
  int place = schema.find("device");
  if (hasTrait(op, Trait::Likes) && place >= 0 && args[place].tag != JN_NONE) {
    Device device;
    if (toDevice(args[place], &device) && device.type == DeviceType::Cpu)
      return runCpuKernel(op, args);
  }
  if (hasTrait(op, Trait::Host))
    refuseRow(schema);
  if (hasTrait(op, Trait::InPlace)) {
    checkWritten(op, args);
    advanceWritten(schema, args);
    return jn_own(args[0]);
  }
  if (schema.results.empty()) {
    advanceWritten(schema, args);
    return jn_none();
  }
  Value result = infer(op, schema, args);
  if (hasTrait(op, Trait::Mutates))
    advanceWritten(schema, args);
  return result;
}

}  // namespace
}  // namespace janus::meta

namespace janus {

Value runOnMeta(TensorOp op, const Value *args) {
  return guarded([&] { return meta::run(op, args); });
}

}  // namespace janus
