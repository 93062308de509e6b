#include "Transforms/Infer/GrowingContainers.h"

#include "IR/Walk.h"

namespace janus::transforms {
namespace {

using namespace ir;

// Methods that add something; those of lists need not look at what is there.
constexpr llvm::StringLiteral kAppends[] = {"append", "extend"};
constexpr llvm::StringLiteral kOthers[] = {"add",    "appendleft", "extendleft",
                                           "insert", "setdefault", "update"};

bool adds(llvm::StringRef method) {
  return llvm::is_contained(kAppends, method) || llvm::is_contained(kOthers, method);
}

}  // namespace

GrowingContainers::GrowingContainers(const Function &function, RegionId region, size_t count)
    : function_(function) {
  llvm::StringSet<> stored;
  auto look = [&](OpId op) {
    if (std::string name = grownBy(op); !name.empty())
      names_.insert(name);
    if (std::string name = placeOf(op, true); !name.empty())
      stored.insert(name);
  };
  for (size_t i = 0; i < count; ++i) {
    OpId op = function.region(region).ops[i];
    look(op);
    for (RegionId inner : function.op(op).regions)
      walk(function, inner, look);
  }
  for (const auto &each : stored)  // another one at each turn
    names_.erase(each.getKey());
}

// "slot 3", "global seen", "attribute seen": what an operation reads; empty for other values.
std::string GrowingContainers::nameOf(ValueId value) const {
  OpId made = function_.value(value).definedBy;
  return made ? placeOf(made, false) : "";
}

std::string GrowingContainers::placeOf(OpId id, bool stores) const {
  Opcode opcode = function_.op(id).opcode;
  if (opcode == (stores ? Opcode::SlotStore : Opcode::SlotLoad))
    return "slot " + std::to_string(function_.slotAttribute(id, "slot").index);
  if (opcode == (stores ? Opcode::GlobalStore : Opcode::GlobalLoad) ||
      opcode == (stores ? Opcode::NameStore : Opcode::NameLoad))
    return "global " + function_.stringAttribute(id, "name").str();
  if (opcode == (stores ? Opcode::PySetAttr : Opcode::PyGetAttr))
    return "attribute " + function_.stringAttribute(id, "name").str();
  return "";
}

std::string GrowingContainers::grownBy(OpId id) const {
  const Op &op = function_.op(id);
  switch (op.opcode) {
  case Opcode::PyGetAttr:
  case Opcode::PyCallMethod:
    return adds(function_.stringAttribute(id, "name")) ? nameOf(op.operands[0]) : "";
  case Opcode::PySetItem: {
    OpId key = function_.value(op.operands[1]).definedBy;
    bool isConstant = key && function_.op(key).opcode == Opcode::Const;
    return isConstant ? "" : nameOf(op.operands[0]);
  }
  default: return "";
  }
}

bool GrowingContainers::dependsOnOne(OpId id) const {
  const Op &op = function_.op(id);
  bool isMethod = op.opcode == Opcode::PyGetAttr || op.opcode == Opcode::PyCallMethod;
  bool appends = isMethod && llvm::is_contained(kAppends, function_.stringAttribute(id, "name"));
  for (size_t i = appends ? 1 : 0; i < op.operands.size(); ++i)
    if (std::string name = nameOf(op.operands[i]); !name.empty() && names_.contains(name))
      return true;
  return false;
}

}  // namespace janus::transforms
