#include "kernels/cpu/fft/Plans.h"

#include "tensor/core/Error.h"

#include <algorithm>
#include <mutex>

namespace janus::fftw {
namespace {

Plan makePlan(const Functions &f, const Task &task, void *in, void *out) {
  auto rank = static_cast<int>(task.dims.size()), repeats = static_cast<int>(task.repeated.size());
  const Dimension *dims = task.dims.data(), *repeated = task.repeated.data();
  switch (task.kind) {
  case Kind::ToComplex:
    return f.plan_guru64_dft_r2c(rank, dims, repeats, repeated, in, out, kEstimate);
  case Kind::ToReal:
    return f.plan_guru64_dft_c2r(rank, dims, repeats, repeated, in, out, kEstimate);
  default:
    return f.plan_guru64_dft(rank, dims, repeats, repeated, in, out,
                             task.kind == Kind::Forward ? fftw::kForward : fftw::kBackward,
                             kEstimate);
  }
}

void execute(const Functions &f, Kind kind, Plan plan, void *in, void *out) {
  switch (kind) {
  case Kind::ToComplex: return f.execute_dft_r2c(plan, in, out);
  case Kind::ToReal: return f.execute_dft_c2r(plan, in, out);
  default: return f.execute_dft(plan, in, out);
  }
}

// The tasks that a plan is good for: other memory has to be aligned alike.
using Key = std::vector<ptrdiff_t>;
Key keyOf(const Functions &f, const Task &task, void *in, void *out) {
  Key key = {static_cast<ptrdiff_t>(task.kind),
             task.doublePrecision,
             in == out,
             f.alignment_of(in),
             f.alignment_of(out),
             static_cast<ptrdiff_t>(task.dims.size())};
  for (const auto *list : {&task.dims, &task.repeated})
    for (const Dimension &d : *list)
      key.insert(key.end(), {d.size, d.inStride, d.outStride});
  return key;
}

struct Kept {
  Key key;
  Plan plan;
};
constexpr size_t kMost = 32;

}  // namespace

void transform(const Task &task, void *in, void *out) {
  // Never destroyed: transforms may run while a program ends.
  static std::mutex &mutex = *new std::mutex;
  static std::vector<Kept> &plans = *new std::vector<Kept>;  // the latest one is the last
  const Functions &f = task.doublePrecision ? doublePrecision() : singlePrecision();
  Key key = keyOf(f, task, in, out);
  std::lock_guard lock(mutex);
  auto found =
      std::find_if(plans.rbegin(), plans.rend(), [&](const Kept &p) { return p.key == key; });
  if (found != plans.rend()) {
    auto at = found.base() - 1;
    std::rotate(at, at + 1, plans.end());
  } else {
    Plan plan = makePlan(f, task, in, out);
    if (!plan)
      fail("FFTW has no plan for this transform");
    if (plans.size() == kMost) {
      const Kept &oldest = plans.front();
      (oldest.key[1] ? doublePrecision() : singlePrecision()).destroy_plan(oldest.plan);
      plans.erase(plans.begin());
    }
    plans.push_back({std::move(key), plan});
  }
  execute(f, task.kind, plans.back().plan, in, out);
}

}  // namespace janus::fftw
