// janus_counters: what happened to roots, as Python objects.
#include "host/HostCall.h"

#include "speculate/Log.h"

namespace janus::host {
namespace {

using speculate::RootState;
using speculate::Version;

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

Value versionRow(const Version &version) {
  uint64_t failures = 0;
  for (uint64_t n : version.guardFailures)
    failures += n;
  const speculate::VersionCounts &n = version.counts;
  return Row()
      .add("name", makeStr(version.def->name))
      .add("entered", n.entered)
      .add("committed", n.committed)
      .add("bound", n.bound)
      .add("not_bound", n.notBound)
      .add("stale", n.stale)
      .add("guard_failures", failures)
      .release();
}

Value rootRow(const RootState &root) {
  Ref versions(jn_obj(newList(0)));
  for (const auto &version : root.versions) {
    Ref row(versionRow(*version));
    if (row.failed() || jn_list_append(versions.get(), row.get()) < 0)
      return jn_error();
  }
  return Row()
      .add("module", makeStr(root.root->module))
      .add("function", makeStr(root.root->name))
      .add("line", uint64_t{root.root->line})
      .add("entered", root.entries)
      .add("specialised", root.committed)
      .add("versions", versions.release())
      .release();
}

}  // namespace
}  // namespace janus::host

using namespace janus;
using namespace janus::host;

janus_status janus_counters(janus_value *out) {
  return valueCall(out, [] {
    Ref list(jn_obj(newList(0)));
    for (const RootState *root : speculate::allRoots()) {
      Ref row(rootRow(*root));
      if (row.failed() || jn_list_append(list.get(), row.get()) < 0)
        return jn_error();
    }
    return list.release();
  });
}
