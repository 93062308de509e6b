// The end of a region: what the heap of the evaluator has that the snapshot had not is written.
#include "Transforms/Speculate/Evaluator.h"

namespace janus::speculate {

using namespace ir;

bool Evaluator::commit(Frame &root) {
  // The heap may reach further objects while values are made, but none that were written.
  for (uint32_t i = 0; i < heap_.objectCount() && !stopped(); ++i)
    if (!heap_.at(ObjectId(i)).path.empty() && heap_.at(ObjectId(i)).loaded)
      commitObject(ObjectId(i));
  for (uint32_t i = 0; i < heap_.objectCount() && !stopped(); ++i)
    if (heap_.at(ObjectId(i)).kind == ObjectKind::Tensor && heap_.at(ObjectId(i)).node)
      commitTensor(ObjectId(i));
  for (AbstractHeap::Storage &storage : heap_.storages())
    if (storage.version > 0 && !storage.path.empty())
      graph_.emitEffect(Opcode::StorageCommit, storage.contents, {{"path", storage.path}});
  if (!texts_.empty()) {
    llvm::SmallVector<ValueId, 8> parts;
    for (Value part : texts_)
      parts.push_back(heap_.valueOf(part));
    graph_.emitEffect(Opcode::TextCommit, parts);
  }
  ValueId returned = materialize(root.returned);
  commitHistory();
  if (!stopped())
    graph_.emitEffect(Opcode::Return, returned);
  return !stopped();
}

void Evaluator::commitAt(const std::string &path, Value value) {
  if (stopped())
    return;
  if (!value.isBound()) {
    graph_.emitEffect(Opcode::HeapDelete, {}, {{"path", path}});
    return;
  }
  ValueId made = materialize(value);
  if (!stopped())
    graph_.emitEffect(Opcode::HeapCommit, made, {{"path", path}});
}

void Evaluator::commitObject(ObjectId id) {
  // Copies: making values may load others.
  const std::string path = heap_.at(id).path;
  const AttributeList attributes = heap_.at(id).attributes, old = heap_.at(id).oldAttributes;
  const char *separator = heap_.at(id).kind == ObjectKind::Module ? ":" : ".";
  for (const auto &[name, value] : attributes) {
    auto before = llvm::find_if(old, [&, n = name](auto &each) { return each.first == n; });
    if (before == old.end() || !heap_.isUnchanged(before->second, value))
      commitAt(path + separator + name, value);
  }
  for (const auto &[name, value] : old)
    if (llvm::none_of(attributes, [&, n = name](auto &each) { return each.first == n; }))
      commitAt(path + separator + name, Value());

  const EntryList entries = heap_.at(id).entries, oldEntries = heap_.at(id).oldEntries;
  for (const auto &[key, value] : entries) {
    auto before = llvm::find_if(oldEntries,
                                [&, k = key](auto &each) { return heap_.sameKey(each.first, k); });
    if (before == oldEntries.end() || !heap_.isUnchanged(before->second, value))
      commitAt(path + "[" + heap_.keyText(key) + "]", value);
  }
  for (const auto &[key, value] : oldEntries)
    if (llvm::none_of(entries, [&, k = key](auto &each) { return heap_.sameKey(each.first, k); }))
      commitAt(path + "[" + heap_.keyText(key) + "]", Value());

  const Values items = heap_.at(id).items, oldItems = heap_.at(id).oldItems;
  if (heap_.at(id).kind == ObjectKind::Cell) {
    if (!items.empty() && !heap_.isUnchanged(oldItems[0], items[0]))
      commitAt(path, items[0]);
    return;
  }
  // Items are added at the end, however many there are. Where others are added or removed hangs on
  // how many there were.
  bool adds = heap_.at(id).kind == ObjectKind::List && !heap_.at(id).lengthAssumed &&
              items.size() > oldItems.size();
  for (size_t i = 0; adds && i < oldItems.size(); ++i)
    adds = heap_.isUnchanged(oldItems[i], items[i]);
  if (adds) {
    for (size_t i = oldItems.size(); i < items.size(); ++i)
      commitAt(path + "[+]", items[i]);
    return;
  }
  if (items.size() != oldItems.size())
    heap_.length(id);
  for (size_t i = 0; i < items.size(); ++i)
    if (i >= oldItems.size() || !heap_.isUnchanged(oldItems[i], items[i]))
      commitAt(path + "[" + std::to_string(i) + "]", items[i]);
  for (size_t i = oldItems.size(); i > items.size(); --i)
    commitAt(path + "[" + std::to_string(i - 1) + "]", Value());
}

void Evaluator::commitTensor(ObjectId id) {
  const TensorState tensor = heap_.at(id).tensor;
  if (tensor.tape)
    return void(refuse(RefusalKind::Escapes, "the history of a tensor that was there before"));
  if (tensor.gradKnown && !(tensor.grad == tensor.oldGrad))
    commitAt(heap_.at(id).path + ".grad", tensor.grad);
}

// A value for a place in the heap: numbers and texts, objects that are there, new tensors, and new
// lists, tuples and dicts of such.
ValueId Evaluator::materialize(Value value) {
  if (value.isConstant() || value.isScalar())
    return heap_.valueOf(value);
  if (!value.isObject())
    return refuse(RefusalKind::Escapes, describe(value)), ValueId();
  ObjectId id = value.objectId();
  auto known = materialized_.find(id);
  if (known != materialized_.end())
    return known->second;
  const Object &object = heap_.at(id);
  TypeTable &types = graph_.types();
  ValueId made;
  if (!object.isNew()) {
    made = graph_.emit(Opcode::HeapObject, {}, types.dyn(), NamedAttribute{"path", object.path});
  } else if (object.kind == ObjectKind::Tensor) {
    const TensorState tensor = object.tensor;
    bool freed = tensor.tape && tape_[tensor.tape.index].freed;
    if (tensor.requiresGrad && tensor.tape && !freed)
      return materialized_[id] = exposeLiving(id);
    TypeId type = object.tensorType;
    llvm::SmallVector<NamedAttribute, 2> attributes = {{"requires_grad", tensor.requiresGrad}};
    if (freed)
      attributes.push_back({"freed", true});
    made = graph_.emit(Opcode::HeapTensor, contents(id), type, attributes);
  } else {
    llvm::SmallVector<ValueId, 8> parts;
    for (Value each : Values(object.items))
      parts.push_back(materialize(each));
    for (const auto &[key, each] : EntryList(heap_.at(id).entries)) {
      parts.push_back(materialize(key));
      parts.push_back(materialize(each));
    }
    if (stopped())
      return ValueId();
    switch (heap_.at(id).kind) {
    case ObjectKind::List:
      made = graph_.emit(Opcode::PyList, parts, types.of(TypeKind::List));
      break;
    case ObjectKind::Tuple:
      made = graph_.emit(Opcode::PyTuple, parts, types.of(TypeKind::Tuple));
      break;
    case ObjectKind::Dict:
      made = graph_.emit(Opcode::PyDict, parts, types.of(TypeKind::Dict));
      break;
    default: return refuse(RefusalKind::Escapes, describe(value)), ValueId();
    }
  }
  return materialized_[id] = made;
}

}  // namespace janus::speculate
