// Numbers of a root at other entries than the one that was recorded: the last batch of an epoch is
// shorter, the first epoch prints more.
#include "IR/AccessPath.h"
#include "Transforms/Profile/Profile.h"

namespace janus::speculate {

namespace {

// The live-in or slot of a root under that path; null: it has none.
ProfileValue *liveInAt(RootProfile &root, llvm::StringRef text) {
  std::optional<ir::AccessPath> path = ir::parsePath(text);
  if (!path || path->size() != 1)
    return nullptr;
  const ir::PathStep &step = path->front();
  if (step.kind == JN_STEP_OPERAND)
    return step.index < root.liveIns.size() ? &root.liveIns[step.index] : nullptr;
  for (NamedValue &slot : root.slots)
    if (step.kind == JN_STEP_SLOT && slot.name == step.name)
      return &slot.value;
  return nullptr;
}

// False: it is no int, or has that value.
bool setNumber(RootProfile &root, llvm::StringRef path, int64_t to) {
  ProfileValue *place = liveInAt(root, path);
  auto *number = place ? std::get_if<int64_t>(&place->value) : nullptr;
  if (!number || *number == to)
    return false;
  *number = to;
  return true;
}

}  // namespace

std::vector<RootProfile> RootProfile::atExtremes() const {
  std::vector<RootProfile> all;
  RootProfile most = *this;
  unsigned changed = 0;
  for (const Extremes &each : extremes)
    changed += setNumber(most, each.path, each.most);
  if (changed > 1)
    all.push_back(std::move(most));
  for (int64_t Extremes::*end : {&Extremes::most, &Extremes::least})
    for (const Extremes &each : extremes) {
      RootProfile other = *this;
      if (setNumber(other, each.path, each.*end))
        all.push_back(std::move(other));
    }
  return all;
}

}  // namespace janus::speculate
