// Convolutions by oneDNN: the library chooses the layouts, operands in torch's layout are
// reordered.
#include "kernels/cpu/convolution/Convolution.h"
#include "kernels/cpu/onednn/Library.h"
#include "tensor/core/Parallel.h"
#include "tensor/core/Threads.h"
#include "tensor/memory/Scratch.h"

#if JANUS_WITH_ONEDNN
#include "janus/contract/HalfTypes.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#endif

namespace janus::onednn {

#if JANUS_WITH_ONEDNN
namespace {

enum class Pass : uint8_t { Forward, BackwardInput, BackwardWeight };

// One operand: what the caller has, what the primitive wants, and the way between.
struct Side {
  dnnl_memory_t plain = nullptr, chosen = nullptr;
  Primitive reorder;  // none: the caller's layout is taken as it is
  size_t bytes = 0;   // of the chosen layout
  int argument = 0;
  bool written = false;
};
struct Prepared {
  Primitive primitive;
  Side image, weight, bias, result;

  size_t scratchBytes() const {
    size_t bytes = Pieces::sizeOf(primitive.scratchBytes);
    for (const Side *side : {&image, &weight, &bias, &result})
      bytes += Pieces::sizeOf(side->bytes) + Pieces::sizeOf(side->reorder.scratchBytes);
    return bytes;
  }
};
std::unordered_map<std::string, Prepared> prepared;

struct Descriptions {
  dnnl_memory_desc_t plain, any;
};
// A dimension, and of how many it is a part.
struct Extent {
  int64_t size, whole;
};
Descriptions describe(const Library &l, dnnl_data_type_t type,
                      std::initializer_list<Extent> leading, const int64_t *spatial, int count,
                      bool channelsLast = false) {
  dnnl_dims_t dims, whole, strides;
  int n = 0;
  for (const Extent &each : leading) {
    dims[n] = each.size;
    whole[n++] = each.whole;
  }
  for (int i = 3 - count; i < 3; ++i)
    dims[n] = whole[n] = spatial[i], ++n;
  int64_t stride = channelsLast ? whole[1] : 1;
  for (int i = n; i-- > 0;) {
    bool isChannel = channelsLast && i == 1;
    strides[i] = isChannel ? 1 : stride;
    stride *= isChannel ? 1 : whole[i];
  }
  Descriptions d;
  check(l.memory_desc_create_with_strides(&d.plain, n, dims, type, strides), "a layout");
  if (channelsLast)  // as the caller has it
    check(l.memory_desc_create_with_strides(&d.any, n, dims, type, strides), "a layout");
  else
    check(l.memory_desc_create_with_tag(&d.any, n, dims, type, dnnl_format_tag_any), "a layout");
  return d;
}

Side makeSide(const Library &l, dnnl_memory_desc_t plain, const_dnnl_memory_desc_t chosen,
              int argument, bool written) {
  Side s;
  s.argument = argument;
  s.written = written;
  check(l.memory_create(&s.plain, plain, l.engine, nullptr), "memory");
  if (l.memory_desc_equal(plain, chosen))
    return s;
  s.bytes = l.memory_desc_get_size(chosen);
  check(l.memory_create(&s.chosen, chosen, l.engine, nullptr), "memory");
  dnnl_primitive_desc_t pd;
  dnnl_primitive_attr_t attributes = newAttributes(l);
  check(l.reorder_primitive_desc_create(&pd, written ? chosen : plain, l.engine,
                                        written ? plain : chosen, l.engine, attributes),
        "a reorder");
  l.primitive_attr_destroy(attributes);
  s.reorder = makePrimitive(l, pd, "a reorder");
  return s;
}

// `s`: a part of `whole`, by samples or by channels of one group.
Prepared prepare(const Library &l, const ConvolutionShape &s, const ConvolutionShape &whole,
                 Pass pass, bool bias) {
  dnnl_data_type_t type = s.dtype == DType::BF16 ? dnnl_bf16 : dnnl_f32;
  Extent batch = {s.batch, whole.batch}, from = {s.inChannels, whole.inChannels},
         to = {s.outChannels, whole.outChannels};
  Descriptions in = describe(l, type, {batch, from}, s.in, s.spatial, s.channelsLast);
  Descriptions out = describe(l, type, {batch, to}, s.out, s.spatial, s.channelsLast);
  auto each = [&](int64_t channels) { return Extent{channels / s.groups, channels / s.groups}; };
  Descriptions w =
      s.groups == 1
          ? describe(l, type, {to, from}, s.kernel, s.spatial)
          : describe(l, type, {{s.groups, s.groups}, each(s.outChannels), each(s.inChannels)},
                     s.kernel, s.spatial);
  Descriptions b = {nullptr, nullptr};
  if (bias)
    b = describe(l, type, {to}, nullptr, 0);
  dnnl_primitive_attr_t attributes = newAttributes(l);
  dnnl_dims_t stride, dilation, padding, paddingEnd;
  for (int i = 0; i < s.spatial; ++i) {
    int d = i + 3 - s.spatial;
    stride[i] = s.stride[d];
    dilation[i] = s.dilation[d] - 1;
    padding[i] = s.padding[d];
    paddingEnd[i] = (s.out[d] - 1) * s.stride[d] + s.dilation[d] * (s.kernel[d] - 1) + 1 - s.in[d] -
                    s.padding[d];
  }
  dnnl_primitive_desc_t hint, pd;
  check(l.convolution_forward_primitive_desc_create(
            &hint, l.engine, pass == Pass::Forward ? dnnl_forward_inference : dnnl_forward_training,
            dnnl_convolution_direct, in.any, w.any, b.any, out.any, stride, dilation, padding,
            paddingEnd, attributes),
        "a convolution");
  pd = hint;
  if (pass == Pass::BackwardInput)
    check(l.convolution_backward_data_primitive_desc_create(
              &pd, l.engine, dnnl_convolution_direct, in.any, w.any, out.any, stride, dilation,
              padding, paddingEnd, hint, attributes),
          "the gradient of a convolution");
  if (pass == Pass::BackwardWeight)
    check(l.convolution_backward_weights_primitive_desc_create(
              &pd, l.engine, dnnl_convolution_direct, in.any, w.any, nullptr, out.any, stride,
              dilation, padding, paddingEnd, hint, attributes),
          "the gradient of a convolution");
  l.primitive_attr_destroy(attributes);
  Prepared p;
  auto chosen = [&](dnnl_query_t what) { return l.primitive_desc_query_md(pd, what, 0); };
  switch (pass) {
  case Pass::Forward:
    p.image = makeSide(l, in.plain, chosen(dnnl_query_src_md), DNNL_ARG_SRC, false);
    p.weight = makeSide(l, w.plain, chosen(dnnl_query_weights_md), DNNL_ARG_WEIGHTS, false);
    if (bias)
      p.bias = makeSide(l, b.plain, b.plain, DNNL_ARG_BIAS, false);
    p.result = makeSide(l, out.plain, chosen(dnnl_query_dst_md), DNNL_ARG_DST, true);
    break;
  case Pass::BackwardInput:
    p.image = makeSide(l, out.plain, chosen(dnnl_query_diff_dst_md), DNNL_ARG_DIFF_DST, false);
    p.weight = makeSide(l, w.plain, chosen(dnnl_query_weights_md), DNNL_ARG_WEIGHTS, false);
    p.result = makeSide(l, in.plain, chosen(dnnl_query_diff_src_md), DNNL_ARG_DIFF_SRC, true);
    break;
  case Pass::BackwardWeight:
    p.image = makeSide(l, in.plain, chosen(dnnl_query_src_md), DNNL_ARG_SRC, false);
    p.weight = makeSide(l, out.plain, chosen(dnnl_query_diff_dst_md), DNNL_ARG_DIFF_DST, false);
    p.result =
        makeSide(l, w.plain, chosen(dnnl_query_diff_weights_md), DNNL_ARG_DIFF_WEIGHTS, true);
    break;
  }
  if (pd != hint)
    l.primitive_desc_destroy(hint);
  p.primitive = makePrimitive(l, pd, "a convolution");
  for (const Descriptions &d : {in, out, w, b}) {
    if (d.plain)
      l.memory_desc_destroy(d.plain);
    if (d.any)
      l.memory_desc_destroy(d.any);
  }
  return p;
}

// Says where a side's memory is.
void point(const Library &l, const Side &s, const void *data, Pieces &pieces) {
  if (!s.plain)
    return;
  l.memory_set_data_handle(s.plain, const_cast<void *>(data));
  if (s.chosen)
    l.memory_set_data_handle(s.chosen, pieces.take(s.bytes));
  if (s.reorder.scratchpad)
    l.memory_set_data_handle(s.reorder.scratchpad, pieces.take(s.reorder.scratchBytes));
}

// Before the convolution where it reads the side, after it where it writes.
dnnl_status_t reorder(const Library &l, const Side &s) {
  if (!s.reorder.handle)
    return dnnl_success;
  dnnl_exec_arg_t args[3] = {{DNNL_ARG_FROM, s.written ? s.chosen : s.plain},
                             {DNNL_ARG_TO, s.written ? s.plain : s.chosen}};
  return execute(l, s.reorder, args, 2);
}

dnnl_status_t runPart(const Library &l, const Prepared &p) {
  computeAlone(l);
  dnnl_exec_arg_t args[5];
  int count = 0;
  dnnl_status_t status = dnnl_success;
  for (const Side *side : {&p.image, &p.weight, &p.bias, &p.result}) {
    if (!side->plain)
      continue;
    if (!side->written && status == dnnl_success)
      status = reorder(l, *side);
    args[count++] = {side->argument, side->chosen ? side->chosen : side->plain};
  }
  if (status == dnnl_success)
    status = execute(l, p.primitive, args, count);
  return status == dnnl_success ? reorder(l, p.result) : status;
}

// The bytes of all that a primitive depends on. Parts that run at once have memory descriptions of
// their own.
std::string keyOf(const ConvolutionShape &s, const ConvolutionShape &whole, Pass pass, bool bias,
                  int64_t part) {
  std::string key;
  auto add = [&](const int64_t *values, size_t count) {
    key.append(reinterpret_cast<const char *>(values), count * sizeof(int64_t));
  };
  int64_t facts[] = {static_cast<int64_t>(s.dtype),
                     static_cast<int64_t>(pass),
                     part,
                     bias,
                     s.channelsLast,
                     s.spatial,
                     s.batch,
                     s.inChannels,
                     s.outChannels,
                     whole.inChannels,
                     whole.outChannels,
                     s.groups};
  add(facts, std::size(facts));
  for (const int64_t *triple : {s.in, s.out, s.kernel, s.stride, s.padding, s.dilation})
    add(triple, 3);
  return key;
}

const Prepared &preparedFor(const Library &l, const ConvolutionShape &s,
                            const ConvolutionShape &whole, Pass pass, bool bias, int64_t part) {
  std::string key = keyOf(s, whole, pass, bias, part);
  auto it = prepared.find(key);
  if (it == prepared.end())
    it = prepared.emplace(std::move(key), prepare(l, s, whole, pass, bias)).first;
  return it->second;
}

struct Operands {
  const std::byte *image, *weight, *bias;
  std::byte *result;
};

// How a pass is divided: by samples, or where there are too few by the channels that it makes,
// where those do not lie side by side.
class Division {
public:
  Division(const ConvolutionShape &s, Pass pass) : whole_(s), pass_(pass) {
    int64_t channels = pass == Pass::BackwardInput ? s.inChannels : s.outChannels;
    int64_t groups = (channels + kGroup - 1) / kGroup;
    bySamples_ = s.groups != 1 || s.batch >= groups || s.channelsLast;
    size_ = bySamples_ ? s.batch : channels;
    units_ = bySamples_ ? s.batch : groups;
    parts = partsFor(units_, s.work());
  }

  ConvolutionShape shape(int64_t part) const {
    ConvolutionShape s = whole_;
    int64_t count = first(part + 1) - first(part);
    (bySamples_ ? s.batch : pass_ == Pass::BackwardInput ? s.inChannels : s.outChannels) = count;
    return s;
  }

  // Each part of a gradient of the weights that is divided by samples is a sum of its own.
  bool givesSums() const { return pass_ == Pass::BackwardWeight && bySamples_; }

  // `o`: of the whole.
  Operands operands(Operands o, int64_t part) const {
    const ConvolutionShape &s = whole_;
    auto width = static_cast<int64_t>(sizeOf(s.dtype));
    int64_t begin = first(part) * width, window = s.inChannels / s.groups * s.kernelSize();
    int64_t input = bySamples_ ? s.inChannels * s.inSize() : s.inSize();
    int64_t output = bySamples_ ? s.outChannels * s.outSize() : s.outSize();
    switch (pass_) {
    case Pass::Forward:
      o.image += bySamples_ ? begin * input : 0;
      o.weight += bySamples_ ? 0 : begin * window;
      o.bias += o.bias && !bySamples_ ? begin : 0;
      o.result += begin * output;
      break;
    case Pass::BackwardInput:
      o.image += bySamples_ ? begin * output : 0;
      o.weight += bySamples_ ? 0 : begin * s.kernelSize();
      o.result += begin * input;
      break;
    case Pass::BackwardWeight:
      o.image += bySamples_ ? begin * input : 0;
      o.weight += begin * output;
      o.result += bySamples_ ? 0 : begin * window;
      break;
    }
    return o;
  }

private:
  static constexpr int64_t kGroup = 16;  // of channels: whole vectors

  int64_t first(int64_t part) const {
    int64_t unit = units_ * part / parts;
    return bySamples_ ? unit : std::min(size_, unit * kGroup);
  }

  const ConvolutionShape &whole_;
  Pass pass_;
  bool bySamples_;
  int64_t size_, units_;

public:
  int64_t parts;
};

void addTo(DType dtype, std::byte *sum, const std::byte *other, int64_t count) {
  if (dtype == DType::F32) {
    auto *to = reinterpret_cast<float *>(sum);
    auto *from = reinterpret_cast<const float *>(other);
    for (int64_t i = 0; i < count; ++i)
      to[i] += from[i];
    return;
  }
  auto *to = reinterpret_cast<BFloat16 *>(sum);
  auto *from = reinterpret_cast<const BFloat16 *>(other);
  for (int64_t i = 0; i < count; ++i)
    to[i] = toBFloat16(toFloat(to[i]) + toFloat(from[i]));
}

bool run(const ConvolutionShape &s, Pass pass, const void *image, const void *weight,
         const void *bias, void *result) {
  const Library *l = library();
  if (!l)
    return false;
  computeAlone(*l);
  Operands whole = {static_cast<const std::byte *>(image), static_cast<const std::byte *>(weight),
                    static_cast<const std::byte *>(bias), static_cast<std::byte *>(result)};
  Division division(s, pass);
  int64_t weights = s.outChannels * (s.inChannels / s.groups) * s.kernelSize();
  size_t sumBytes = division.givesSums() ? static_cast<size_t>(weights) * sizeOf(s.dtype) : 0;
  const Prepared *parts[kMostParts];
  std::byte *sums[kMostParts] = {};
  size_t bytes = 0;
  Turn turn = takeTurn();
  for (int64_t i = 0; i < division.parts; ++i) {
    parts[i] = &preparedFor(*l, division.shape(i), s, pass, bias != nullptr, i);
    bytes += parts[i]->scratchBytes() + Pieces::sizeOf(sumBytes);
  }
  ScratchMemory scratch(bytes);
  Pieces pieces(scratch.get());
  for (int64_t i = 0; i < division.parts; ++i) {
    const Prepared &p = *parts[i];
    Operands own = division.operands(whole, i);
    if (sumBytes && i != 0)
      own.result = sums[i] = static_cast<std::byte *>(pieces.take(sumBytes));
    point(*l, p.image, own.image, pieces);
    point(*l, p.weight, own.weight, pieces);
    point(*l, p.bias, own.bias, pieces);
    point(*l, p.result, own.result, pieces);
    if (p.primitive.scratchpad)
      l->memory_set_data_handle(p.primitive.scratchpad, pieces.take(p.primitive.scratchBytes));
  }
  dnnl_status_t status[kMostParts];
  LockRelease others;
  Turn computing = std::move(turn);
  forEachPart(division.parts, [&](int64_t i) { status[i] = runPart(*l, *parts[i]); });
  for (int64_t i = 0; i < division.parts; ++i) {
    check(status[i], "to run a convolution");
    if (sums[i])
      addTo(s.dtype, whole.result, sums[i], weights);
  }
  return true;
}

}  // namespace

bool convolve(const ConvolutionShape &s, const void *input, const void *weight, const void *bias,
              void *output) {
  return run(s, Pass::Forward, input, weight, bias, output);
}
bool convolveBackwardInput(const ConvolutionShape &s, const void *gradOutput, const void *weight,
                           void *gradInput) {
  return run(s, Pass::BackwardInput, gradOutput, weight, nullptr, gradInput);
}
bool convolveBackwardWeight(const ConvolutionShape &s, const void *gradOutput, const void *input,
                            void *gradWeight) {
  return run(s, Pass::BackwardWeight, input, gradOutput, nullptr, gradWeight);
}
#else
bool convolve(const ConvolutionShape &, const void *, const void *, const void *, void *) {
  return false;
}
bool convolveBackwardInput(const ConvolutionShape &, const void *, const void *, void *) {
  return false;
}
bool convolveBackwardWeight(const ConvolutionShape &, const void *, const void *, void *) {
  return false;
}
#endif

}  // namespace janus::onednn
