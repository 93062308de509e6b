#include "IR/Types.h"

#include <cassert>

namespace janus::ir {

llvm::StringRef toString(TypeKind kind) {
  static const llvm::StringRef kNames[] = {
      "dyn",      "none",   "bool",   "int",       "float",  "complex", "str",      "bytes",
      "ellipsis", "tuple",  "list",   "dict",      "set",    "slice",   "iterator", "function",
      "class",    "module", "object", "exception", "tensor", "foreign",
  };
  return kNames[static_cast<size_t>(kind)];
}

TypeTable::TypeTable() {
  intern(Type());
}

TypeId TypeTable::intern(const Type &type) {
  Type normal = type;
  // A container of anything says no more than the bare container.
  bool container = normal.kind == TypeKind::List || normal.kind == TypeKind::Dict ||
                   normal.kind == TypeKind::Set || normal.kind == TypeKind::Iterator;
  bool informative = false;
  for (TypeId item : normal.items)
    informative |= item != dyn();
  if ((container && !informative) || (normal.kind == TypeKind::Tuple && !normal.sized))
    normal.items.clear();
  if (normal.shape)
    normal.rank = static_cast<int>(normal.shape->size());
  auto [entry, inserted] = index_.try_emplace(textOf(normal), TypeId(types_.size()));
  if (inserted)
    types_.push_back(std::move(normal));
  return entry->second;
}

TypeId TypeTable::of(TypeKind kind) {
  Type type;
  type.kind = kind;
  return intern(type);
}

TypeId TypeTable::joinTensors(const Type &a, const Type &b) {
  Type joined;
  joined.kind = TypeKind::Tensor;
  if (a.dtype == b.dtype)
    joined.dtype = a.dtype;
  if (a.rank == b.rank)
    joined.rank = a.rank;
  if (a.shape && b.shape && a.rank == b.rank) {
    joined.shape.emplace();
    for (size_t i = 0; i < a.shape->size(); ++i)
      joined.shape->push_back((*a.shape)[i] == (*b.shape)[i] ? (*a.shape)[i] : Dim());
  }
  if (a.device == b.device)
    joined.device = a.device;
  if (a.layout == b.layout)
    joined.layout = a.layout;
  if (a.requiresGrad == b.requiresGrad)
    joined.requiresGrad = a.requiresGrad;
  if (a.aliasClass == b.aliasClass)
    joined.aliasClass = a.aliasClass;
  return intern(joined);
}

TypeId TypeTable::join(TypeId a, TypeId b) {
  if (a == b)
    return a;
  Type left = get(a), right = get(b);  // copies: interning moves the table
  if (left.kind != right.kind)
    return dyn();
  if (left.kind == TypeKind::Tensor)
    return joinTensors(left, right);
  Type joined;
  joined.kind = left.kind;
  if (left.name == right.name)
    joined.name = left.name;
  if (left.sized == right.sized && left.items.size() == right.items.size()) {
    joined.sized = left.sized;
    for (size_t i = 0; i < left.items.size(); ++i)
      joined.items.push_back(join(left.items[i], right.items[i]));
  }
  return intern(joined);
}

namespace {

// True when each fact of `b` is a fact of `a`.
bool isSubtensor(const Type &a, const Type &b) {
  auto dimensionsHold = [&] {
    for (size_t i = 0; i < b.shape->size(); ++i)
      if ((*b.shape)[i].known() && (*a.shape)[i] != (*b.shape)[i])
        return false;
    return true;
  };
  return (b.dtype.empty() || a.dtype == b.dtype) && (b.rank < 0 || a.rank == b.rank) &&
         (!b.shape || (a.shape && dimensionsHold())) &&
         (b.device.empty() || a.device == b.device) && includes(a.layout, b.layout) &&
         (b.requiresGrad < 0 || a.requiresGrad == b.requiresGrad) &&
         (b.aliasClass.empty() || a.aliasClass == b.aliasClass);
}

}  // namespace

bool TypeTable::isSubtype(TypeId a, TypeId b) const {
  if (a == b || b == dyn())
    return true;
  const Type &left = get(a), &right = get(b);
  if (left.kind != right.kind)
    return false;
  if (left.kind == TypeKind::Tensor)
    return isSubtensor(left, right);
  if (!right.name.empty() && left.name != right.name)
    return false;
  if (!right.sized && right.items.empty())
    return true;
  if (left.sized != right.sized || left.items.size() != right.items.size())
    return false;
  for (size_t i = 0; i < left.items.size(); ++i)
    if (!isSubtype(left.items[i], right.items[i]))
      return false;
  return true;
}

}  // namespace janus::ir
