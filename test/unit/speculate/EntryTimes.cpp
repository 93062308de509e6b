// What entering a version costs: `unit-speculate --gtest_also_run_disabled_tests
// --gtest_filter=*EntryTimes*` prints nanoseconds.
#include "../value/Program.h"

#include "janus/region.h"
#include "speculate/Log.h"
#include "tensor/Dispatch.h"
#include "tensor/Ops.h"

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
    for (int i = 0; i < modules; ++i) {
      std::string layer = "$model._modules[\"m" + std::to_string(i) + "\"]";
      texts.push_back(layer);
      for (const char *part : {".weight", ".bias"})
        texts.push_back(layer + part);
    }
    for (int i = 0; i < modules; ++i) {
      assumptions.push_back({"class", texts[3 * i].c_str(), "testmodule:Layer"});
      for (int k : {1, 2})
        inputs.push_back(
            {texts[3 * i + k].c_str(), "tensor<float32, (4), cpu, contiguous, nograd>"});
    }
    inputs.push_back({"%0", "tensor<float32, (4), cpu, contiguous, nograd>"});
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
  std::vector<std::string> texts;
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
