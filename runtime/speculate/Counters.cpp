#include "speculate/Counters.h"

#include "janus/contract/Environment.h"
#include "speculate/Describe.h"
#include "speculate/JsonText.h"
#include "speculate/Log.h"
#include "speculate/WholeFile.h"
#include "value/object/Foreign.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string_view>
#include <unistd.h>

namespace janus::speculate {
namespace {

constexpr int kFormatVersion = 1;

std::vector<const RootState *> &allRoots() {
  static auto &roots = *new std::vector<const RootState *>;
  return roots;
}

// "not x > 3 (model.py:7) < model.py:20".
void splitName(GuardCounters &guard) {
  std::string_view text = guard.name;
  size_t close = text.rfind(')'), open = text.rfind(" (", close);
  if (close == text.npos || open == text.npos) {
    guard.expression = text;
    return;
  }
  guard.expression = text.substr(0, open);
  guard.place = text.substr(open + 2, close - open - 2);
  if (close + 4 < text.size())
    guard.calls = text.substr(close + 4);  // after " < "
}

VersionCounters countersOf(const Version &version) {
  const VersionCounts &n = version.counts;
  VersionCounters out;
  out.name = version.def->name;
  out.unusable = version.unusable;
  out.entered = n.entered;
  out.committed = n.committed;
  out.bound = n.bound;
  out.notBound = n.notBound;
  out.stale = n.stale;
  out.otherArguments = n.arguments;
  out.otherModes = n.modes;
  out.lastMode = version.lastMode;
  out.waited = n.waited;
  out.eagerOperations = n.work.eagerOperations;
  out.allocations = n.work.allocations();
  out.lastAllocation = n.lastAllocation;
  out.exposed = n.work.exposed;
  out.backOff = version.guards.level();
  out.gaveUp = version.guards.isExhausted();
  out.faults = version.guardFailures.back();
  out.lastFault = version.lastFault;
  for (auto &[assumption, count] : version.notBoundBecause)
    out.bindingFailures.push_back({assumption, count});
  // Guards are numbered in the order in which they are tested.
  uint64_t past = n.committed + out.faults;
  out.guards.resize(version.def->guard_count);
  for (uint32_t i = version.def->guard_count; i-- > 0;) {
    GuardCounters &guard = out.guards[i];
    const jn_guard_def &def = version.def->guards[i];
    guard.kind = def.kind;
    guard.name = def.name;
    splitName(guard);
    guard.expected = def.expected ? def.expected : "";
    guard.seen = describeNumber(version.guardSeen[i]);
    guard.held = past;
    guard.failed = version.guardFailures[i];
    past += guard.failed;
  }
  return out;
}

// The members of a JSON object.
class Members {
public:
  explicit Members(std::string &out) : out_(out) { out_ += '{'; }
  ~Members() { out_ += '}'; }
  std::string &name(const char *name) {
    out_ += isFirst_ ? "\"" : ", \"";
    isFirst_ = false;
    return out_ += std::string(name) + "\": ";
  }
  void text(const char *key, const std::string &value) { name(key) += jsonText(value); }
  void textIfAny(const char *key, const std::string &value) {
    if (!value.empty())
      text(key, value);
  }
  void number(const char *key, uint64_t value) { name(key) += std::to_string(value); }
  template <class Rows, class Write>
  void list(const char *key, const Rows &rows, const char *separator, Write write) {
    name(key) += '[';
    bool first = true;
    for (const auto &row : rows) {
      out_ += first ? separator + 1 : separator;
      first = false;
      write(row);
    }
    out_ += ']';
  }

private:
  std::string &out_;
  bool isFirst_ = true;
};

void write(std::string &out, const GuardCounters &guard) {
  Members object(out);
  object.text("kind", guard.kind);
  object.text("name", guard.name);
  object.text("expression", guard.expression);
  object.textIfAny("place", guard.place);
  object.textIfAny("calls", guard.calls);
  object.number("held", guard.held);
  object.number("failed", guard.failed);
  object.textIfAny("expected", guard.expected);
  object.textIfAny("seen", guard.seen);
}

void write(std::string &out, const VersionCounters &version) {
  Members object(out);
  object.text("version", version.name);
  object.textIfAny("unusable", version.unusable);
  object.number("entered", version.entered);
  object.number("committed", version.committed);
  object.number("faults", version.faults);
  object.textIfAny("last_fault", version.lastFault);
  object.number("bound", version.bound);
  object.number("not_bound", version.notBound);
  object.number("stale", version.stale);
  object.number("other_arguments", version.otherArguments);
  object.number("other_modes", version.otherModes);
  object.textIfAny("last_mode", version.lastMode);
  object.number("waited", version.waited);
  object.number("eager_operations", version.eagerOperations);
  object.number("allocations", version.allocations);
  object.number("last_allocation", version.lastAllocation);
  object.number("exposed", version.exposed);
  object.number("back_off", version.backOff);
  object.name("gave_up") += version.gaveUp ? "true" : "false";
  object.list("guards", version.guards, ",\n     ", [&](auto &guard) { write(out, guard); });
  object.list("binding_failures", version.bindingFailures, ",\n     ", [&](auto &failure) {
    Members each(out);
    each.text("assumption", failure.assumption);
    each.number("count", failure.count);
  });
}

}  // namespace

void addRoot(const RootState *root) {
  allRoots().push_back(root);
}

std::vector<RootCounters> counters() {
  std::vector<RootCounters> out;
  for (const RootState *state : allRoots()) {
    const jn_region_def &def = *state->root;
    RootCounters root{def.module,     def.function,     def.name,        def.line,
                      state->entries, state->committed, state->inPython, {}};
    for (const auto &version : state->versions)
      root.versions.push_back(countersOf(*version));
    out.push_back(std::move(root));
  }
  return out;
}

std::string toJson(const std::vector<RootCounters> &roots) {
  std::string out;
  {
    Members object(out);
    object.text("format", "janus counters");
    object.number("version", kFormatVersion);
    object.list("roots", roots, ",\n ", [&](const RootCounters &root) {
      Members each(out);
      each.text("module", root.module);
      each.text("function", root.function);
      each.text("region", root.region);
      each.number("line", root.line);
      each.number("entries", root.entries);
      each.number("tier2", root.committed);
      if (root.inPython != 0)
        each.number("python", root.inPython);
      each.list("versions", root.versions, ",\n   ", [&](auto &version) { write(out, version); });
    });
    std::vector<ForeignCrossings> crossings;
    if (&foreignInterface)
      crossings = foreignInterface.crossings();
    object.list("crossings", crossings, ",\n ", [&](const ForeignCrossings &crossing) {
      Members each(out);
      each.text("kind", crossing.kind);
      each.textIfAny("name", crossing.name);
      each.number("count", crossing.count);
      each.number("nanoseconds", static_cast<uint64_t>(crossing.seconds * 1e9));
    });
  }
  return out + "\n";
}

void writeReport() {
  const char *file = environmentOutput("JANUS_REPORT", {"{\"format\": \"janus counters\""});
  if (file && !writeWholeFile(file, toJson(counters())))
    fprintf(stderr, "janus: cannot write the report `%s`: %s\n", file, strerror(errno));
}

}  // namespace janus::speculate
