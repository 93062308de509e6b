// Entries from tier 1 at a root: find a version and a binding that fit, and run it.
#include "autograd/AnomalyMode.h"
#include "autograd/SavedHooks.h"
#include "exec/Fault.h"
#include "speculate/Binding.h"
#include "speculate/Counters.h"
#include "speculate/ForcedGuard.h"
#include "speculate/Log.h"
#include "speculate/Probes.h"
#include "speculate/Programs.h"
#include "tensor/call/Overrides.h"
#include "tensor/core/GradMode.h"
#include "tensor/core/UserWarning.h"
#include "tensor/dispatch/Autocast.h"
#include "tensor/dispatch/Devices.h"
#include "value/call/Process.h"
#include "value/call/RuntimeLock.h"
#include "value/error/Trace.h"
#include "value/file/Streams.h"
#include "value/object/OpenTypes.h"

#include "janus/contract/Environment.h"

#include <algorithm>
#include <stdlib.h>
#include <string.h>
#include <utility>

namespace janus::speculate {
namespace {

constexpr size_t kMostBindings = 16;  // of a version; the one used longest ago goes

void programEnded() {
  static bool done;
  if (std::exchange(done, true))
    return;
  writeProfile();
  if (logOptions().summary)
    printSummary();
  sayWhyNotForced();
  writeReport();
}

// The hook for the end of the program is installed even when no root is ever entered: a report may
// be wanted.
[[maybe_unused]] const bool isInstalled = (programEndHook = programEnded, true);

bool isTierOneOnly() {
  static const bool isOnly = environmentChoice("JANUS_TIER", {"1"}).has_value();
  return isOnly;
}

// A mode of this moment that the version is not for, in words; null: there is none. Modes that it
// does not name are as at the start.
const char *otherMode(const Version &v) {
  if (JN_UNLIKELY(nativeAttributesReplaced))
    return "an attribute of a builtin class was replaced";
  if (JN_UNLIKELY(areFunctionsOverridden()))
    return "a mode, or a class that did not when it was made, answers for torch's functions";
  if (JN_UNLIKELY(anomalyMode.isEnabled || areSavedHooksSet()))
    return "anomalies are looked for, or hooks see what is saved for gradients";
  uint32_t wanted = v.hasGradMode && !v.wantsGrad ? 0 : uint32_t{kModeTape};
  if (isInferenceMode() && (v.isNormalOnly || isGradEnabled()))
    return "inference mode";
  if ((modeMask & ~uint32_t{kModesThatStay}) != wanted)
    return "gradients are on or off, or another mode is on";
  if (defaultDType() != v.defaultType)
    return "another default type";
  if (JN_UNLIKELY(modeMask & kModeDevices) && defaultDevice().type != DeviceType::Cpu)
    return "another default device";
  if (v.isOfAutocast && !isAutocastAtRest())
    return "autocast is on";
  if (JN_UNLIKELY(v.makesNumbers && !isNumberWarned()))
    return "torch warns of a number made of a tensor with gradients";
  for (size_t i = 0; i < std::size(kTextStreams); ++i)
    if (const TextStream &stream = kTextStreams[i];
        v.writesTo[i] && standardStream(stream.name).o != originalStream(stream.descriptor).o)
      return stream.isOther;
  return nullptr;
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

// The rejection of an entry's objects, to which the version could not be bound; perhaps none.
std::vector<Version::Rejected>::iterator rejection(Version &v, const Value *liveIn) {
  return std::find_if(v.rejected.begin(), v.rejected.end(), [&](const Version::Rejected &each) {
    for (size_t i = 0; i < v.identity.size(); ++i) {
      Value live = liveIn[v.identity[i]];
      if (each.roots[i] != (live.tag == JN_OBJECT ? live.o : nullptr))
        return false;
    }
    return true;
  });
}

void reject(Version &v, const Value *liveIn) {
  constexpr size_t kMostRejected = 8;
  auto known = rejection(v, liveIn);
  if (known == v.rejected.end()) {
    if (v.rejected.size() == kMostRejected)
      v.rejected.pop_back();
    Version::Rejected made;
    for (uint32_t i : v.identity)
      made.roots.push_back(liveIn[i].tag == JN_OBJECT ? liveIn[i].o : nullptr);
    known = v.rejected.insert(v.rejected.begin(), std::move(made));
    // A phase with other objects may be short.
    constexpr uint32_t kStrangersInARow = 32;
    if (++v.strangersRefused > kStrangersInARow)
      v.strangers.wait.failed();
    v.strangers.obstacle = v.obstacle;
  }
  known->wait.failed();
  known->obstacle = v.obstacle;
}

// No version has taken the entry: what could not be bound waits. The cached classes of a binding
// may be to blame; another one begins without.
void giveUpBinding(Version &v, const Value *liveIn) {
  for (size_t i = 0; i < v.bindings.size(); ++i)
    if (v.bindings[i]->stale && v.bindings[i]->isFor(liveIn)) {
      dropBinding(v, i);
      break;
    }
  reject(v, liveIn);
}

void noteUnbound(Version &v, const Finding &why) {
  ++v.counts.notBound;
  v.isUnbound = true;
  v.obstacle = why.obstacle;
  noteBindingFailure(v, why);
}

// Binds the version to the objects of an entry; `spare`, if there is one, was a binding to others.
jn_binding *bind(Version &v, const Value *liveIn, std::unique_ptr<jn_binding> spare) {
  auto known = rejection(v, liveIn);
  Version::Rejected &wait = known == v.rejected.end() ? v.strangers : *known;
  if (!wait.mayTry(v, liveIn))
    return nullptr;
  TraceSpan span(v.root->name, "bind");
  auto made = spare ? std::move(spare) : std::make_unique<jn_binding>(v);
  made->moveTo(liveIn);
  Finding why;
  if (!made->walk(liveIn, &why)) {
    noteUnbound(v, why);
    return nullptr;
  }
  ++v.counts.bound;
  v.strangers = {};
  v.strangersRefused = 0;
  if (known != v.rejected.end())
    v.rejected.erase(known);
  if (v.bindings.size() >= kMostBindings)
    dropBinding(v, v.bindings.size() - 1);
  v.bindings.insert(v.bindings.begin(), std::move(made));
  return v.bindings.front().get();
}

jn_binding *bindingFor(Version &v, const Value *liveIn) {
  std::unique_ptr<jn_binding> spare;
  for (size_t i = 0; i < v.bindings.size(); ++i) {
    jn_binding &b = *v.bindings[i];
    if (JN_LIKELY(!b.stale && !b.isTransient())) {
      if (!b.isFor(liveIn))
        continue;
    } else {
      if (b.running != 0)
        continue;
      // Addresses in a dead binding say nothing: other objects may live there now. Its memory, and
      // what it knows of classes and code, are of use to the next one: containers that are made
      // for each entry.
      if (!b.isFor(liveIn)) {
        if (b.dead) {
          spare = std::move(v.bindings[i]);
          v.bindings.erase(v.bindings.begin() + static_cast<int64_t>(i--));
        } else if (b.isTransient()) {
          b.settle();
        }
        continue;
      }
      if (!b.dead)
        b.settle();
      ++v.counts.stale;
      Finding why;
      // It keeps its memory: where versions take turns, its state comes back.
      if (!b.walk(liveIn, &why)) {
        noteUnbound(v, why);
        return nullptr;
      }
    }
    if (i != 0)
      bringToFront(v, i);
    return v.bindings.front().get();
  }
  return bind(v, liveIn, std::move(spare));
}

bool run(Version &v, jn_binding &b, const Value *liveIn, Value *liveOut) {
  ++v.counts.entered;
  bool forced = v.forcedGuard != UINT32_MAX && v.counts.entered == v.forcedAt;
  uint32_t guard = forced ? v.forcedGuard : UINT32_MAX;
  jn_region_frame frame = {liveIn, b.inputs(), liveOut, b.state.get(), &b, guard};
  ++b.running;
  ++versionsRunning;
  LockPin onlyUserOfThePlan;
  uint32_t outcome;
  std::string fault;
  Work before = workDone;
  {
    TraceSpan span(v.root->name, "tier 2");
    std::string *outer = std::exchange(faultText, &fault);
    outcome = v.def->run(&frame);
    faultText = outer;
  }
  b.dropReplaced();
  b.dropMade();
  Work done = workDone - before;
  v.counts.work += done;
  if (done.allocations() != 0)
    v.counts.lastAllocation = v.counts.committed + 1;  // or before it, in an entry that fails
  --b.running;
  --versionsRunning;
  if (JN_LIKELY(outcome == JN_REGION_COMMITTED)) {
    ++v.counts.committed;
    v.guards.succeeded();
    return true;
  }
  // Those on what is computed are the others.
  v.failedEarly =
      outcome < v.def->guard_count && strcmp(v.def->guards[outcome].kind, "branch") != 0;
  if (outcome >= v.def->guard_count)
    v.lastFault = fault.empty() ? "a number that is too large, or a division by zero" : fault;
  noteGuardFailure(v, outcome);
  return false;
}

void bringToFront(RootState &state, Version *v) {
  auto at = std::find(state.order.begin(), state.order.end(), v);
  std::rotate(state.order.begin(), at, at + 1);
}

// A version for any sizes takes an entry. One for these sizes is quicker, but changing over has a
// price: it is asked first when it would have done for some entries in a row.
void noteSpecial(RootState &state, const Value *liveIn) {
  constexpr uint32_t kMostPatience = 4096;
  for (Version *each : state.order) {
    if (each->isGeneral || !each->unusable.empty() || !argumentsFit(*each, liveIn)) {
      each->fitted = 0;
      continue;
    }
    if (++each->fitted < each->patience)
      continue;
    each->fitted = 0;
    each->follower = nullptr;  // who came after it the last time does not come now
    each->patience = std::min(2 * each->patience, kMostPatience);
    return bringToFront(state, each);
  }
}

// A version has taken the entry: those before it have not failed.
void taken(RootState &state, size_t index) {
  Version *v = state.order[index];
  if (state.last)
    state.last->follower = v;
  state.last = v;
  if (JN_LIKELY(index == 0))
    return;
  bringToFront(state, v);
  for (Version *each : state.order)
    each->hasFailed = each->isUnbound = false;
}

// Fills the outputs that a version does not write: None is returned, slots stay.
void prepare(const jn_region_def *root, Value *liveOut) {
  for (uint32_t i = 0; i < root->result_count; ++i)
    liveOut[i] = jn_none();
  for (uint32_t i = 0; i < root->slot_out_count; ++i)
    liveOut[root->result_count + i] = jn_error();
}

// How an entry of a root with versions went.
struct Entry {
  jn_region_outcome outcome = JN_REGION_GENERIC;
  EntryFate fate = EntryFate::NoVersion;
};

Entry enterVersions(RootState &state, const Value *liveIn, Value *liveOut) {
  const jn_region_def *root = state.root;
  ProgramScope names(state.program);
  // The one that came after the last one before: versions may take turns.
  if (Version *expected = state.last ? state.last->follower : nullptr;
      JN_UNLIKELY(expected && expected != state.order.front()))
    bringToFront(state, expected);
  bool alive = false;
  for (size_t i = 0; i < state.order.size(); ++i) {
    Version &v = *state.order[i];
    if (!v.unusable.empty() || v.guards.isExhausted())
      continue;
    alive = true;
    if (!v.guards.mayTry()) {
      ++v.counts.waited;
      continue;
    }
    if (const char *mode = otherMode(v)) {
      ++v.counts.modes;
      v.lastMode = mode;
      continue;
    }
    if (!argumentsFit(v, liveIn)) {
      ++v.counts.arguments;
      continue;
    }
    jn_binding *b = bindingFor(v, liveIn);
    if (!b)
      continue;
    if (!b->stateFits(liveIn) || b->endsRunCode(liveIn)) {
      b->dropMade();
      ++v.counts.arguments;
      continue;
    }
    prepare(root, liveOut);
    if (run(v, *b, liveIn, liveOut)) {
      ++state.committed;
      taken(state, i);
      if (v.isGeneral)
        noteSpecial(state, liveIn);
      else if (v.patience > Version::kPatience)
        --v.patience;
      return {JN_REGION_DONE, EntryFate::Taken};
    }
    v.hasFailed = true;
  }
  // A failure matters where no other version has taken the entry.
  bool hasFailed = false, isUnbound = false;
  for (Version *v : state.order) {
    if (std::exchange(v->hasFailed, false)) {
      hasFailed = true;
      backOff(*v);
    }
    if (std::exchange(v->isUnbound, false)) {
      isUnbound = true;
      giveUpBinding(*v, liveIn);
    }
  }
  Entry entry{JN_REGION_GENERIC, !alive                   ? EntryFate::NoVersion
                                 : hasFailed || isUnbound ? EntryFate::Refused
                                                          : EntryFate::Passed};
  if (hasFailed && root->source) {
    ++state.inPython;
    entry.outcome = JN_REGION_FAILED;
  }
  return entry;
}

}  // namespace
}  // namespace janus::speculate

using namespace janus;
using namespace janus::speculate;

void jn_guard_seen(jn_region_frame *frame, uint32_t guard, jn_value seen) {
  frame->binding->version.guardSeen[guard] = seen;
}

int jn_region_enter(const jn_region_def *root, const jn_value *live_in, jn_value *live_out) {
  RootState &state = stateOf(root);
  bool hasVersions = !state.order.empty() && JN_LIKELY(!isTierOneOnly());
  if (JN_UNLIKELY(!hasVersions && !isRecording()))
    root->state->closed = 1;
  if (JN_UNLIKELY(root->state->closed))
    return JN_REGION_GENERIC;
  ++state.entries;
  Entry entry;
  if (JN_LIKELY(hasVersions))
    entry = enterVersions(state, live_in, live_out);
  if (JN_UNLIKELY(isRecording()))
    noteEntry(state, live_in, entry.fate);
  else if (JN_UNLIKELY(hasVersions && entry.fate == EntryFate::NoVersion))
    root->state->closed = 1;
  return entry.outcome;
}
