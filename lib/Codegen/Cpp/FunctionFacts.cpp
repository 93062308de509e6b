#include "Codegen/Cpp/FunctionFacts.h"

#include <algorithm>

namespace janus::codegen {

using ir::OpId;
using ir::RegionId;
using ir::SlotId;
using ir::ValueId;

namespace {

bool anyWithin(llvm::ArrayRef<int> positions, int first, int last) {
  const int *found = std::lower_bound(positions.begin(), positions.end(), first);
  return found != positions.end() && *found <= last;
}

void appendOnce(llvm::SmallVectorImpl<int> &positions, int position) {
  if (positions.empty() || positions.back() != position)
    positions.push_back(position);
}

}  // namespace

FunctionFacts::FunctionFacts(const ir::Function &function)
    : function_(function), position_(function.opCount(), -1), useCount_(function.valueCount(), 0),
      written_(function.slots.size(), 0) {
  number(function.body);
  visit(function.body);
}

void FunctionFacts::number(RegionId region) {
  int position = 0;
  for (OpId op : function_.region(region).ops) {
    position_[op] = position++;
    for (RegionId inner : function_.op(op).regions)
      number(inner);
  }
}

void FunctionFacts::visit(RegionId region) {
  for (OpId id : function_.region(region).ops) {
    const ir::Op &op = function_.op(id);
    for (ValueId value : op.operands) {
      ++useCount_[value];
      noteUse(value, region, position_[id]);
    }
    if (op.opcode == ir::Opcode::SlotStore || op.opcode == ir::Opcode::SlotDelete ||
        op.opcode == ir::Opcode::SlotClear)
      noteWrite(function_.slotAttribute(id, "slot"), region, position_[id],
                op.opcode != ir::Opcode::SlotStore);
    if (ir::has(op.opcode, ir::Suspends))
      noteSuspension(region, position_[id]);
    for (RegionId inner : op.regions)
      visit(inner);
  }
}

RegionId FunctionFacts::homeOf(ValueId value) const {
  const ir::Value &v = function_.value(value);
  return v.definedBy.valid() ? function_.op(v.definedBy).parent : v.argumentOf;
}

void FunctionFacts::noteUse(ValueId value, RegionId region, int position) {
  RegionId home = homeOf(value);
  while (true) {
    auto [entry, inserted] = lastUse_.try_emplace(Key(value.index, region.index), position);
    if (!inserted)
      entry->second = std::max(entry->second, position);
    if (region == home)
      return;
    OpId parent = function_.region(region).parent;
    if (!parent.valid())
      return;
    position = position_[parent];
    region = function_.op(parent).parent;
  }
}

void FunctionFacts::noteWrite(SlotId slot, RegionId region, int position, bool unbinds) {
  written_[slot] = 1;
  while (true) {
    appendOnce(writes_[Key(slot.index, region.index)], position);
    if (unbinds)
      unbinds_[Key(slot.index, region.index)] = true;
    OpId parent = function_.region(region).parent;
    if (!parent.valid())
      return;
    position = position_[parent];
    region = function_.op(parent).parent;
  }
}

void FunctionFacts::noteSuspension(RegionId region, int position) {
  suspends_ = true;
  while (true) {
    appendOnce(suspensions_[region.index], position);
    OpId parent = function_.region(region).parent;
    if (!parent.valid())
      return;
    position = position_[parent];
    region = function_.op(parent).parent;
  }
}

int FunctionFacts::lastUse(ValueId value, RegionId region) const {
  auto entry = lastUse_.find(Key(value.index, region.index));
  return entry == lastUse_.end() ? -1 : entry->second;
}

bool FunctionFacts::isWrittenWithin(SlotId slot, RegionId region, int first, int last) const {
  auto entry = writes_.find(Key(slot.index, region.index));
  return entry != writes_.end() && anyWithin(entry->second, first, last);
}

bool FunctionFacts::isUnboundWithin(SlotId slot, RegionId region) const {
  return unbinds_.count(Key(slot.index, region.index)) != 0;
}

bool FunctionFacts::suspendsWithin(RegionId region, int first, int last) const {
  auto entry = suspensions_.find(region.index);
  return entry != suspensions_.end() && anyWithin(entry->second, first, last);
}

bool FunctionFacts::suspendsInside(OpId op) const {
  return suspendsWithin(function_.op(op).parent, position_[op], position_[op]);
}

bool FunctionFacts::livesAcrossYield(ValueId value) const {
  if (!suspends_)
    return false;
  const ir::Value &v = function_.value(value);
  RegionId home = homeOf(value);
  int defined = v.definedBy.valid() ? position_[v.definedBy] : -1;
  int last = lastUse(value, home);
  if (last < 0)
    return false;
  // A yield that is itself the last use reads the value before it suspends.
  const ir::Op &user = function_.op(function_.region(home).ops[last]);
  bool readsFirst = ir::has(user.opcode, ir::Suspends) && user.regions.empty();
  // Values that loops carry are assigned at their end as well as used.
  if (v.definedBy.valid() && !function_.op(v.definedBy).regions.empty() &&
      suspendsInside(v.definedBy))
    return true;
  if (!v.definedBy.valid() && function_.region(home).parent.valid() &&
      suspendsInside(function_.region(home).parent))
    return true;
  return suspendsWithin(home, defined + 1, readsFirst ? last - 1 : last);
}

}  // namespace janus::codegen
