#include "value/container/IteratorState.h"

#include "value/container/Sequence.h"

#include <algorithm>

namespace janus {

Value builtinFunction(const char *name) {
  Ref module(jn_import(nullptr, JN_NAME("builtins"), 1));
  if (module.failed())
    return jn_error();
  return getattr(module.get(), internStr(name));
}

Value reduceIterator(const char *builtin, Value sequence, int64_t index, Value empty) {
  bool ended = !given(sequence);
  Ref function(builtinFunction(ended ? "iter" : builtin));
  if (function.failed())
    return jn_error();
  Ref arguments(makeTuple({ended ? empty : sequence}));
  return ended ? makeTuple({function.get(), arguments.get()})
               : makeTuple({function.get(), arguments.get(), jn_int(index)});
}

Value reduceToList(Value copy) {
  Ref rest(jn_obj(newList(0)));
  if (jn_list_extend(rest.get(), copy) < 0)
    return jn_error();
  return reduceIterator("iter", jn_unbound(), 0, rest.get());
}

Value reduceToCall(Value iterator, Value arguments) {
  return makeTuple({jn_obj(typeOf(iterator)), arguments});
}

bool stateOfIterator(Value state, int64_t low, int64_t high, int64_t *out) {
  if (!toInt64(state, out))
    return false;
  *out = std::clamp(*out, low, std::max(low, high));
  return true;
}

}  // namespace janus
