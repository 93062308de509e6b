#include "Transforms/Infer/ReachingStores.h"

#include "IR/Walk.h"

namespace janus::transforms {

using namespace ir;

ReachingStores::ReachingStores(const Function &function) : function_(function) {
  follow(function.body, {});
}

std::optional<std::string> ReachingStores::variableOf(OpId op, bool stores) const {
  Opcode opcode = function_.op(op).opcode;
  if (opcode == (stores ? Opcode::SlotStore : Opcode::SlotLoad)) {
    SlotId slot = function_.slotAttribute(op, "slot");
    bool isLocal = function_.slots[slot].kind == SlotKind::Local;
    return isLocal ? std::optional("slot " + std::to_string(slot.index)) : std::nullopt;
  }
  if (opcode == (stores ? Opcode::GlobalStore : Opcode::GlobalLoad) ||
      opcode == (stores ? Opcode::NameStore : Opcode::NameLoad))
    return "name " + function_.stringAttribute(op, "name").str();
  return std::nullopt;
}

// The variables that the operations of a region store.
void ReachingStores::forget(RegionId region, Stored &stored) const {
  walk(function_, region, [&](OpId op) {
    if (std::optional<std::string> variable = variableOf(op, true))
      stored.erase(*variable);
  });
}

void ReachingStores::follow(RegionId region, Stored stored) {
  for (OpId id : function_.region(region).ops) {
    const Op &op = function_.op(id);
    if (std::optional<std::string> loaded = variableOf(id, false))
      if (auto known = stored.find(*loaded); known != stored.end())
        values_[id] = known->second;
    if (std::optional<std::string> variable = variableOf(id, true))
      stored[*variable] = op.operands[0];
    if (op.regions.empty())
      continue;
    // A region may run again, and behind another one of the operation.
    for (RegionId inner : op.regions)
      if (op.opcode != Opcode::If)
        forget(inner, stored);
    for (RegionId inner : op.regions)
      follow(inner, stored);
    for (RegionId inner : op.regions)
      forget(inner, stored);
  }
}

}  // namespace janus::transforms
