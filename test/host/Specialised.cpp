#include "Host.h"

#include <filesystem>

using janus::Module;
using janus::Tensor;
using janus::Value;

namespace {

// Entries of the step's roots, and those that a version served.
std::pair<int64_t, int64_t> entries() {
  int64_t entered = 0, specialised = 0;
  for (const Value &root : janus::counters()) {
    entered += root["entered"].as<int64_t>();
    specialised += root["specialised"].as<int64_t>();
  }
  return {entered, specialised};
}

double lossAfter(const Module &model, int steps) {
  Value trainer = model["Trainer"]();
  std::vector<float> x(32, 1.0f), y(24, 0.5f);
  Tensor tx = Tensor::borrow(x.data(), {8, 4}), ty = Tensor::borrow(y.data(), {8, 3});
  double loss = 0;
  for (int i = 0; i < steps; ++i)
    loss = trainer.call("step", tx, ty).call("item").as<double>();
  return loss;
}

}  // namespace

// In one test: which file is the first program of the process depends on their order.
TEST(Specialised, TheFirstProgramRunsItsVersions) {
  std::string copy = testing::TempDir() + "copy_of_trained.so";
  std::filesystem::copy_file(modulePath("trained"), copy,
                             std::filesystem::copy_options::overwrite_existing);
  double loss;
  {
    Module model(modulePath("trained"));
    loss = lossAfter(model, 20);
    auto [entered, specialised] = entries();
    EXPECT_GT(specialised, 10) << entered;

    Module other(copy);
    EXPECT_NEAR(lossAfter(other, 20), loss, 1e-6);
    EXPECT_EQ(entries().second, specialised);
  }
  // Unloaded and loaded again it has its versions still; so has the other one now.
  auto before = entries().second;
  {
    Module model(modulePath("trained"));
    EXPECT_NEAR(lossAfter(model, 20), loss, 1e-6);
    EXPECT_GT(entries().second, before + 10);
  }
  before = entries().second;
  Module other(copy);
  EXPECT_NEAR(lossAfter(other, 20), loss, 1e-6);
  EXPECT_GT(entries().second, before + 10);
}
