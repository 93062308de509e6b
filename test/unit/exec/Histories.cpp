// Forward parts: the node that stands for a region on the tape.
#include "HandBinding.h"

#include "autograd/Engine.h"
#include "autograd/Meta.h"
#include "exec/RestoredTape.h"
#include "tensor/dispatch/Dispatch.h"
#include "value/call/Modules.h"
#include "value/error/Raise.h"

#include <gtest/gtest.h>

extern const jn_version_def version_history_forward_1, version_history_forward_backward_0;

namespace janus::test {
namespace {

class Histories : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    ASSERT_EQ(initRuntime(), 0);
    Ref torch(importModule("torch"));
    ASSERT_FALSE(torch.failed());
  }
  void SetUp() override {
    for (const char *name : {"$w1", "$w2"})
      asTensor(binding.input(name))->flags |= kTensorRequiresGrad;
  }
  void TearDown() override {
    EXPECT_FALSE(hasError());
    clearError();
  }

  // What the version returns.
  Tensor forward() {
    EXPECT_EQ(binding.run(), JN_REGION_COMMITTED);
    return Tensor::share(binding.returned());
  }
  // The same by eager operations.
  Tensor eager() {
    ModeScope tape(kModeTape);
    Value first[] = {binding.input("%0"), binding.input("$w1")};
    Ref h(dispatch(TensorOp::Mm, first));
    Value second[] = {h.get()};
    Ref r(dispatch(TensorOp::Relu, second));
    Value third[] = {r.get(), binding.input("$w2")};
    return Tensor::take(dispatch(TensorOp::Mm, third));
  }

  bool backward(const Tensor &y, bool keep = false, bool create = false) {
    Tensor ones = makeTensor({y->sizes, y->ndim}, DType::F32);
    for (int64_t i = 0; i < ones.numel(); ++i)
      ones.data<float>()[i] = static_cast<float>(i + 1);
    BackwardRequest request;
    Edge root = gradientEdge(y.object());
    request.roots = {root};
    request.grads = {ones.borrowed()};
    request.keepGraph = keep || create;
    request.createGraph = create;
    std::vector<Value> captured;
    bool fine = runBackward(request, &captured);
    release(root.node);
    return fine;
  }

  std::vector<float> gradient(const char *name) {
    TensorObject *t = asTensor(binding.input(name));
    if (!t->meta || !t->meta->grad)
      return {};
    const float *data = Tensor::share(t->meta->grad).data<float>();
    return {data, data + t->meta->grad->numel};
  }
  void forget() {
    for (const char *name : {"$w1", "$w2"})
      setGrad(asTensor(binding.input(name)), nullptr);
  }
  std::vector<float> expected(const char *name) {
    forget();
    EXPECT_TRUE(backward(eager()));
    std::vector<float> seen = gradient(name);
    forget();
    return seen;
  }
  static void expectClose(const std::vector<float> &a, const std::vector<float> &b) {
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a[i], b[i], 1e-4) << "element " << i;
  }
  std::string error() {
    Ref caught(takeError());
    Ref text(str(caught.get()));
    return std::string(utf8Of(text.get()));
  }

  HandBinding binding{version_history_forward_1, {}};
};

TEST_F(Histories, GradientsAreThoseOfTheTape) {
  std::vector<float> w1 = expected("$w1"), w2 = expected("$w2");
  ASSERT_TRUE(backward(forward()));
  expectClose(gradient("$w1"), w1);
  expectClose(gradient("$w2"), w2);
}

TEST_F(Histories, TwoForwardsBeforeABackward) {
  std::vector<float> w1 = expected("$w1");
  Tensor first = forward(), second = forward();
  ASSERT_TRUE(backward(first));
  expectClose(gradient("$w1"), w1);
  ASSERT_TRUE(backward(second));
  for (float &each : w1)
    each *= 2;
  expectClose(gradient("$w1"), w1);
}

TEST_F(Histories, FreedAfterOnePassUnlessKept) {
  Tensor y = forward();
  ASSERT_TRUE(backward(y, /*keep=*/true));
  ASSERT_TRUE(backward(y));
  ASSERT_FALSE(backward(y));
  EXPECT_NE(error().find("backward through the graph a second time"), std::string::npos);
}

TEST_F(Histories, WrittenValuesAreNoticed) {
  Tensor y = forward();
  ++asTensor(binding.input("$w2"))->version->value;
  ASSERT_FALSE(backward(y));
  EXPECT_NE(error().find("modified by an inplace operation: [torch.FloatTensor [8, 3]]"),
            std::string::npos);
  EXPECT_TRUE(gradient("$w1").empty());
}

TEST_F(Histories, WhatNoGradientNeedsMayBeWritten) {
  std::vector<float> w2 = expected("$w2");
  Tensor y = forward();
  ++asTensor(binding.input("$w1"))->version->value;
  ASSERT_TRUE(backward(y));
  expectClose(gradient("$w2"), w2);
}

TEST_F(Histories, GradientsOfGradients) {
  std::vector<float> w1 = expected("$w1");
  Tensor y = forward();
  ASSERT_TRUE(backward(y, false, /*create=*/true));
  expectClose(gradient("$w1"), w1);
  EXPECT_TRUE(requiresGrad(asTensor(binding.input("$w1"))->meta->grad));
  forget();
}

TEST_F(Histories, TheNodeThatPythonSees) {
  Tensor y = forward();
  Edge seen = historyOf(y.object());
  ASSERT_TRUE(seen.node);
  EXPECT_STREQ(nodeName(seen.node), "MmBackward0");
  EXPECT_EQ(seen.node->edgeCount, 2u);
  std::vector<float> w1 = expected("$w1");
  ASSERT_TRUE(backward(y));  // through the nodes that are there now
  expectClose(gradient("$w1"), w1);
  ASSERT_FALSE(backward(y));
  error();
  Tensor again = forward();
  ASSERT_TRUE(backward(again));
  EXPECT_STREQ(nodeName(historyOf(again.object()).node), "MmBackward0");
}

// Graph files are made by others too.
TEST_F(Histories, AShapeIsNoSubstituteForElementsThatAGradientReads) {
  const jn_tape_size sizes[] = {{false, 2}, {false, 2}};
  jn_tape_value shape{};
  shape.kind = JN_TAPE_SHAPE;
  shape.name = "float32";
  shape.sizes = sizes;
  shape.count = 2;
  jn_tape_value args[] = {shape, shape};
  for (uint32_t i = 0; i < 2; ++i) {
    args[i].edge = JN_EDGE_OUT;
    args[i].to = i;
  }
  const jn_tape_entry entry{"Mm", args, &shape, 2, 1, nullptr, false, false};
  jn_tape_output output{0, 0};
  jn_tape_def tape{nullptr, &entry, &output, 1, 1, 0, 2, 0};
  Edge edges[] = {gradientEdge(asTensor(binding.input("$w1"))),
                  gradientEdge(asTensor(binding.input("$w2")))};
  Residual end{jn_unbound()};
  std::vector<Edge> outputs;
  ASSERT_FALSE(restoreTape(tape, &end, false, edges, &outputs));
  EXPECT_NE(error().find("the shape alone"), std::string::npos);
  EXPECT_TRUE(outputs.empty());
  for (const Edge &edge : edges)
    release(edge.node);
}

TEST_F(Histories, TheNodeOutlivesItsBinding) {
  Tensor y;
  std::vector<float> seen;
  {
    HandBinding other(version_history_forward_1, {}, 7);
    ASSERT_EQ(other.run(), JN_REGION_COMMITTED);
    y = Tensor::share(other.returned());
  }
  ASSERT_TRUE(y.defined());
  EXPECT_FALSE(gradFn(y.object()) == nullptr);
}

}  // namespace
}  // namespace janus::test
