// Copying operations between functions, also of other modules: values, slots, constants, types and
// callees are translated on the way.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/DenseMap.h"

namespace janus::ir {

class Cloner {
public:
  Cloner(const Module &from, FunctionId source, Module &to, FunctionId target);

  // Sets the counterpart of a value, slot or function of the source. Slots that are met without
  // this get a new slot of the same name; functions keep their id.
  void map(ValueId source, ValueId target) { values_[source] = target; }
  void map(SlotId source, SlotId target) { slots_[source] = target; }
  void map(FunctionId source, FunctionId target) { functions_[source] = target; }

  // Copies of the operations of `source` at the end of `target`; the region's arguments are copied
  // unless they were mapped.
  void cloneRegion(RegionId source, RegionId target);
  // The copy stands in no region yet.
  OpId cloneOp(OpId source);

  ValueId lookup(ValueId source) const;
  ConstId translate(ConstId constant);
  TypeId translate(TypeId type);
  SlotId translate(SlotId slot);
  FunctionId translate(FunctionId function);
  PlaceId translate(PlaceId place);

private:
  void mapNamed(ValueId value, ValueId copy);
  Attribute translateAttribute(const Attribute &attribute);
  const Function &source() const { return from_.function(source_); }
  Function &target() { return to_.function(target_); }

  const Module &from_;
  Module &to_;
  FunctionId source_, target_;
  llvm::DenseMap<ValueId, ValueId> values_;
  llvm::DenseMap<SlotId, SlotId> slots_;
  llvm::DenseMap<FunctionId, FunctionId> functions_;
  llvm::DenseMap<TypeId, TypeId> types_;
  llvm::DenseMap<PlaceId, PlaceId> places_;
};

// A copy of a whole function in another module.
FunctionId cloneFunction(const Module &from, FunctionId function, Module &to);

// The same module numbered in the order of its text, without what no operation refers to: what
// reading the text gives. Run last, so that text and JSON stand for exactly this module.
Module renumbered(const Module &module);

}  // namespace janus::ir
