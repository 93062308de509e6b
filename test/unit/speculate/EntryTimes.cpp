// What entering a version costs: `unit-speculate --gtest_also_run_disabled_tests
// --gtest_filter=*EntryTimes*` prints nanoseconds.
#include "../value/Program.h"

#include "janus/region.h"
#include "speculate/Log.h"
#include "tensor/dispatch/Dispatch.h"
#include "tensor/dispatch/Ops.h"

#include <cstdio>
#include <ctime>

namespace janus::test {
namespace {

uint32_t nothing(jn_region_frame *) {
  return JN_REGION_COMMITTED;
}

// A network of modules in a dict, each with two parameters that the version reads.
struct Network {
  explicit Network(int modules) {
    // $model._modules["m0"].weight, ...
    auto add = [&](jn_path_step step) {
      steps.push_back(step);
      return static_cast<uint32_t>(steps.size() - 1);
    };
    auto addInput = [&](uint32_t path) {
      inputs.push_back({.path = path,
                        .kind = JN_INPUT_TENSOR,
                        .dtype = static_cast<uint8_t>(DType::F32),
                        .layout = JN_LAYOUT_CONTIGUOUS,
                        .requires_grad = 0,
                        .has_history = false,
                        .rank = 1,
                        .sizes = sizes,
                        .type = "tensor"});
    };
    texts.reserve(modules);
    keys.reserve(modules);
    uint32_t slot = add({JN_STEP_SLOT, JN_NO_STEP, 0, "model", nullptr}),
             dict = add({JN_STEP_ATTRIBUTE, slot, 0, "_modules", nullptr});
    for (int i = 0; i < modules; ++i) {
      texts.push_back("m" + std::to_string(i));
      keys.push_back({JN_LITERAL_STR, static_cast<int64_t>(texts.back().size()), 0,
                      texts.back().c_str(), nullptr});
      uint32_t layer = add({JN_STEP_ITEM, dict, 0, nullptr, &keys.back()});
      assumptions.push_back({.kind = JN_ASSUME_CLASS,
                             .path = layer,
                             .name = "testmodule:Layer",
                             .attribute = nullptr,
                             .key = {nullptr, JN_NO_STEP},
                             .number = 0,
                             .keys = nullptr});
      for (const char *part : {"weight", "bias"})
        addInput(add({JN_STEP_ATTRIBUTE, layer, 0, part, nullptr}));
    }
    addInput(add({JN_STEP_OPERAND, JN_NO_STEP, 0, nullptr, nullptr}));
    def.steps = steps.data();
    def.step_count = steps.size();
    def.name = "network";
    def.assumptions = assumptions.data();
    def.assumption_count = assumptions.size();
    def.inputs = inputs.data();
    def.input_count = inputs.size();
    def.run = nothing;
    region.name = "network.body";
    region.module = region.function = "testmodule";
    region.slots_in = slots;
    region.operand_count = region.slot_in_count = 1;
    region.versions = table;
    region.version_count = 1;
    region.state = &state;
  }
  static constexpr int64_t sizes[] = {4};
  std::vector<std::string> texts;
  std::vector<jn_literal> keys;
  std::vector<jn_path_step> steps;
  std::vector<jn_assumption> assumptions;
  std::vector<jn_heap_input> inputs;
  jn_version_def def = {};
  const jn_version_def *table[1] = {&def};
  const char *slots[1] = {"model"};
  jn_region_def region = {};
  jn_region_state state = {};
};

class EntryTimes : public Runtime {};

TEST_F(EntryTimes, DISABLED_OfANetwork) {
  Ref module(string("testmodule"));
  Ref layerClass(makeClass("Layer", {}, {{"__module__", module.get()}}));
  for (int modules : {1, 50}) {
    Network network(modules);
    Ref model(call(layerClass.get(), {})), parts(jn_obj(newDict()));
    for (int i = 0; i < modules; ++i) {
      Ref layer(call(layerClass.get(), {}));
      for (const char *part : {"weight", "bias"})
        setattr(layer.get(), name(part), makeTensor(Dims{4}, DType::F32).borrowed());
      dictSet(parts.as<jn_dict>(), name(("m" + std::to_string(i)).c_str()), layer.get());
    }
    setattr(model.get(), name("_modules"), parts.get());
    Tensor x = makeTensor(Dims{4}, DType::F32);
    Value in[] = {x.borrowed(), model.get()};
    modeMask = kModeTape;
    ASSERT_TRUE(jn_region_enter(&network.region, in, nullptr));
    constexpr int kEntries = 1'000'000;
    clock_t start = clock();
    for (int i = 0; i < kEntries; ++i)
      jn_region_enter(&network.region, in, nullptr);
    double ns = 1e9 * static_cast<double>(clock() - start) / CLOCKS_PER_SEC / kEntries;
    modeMask = 0;
    auto *table = static_cast<speculate::RootState *>(network.state.table);
    EXPECT_EQ(table->committed, kEntries + 1u);
    printf("%d modules, %zu inputs: %.0f ns an entry\n", modules, network.inputs.size(), ns);
  }
}

}  // namespace
}  // namespace janus::test
