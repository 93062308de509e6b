// Classes of a module whose objects a variable or an attribute holds, whatever object it is of:
// those that its stores make (`self.policy = Policy().to(device)`).
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace janus::transforms {

// The name of the variable that a load gives; empty for other values.
llvm::StringRef variableOf(const ir::Function &function, ir::ValueId value);

class ObjectClasses {
public:
  explicit ObjectClasses(const ir::Module &module);
  // `Class.method` of a function within a class, by the last names; empty for others.
  static std::string methodName(const ir::Function &function);
  // The variable that a load gives, or an attribute with a point before it; empty for other values.
  static std::string placeOf(const ir::Function &function, ir::ValueId value);
  // The classes of what the value, a load of a variable or an attribute, is of, if all of them have
  // that method of their own; null where others may be meant.
  const llvm::StringSet<> *classesWith(ir::FunctionId function, ir::ValueId receiver,
                                       llvm::StringRef method) const;

private:
  void note(ir::FunctionId function, std::string place, ir::ValueId value);
  std::string classOf(ir::FunctionId function, ir::ValueId value) const;

  const ir::Module &module_;
  llvm::StringSet<> classes_, methods_;         // last names; `Class.method`
  llvm::StringMap<llvm::StringSet<>> objects_;  // by place; an empty name: other values, too
};

}  // namespace janus::transforms
