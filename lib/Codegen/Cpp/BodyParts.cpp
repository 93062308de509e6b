#include "Codegen/Cpp/BodyParts.h"

#include <algorithm>

namespace janus::codegen {

using ir::OpId;
using ir::RegionId;
using ir::SlotId;

namespace {

class Cutter {
public:
  Cutter(const ir::Function &function, const FunctionFacts &facts)
      : function_(function), facts_(facts), slotFirst_(function.slots.size(), -1),
        slotLast_(function.slots.size(), -1) {}

  std::vector<int> cut() {
    const std::vector<OpId> &ops = function_.region(function_.body).ops;
    const int size = ops.size();
    std::vector<unsigned> weights;
    for (int i = 0; i < size; ++i) {
      at_ = i;
      weights.push_back(weigh(ops[i]));
    }
    // keep_[i]: no cut between i and i + 1
    std::vector<int> keepUntil(size, -1);
    for (int i = 0; i < size; ++i)
      for (ir::ValueId value : function_.op(ops[i]).results)
        if (function_.op(ops[i]).opcode != ir::Opcode::Const)
          keepUntil[i] = std::max(keepUntil[i], facts_.lastUse(value, function_.body));
    for (SlotId slot : function_.slots.ids())
      if (slotFirst_[slot] >= 0)
        keepUntil[slotFirst_[slot]] = std::max(keepUntil[slotFirst_[slot]], slotLast_[slot]);

    std::vector<int> ends;
    unsigned weight = 0;
    int until = -1;
    for (int i = 0; i < size; ++i) {
      until = std::max(until, keepUntil[i]);
      weight += weights[i];
      if (weight >= kOpsPerPart && until <= i && i + 1 < size) {
        ends.push_back(i + 1);
        weight = 0;
      }
    }
    ends.push_back(size);
    return ends;
  }

private:
  // Operations in it, itself included; notes the slots it touches.
  unsigned weigh(OpId id) {
    const ir::Op &op = function_.op(id);
    for (const ir::NamedAttribute &attribute : op.attributes) {
      if (const SlotId *slot = std::get_if<SlotId>(&attribute.value))
        note(*slot);
      else if (auto *slots = std::get_if<std::vector<SlotId>>(&attribute.value))
        for (SlotId each : *slots)
          note(each);
    }
    unsigned weight = 1;
    for (RegionId region : op.regions)
      for (OpId inner : function_.region(region).ops)
        weight += weigh(inner);
    return weight;
  }

  void note(SlotId slot) {
    if (slotFirst_[slot] < 0)
      slotFirst_[slot] = at_;
    slotLast_[slot] = at_;
  }

  const ir::Function &function_;
  const FunctionFacts &facts_;
  IdVector<SlotId, int> slotFirst_, slotLast_;
  int at_ = 0;
};

}  // namespace

std::vector<int> cutBody(const ir::Function &function, const FunctionFacts &facts) {
  return Cutter(function, facts).cut();
}

}  // namespace janus::codegen
