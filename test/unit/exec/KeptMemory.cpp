// What kernels take besides their results is there again for the next ones: scratch memory, and the
// tensors that they make within a plan.
#include "tensor/dispatch/Boxing.h"
#include "tensor/memory/Scratch.h"
#include "tensor/memory/SpareTensors.h"
#include "value/call/Work.h"

#include <gtest/gtest.h>

#include <cstring>

namespace janus::test {
namespace {

// Takes two blocks, one within the other's scope, and answers where the first lay.
void *takeTwo(size_t bytes) {
  ScratchMemory outer(bytes), inner(bytes);
  memset(outer.get(), 1, bytes);
  memset(inner.get(), 2, bytes);
  EXPECT_EQ(static_cast<char *>(outer.get())[bytes - 1], 1);
  return outer.get();
}

TEST(KeptMemory, ScratchIsTheSameTheNextTime) {
  takeTwo(100000);
  void *first = takeTwo(100000);
  uint64_t before = workDone.tensors;
  EXPECT_EQ(takeTwo(100000), first);
  EXPECT_EQ(takeTwo(1000), first);
  EXPECT_EQ(workDone.tensors, before);
  takeTwo(300000);
  EXPECT_EQ(workDone.tensors, before + 2);
}

class Step {
public:
  explicit Step(SpareTensors *spares) {
    planned_.spares = spares;
    plannedResults = &planned_;
  }
  ~Step() {
    plannedResults = nullptr;
    planned_.spares->endStep();
  }

private:
  PlannedResults planned_ = {};
};

const Dims kSizes = {4, 8}, kTurned = {8, 4}, kTurnedStrides = {1, 8};

TEST(KeptMemory, TensorsOfAStepAreThoseOfTheLast) {
  SpareTensors spares;
  Tensor base = makeTensor(kSizes, DType::F32);
  uint64_t before = 0;
  TensorObject *made = nullptr, *view = nullptr;
  for (int step = 0; step < 5; ++step) {
    Step running(&spares);
    Tensor a = makeTensor(kSizes, DType::F32),
           v = makeView(base, kTurned, kTurnedStrides, base->offset);
    EXPECT_NE(a->storage, base->storage);
    EXPECT_EQ(v->storage, base->storage);
    EXPECT_FALSE(v.isContiguous());
    if (step == 0) {
      before = workDone.objects + workDone.tensors;
      made = a.object();
      view = v.object();
    }
    EXPECT_EQ(a.object(), made);
    EXPECT_EQ(v.object(), view);
  }
  EXPECT_EQ(workDone.objects + workDone.tensors, before);
  // Between the steps a view holds nothing.
  EXPECT_EQ(base->head.refs, 1u);
  EXPECT_EQ(base->storage->refs, 1u);
}

TEST(KeptMemory, WhatSomebodyKeepsIsTheirs) {
  SpareTensors spares;
  Tensor kept, shown;
  {
    Step running(&spares);
    kept = makeTensor(kSizes, DType::F32);
    Tensor other = makeTensor(kSizes, DType::F32);
    plannedResults = nullptr;
    shown = makeView(other, kTurned, kTurnedStrides, 0);
  }
  memset(kept.raw(), 1, 4 * 8 * sizeof(float));
  memset(shown.raw(), 1, 4 * 8 * sizeof(float));
  {
    Step running(&spares);
    for (int i = 0; i < 3; ++i) {
      Tensor next = makeTensor(kSizes, DType::F32);
      EXPECT_NE(next->storage, kept->storage);
      EXPECT_NE(next->storage, shown->storage);
    }
  }
  EXPECT_EQ(kept->head.refs, 1u);
}

TEST(KeptMemory, OtherSizesTakeOtherMemory) {
  SpareTensors spares;
  Step running(&spares);
  { Tensor large = makeTensor(Dims{1000}, DType::F64); }
  Tensor small = makeTensor(Dims{10}, DType::F64), medium = makeTensor(Dims{700}, DType::I64);
  EXPECT_EQ(small->storage->bytes, 80u);
  EXPECT_EQ(medium->storage->bytes, 8000u);  // the large one's
  EXPECT_EQ(medium.dtype(), DType::I64);
  EXPECT_EQ(medium.numel(), 700);
}

using Pair = std::tuple<Tensor, Tensor>;
Pair inner() {
  return {makeTensor(Dims{1}, DType::F32), makeTensor(Dims{2}, DType::F32)};
}
// Calls a kernel of the same row, which gets a tuple.
Pair outer() {
  Value nested = boxedKernel<TensorOp::MaxDim, inner>(nullptr);
  EXPECT_EQ(nested.tag, JN_OBJECT);
  jn_decref(nested);
  return {makeTensor(Dims{3}, DType::F32), makeTensor(Dims{4}, DType::F32)};
}

TEST(KeptMemory, SeveralResultsNeedNoTuple) {
  SpareTensors spares;
  Value values[2] = {};
  PlannedResults planned = {nullptr, 0, 0, &spares, TensorOp::MaxDim, values, 2};
  plannedResults = &planned;
  Value result = boxedKernel<TensorOp::MaxDim, outer>(nullptr);
  plannedResults = nullptr;
  EXPECT_EQ(result.tag, JN_NONE);
  EXPECT_EQ(asTensor(values[0])->numel, 3);
  EXPECT_EQ(asTensor(values[1])->numel, 4);
  for (Value v : values)
    jn_decref(v);
}

}  // namespace
}  // namespace janus::test
