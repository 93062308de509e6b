// Operations that no graph holds, or seldom: calls of the module `random`, objects of
// `random.Random` and `deque`, `next` of iterators from before, changes of a tensor's
// `requires_grad` and `data`, arrays made of tensors, texts written to files, slices and items of
// lists at places that move, and calls of functions of this module which do with these, or with
// objects of Python, or keep their answers in a cache.
#pragma once

#include "IR/Graph.h"
#include "Transforms/Infer/ArrayReads.h"
#include "Transforms/Infer/Crossings.h"
#include "Transforms/Infer/ImportedNames.h"
#include "Transforms/Infer/ObjectClasses.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace janus::transforms {

// The module `random` and the classes are those that an import gives, by whatever variable. This
// module's own functions go by their last name, and so do the variables and attributes that hold
// such an object. Methods go by the class of the object where its variable or attribute only holds
// what is made by classes of this module that have them, else by their last name, too.
class OutsideCalls {
public:
  OutsideCalls(const ir::Module &module, const ForeignValues &foreign, const ArrayReads &reads);
  bool empty() const {
    return functions_.empty() && methods_.empty() && !isAny_ && kept_.empty() && lists_.empty() &&
           containers_.empty();
  }
  // True when the operation itself, without the operations in its regions, is such a call or write,
  // or reads such an object.
  bool contains(ir::FunctionId function, ir::OpId op) const;
  // True for an item of a list or dict at a place that may be another one each time, in a run of
  // operations of that region: a variable or attribute that holds one somewhere, or only objects of
  // classes of this module that have items, or in a loop what the function was given.
  bool takesItem(ir::FunctionId function, ir::RegionId region, ir::OpId op) const;

private:
  void noteContainer(const ir::Function &function, ir::ValueId value, llvm::StringRef place);
  void readStores(ir::FunctionId id), readReturns(ir::FunctionId id);
  bool makesObject(ir::FunctionId id, ir::ValueId value) const;
  bool isOutside(ir::FunctionId id, ir::RegionId region, const ForeignValues &foreign) const;
  bool isMethod(ir::FunctionId id, ir::ValueId receiver, llvm::StringRef name,
                size_t arguments) const;
  bool loadsObject(const ir::Function &function, ir::OpId op) const;
  bool slicesList(ir::FunctionId function, ir::OpId id) const;
  bool isOfRandom(ir::FunctionId id, ir::ValueId value, llvm::StringRef method = "") const;
  bool writesText(ir::FunctionId function, ir::OpId op) const;
  bool isCache(ir::FunctionId id, ir::ValueId value, llvm::StringRef method = "") const;
  void noteCached(ir::FunctionId id, ir::ValueId value, llvm::StringRef name);

  const ir::Module &module_;
  const ArrayReads &reads_;
  ImportedNames imported_;
  ObjectClasses objects_;
  llvm::StringSet<> outsideMethods_;  // `Class.method`
  bool isAny_ = false;                // a call or write of the kinds that need no names
  llvm::StringSet<> functions_, methods_;
  llvm::StringMap<size_t> leastArguments_;  // that a method of the name wants
  // Variables and attributes that hold such an object somewhere, that hold a list made there, and
  // that hold a dict, or what a function of the module has made.
  llvm::StringSet<> kept_, lists_, containers_;
  llvm::StringSet<> makers_;  // functions that answer with a list or dict
};

}  // namespace janus::transforms
