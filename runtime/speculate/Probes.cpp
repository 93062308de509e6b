#include "speculate/Probes.h"

#include "janus/contract/Environment.h"
#include "janus/contract/ProcessorClock.h"
#include "speculate/JsonText.h"
#include "speculate/NodeTexts.h"
#include "speculate/ObjectNames.h"
#include "speculate/ProfileBudget.h"
#include "speculate/RootState.h"
#include "speculate/Snapshot.h"
#include "speculate/TierUp.h"
#include "speculate/VersionsFile.h"
#include "speculate/WholeFile.h"
#include "tensor/core/Tensor.h"
#include "tensor/dispatch/Autocast.h"
#include "tensor/dispatch/Dispatch.h"
#include "value/call/Modules.h"
#include "value/call/Work.h"
#include "value/object/Types.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <errno.h>
#include <functional>
#include <memory>
#include <span>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace janus::speculate {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint64_t kLastLook = 20;  // at the form of the heap
constexpr std::chrono::seconds kWriteEvery{5};

}  // namespace

// The values that a number had at all entries.
struct Extremes {
  uint32_t liveIn;
  int64_t least, most;
};

// A snapshot that is kept: its nodes by their numbers in the table of all, and the JSON that
// profileText() ends.
struct RecordedSnapshot {
  std::vector<uint32_t> nodes;
  std::string head, rest;  // before and behind the nodes
  // With what it costs to read a node once more.
  size_t bytes() const { return nodes.size() * 32 + head.size() + rest.size(); }
};

struct RootRecord {
  const jn_region_def *root = nullptr;
  uint64_t hits = 0;
  // Entries after which an operation on tensors ran before the next one: no graph can be worth
  // anything where there are none. `seenWork`: what had run by the last entry.
  uint64_t worked = 0, seenWork = 0;
  bool isOverBudget = false;          // an entry was not recorded for what it would have cost
  std::vector<uint64_t> kinds;        // of entries that were recorded: kindOf()
  std::vector<uint64_t> forms;        // of the heap, when it was recorded
  std::vector<uint64_t> passedForms;  // seen once, not recorded
  std::vector<RecordedSnapshot> snapshots;
  std::vector<RecordedSnapshot> late;  // the last ones of later entries, in their order
  uint64_t nextLate = kLastLook + 1;
  uint64_t refused = 0;   // entries that versions could not take
  bool isClosed = false;  // by us
  std::vector<Extremes> numbers;
};

namespace {

// The namespace of a module of the library as its code had made it.
struct LibraryModule {
  jn_module *module;
  jn_dict *names;
};

struct Recorder {
  std::string file;
  std::vector<jn_module *> programs;  // modules with probes
  std::vector<LibraryModule> library;
  std::vector<RootRecord *> roots;
  std::vector<std::span<jn_branch_probe *const>> branches;  // of each file of code
  std::vector<std::string> notes;
  Clock::time_point started = Clock::now();
  std::clock_t lastRecorded = 0;  // of our own time: see isComplete()
  ProcessorClock::duration spent{}, spentLooking{}, spentLate{};
  NodeTexts nodes;  // of all snapshots
  size_t recorded = 0, recordedBytes = 0, recurred = 0;
  uint64_t news = 0;  // what has been seen that other versions may come of
  std::unique_ptr<TierUp> tierUp;
  std::optional<AwaitedVersions> awaited;  // of the profile that is known
  Clock::time_point lastWritten = Clock::now();
  bool stopsEarly = false, isKept = false, written = false;
  // An earlier run has left the profile: this one counts until then, and may have ended by that.
  bool isDormant = false;
  Clock::time_point wakesAt{};
};
Recorder *recorder;
bool isSettled;       // versions are there, and nothing is recorded any more
uint32_t timesTaken;  // while the program ran

// janusc says by the first what the run took that has left the profile; by the second which file
// has the versions made of it, or will have them. Not for the program to see.
constexpr const char *kProfileKnown = "JANUS_PROFILE_KNOWN", *kVersions = "JANUS_VERSIONS";

std::string outOfEnvironment(const char *variable) {
  const char *text = getenv(variable);
  std::string out = text ? text : "";
  unsetenv(variable);
  return out;
}

// No longer than until the versions come that are awaited, or what makes them has given up.
void sleepWhileKnown(const std::string &seconds) {
  using Seconds = std::chrono::duration<double>;
  constexpr Seconds kLeast{0.5}, kMost{2}, kMostAwaited{150};
  if (seconds.empty())
    return;
  Seconds longer = recorder->awaited
                       ? kMostAwaited
                       : std::clamp(2 * Seconds(strtod(seconds.c_str(), nullptr)), kLeast, kMost);
  recorder->isDormant = true;
  recorder->wakesAt = recorder->started + std::chrono::duration_cast<Clock::duration>(longer);
}

// The entry of a root at which it is recorded: by then it is as it will be at most others.
uint64_t recordAt() {
  constexpr double kThird = 3;
  static const auto entry = static_cast<uint64_t>(
      environmentNumber("JANUS_WARM_UP", 1, "a number of entries").value_or(kThird));
  return entry;
}

bool same(Value a, Value b) {
  return a.tag == b.tag && (a.tag <= JN_NOTIMPLEMENTED || a.i == b.i);
}

bool isBuiltin(Value name) {
  return dictGet(builtinsDict(), name).tag != JN_UNBOUND;
}

// True when a name that the module's code had made means something else now. Names added since are
// submodules and what modules keep for themselves, unless they hide a builtin.
bool hasChanged(const LibraryModule &m) {
  int64_t at = 0;
  Value key, v;
  while (dictNext(m.names, &at, &key, &v))
    if (!same(dictGet(m.module->dict, key), v))
      return true;
  at = 0;
  while (dictNext(m.module->dict, &at, &key, &v))
    if (isStr(key) && dictGet(m.names, key).tag == JN_UNBOUND && isBuiltin(key))
      return true;
  return false;
}

// True when names of the module stand for values that its code has computed, which cannot be read
// off the code: the module says so by a name of its own.
bool holdsValues(const LibraryModule &m) {
  static const Value name = makeStr("_holds_values");
  return dictGet(m.names, name).tag != JN_UNBOUND;
}

bool isProgram(const jn_module *m) {
  return std::find(recorder->programs.begin(), recorder->programs.end(), m) !=
         recorder->programs.end();
}

void moduleReady(jn_module *m) {
  if (isProgram(m))
    return;
  jn_dict *names = newDict();
  int64_t at = 0;
  Value key, v;
  while (dictNext(m->dict, &at, &key, &v))
    if (dictSet(names, key, v) < 0)
      clearError();
  ++m->head.refs;
  recorder->library.push_back({m, names});
}

std::string branchesText() {
  std::string out;
  for (std::span<jn_branch_probe *const> file : recorder->branches)
    for (const jn_branch_probe *each : file)
      if (each->counts[0] + each->counts[1] != 0)
        out += (out.empty() ? "" : ",\n   ") + std::string("{\"function\": ") +
               jsonText(each->function) + ", \"at\": [" + std::to_string(each->begin) + ", " +
               std::to_string(each->end) + "], \"taken\": " + std::to_string(each->counts[1]) +
               ", \"not_taken\": " + std::to_string(each->counts[0]) + "}";
  return out;
}

std::string namesText(const jn_region_def *root) {
  return "\"module\": " + jsonText(root->module) + ", \"function\": " + jsonText(root->function) +
         ", \"region\": " + jsonText(root->name);
}

struct SnapshotText {
  std::string head;
  std::vector<std::string> nodes;
  std::string rest;
};

SnapshotText snapshotOf(const jn_region_def *root, const Value *liveIn, SnapshotOf what) {
  Snapshot snapshot(what);
  std::string operands, slots, modules;
  for (uint32_t i = 0; i < root->operand_count; ++i)
    operands += (i ? ", " : "") + snapshot.value(liveIn[i]);
  for (uint32_t i = 0; i < root->slot_in_count; ++i)
    slots += (i ? ", " : "") + jsonText(root->slots_in[i]) + ": " +
             snapshot.value(liveIn[root->operand_count + i]);
  auto addModule = [&](jn_module *m) {
    modules += (modules.empty() ? "" : ", ") + jsonText(moduleName(m)) + ": " +
               snapshot.moduleWithNamespace(m);
  };
  for (jn_module *m : recorder->programs)
    addModule(m);
  for (const LibraryModule &m : recorder->library)
    if (holdsValues(m) || hasChanged(m))
      addModule(m.module);
  snapshot.finish();
  for (const std::string &note : snapshot.notes())
    if (what == SnapshotOf::All)
      recorder->notes.push_back(std::string(root->name) + ": " + note);

  std::string rest = "],\n  \"modules\": {" + modules + "},\n  \"roots\": [{" + namesText(root) +
                     ", \"line\": " + std::to_string(root->line) + ",\n   \"slots\": {" + slots +
                     "}, \"live_ins\": [" + operands +
                     "], \"modes\": {\"grad\": " + (modeMask & kModeTape ? "true" : "false") +
                     (defaultDType() == DType::F64 ? ", \"float64\": true" : "") +
                     (isAutocastEnabled() ? ", \"in_autocast\": true" : "") +
                     "},\n   \"branches\": [";
  return {std::string("{") + (snapshot.isCut() ? "\"cut\": true, " : "") + "\"heap\": [",
          snapshot.takeNodes(), std::move(rest)};
}

uint64_t formOf(const jn_region_def *root, const Value *liveIn) {
  SnapshotText form = snapshotOf(root, liveIn, SnapshotOf::Form);
  std::hash<std::string> hash;
  uint64_t all = hash(form.head) ^ hash(form.rest) << 1;
  for (const std::string &node : form.nodes)
    all = all * 1099511628211u ^ hash(node);
  return all;
}

void keep(std::vector<RecordedSnapshot> *snapshots, const jn_region_def *root,
          const Value *liveIn) {
  SnapshotText text = snapshotOf(root, liveIn, SnapshotOf::All);
  RecordedSnapshot kept{{}, std::move(text.head), std::move(text.rest)};
  kept.nodes.reserve(text.nodes.size());
  for (std::string &node : text.nodes)
    kept.nodes.push_back(recorder->nodes.add(std::move(node)));
  recorder->recordedBytes += kept.bytes();
  snapshots->push_back(std::move(kept));
}

void giveUp(std::vector<RecordedSnapshot> *snapshots,
            std::vector<RecordedSnapshot>::iterator each) {
  for (uint32_t node : each->nodes)
    recorder->nodes.drop(node);
  recorder->recordedBytes -= each->bytes();
  snapshots->erase(each);
}

// True when the heap has a form that was seen before, and was not recorded: gradients that are
// there at every fourth step, parts that are trained by turns. A form that is seen once may not
// come again.
bool isRecurring(RootRecord *r, const Value *liveIn) {
  if (recorder->recurred >= kProfileBudget.recurring ||
      recorder->spentLooking > kProfileBudget.lookTime)
    return false;
  ProcessorClock::time_point before = ProcessorClock::now();
  uint64_t form = formOf(r->root, liveIn);
  recorder->spentLooking += ProcessorClock::now() - before;
  auto in = [&](const std::vector<uint64_t> &forms) {
    return std::find(forms.begin(), forms.end(), form) != forms.end();
  };
  if (in(r->forms))
    return false;
  bool isSecond = r->hits == recordAt() || in(r->passedForms);
  (isSecond ? r->forms : r->passedForms).push_back(form);
  return isSecond;
}

// Entries of one kind can have a version in common: modes, types and shapes, and the switches of
// objects.
uint64_t kindOf(const jn_region_def *root, const Value *liveIn) {
  uint64_t hash = 14695981039346656037u ^ (modeMask & ~uint32_t{kModesThatStay}) ^
                  static_cast<uint64_t>(defaultDType()) << 32;
  auto add = [&](uint64_t part) { hash = (hash ^ part) * 1099511628211u; };
  for (uint32_t i = 0; i < root->operand_count + root->slot_in_count; ++i) {
    Value v = liveIn[i];
    add(v.tag == JN_OBJECT ? reinterpret_cast<uintptr_t>(v.o->type) : v.tag);
    if (!isTensor(v)) {
      jn_dict **own = v.tag == JN_OBJECT ? dictSlot(v.o) : nullptr;
      int64_t at = 0;
      Value name, each;
      while (own && *own && dictNext(*own, &at, &name, &each))
        if (each.tag == JN_BOOL)
          add(static_cast<uint64_t>(at) << 1 | static_cast<uint64_t>(each.i));
      continue;
    }
    const TensorObject *t = asTensor(v);
    add(static_cast<uint64_t>(t->dtype) << 32 |
        (t->flags & (kTensorRequiresGrad | kTensorNonLeaf | kTensorContiguous)));
    for (uint8_t d = 0; d < t->ndim; ++d)
      add(static_cast<uint64_t>(t->sizes[d]) + 1);
  }
  return hash;
}

void noteNumbers(RootRecord *r, const Value *liveIn) {
  size_t at = 0;
  for (uint32_t i = 0; i < r->root->operand_count + r->root->slot_in_count; ++i) {
    if (liveIn[i].tag != JN_INT)
      continue;
    while (at < r->numbers.size() && r->numbers[at].liveIn < i)
      ++at;
    int64_t n = liveIn[i].i;
    if (at == r->numbers.size() || r->numbers[at].liveIn != i)
      r->numbers.insert(r->numbers.begin() + static_cast<int64_t>(at), {i, n, n});
    r->numbers[at].least = std::min(r->numbers[at].least, n);
    r->numbers[at].most = std::max(r->numbers[at].most, n);
  }
}

// {"$start": [0, 1400]}
std::string extremesText(const RootRecord *r) {
  std::string out;
  for (const Extremes &each : r->numbers) {
    bool isSlot = each.liveIn >= r->root->operand_count;
    std::string path =
        isSlot ? std::string("$") + r->root->slots_in[each.liveIn - r->root->operand_count]
               : "%" + std::to_string(each.liveIn);
    out += (out.empty() ? "" : ", ") + jsonText(path) + ": [" + std::to_string(each.least) + ", " +
           std::to_string(each.most) + "]";
  }
  return "{" + out + "}";
}

bool isFull() {
  return recorder->recorded >= kProfileBudget.snapshots ||
         recorder->recordedBytes + recorder->nodes.bytes() >= kProfileBudget.snapshotBytes;
}

// Has the root with most snapshots give its last one up, if it has more than `r` would have then:
// what is entered most often in the first turn must not leave nothing for the loop around it.
bool makeRoom(const RootRecord *r) {
  RootRecord *most = *std::max_element(recorder->roots.begin(), recorder->roots.end(),
                                       [](const RootRecord *a, const RootRecord *b) {
                                         return a->snapshots.size() < b->snapshots.size();
                                       });
  if (most->snapshots.size() < r->snapshots.size() + 2)
    return false;
  giveUp(&most->snapshots, most->snapshots.end() - 1);
  --recorder->recorded;
  return true;
}

void record(RootRecord *r, const Value *liveIn) {
  while (isFull() && makeRoom(r)) {
  }
  if (isFull() || recorder->spent > kProfileBudget.snapshotTime) {
    r->isOverBudget = true;
    recorder->notes.push_back(std::string(r->root->name) +
                              ": not recorded, since others took all that there is for it");
    return;
  }
  ProcessorClock::time_point before = ProcessorClock::now();
  keep(&r->snapshots, r->root, liveIn);
  recorder->lastRecorded = std::clock();
  recorder->spent += ProcessorClock::now() - before;
  ++recorder->recorded;
  ++recorder->news;
}

// Records changes for good, or for long: the phase of a schedule, a layer that is replaced. Entries
// at growing distances are recorded, the last ones kept: they stand for the run's greater part.
void recordLate(RootRecord *r, const Value *liveIn) {
  r->nextLate = r->hits + r->hits / 2;
  if (r->worked == 0 || isFull() || recorder->spentLate > kProfileBudget.lateTime)
    return;
  ProcessorClock::time_point before = ProcessorClock::now();
  if (r->late.size() == kProfileBudget.late)
    giveUp(&r->late, r->late.begin());
  keep(&r->late, r->root, liveIn);
  recorder->spentLate += ProcessorClock::now() - before;
}

// Operations on tensors and their results until now.
uint64_t tensorWork() {
  return workDone.eagerOperations + workDone.tensors;
}

// With what ran after the last entry.
uint64_t workedOf(const RootRecord *r) {
  return r->worked + (tensorWork() != r->seenWork);
}

std::string profileText() {
  std::vector<RootRecord *> roots = recorder->roots;
  std::stable_sort(roots.begin(), roots.end(), [](const RootRecord *a, const RootRecord *b) {
    return std::pair(workedOf(a), a->hits) > std::pair(workedOf(b), b->hits);
  });
  // Branches are counted to the end: what goes the other way for the first time may come late.
  std::string sources, notes, counts, snapshots, branches = branchesText() + "]";
  std::vector<uint32_t> numbers;
  const std::string nodes = recorder->nodes.json(&numbers);
  for (jn_module *m : recorder->programs) {
    char hash[17];
    snprintf(hash, sizeof hash, "%016lx",
             static_cast<unsigned long>(jn_source_hash(m->def->source, m->def->source_size)));
    sources += (sources.empty() ? "" : ", ") + jsonText(moduleName(m)) + ": \"" + hash + "\"";
  }
  for (const std::string &note : recorder->notes)
    notes += (notes.empty() ? "\n  " : ",\n  ") + jsonText(note);
  for (const RootRecord *r : roots) {
    counts += (counts.empty() ? "\n  {" : ",\n  {") + namesText(r->root) +
              ", \"line\": " + std::to_string(r->root->line) +
              ", \"hits\": " + std::to_string(r->hits) +
              ", \"worked\": " + std::to_string(workedOf(r)) +
              (r->isOverBudget ? ", \"over_budget\": true}" : "}");
    for (const std::vector<RecordedSnapshot> *list : {&r->snapshots, &r->late})
      for (const RecordedSnapshot &each : *list) {
        snapshots += (snapshots.empty() ? "\n " : ",\n ") + each.head;
        for (size_t i = 0; i < each.nodes.size(); ++i)
          snapshots += (i ? "," : "") + std::to_string(numbers[each.nodes[i]]);
        snapshots += each.rest + branches + ",\n   \"extremes\": " + extremesText(r) + "}]}";
      }
  }
  // First, so that it can be had without the rest: what the program took, and would take again. No
  // version saves what it sleeps, or waits for others.
  using Seconds = std::chrono::duration<double>;
  const Seconds gone = Clock::now() - recorder->started,
                computed{static_cast<double>(std::clock()) / CLOCKS_PER_SEC};
  const Seconds took =
      std::min(gone, computed) - recorder->spent - recorder->spentLooking - recorder->spentLate;
  return "{\"format\": \"janus profile\", \"version\": 1, \"seconds\": " +
         std::to_string(std::max(took.count(), 0.0)) + ",\n \"sources\": {" + sources +
         "},\n \"notes\": [" + notes + "],\n \"counts\": [" + counts + "],\n \"nodes\": [" + nodes +
         "],\n \"snapshots\": [" + snapshots + "]}\n";
}

}  // namespace

bool isRecording() {
  return recorder != nullptr;
}

static void writeProfileNow() {
  if (recorder->file.empty() || recorder->isDormant)
    return;
  bool isOfUse = recorder->recorded != 0 ||
                 std::any_of(recorder->roots.begin(), recorder->roots.end(),
                             [](const RootRecord *r) { return r->hits >= recordAt(); });
  if (recorder->isKept && !isOfUse)
    return;
  if (!writeWholeFile(recorder->file, profileText()) && !recorder->isKept)
    fprintf(stderr, "janus: cannot write the profile `%s`: %s\n", recorder->file.c_str(),
            strerror(errno));
  recorder->lastWritten = Clock::now();
}

void writeProfile() {
  if (!recorder || std::exchange(recorder->written, true))
    return;
  writeProfileNow();
  if (recorder->tierUp)
    recorder->tierUp->end(recorder->news);
}

namespace {

// True when the run has shown what it has to show: nothing new in twice as long as it took to find
// the last, and never before a short epoch has come to its end. Time that other processes take does
// not count: Python may import packages for seconds within the first of many steps.
bool isComplete(const RootRecord *entered) {
  constexpr std::clock_t kShortest = CLOCKS_PER_SEC;
  std::clock_t since = std::clock() - recorder->lastRecorded;
  bool isKnown = !entered->kinds.empty() || (entered->hits >= recordAt() && entered->worked == 0);
  return isKnown && since > kShortest && since > 2 * recorder->lastRecorded;
}

void stopEarly() {
  double seconds = std::chrono::duration<double>(Clock::now() - recorder->started).count();
  char text[100];
  snprintf(text, sizeof text, "the run was stopped after %.1f s: what comes later was not seen",
           seconds);
  recorder->notes.push_back(text);
  writeProfile();
  if (flushStdout() < 0)
    clearError();
  fflush(nullptr);
  _exit(0);
}

}  // namespace

namespace {

// Versions are there, and could not take the entry: what it has found may help others.
void noteRefusal(RootRecord *r, const Value *liveIn) {
  ++r->refused;
  if (r->refused < 2 || (r->refused & (r->refused - 1)) != 0)
    return;
  recordLate(r, liveIn);
  ++recorder->news;
}

void takeVersions(const jn_versions_def &made) {
  ++timesTaken;
  setKnownVersions(&made);
  for (RootRecord *r : recorder->roots)
    if (const jn_root_versions *row = knownVersionsOf(r->root)) {
      stateOf(r->root).setVersions(row->versions, row->version_count);
      if (std::exchange(r->isClosed, false))
        r->root->state->closed = 0;
    }
}

// The versions have come that were awaited: the profile that they are made of stays as it is.
bool takeAwaited(Clock::time_point now) {
  const jn_versions_def *made = recorder->awaited->look(now);
  if (!made)
    return false;
  takeVersions(*made);
  recorder = nullptr;
  moduleReadyHook = nullptr;
  return isSettled = true;
}

}  // namespace

uint32_t versionsTaken() {
  return timesTaken;
}

void noteEntry(RootState &state, const Value *liveIn, EntryFate fate) {
  const jn_region_def *root = state.root;
  RootRecord *r = state.record;
  if (JN_UNLIKELY(!r)) {
    r = state.record = new RootRecord;
    r->root = root;
    recorder->roots.push_back(r);
  }
  noteNumbers(r, liveIn);
  uint64_t work = tensorWork();
  r->worked += (r->hits != 0 && work != r->seenWork) || fate == EntryFate::Taken;
  r->seenWork = work;
  ++r->hits;
  if (JN_UNLIKELY(recorder->isDormant)) {
    Clock::time_point now = Clock::now();
    bool hasCome = recorder->awaited && versionsRunning == 0 && takeAwaited(now);
    if (hasCome || now < recorder->wakesAt)
      return;
    recorder->isDormant = false;
  }
  if (fate == EntryFate::Refused)
    noteRefusal(r, liveIn);
  bool isGeneric = fate != EntryFate::Taken;
  // A root that has computed nothing on tensors yet is not worth a look at the heap.
  if (isGeneric && r->hits >= recordAt() && r->worked != 0 &&
      r->kinds.size() < kProfileBudget.kinds) {
    uint64_t kind = kindOf(root, liveIn);
    bool isNew = std::find(r->kinds.begin(), r->kinds.end(), kind) == r->kinds.end();
    bool recurs = r->hits <= kLastLook && isRecurring(r, liveIn);
    recorder->recurred += recurs && !isNew;
    if (isNew || recurs) {
      r->kinds.push_back(kind);
      record(r, liveIn);
    }
  }
  if (JN_UNLIKELY(isGeneric && r->hits >= r->nextLate))
    recordLate(r, liveIn);
  if (recorder->stopsEarly) {
    if (isComplete(r))
      stopEarly();
    return;
  }
  bool mayGrow = r->worked != 0 && recorder->tierUp && recorder->tierUp->isOpen();
  if (mayGrow && versionsRunning == 0)
    if (const jn_versions_def *made = recorder->tierUp->look(recorder->news))
      takeVersions(*made);
  if (JN_LIKELY((r->hits & (r->hits - 1)) != 0))
    return;
  // A program that is killed leaves what it has shown so far.
  bool isLast = r->hits >= kProfileBudget.counted && fate == EntryFate::NoVersion && !mayGrow;
  if (recorder->recorded != 0 && (isLast || Clock::now() - recorder->lastWritten > kWriteEvery))
    writeProfileNow();
  if (isLast) {
    root->state->closed = 1;
    r->isClosed = true;
  }
}

}  // namespace janus::speculate

using namespace janus;
using namespace janus::speculate;

void jn_probe_start(jn_module *module, const char *file, uint32_t flags,
                    const jn_tier_up_def *tier_up, jn_branch_probe *const *probes,
                    jn_branch_probe *const *end) {
  if (!recorder && (isSettled || flags & JN_PROBE_JOINS))
    return;
  if (!recorder) {
    std::optional<AwaitedVersions> versions;
    const std::string known = outOfEnvironment(kProfileKnown);
    if (std::string versionsFile = outOfEnvironment(kVersions); tier_up && !versionsFile.empty())
      versions.emplace(std::move(versionsFile), tier_up->program);
    // With those that are there from the start the program is as if compiled with them.
    if (const jn_versions_def *made =
            versions && known.empty() ? versions->look(Clock::now()) : nullptr) {
      isSettled = true;
      return setKnownVersions(made);
    }
    recorder = new Recorder;
    recorder->awaited = std::move(versions);
    const char *named = environmentOutput("JANUS_PROFILE", {"{\"format\": \"janus profile\""});
    recorder->file = named ? named : file ? file : "";
    // The program may change its folder.
    if (char folder[4096];
        !recorder->file.empty() && recorder->file[0] != '/' && getcwd(folder, sizeof folder))
      recorder->file = std::string(folder) + "/" + recorder->file;
    recorder->isKept = flags & JN_PROBE_KEPT;
    sleepWhileKnown(known);
    recorder->stopsEarly = getenv("JANUS_PROFILE_STOP") != nullptr;
    if (tier_up && tier_up->command[0] && !recorder->stopsEarly && isTierUpWanted())
      recorder->tierUp = std::make_unique<TierUp>(
          *tier_up, recorder->isKept && !named ? file : "",
          [](const std::string &path) { return writeWholeFile(path, profileText()); });
    moduleReadyHook = moduleReady;
  }
  if (!isProgram(module)) {
    ++module->head.refs;
    recorder->programs.push_back(module);
  }
  bool isKnown = std::any_of(recorder->branches.begin(), recorder->branches.end(),
                             [&](const auto &each) { return each.data() == probes; });
  if (!isKnown)
    recorder->branches.emplace_back(probes, end);
}
