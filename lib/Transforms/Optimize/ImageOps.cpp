#include "Transforms/Optimize/ImageOps.h"

#include "IR/FusedOps.h"
#include "IR/TensorRows.h"
#include "Transforms/Optimize/RowBuilder.h"
#include "Transforms/Plan/TensorFacts.h"

#include "janus/contract/Schema.h"

#include "llvm/ADT/STLExtras.h"

namespace janus::transforms {

using namespace ir;

namespace {

// Taken for a number of samples that is not known when the graph is made.
constexpr int64_t kSamples = 32;
// Below this many multiplications kernels compute where the elements lie (Convolution.cpp).
constexpr int64_t kWorthwhile = int64_t{1} << 20;
// A vector's lanes: kernels for fewer channels side by side leave some of them idle.
constexpr int64_t kLanes = 16;

enum class Size : uint8_t { Any, Large };
struct ImageRow {
  TensorOp row;
  unsigned operands, results;
  Size size;
  bool isConvolution = false;
};
constexpr ImageRow kImageRows[] = {
#define JANUS_IMAGE_ROW(Row, images, results, size) {TensorOp::Row, images, results, Size::size},
#define JANUS_CONVOLUTION_ROW(Row, images, results)                                                \
  {TensorOp::Row, images, results, Size::Any, true},
#include "Transforms/Optimize/ImageRows.def"
};

int64_t sizeAt(const Type &image, size_t dim) {
  return (*image.shape)[dim].number;
}
int64_t samplesOf(const Type &image) {
  const Dim &dim = image.shape->front();
  return dim.symbol.empty() ? dim.number : kSamples;
}
int64_t pixelsOf(const Type &image) {
  return sizeAt(image, 2) * sizeAt(image, 3);
}

bool isImage(const Type &type) {
  if (type.kind != TypeKind::Tensor || !type.shape || type.shape->size() != 4 ||
      !includes(type.layout, Layout::Rows) || type.device != "cpu")
    return false;
  auto isNumber = [](const Dim &dim) { return dim.symbol.empty() && dim.number > 0; };
  return type.shape->front().known() &&
         llvm::all_of(llvm::ArrayRef<Dim>(*type.shape).drop_front(), isNumber);
}

// True if the channels come first and last at once: one channel, or one pixel.
bool isEitherOrder(const Type &image) {
  return sizeAt(image, 1) == 1 || pixelsOf(image) == 1;
}

bool isNewImage(const Type &type) {
  return isImage(type) && type.layout == Layout::Contiguous;
}

llvm::SmallVector<unsigned, 4> positionsOf(unsigned bits) {
  llvm::SmallVector<unsigned, 4> positions;
  for (unsigned i = 0; bits >> i; ++i)
    if (bits >> i & 1)
      positions.push_back(i);
  return positions;
}

}  // namespace

int64_t ImageOps::bytesOf(const Type &image) {
  auto width = static_cast<int64_t>(plan::elementBytes(image));
  return samplesOf(image) * sizeAt(image, 1) * pixelsOf(image) * width;
}

std::optional<ImageOp> ImageOps::of(OpId id) const {
  if (!isTensorOp(op(id).opcode))
    return std::nullopt;
  if (std::optional<ImageOp> known = row(id))
    return known;
  if (op(id).opcode == opcodeOf(graph_rows::kTotals))
    return sum(id);
  if (op(id).opcode == opcodeOf(graph_rows::kJoined))
    return join(id);
  if (op(id).opcode == opcodeOf(graph_rows::kPart))
    return part(id);
  return elementwise(id);
}

const Constant *ImageOps::constantOf(ValueId value) const {
  OpId made = function_.value(value).definedBy;
  if (!made || op(made).opcode != Opcode::Const)
    return nullptr;
  return &module_.constant(function_.constAttribute(made, "value"));
}

std::optional<ImageOp> ImageOps::row(OpId id) const {
  const auto *row = llvm::find_if(
      kImageRows, [&](const ImageRow &each) { return opcodeOf(each.row) == op(id).opcode; });
  if (row == std::end(kImageRows))
    return std::nullopt;
  ImageOp image = {ImageOp::Kind::Row, positionsOf(row->operands), positionsOf(row->results)};
  auto fits = [&](ValueId value, bool isResult) {
    const Type &type = typeOf(value);
    if (!(isResult ? isNewImage(type) : isImage(type)) ||
        (type.dtype != "float32" && type.dtype != "int64"))
      return false;
    // A result's strides have to say which order it is in.
    bool mayBeEither = row->size == Size::Any && !(row->isConvolution && isResult);
    return mayBeEither || !isEitherOrder(type);
  };
  if (!llvm::all_of(image.operands, [&](unsigned i) { return fits(op(id).operands[i], false); }) ||
      !llvm::all_of(image.results, [&](unsigned i) { return fits(op(id).results[i], true); }))
    return std::nullopt;
  if (!row->isConvolution)
    return image;
  std::optional<bool> gains = convolutionGains(id);
  if (!gains)
    return std::nullopt;
  image.gains = *gains;
  return image;
}

std::optional<bool> ImageOps::convolutionGains(OpId id) const {
  Schema schema = parseSchema(rowOf(op(id).opcode));
  auto operand = [&](std::string_view name) { return op(id).operands[schema.find(name)]; };
  const Constant *isTransposed = constantOf(operand("transposed"));
  const Type &weight = typeOf(operand("weight")), &input = typeOf(operand("input"));
  const Type &output =
      typeOf(schema.find("grad_output") < 0 ? op(id).results[0] : operand("grad_output"));
  if (!isTransposed || weight.dtype != "float32" || !weight.shape || weight.shape->size() != 4 ||
      !llvm::all_of(*weight.shape,
                    [](const Dim &dim) { return dim.symbol.empty() && dim.known(); }))
    return std::nullopt;
  // For few channels, and for groups, other kernels are quicker; those of the first layer of a
  // network lose nothing.
  constexpr int64_t kFirstLayer = 4;
  bool turns = isTransposed->kind == Constant::Kind::True;
  int64_t from = sizeAt(weight, turns ? 0 : 1), to = sizeAt(weight, turns ? 1 : 0);
  const Type &smaller = turns ? input : output;
  int64_t work = samplesOf(smaller) * pixelsOf(smaller) * to * from * pixelsOf(weight);
  bool isWhole = sizeAt(input, 1) == from && sizeAt(output, 1) == to,
       isWide = from >= kLanes || from <= kFirstLayer;
  if (!isWhole || !isWide || to < kLanes || work < kWorthwhile)
    return std::nullopt;
  return from >= kLanes;
}

std::optional<ImageOp> ImageOps::sum(OpId id) const {
  const Constant *dims = constantOf(op(id).operands[1]);
  if (!dims || dims->kind != Constant::Kind::Tuple || dims->items.size() != 3 ||
      !isImage(typeOf(op(id).operands[0])) || typeOf(op(id).results[0]).dtype != "float32" ||
      isEitherOrder(typeOf(op(id).operands[0])))
    return std::nullopt;
  constexpr int64_t kDims[] = {0, 2, 3};
  for (size_t i = 0; i < 3; ++i) {
    const Constant &dim = module_.constant(dims->items[i]);
    if (dim.kind != Constant::Kind::Int || dim.integer != kDims[i])
      return std::nullopt;
  }
  return ImageOp{ImageOp::Kind::Sum, {0}, {}};
}

std::optional<ImageOp> ImageOps::join(OpId id) const {
  OpId list = function_.value(op(id).operands[0]).definedBy;
  const Type &result = typeOf(op(id).results[0]);
  if (!list || op(list).opcode != Opcode::Pack || uses_[op(id).operands[0]] != 1 ||
      constantInt(module_, function_, op(id).operands[1]) != 1 || !isNewImage(result))
    return std::nullopt;
  auto fits = [&](ValueId each) {
    return isImage(typeOf(each)) && typeOf(each).dtype == result.dtype;
  };
  if (!llvm::all_of(op(list).operands, fits))
    return std::nullopt;
  ImageOp image = {ImageOp::Kind::Join, {}, {0}};
  image.list = list;
  return image;
}

std::optional<ImageOp> ImageOps::part(OpId id) const {
  auto number = [&](unsigned i) { return constantInt(module_, function_, op(id).operands[i]); };
  const Type &result = typeOf(op(id).results[0]);
  if (!isNewImage(typeOf(op(id).operands[0])) || !isImage(result) || number(1) != 1 || !number(2) ||
      !number(3) || number(4) != 1)
    return std::nullopt;
  return ImageOp{ImageOp::Kind::Part, {0}, {0}};
}

ImageOps::Broadcast ImageOps::broadcastOf(const Type &operand) {
  if (!operand.shape || operand.layout != Layout::Contiguous ||
      !llvm::all_of(*operand.shape, [](const Dim &dim) { return dim.known(); }))
    return Broadcast::Not;
  auto isOne = [](const Dim &dim) { return dim.symbol.empty() && dim.number == 1; };
  llvm::ArrayRef<Dim> sizes = *operand.shape;
  if (llvm::all_of(sizes, isOne))
    return Broadcast::AsItIs;
  bool isVector = sizes.size() >= 3 && llvm::all_of(sizes.take_back(2), isOne);
  if (sizes.size() == 4)
    return isVector || isOne(sizes[1]) ? Broadcast::Permute : Broadcast::Not;
  return isVector && sizes[0].symbol.empty() ? Broadcast::Channels : Broadcast::Not;
}

std::optional<ImageOp> ImageOps::elementwise(OpId id) const {
  llvm::StringRef expression = fusedExpression(module_, function_, id);
  if (op(id).results.size() != 1 || !expression.contains('$') ||
      !isNewImage(typeOf(op(id).results[0])))
    return std::nullopt;
  const Type &result = typeOf(op(id).results[0]);
  if (isEitherOrder(result))
    return std::nullopt;
  ImageOp image = {ImageOp::Kind::Elementwise, {}, {0}};
  llvm::SmallVector<unsigned, 4> elements;
  forEachOperand(expression, [&](char kind, unsigned position) {
    if (kind == '$')
      elements.push_back(position);
  });
  for (unsigned i = 0; i < op(id).operands.size(); ++i) {
    const Type &type = typeOf(op(id).operands[i]);
    if (type.kind != TypeKind::Tensor)
      continue;
    if (!llvm::is_contained(elements, i))
      return std::nullopt;
    if (isImage(type) && *type.shape == *result.shape)
      image.operands.push_back(i);
    else if (broadcastOf(type) == Broadcast::Not)
      return std::nullopt;
  }
  return image.operands.empty() ? std::nullopt : std::optional(image);
}

}  // namespace janus::transforms
