// Regions, and operations that are one call of the C interface.

#include "Codegen/Cpp/FunctionEmitter.h"

namespace janus::codegen {

using ir::Opcode;
using ir::OpId;
using ir::RegionId;
using ir::ValueId;

namespace {

enum class ShimResult : uint8_t { None, Value, Status, Truth };
struct Shim {
  const char *function = nullptr;
  ShimResult result = ShimResult::None;
};

Shim shimOf(Opcode opcode) {
  switch (opcode) {
#define JANUS_SHIM(Op, name, Result)                                                               \
  case Opcode::Op: {                                                                               \
    return {name, ShimResult::Result};                                                             \
  }
#include "Codegen/Cpp/Shims.def"
  default: return {};
  }
}

bool isComparison(Opcode opcode) {
  return opcode >= Opcode::PyEq && opcode <= Opcode::PyGe;
}

}  // namespace

bool FunctionEmitter::emitRegion(RegionId region) {
  for (ValueId argument : function_.region(region).arguments)
    if (facts_.lastUse(argument, region) < 0 && llvm::is_contained(live_, argument))
      drop(argument);
  return emitOps(region, 0, function_.region(region).ops.size());
}

bool FunctionEmitter::emitOps(RegionId region, int first, int last) {
  for (int i = first; i < last; ++i) {
    OpId id = function_.region(region).ops[i];
    if (isFusedCompare(id) || isFusedSlice(id))
      continue;  // the operation behind it does both; operands live until then
    if (!emitOp(id))
      return false;
    dropFinished(region, i);
  }
  return true;
}

bool FunctionEmitter::emitOp(OpId id) {
  place(op(id).span);
  switch (op(id).opcode) {
  case Opcode::If: return emitIf(id);
  case Opcode::While: return emitWhile(id);
  case Opcode::For: return emitFor(id);
  case Opcode::Try: return emitTry(id);
  case Opcode::Region: return emitRoot(id);
  case Opcode::PyAsException: return emitValueUnchecked(id, "jn_own(" + arguments(id) + ")"), true;
  case Opcode::PyYield: return emitYield(id), true;
  case Opcode::PyYieldFrom:
    return emitDelegate(id, "jn_yield_from_iter(g, " + arguments(id) + ")"), true;
  case Opcode::PyAwait:
    return emitDelegate(id, "jn_await_iter(" + arguments(id) + ", " +
                                std::to_string(function_.intAttribute(id, "of")) + ")"),
           true;
  default: break;
  }
  if (ir::has(op(id).opcode, ir::Terminator))
    return emitTerminator(id);
  if (emitShim(id) || emitStorage(id) || emitCall(id) || emitObject(id) || emitDefinition(id) ||
      emitTyped(id))
    return true;
  // Tier 2's operations have no generic form; the verifier of this stage refuses them before.
  line("__builtin_trap();  // " + ir::info(op(id).opcode).name);
  for (ValueId result : op(id).results)
    define(result);
  return true;
}

void FunctionEmitter::emitValue(OpId id, const llvm::Twine &call) {
  ValueId result = op(id).results[0];
  std::string text = call.str();
  std::string check = checked(id) ? failLabel(id) : "";
  define(result);
  const ValueState &state = values_[result];
  std::string target =
      state.rep == Rep::Boxed ? state.text : variable("jn_value", "x", /*inFrame=*/false);
  line(target + " = " + text + ";");
  finishValue(result, target, check);
}

void FunctionEmitter::emitValueUnchecked(OpId id, const llvm::Twine &call) {
  ValueId result = op(id).results[0];
  define(result);
  line(values_[result].text + " = " + call + ";");
  setLive(result);
}

// Checks the jn_value just stored in `target`, and unboxes it where the result has another form.
void FunctionEmitter::finishValue(ValueId result, const std::string &target,
                                  const std::string &check) {
  const ValueState &state = values_[result];
  if (!check.empty())
    line("JN_CHECK(" + target + ", " + check + ");");
  if (state.rep == Rep::Truth)
    line(state.text + " = " + target + ".i != 0;");
  else if (state.rep == Rep::Double)
    line(state.text + " = " + target + ".f;");
  setLive(result);
}

void FunctionEmitter::emitStatus(OpId id, const llvm::Twine &call) {
  if (checked(id))
    line("JN_CHECK_STATUS(" + call + ", " + failLabel(id) + ");");
  else
    line(call + ";");
}

void FunctionEmitter::emitTruth(OpId id, const llvm::Twine &call) {
  ValueId result = op(id).results[0];
  std::string text = call.str();
  std::string check = checked(id) ? failLabel(id) : "";
  define(result);
  const ValueState &state = values_[result];
  std::string target =
      state.rep == Rep::Truth ? state.text : variable("int", "x", /*inFrame=*/false);
  line(target + " = " + text + ";");
  if (!check.empty())
    line("JN_CHECK_STATUS(" + target + ", " + check + ");");
  if (state.rep != Rep::Truth)
    line(state.text + " = jn_bool(" + target + ");");
  setLive(result);
}

void FunctionEmitter::emitDouble(OpId id, const llvm::Twine &expression) {
  ValueId result = op(id).results[0];
  std::string text = expression.str();
  define(result);
  const ValueState &state = values_[result];
  line(state.text + " = " + (state.rep == Rep::Double ? text : "jn_float(" + text + ")") + ";");
  setLive(result);
}

// Operations with an inline fast path are called out of line where that path does not pay:
// operators in code that runs once, items also outside of loops.
std::string FunctionEmitter::shimName(OpId id, llvm::StringRef function) const {
  Opcode opcode = op(id).opcode;
  bool isOperator = opcode >= Opcode::PyAdd && opcode <= Opcode::PyGe;
  bool isItem = opcode == Opcode::PyGetItem || opcode == Opcode::PySetItem;
  bool outOfLine = (isOperator && heat() == Heat::Once) || (isItem && heat() != Heat::Loop);
  return outOfLine ? (function + "_slow").str() : function.str();
}

// The operation right behind `id`, if it alone uses the result of `id`.
OpId FunctionEmitter::onlyUserBehind(OpId id) const {
  const auto &ops = function_.region(op(id).parent).ops;
  size_t next = facts_.position(id) + 1;
  ValueId result = op(id).results[0];
  if (facts_.useCount(result) != 1 || next >= ops.size() ||
      !llvm::is_contained(op(ops[next]).operands, result))
    return OpId();
  return ops[next];
}

// `%c = py.lt %a, %b` before `py.truth %c`.
bool FunctionEmitter::isFusedCompare(OpId id) const {
  if (!isComparison(op(id).opcode) || heat() == Heat::Once ||
      repOf(op(id).results[0]) != Rep::Boxed)
    return false;
  OpId user = onlyUserBehind(id);
  return user && op(user).opcode == Opcode::PyTruth;
}

// `%s = py.slice %a, %b, %c` before `py.getitem %o, %s` or `py.setitem %o, %s, %v`.
bool FunctionEmitter::isFusedSlice(OpId id) const {
  OpId user = op(id).opcode == Opcode::PySlice ? onlyUserBehind(id) : OpId();
  bool isItem =
      user && (op(user).opcode == Opcode::PyGetItem || op(user).opcode == Opcode::PySetItem);
  return isItem && op(user).operands[1] == op(id).results[0];
}

// False: the item's key is no slice of its own.
bool FunctionEmitter::emitSlicedItem(OpId id) {
  bool isStore = op(id).opcode == Opcode::PySetItem;
  if (!isStore && op(id).opcode != Opcode::PyGetItem)
    return false;
  OpId slice = function_.value(op(id).operands[1]).definedBy;
  if (!slice.valid() || !isFusedSlice(slice) || onlyUserBehind(slice) != id)
    return false;
  const ir::Constant *step = constantOf(op(slice).operands[2]);
  bool isPlain = step && step->kind == ir::Constant::Kind::None;
  std::string bounds = read(op(id).operands[0]) + ", " + read(op(slice).operands[0]) + ", " +
                       read(op(slice).operands[1]);
  std::string all = bounds + ", " + read(op(slice).operands[2]);
  if (isStore)
    emitStatus(id, "jn_setslice(" + all + ", " + read(op(id).operands[2]) + ")");
  else
    emitValue(id, isPlain ? "jn_getslice(" + bounds + ")" : "jn_getslice_by(" + all + ")");
  return true;
}

const ir::Constant *FunctionEmitter::constantOf(ValueId value) const {
  OpId definition = function_.value(value).definedBy;
  if (!definition.valid() || op(definition).opcode != Opcode::Const)
    return nullptr;
  return &context_.module.constant(function_.constAttribute(definition, "value"));
}

// `%1 = slot.load $x; ...; %2 = py.iadd %1, %b; slot.store $x %2`, where $x is still what %1 is.
bool FunctionEmitter::addsToSlot(OpId id) const {
  OpId store = onlyUserBehind(id), load = function_.value(op(id).operands[0]).definedBy;
  if (!store.valid() || op(store).opcode != Opcode::SlotStore || !load.valid() ||
      op(load).opcode != Opcode::SlotLoad || facts_.useCount(op(id).operands[0]) != 1)
    return false;
  ir::SlotId slot = function_.slotAttribute(store, "slot");
  return slot == function_.slotAttribute(load, "slot") && !slots_[slot].borrowed &&
         function_.slots[slot].kind == ir::SlotKind::Local &&
         values_[op(id).operands[0]].text == slots_[slot].text;
}

// `%1 = global.load "x"; ...; %2 = py.iadd %1, %b; global.store "x" %2`
bool FunctionEmitter::addsToGlobal(OpId id) const {
  OpId store = onlyUserBehind(id), load = function_.value(op(id).operands[0]).definedBy;
  return store.valid() && op(store).opcode == Opcode::GlobalStore && load.valid() &&
         op(load).opcode == Opcode::GlobalLoad &&
         function_.stringAttribute(store, "name") == function_.stringAttribute(load, "name");
}

// An addition that ends its left operand hands it over, so that a string grows in place.
bool FunctionEmitter::emitTakingAdd(OpId id) {
  Opcode opcode = op(id).opcode;
  if (opcode != Opcode::PyAdd && opcode != Opcode::PyIAdd)
    return false;
  ValueId left = op(id).operands[0];
  if (values_[left].rep != Rep::Boxed || values_[left].inFrame ||
      (!addsToSlot(id) && !endsAt(id, 0)))
    return false;
  std::string name = opcode == Opcode::PyIAdd ? "iadd" : "add", call;
  if (heat() == Heat::Loop && addsToGlobal(id)) {
    llvm::StringRef global = function_.stringAttribute(function_.value(left).definedBy, "name");
    call = "jn_global_" + name + "(M, " + context_.constants.string(global) + ", ";
  } else {
    call = "jn_" + name + (heat() == Heat::Once ? "_taking_slow(" : "_taking(");
  }
  call += arguments(id) + ")";
  std::string check = failLabel(id);
  forget(left);
  ValueId result = op(id).results[0];
  define(result);
  std::string target = values_[result].rep == Rep::Boxed
                           ? values_[result].text
                           : variable("jn_value", "x", /*inFrame=*/false);
  line(target + " = " + call + ";");
  finishValue(result, target, check);
  return true;
}

void FunctionEmitter::emitTruthOf(OpId id) {
  ValueId operand = op(id).operands[0];
  OpId compare = function_.value(operand).definedBy;
  if (compare.valid() && isFusedCompare(compare)) {
    emitTruth(id, llvm::Twine(shimOf(op(compare).opcode).function) + "_truth(" +
                      arguments(compare) + ")");
    return;
  }
  if (values_[operand].rep == Rep::Truth)
    return alias(op(id).results[0], values_[operand].text, Rep::Truth, /*counted=*/false);
  if (values_[operand].rep == Rep::Double) {
    define(op(id).results[0]);
    line(values_[op(id).results[0]].text + " = " + values_[operand].text + " != 0.0;");
    return;
  }
  emitTruth(id, (heat() == Heat::Once ? "jn_truth_slow(" : "jn_truth(") + arguments(id) + ")");
}

bool FunctionEmitter::emitShim(OpId id) {
  Shim shim = shimOf(op(id).opcode);
  if (shim.result == ShimResult::None)
    return false;
  if (op(id).opcode == Opcode::PyTruth)
    return emitTruthOf(id), true;
  if (emitTakingAdd(id))
    return true;
  if (emitSlicedItem(id) || emitLoopStart(id))
    return true;
  std::string call = shimName(id, shim.function) + "(" + arguments(id) + ")";
  switch (shim.result) {
  case ShimResult::Value: emitValue(id, call); break;
  case ShimResult::Status: emitStatus(id, call); break;
  case ShimResult::Truth: emitTruth(id, call); break;
  case ShimResult::None: break;
  }
  return true;
}

}  // namespace janus::codegen
