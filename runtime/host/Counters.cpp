// janus_counters: what happened to roots, as Python objects.
#include "host/HostCall.h"

#include "speculate/Counters.h"
#include "value/call/Work.h"

namespace janus::host {
namespace {

using speculate::GuardCounters;
using speculate::RootCounters;
using speculate::VersionCounters;

// A dict of names and owned values; JN_ERROR values make it fail.
class Row {
public:
  Row() : dict_(jn_obj(newDict())) {}
  Row &add(const char *name, Value owned) {
    Ref v(owned);
    failed_ |= v.failed() || dictSet(dict_.as<jn_dict>(), internStr(name), v.get()) < 0;
    return *this;
  }
  Row &add(const char *name, uint64_t count) {
    return add(name, jn_int(static_cast<int64_t>(count)));
  }
  Value release() { return failed_ ? jn_error() : dict_.release(); }

private:
  Ref dict_;
  bool failed_ = false;
};

// A list of rows.
template <class Items, class Make>
Value listOf(const Items &items, Make make) {
  Ref list(jn_obj(newList(0)));
  for (const auto &item : items) {
    Ref row(make(item));
    if (row.failed() || jn_list_append(list.get(), row.get()) < 0)
      return jn_error();
  }
  return list.release();
}

Value guardRow(const GuardCounters &guard) {
  return Row()
      .add("kind", makeStr(guard.kind))
      .add("name", makeStr(guard.name))
      .add("held", guard.held)
      .add("failed", guard.failed)
      .add("expected", makeStr(guard.expected))
      .add("seen", makeStr(guard.seen))
      .release();
}

Value versionRow(const VersionCounters &version) {
  uint64_t failures = version.faults;
  for (const GuardCounters &guard : version.guards)
    failures += guard.failed;
  return Row()
      .add("name", makeStr(version.name))
      .add("entered", version.entered)
      .add("committed", version.committed)
      .add("bound", version.bound)
      .add("not_bound", version.notBound)
      .add("stale", version.stale)
      .add("guard_failures", failures)
      .add("eager_operations", version.eagerOperations)
      .add("allocations", version.allocations)
      .add("last_allocation", version.lastAllocation)
      .add("exposed", version.exposed)
      .add("gave_up", jn_bool(version.gaveUp))
      .add("guards", listOf(version.guards, guardRow))
      .release();
}

Value rootRow(const RootCounters &root) {
  return Row()
      .add("module", makeStr(root.module))
      .add("function", makeStr(root.region))
      .add("line", uint64_t{root.line})
      .add("entered", root.entries)
      .add("specialised", root.committed)
      .add("versions", listOf(root.versions, versionRow))
      .release();
}

Value totals() {
  Work work = workDone;  // before the dict
  uint64_t entered = 0, specialised = 0;
  for (const RootCounters &root : speculate::counters()) {
    entered += root.entries;
    specialised += root.committed;
  }
  return Row()
      .add("entered", entered)
      .add("specialised", specialised)
      .add("eager_operations", work.eagerOperations)
      .add("allocations", work.allocations())
      .add("exposed", work.exposed)
      .release();
}

}  // namespace
}  // namespace janus::host

using namespace janus;
using namespace janus::host;

janus_status janus_counters(janus_value *out) {
  return valueCall(out, [] { return listOf(speculate::counters(), rootRow); });
}

janus_status janus_totals(janus_value *out) {
  return valueCall(out, totals);
}
