// Builtin functions on collections: len sorted any all.
#include "value/builtin/BuiltinTables.h"
#include "value/container/Sequence.h"

namespace janus {
namespace {

Value lenFn(const Value *args, size_t, Value) {
  int64_t n = length(args[0]);
  return n < 0 ? jn_error() : jn_int(n);
}

Value sortedFn(const Value *args, size_t count, Value kwnames) {
  if (!checkCount("sorted", count - keywordCount(kwnames), 1, 1))
    return jn_error();
  Value out[3];
  if (!parseArgs("sort", {"", "key", "reverse"}, 1, 1, args, count, kwnames, out))
    return jn_error();
  int64_t reverse = 0;
  if (given(out[2]) && out[2].tag == JN_BOOL)
    reverse = out[2].i;
  else if (given(out[2]) && !toInt64(out[2], &reverse))
    return jn_error();
  Ref list(listFrom(args[0]));
  if (list.failed() || listSort(list.get(), given(out[1]) ? out[1] : jn_none(), reverse != 0) < 0)
    return jn_error();
  return list.release();
}

// Whether the iterable has an item whose truth is `Wanted`.
template <bool Wanted>
int search(Value iterable) {
  int found = 0;
  bool good = forEach(iterable, [&](Value item) {
    int truth = jn_truth(item);
    if (truth < 0)
      found = -1;
    else if (truth == Wanted)
      found = 1;
    return found == 0;
  });
  return good ? 0 : found == 0 ? -1 : found;
}
Value anyFn(const Value *args, size_t, Value) {
  int found = search<true>(args[0]);
  return found < 0 ? jn_error() : jn_bool(found);
}
Value allFn(const Value *args, size_t, Value) {
  int found = search<false>(args[0]);
  return found < 0 ? jn_error() : jn_bool(!found);
}

}  // namespace

const MethodDef kSequenceBuiltins[] = {{"len", lenFn, 1, 1},
                                       {"sorted", sortedFn, 0, -1, true},
                                       {"any", anyFn, 1, 1},
                                       {"all", allFn, 1, 1},
                                       {}};

}  // namespace janus
