#include "IR/Builder.h"

#include "llvm/ADT/SmallVector.h"

namespace janus::ir {

TypeId typeOf(Module &module, ConstId id) {
  using Kind = Constant::Kind;
  const Constant &constant = module.constant(id);
  TypeTable &types = module.types;
  switch (constant.kind) {
  case Kind::None: return types.of(TypeKind::None);
  case Kind::True:
  case Kind::False: return types.of(TypeKind::Bool);
  case Kind::Ellipsis: return types.of(TypeKind::Ellipsis);
  case Kind::Int:
  case Kind::BigInt: return types.of(TypeKind::Int);
  case Kind::Float: return types.of(TypeKind::Float);
  case Kind::Complex: return types.of(TypeKind::Complex);
  case Kind::Str: return types.of(TypeKind::Str);
  case Kind::Bytes: return types.of(TypeKind::Bytes);
  case Kind::FrozenSet: return types.dyn();
  case Kind::Tuple: break;
  }
  Type tuple;
  tuple.kind = TypeKind::Tuple;
  tuple.sized = true;
  for (ConstId item : constant.items)
    tuple.items.push_back(typeOf(module, item));
  return types.intern(tuple);
}

Builder::Builder(Module &module, FunctionId function)
    : module_(module), functionId_(function), region_(module.function(function).body) {
  if (!region_)
    region_ = this->function().body = this->function().addRegion(OpId());
}

void Builder::setInsertionPoint(RegionId region) {
  region_ = region;
  index_ = kAtEnd;
}

void Builder::setInsertionPoint(RegionId region, size_t index) {
  region_ = region;
  index_ = index;
}

bool Builder::terminated() const {
  const std::vector<OpId> &ops = function().region(region_).ops;
  size_t end = index_ == kAtEnd ? ops.size() : index_;
  return end > 0 && has(function().op(ops[end - 1]).opcode, Terminator);
}

OpId Builder::create(Opcode opcode, llvm::ArrayRef<ValueId> operands,
                     llvm::ArrayRef<NamedAttribute> attributes) {
  TypeKind kind = resultKind(opcode);
  int results = info(opcode).results;
  llvm::SmallVector<TypeId, 4> resultTypes(results < 0 ? 0 : results, types().of(kind));
  return create(opcode, operands, attributes, resultTypes);
}

OpId Builder::create(Opcode opcode, llvm::ArrayRef<ValueId> operands,
                     llvm::ArrayRef<NamedAttribute> attributes,
                     llvm::ArrayRef<TypeId> resultTypes) {
  Function &function = this->function();
  OpId op = function.makeOp(opcode, span_, operands, resultTypes);
  function.op(op).place = place_;
  function.op(op).attributes.append(attributes.begin(), attributes.end());
  for (int i = 0; i < info(opcode).regions; ++i)
    function.addRegion(op);
  if (index_ == kAtEnd) {
    function.append(region_, op);
  } else {
    function.op(op).parent = region_;
    std::vector<OpId> &ops = function.region(region_).ops;
    ops.insert(ops.begin() + index_++, op);
  }
  return op;
}

ValueId Builder::value(Opcode opcode, llvm::ArrayRef<ValueId> operands,
                       llvm::ArrayRef<NamedAttribute> attributes) {
  return result(create(opcode, operands, attributes));
}

ValueId Builder::argument(OpId op, unsigned region, unsigned index) const {
  return function().region(function().op(op).regions[region]).arguments[index];
}

ValueId Builder::addArgument(OpId op, unsigned region, TypeId type) {
  return function().addArgument(function().op(op).regions[region], type);
}

ValueId Builder::constant(ConstId id) {
  return result(create(Opcode::Const, {}, NamedAttribute{"value", id}, typeOf(module_, id)));
}
ValueId Builder::constant(Constant constant) {
  return this->constant(module_.addConstant(std::move(constant)));
}
ValueId Builder::none() {
  return constant(Constant());
}
ValueId Builder::boolean(bool value) {
  Constant constant;
  constant.kind = value ? Constant::Kind::True : Constant::Kind::False;
  return this->constant(std::move(constant));
}
ValueId Builder::integer(int64_t value) {
  Constant constant;
  constant.kind = Constant::Kind::Int;
  constant.integer = value;
  return this->constant(std::move(constant));
}
ValueId Builder::real(double value) {
  Constant constant;
  constant.kind = Constant::Kind::Float;
  constant.number = value;
  return this->constant(std::move(constant));
}
ValueId Builder::str(llvm::StringRef text) {
  Constant constant;
  constant.kind = Constant::Kind::Str;
  constant.text = text.str();
  return this->constant(std::move(constant));
}

SlotId Builder::addSlot(llvm::StringRef name, SlotKind kind) {
  Slot slot;
  slot.name = name.str();
  slot.kind = kind;
  return function().slots.push_back(std::move(slot));
}
ValueId Builder::load(SlotId slot) {
  return value(Opcode::SlotLoad, {}, NamedAttribute{"slot", slot});
}
void Builder::store(SlotId slot, ValueId value) {
  create(Opcode::SlotStore, value, NamedAttribute{"slot", slot});
}

Builder::RegionScope::RegionScope(Builder &builder, OpId op, unsigned region)
    : RegionScope(builder, builder.function().op(op).regions[region]) {}
Builder::RegionScope::RegionScope(Builder &builder, RegionId region)
    : builder_(builder), region_(builder.region_), index_(builder.index_) {
  builder.setInsertionPoint(region);
}
Builder::RegionScope::~RegionScope() {
  builder_.region_ = region_;
  builder_.index_ = index_;
}

}  // namespace janus::ir
