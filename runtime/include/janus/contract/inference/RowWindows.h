// RowShapes of normalizations, windows, products and solutions.
#pragma once

#include "janus/contract/inference/Columns.h"
#include "janus/contract/inference/Matrices.h"
#include "janus/contract/inference/Normalize.h"
#include "janus/contract/inference/Pool.h"
#include "janus/contract/inference/Products.h"
#include "janus/contract/inference/RowShapes.h"
#include "janus/contract/inference/Windows.h"

namespace janus::infer {

// The result and the statistics it used; or the gradients for input, weight and bias.
template <class Cx>
auto RowShapes<Cx>::normalized(const Sizes &self) -> MaybeMany {
  bool known;
  tensorShapes(&known);
  MaybeSizes shape = sizes("normalized_shape"), weight = argument("weight"),
             bias = argument("bias"), statistics;
  if (!known)
    return std::nullopt;
  if (named("grad_out")) {
    Sizes parameters;
    if (weight)
      parameters = *weight;
    else if (shape)
      parameters = *shape;
    else if (self.size() > 1)
      parameters = {self[1]};
    return Many{self, parameters, parameters};
  }
  if (shape) {
    statistics = infer::layerNorm(cx_, self, *shape, weight, bias);
  } else if (named("group")) {
    std::optional<Size> samples = size("N"), channels = size("C");
    if (std::optional<int64_t> groups = number("group"); samples && channels && groups)
      statistics = infer::groupNorm(cx_, self, weight, bias, *samples, *channels, *groups);
  } else {
    const RowArgument<Cx> *training = named("training");
    std::optional<bool> isTraining = training ? training->truth : true;
    if (isTraining)
      statistics = infer::batchNorm(cx_, self, argument("running_mean"), argument("running_var"),
                                    weight, bias, *isTraining);
  }
  if (!statistics)
    return std::nullopt;
  Many shapes(schema_.results.size(), *statistics);
  shapes[0] = self;
  return shapes;
}

template <class Cx>
auto RowShapes<Cx>::convolved(const Sizes &self) -> MaybeSizes {
  MaybeSizes weight = argument("weight"), bias = argument("bias");
  std::optional<Numbers> stride = numbers("stride"), padding = numbers("padding"),
                         dilation = numbers("dilation"), extra = numbers("output_padding");
  std::optional<int64_t> groups = number("groups");
  const RowArgument<Cx> *transposed = named("transposed");
  bool isTransposed = transposed && transposed->truth.value_or(false);
  if (!weight || !stride || !padding || !dilation || !groups || (isTransposed && !extra))
    return std::nullopt;
  infer::ConvolutionOptions<Numbers> options = {
      *stride, *padding, *dilation, extra.value_or(Numbers{0}), isTransposed, *groups};
  infer::checkConvolution(cx_, self, *weight, bias, options);
  if (cx_.hasFailed())
    return std::nullopt;
  return infer::convolution(cx_, self, *weight, options);
}

// Of an image, or the image of columns.
template <class Cx>
auto RowShapes<Cx>::columns(const Sizes &self) -> MaybeSizes {
  std::optional<Numbers> kernel = numbers("kernel_size"), dilation = numbers("dilation"),
                         padding = numbers("padding"), stride = numbers("stride");
  MaybeSizes image = sizes("output_size");
  if (!kernel || !dilation || !padding || !stride || (named("output_size") && !image))
    return std::nullopt;
  infer::ImageWindows<Cx, Numbers> windows = {*kernel, *dilation, *padding, *stride, {}};
  return image ? infer::ofColumns(cx_, self, *image, windows) : infer::columns(cx_, self, windows);
}

template <class Cx>
auto RowShapes<Cx>::pooled(const Sizes &self) -> MaybeSizes {
  MaybeSizes output = sizes("output_size"), indices = argument("indices");
  switch (row(op_).shape) {
  case ShapeRule::Interpolate:
    return output ? std::optional(infer::interpolate(cx_, self, *output)) : std::nullopt;
  case ShapeRule::AdaptivePool:
    return output ? std::optional(infer::adaptivePool(cx_, name_.c_str(), self, *output))
                  : std::nullopt;
  case ShapeRule::Unpool:
    return output && indices ? std::optional(infer::unpool(cx_, self, *indices, *output))
                             : std::nullopt;
  default: break;
  }
  std::optional<Numbers> kernel = numbers("kernel_size"), stride = numbers("stride"),
                         padding = numbers("padding"), dilation = numbers("dilation");
  const RowArgument<Cx> *ceil = named("ceil_mode");
  if (!kernel || !stride || !padding || !ceil->truth)
    return std::nullopt;
  infer::PoolWindows<Numbers> windows = {*kernel, *stride, *padding, dilation.value_or(Numbers{1})};
  auto spatial = static_cast<size_t>(schema_.params[1].listSize);
  return infer::pool(cx_, name_.c_str(), self, spatial, windows, *ceil->truth);
}

template <class Cx>
auto RowShapes<Cx>::solved(bool takesVectors) -> MaybeSizes {
  bool known;
  Many shapes = tensorShapes(&known);
  const RowArgument<Cx> *left = named("left");
  if (!known || shapes.size() < 2 || (left && !left->truth))
    return std::nullopt;
  return infer::solution(cx_, name_.c_str(), shapes.front(), shapes.back(), !left || *left->truth,
                         takesVectors);
}

// Products: the last two tensor arguments, as matrices, vectors or batches.
template <class Cx>
auto RowShapes<Cx>::product() -> MaybeSizes {
  bool known;
  Many shapes = tensorShapes(&known);
  if (!known || shapes.size() < 2)
    return std::nullopt;
  Sizes a = shapes[shapes.size() - 2], b = shapes.back();
  if (a.empty() || b.empty()) {
    cx_.fail("both arguments to matmul need to be at least 1D, but they are ", a.size(), "D and ",
             b.size(), "D");
    return std::nullopt;
  }
  bool vectorA = a.size() == 1, vectorB = b.size() == 1;
  if (vectorA)
    a.insert(0, cx_.constant(1));
  if (vectorB)
    b.push_back(cx_.constant(1));
  Sizes batchA = a, batchB = b;
  batchA.resize(a.size() - 2);
  batchB.resize(b.size() - 2);
  Sizes result = infer::broadcast(cx_, batchA, batchB);
  Sizes last = infer::mm(cx_, Sizes{a[a.size() - 2], a.back()}, Sizes{b[b.size() - 2], b.back()});
  if (cx_.hasFailed())
    return std::nullopt;
  if (!vectorA)
    result.push_back(last[0]);
  if (!vectorB)
    result.push_back(last[1]);
  return result;
}

// Of batches, which are added up.
template <class Cx>
auto RowShapes<Cx>::summedProduct() -> MaybeSizes {
  MaybeSizes all = product();
  if (!all)
    return std::nullopt;
  if (all->size() != 3) {
    cx_.fail("batch1 must be a 3D tensor");
    return std::nullopt;
  }
  all->erase(0);
  return all;
}

template <class Cx>
auto RowShapes<Cx>::outerProduct() -> MaybeSizes {
  bool known;
  Many shapes = tensorShapes(&known);
  if (!known || shapes.size() < 2)
    return std::nullopt;
  return infer::outer(cx_, shapes[shapes.size() - 2], shapes.back());
}

// By a Fourier transform of real numbers, or to them.
template <class Cx>
auto RowShapes<Cx>::transformed(const Sizes &self) -> MaybeSizes {
  std::optional<Numbers> dims = numbers("dim");
  const RowArgument<Cx> *isOneSided = named("onesided");
  std::optional<Size> size = this->size("last_dim_size");
  if (!dims || !(size || (isOneSided && isOneSided->truth)))
    return std::nullopt;
  return size ? infer::wholeSpectrum(cx_, self, *dims, *size)
              : infer::halfSpectrum(cx_, self, *dims, *isOneSided->truth);
}

}  // namespace janus::infer
