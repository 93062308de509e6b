// Argument checks of native functions, with Python's texts.
#include "value/object/DataTypes.h"

namespace janus {

bool checkCount(const char *fname, size_t count, size_t min, size_t max) {
  if (count >= min && count <= max)
    return true;
  size_t bound = count < min ? min : max;
  const char *how = min == max ? "" : count < min ? "at least " : "at most ";
  raise(jn_exc_TypeError, "%s expected %s%zu argument%s, got %zu", fname, how, bound,
        bound == 1 ? "" : "s", count);
  return false;
}

bool refuseKeywords(const char *fname, Value kwnames) {
  if (keywordCount(kwnames) == 0)
    return true;
  raise(jn_exc_TypeError, "%s() takes no keyword arguments", fname);
  return false;
}

}  // namespace janus
