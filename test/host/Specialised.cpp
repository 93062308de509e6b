#include "Host.h"

#include <filesystem>

using janus::Module;
using janus::Tensor;
using janus::Value;

namespace {

// Entries of the step's roots, or of one function's, and those that a version served.
std::pair<int64_t, int64_t> entries(const std::string &function = "") {
  int64_t entered = 0, specialised = 0;
  for (const Value &root : janus::counters()) {
    if (!function.empty() && root["function"].as<std::string>() != function)
      continue;
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

// Two programs of the same text, whose versions call each theirs by one name, at the same time.
TEST(Specialised, EachProgramRunsItsVersions) {
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
    EXPECT_GT(entries().second, specialised + 10);
    // An object of one is none that the versions of the other are for.
    specialised = entries("Trainer.step").second;
    Value trainer = other["Trainer"](), step = model["Trainer"].attr("step");
    std::vector<float> x(32, 1.0f), y(24, 0.5f);
    Tensor tx = Tensor::borrow(x.data(), {8, 4}), ty = Tensor::borrow(y.data(), {8, 3});
    for (int i = 0; i < 20; ++i)
      step(trainer, tx, ty);
    EXPECT_EQ(entries("Trainer.step").second, specialised);
    specialised = entries().second;
    EXPECT_NEAR(lossAfter(model, 20), loss, 1e-6);
    EXPECT_GT(entries().second, specialised + 10);
  }
  // Unloaded and loaded again it has its versions still, as the other one has.
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

namespace {

// What the process has done while `work` ran.
struct Totals {
  int64_t entered, specialised, eagerOperations, allocations, exposed;
};
Totals totalsNow() {
  Value now = janus::totals();
  auto count = [&](const char *name) { return now[name].as<int64_t>(); };
  return {count("entered"), count("specialised"), count("eager_operations"), count("allocations"),
          count("exposed")};
}
template <class Work>
Totals totalsOf(Work work) {
  Totals before = totalsNow();
  work();
  Totals after = totalsNow();
  return {after.entered - before.entered, after.specialised - before.specialised,
          after.eagerOperations - before.eagerOperations, after.allocations - before.allocations,
          after.exposed - before.exposed};
}

constexpr double kNever = 1e9, kAlways = -1;

}  // namespace

// What steps 20 to 110 add to the first ones: entries that are all specialised, and no operation of
// the generic code. Blocks of memory: for eight gradients, and none for the step itself.
TEST(Specialised, SteadyStepsRunInTheirVersion) {
  Module model(modulePath("convolutions"));
  Value train = model["train"];
  train(10);
  Totals few = totalsOf([&] { train(20); }), many = totalsOf([&] { train(110); });
  EXPECT_EQ(many.entered - few.entered, 90);
  EXPECT_EQ(many.specialised - few.specialised, 90);
  EXPECT_EQ(many.eagerOperations, few.eagerOperations);
  if (kMemoryIsGivenBack) {
    EXPECT_EQ(many.allocations, few.allocations);
    EXPECT_LE(many.exposed - few.exposed, 90 * 24);
  }
}

// Whatever the steps do to their versions, memory after many is what it was after some, and the
// weights are those of steps that nothing disturbed.
TEST(Specialised, StormsLeaveNothing) {
  Module model(modulePath("storm"));
  std::vector<float> elements(32, 1.0f);
  Tensor x = Tensor::borrow(elements.data(), {8, 4});
  using Step = void (*)(Value & trainer, int i, Tensor &x);
  const std::pair<const char *, Step> storms[] = {
      {"nothing fails", [](Value &t, int, Tensor &x) { t.call("step", x, kNever); }},
      {"a guard fails each time", [](Value &t, int, Tensor &x) { t.call("step", x, kAlways); }},
      {"so seldom that it is tried again and again",
       [](Value &t, int i, Tensor &x) { t.call("step", x, i % 10 == 0 ? kAlways : kNever); }},
      {"what it is bound to is written",
       [](Value &t, int i, Tensor &x) {
         t.attr("net").set("note", i);
         t.call("step", x, kNever);
       }},
      {"what it relies on comes and goes",
       [](Value &t, int i, Tensor &x) {
         t.attr("net").set("factor", i % 2 == 0 ? Value(1) : Value(1.0));
         t.call("step", x, kNever);
       }},
      {"each step has its own objects",
       [](Value &t, int, Tensor &x) {
         Value other = janus::importModule("copy").call("deepcopy", t);
         other.call("step", x, kNever);
         t.call("step", x, kNever);
       }},
  };
  double expected = 0;
  for (auto [what, step] : storms) {
    SCOPED_TRACE(what);
    Value trainer = model["Trainer"]();
    auto steps = [&](int count) {
      for (int i = 0; i < count; ++i)
        step(trainer, i, x);
    };
    steps(2000);
    size_t before = residentBytes();
    steps(kMemoryIsGivenBack ? 10000 : 100);
    double weights = trainer.call("weights").as<double>();
    if (kMemoryIsGivenBack) {
      EXPECT_LT(residentBytes(), before + (1 << 20));
    }
    if (step == storms[0].second)
      expected = weights;
    EXPECT_NEAR(weights, expected, 1e-4);
  }
}
