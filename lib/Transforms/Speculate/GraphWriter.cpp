#include "Transforms/Speculate/GraphWriter.h"

namespace janus::speculate {

using namespace ir;

GraphWriter::GraphWriter(Module &module, llvm::StringRef name)
    : module_(module), builder_(module, module.addFunction(name.str())) {
  function().flags |= kFnGraph;
}

void GraphWriter::assume(llvm::StringRef kind, llvm::StringRef path, llvm::StringRef value) {
  if (!assumed_.insert((llvm::Twine(kind) + "\n" + path + "\n" + value).str()).second)
    return;
  RegionId body = function().body;
  builder_.setInsertionPoint(body, head_++);
  llvm::SmallVector<NamedAttribute, 3> attributes = {{"kind", kind.str()}, {"path", path.str()}};
  if (!value.empty())
    attributes.push_back({"value", value.str()});
  builder_.create(Opcode::Assume, {}, attributes);
  builder_.setInsertionPoint(body);
}

ValueId GraphWriter::input(llvm::StringRef path, TypeId type, bool history) {
  ValueId &known = inputs_[path];
  if (known)
    return known;
  RegionId body = function().body;
  builder_.setInsertionPoint(body, head_++);
  OpId op = builder_.create(Opcode::HeapInput, {}, NamedAttribute{"path", path.str()}, type);
  if (history)
    function().setAttribute(op, "history", true);
  builder_.setInsertionPoint(body);
  return known = builder_.result(op);
}

ConstId GraphWriter::boolean(bool value) {
  Constant constant;
  constant.kind = value ? Constant::Kind::True : Constant::Kind::False;
  return add(std::move(constant));
}
ConstId GraphWriter::integer(int64_t value) {
  Constant constant;
  constant.kind = Constant::Kind::Int;
  constant.integer = value;
  return add(std::move(constant));
}
ConstId GraphWriter::real(double value) {
  Constant constant;
  constant.kind = Constant::Kind::Float;
  constant.number = value;
  return add(std::move(constant));
}
ConstId GraphWriter::str(llvm::StringRef text) {
  Constant constant;
  constant.kind = Constant::Kind::Str;
  constant.text = text.str();
  return add(std::move(constant));
}

ValueId GraphWriter::materialize(ConstId id) {
  ValueId &known = constants_[id];
  if (!known) {
    // At the head, so that it is defined wherever it is used.
    RegionId body = function().body;
    builder_.setInsertionPoint(body, head_++);
    known = builder_.constant(id);
    builder_.setInsertionPoint(body);
  }
  return known;
}

ConstId GraphWriter::import(const Module &from, ConstId id) {
  Constant constant = from.constant(id);
  for (ConstId &item : constant.items)
    item = import(from, item);
  return add(std::move(constant));
}

void GraphWriter::count(Opcode opcode) {
  ++emitted_;
  if (isTensorOp(opcode))
    ++(isBackward_ ? work_.backward : work_.forward);
}

ValueId GraphWriter::emit(Opcode opcode, llvm::ArrayRef<ValueId> operands, TypeId type,
                          llvm::ArrayRef<NamedAttribute> attributes) {
  count(opcode);
  return builder_.result(builder_.create(opcode, operands, attributes, type));
}

llvm::SmallVector<ValueId, 2> GraphWriter::emitMany(Opcode opcode, llvm::ArrayRef<ValueId> operands,
                                                    llvm::ArrayRef<TypeId> types,
                                                    llvm::ArrayRef<NamedAttribute> attributes) {
  count(opcode);
  OpId op = builder_.create(opcode, operands, attributes, types);
  return {function().op(op).results.begin(), function().op(op).results.end()};
}

void GraphWriter::emitEffect(Opcode opcode, llvm::ArrayRef<ValueId> operands,
                             llvm::ArrayRef<NamedAttribute> attributes) {
  count(opcode);
  builder_.create(opcode, operands, attributes, llvm::ArrayRef<TypeId>());
}

void GraphWriter::guard(llvm::StringRef kind, llvm::StringRef name, ValueId condition) {
  ++guards_;
  emitEffect(Opcode::Guard, condition, {{"kind", kind.str()}, {"name", name.str()}});
}

}  // namespace janus::speculate
