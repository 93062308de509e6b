#include "speculate/Log.h"

#include "speculate/Binding.h"
#include "speculate/Counters.h"
#include "speculate/Describe.h"
#include "speculate/Probes.h"
#include "value/error/Trace.h"

#include "janus/contract/Environment.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

namespace janus::speculate {
namespace {

constexpr size_t kMostReasons = 32;  // kept apart for a version

void traceFailure(const Version &version, const std::string &what) {
  std::string arguments = "\"reason\": ";
  TraceFile::appendText(arguments, what);
  traceFile->instant(std::string(version.root->name) + " stays generic", "guard", arguments);
}

// "expected == 5, seen 7", or nothing.
std::string comparison(const std::string &expected, const std::string &seen) {
  return expected.empty() || seen.empty() ? "" : ": expected " + expected + ", seen " + seen;
}

void sayBackOff(const Version &version) {
  if (version.guards.isExhausted())
    fprintf(stderr, "janus: %s: gave up after %" PRIu64 " failures of %" PRIu64 " entries\n",
            version.root->name, version.counts.entered - version.counts.committed,
            version.counts.entered);
  else if (version.guards.level() > 0)
    fprintf(stderr, "janus: %s: from now on every %u. entry is tried\n", version.root->name,
            1u << version.guards.level());
}

}  // namespace

const LogOptions &logOptions() {
  static const LogOptions options = [] {
    LogOptions chosen;
    const char *text = environmentText("JANUS_LOG");
    for (std::string_view rest = text ? text : ""; !rest.empty();) {
      size_t comma = std::min(rest.find(','), rest.size());
      std::string_view word = rest.substr(0, comma);
      rest.remove_prefix(std::min(comma + 1, rest.size()));
      if (word == "guards")
        chosen.guards = true;
      else if (word == "summary")
        chosen.summary = true;
      else
        sayUnusable("JANUS_LOG", std::string(word).c_str(),
                    quotedList({"guards", "summary"}) + ", or both with a comma between");
    }
    return chosen;
  }();
  return options;
}

void noteGuardFailure(Version &version, uint32_t guard) {
  bool fault = guard >= version.def->guard_count;
  ++version.guardFailures[fault ? version.def->guard_count : guard];
  if (JN_LIKELY(!logOptions().guards && !traceFile))
    return;
  std::string what = "fault: " + version.lastFault;
  if (!fault) {
    const jn_guard_def &def = version.def->guards[guard];
    what = std::string(def.kind) + " `" + def.name + "` failed" +
           comparison(def.expected ? def.expected : "", describeNumber(version.guardSeen[guard]));
  }
  if (traceFile)
    traceFailure(version, what);
  if (!logOptions().guards)
    return;
  fprintf(stderr, "janus: %s: %s\n", version.root->name, what.c_str());
}

void backOff(Version &version) {
  version.guards.failed(version.failedEarly);
  if (logOptions().guards)
    sayBackOff(version);
}

void noteBindingFailure(Version &version, const Finding &why) {
  auto known = version.notBoundBecause.find(why.assumption);
  if (known != version.notBoundBecause.end())
    ++known->second;
  else
    ++version.notBoundBecause[version.notBoundBecause.size() < kMostReasons ? why.assumption
                                                                            : "others"];
  if (JN_LIKELY(!logOptions().guards && !traceFile))
    return;
  std::string what = "not bound: expected " + why.assumption + ", seen " + why.found;
  if (traceFile)
    traceFailure(version, what);
  if (logOptions().guards)
    fprintf(stderr, "janus: %s: %s\n", version.root->name, what.c_str());
}

void printSummary() {
  std::vector<RootCounters> roots = counters();
  if (roots.empty())
    fprintf(stderr, "janus: no specialised root was entered: %s\n",
            isRecording() ? "this run records the profile" : "`janusc explain` says why");
  if (uint32_t count = versionsTaken())
    fprintf(stderr, "janus: versions came %u times while the program ran\n", count);
  for (const RootCounters &root : roots) {
    fprintf(stderr, "janus: root %s:%s line %u: entered %" PRIu64 ", tier 2 %" PRIu64,
            root.module.c_str(), root.region.c_str(), root.line, root.entries, root.committed);
    if (root.inPython != 0)
      fprintf(stderr, ", in Python %" PRIu64, root.inPython);
    fputc('\n', stderr);
    for (const VersionCounters &v : root.versions) {
      const char *name = v.name.c_str();
      if (!v.unusable.empty())
        fprintf(stderr, "janus:   version %s: not used: %s\n", name, v.unusable.c_str());
      fprintf(stderr,
              "janus:   version %s: entered %" PRIu64 ", committed %" PRIu64 ", bound %" PRIu64
              ", not bound %" PRIu64 ", stale %" PRIu64 ", other arguments %" PRIu64
              ", waited %" PRIu64 "\n",
              name, v.entered, v.committed, v.bound, v.notBound, v.stale, v.otherArguments,
              v.waited);
      if (v.otherModes != 0)
        fprintf(stderr, "janus:   version %s: other modes %" PRIu64 ", the last one: %s\n", name,
                v.otherModes, v.lastMode.c_str());
      for (const GuardCounters &guard : v.guards) {
        fprintf(stderr, "janus:     %s `%s`: failed %" PRIu64 "\n", guard.kind.c_str(),
                guard.name.c_str(), guard.failed);
        std::string last = guard.failed ? comparison(guard.expected, guard.seen) : "";
        if (!last.empty())
          fprintf(stderr, "janus:       at last%s\n", last.c_str());
      }
      if (v.faults != 0)
        fprintf(stderr, "janus:     fault: %" PRIu64 " times, at last: %s\n", v.faults,
                v.lastFault.c_str());
      for (const BindingFailure &each : v.bindingFailures)
        fprintf(stderr, "janus:     not %s: %" PRIu64 " times\n", each.assumption.c_str(),
                each.count);
      if (v.gaveUp)
        fprintf(stderr, "janus:   version %s: gave up\n", name);
      else if (v.backOff > 0)
        fprintf(stderr, "janus:   version %s: every %u. entry is tried\n", name, 1u << v.backOff);
    }
  }
}

}  // namespace janus::speculate
