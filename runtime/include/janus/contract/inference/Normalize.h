// Sizes of the statistics that normalisations use.
#pragma once

#include "janus/contract/inference/Reshape.h"

#include <optional>

namespace janus::infer {

// A tensor that may be None.
template <class Cx>
using Optional = std::optional<Shape<Cx>>;

// Of the last dimensions, which are `normalized`.
template <class Cx>
Shape<Cx> layerNorm(Cx &cx, const Shape<Cx> &input, const Shape<Cx> &normalized,
                    const Optional<Cx> &weight, const Optional<Cx> &bias) {
  if (normalized.empty())
    return cx.fail("Expected normalized_shape to be at least 1-dimensional, i.e., containing at "
                   "least one element, but got normalized_shape = ",
                   normalized);
  for (const auto *each : {&weight, &bias}) {
    const char *name = each == &weight ? "weight" : "bias";
    if (*each && !haveSameSizes(cx, **each, normalized))
      return cx.fail("Expected ", name, " to be of same shape as normalized_shape, but got ", name,
                     " of shape ", **each, " and normalized_shape = ", normalized);
  }
  size_t rank = input.size(), count = normalized.size();
  bool fits = rank >= count;
  Shape<Cx> out = input;
  for (size_t i = 0; fits && i < count; ++i) {
    auto &size = out[rank - count + i];
    fits = cx.equal(size, normalized[i]);
    size = cx.constant(1);
  }
  if (!fits)
    return cx.fail(
        "Given normalized_shape=", normalized, ", expected input with shape [*",
        [&](auto put) {
          for (const auto &size : normalized)
            put(", ", size);
        },
        "], but got input of size", input);
  return out;
}

// Of groups of channels of each sample.
template <class Cx>
Shape<Cx> groupNorm(Cx &cx, const Shape<Cx> &input, const Optional<Cx> &weight,
                    const Optional<Cx> &bias, const Dim<Cx> &samples, const Dim<Cx> &channels,
                    int64_t groups) {
  if (groups <= 0)
    return cx.fail("Expected num groups to be greater than 0, got ", groups);
  if (!isDivisible(cx, channels, cx.constant(groups)))
    return cx.fail("Expected number of channels in input to be divisible by num_groups, but got "
                   "input of shape ",
                   input, " and num_groups=", groups);
  for (const auto *each : {&weight, &bias}) {
    const char *name = each == &weight ? "weight" : "bias";
    if (*each && ((*each)->size() != 1 || !cx.equal((**each)[0], channels)))
      return cx.fail("Expected ", name,
                     " to be a vector of size equal to the number of channels in input, but got ",
                     name, " of shape ", **each, " and input of shape ", input);
  }
  Shape<Cx> out;
  out.push_back(samples);
  out.push_back(cx.constant(groups));
  return out;
}

// Of channels; without training none are computed.
template <class Cx>
Shape<Cx> batchNorm(Cx &cx, const Shape<Cx> &input, const Optional<Cx> &mean,
                    const Optional<Cx> &variance, const Optional<Cx> &weight,
                    const Optional<Cx> &bias, bool training) {
  if (input.size() < 2)
    return cx.fail("expected at least 2 dimensions of an input to batch normalisation, but got ",
                   input.size());
  static constexpr const char *kNames[] = {"running_mean", "running_var", "weight", "bias"};
  const Optional<Cx> *given[] = {&mean, &variance, &weight, &bias};
  for (size_t i = 0; i < 4; ++i)
    if (*given[i] && !cx.equal(elementCount(cx, **given[i]), input[1]))
      return cx.fail(kNames[i], " should contain ", input[1], " elements not ",
                     elementCount(cx, **given[i]));
  if (mean.has_value() != variance.has_value())
    return cx.fail("running_mean and running_var must either both be None or neither be None");
  if (!training && !mean)
    return cx.fail("Expected running_mean and running_mean to be defined when training=False");
  Shape<Cx> out;
  out.push_back(training ? input[1] : cx.constant(0));
  return out;
}

}  // namespace janus::infer
