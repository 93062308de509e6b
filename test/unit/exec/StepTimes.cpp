// CPU time of a step: `unit-exec --gtest_also_run_disabled_tests --gtest_filter=*StepTimes*`.
#include "HandBinding.h"

#include "value/call/Modules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

extern const jn_version_def version_lenet_step_0, version_mlp_step_0,
    version_softmax_regression_step_0;

namespace janus::test {
namespace {

double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

TEST(StepTimes, DISABLED_Print) {
  ASSERT_EQ(initRuntime(), 0);
  Ref torch(importModule("torch._C"));
  const std::string group = "$optimizer.param_groups[0]";
  const HandBinding::Numbers numbers = {{group + "[\"lr\"]", 1e-3},
                                        {group + "[\"momentum\"]", 0.9},
                                        {group + "[\"betas\"][0]", 0.9},
                                        {group + "[\"betas\"][1]", 0.999},
                                        {group + "[\"eps\"]", 1e-8}};
  const std::pair<const char *, const jn_version_def *> versions[] = {
      {"lenet", &version_lenet_step_0},
      {"softmax_regression", &version_softmax_regression_step_0},
      {"mlp", &version_mlp_step_0}};
  for (auto [name, version] : versions) {
    HandBinding binding(*version, numbers);
    std::vector<double> rounds;
    for (int round = 0; round < 15; ++round) {
      int steps = 0;
      double begin = now(), end = begin;
      for (; end - begin < 5e4; ++steps, end = now())
        ASSERT_EQ(binding.run(), JN_REGION_COMMITTED);
      rounds.push_back((end - begin) / steps);
    }
    std::sort(rounds.begin(), rounds.end());
    printf("%-20s %9.1f us a step (best %.1f)\n", name, rounds[rounds.size() / 2], rounds[0]);
  }
}

}  // namespace
}  // namespace janus::test
