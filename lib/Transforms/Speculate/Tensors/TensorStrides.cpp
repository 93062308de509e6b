// Views or copies: torch decides by strides whether a tensor in another shape shows the elements of
// the one it was made of. Where strides are not known, the result must be neither written nor reach
// Python beside the other one.
#include "Transforms/Speculate/Tensors/TensorDomain.h"

#include "janus/contract/NodeNames.h"
#include "janus/contract/inference/Reduce.h"
#include "janus/contract/inference/Reshape.h"
#include "janus/contract/inference/View.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

#include <numeric>

namespace janus::speculate {

using namespace ir;

std::optional<Numbers> TensorDomain::sizesOf(ObjectId tensor) {
  Numbers sizes;
  for (const SymbolicSize &size : shapeOf(tensor)) {
    if (!size.isNumber() || size.number == 0)
      return std::nullopt;
    sizes.push_back(size.number);
  }
  return sizes;
}

// A list of ints, or one of them.
std::optional<Numbers> TensorDomain::constantInts(Value value) {
  std::optional<Values> items = value.isObject() || kindOf(value) == TypeKind::Tuple
                                    ? python_.allItems(value)
                                    : Values{value};
  Numbers numbers;
  for (Value each : items ? *items : Values()) {
    each = heap_.settled(each);
    if (!each.isConstant() || kindOf(each) != TypeKind::Int)
      return std::nullopt;
    numbers.push_back(graph_.constant(each.constantId()).integer);
  }
  return items ? std::optional(numbers) : std::nullopt;
}

// True when a matrix lies column by column, or row by row, without gaps; nothing where strides are
// not known.
std::optional<bool> TensorDomain::liesBy(llvm::StringRef side, ObjectId tensor) {
  if (shapeOf(tensor).size() != 2)
    return false;
  bool columns = side == "columns";
  const ViewOrigin *origin = heap_.at(tensor).tensor.origin.get();
  if (layoutOf(tensor) == Layout::Contiguous)
    return !columns;
  if (origin && row(static_cast<TensorOp>(origin->op)).shape == ShapeRule::Transpose &&
      shapeOf(origin->args[0].objectId()).size() == 2 &&
      layoutOf(origin->args[0].objectId()) == Layout::Contiguous)
    return columns;
  std::optional<Numbers> sizes = sizesOf(tensor), strides = stridesOf(tensor);
  if (!sizes || !strides)
    return std::nullopt;
  size_t inner = columns ? 0 : 1, outer = 1 - inner;
  return ((*sizes)[inner] == 1 || (*strides)[inner] == 1) &&
         ((*sizes)[outer] == 1 || (*strides)[outer] == (*sizes)[inner]);
}

std::optional<Numbers> TensorDomain::stridesOf(ObjectId tensor) {
  std::optional<MemoryPlace> place = placeOf(tensor);
  return place ? std::optional(place->strides) : std::nullopt;
}

// Nothing where strides hang on more than what made the tensor. Those of sizes of 1 mean nothing.
std::optional<MemoryPlace> TensorDomain::placeOf(ObjectId tensor) {
  std::optional<Numbers> sizes = sizesOf(tensor);
  if (!sizes)
    return std::nullopt;
  const std::shared_ptr<const ViewOrigin> origin = heap_.at(tensor).tensor.origin;
  if (!origin && layoutOf(tensor) == Layout::Contiguous)
    return MemoryPlace{infer::contiguousStrides(*sizes), tensor, 0};
  if (!origin)
    return std::nullopt;
  ObjectId base = origin->args[0].objectId();
  std::optional<Numbers> from = sizesOf(base);
  std::optional<MemoryPlace> place = placeOf(base);
  if (!from || !place)
    return layoutOf(tensor) == Layout::Contiguous
               ? std::optional(MemoryPlace{infer::contiguousStrides(*sizes), tensor, std::nullopt})
               : std::nullopt;
  inference::NumberContext cx;
  infer::Placed<inference::NumberContext> view = {*from, place->strides, 0};
  bool begins = place->offset.has_value();  // whether it is known where
  auto rank = static_cast<int64_t>(from->size());
  auto number = [&](size_t argument) -> std::optional<int64_t> {
    std::optional<Numbers> one =
        argument < origin->args.size() ? constantInts(origin->args[argument]) : std::nullopt;
    return one && one->size() == 1 ? std::optional(one->front()) : std::nullopt;
  };
  auto numbersOf = [&](std::initializer_list<size_t> arguments) -> std::optional<Numbers> {
    Numbers all;
    for (size_t each : arguments) {
      if (!number(each))
        return std::nullopt;
      all.push_back(*number(each));
    }
    return all;
  };
  switch (row(static_cast<TensorOp>(origin->op)).shape) {
  case ShapeRule::Self: return place;
  case ShapeRule::View: {
    std::optional<Numbers> viewed = infer::viewStrides(*from, place->strides, *sizes);
    if (!viewed)
      return std::nullopt;
    place->strides = std::move(*viewed);
    return place;
  }
  case ShapeRule::Transpose: {
    std::optional<Numbers> dims = numbersOf({1, 2});
    if (origin->args.size() == 1)
      infer::matrixTranspose(cx, view);
    else if (dims)
      infer::transpose(cx, view, (*dims)[0], (*dims)[1]);
    else
      return std::nullopt;
    break;
  }
  case ShapeRule::Permute: {
    std::optional<Numbers> order = constantInts(origin->args[1]);
    if (!order)
      return std::nullopt;
    infer::permute(cx, view, *order);
    break;
  }
  case ShapeRule::Slice: {
    std::optional<Numbers> cut = numbersOf({1, 4});
    std::optional<int64_t> start = number(2);
    if (!cut)
      return std::nullopt;
    begins &= start || origin->args[2] == heap_.none();
    infer::slice(cx, view, (*cut)[0], start, std::nullopt, (*cut)[1]);
    break;
  }
  case ShapeRule::Select: {
    std::optional<int64_t> dim = number(1), index = number(2);
    if (!dim)
      return std::nullopt;
    begins &= index.has_value();
    infer::select(cx, view, *dim, index.value_or(0));
    break;
  }
  case ShapeRule::Diagonal: {
    std::optional<Numbers> dims = numbersOf({2, 3});
    std::optional<int64_t> offset = number(1);
    if (!dims)
      return std::nullopt;
    begins &= offset.has_value();
    infer::diagonal(cx, view, offset.value_or(0), (*dims)[0], (*dims)[1]);
    break;
  }
  case ShapeRule::Unfold: {
    std::optional<Numbers> windows = numbersOf({1, 2, 3});
    if (!windows)
      return std::nullopt;
    infer::unfold(cx, view, (*windows)[0], (*windows)[1], (*windows)[2]);
    break;
  }
  case ShapeRule::Expand: infer::expand(cx, view, *sizes); break;
  case ShapeRule::Squeeze: {
    std::optional<Numbers> dims =
        origin->args.size() == 1 ? Numbers() : constantInts(origin->args[1]);
    if (!dims)
      return std::nullopt;
    uint64_t mask = origin->args.size() == 1 ? ~uint64_t{0}
                    : dims->empty()          ? 0
                                             : infer::reducedDims(cx, *dims, rank);
    infer::squeeze(cx, view, mask);
    break;
  }
  case ShapeRule::Unsqueeze: {
    std::optional<int64_t> dim = number(1);
    if (!dim)
      return std::nullopt;
    infer::unsqueeze(cx, view, *dim);
    break;
  }
  default: return std::nullopt;
  }
  if (cx.failed)
    return std::nullopt;
  place->strides = std::move(view.strides);
  if (begins)
    *place->offset += view.offset;
  else
    place->offset.reset();
  return place;
}

namespace {

// Offsets of the elements, counted from where the root begins; nothing where there are too many to
// list.
std::optional<llvm::DenseSet<int64_t>> elementsOf(const Numbers &sizes, const MemoryPlace &place) {
  constexpr size_t kMost = 4096;
  std::vector<int64_t> all = {*place.offset};
  for (size_t i = 0; i < sizes.size(); ++i) {
    size_t known = all.size();
    if (known * static_cast<size_t>(sizes[i]) > kMost)
      return std::nullopt;
    for (int64_t k = 1; k < sizes[i]; ++k)
      for (size_t e = 0; e < known; ++e)
        all.push_back(all[e] + k * place.strides[i]);
  }
  llvm::DenseSet<int64_t> set;
  set.insert(all.begin(), all.end());
  return set;
}

}  // namespace

// Views made alike, as the two of `x[i] += 1`: the same elements, wherever these are.
bool TensorDomain::areMadeAlike(ObjectId a, ObjectId b) {
  if (a == b)
    return true;
  const ViewOrigin *x = heap_.at(a).tensor.origin.get(), *y = heap_.at(b).tensor.origin.get();
  return x && y && x->op == y->op && x->args.size() == y->args.size() &&
         std::equal(x->args.begin() + 1, x->args.end(), y->args.begin() + 1) &&
         areMadeAlike(x->args[0].objectId(), y->args[0].objectId());
}

// True when elements written through `a` may be read through `b` though the two do not lie alike.
bool TensorDomain::mayOverlap(ObjectId a, ObjectId b) {
  StorageId ofA = heap_.at(a).tensor.storage, ofB = heap_.at(b).tensor.storage;
  if (!(ofA == ofB))  // one may show the other
    return heap_.lastShown(ofA) == heap_.lastShown(ofB);
  if (areMadeAlike(a, b))
    return false;
  std::optional<Numbers> sizesA = sizesOf(a), sizesB = sizesOf(b);
  std::optional<MemoryPlace> x = placeOf(a), y = placeOf(b);
  if (!sizesA || !sizesB || !x || !y || !x->offset || !y->offset || !(x->root == y->root))
    return true;
  if (*sizesA == *sizesB && x->strides == y->strides && x->offset == y->offset)
    return false;
  std::optional<llvm::DenseSet<int64_t>> one = elementsOf(*sizesA, *x),
                                         other = elementsOf(*sizesB, *y);
  return !one || !other ||
         llvm::any_of(*one, [&](int64_t element) { return other->contains(element); });
}

Layout TensorDomain::layoutOf(ObjectId tensor) {
  return graph_.types().get(heap_.at(tensor).tensorType).layout;
}

// The value with the strides of `tensor`. Where those are not known, its kernel looks.
TensorDomain::Value TensorDomain::lyingAs(ObjectId tensor, Value value, bool written) {
  const bool isDense = layoutOf(tensor) == Layout::Contiguous;
  if (isDense && layoutOf(value.objectId()) == Layout::Contiguous)
    return value;
  // It is the same tensor for its history.
  Value lying;
  {
    llvm::SaveAndRestore<bool> mode(modes_.isGradEnabled, false);
    TensorOp dense = in_.ops.known(KnownOp::MakeDense);
    lying = isDense ? apply(dense, *bindSchema(in_.ops.schema(dense), {{value}, {}}))
                    : emitOperation(in_.ops.known(KnownOp::LayOutLike),
                                    {value, Value::object(tensor), heap_.boolean(written)});
  }
  if (stopped() || lying == value)
    return lying;
  TensorState &state = heap_.at(lying).tensor;
  const TensorState &of = heap_.at(value).tensor;
  state.requiresGrad = of.requiresGrad;
  state.tape = of.tape;
  state.output = of.output;
  return lying;
}

// Without gaps, row by row; channels last: the second dimension is the innermost one.
static bool liesDense(const Numbers &sizes, const Numbers &strides, bool isChannelsLast) {
  std::vector<size_t> inward(sizes.size());
  std::iota(inward.begin(), inward.end(), 0);
  if (isChannelsLast)
    std::rotate(inward.begin() + 1, inward.begin() + 2, inward.end());
  int64_t dense = 1;
  for (size_t d : llvm::reverse(inward)) {
    if (sizes[d] != 1 && strides[d] != dense)
      return false;
    dense *= std::max<int64_t>(sizes[d], 1);
  }
  return true;
}

// The rank of tensors that a format is for; 0: of any.
static size_t rankOfFormat(AbstractHeap &heap, AbstractValue format) {
  if (!format.isObject())
    return 0;
  return llvm::StringSwitch<size_t>(llvm::StringRef(heap.at(format).name).rsplit('.').second)
      .Case("contiguous_format", 0)
      .Case("channels_last", 4)
      .Case("channels_last_3d", 5)
      .Default(SIZE_MAX);  // what keeps a layout makes none
}

// `Showing` of an operation that may answer a view, on a tensor that is not known to be contiguous.
TensorDomain::Showing TensorDomain::showsElements(TensorOp op, const Values &args) {
  ObjectId source = args[0].objectId();
  std::optional<Numbers> sizes = sizesOf(source), strides = stridesOf(source);
  if (!sizes || !strides)
    return Showing::Unknown;
  Numbers wanted = *sizes;
  if (row(op).shape == ShapeRule::View) {
    std::optional<Values> items = python_.allItems(args[1]);
    for (Value each : items ? *items : Values())
      if (each.isScalar() && !heap_.scalar(each).size && heap_.profiled(each))
        asSize(each, "a size");  // a number that stays what it is becomes a constant
    std::optional<Numbers> given = stopped() ? std::nullopt : constantInts(args[1]);
    if (!given)
      return Showing::Unknown;
    int64_t count = 1, rest = 1;
    for (int64_t size : *sizes)
      count *= size;
    for (int64_t size : *given)
      rest *= size == -1 ? 1 : size;
    wanted = std::move(*given);
    for (int64_t &size : wanted)
      if (size == -1)
        size = rest == 0 ? 0 : count / rest;
    return infer::viewStrides(*sizes, *strides, wanted) ? Showing::Always : Showing::Never;
  }
  return liesDense(*sizes, *strides, rankOfFormat(heap_, args[1]) != 0) ? Showing::Always
                                                                        : Showing::Never;
}

// Nothing where strides are not known.
std::optional<bool> TensorDomain::isContiguous(ObjectId tensor) {
  if (layoutOf(tensor) == Layout::Contiguous)
    return true;
  std::optional<Numbers> sizes = sizesOf(tensor), strides = stridesOf(tensor);
  return sizes && strides ? std::optional(liesDense(*sizes, *strides, false)) : std::nullopt;
}

// Nothing where a dimension has one element, either: a layout leaves open how far apart its
// elements would be, and what the program sees is a number.
std::optional<int64_t> TensorDomain::strideOf(ObjectId tensor, size_t dim) {
  std::optional<Numbers> sizes = sizesOf(tensor), strides = stridesOf(tensor);
  return sizes && strides && (*sizes)[dim] != 1 ? std::optional((*strides)[dim]) : std::nullopt;
}

// The rule of runtime/tensor/views/ChannelsLast.h; nothing where strides are not known.
std::optional<bool> TensorDomain::suggestsChannelsLast(ObjectId tensor) {
  size_t rank = shapeOf(tensor).size();
  if ((rank != 4 && rank != 5) || layoutOf(tensor) == Layout::Contiguous)
    return false;
  std::optional<Numbers> sizes = sizesOf(tensor), strides = stridesOf(tensor);
  if (!sizes || !strides)
    return std::nullopt;
  std::vector<size_t> outward = {1};
  for (size_t d = rank; d-- > 2;)
    outward.push_back(d);
  outward.push_back(0);
  int64_t least = 0;
  for (size_t d : outward) {
    if ((*sizes)[d] == 1)
      continue;
    if ((*strides)[d] < least || (*strides)[d] == 0)
      return false;
    least = (*strides)[d] * (*sizes)[d];
  }
  // Those of sizes of 1 mean nothing here, and decide there.
  return llvm::is_contained(*sizes, 1) ? std::nullopt : std::optional(true);
}

// A view in other sizes of a tensor from before the region whose strides may not allow it. Nothing
// in the graph would show that: what it computes lies dense, and a view that nobody looks at is no
// operation.
bool TensorDomain::mayNotFit(TensorOp op, const Values &args) {
  bool isView = hasTrait(op, Trait::View) && row(op).shape == ShapeRule::View;
  if (!isView || !isTensor(args[0]) || layoutOf(args[0].objectId()) == Layout::Contiguous)
    return false;
  ObjectId base = args[0].objectId();
  while (const ViewOrigin *origin = heap_.at(base).tensor.origin.get())
    base = origin->args[0].objectId();
  return !heap_.at(base).isNew() && layoutOf(base) != Layout::Contiguous &&
         showsElements(op, args) != Showing::Always;
}

// By its kernel, which sees the strides. The tape gets a change of the shape.
TensorDomain::Value TensorDomain::reshapeByStrides(TensorOp op, Values args) {
  bool mode = std::exchange(modes_.isGradEnabled, false);
  Value result = emitOperation(op, args);
  modes_.isGradEnabled = mode;
  if (stopped() || !modes_.isGradEnabled)
    return result;
  heap_.at(result).tensor.made = heap_.at(args[0]).tensor.made;
  if (!requiresGrad(args[0]))
    return result;
  heap_.at(result).tensor.requiresGrad = true;
  record(in_.ops.known(KnownOp::DropDimensions), args, {result});
  return result;
}

// The result of an operation that may answer a view: the view, where torch would; else a copy,
// which is noted when it might be a view.
TensorDomain::Value TensorDomain::applyMaybeView(TensorOp op, Values args) {
  const Schema &schema = in_.ops.schema(op);
  bool reshapes = row(op).shape == ShapeRule::View && schema.params[1].kind == ArgKind::IntList;
  bool isDense = op == in_.ops.known(KnownOp::MakeDense);
  size_t rank = isDense ? rankOfFormat(heap_, args[1]) : 0;
  if (rank != 0 && shapeOf(args[0].objectId()).size() != rank)
    return refuse(RefusalKind::BadShape, "a memory format");
  bool isDecided =
      !isTensor(args[0]) || (rank == 0 && layoutOf(args[0].objectId()) == Layout::Contiguous);
  if (isDecided && isDense)
    return args[0];
  if (isDecided || !(reshapes || isDense))
    return applyForm(op, std::move(args));
  Showing shows = showsElements(op, args);
  if (stopped())
    return {};
  if (shows == Showing::Always && !reshapes)
    return args[0];
  if (shows == Showing::Always) {
    Value shown = apply(in_.ops.known(KnownOp::DropDimensions), {args[0], args[1]});
    TapeId made = isTensor(shown) ? heap_.at(shown).tensor.tape : TapeId();
    if (made && isContiguous(args[0].objectId()) == false)
      tape_[made.index].node = kReshapedView;
    return shown;
  }
  if (isConjugated(args[0].objectId()))  // a copy would be none
    return refuse(RefusalKind::UnknownOperation, "a copy of a conjugated view, or such a view,");
  // The kernel decides where only strides tell.
  Value source = args[0], result = shows == Showing::Unknown && reshapes
                                       ? reshapeByStrides(op, std::move(args))
                                       : applyForm(op, std::move(args));
  if (stopped() || shows == Showing::Never || !isTensor(result))
    return result;
  StorageId from = heap_.at(source).tensor.storage, made = heap_.at(result).tensor.storage;
  if (!(from == made)) {
    heap_.storageOf(result.objectId()).mayShow = from;
    heap_.storageOf(result.objectId()).mayShowAt = heap_.storageOf(source.objectId()).version;
  }
  return result;
}

}  // namespace janus::speculate
