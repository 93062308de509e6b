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
      op.opcode != Opcode::LoopRestore && op.opcode != Opcode::LoopRows &&
      op.opcode != Opcode::LoopSum)
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

// The sizes of an operand of a loop over `whole`, with a dimension for each of the loop's; nothing:
// they do not broadcast.
static std::optional<std::vector<Dim>> alignedSizes(const Type &type, llvm::ArrayRef<Dim> whole) {
  std::optional<std::vector<Dim>> sizes = knownSizes(type);
  if (!sizes)
    return std::nullopt;
  llvm::ArrayRef<Dim> own(*sizes);
  while (own.size() > whole.size() && own.front().number == 1)
    own = own.drop_front();
  if (own.size() > whole.size())
    return std::nullopt;
  std::vector<Dim> aligned(whole.size() - own.size(), Dim{1, ""});
  aligned.insert(aligned.end(), own.begin(), own.end());
  for (size_t d = 0; d < whole.size(); ++d)
    if (aligned[d].number != 1 && !(aligned[d] == whole[d]))
      return std::nullopt;
  return aligned;
}

static bool isBroadcast(const Dim &own, const Dim &whole) {
  return own.number == 1 && whole.number != 1;
}

// The dimension that the elements of a row begin with, if rows have so many elements.
static std::optional<size_t> splitAt(llvm::ArrayRef<Dim> whole, const SizeExpression &inner) {
  for (size_t at = whole.size(); at > 0; --at)
    if (productOf(whole.drop_front(at - 1)) == inner)
      return at - 1;
  return std::nullopt;
}

// Rows of fewer elements are no loop's where an operand's rows are repeated: what is done once a
// row would take most of the time.
static constexpr int64_t kFewestRepeated = 4;

// The first dimension that a row of the loop may begin with, if it is to read the operand's
// elements one after the other, or one of them: nothing where any may. The operand broadcasts.
std::optional<size_t> ElementFacts::rowsEnd(ValueId value, llvm::ArrayRef<Dim> whole) const {
  std::vector<Dim> own = *alignedSizes(module_.types.get(function_.value(value).type), whole);
  std::optional<size_t> end;
  if (std::optional<PartOfRows> part = partOf(value); part && part->rows)
    end = splitAt(whole, part->rows->inner);
  if (llvm::equal(own, whole) || llvm::all_of(own, [](const Dim &d) { return d.number == 1; }))
    return end;
  std::optional<bool> isLast;
  size_t at = whole.size();
  for (size_t d = whole.size(); d-- > 0;) {
    if (whole[d].number == 1)
      continue;
    if (isLast.value_or(isBroadcast(own[d], whole[d])) != isBroadcast(own[d], whole[d]))
      break;
    isLast = isBroadcast(own[d], whole[d]);
    at = d;
  }
  return std::max(at, end.value_or(0));
}

// The rows of an operand that a loop reads, whose rows are of the dimensions of `whole`. Nothing:
// it is broadcast in too many places.
static std::optional<PlanBlock::Repeats> repeatsOf(llvm::ArrayRef<Dim> own,
                                                   llvm::ArrayRef<Dim> whole) {
  // Dimensions in turn that are broadcast, and not: the first ones that are not, and so on.
  std::vector<SizeExpression> runs(1, 1);
  for (size_t d = 0; d < whole.size(); ++d) {
    if (whole[d].number == 1)
      continue;
    if (isBroadcast(own[d], whole[d]) != (runs.size() % 2 == 0))
      runs.emplace_back(1);
    runs.back() = runs.back() * expressionOf(whole[d]);
  }
  if (runs.size() > 4)
    return std::nullopt;
  bool isFirst = runs[0].constant() == 1;  // what follows is broadcast from the first one on
  std::vector<int64_t> numbers(4, 1);
  for (size_t i = isFirst ? 2 : 1; i < runs.size(); ++i) {
    std::optional<int64_t> number = runs[i].constant();
    if (!number || *number == 0)
      return std::nullopt;
    numbers[i] = *number;
  }
  PlanBlock::Repeats rows;
  if (runs.size() <= 2) {
    rows.repeats = numbers[1];
  } else {
    rows.count = numbers[2];
    rows.repeats = numbers[3];
    rows.period = isFirst ? 0 : numbers[1] * numbers[2] * numbers[3];
  }
  return rows;
}

// How an operand that broadcasts is read in a loop whose rows begin with the dimension `end`.
std::optional<PlanBlock::Read> ElementFacts::readOf(ValueId value, llvm::ArrayRef<Dim> whole,
                                                    std::optional<size_t> end) const {
  using Index = PlanBlock::Index;
  std::vector<Dim> own = *alignedSizes(module_.types.get(function_.value(value).type), whole);
  PlanBlock::Read read = {value, sourceOf(value), Index::Each};
  bool isWhole = llvm::equal(own, whole);
  if (!isWhole && llvm::all_of(own, [](const Dim &dim) { return dim.number == 1; })) {
    read.subscript = Index::One;
    return read;
  }
  std::optional<PartOfRows> part = partOf(value);
  if (part && part->rows && !(end && part->rows->inner == productOf(whole.drop_front(*end))))
    return std::nullopt;
  if (!part && !dense_.contains(value))
    return std::nullopt;
  if (isWhole) {
    if (part) {
      read.source = part->source;
      read.subscript = part->subscript;
    }
    return read;
  }
  llvm::ArrayRef<Dim> rows = whole.take_front(*end);
  bool isRepeated = false, isKept = false;  // rows
  for (size_t d = 0; d < *end; ++d) {
    isRepeated |= isBroadcast(own[d], whole[d]);
    isKept |= own[d].number != 1;
  }
  bool isColumn = isBroadcast(own.back(), whole.back());
  for (size_t d = *end; d < whole.size(); ++d)
    if (whole[d].number != 1)
      isColumn = isBroadcast(own[d], whole[d]);
  if (part && (isColumn || !isKept || !isRepeated)) {  // a view, which is made
    if (!dense_.contains(value))
      return std::nullopt;
    part.reset();
  }
  if (!isKept) {
    read.subscript = Index::Row;
    return read;
  }
  read.subscript = isColumn ? PlanBlock::Subscript(Index::Column) : PlanBlock::Subscript(0, 0);
  if (!isRepeated)
    return read;
  std::optional<PlanBlock::Repeats> repeats =
      repeatsOf(llvm::ArrayRef<Dim>(own).take_front(*end), rows);
  if (!repeats ||
      productOf(whole.drop_front(*end)).constant().value_or(kFewestRepeated) < kFewestRepeated)
    return std::nullopt;
  if (part) {
    read.source = part->source;
    read.subscript = part->subscript;
  }
  read.subscript.rows = *repeats;
  return read;
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
    // (alignedSizes).
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

struct ElementFacts::Folded {
  PlanBlock::Per per;
  std::optional<size_t> inner;  // the first dimension of a row
};

// A reduction over rows, over columns, or over all.
std::optional<ElementFacts::Folded> ElementFacts::foldOf(OpId id, llvm::ArrayRef<Dim> whole) const {
  using Per = PlanBlock::Per;
  std::optional<uint64_t> mask = whole.size() < 64 ? reducedDims(id, whole.size()) : std::nullopt;
  if (!mask)
    return std::nullopt;
  llvm::SmallVector<size_t, 4> kept, reduced;  // dimensions that are not of size 1
  for (size_t d = 0; d < whole.size(); ++d)
    if (whole[d].number != 1)
      (*mask >> d & 1 ? reduced : kept).push_back(d);
  if (reduced.empty())
    return std::nullopt;
  if (kept.empty())
    return Folded{Per::Loop, std::nullopt};
  if (kept.back() < reduced.front())
    return Folded{Per::Row, reduced.front()};
  if (reduced.back() < kept.front())
    return Folded{Per::Column, kept.front()};
  return std::nullopt;
}

std::optional<ElementAccess> ElementFacts::accessOf(OpId id, const SizeExpression *inner) const {
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
  llvm::SmallVector<ValueId, 3> tensors;
  forEachOperand(form->expression, [&](char kind, unsigned position) {
    ValueId operand = op.operands[position];
    const Type &type = module_.types.get(function_.value(operand).type);
    if (kind == '%') {
      access.counted.push_back(operand);
      fits &= knownSizes(type).has_value();
    } else if (type.kind == TypeKind::Tensor && kind == '$') {
      tensors.push_back(operand);
      // One type, or masks: kernels would convert the others.
      fits = fits && isElement(type) && alignedSizes(type, *sizes) &&
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
  bool isExtreme = access.fold == Fold::Max || access.fold == Fold::Min;
  if (!fits || !floats || access.count.constant() == 0 ||
      (isExtreme && !access.count.constant()))  // of nothing they are an error
    return std::nullopt;
  std::optional<size_t> end;
  for (ValueId tensor : tensors)
    if (std::optional<size_t> own = rowsEnd(tensor, *sizes))
      end = std::max(*own, end.value_or(0));
  if (access.fold) {
    std::optional<Folded> folded = foldOf(id, *sizes);
    if (!folded || (folded->inner && end.value_or(0) > *folded->inner))
      return std::nullopt;
    access.per = folded->per;
    if (folded->inner)
      end = folded->inner;
  } else if (end && inner) {
    std::optional<size_t> preferred = splitAt(*sizes, *inner);
    end = std::max(*end, preferred.value_or(0));
  }
  for (ValueId tensor : tensors) {
    std::optional<PlanBlock::Read> read = readOf(tensor, *sizes, end);
    if (!read)
      return std::nullopt;
    access.reads.push_back(*read);
  }
  if (end)
    access.rows = {productOf(llvm::ArrayRef<Dim>(*sizes).take_front(*end)),
                   productOf(llvm::ArrayRef<Dim>(*sizes).drop_front(*end))};
  return access;
}

}  // namespace janus::plan
