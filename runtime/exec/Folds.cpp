// Reductions of a loop over its columns or over all: the loop leaves parts, by blocks of elements
// or of rows, which are put together here in their order, so that the result does not hang on the
// number of threads.
#include "kernels/cpu/Cpu.h"
#include "tensor/core/Parallel.h"
#include "tensor/memory/Scratch.h"

#include "janus/kernel.h"
#include "janus/plan.h"

#include <algorithm>

namespace janus {
namespace {

constexpr size_t kLine = 64;

double combine(uint32_t kind, double a, double b) {
  switch (kind) {
  case JN_FOLD_MAX: return fused::Max::apply(a, b);
  case JN_FOLD_MIN: return fused::Min::apply(a, b);
  default: return a + b;
  }
}

void store(const jn_plan_fold &fold, int64_t at, double value) {
  if (fold.wide)
    static_cast<double *>(fold.result)[at] = value;
  else
    static_cast<float *>(fold.result)[at] = static_cast<float>(value);
}

// How many parts there are, and their bytes in whole lines.
class Parts {
public:
  Parts(const jn_plan_fold &fold, int64_t count, int64_t inner, bool isFlat)
      : fold_(fold), terms_(fold.columns || isFlat ? count : count * inner) {
    int64_t block = isFlat ? JN_FOLD_BLOCK : fold.columns ? JN_FOLD_ROWS : 1;
    parts_ = (count + block - 1) / block;
    width_ = fold.columns ? inner : 1;
  }
  size_t bytes() const {
    size_t each = fold_.columns && !fold_.wide ? sizeof(float) : sizeof(double);
    return (static_cast<size_t>(parts_ * width_) * each + kLine - 1) / kLine * kLine;
  }

  void finish(const void *from) const {
    if (fold_.columns)
      fold_.wide ? finishColumns(static_cast<const double *>(from))
                 : finishColumns(static_cast<const float *>(from));
    else
      finishAll(static_cast<const double *>(from));
  }

private:
  void finishAll(const double *parts) const {
    bool adds = fold_.kind == JN_FOLD_SUM || fold_.kind == JN_FOLD_MEAN;
    double total = adds || parts_ == 0 ? 0 : parts[0];
    for (int64_t i = adds ? 0 : 1; i < parts_; ++i)
      total = combine(fold_.kind, total, parts[i]);
    store(fold_, 0, fold_.kind == JN_FOLD_MEAN ? total / static_cast<double>(terms_) : total);
  }

  // A mean as the eager kernel has it: of the rounded sum.
  template <class T>
  void finishColumns(const T *parts) const {
    if (parts_ == 1 && fold_.kind != JN_FOLD_MEAN) {
      std::copy_n(parts, width_, static_cast<T *>(fold_.result));
      return;
    }
    for (int64_t k = 0; k < width_; ++k) {
      double total = parts_ ? static_cast<double>(parts[k]) : 0;
      for (int64_t i = 1; i < parts_; ++i)
        total = combine(fold_.kind, total, static_cast<double>(parts[i * width_ + k]));
      if (fold_.kind == JN_FOLD_MEAN)
        total = static_cast<double>(static_cast<T>(total) / static_cast<T>(terms_));
      store(fold_, k, total);
    }
  }

  const jn_plan_fold &fold_;
  int64_t terms_, parts_, width_;
};

}  // namespace
}  // namespace janus

using namespace janus;

void jn_plan_fold_loop(const jn_plan *plan, const jn_loop *levels, int64_t count, int64_t inner,
                       void **p, const double *s, const jn_plan_fold *folds, uint32_t fold_count) {
  bool isFlat = inner == 0, columns = false;
  size_t bytes = 0;
  for (uint32_t i = 0; i < fold_count; ++i) {
    bytes += Parts(folds[i], count, inner, isFlat).bytes();
    columns |= folds[i].columns;
  }
  ScratchMemory scratch(bytes);
  char *next = static_cast<char *>(scratch.get());
  for (uint32_t i = 0; i < fold_count; ++i) {
    p[folds[i].pointer] = next;
    next += Parts(folds[i], count, inner, isFlat).bytes();
  }
  // Threads take whole parts; an element costs about half a nanosecond.
  int64_t step = isFlat ? JN_FOLD_BLOCK : columns ? JN_FOLD_ROWS : 1;
  jn_loop loop = levels[plan->level];
  parallelFor((count + step - 1) / step,
              std::max<int64_t>(1, step * std::max<int64_t>(inner, 1) / 2),
              [&](int64_t first, int64_t last) {
                loop(first * step, std::min(last * step, count), inner, p, s);
              });
  for (uint32_t i = 0; i < fold_count; ++i)
    Parts(folds[i], count, inner, isFlat).finish(p[folds[i].pointer]);
}
