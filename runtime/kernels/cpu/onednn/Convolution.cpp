// Convolutions by oneDNN: the library chooses the layouts, operands in torch's layout are
// reordered.
#include "kernels/cpu/convolution/Convolution.h"
#include "kernels/cpu/onednn/Library.h"
#include "tensor/Scratch.h"
#include "tensor/Threads.h"

#if JANUS_WITH_ONEDNN
#include <optional>
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
  dnnl_primitive_t reorder = nullptr;  // null: the caller's layout is taken as it is
  size_t bytes = 0;                    // of the chosen layout
  int argument = 0;
  bool written = false;
};
struct Prepared {
  dnnl_primitive_t primitive = nullptr;
  Side image, weight, bias, result;
};
std::unordered_map<std::string, Prepared> prepared;

struct Descriptions {
  dnnl_memory_desc_t plain, any;
};
Descriptions describe(const Library &l, dnnl_data_type_t type,
                      std::initializer_list<int64_t> leading, const int64_t *spatial, int count) {
  dnnl_dims_t dims, strides;
  int n = 0;
  for (int64_t d : leading)
    dims[n++] = d;
  for (int i = 3 - count; i < 3; ++i)
    dims[n++] = spatial[i];
  int64_t stride = 1;
  for (int i = n; i-- > 0;) {
    strides[i] = stride;
    stride *= dims[i];
  }
  Descriptions d;
  check(l.memory_desc_create_with_strides(&d.plain, n, dims, type, strides), "a layout");
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
  check(l.reorder_primitive_desc_create(&pd, written ? chosen : plain, l.engine,
                                        written ? plain : chosen, l.engine, nullptr),
        "a reorder");
  check(l.primitive_create(&s.reorder, pd), "a reorder");
  l.primitive_desc_destroy(pd);
  return s;
}

Prepared prepare(const Library &l, const ConvolutionShape &s, Pass pass, bool bias) {
  dnnl_data_type_t type = s.dtype == DType::BF16 ? dnnl_bf16 : dnnl_f32;
  Descriptions in = describe(l, type, {s.batch, s.inChannels}, s.in, s.spatial);
  Descriptions out = describe(l, type, {s.batch, s.outChannels}, s.out, s.spatial);
  int64_t channels = s.inChannels / s.groups;
  Descriptions w = s.groups == 1 ? describe(l, type, {s.outChannels, channels}, s.kernel, s.spatial)
                                 : describe(l, type, {s.groups, s.outChannels / s.groups, channels},
                                            s.kernel, s.spatial);
  Descriptions b = {nullptr, nullptr};
  if (bias)
    b = describe(l, type, {s.outChannels}, nullptr, 0);
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
            paddingEnd, nullptr),
        "a convolution");
  pd = hint;
  if (pass == Pass::BackwardInput)
    check(l.convolution_backward_data_primitive_desc_create(
              &pd, l.engine, dnnl_convolution_direct, in.any, w.any, out.any, stride, dilation,
              padding, paddingEnd, hint, nullptr),
          "the gradient of a convolution");
  if (pass == Pass::BackwardWeight)
    check(l.convolution_backward_weights_primitive_desc_create(
              &pd, l.engine, dnnl_convolution_direct, in.any, w.any, nullptr, out.any, stride,
              dilation, padding, paddingEnd, hint, nullptr),
          "the gradient of a convolution");
  Prepared p;
  check(l.primitive_create(&p.primitive, pd), "a convolution");
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
    l.primitive_desc_destroy(pd);
  l.primitive_desc_destroy(hint);
  for (const Descriptions &d : {in, out, w, b}) {
    if (d.plain)
      l.memory_desc_destroy(d.plain);
    if (d.any)
      l.memory_desc_destroy(d.any);
  }
  return p;
}

// An operand during one run: reordered before, or after where it is written.
class Bound {
public:
  Bound(const Library &l, const Side &s, const void *data) : l_(l), s_(s) {
    if (!s.plain)
      return;
    l.memory_set_data_handle(s.plain, const_cast<void *>(data));
    if (!s.reorder)
      return;
    buffer_.emplace(s.bytes);
    l.memory_set_data_handle(s.chosen, buffer_->get());
    if (!s.written)
      move(s.plain, s.chosen);
  }
  Bound(const Bound &) = delete;
  Bound &operator=(const Bound &) = delete;
  void addTo(dnnl_exec_arg_t *args, int *count) const {
    if (s_.plain)
      args[(*count)++] = {s_.argument, s_.reorder ? s_.chosen : s_.plain};
  }
  void finish() {
    if (s_.reorder && s_.written)
      move(s_.chosen, s_.plain);
  }

private:
  void move(dnnl_memory_t from, dnnl_memory_t to) {
    dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}};
    check(l_.primitive_execute(s_.reorder, l_.stream, 2, args), "a reorder");
  }
  const Library &l_;
  const Side &s_;
  std::optional<ScratchMemory> buffer_;
};

// The bytes of all that a primitive depends on.
std::string keyOf(const ConvolutionShape &s, Pass pass, bool bias, int threads) {
  std::string key;
  auto add = [&](const int64_t *values, size_t count) {
    key.append(reinterpret_cast<const char *>(values), count * sizeof(int64_t));
  };
  int64_t facts[] = {static_cast<int64_t>(s.dtype),
                     static_cast<int64_t>(pass),
                     threads,
                     bias,
                     s.spatial,
                     s.batch,
                     s.inChannels,
                     s.outChannels,
                     s.groups};
  add(facts, 9);
  for (const int64_t *triple : {s.in, s.out, s.kernel, s.stride, s.padding, s.dilation})
    add(triple, 3);
  return key;
}

bool run(const ConvolutionShape &s, Pass pass, const void *image, const void *weight,
         const void *bias, void *result) {
  const Library *l = library();
  if (!l)
    return false;
  int threads = threadsFor(s.work());
  useThreads(*l, threads);
  std::string key = keyOf(s, pass, bias, threads);
  auto it = prepared.find(key);
  if (it == prepared.end())
    it = prepared.emplace(std::move(key), prepare(*l, s, pass, bias)).first;
  const Prepared &p = it->second;
  Turn turn = takeTurn();
  Bound a(*l, p.image, image), w(*l, p.weight, weight), b(*l, p.bias, bias),
      r(*l, p.result, result);
  dnnl_exec_arg_t args[4];
  int count = 0;
  for (const Bound *x : {&a, &w, &b, &r})
    x->addTo(args, &count);
  LockRelease others;
  Turn computing = std::move(turn);
  check(l->primitive_execute(p.primitive, l->stream, count, args), "to run a convolution");
  r.finish();
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
