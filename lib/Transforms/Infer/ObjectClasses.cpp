#include "Transforms/Infer/ObjectClasses.h"

#include "IR/Walk.h"

namespace janus::transforms {

using namespace ir;

static llvm::StringRef lastName(llvm::StringRef qualname) {
  return qualname.substr(qualname.rfind('.') + 1);  // npos + 1 is 0
}

std::string ObjectClasses::methodName(const Function &function) {
  auto [owner, name] = llvm::StringRef(function.qualname).rsplit('.');
  return name.empty() ? "" : lastName(owner).str() + "." + name.str();
}

llvm::StringRef variableOf(const Function &function, ValueId value) {
  OpId made = function.value(value).definedBy;
  if (!made)
    return "";
  switch (function.op(made).opcode) {
  case Opcode::GlobalLoad:
  case Opcode::NameLoad: return function.stringAttribute(made, "name");
  case Opcode::SlotLoad: return function.slots[function.slotAttribute(made, "slot")].name;
  default: return "";
  }
}

std::string ObjectClasses::placeOf(const Function &function, ValueId value) {
  OpId made = function.value(value).definedBy;
  if (made && function.op(made).opcode == Opcode::PyGetAttr)
    return "." + function.stringAttribute(made, "name").str();
  return variableOf(function, value).str();
}

ObjectClasses::ObjectClasses(const Module &module) : module_(module) {
  for (FunctionId id : module.functions()) {
    const Function &function = module.function(id);
    if (function.flags & kFnClassBody)
      classes_.insert(lastName(function.qualname));
    if (std::string method = methodName(function); !method.empty())
      methods_.insert(method);
  }
  for (FunctionId id : module.functions()) {
    const Function &function = module.function(id);
    walk(function, function.body, [&](OpId each) {
      const Op &op = function.op(each);
      if (op.opcode == Opcode::PySetAttr)
        note(id, "." + function.stringAttribute(each, "name").str(), op.operands[1]);
      else if (op.opcode == Opcode::GlobalStore || op.opcode == Opcode::NameStore)
        note(id, function.stringAttribute(each, "name").str(), op.operands[0]);
      else if (op.opcode == Opcode::SlotStore)
        note(id, function.slots[function.slotAttribute(each, "slot")].name, op.operands[0]);
    });
  }
}

void ObjectClasses::note(FunctionId id, std::string place, ValueId value) {
  objects_[place].insert(classOf(id, value));
}

// The class of this module that makes the object; also where a method that the class has not is
// called of it, which mostly answers with the object. Empty for other values.
std::string ObjectClasses::classOf(FunctionId id, ValueId value) const {
  const Function &function = module_.function(id);
  OpId made = function.value(value).definedBy;
  if (!made)
    return "";
  const Op &op = function.op(made);
  switch (op.opcode) {
  case Opcode::PyCall:
  case Opcode::PyCallEx: {
    std::string name = placeOf(function, op.operands[0]);
    return classes_.contains(name) ? name : "";
  }
  case Opcode::PyCallMethod: {
    std::string name = classOf(id, op.operands[0]);
    return methods_.contains(name + "." + function.stringAttribute(made, "name").str()) ? "" : name;
  }
  case Opcode::PyUnpack: {
    OpId tuple = function.value(op.operands[0]).definedBy;  // `actor, critic = Actor(), Critic()`
    bool isTuple = tuple && function.op(tuple).opcode == Opcode::PyTuple &&
                   function.op(tuple).operands.size() == op.results.size();
    return isTuple ? classOf(id, function.op(tuple).operands[function.value(value).index]) : "";
  }
  default: return "";
  }
}

const llvm::StringSet<> *ObjectClasses::classesWith(FunctionId id, ValueId receiver,
                                                    llvm::StringRef method) const {
  auto known = objects_.find(placeOf(module_.function(id), receiver));
  if (known == objects_.end())
    return nullptr;
  bool haveIt = llvm::all_of(known->getValue(), [&](const auto &each) {
    return methods_.contains(each.getKey().str() + "." + method.str());
  });
  return haveIt ? &known->getValue() : nullptr;
}

}  // namespace janus::transforms
