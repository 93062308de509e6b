#include "bridge/ModuleAttributes.h"

#include "bridge/Session.h"

#include <cstring>
#include <utility>

namespace janus::bridge {
namespace {

const char kNotKnown = 0;  // where namespaces have no version

bool hasPlace(const ForeignObject &module) {
  return module.space && module.space != &kNotKnown;
}
// Python keeps the module, and it its namespace, for as long as the handle is here.
uint64_t versionOf(const ForeignObject &module) {
  uint64_t version;
  memcpy(&version, module.space, sizeof(version));
  return version;
}

bool isNamed(Value name) {
  return name.o->flags & JN_FLAG_IMMORTAL && utf8Of(name).substr(0, 2) != "__";
}

}  // namespace

Value ModuleAttributes::find(const ForeignObject &module, Value name) const {
  if (!hasPlace(module))
    return jn_unbound();
  auto it = entries_.find({module.id, name.o});
  return it != entries_.end() && it->second.version == versionOf(module) ? jn_own(it->second.value)
                                                                         : jn_unbound();
}

void ModuleAttributes::remember(ForeignObject &module, Value name, Value v) {
  bool isPlain = v.tag == JN_INT || v.tag == JN_FLOAT || v.tag == JN_BOOL || isForeign(v);
  if (!isPlain || !isNamed(name))
    return;
  constexpr int kMostRenewals = 8;
  Session *s = Session::running();
  if (auto it = entries_.find({module.id, name.o});
      it != entries_.end() && it->second.renewals > kMostRenewals)
    return;
  if (!module.space) {
    module.space = &kNotKnown;
    Ref place(s->ask(ToPython::ModuleSpace, {jn_obj(&module.head)}));
    if (place.failed())
      clearError();
    if (s != Session::running())
      return;
    if (place.get().tag == JN_INT)
      module.space = reinterpret_cast<const void *>(place.get().i);
  }
  if (!hasPlace(module))
    return;
  // Only now is the version known that the answer belongs to.
  uint64_t version = versionOf(module);
  Ref again(s->ask(ToPython::OwnAttribute, {jn_obj(&module.head), name}));
  if (again.failed())
    clearError();
  if (s != Session::running() || again.get().tag != v.tag || again.get().i != v.i ||
      version != versionOf(module))
    return;
  Entry &entry = entries_[{module.id, name.o}];
  Ref old(std::exchange(entry.value, jn_own(v)));
  entry.version = version;
  ++entry.renewals;
}

void ModuleAttributes::clear() {
  for (auto &[key, entry] : std::exchange(entries_, {}))
    jn_decref(entry.value);
}

}  // namespace janus::bridge
