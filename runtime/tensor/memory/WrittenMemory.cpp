#include "tensor/memory/WrittenMemory.h"

#include "tensor/core/Error.h"
#include "value/container/Sequence.h"

namespace janus {
namespace {

// Bytes of a dense tensor.
struct Span {
  const std::byte *begin, *end;
};
Span memoryOf(const Tensor &t) {
  return {t.raw(), t.raw() + t.numel() * static_cast<int64_t>(sizeOf(t.dtype()))};
}

void checkEach(WrittenRule rule, const Tensor &out, Value input) {
  if (input.tag != JN_OBJECT)
    return;
  if (isTensor(input)) {
    if (asTensor(input)->storage == out->storage)
      checkAgainst(rule, out, Tensor::share(input));
    return;
  }
  int64_t size = 0;
  const Value *items = itemsOf(input, &size);
  for (int64_t i = 0; items && i < size; ++i)
    if (isTensor(items[i]))
      checkEach(rule, out, items[i]);
}

// Values written at indices: one number, where a single mask holds.
bool fillsUnderMask(const Value *args, size_t count) {
  int64_t size = 0;
  const Value *indices = itemsOf(args[1], &size);
  if (!indices || count < 4 || !isTensor(args[2]) || asTensor(args[2])->numel != 1 ||
      jn_truth(args[3]) > 0)
    return false;
  int masks = 0;
  for (int64_t i = 0; i < size; ++i)
    if (isTensor(indices[i]))
      masks += asTensor(indices[i])->dtype == DType::Bool ? 1 : 2;
  return masks == 1;
}

}  // namespace

Overlap overlapOf(const Tensor &a, const Tensor &b) {
  if (a.object() == b.object())
    return Overlap::Full;
  if (a->storage != b->storage || a.numel() == 0 || b.numel() == 0)
    return Overlap::None;
  if (!isNonOverlappingAndDense(a) || !isNonOverlappingAndDense(b))
    return Overlap::Unknown;
  Span x = memoryOf(a), y = memoryOf(b);
  if (x.begin == y.begin && x.end == y.end)
    return sameDims(a.strides(), b.strides()) ? Overlap::Full : Overlap::Partial;
  return x.begin < y.end && y.begin < x.end ? Overlap::Partial : Overlap::None;
}

void checkWritten(const Tensor &out) {
  if (hasInternalOverlap(out))
    fail("unsupported operation: more than one element of the written-to tensor refers to a single "
         "memory location. "
         "Please clone() the tensor before performing the operation.");
}

void checkAgainst(WrittenRule rule, const Tensor &out, const Tensor &input) {
  Overlap overlap = overlapOf(out, input);
  bool wholeIsFine = rule == WrittenRule::Aligned;
  if (overlap == Overlap::Partial || (overlap == Overlap::Full && !wholeIsFine))
    fail("unsupported operation: some elements of the input tensor and the written-to tensor refer "
         "to a single memory location. "
         "Please clone() the tensor before performing the operation.");
}

void checkWrittenMemory(WrittenRule rule, const Value *args, size_t count) {
  if (!isTensor(args[0]))
    return;
  Tensor out = Tensor::share(args[0]);
  if (rule != WrittenRule::Index && rule != WrittenRule::Mask)
    checkWritten(out);
  if (rule == WrittenRule::Target)
    return;
  if (rule == WrittenRule::Mask || (rule == WrittenRule::Index && fillsUnderMask(args, count)))
    return checkEach(WrittenRule::Aligned, out, args[1]);
  for (size_t i = 1; i < count; ++i)
    checkEach(rule, out, args[i]);
}

}  // namespace janus
