// Makes operations at an insertion point.
//
//   Builder b(module, function);
//   b.setSpan(span);
//   ValueId one = b.constant(Constant::integer...);
//   OpId branch = b.create(Opcode::If, {condition});
//   { Builder::RegionScope then(b, branch, 0); b.create(Opcode::Return, {one}); }
#pragma once

#include "IR/Graph.h"

#include <initializer_list>

namespace janus::ir {

class Builder {
public:
  // Inserts at the end of the function's body, which is made if there is none yet.
  Builder(Module &module, FunctionId function);

  Module &module() const { return module_; }
  FunctionId functionId() const { return functionId_; }
  Function &function() const { return module_.function(functionId_); }
  TypeTable &types() const { return module_.types; }

  // The source of what is made from now on.
  void setSpan(Span span, PlaceId place = {}) {
    span_ = span;
    place_ = place;
  }
  void setSource(const Op &of) { setSpan(of.span, of.place); }
  Span span() const { return span_; }

  // The insertion point: where the next operation goes.
  RegionId region() const { return region_; }
  void setInsertionPoint(RegionId region);                // at its end, also as it grows
  void setInsertionPoint(RegionId region, size_t index);  // before the operation at `index`
  // True when the operation before the insertion point is a terminator: nothing may follow.
  bool terminated() const;

  // With as many results as the row says, and the row's regions, empty. The results of a row with
  // any number of them, or whose types are known, are given by `resultTypes`.
  OpId create(Opcode opcode, llvm::ArrayRef<ValueId> operands = {},
              llvm::ArrayRef<NamedAttribute> attributes = {});
  OpId create(Opcode opcode, llvm::ArrayRef<ValueId> operands,
              llvm::ArrayRef<NamedAttribute> attributes, llvm::ArrayRef<TypeId> resultTypes);
  // The only result of a new operation.
  ValueId value(Opcode opcode, llvm::ArrayRef<ValueId> operands = {},
                llvm::ArrayRef<NamedAttribute> attributes = {});

  ValueId result(OpId op, unsigned index = 0) const { return function().op(op).results[index]; }
  ValueId argument(OpId op, unsigned region, unsigned index = 0) const;
  // Adds an argument to region `region` of `op`.
  ValueId addArgument(OpId op, unsigned region, TypeId type);
  ValueId addArgument(OpId op, unsigned region) { return addArgument(op, region, types().dyn()); }

  // Constants, with their types.
  ValueId constant(Constant constant);
  ValueId constant(ConstId id);
  ValueId none();
  ValueId boolean(bool value);
  ValueId integer(int64_t value);
  ValueId real(double value);
  ValueId str(llvm::StringRef text);

  // A slot of the function.
  SlotId addSlot(llvm::StringRef name, SlotKind kind = SlotKind::Local);
  ValueId load(SlotId slot);
  void store(SlotId slot, ValueId value);

  // Inserts at the end of a region of an operation until the scope is left.
  class RegionScope {
  public:
    RegionScope(Builder &builder, OpId op, unsigned region);
    RegionScope(Builder &builder, RegionId region);
    ~RegionScope();
    RegionScope(const RegionScope &) = delete;
    RegionScope &operator=(const RegionScope &) = delete;

  private:
    Builder &builder_;
    RegionId region_;
    size_t index_;
  };

private:
  static constexpr size_t kAtEnd = ~size_t(0);

  Module &module_;
  FunctionId functionId_;
  RegionId region_;
  size_t index_ = kAtEnd;
  Span span_;
  PlaceId place_;
};

// The type of a constant's value.
TypeId typeOf(Module &module, ConstId constant);

}  // namespace janus::ir
