// Shapes of factorizations and solutions of batches of matrices, of windows as columns, and of
// samples at the points of a grid.
#include "Inference/ShapeInference.h"

#include "janus/contract/inference/Broadcast.h"
#include "janus/contract/inference/Columns.h"

namespace janus::inference {
namespace {

// The dimensions before the last `count`.
StaticShape leading(const StaticShape &shape, size_t count) {
  return StaticShape(shape.begin(), shape.end() - static_cast<ptrdiff_t>(count));
}

StaticShape with(StaticShape shape, std::initializer_list<SymbolicSize> last) {
  shape.std::vector<SymbolicSize>::insert(shape.end(), last);
  return shape;
}

}  // namespace

bool ShapeInference::areSquare(const StaticShape &matrices) {
  size_t rank = matrices.size();
  cx_.failed |= rank < 2 || !cx_.equal(matrices[rank - 2], matrices[rank - 1]);
  return !cx_.failed;
}

// One number of each square matrix.
std::optional<StaticShape> ShapeInference::ofSquares(const std::optional<StaticShape> &self) {
  if (!self || !areSquare(*self))
    return std::nullopt;
  return leading(*self, 2);
}

// The values, and the vectors as columns.
std::optional<std::vector<StaticShape>> ShapeInference::eigen(const StaticShape &self) {
  if (!areSquare(self))
    return std::nullopt;
  return std::vector<StaticShape>{leading(self, 1), self};
}

// U, the values, V transposed.
std::optional<std::vector<StaticShape>> ShapeInference::singular(const StaticShape &self) {
  const StaticArg *full = named("full_matrices");
  if (!full || !full->truth)
    return std::nullopt;
  if (self.size() < 2)
    return cx_.failed = true, std::nullopt;
  StaticShape batch = leading(self, 2);
  SymbolicSize rows = self[self.size() - 2], columns = self.back(),
               least = cx_.less(rows, columns) ? rows : columns;
  return std::vector<StaticShape>{with(batch, {rows, *full->truth ? rows : least}),
                                  with(batch, {least}),
                                  with(batch, {*full->truth ? columns : least, columns})};
}

// Of A X = B or X A = B, leading dimensions broadcast. Where the operation takes them, B is vectors
// when it has one dimension, or the shape of A without its last one.
std::optional<StaticShape> ShapeInference::solved(bool takesVectors) {
  bool known;
  std::vector<StaticShape> shapes = tensorShapes(&known);
  const StaticArg *left = named("left");
  if (!known || shapes.size() != 2 || !left || !left->truth)
    return std::nullopt;
  const StaticShape &a = shapes[0], &b = shapes[1];
  if (!areSquare(a))
    return std::nullopt;
  bool isVectors = takesVectors && b.size() == 1;
  if (takesVectors && !isVectors && b.size() + 1 == a.size()) {
    isVectors = true;
    for (size_t i = 0; i < b.size(); ++i)
      isVectors = isVectors && cx_.equal(a[i], b[i]);
  }
  size_t own = isVectors ? 1 : 2;
  if (b.size() < own || (isVectors && !*left->truth) ||
      !cx_.equal(b[b.size() - (*left->truth ? own : 1)], a.back()))
    return cx_.failed = true, std::nullopt;
  StaticShape result = infer::broadcast(cx_, leading(a, 2), leading(b, own));
  for (size_t i = b.size() - own; i < b.size(); ++i)
    result.push_back(b[i]);
  return result;
}

std::optional<StaticShape> ShapeInference::columns(const StaticShape &self) {
  std::optional<Numbers> kernel = numbers("kernel_size"), dilation = numbers("dilation"),
                         padding = numbers("padding"), stride = numbers("stride");
  std::optional<StaticShape> image = sizes("output_size");
  if (!kernel || !dilation || !padding || !stride || (named("output_size") && !image))
    return std::nullopt;
  infer::ImageWindows<StaticContext, Numbers> windows = {*kernel, *dilation, *padding, *stride, {}};
  return image ? infer::ofColumns(cx_, self, *image, windows) : infer::columns(cx_, self, windows);
}

// (N, C, H, W) at the points of (N, H', W', 2).
std::optional<StaticShape> ShapeInference::sampled() {
  std::optional<StaticShape> input = argument("input"), grid = argument("grid");
  if (!input || !grid)
    return std::nullopt;
  if (input->size() != 4 || grid->size() != 4)
    return cx_.failed = true, std::nullopt;
  return StaticShape{(*input)[0], (*input)[1], (*grid)[1], (*grid)[2]};
}

}  // namespace janus::inference
