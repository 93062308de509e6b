#include "value/call/Overriding.h"

#include "value/object/Types.h"

#include <utility>

namespace janus {

OverrideInterface overrideInterface;

Value nameOfAnswers() {
  return JN_NAME("__torch_function__");
}

bool noteAnswers(Type *type) {
  Value answer = lookupInType(type, nameOfAnswers());
  bool answers = answer.tag != JN_UNBOUND && answer.tag != JN_NONE &&
                 !(answer.tag == JN_OBJECT && answer.o == overrideInterface.never);
  if (answers)
    type->typeFlags |= kTypeAnswers;
  else
    type->typeFlags &= ~uint32_t{kTypeAnswers};
  if (answers && !std::exchange(overrideInterface.isNeeded, true) && overrideInterface.begin &&
      !overrideInterface.begin())
    return false;
  for (size_t i = 0; i < subclassCount(type); ++i)
    if (!noteAnswers(subclassAt(type, i)))
      return false;
  return true;
}

}  // namespace janus
