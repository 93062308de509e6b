// Tensors of the heap: the storages that they lie in, views and their bases.
#include "Transforms/Speculate/Heap/AbstractHeap.h"

#include "janus/contract/OpTable.h"

namespace janus::speculate {

using namespace ir;

ValueId AbstractHeap::computed(AbstractValue value) {
  if (value.isScalar())
    return scalar(value).value;
  if (!isTensor(value))
    return {};
  const TensorState &tensor = at(value).tensor;
  return tensor.isView() ? tensor.view : storageOf(value.objectId()).contents;
}

void AbstractHeap::loadTensor(Object &object, const HeapNode &node) {
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
  auto [known, isNew] = storageBySnapshot_.try_emplace(node.tensor->storage);
  if (isNew)
    known->second = makeStorage({ValueId(), object.tensorType, object.path, object.tensor.hasPast});
  else
    sharedStorages_.insert(known->second.index);
  object.tensor.storage = known->second;
  object.oldTensor = std::make_shared<const TensorState>(object.tensor);
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

ObjectId AbstractHeap::baseOf(ObjectId tensor) {
  ObjectId base = tensor;
  while (const ViewOrigin *origin = at(base).tensor.origin.get()) {
    if (origin->op == static_cast<uint16_t>(TensorOp::Detach) || at(base).tensor.isOwn)
      break;
    base = origin->args[0].objectId();
  }
  return base == tensor ? ObjectId() : base;
}

ObjectId AbstractHeap::rootOf(ObjectId tensor) {
  while (const ViewOrigin *origin = at(tensor).tensor.origin.get())
    tensor = origin->args[0].objectId();
  return tensor;
}

bool AbstractHeap::borrowsGradient(ObjectId tensor) {
  const Object &view = at(tensor);
  if (!view.tensor.isView() || view.tensor.requiresGrad)
    return false;
  ObjectId base = baseOf(tensor);
  return base && at(base).tensor.requiresGrad &&
         llvm::StringRef(graph_.types().get(view.tensorType).dtype).contains("float");
}

}  // namespace janus::speculate
