// What tier 1 calls at a root: finds a version and a binding that fit, and runs it.
#include "speculate/Binding.h"
#include "speculate/Log.h"
#include "speculate/Probes.h"
#include "tensor/Dispatch.h"
#include "value/Process.h"
#include "value/RuntimeLock.h"
#include "value/Streams.h"

#include <algorithm>
#include <stdlib.h>
#include <string.h>

namespace janus::speculate {
namespace {

constexpr size_t kMostBindings = 16;  // of a version; the one used longest ago goes

std::vector<RootState *> &knownRoots() {
  static auto &roots = *new std::vector<RootState *>;
  return roots;
}

void programEnded() {
  writeProfile();
  if (logOptions().summary)
    printSummary(knownRoots());
}

bool isTierOneOnly() {
  const char *tier = getenv("JANUS_TIER");
  return tier && !strcmp(tier, "1");
}

RootState *start(const jn_region_def *root) {
  auto *state = new RootState(root);
  root->state->table = state;
  knownRoots().push_back(state);
  programEndHook = programEnded;
  return state;
}

// The modes that a version is for; all others are as at the start.
bool modesFit(const Version &v) {
  uint32_t wanted = v.hasGradMode && !v.wantsGrad ? 0 : uint32_t{kModeTape};
  if (modeMask != wanted || defaultDType() != DType::F32)
    return false;
  return !v.writesText || standardStream("stdout").o == originalStream(1).o;
}

void bringToFront(Version &v, size_t index) {
  std::rotate(v.bindings.begin(), v.bindings.begin() + static_cast<int64_t>(index),
              v.bindings.begin() + static_cast<int64_t>(index) + 1);
}

// Drops a binding; one that is running is left alone: it is stale, and goes another time.
void dropBinding(Version &v, size_t index) {
  if (v.bindings[index]->running == 0)
    v.bindings.erase(v.bindings.begin() + static_cast<int64_t>(index));
}

jn_binding *bind(Version &v, const Value *liveIn) {
  if (!v.binding.mayTry())
    return nullptr;
  auto made = std::make_unique<jn_binding>(v, liveIn);
  std::string why;
  if (!made->walk(liveIn, &why)) {
    ++v.counts.notBound;
    v.binding.failed();
    logBinding(v, why);
    return nullptr;
  }
  ++v.counts.bound;
  v.binding.succeeded();
  if (v.bindings.size() >= kMostBindings)
    dropBinding(v, v.bindings.size() - 1);
  v.bindings.insert(v.bindings.begin(), std::move(made));
  return v.bindings.front().get();
}

jn_binding *bindingFor(Version &v, const Value *liveIn) {
  for (size_t i = 0; i < v.bindings.size(); ++i) {
    jn_binding &b = *v.bindings[i];
    if (JN_LIKELY(!b.stale)) {
      if (!b.isFor(liveIn))
        continue;
    } else {
      if (b.running != 0)
        continue;
      // Of a dead one the addresses say nothing: others may live there now.
      if (b.dead && !b.isFor(liveIn)) {
        dropBinding(v, i--);
        continue;
      }
      if (!b.isFor(liveIn))
        continue;
      ++v.counts.stale;
      std::string why;
      if (b.dead || !b.walk(liveIn, &why)) {
        if (!b.dead)
          logBinding(v, why);
        dropBinding(v, i);
        return bind(v, liveIn);
      }
    }
    if (i != 0)
      bringToFront(v, i);
    return v.bindings.front().get();
  }
  return bind(v, liveIn);
}

bool run(Version &v, jn_binding &b, const Value *liveIn, Value *liveOut) {
  constexpr size_t kMostInPlace = 64;
  Value inPlace[kMostInPlace];
  std::unique_ptr<Value[]> onHeap;
  Value *inputs = inPlace;
  if (v.inputs.size() > kMostInPlace) {
    onHeap.reset(new Value[v.inputs.size()]);
    inputs = onHeap.get();
  }
  b.fetch(liveIn, inputs);
  ++v.counts.entered;
  bool forced = v.forcedGuard != UINT32_MAX && v.counts.entered == v.forcedAt;
  uint32_t guard = forced ? v.forcedGuard : UINT32_MAX;
  jn_region_frame frame = {liveIn, inputs, liveOut, b.state.get(), &b, guard};
  ++b.running;
  LockPin onlyUserOfThePlan;
  uint32_t outcome = v.def->run(&frame);
  --b.running;
  if (JN_LIKELY(outcome == JN_REGION_COMMITTED)) {
    ++v.counts.committed;
    v.guards.succeeded();
    return true;
  }
  ++v.guardFailures[std::min(outcome, v.def->guard_count)];
  v.guards.failed();
  logGuard(v, outcome);
  return false;
}

// What a version does not write: None is returned, slots stay.
void prepare(const jn_region_def *root, Value *liveOut) {
  for (uint32_t i = 0; i < root->result_count; ++i)
    liveOut[i] = jn_none();
  for (uint32_t i = 0; i < root->slot_out_count; ++i)
    liveOut[root->result_count + i] = jn_error();
}

}  // namespace

RootState::RootState(const jn_region_def *r) : root(r) {
  for (uint32_t i = 0; i < r->version_count; ++i)
    versions.push_back(std::make_unique<Version>(r, r->versions[i]));
}

const std::vector<RootState *> &allRoots() {
  return knownRoots();
}

void atProgramEnd() {
  programEndHook = programEnded;
}

}  // namespace janus::speculate

using namespace janus;
using namespace janus::speculate;

int jn_region_enter(const jn_region_def *root, const jn_value *live_in, jn_value *live_out) {
  if (root->version_count == 0) {
    noteEntry(root, live_in);
    return 0;
  }
  auto *state = static_cast<RootState *>(root->state->table);
  if (JN_UNLIKELY(!state)) {
    state = start(root);
    if (isTierOneOnly())
      root->state->closed = 1;
  }
  if (JN_UNLIKELY(root->state->closed))
    return 0;
  ++state->entries;
  bool alive = false;
  for (auto &each : state->versions) {
    Version &v = *each;
    if (!v.unusable.empty() || v.guards.isExhausted())
      continue;
    alive = true;
    if (!v.guards.mayTry() || !modesFit(v))
      continue;
    jn_binding *b = bindingFor(v, live_in);
    if (!b)
      continue;
    if (!b->argumentsFit(live_in)) {
      ++v.counts.arguments;
      continue;
    }
    prepare(root, live_out);
    if (run(v, *b, live_in, live_out)) {
      ++state->committed;
      return 1;
    }
  }
  if (!alive)
    root->state->closed = 1;
  return 0;
}
