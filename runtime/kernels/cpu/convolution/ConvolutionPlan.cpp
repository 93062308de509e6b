#include "kernels/cpu/convolution/ConvolutionPlan.h"

#include "kernels/cpu/onednn/OneDnn.h"

#include <memory>
#include <vector>

namespace janus {

namespace {

using namespace onednn;

// Descriptors are owned; one per tensor, plain (row-major) or with the layout left to the
// primitive.
class Desc {
public:
  Desc(const std::vector<int64_t> &sizes, bool plain) {
    if (plain) {
      std::vector<int64_t> strides(sizes.size());
      int64_t stride = 1;
      for (size_t i = sizes.size(); i-- > 0;) {
        strides[i] = stride;
        stride *= sizes[i];
      }
      check(api().memory_desc_create_with_strides(&desc_, static_cast<int>(sizes.size()),
                                                  sizes.data(), dnnl_f32, strides.data()),
            "layout");
    } else {
      check(api().memory_desc_create_with_tag(&desc_, static_cast<int>(sizes.size()), sizes.data(),
                                              dnnl_f32, dnnl_format_tag_any),
            "layout");
    }
  }
  ~Desc() {
    if (desc_)
      api().memory_desc_destroy(desc_);
  }
  Desc(const Desc &) = delete;
  Desc &operator=(const Desc &) = delete;
  const_dnnl_memory_desc_t get() const { return desc_; }

private:
  dnnl_memory_desc_t desc_ = nullptr;
};

struct Plan {
  ConvolutionShape shape;
  ConvolutionPart part;
  bool hasBias;
  std::unique_ptr<Desc> plainInput, plainWeight, plainOutput, plainBias;
  dnnl_primitive_desc_t desc = nullptr;
  dnnl_primitive_t primitive = nullptr;
  const_dnnl_memory_desc_t input, weight, output;  // as the primitive wants them
};

std::vector<int64_t> vectorOf(const Dims &dims) {
  return {dims.begin(), dims.end()};
}

// (groups, out / groups, C / groups, kernel...)
std::vector<int64_t> groupedWeight(const ConvolutionShape &s) {
  std::vector<int64_t> sizes = vectorOf(s.weight);
  if (s.groups == 1)
    return sizes;
  sizes[0] /= s.groups;
  sizes.insert(sizes.begin(), s.groups);
  return sizes;
}

std::unique_ptr<Plan> makePlan(ConvolutionPart part, const ConvolutionShape &s, bool hasBias) {
  const Api &dnnl = api();
  auto plan = std::make_unique<Plan>();
  plan->shape = s;
  plan->part = part;
  plan->hasBias = hasBias;
  plan->plainInput = std::make_unique<Desc>(vectorOf(s.input), true);
  plan->plainWeight = std::make_unique<Desc>(groupedWeight(s), true);
  plan->plainOutput = std::make_unique<Desc>(vectorOf(s.output), true);
  plan->plainBias = std::make_unique<Desc>(std::vector<int64_t>{s.weight[0]}, true);
  Desc input(vectorOf(s.input), false), weight(groupedWeight(s), false),
      output(vectorOf(s.output), false);
  std::vector<int64_t> stride = vectorOf(s.stride), padding = vectorOf(s.padding),
                       dilation = vectorOf(s.dilation);
  std::vector<int64_t> right = padding;
  for (size_t i = 0; i < dilation.size(); ++i) {
    // The right padding is what the output size asks for.
    int64_t reach = dilation[i] * (s.weight[i + 2] - 1) + 1;
    right[i] = (s.output[i + 2] - 1) * stride[i] + reach - s.input[i + 2] - padding[i];
    dilation[i] -= 1;  // oneDNN counts the gaps
  }
  const_dnnl_memory_desc_t bias = hasBias ? plan->plainBias->get() : nullptr;
  dnnl_primitive_desc_t forward = nullptr;
  check(dnnl.convolution_forward_primitive_desc_create(
            &forward, dnnl.engine,
            part == ConvolutionPart::Forward ? dnnl_forward_inference : dnnl_forward_training,
            dnnl_convolution_direct, input.get(), weight.get(), bias, output.get(), stride.data(),
            dilation.data(), padding.data(), right.data(), nullptr),
        "convolution");
  switch (part) {
  case ConvolutionPart::Forward:
    plan->desc = forward;
    plan->input = dnnl.primitive_desc_query_md(forward, dnnl_query_src_md, 0);
    plan->weight = dnnl.primitive_desc_query_md(forward, dnnl_query_weights_md, 0);
    plan->output = dnnl.primitive_desc_query_md(forward, dnnl_query_dst_md, 0);
    break;
  case ConvolutionPart::BackwardInput: {
    dnnl_status_t status = dnnl.convolution_backward_data_primitive_desc_create(
        &plan->desc, dnnl.engine, dnnl_convolution_direct, input.get(), weight.get(), output.get(),
        stride.data(), dilation.data(), padding.data(), right.data(), forward, nullptr);
    dnnl.primitive_desc_destroy(forward);
    check(status, "gradient of a convolution");
    plan->input = dnnl.primitive_desc_query_md(plan->desc, dnnl_query_diff_src_md, 0);
    plan->weight = dnnl.primitive_desc_query_md(plan->desc, dnnl_query_weights_md, 0);
    plan->output = dnnl.primitive_desc_query_md(plan->desc, dnnl_query_diff_dst_md, 0);
    break;
  }
  case ConvolutionPart::BackwardWeight: {
    dnnl_status_t status = dnnl.convolution_backward_weights_primitive_desc_create(
        &plan->desc, dnnl.engine, dnnl_convolution_direct, input.get(), weight.get(), nullptr,
        output.get(), stride.data(), dilation.data(), padding.data(), right.data(), forward,
        nullptr);
    dnnl.primitive_desc_destroy(forward);
    check(status, "gradient of a convolution");
    plan->input = dnnl.primitive_desc_query_md(plan->desc, dnnl_query_src_md, 0);
    plan->weight = dnnl.primitive_desc_query_md(plan->desc, dnnl_query_diff_weights_md, 0);
    plan->output = dnnl.primitive_desc_query_md(plan->desc, dnnl_query_diff_dst_md, 0);
    break;
  }
  }
  check(dnnl.primitive_create(&plan->primitive, plan->desc), "convolution");
  return plan;
}

// The most recent shapes, newest last. A training step uses a handful; an unbounded number of
// shapes must not grow the process.
Plan &planFor(ConvolutionPart part, const ConvolutionShape &s, bool hasBias) {
  constexpr size_t kKept = 64;
  static std::vector<std::unique_ptr<Plan>> plans;
  for (auto &plan : plans)
    if (plan->part == part && plan->hasBias == hasBias && plan->shape == s)
      return *plan;
  if (plans.size() == kKept) {
    api().primitive_destroy(plans.front()->primitive);
    api().primitive_desc_destroy(plans.front()->desc);
    plans.erase(plans.begin());
  }
  plans.push_back(makePlan(part, s, hasBias));
  return *plans.back();
}

// A tensor in the primitive's layout: the tensor itself when that is the plain one.
class Laid {
public:
  Laid(const Desc &plain, const_dnnl_memory_desc_t wanted, float *data)
      : plain_(plain), wanted_(wanted), data_(data) {
    if (api().memory_desc_equal(plain.get(), wanted))
      return;
    copy_.reset(static_cast<std::byte *>(
        ::operator new(api().memory_desc_get_size(wanted), std::align_val_t(64))));
  }
  void load() {
    if (copy_)
      reorder(plain_.get(), data_, wanted_, copy_.get());
  }
  void store() {
    if (copy_)
      reorder(wanted_, copy_.get(), plain_.get(), data_);
  }
  void *pointer() const { return copy_ ? static_cast<void *>(copy_.get()) : data_; }

private:
  struct Release {
    void operator()(std::byte *p) const { ::operator delete(p, std::align_val_t(64)); }
  };
  const Desc &plain_;
  const_dnnl_memory_desc_t wanted_;
  float *data_;
  std::unique_ptr<std::byte, Release> copy_;
};

}  // namespace

void runConvolution(ConvolutionPart part, const ConvolutionShape &shape, const Tensor &input,
                    const Tensor &weight, const Tensor &bias, const Tensor &output) {
  Plan &plan = planFor(part, shape, part == ConvolutionPart::Forward && bias.defined());
  Laid in(*plan.plainInput, plan.input, input.data<float>());
  Laid w(*plan.plainWeight, plan.weight, weight.data<float>());
  Laid out(*plan.plainOutput, plan.output, output.data<float>());
  if (part != ConvolutionPart::BackwardInput)
    in.load();
  if (part != ConvolutionPart::BackwardWeight)
    w.load();
  if (part != ConvolutionPart::Forward)
    out.load();
  Memory inMemory(plan.input, in.pointer()), wMemory(plan.weight, w.pointer()),
      outMemory(plan.output, out.pointer());
  dnnl_exec_arg_t args[4];
  int count = 3;
  switch (part) {
  case ConvolutionPart::Forward:
    args[0] = {DNNL_ARG_SRC, inMemory.get()};
    args[1] = {DNNL_ARG_WEIGHTS, wMemory.get()};
    args[2] = {DNNL_ARG_DST, outMemory.get()};
    break;
  case ConvolutionPart::BackwardInput:
    args[0] = {DNNL_ARG_DIFF_SRC, inMemory.get()};
    args[1] = {DNNL_ARG_WEIGHTS, wMemory.get()};
    args[2] = {DNNL_ARG_DIFF_DST, outMemory.get()};
    break;
  case ConvolutionPart::BackwardWeight:
    args[0] = {DNNL_ARG_SRC, inMemory.get()};
    args[1] = {DNNL_ARG_DIFF_WEIGHTS, wMemory.get()};
    args[2] = {DNNL_ARG_DIFF_DST, outMemory.get()};
    break;
  }
  std::unique_ptr<Memory> biasMemory;
  if (plan.hasBias) {
    biasMemory = std::make_unique<Memory>(plan.plainBias->get(), bias.raw());
    args[count++] = {DNNL_ARG_BIAS, biasMemory->get()};
  }
  check(api().primitive_execute(plan.primitive, api().stream, count, args), "convolution");
  api().stream_wait(api().stream);
  if (part == ConvolutionPart::Forward)
    out.store();
  if (part == ConvolutionPart::BackwardInput)
    in.store();
  if (part == ConvolutionPart::BackwardWeight)
    w.store();
}

}  // namespace janus
