// Training steps as graphs, run over hand-made bindings.
#include "HandBinding.h"

#include "tensor/core/Generator.h"
#include "tensor/core/Threads.h"
#include "value/call/Modules.h"
#include "value/error/Raise.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

extern const jn_version_def version_regression_main_loop_body_0, version_lenet_step_0,
    version_mlp_step_0, version_softmax_regression_step_0, version_draws_step_0,
    version_formulas_by_loops_float32_0, version_formulas_by_loops_float64_1,
    version_formulas_by_kernels_float32_0, version_formulas_by_kernels_float64_1,
    version_folds_step_0, version_folds_eager_step_0;

namespace janus::test {
namespace {

class Steps : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    ASSERT_EQ(initRuntime(), 0);
    Ref torch(importModule("torch._C"));  // readies the types
    ASSERT_FALSE(torch.failed());
  }
  void TearDown() override {
    EXPECT_FALSE(hasError());
    clearError();
  }

  static std::vector<float> numbers(Value tensor) {
    const Tensor t = Tensor::share(tensor);
    return {t.data<float>(), t.data<float>() + t.numel()};
  }
  static void expectClose(const std::vector<float> &a, const std::vector<double> &b) {
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a[i], b[i], 1e-5 * (std::fabs(b[i]) + 1)) << "element " << i;
  }
};

const std::string kWeight = "$model._modules[\"fc\"]._parameters[\"weight\"]",
                  kBias = "$model._modules[\"fc\"]._parameters[\"bias\"]",
                  kRate = "$optimizer.param_groups[0][\"lr\"]",
                  kMomentum = "$optimizer.param_groups[0][\"momentum\"]";

TEST_F(Steps, RegressionStepComputesAndCommits) {
  HandBinding binding(version_regression_main_loop_body_0, {{kRate, 0.1}, {"%0", 3}});
  std::vector<float> x = numbers(binding.input("$x")), y = numbers(binding.input("$y")),
                     w = numbers(binding.input(kWeight)), b = numbers(binding.input(kBias));
  ASSERT_EQ(binding.run(), JN_REGION_COMMITTED);
  double loss = 0, dw[2] = {}, db = 0;
  for (size_t i = 0; i < 64; ++i) {
    double error = double(x[2 * i]) * w[0] + double(x[2 * i + 1]) * w[1] + b[0] - y[i];
    loss += error * error / 64;
    for (size_t k = 0; k < 2; ++k)
      dw[k] += 2 * error * x[2 * i + k] / 64;
    db += 2 * error / 64;
  }
  expectClose(numbers(binding.committed(kWeight + ".grad")), {dw[0], dw[1]});
  expectClose(numbers(binding.committed(kBias + ".grad")), {db});
  expectClose(numbers(binding.input(kWeight)), {w[0] - 0.1 * dw[0], w[1] - 0.1 * dw[1]});
  expectClose(numbers(binding.input(kBias)), {b[0] - 0.1 * db});
  EXPECT_EQ(binding.committed("$optimizer.steps").i, 1);
  char text[64];
  snprintf(text, sizeof text, "step 3: loss %.4f\n", loss);
  EXPECT_EQ(binding.text(), text);
}

TEST_F(Steps, AFailedGuardLeavesNothing) {
  for (uint32_t guard = 0; guard < version_regression_main_loop_body_0.guard_count; ++guard) {
    HandBinding binding(version_regression_main_loop_body_0, {{kRate, 0.1}});
    std::vector<float> w = numbers(binding.input(kWeight)), b = numbers(binding.input(kBias));
    EXPECT_EQ(binding.run(guard), guard);
    EXPECT_EQ(numbers(binding.input(kWeight)), w);
    EXPECT_EQ(numbers(binding.input(kBias)), b);
    EXPECT_EQ(binding.committed(kWeight + ".grad").tag, JN_UNBOUND);
    EXPECT_EQ(binding.committed("$optimizer.steps").i, 0);
    EXPECT_EQ(binding.text(), "");
  }
  HandBinding fifth(version_regression_main_loop_body_0, {{kRate, 0.1}, {"%0", 5}});
  EXPECT_EQ(fifth.run(), 0u);
}

TEST_F(Steps, ExposedTensorsStayWhatTheyWere) {
  HandBinding binding(version_regression_main_loop_body_0, {{kRate, 0.1}});
  ASSERT_EQ(binding.run(), JN_REGION_COMMITTED);
  Value kept = jn_own(binding.committed(kWeight + ".grad"));
  std::vector<float> before = numbers(kept);
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(binding.run(), JN_REGION_COMMITTED);
  EXPECT_EQ(numbers(kept), before);
  EXPECT_NE(numbers(binding.committed(kWeight + ".grad")), before);
  jn_decref(kept);
}

// Every operation that can be part of a loop, in each form, against its eager kernel: bit by bit.
void compareBits(const Tensor &a, const Tensor &b, const std::string &path) {
  ASSERT_EQ(a.dtype(), b.dtype()) << path;
  ASSERT_EQ(a.numel(), b.numel()) << path;
  auto same = [&]<class T>(T) {
    for (int64_t i = 0; i < a.numel(); ++i) {
      T x = a.data<T>()[i], y = b.data<T>()[i];
      EXPECT_TRUE(x == y || (x != x && y != y))
          << path << " element " << i << ": " << x << ", " << y;
    }
  };
  if (a.dtype() == DType::Bool)
    same(bool());
  else if (a.dtype() == DType::F64)
    same(double());
  else
    same(float());
}
double element(const Tensor &t, int64_t i) {
  return t.dtype() == DType::F64 ? t.data<double>()[i] : static_cast<double>(t.data<float>()[i]);
}
void setElement(const Tensor &t, int64_t i, double value) {
  if (t.dtype() == DType::F64)
    t.data<double>()[i] = value;
  else
    t.data<float>()[i] = static_cast<float>(value);
}
TEST_F(Steps, LoopsComputeWhatKernelsDo) {
  using Pair = std::pair<const jn_version_def &, const jn_version_def &>;
  for (const auto &[loop, kernel] :
       {Pair(version_formulas_by_loops_float32_0, version_formulas_by_kernels_float32_0),
        Pair(version_formulas_by_loops_float64_1, version_formulas_by_kernels_float64_1)}) {
    HandBinding loops(loop, {{"$n", 0.75}}, 5), kernels(kernel, {{"$n", 0.75}}, 5);
    ASSERT_EQ(loops.paths().size(), kernels.paths().size());
    ASSERT_GT(loops.paths().size(), 250u);
    for (bool special : {false, true}) {
      for (HandBinding *each : {&loops, &kernels}) {
        const Tensor positive = Tensor::share(each->input("$p")),
                     any = Tensor::share(each->input("$x"));
        for (int64_t i = 0; i < positive.numel(); ++i)
          setElement(positive, i, std::fabs(element(positive, i)) + 0.01);
        for (int i = 0; special && i < 6; ++i)
          setElement(any, 7 * i, std::array<double, 6>{3e6, -1e30, 0.0, -0.0, HUGE_VAL, NAN}[i]);
        ASSERT_EQ(each->run(), JN_REGION_COMMITTED);
      }
      for (const std::string &path : loops.paths())
        compareBits(Tensor::share(loops.committed(path)), Tensor::share(kernels.committed(path)),
                    path);
    }
  }
}

// Sums of other parts than the kernels' differ in their last digits.
void compareElements(const Tensor &a, const Tensor &b, const std::string &path) {
  ASSERT_EQ(a.dtype(), b.dtype()) << path;
  ASSERT_EQ(a.numel(), b.numel()) << path;
  bool wide = a.dtype() == DType::F64;
  for (int64_t i = 0; i < a.numel(); ++i) {
    double x = wide ? a.data<double>()[i] : static_cast<double>(a.data<float>()[i]),
           y = wide ? b.data<double>()[i] : static_cast<double>(b.data<float>()[i]);
    ASSERT_NEAR(x, y, (wide ? 1e-13 : 2e-6) * (1 + std::fabs(y))) << path << " element " << i;
  }
}

TEST_F(Steps, ReductionsWithinLoopsAreThoseOfKernels) {
  for (int threads : {1, 3}) {
    setComputeThreads(threads);
    HandBinding loops(version_folds_step_0, {}, 5), kernels(version_folds_eager_step_0, {}, 5);
    ASSERT_EQ(loops.run(), JN_REGION_COMMITTED);
    ASSERT_EQ(kernels.run(), JN_REGION_COMMITTED);
    ASSERT_GT(loops.paths().size(), 90u);
    for (const std::string &path : loops.paths())
      compareElements(Tensor::share(loops.committed(path)), Tensor::share(kernels.committed(path)),
                      path);
  }
  setComputeThreads(1);
}

TEST_F(Steps, NanAndInfinityInReductionsWithinLoops) {
  HandBinding loops(version_folds_step_0, {}, 5), kernels(version_folds_eager_step_0, {}, 5);
  for (HandBinding *each : {&loops, &kernels}) {
    float *x = Tensor::share(each->input("$x")).data<float>();
    x[3] = NAN;          // in the lanes of a row
    x[200 + 199] = NAN;  // behind them
    x[2 * 200 + 7] = INFINITY;
    x[3 * 200 + 7] = -INFINITY;
    ASSERT_EQ(each->run(), JN_REGION_COMMITTED);
  }
  for (const std::string &path : loops.paths()) {
    const Tensor a = Tensor::share(loops.committed(path)),
                 b = Tensor::share(kernels.committed(path));
    if (a.dtype() != DType::F32)
      continue;
    for (int64_t i = 0; i < a.numel(); ++i) {
      float x = a.data<float>()[i], y = b.data<float>()[i];
      ASSERT_EQ(std::isnan(x), std::isnan(y)) << path << " element " << i;
      ASSERT_EQ(std::isinf(x), std::isinf(y)) << path << " element " << i;
    }
  }
}

TEST_F(Steps, DrawsAreTakenBackWithTheVersion) {
  GeneratorObject *generator = defaultGenerator();
  generator->setSeed(7);
  MersenneTwister before = generator->engine;
  HandBinding never(version_draws_step_0, {{"$p", 0.5}, {"$limit", -1}});
  EXPECT_EQ(never.run(), 0u);
  EXPECT_EQ(before.next(), generator->engine.next());
  HandBinding always(version_draws_step_0, {{"$p", 0.5}, {"$limit", 65}});
  before = generator->engine;
  EXPECT_EQ(always.run(), JN_REGION_COMMITTED);
  EXPECT_NE(before.next(), generator->engine.next());
}

TEST_F(Steps, AHistoryThatBackwardHasRunThroughRefusesASecondPass) {
  Ref torch(importModule("torch"));
  HandBinding binding(version_draws_step_0, {{"$p", 0.5}, {"$limit", 65}});
  ASSERT_EQ(binding.run(), JN_REGION_COMMITTED);
  Value loss = binding.committed("$loss");
  EXPECT_TRUE(Tensor::share(loss).requiresGrad());
  jn_attr_cache caches[2] = {};
  Ref node(jn_getattr(loss, internStr("grad_fn"), &caches[0]));
  ASSERT_FALSE(node.failed());
  Value name = node.get();
  EXPECT_EQ(formatText("%S", &name).rfind("<SumBackward0", 0), 0u) << formatText("%S", &name);
  const Value args[] = {loss};
  Ref again(jn_call_method(internStr("backward"), args, 1, jn_unbound(), &caches[1]));
  EXPECT_TRUE(again.failed());
  clearError();
}

// What training steps share: the loss falls, and no memory is left behind.
void train(const jn_version_def &version, const HandBinding::Numbers &numbers) {
  HandBinding binding(version, numbers);
  ASSERT_EQ(binding.run(), JN_REGION_COMMITTED);
  float first = *Tensor::share(binding.committed("$loss")).data<float>();
  for (int i = 0; i < 9; ++i)
    ASSERT_EQ(binding.run(), JN_REGION_COMMITTED);
  size_t memory = memoryInUse();
  for (int i = 0; i < 20; ++i)
    ASSERT_EQ(binding.run(), JN_REGION_COMMITTED);
  EXPECT_EQ(memoryInUse(), memory);
  EXPECT_LT(*Tensor::share(binding.committed("$loss")).data<float>(), first);
}

TEST_F(Steps, LeNetLearns) {
  train(version_lenet_step_0, {{kRate, 0.05}, {kMomentum, 0.5}});
}
TEST_F(Steps, SoftmaxRegressionLearns) {
  train(version_softmax_regression_step_0, {{kRate, 0.05}});
}
TEST_F(Steps, MlpLearns) {
  const std::string group = "$optimizer.param_groups[0]";
  train(version_mlp_step_0, {{kRate, 1e-3},
                             {group + "[\"betas\"][0]", 0.9},
                             {group + "[\"betas\"][1]", 0.999},
                             {group + "[\"eps\"]", 1e-8}});
}

}  // namespace
}  // namespace janus::test
