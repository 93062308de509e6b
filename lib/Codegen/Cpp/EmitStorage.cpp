// Constants, slots, globals and the names of class bodies.

#include "Codegen/Cpp/FunctionEmitter.h"

namespace janus::codegen {

using ir::Constant;
using ir::Opcode;
using ir::OpId;
using ir::SlotId;
using ir::SlotKind;
using ir::ValueId;

void FunctionEmitter::emitConstant(OpId id) {
  ValueId result = op(id).results[0];
  ir::ConstId constId = function_.constAttribute(id, "value");
  const Constant &constant = context_.module.constant(constId);
  switch (constant.kind) {
  case Constant::Kind::Float:
    return alias(result, floatLiteral(constant.number), Rep::Double, /*counted=*/false);
  case Constant::Kind::True: return alias(result, "true", Rep::Truth, /*counted=*/false);
  case Constant::Kind::False: return alias(result, "false", Rep::Truth, /*counted=*/false);
  default: break;
  }
  std::string text = context_.constants.expression(constId);
  alias(result, text, Rep::Boxed, /*counted=*/text[0] == 'K');
}

// True when the slot stays as it is from `load` to the last use of the loaded value.
bool FunctionEmitter::mayBorrow(OpId load, SlotId slot) const {
  ValueId value = op(load).results[0];
  if (slots_[slot].borrowed)
    return true;
  ir::RegionId region = op(load).parent;
  int last = facts_.lastUse(value, region);
  // A store takes its operand before it drops what the slot held.
  Opcode user = last < 0 ? Opcode::SlotLoad : op(function_.region(region).ops[last]).opcode;
  if (user == Opcode::SlotStore)
    --last;
  return !facts_.isWrittenWithin(slot, region, facts_.position(load) + 1, last);
}

// The call that raises the error of a load from an unbound slot. `super()` has its own: it loads
// its class and its object right before.
std::string FunctionEmitter::raiseUnbound(OpId load, const ir::Slot &slot) {
  const auto &ops = function_.region(op(load).parent).ops;
  size_t at = facts_.position(load);
  for (size_t next = at + 1; next < std::min(at + 3, ops.size()); ++next)
    if (op(load).opcode == Opcode::SlotLoad && op(ops[next]).opcode == Opcode::PySuper) {
      llvm::ArrayRef<ValueId> operands = op(ops[next]).operands;
      if (operands[1] == op(load).results[0])
        return "jn_super(" + read(operands[0]) + ", jn_unbound());";
      if (operands[0] == op(load).results[0])
        return "jn_super(jn_unbound(), jn_none());";
    }
  const char *raise =
      slot.kind == SlotKind::Free ? "jn_raise_unbound_free(" : "jn_raise_unbound_local(";
  return raise + context_.constants.string(slot.name) + ");";
}

void FunctionEmitter::emitSlotLoad(OpId id) {
  SlotId slotId = function_.slotAttribute(id, "slot");
  const ir::Slot &slot = function_.slots[slotId];
  const SlotState &state = slots_[slotId];
  ValueId result = op(id).results[0];
  bool isCell = slot.kind != SlotKind::Local;
  std::string held = isCell ? state.text + "->value" : state.text;
  // Another function may unbind a cell.
  if (isCell || !bound_.test(slotId.index)) {
    std::string check = failLabel(id, raiseUnbound(id, slot));
    line("JN_CHECK_BOUND(" + held + ", " + check + ");");
    if (!isCell)
      bound_.set(slotId.index);
  }
  if (!isCell && mayBorrow(id, slotId))
    return alias(result, held);
  define(result);
  const ValueState &value = values_[result];
  line(value.text + " = " +
       (value.rep == Rep::Boxed    ? "jn_own(" + held + ")"
        : value.rep == Rep::Double ? held + ".f"
                                   : held + ".i") +
       ";");
  setLive(result);
}

void FunctionEmitter::emitSlotStore(OpId id) {
  SlotId slotId = function_.slotAttribute(id, "slot");
  const SlotState &state = slots_[slotId];
  OpId added = function_.value(op(id).operands[0]).definedBy;
  bool takenOver = added.valid() &&
                   (op(added).opcode == Opcode::PyAdd || op(added).opcode == Opcode::PyIAdd) &&
                   addsToSlot(added);
  std::string value = take(id, 0);
  if (takenOver) {
    line(state.text + " = " + value + ";");
    return;
  }
  if (function_.slots[slotId].kind == SlotKind::Local) {
    line("jn_assign(&" + state.text + ", " + value + ");");
    bound_.set(slotId.index);
  } else {
    line("jn_cell_store(" + state.text + ", " + value + ");");
  }
}

void FunctionEmitter::emitSlotDelete(OpId id) {
  SlotId slotId = function_.slotAttribute(id, "slot");
  const ir::Slot &slot = function_.slots[slotId];
  const SlotState &state = slots_[slotId];
  bool isCell = slot.kind != SlotKind::Local;
  std::string held = isCell ? state.text + "->value" : state.text;
  if (op(id).opcode == Opcode::SlotDelete && (isCell || !bound_.test(slotId.index))) {
    std::string check = failLabel(id, raiseUnbound(id, slot));
    line("JN_CHECK_BOUND(" + held + ", " + check + ");");
  }
  if (isCell)
    line("jn_cell_store(" + state.text + ", jn_unbound());");
  else
    line("jn_clear(&" + state.text + ");");
  bound_.reset(slotId.index);
}

bool FunctionEmitter::emitSlotOp(OpId id) {
  switch (op(id).opcode) {
  case Opcode::SlotLoad: return emitSlotLoad(id), true;
  case Opcode::SlotStore: return emitSlotStore(id), true;
  case Opcode::SlotDelete:
  case Opcode::SlotClear: return emitSlotDelete(id), true;
  case Opcode::SlotIsBound: {
    SlotId slot = function_.slotAttribute(id, "slot");
    bool isCell = function_.slots[slot].kind != SlotKind::Local;
    emitTruth(id, slots_[slot].text + (isCell ? "->value" : "") + ".tag != JN_UNBOUND");
    return true;
  }
  case Opcode::SlotCell:
    alias(op(id).results[0], "jn_obj(" + slots_[function_.slotAttribute(id, "slot")].text + ")");
    return true;
  default: return false;
  }
}

// The cell of a free variable that a class body's name may fall back to, or null.
std::string FunctionEmitter::fallbackCell(OpId id) const {
  if (!function_.attribute(id, "slot"))
    return "nullptr";
  return slots_[function_.slotAttribute(id, "slot")].text;
}

bool FunctionEmitter::emitStorage(OpId id) {
  auto name = [&] { return context_.constants.string(function_.stringAttribute(id, "name")); };
  switch (op(id).opcode) {
  case Opcode::Const: return emitConstant(id), true;
  case Opcode::GlobalLoad: {
    std::string cache = context_.globalCache(function_.stringAttribute(id, "name"));
    emitValue(id, (heat() == Heat::Once ? "jn_global_load_slow(M, " : "jn_global_load(M, ") +
                      name() + ", " + cache + ")");
    return true;
  }
  case Opcode::GlobalStore:
    line("jn_global_store(M, " + name() + ", " + arguments(id) + ");");
    return true;
  case Opcode::GlobalDelete: emitStatus(id, "jn_global_delete(M, " + name() + ")"); return true;
  case Opcode::NameLoad:
    emitValue(id, "jn_name_load(args[0], M, " + name() + ", " + fallbackCell(id) + ")");
    return true;
  case Opcode::NameStore:
    emitStatus(id, "jn_name_store(args[0], " + name() + ", " + arguments(id) + ")");
    return true;
  case Opcode::NameDelete: emitStatus(id, "jn_name_delete(args[0], " + name() + ")"); return true;
  default: return emitSlotOp(id);
  }
}

}  // namespace janus::codegen
