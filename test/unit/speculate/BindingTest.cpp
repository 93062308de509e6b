// Roots with versions written by hand: what is bound, what makes a binding stale, what a commit
// leaves behind, and when a version is given up.
#include "../value/Program.h"

#include "janus/region.h"
#include "speculate/AccessPath.h"
#include "speculate/Log.h"
#include "speculate/Watches.h"
#include "tensor/dispatch/Dispatch.h"
#include "tensor/dispatch/Ops.h"
#include "value/object/Heap.h"

// Inputs/step.ir
extern const jn_version_def version_testmodule_step_0, version_testmodule_update_1,
    version_testmodule_first_update_2, version_testmodule_replace_3, version_testmodule_look_4;

namespace janus::test {
namespace {

using speculate::BackOff;
using speculate::RootState;
using speculate::Version;

// The step: total += scale * model._parts["fc"].weight; model.steps += 1. A guard wants scale < 10.
uint32_t step(jn_region_frame *frame) {
  double weight = frame->inputs[0].f, scale = frame->inputs[1].f, total = frame->inputs[2].f;
  if (!(scale < 10) || frame->forced == 0)
    return 0;
  jn_commit(frame, 0, jn_float(total + scale * weight));
  jn_commit(frame, 1, jn_int(frame->inputs[3].i + 1));
  return JN_REGION_COMMITTED;
}

const jn_guard_def kGuards[] = {{"input", "scale < 10", nullptr}};
const char *const kSlotsIn[] = {"model", "total"};
const char *const kSlotsOut[] = {"total"};

jn_version_def versionOf(uint32_t (*run)(jn_region_frame *)) {
  jn_version_def def = version_testmodule_step_0;
  def.guards = kGuards;
  def.guard_count = std::size(kGuards);
  def.run = run;
  def.release = nullptr;
  return def;
}

// A root of its own for each test.
struct Root {
  explicit Root(const jn_version_def &version) : def(version), table{&def} {
    region.name = "main.loop.body";
    region.module = "testmodule";
    region.function = "main";
    region.slots_in = kSlotsIn;
    region.slots_out = kSlotsOut;
    region.operand_count = 1;
    region.slot_in_count = std::size(kSlotsIn);
    region.slot_out_count = std::size(kSlotsOut);
    region.versions = table;
    region.version_count = 1;
    region.state = &state;
  }
  Version &version() const { return *static_cast<RootState *>(state.table)->versions[0]; }

  jn_version_def def;
  const jn_version_def *table[1];
  jn_region_def region = {};
  jn_region_state state = {};
};

class Bindings : public Runtime {
protected:
  void SetUp() override {
    Ref module(string("testmodule"));
    modelClass_ = Ref(makeClass("Model", {}, {{"__module__", module.get()}}));
    layerClass_ = Ref(makeClass("Layer", {}, {{"__module__", module.get()}}));
    dictSet(modulesDict(), name("testmodule"), jn_obj(testModule()));
    modeMask = kModeTape;
  }
  void TearDown() override {
    modeMask = 0;
    Runtime::TearDown();
  }

  Value layer(double weight) {
    Value made = call(layerClass_.get(), {});
    setattr(made, name("weight"), jn_float(weight));
    return made;
  }
  Value model(double weight) {
    Value made = call(modelClass_.get(), {});
    Ref parts(jn_obj(newDict())), fc(layer(weight));
    dictSet(parts.as<jn_dict>(), name("fc"), fc.get());
    setattr(made, name("_parts"), parts.get());
    setattr(made, name("steps"), jn_int(0));
    return made;
  }
  static void replaceLayer(Value model, Value owned) {
    Ref keep(owned), parts(getattr(model, name("_parts")));
    dictSet(parts.as<jn_dict>(), name("fc"), owned);
  }
  // One entry of the loop's body; what the generic code would have done is left to the test.
  bool enter(Root &root, Value model, double scale, double *total) {
    Value in[] = {jn_float(scale), model, jn_float(*total)}, out[1];
    if (!jn_region_enter(&root.region, in, out))
      return false;
    EXPECT_EQ(out[0].tag, JN_FLOAT);
    *total = out[0].f;
    return true;
  }
  static int64_t steps(Value model) {
    Ref v(getattr(model, name("steps")));
    return v.get().i;
  }

  Ref modelClass_, layerClass_;
};

TEST_F(Bindings, EntersAndCommits) {
  Root root(versionOf(step));
  Ref m(model(2));
  double total = 0;
  for (int i = 0; i < 5; ++i)
    EXPECT_TRUE(enter(root, m.get(), 1, &total));
  EXPECT_EQ(total, 10);
  EXPECT_EQ(steps(m.get()), 5);
  // What the region itself writes does not make it walk again.
  EXPECT_EQ(root.version().counts.bound, 1u);
  EXPECT_LE(root.version().counts.stale, 1u);  // the first commit shows what it writes
  EXPECT_EQ(root.version().counts.committed, 5u);
}

TEST_F(Bindings, VersionsThatComeLaterReplaceThoseBefore) {
  Root root(versionOf(step));
  root.region.version_count = 0;
  Ref m(model(2));
  double total = 0;
  EXPECT_FALSE(enter(root, m.get(), 1, &total));
  EXPECT_TRUE(root.state.closed);
  RootState &state = speculate::stateOf(&root.region);
  state.setVersions(root.table, 1);
  root.state.closed = 0;
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
  EXPECT_EQ(total, 2);
  state.setVersions(root.table, 1);
  EXPECT_TRUE(state.versions[0]->bindings.empty());
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
  EXPECT_EQ(total, 4);
  ASSERT_EQ(state.versions.size(), 2u);
  EXPECT_EQ(state.order, std::vector<Version *>{state.versions[1].get()});
  EXPECT_EQ(state.versions[0]->counts.committed, 1u);
  EXPECT_EQ(state.versions[1]->counts.committed, 1u);
  EXPECT_EQ(state.committed, 2u);
}

TEST_F(Bindings, ReplacedLayerIsBoundAgain) {
  Root root(versionOf(step));
  Ref m(model(2));
  double total = 0;
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
  replaceLayer(m.get(), layer(5));
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
  EXPECT_EQ(total, 7);
  // A scalar that is an input: no new binding, the next entry reads it.
  Ref parts(getattr(m.get(), name("_parts")));
  setattr(dictGetStr(parts.as<jn_dict>(), name("fc")), name("weight"), jn_float(1));
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
  EXPECT_EQ(total, 8);
  EXPECT_EQ(root.version().counts.committed, 3u);
  // One of another class, and a weight of another type.
  replaceLayer(m.get(), jn_own(jn_int(3)));
  EXPECT_FALSE(enter(root, m.get(), 1, &total));
  replaceLayer(m.get(), layer(1));
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
}

TEST_F(Bindings, OtherEntriesOfADict) {
  Root root(versionOf(step));
  Ref m(model(2)), parts(getattr(m.get(), name("_parts"))), other(layer(7));
  double total = 0;
  dictSet(parts.as<jn_dict>(), name("count"), jn_int(0));
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(enter(root, m.get(), 1, &total));
    dictSet(parts.as<jn_dict>(), name("count"), jn_int(i + 1));
  }
  // The first commit shows what the region writes: that walk is counted, none for `count`.
  EXPECT_EQ(root.version().counts.stale, 1u);
  dictSet(parts.as<jn_dict>(), name("fc"), other.get());
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
  EXPECT_EQ(total, 17);
  EXPECT_EQ(root.version().counts.stale, 2u);
  // A new entry may move the table.
  dictSet(parts.as<jn_dict>(), name("more"), jn_int(1));
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
  EXPECT_EQ(root.version().counts.stale, 3u);
}

TEST_F(Bindings, ClassesAreWatched) {
  Root root(versionOf(step));
  Ref m(model(2));
  double total = 0;
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
  setattr(modelClass_.get(), name("steps"), jn_int(1));  // assumed to be absent
  EXPECT_FALSE(enter(root, m.get(), 1, &total));
}

TEST_F(Bindings, ModesAndArguments) {
  Root root(versionOf(step));
  Ref m(model(2));
  double total = 0;
  modeMask = 0;
  EXPECT_FALSE(enter(root, m.get(), 1, &total));
  modeMask = kModeTape;
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
  Value in[] = {jn_int(1), m.get(), jn_float(total)}, out[1];
  EXPECT_FALSE(jn_region_enter(&root.region, in, out));
  EXPECT_EQ(root.version().counts.arguments, 1u);
  EXPECT_EQ(root.version().guardFailures[0], 0u);
}

TEST_F(Bindings, TwoModelsThroughOneRoot) {
  Root root(versionOf(step));
  Ref a(model(2)), b(model(3));
  double total = 0;
  for (int i = 0; i < 6; ++i)
    EXPECT_TRUE(enter(root, i % 2 ? b.get() : a.get(), 1, &total));
  EXPECT_EQ(total, 15);
  EXPECT_EQ(root.version().counts.bound, 2u);
  EXPECT_LE(root.version().counts.stale, 1u);  // the first commit shows what it writes
  EXPECT_EQ(root.version().bindings.size(), 2u);
}

TEST_F(Bindings, GuardFailsLeavesNothing) {
  Root root(versionOf(step));
  Ref m(model(2));
  double total = 0;
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
  EXPECT_FALSE(enter(root, m.get(), 20, &total));
  EXPECT_EQ(total, 2);
  EXPECT_EQ(steps(m.get()), 1);
  EXPECT_EQ(root.version().guardFailures[0], 1u);
  EXPECT_TRUE(enter(root, m.get(), 1, &total));
}

TEST_F(Bindings, ForcedGuard) {
  setenv("JANUS_FAIL_GUARD", "scale < 10@3", 1);
  Root root(versionOf(step));
  Ref m(model(2));
  double total = 0;
  std::string entered;
  for (int i = 0; i < 5; ++i)
    entered += enter(root, m.get(), 1, &total) ? '1' : '0';
  unsetenv("JANUS_FAIL_GUARD");
  EXPECT_EQ(entered, "11011");
}

TEST_F(Bindings, BackOffAndDropped) {
  static const jn_guard_def kOnContents[] = {{"branch", "scale < 10", nullptr}};
  jn_version_def onContents = versionOf(step);
  onContents.guards = kOnContents;
  Root root(onContents);
  Ref m(model(2));
  double total = 0;
  uint64_t tried = 0, entries = 0;
  std::string gaps;
  while (!root.state.closed && entries < 1000) {
    uint64_t gap = 0;
    do {
      ++entries, ++gap;
      enter(root, m.get(), 20, &total);
    } while (!root.state.closed && root.version().counts.entered == tried);
    tried = root.version().counts.entered;
    if (!root.state.closed)
      gaps += std::to_string(gap) + " ";
  }
  EXPECT_EQ(gaps, "1 1 2 3 8 15 32 ");
  EXPECT_EQ(root.state.closed, 1u);
  EXPECT_FALSE(enter(root, m.get(), 1, &total));
}

// A version for every other entry, or every third, whose first tries are at the wrong ones.
TEST(BackOff, MeetsEntriesThatTakeTurns) {
  for (unsigned turns : {2u, 3u})
    for (unsigned its = 0; its < turns; ++its) {
      BackOff wait;
      bool isMet = false;
      for (unsigned entry = 0; entry < 64 && !isMet; ++entry)
        if (wait.mayTry()) {
          isMet = entry % turns == its;
          wait.failed();
        }
      EXPECT_TRUE(isMet) << its << " of " << turns;
    }
}

TEST_F(Bindings, FailsEarlyNowAndThen) {
  Root root(versionOf(step));
  Ref m(model(2));
  double total = 0;
  for (int i = 0; i < 400; ++i)
    EXPECT_EQ(enter(root, m.get(), i % 4 == 3 ? 20 : 1, &total), i % 4 != 3) << i;
  EXPECT_EQ(root.version().counts.entered, 400u);
}

TEST_F(Bindings, FailsEarlyForLong) {
  Root root(versionOf(step));
  Ref m(model(2));
  double total = 0;
  for (int i = 0; i < 5000; ++i)
    EXPECT_FALSE(enter(root, m.get(), 20, &total));
  EXPECT_EQ(root.state.closed, 0u);
  EXPECT_LE(root.version().counts.entered, 5000u / 3);
  // It holds again, for good: soon each entry is tried.
  for (int i = 0; i < 600; ++i)
    enter(root, m.get(), 1, &total);
  for (int i = 0; i < 100; ++i)
    EXPECT_TRUE(enter(root, m.get(), 1, &total)) << i;
}

// Another phase of the program, in which a path leads to something else, ends at any entry.
TEST_F(Bindings, BoundAgainWhenTheObstacleIsGone) {
  for (int entries : {5, 40, 300}) {
    Root root(versionOf(step));
    Ref m(model(2));
    double total = 0;
    EXPECT_TRUE(enter(root, m.get(), 1, &total));
    replaceLayer(m.get(), jn_incref(modelClass_.get()));
    for (int i = 0; i < entries; ++i)
      EXPECT_FALSE(enter(root, m.get(), 1, &total));
    EXPECT_LE(root.version().counts.notBound, 10u);
    replaceLayer(m.get(), layer(3));
    EXPECT_TRUE(enter(root, m.get(), 1, &total)) << entries;
    EXPECT_EQ(total, 5);
  }
}

TEST_F(Bindings, DeadObjectsAreForgotten) {
  Root root(versionOf(step));
  size_t before = speculate::watchedObjects();
  double total = 0;
  for (int i = 0; i < 1000; ++i) {
    Ref m(model(1));
    EXPECT_TRUE(enter(root, m.get(), 1, &total));
  }
  EXPECT_EQ(total, 1000);
  EXPECT_LE(root.version().bindings.size(), 16u);
  // Classes and dicts of the last one at most.
  EXPECT_LE(speculate::watchedObjects() - before, 8u);
}

TEST_F(Bindings, MemoryIsFlatOverRebinds) {
  Root root(versionOf(step));
  Ref m(model(1));
  double total = 0;
  auto rebind = [&](int times) {
    for (int i = 0; i < times; ++i) {
      replaceLayer(m.get(), layer(i));
      EXPECT_TRUE(enter(root, m.get(), 1, &total));
    }
  };
  rebind(10);
  int64_t blocks = liveBlocks;
  size_t watched = speculate::watchedObjects();
  rebind(1000);
  EXPECT_EQ(liveBlocks, blocks);
  EXPECT_EQ(speculate::watchedObjects(), watched);
}

// ---------------------------------------------------------------- tensors

uint32_t addInPlace(jn_region_frame *frame) {
  float *w = Tensor::share(frame->inputs[0]).data<float>();
  const float *x = Tensor::share(frame->inputs[1]).data<float>();
  for (int i = 0; i < 2; ++i)
    w[i] += x[i];
  jn_commit_storage(frame, 0, 1);
  Tensor grad = makeTensor(Dims{2}, DType::F32);
  grad.data<float>()[0] = grad.data<float>()[1] = 1;
  jn_commit(frame, 1, grad.releaseValue());
  return JN_REGION_COMMITTED;
}

class TensorBindings : public Bindings {
protected:
  TensorBindings() {
    def_.run = addInPlace;
    def_.release = nullptr;
  }

  Value holder(Value owned) {
    Value made = call(modelClass_.get(), {});
    Ref keep(owned);
    setattr(made, name("w"), owned);
    return made;
  }
  static Value tensor(float a, float b) {
    Tensor t = makeTensor(Dims{2}, DType::F32);
    t.data<float>()[0] = a;
    t.data<float>()[1] = b;
    return t.releaseValue();
  }
  static bool enterWith(Root &root, Value x, Value model) {
    Value in[] = {x, model, jn_unbound()}, out[1];
    return jn_region_enter(&root.region, in, out);
  }

  jn_version_def def_ = version_testmodule_update_1;
};

TEST_F(TensorBindings, StorageAndGradient) {
  Ref torch(importModule("torch"));
  Root root(def_);
  Ref m(holder(tensor(1, 2))), x(tensor(3, 4));
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(enterWith(root, x.get(), m.get()));
  Ref w(getattr(m.get(), name("w")));
  Tensor t = Tensor::share(w.get());
  EXPECT_EQ(t.data<float>()[0], 10);
  EXPECT_EQ(t.version(), 3u);
  EXPECT_EQ(textOf(getattr(w.get(), name("grad"))), "tensor([1., 1.])");
  // Neither the update nor the gradient has made it walk again.
  EXPECT_LE(root.version().counts.stale, 1u);  // the first commit shows what it writes
}

// A version for the first step after `zero_grad`: the gradient that it leaves is not what it is
// for.
TEST_F(TensorBindings, WhatTheRegionPutsInPlaceIsChecked) {
  Ref torch(importModule("torch"));
  def_ = version_testmodule_first_update_2;
  def_.run = addInPlace;
  def_.release = nullptr;
  Root root(def_);
  Ref m(holder(tensor(1, 2))), x(tensor(3, 4)), w(getattr(m.get(), name("w")));
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(enterWith(root, x.get(), m.get()));
    EXPECT_FALSE(enterWith(root, x.get(), m.get()));
    setattr(w.get(), name("grad"), jn_none());
  }
  EXPECT_EQ(root.version().counts.committed, 4u);
}

TEST_F(TensorBindings, WatchedTensors) {
  Ref torch(importModule("torch"));
  Root root(def_);
  Ref m(holder(tensor(1, 2))), x(tensor(3, 4)), w(getattr(m.get(), name("w")));
  EXPECT_TRUE(enterWith(root, x.get(), m.get()));
  setattr(w.get(), name("requires_grad"), jn_bool(true));
  EXPECT_FALSE(enterWith(root, x.get(), m.get()));
  setattr(w.get(), name("requires_grad"), jn_bool(false));
  EXPECT_TRUE(enterWith(root, x.get(), m.get()));
  Ref other(tensor(7, 7));
  setattr(w.get(), name("data"), other.get());
  uint64_t stale = root.version().counts.stale;
  EXPECT_TRUE(enterWith(root, x.get(), m.get()));
  EXPECT_EQ(root.version().counts.stale, stale + 1);
  EXPECT_EQ(Tensor::share(other.get()).data<float>()[0], 10);
  Ref resized(callMethod(w.get(), name("resize_"), {jn_int(3)}));
  EXPECT_FALSE(enterWith(root, x.get(), m.get()));
}

TEST_F(TensorBindings, AliasedArgument) {
  Ref torch(importModule("torch"));
  Root root(def_);
  Ref m(holder(tensor(1, 2))), x(tensor(3, 4)), w(getattr(m.get(), name("w")));
  EXPECT_TRUE(enterWith(root, x.get(), m.get()));
  EXPECT_FALSE(enterWith(root, w.get(), m.get()));
  Ref view(callMethod(w.get(), name("view"), {jn_int(2)}));
  EXPECT_FALSE(enterWith(root, view.get(), m.get()));
  Ref shape(tensor(1, 1)), wrong(callMethod(shape.get(), name("view"), {jn_int(2), jn_int(1)}));
  EXPECT_FALSE(enterWith(root, wrong.get(), m.get()));
  EXPECT_TRUE(enterWith(root, x.get(), m.get()));
  // An attribute that would hide a method.
  setattr(x.get(), name("mul"), jn_int(1));
  EXPECT_FALSE(enterWith(root, x.get(), m.get()));
}

uint32_t sum(jn_region_frame *frame) {
  Tensor made = makeTensor(Dims{2}, DType::F32);
  for (int i = 0; i < 2; ++i)
    made.data<float>()[i] = Tensor::share(frame->inputs[0]).data<float>()[i] +
                            Tensor::share(frame->inputs[1]).data<float>()[i];
  jn_commit(frame, 0, made.releaseValue());
  return JN_REGION_COMMITTED;
}

// model.w = model.w + x: each entry finds another tensor. It writes to none, so that `x` may be the
// same one, or show it.
TEST_F(TensorBindings, AliasOfWhatTheRegionPutsInPlace) {
  Ref torch(importModule("torch"));
  def_ = version_testmodule_replace_3;
  def_.run = sum;
  def_.release = nullptr;
  Root root(def_);
  Ref m(holder(tensor(1, 2))), x(tensor(3, 4));
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(enterWith(root, x.get(), m.get()));
  for (int i = 0; i < 3; ++i) {
    auto first = [](Value t) { return Tensor::share(t).data<float>()[0]; };
    Ref w(getattr(m.get(), name("w"))), view(callMethod(w.get(), name("view"), {jn_int(2)}));
    EXPECT_TRUE(enterWith(root, w.get(), m.get()));
    Ref twice(getattr(m.get(), name("w")));
    EXPECT_EQ(first(twice.get()), 2 * first(w.get()));
    EXPECT_TRUE(enterWith(root, view.get(), m.get()));
    Ref more(getattr(m.get(), name("w")));
    EXPECT_EQ(first(more.get()), 3 * first(w.get()));
    EXPECT_TRUE(enterWith(root, x.get(), m.get()));
  }
  EXPECT_LE(root.version().counts.stale, 1u);
}

// A new batch in the same variable, put there between entries by code around the region.
TEST_F(TensorBindings, WhatOthersPutInPlaceIsLookedAt) {
  Ref torch(importModule("torch"));
  def_ = version_testmodule_look_4;
  uint32_t (*nothing)(jn_region_frame *) = [](jn_region_frame *) { return JN_REGION_COMMITTED; };
  def_.run = nothing;
  def_.release = nullptr;
  Root root(def_);
  Ref m(holder(tensor(1, 2))), x(tensor(3, 4));
  auto put = [&](Value owned) {
    Ref keep(owned);
    setattr(m.get(), name("w"), owned);
  };
  std::vector<Ref> kept;
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(enterWith(root, x.get(), m.get()));
    kept.emplace_back(getattr(m.get(), name("w")));
    put(tensor(5, 6));
  }
  EXPECT_LE(root.version().counts.stale, 2u);
  put(jn_own(x.get()));  // the region writes to neither
  EXPECT_TRUE(enterWith(root, x.get(), m.get()));
  put(callMethod(kept[0].get(), name("view"), {jn_int(2), jn_int(1)}));
  EXPECT_FALSE(enterWith(root, x.get(), m.get()));
  put(jn_int(3));
  EXPECT_FALSE(enterWith(root, x.get(), m.get()));
  put(tensor(5, 6));
  EXPECT_TRUE(enterWith(root, x.get(), m.get()));
  EXPECT_LE(root.version().counts.stale, 2u);
}

TEST_F(Bindings, PathsAsText) {
  const jn_version_def &def = version_testmodule_step_0;
  EXPECT_EQ(speculate::textOf(def.steps, def.inputs[0].path), "$model._parts[\"fc\"].weight");
  EXPECT_EQ(speculate::textOf(def.steps, def.inputs[1].path), "%0");
  EXPECT_EQ(speculate::textOf(def.steps, def.assumptions[2].path), "<testmodule:Model>");
}

}  // namespace
}  // namespace janus::test
