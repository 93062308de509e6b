#include "Transforms/Speculate/Python/GrowingLists.h"

namespace janus::speculate {

using namespace ir;

bool GrowingLists::find(ObjectId id, const Object &before, const Object &after) {
  if (before.kind != ObjectKind::List || !before.isNew() || before.type || before.divergence ||
      lists_.count(id))
    return false;
  GrownRows grown;
  if (!takeAdded(before.items, after, grown.type) || !grown.type)
    return false;
  grown.fork = loop_;
  grown.isAtFront = before.items.empty() && e_.insertsAtFront_.count(id);
  grown.key = graph_.newKey();
  lists_[id] = std::move(grown);
  return true;
}

// The type of what was added to a list that held `before`, on whatever side of a branch.
bool GrowingLists::takeAdded(const std::vector<Value> &before, const Object &after, TypeId &type) {
  if (after.divergence)
    return takeAdded(before, *after.divergence->then, type) &&
           takeAdded(before, *after.divergence->otherwise, type);
  auto isOne = [&](TypeId other) {
    bool fits = other && (!type || areOneType(type, other));
    type = type ? type : other;
    return fits;
  };
  if (after.kind == ObjectKind::RowList)
    return after.grown->before == before && !after.grown->isOfViews && isOne(after.grown->type);
  return after.kind == ObjectKind::List && after.items.size() >= before.size() &&
         std::equal(before.begin(), before.end(), after.items.begin()) &&
         llvm::all_of(llvm::ArrayRef<Value>(after.items).drop_front(before.size()),
                      [&](Value each) { return isOne(typeOf(each)); });
}

// Of a number, or a tensor of known shape; else invalid.
TypeId GrowingLists::typeOf(Value item) {
  if ((item.isConstant() || item.isScalar()) && isNumber(heap_.kindOf(item)))
    return graph_.types().of(heap_.kindOf(item));
  if (!heap_.isTensor(item))
    return {};
  const Type &type = graph_.types().get(heap_.at(item).tensorType);
  bool isKnown = !type.dtype.empty() && type.shape && !hasCountedSize(type);
  return isKnown ? heap_.at(item).tensorType : TypeId();
}

bool GrowingLists::areOneType(TypeId a, TypeId b) {
  const Type &x = graph_.types().get(a), &y = graph_.types().get(b);
  return x.kind == y.kind && x.dtype == y.dtype && x.device == y.device && x.shape == y.shape;
}

void GrowingLists::begin() {
  e_.rowsAdded_.clear();
  for (auto &[id, grown] : lists_) {
    Object &list = heap_.at(id);
    grown.before = list.items;
    grown.forks = e_.shared_.forks.size();
    list.kind = ObjectKind::RowList;
    list.grown = std::make_shared<const GrownRows>(grown);
    list.items = {heap_.integer(0)};
  }
}

std::vector<ObjectId> GrowingLists::end(llvm::function_ref<Value()> countTurns) {
  std::vector<ObjectId> rows;
  for (auto &[id, grown] : lists_) {
    const ValueId last = heap_.valueOf(heap_.at(id).items[0]), number = behindLoop(last);
    Value count = heap_.makeScalar({TypeKind::Int, number, std::nullopt, ""});
    const std::optional<int64_t> each = added_[id] = countAdded(id, last);
    if (each && countTurns) {
      count = countTurns();
      if (*each != 1)
        count = e_.binary(Opcode::PyMul, count, heap_.integer(*each));
    }
    std::optional<SymbolicSize> size = e_.tensors_.asSize(count, "the length of a list");
    if (!size || e_.stopped()) {
      heap_.noteUndecided(loop_);
      break;
    }
    Value all = heap_.makeTensor(graph_.emit(Opcode::LoopRows, number,
                                             graph_.types().intern(typeOfRows(grown, *size)),
                                             NamedAttribute{"key", grown.key}));
    Object &list = heap_.at(id);
    GrownRows ended = *list.grown;
    ended.rows = all;
    list.grown = std::make_shared<const GrownRows>(std::move(ended));
    list.items = {heap_.makeSize(*size)};
    rows.push_back(all.objectId());
  }
  return rows;
}

// The result of the loop for a value of its last turn: what code in a turn back names, too.
ValueId GrowingLists::behindLoop(ValueId last) {
  TypeId type = graph_.types().of(TypeKind::Int);
  ValueId used = graph_.emit(Opcode::IntNeg, last, type);
  return graph_.function().op(graph_.function().value(used).definedBy).operands[0];
}

Type GrowingLists::typeOfRows(const GrownRows &grown, const SymbolicSize &count) {
  const Type item = graph_.types().get(grown.type);
  Type type = item;
  if (item.kind != TypeKind::Tensor) {
    type = Type();
    type.kind = TypeKind::Tensor;
    type.dtype = item.kind == TypeKind::Float ? "float64"
                 : item.kind == TypeKind::Int ? "int64"
                                              : "bool";
    type.device = "cpu";
    type.requiresGrad = false;
    type.shape.emplace();
  }
  type.layout = Layout::Contiguous;
  type.shape->insert(type.shape->begin(), inference::dimOf(count));
  type.rank = type.shape->size();
  return type;
}

void GrowingLists::turn() {
  for (auto &[id, known] : lists_) {
    GrownRows grown = *heap_.at(id).grown;
    if (!std::exchange(grown.isAtFront, false))
      continue;
    grown.rows = e_.callOnRows("_reversed_rows", {{grown.rows}, {}});
    heap_.at(id).grown = std::make_shared<const GrownRows>(std::move(grown));
  }
}

// `next`: how many rows there are behind the turn.
std::optional<int64_t> GrowingLists::countAdded(ObjectId list, ValueId next) {
  const Function &function = graph_.function();
  int64_t added = 0;
  for (; next != counts_[list]; ++added) {
    OpId made = function.value(next).definedBy;
    if (!made || function.op(made).opcode != Opcode::IntAdd)
      return std::nullopt;
    next = function.op(made).operands[0];
  }
  return added;
}

}  // namespace janus::speculate
