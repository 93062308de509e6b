// What a root's numbers were at other entries than the one that was recorded: the last batch of an
// epoch is shorter, the first epoch prints more.
#include "Transforms/Profile/Profile.h"

namespace janus::speculate {

namespace {

// False: it is no int, or has that value.
bool setNumber(RootProfile &root, llvm::StringRef path, int64_t to) {
  ProfileValue *place = nullptr;
  unsigned index;
  if (path.consume_front("$")) {
    for (NamedValue &slot : root.slots)
      if (slot.name == path)
        place = &slot.value;
  } else if (path.consume_front("%") && !path.getAsInteger(10, index) &&
             index < root.liveIns.size()) {
    place = &root.liveIns[index];
  }
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
