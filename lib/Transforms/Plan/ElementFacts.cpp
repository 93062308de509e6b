#include "Transforms/Plan/ElementFacts.h"

#include "Inference/StaticContext.h"
#include "Transforms/Plan/TensorFacts.h"

#include "janus/contract/Schema.h"
#include "janus/contract/inference/Reshape.h"
#include "janus/contract/inference/View.h"

#include "llvm/ADT/ArrayRef.h"

namespace janus::plan {

using namespace ir;

namespace {

// The types that loops compute in.
bool isFloating(const Type &type) {
  return type.dtype == "float32" || type.dtype == "float64";
}

}  // namespace

ElementFacts::ElementFacts(const Module &module, const Function &function)
    : module_(module), function_(function) {
  for (OpId id : function.region(function.body).ops) {
    const Op &op = function.op(id);
    if (op.opcode == Opcode::HeapInput &&
        module.types.get(function.value(op.results[0]).type).layout == Layout::Contiguous)
      dense_.insert(op.results[0]);
  }
}

void ElementFacts::visit(OpId id) {
  const Op &op = function_.op(id);
  if (op.opcode == Opcode::If || op.opcode == Opcode::Loop)
    for (ValueId result : op.results)
      if (llvm::all_of(givenBy(function_, result), [&](ValueId v) { return dense_.contains(v); }))
        dense_.insert(result);
  if (!isTensorOp(op.opcode) && op.opcode != Opcode::LoopCarried &&
      op.opcode != Opcode::LoopRestore)
    return;
  for (ValueId result : op.results)
    if (module_.types.get(function_.value(result).type).layout == Layout::Contiguous)
      dense_.insert(result);
}

bool ElementFacts::isTransparent(OpId id) const {
  const Op &op = function_.op(id);
  if (!isTensorOp(op.opcode))
    return false;
  TensorOp row = rowOf(op.opcode);
  return (isAlwaysView(row) || hasTrait(row, Trait::MaybeView)) &&
         !hasTrait(row, Trait::Composite) && infer::keepsOrder(janus::row(row).shape) &&
         dense_.contains(op.operands[0]);
}

ValueId ElementFacts::sourceOf(ValueId value) const {
  while (isTransparent(function_.value(value).definedBy))
    value = function_.op(function_.value(value).definedBy).operands[0];
  return value;
}

bool ElementFacts::isLookedThrough(OpId id) const {
  const Op &op = function_.op(id);
  return isTransparent(id) || (op.results.size() == 1 && partOf(op.results[0]));
}

// Part of longer rows that a slice, or one index of a dimension, shows; sizes from that dimension
// on are constant.
std::optional<ElementFacts::PartOfRows> ElementFacts::partOf(ValueId value) const {
  OpId id = function_.value(value).definedBy;
  if (!id || !isTensorOp(function_.op(id).opcode))
    return std::nullopt;
  const Op &op = function_.op(id);
  TensorOp row = rowOf(op.opcode);
  ShapeRule rule = janus::row(row).shape;
  if (!isAlwaysView(row) || (rule != ShapeRule::Slice && rule != ShapeRule::Select))
    return std::nullopt;
  Schema schema = parseSchema(row);
  auto argument = [&](const char *name) { return op.operands[schema.find(name)]; };
  bool isSlice = rule == ShapeRule::Slice;
  std::optional<int64_t> dim = constantInt(module_, function_, argument("dim")),
                         first =
                             constantInt(module_, function_, argument(isSlice ? "start" : "index"));
  if (isSlice && module_.types.get(function_.value(argument("start")).type).kind == TypeKind::None)
    first = 0;
  const Type &shown = module_.types.get(function_.value(value).type);
  std::optional<std::vector<Dim>> sizes = knownSizes(shown),
                                  whole = knownSizes(
                                      module_.types.get(function_.value(op.operands[0]).type));
  if (isSlice && constantInt(module_, function_, argument("step")) != 1)
    return std::nullopt;
  if (!dim || !first || !sizes || !whole || !isElement(shown) || !dense_.contains(op.operands[0]))
    return std::nullopt;
  auto at = static_cast<size_t>(*dim < 0 ? *dim + static_cast<int64_t>(whole->size()) : *dim);
  if (at >= whole->size())
    return std::nullopt;
  inference::NumberContext cx;
  infer::Placed<inference::NumberContext> tail = {{}, {}, 0};
  int64_t width = 1;
  for (const Dim &each : llvm::ArrayRef<Dim>(*whole).drop_front(at)) {
    if (!each.symbol.empty())
      return std::nullopt;
    tail.sizes.push_back(each.number);
    width *= each.number;
  }
  tail.strides = infer::contiguousStrides(tail.sizes);
  if (isSlice)
    infer::slice(cx, tail, 0, first, std::nullopt, 1);
  else
    infer::select(cx, tail, 0, *first);
  if (cx.failed)
    return std::nullopt;
  PartOfRows part = {sourceOf(op.operands[0]), std::nullopt, {tail.offset, 0}};
  SizeExpression outer = productOf(llvm::ArrayRef<Dim>(*whole).take_front(at));
  if (outer.constant() != 1) {
    part.rows = {std::move(outer), productOf(llvm::ArrayRef<Dim>(*sizes).drop_front(at))};
    part.subscript.stride = width;
  }
  return part;
}

bool ElementFacts::isElement(const Type &type) const {
  return type.kind == TypeKind::Tensor && (isFloating(type) || type.dtype == "bool") &&
         (type.device.empty() || type.device == "cpu");
}

// How a tensor of `sizes` is read in a loop over `result`.
bool ElementFacts::addTensor(ValueId value, llvm::ArrayRef<Dim> whole,
                             ElementAccess &access) const {
  using Index = PlanBlock::Index;
  const Type &type = module_.types.get(function_.value(value).type);
  std::optional<std::vector<Dim>> sizes = knownSizes(type);
  if (!isElement(type) || !sizes)
    return false;
  Index index = Index::Each;
  std::optional<ElementAccess::Rows> rows;
  llvm::ArrayRef<Dim> own(*sizes), trimmed = whole;
  while (!own.empty() && own.front().number == 1)
    own = own.drop_front();
  while (trimmed.size() > own.size() && trimmed.front().number == 1)
    trimmed = trimmed.drop_front();
  if (own == trimmed || (own.empty() && access.count.constant() == 1)) {
    index = Index::Each;
  } else if (own.empty()) {
    index = Index::One;
  } else if (own.size() < whole.size() && own == whole.take_back(own.size())) {
    index = Index::Row;
    rows = {productOf(whole.drop_back(own.size())), productOf(own)};
  } else if (sizes->size() == whole.size()) {
    size_t kept = whole.size();
    while (kept > 0 && (*sizes)[kept - 1].number == 1)
      --kept;
    if (llvm::ArrayRef<Dim>(*sizes).take_front(kept) != whole.take_front(kept))
      return false;
    index = Index::Column;
    rows = {productOf(whole.take_front(kept)), productOf(whole.drop_front(kept))};
  } else {
    return false;
  }
  PlanBlock::Subscript subscript = index;
  ValueId source = sourceOf(value);
  if (std::optional<PartOfRows> part = index == Index::Each ? partOf(value) : std::nullopt) {
    subscript = part->subscript;
    source = part->source;
    rows = std::move(part->rows);
  } else if (index != Index::One && !dense_.contains(value)) {
    return false;
  }
  if (rows && access.rows && !(rows->inner == access.rows->inner))
    return false;
  if (rows)
    access.rows = std::move(rows);
  access.reads.push_back({value, source, subscript});
  return true;
}

// The sizes of what a loop for the operation runs over: the result, or what is reduced.
std::optional<std::vector<Dim>> ElementFacts::loopSizes(OpId id, const FusedForm &form) const {
  const Op &op = function_.op(id);
  if (!form.fold)
    return knownSizes(module_.types.get(function_.value(op.results[0]).type));
  std::optional<std::vector<Dim>> whole;
  forEachOperand(form.expression, [&](char kind, unsigned position) {
    const Type &type = module_.types.get(function_.value(op.operands[position]).type);
    std::optional<std::vector<Dim>> sizes = knownSizes(type);
    // The largest operand counts: others of its rank are broadcast, or are not read that way
    // (addTensor).
    if (kind == '$' && sizes && (!whole || sizes->size() > whole->size()))
      whole = std::move(sizes);
  });
  return whole;
}

// The reduced dimensions as a bit mask: all, or those of the argument `dim`.
std::optional<uint64_t> ElementFacts::reducedDims(OpId id, size_t rank) const {
  const Op &op = function_.op(id);
  uint64_t all = (uint64_t{1} << rank) - 1;
  int position = parseSchema(rowOf(op.opcode)).find("dim");
  if (position < 0)
    return all;
  OpId made = function_.value(op.operands[position]).definedBy;
  if (function_.op(made).opcode != Opcode::Const)
    return std::nullopt;
  const Constant &dims = module_.constant(function_.constAttribute(made, "value"));
  uint64_t mask = 0;
  auto add = [&](const Constant &dim) {
    mask |=
        uint64_t{1} << (dim.integer < 0 ? dim.integer + static_cast<int64_t>(rank) : dim.integer);
  };
  if (dims.kind == Constant::Kind::Int)
    add(dims);
  for (ConstId item : dims.items)
    add(module_.constant(item));
  return mask ? mask : all;
}

// A reduction over rows, over columns, or over all.
bool ElementFacts::addFold(OpId id, llvm::ArrayRef<Dim> whole, ElementAccess &access) const {
  using Per = PlanBlock::Per;
  std::optional<uint64_t> mask = whole.size() < 64 ? reducedDims(id, whole.size()) : std::nullopt;
  bool isExtreme = access.fold == Fold::Max || access.fold == Fold::Min;
  if (!mask || (isExtreme && !access.count.constant()))  // of nothing they are an error
    return false;
  llvm::SmallVector<size_t, 4> kept, reduced;  // dimensions that are not of size 1
  for (size_t d = 0; d < whole.size(); ++d)
    if (whole[d].number != 1)
      (*mask >> d & 1 ? reduced : kept).push_back(d);
  if (reduced.empty())
    return false;
  access.per = Per::Loop;
  if (kept.empty())
    return true;
  size_t inner;  // the first dimension of a row
  if (kept.back() < reduced.front()) {
    access.per = Per::Row;
    inner = reduced.front();
  } else if (reduced.back() < kept.front()) {
    access.per = Per::Column;
    inner = kept.front();
  } else {
    return false;
  }
  ElementAccess::Rows rows = {productOf(whole.take_front(inner)),
                              productOf(whole.drop_front(inner))};
  if (access.rows && !(access.rows->inner == rows.inner))
    return false;
  access.rows = std::move(rows);
  return true;
}

std::optional<ElementAccess> ElementFacts::accessOf(OpId id) const {
  std::optional<FusedForm> form = fusedForm(module_, function_, id);
  const Op &op = function_.op(id);
  if (!form || op.results.size() != 1 || !takesOperands(module_, function_, op))
    return std::nullopt;
  const Type &result = module_.types.get(function_.value(op.results[0]).type);
  std::optional<std::vector<Dim>> sizes = loopSizes(id, *form);
  // Loops write contiguous tensors; of other strides the eager kernel takes care.
  if (!isElement(result) || !sizes || result.layout != Layout::Contiguous)
    return std::nullopt;
  ElementAccess access;
  access.fold = form->fold;
  access.count = productOf(*sizes);
  bool fits = true;
  // Others have no formula in integers.
  bool floats = !form->expression.contains('$') || isFloating(result) ||
                hasTrait(rowOf(op.opcode), Trait::Masks);
  llvm::StringRef computed = isFloating(result) ? llvm::StringRef(result.dtype) : "";
  forEachOperand(form->expression, [&](char kind, unsigned position) {
    ValueId operand = op.operands[position];
    const Type &type = module_.types.get(function_.value(operand).type);
    if (kind == '%') {
      access.counted.push_back(operand);
      fits &= knownSizes(type).has_value();
    } else if (type.kind == TypeKind::Tensor && kind == '$') {
      // One type, or masks: kernels would convert the others.
      fits = fits && addTensor(operand, *sizes, access) &&
             (!isFloating(type) || computed.empty() || type.dtype == computed);
      if (isFloating(type)) {
        computed = type.dtype;
        floats = true;
      }
    } else if (isNumber(type.kind)) {
      if (function_.op(function_.value(operand).definedBy).opcode != Opcode::Const)
        access.numbers.push_back(operand);
    } else {
      bool isNone = function_.op(function_.value(operand).definedBy).opcode == Opcode::Const &&
                    type.kind == TypeKind::None;
      fits = fits && isNone && kind == '#';
    }
  });
  if (!fits || !floats || access.count.constant() == 0 ||
      (access.fold && !addFold(id, *sizes, access)))
    return std::nullopt;
  return access;
}

}  // namespace janus::plan
