#include "speculate/Obstacle.h"

#include "janus/contract/ClassNames.h"
#include "speculate/Assumptions.h"
#include "speculate/ObjectNames.h"
#include "speculate/Programs.h"
#include "speculate/Version.h"
#include "value/object/Types.h"

namespace janus::speculate {
namespace {

// The value at the end of one path, which is walked from its root. Classes have to be found by what
// other paths lead to: nothing for those.
Value valueAt(const Version &version, uint32_t id, const Value *liveIn) {
  const PathNode &node = version.paths.nodes()[id];
  switch (node.kind) {
  case JN_STEP_OPERAND:
  case JN_STEP_SLOT: return liveIn[node.index];
  case JN_STEP_MODULE: return moduleCalled(node.key);
  case JN_STEP_CLASS: return jn_unbound();
  default: break;
  }
  bool isAtObject = node.kind == JN_STEP_ITEM_AT;
  Value key = isAtObject ? valueAt(version, node.index, liveIn) : jn_unbound();
  std::vector<Object *> passed;
  return stepInto(node, valueAt(version, node.parent, liveIn), key, &passed).value();
}

bool holdsNow(const Check &check, Value v) {
  switch (check.kind) {
  case JN_ASSUME_CLASS:
    return v.tag >= JN_NONE && className(knownClassOf(v)) == nameOfClass(check.text);
  case JN_ASSUME_CONSTANT: return isConstant(v, check.key);
  case JN_ASSUME_LENGTH: return lengthOf(v) == check.number;
  default: return false;
  }
}

}  // namespace

bool Obstacle::isGone(const Version &version, const Value *liveIn) const {
  switch (kind) {
  case Kind::Check: {
    const Check &check = version.checks[index];
    Value v = valueAt(version, check.node, liveIn);
    return v.tag != JN_UNBOUND && holdsNow(check, v);
  }
  case Kind::Input: {
    const Input &input = version.inputs[index];
    Value v = valueAt(version, input.node, liveIn);
    return v.tag != JN_UNBOUND && input.fits(v) && !(input.isTensor() && needsEngine(v));
  }
  case Kind::Unknown: break;
  }
  return false;
}

}  // namespace janus::speculate
