// Tensors of the heap: the storages that they lie in, views and their bases.
#include "Transforms/Speculate/Heap/AbstractHeap.h"

#include "janus/contract/OpTable.h"

#include "llvm/ADT/StringExtras.h"

namespace janus::speculate {

using namespace ir;

Category categoryNamed(llvm::StringRef dtype) {
  std::optional<DType> named = dtypeNamed({dtype.data(), dtype.size()});
  return named ? categoryOf(*named) : Category::Bool;
}

ValueId AbstractHeap::computed(AbstractValue value) {
  if (value.isScalar())
    return scalar(value).value;
  if (!isTensor(value))
    return {};
  const TensorState &tensor = at(value).tensor;
  return tensor.isView() ? tensor.view : storageOf(value.objectId()).contents;
}

void AbstractHeap::setTensorType(Object &object, const HeapNode &node) {
  Type type;
  type.kind = TypeKind::Tensor;
  type.dtype = node.tensor->dtype;
  type.device = node.tensor->device;
  type.layout = node.tensor->contiguous ? Layout::Contiguous : Layout::Strided;
  type.requiresGrad = node.tensor->requiresGrad;
  type.shape.emplace();
  for (size_t i = 0; i < node.tensor->shape.size(); ++i)
    type.shape->push_back(sizes_.ofInput(object.path, i, node.tensor->shape[i]));
  object.tensorType = graph_.types().intern(type);
  object.tensor.requiresGrad = node.tensor->requiresGrad;
  object.tensor.hasPast = node.tensor->requiresGrad && !node.tensor->isLeaf;
}

void AbstractHeap::loadTensor(Object &object, const HeapNode &node) {
  setTensorType(object, node);
  auto [known, isNew] = storageBySnapshot_.try_emplace(node.tensor->storage);
  if (isNew)
    known->second = makeStorage({ValueId(), object.tensorType, object.path, object.tensor.hasPast});
  else
    sharedStorages_.insert(known->second.index);
  object.tensor.storage = known->second;
  object.oldTensor = std::make_shared<const TensorState>(object.tensor);
}

// Which items of a list are one tensor changes with the list: a batch of transitions holds a state
// as the next one of another, or does not. Where nothing is written, that makes no difference.
bool AbstractHeap::mayBeSeveral(NodeId node, llvm::StringRef path) const {
  const HeapNode &facts = profile_.heap[node];
  size_t index = path.rfind('[');
  bool isItem =
      path.endswith("]") && index != llvm::StringRef::npos && llvm::isDigit(path[index + 1]);
  auto hasGrad = [&] { return std::holds_alternative<NodeId>(facts.tensor->grad.value); };
  return facts.kind == NodeKind::Tensor && isItem && !facts.tensor->requiresGrad && !hasGrad() &&
         facts.attributes.empty() && !oneObject_.contains(node);
}

ObjectId AbstractHeap::anotherTensor(NodeId node, std::string path) {
  auto [known, isNew] = apart_.try_emplace(path);
  if (!isNew)
    return known->getValue();
  const HeapNode &facts = profile_.heap[node];
  ObjectId id = known->getValue() = make(ObjectKind::Tensor);
  Object &object = at(id);
  object.node = node;
  object.path = std::move(path);
  object.name = facts.name;
  object.loaded = false;
  setTensorType(object, facts);
  object.tensor.storage = makeStorage({ValueId(), object.tensorType, object.path, false});
  object.oldTensor = std::make_shared<const TensorState>(object.tensor);
  object.type = at(byNode_.lookup(node)).type;
  assumeKind(at(id));
  return id;
}

bool AbstractHeap::findConfusedTensors(llvm::DenseSet<NodeId> &oneObject) const {
  const size_t before = oneObject.size();
  auto isChanged = [&](const Object &object) {
    const Storage &storage = storages_[object.tensor.storage.index];
    return storage.version != 0 || storage.written.isBound() || storage.isGiven ||
           object.attributes != object.oldAttributes || object.tensor.requiresGrad ||
           object.tensor.wasChanged || object.tensor.grad != object.tensor.oldGrad ||
           comparedTensors_.contains(object.node);
  };
  for (const auto &each : apart_) {
    const Object &other = objects_[each.getValue().index];
    if (isChanged(other) || isChanged(objects_[byNode_.lookup(other.node).index]))
      oneObject.insert(other.node);
  }
  return oneObject.size() != before;
}

StorageId AbstractHeap::makeStorage(Storage storage) {
  storages_.push_back(std::move(storage));
  return StorageId(storages_.size() - 1);
}

AbstractValue AbstractHeap::makeTensor(ValueId value) {
  ObjectId id = make(ObjectKind::Tensor);
  TypeId type = graph_.function().value(value).type;
  at(id).tensorType = type;
  at(id).tensor.storage = makeStorage({value, type, ""});
  at(id).tensor.gradKnown = true;
  return AbstractValue::object(id);
}

bool AbstractHeap::areAlike(const TensorState &before, const TensorState &now) {
  auto gradient = [&](const TensorState &tensor) {
    AbstractValue value = tensor.gradKnown ? tensor.grad : now.oldGrad;
    return value.isBound() ? value : none();
  };
  return before.storage == now.storage && before.requiresGrad == now.requiresGrad &&
         before.isUnasked == now.isUnasked && before.tape == now.tape &&
         before.origin == now.origin && gradient(before) == gradient(now);
}

void AbstractHeap::noteWrite(Storage &storage, bool counted) {
  storage.written = boolean(true);
  ++storage.version;
  if (!counted) {
    storage.writtenApart = true;
    return;
  }
  if (!storage.writes.isBound()) {
    storage.writes = integer(1);
  } else if (storage.writes.isConstant()) {
    storage.writes = integer(graph_.constant(storage.writes.constantId()).integer + 1);
  } else {
    TypeId type = graph_.types().of(TypeKind::Int);
    ValueId sum = graph_.emit(Opcode::IntAdd, {valueOf(storage.writes), valueOf(integer(1))}, type);
    storage.writes = makeScalar({TypeKind::Int, sum, std::nullopt, ""});
  }
}

ObjectId AbstractHeap::baseOf(ObjectId tensor, Lookup at) {
  ObjectId base = tensor;
  while (const ViewOrigin *origin = at(base).tensor.origin.get()) {
    if (origin->op == static_cast<uint16_t>(TensorOp::Detach) || at(base).tensor.isOwn)
      break;
    base = origin->args[0].objectId();
  }
  return base == tensor ? ObjectId() : base;
}

ObjectId AbstractHeap::baseOf(ObjectId tensor) {
  return baseOf(tensor, [this](ObjectId id) -> const Object & { return at(id); });
}

ObjectId AbstractHeap::rootOf(ObjectId tensor) {
  while (const ViewOrigin *origin = at(tensor).tensor.origin.get())
    tensor = origin->args[0].objectId();
  return tensor;
}

bool AbstractHeap::borrowsGradient(ObjectId tensor, Lookup at) {
  const TensorState view = at(tensor).tensor;
  if (!view.isView() || view.requiresGrad)
    return false;
  ObjectId base = baseOf(tensor, at);
  return base && at(base).tensor.requiresGrad &&
         categoryNamed(graph_.types().get(at(tensor).tensorType).dtype) >= Category::Floating;
}

bool AbstractHeap::borrowsGradient(ObjectId tensor) {
  return borrowsGradient(tensor, [this](ObjectId id) -> const Object & { return at(id); });
}

}  // namespace janus::speculate
