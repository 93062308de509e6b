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

// True for an operation that adds to a container, whichever that is.
bool mayAdd(const Function &function, OpId id) {
  const Op &op = function.op(id);
  OpId last = op.operands.size() > 1 ? function.value(op.operands[1]).definedBy : OpId();
  switch (op.opcode) {
  case Opcode::PyGetAttr:
  case Opcode::PyCallMethod: return adds(function.stringAttribute(id, "name"));
  case Opcode::PyIAdd: return last && function.op(last).opcode == Opcode::PyList;
  case Opcode::PySetItem: return !last || function.op(last).opcode != Opcode::Const;
  default: return false;
  }
}

}  // namespace

GrowingContainers::GrowingContainers(const Module &module, const ObjectClasses &objects,
                                     FunctionId id, RegionId region, size_t count)
    : module_(module), objects_(objects), id_(id), function_(module.function(id)) {
  const Function &function = function_;
  llvm::StringSet<> stored;
  auto look = [&](OpId op) {
    if (std::string name = grownBy(op); !name.empty())
      names_.insert(name);
    if (std::string name = placeOf(op, true); !name.empty() && !isGrown(op))
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
  if (opcode == (stores ? Opcode::PySetItem : Opcode::PyGetItem)) {  // `meters["loss"]`
    OpId key = function_.value(function_.op(id).operands[1]).definedBy;
    if (key && function_.op(key).opcode == Opcode::Const)
      if (const Constant &known = module_.constant(function_.constAttribute(key, "value"));
          known.kind == Constant::Kind::Str)
        return "item " + known.text;
  }
  return "";
}

// True for a place that holds a container which makes what it does not have: `table[n]["x"] = y`.
bool GrowingContainers::makesItems(llvm::StringRef name) const {
  bool found = false;
  walk(function_, function_.body, [&](OpId id) {
    const Op &op = function_.op(id);
    if (op.operands.empty() || placeOf(id, true) != name)
      return;
    OpId made = function_.value(op.operands.back()).definedBy;
    Opcode opcode = made ? function_.op(made).opcode : Opcode::Const;
    if (opcode == Opcode::PyCall)
      found |= variableOf(function_, function_.op(made).operands[0]) == "defaultdict";
    else if (opcode == Opcode::PyCallMethod)
      found |= function_.stringAttribute(made, "name") == "defaultdict";
  });
  return found;
}

// True for a method that may add to its object. One of a class of this module does if its own code
// adds to something; `update()` without arguments (`scaler.update()`) adds nothing.
bool GrowingContainers::growsByMethod(OpId id) const {
  const Op &op = function_.op(id);
  llvm::StringRef method = function_.stringAttribute(id, "name");
  bool isEmpty = op.opcode == Opcode::PyCallMethod && op.operands.size() == 1;
  if (!adds(method) || isEmpty)
    return false;
  const llvm::StringSet<> *classes = objects_.classesWith(id_, op.operands[0], method);
  if (!classes)
    return true;
  bool grows = false;
  for (FunctionId each : module_.functions()) {
    const Function &code = module_.function(each);
    const std::string own = ObjectClasses::methodName(code);
    auto [owner, name] = llvm::StringRef(own).rsplit('.');
    if (!grows && name == method && classes->contains(owner))
      walk(code, code.body, [&](OpId inner) { grows |= mayAdd(code, inner); });
  }
  return grows;
}

std::string GrowingContainers::grownBy(OpId id) const {
  const Op &op = function_.op(id);
  switch (op.opcode) {
  case Opcode::PyGetAttr:
  case Opcode::PyCallMethod: return growsByMethod(id) ? nameOf(op.operands[0]) : "";
  case Opcode::PyIAdd: {  // `losses += [loss]`
    OpId added = function_.value(op.operands[1]).definedBy;
    bool isList = added && function_.op(added).opcode == Opcode::PyList;
    return isList ? nameOf(op.operands[0]) : "";
  }
  case Opcode::PyGetItem:
  case Opcode::PySetItem: {
    OpId key = function_.value(op.operands[1]).definedBy;
    bool isConstant = key && function_.op(key).opcode == Opcode::Const;
    std::string name = isConstant ? "" : nameOf(op.operands[0]);
    bool isRead = op.opcode == Opcode::PyGetItem && !name.empty();
    return isRead && !makesItems(name) ? "" : name;
  }
  default: return "";
  }
}

// A store of the container that `+=` has made longer: it is the same one.
bool GrowingContainers::isGrown(OpId store) const {
  const Op &op = function_.op(store);
  OpId made = op.operands.empty() ? OpId() : function_.value(op.operands.back()).definedBy;
  return made && function_.op(made).opcode == Opcode::PyIAdd && !grownBy(made).empty();
}

bool GrowingContainers::dependsOnOne(OpId id) const {
  const Op &op = function_.op(id);
  if (op.opcode == Opcode::PyIAdd && !grownBy(id).empty())
    return false;
  bool isMethod = op.opcode == Opcode::PyGetAttr || op.opcode == Opcode::PyCallMethod;
  bool appends = isMethod && llvm::is_contained(kAppends, function_.stringAttribute(id, "name"));
  for (size_t i = appends ? 1 : 0; i < op.operands.size(); ++i)
    if (std::string name = nameOf(op.operands[i]); !name.empty() && names_.contains(name))
      return true;
  return false;
}

}  // namespace janus::transforms
