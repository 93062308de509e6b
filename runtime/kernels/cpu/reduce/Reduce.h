// Reductions along any dimensions. The engine walks the reduced elements of each result in dense
// rows of a compute type (float, double, int64_t), loading and converting through a buffer where
// they are not; an operation says what a row does to its state:
//
//   struct Op {
//     using State = ...;
//     State start() const;
//     void row(State &s, const C *x, int64_t n, int64_t first) const;  // elements first..first+n
//     of the reduced ones void finish(const State &s, int64_t result) const;               //
//     result number, contiguous order
//   };
#pragma once

#include "kernels/cpu/Steps.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/reduce/RowKernels.h"

namespace janus {

// Which dimensions are reduced, as bits, and the shape that remains.
struct ReducedShape {
  uint64_t mask;
  Dims shape;
  int64_t count;  // elements per result
};
ReducedShape reducedShape(const Tensor &self, IntView dims, bool keepdim);
inline ReducedShape reducedAll(const Tensor &self) {
  return reducedShape(self, {}, false);
}

// The dimensions of a tensor as a loop over results (kept dimensions in order) and one over reduced
// ones.
struct ReductionLoop {
  Tensor source;  // `self`, or a copy whose reduced dimensions are dense
  Dims keptSizes, keptStrides, sizes,
      strides;  // reduced ones from the fastest on, merged; in bytes
  int64_t results = 1, count = 1;
};
ReductionLoop reductionLoop(const Tensor &self, uint64_t mask);

constexpr int64_t kReduceChunk = 2048;

template <class C>
constexpr ComputeType computeTypeFor() {
  if constexpr (std::is_same_v<C, float>)
    return ComputeType::F32;
  else if constexpr (std::is_same_v<C, double>)
    return ComputeType::F64;
  else if constexpr (std::is_same_v<C, std::complex<double>>)
    return ComputeType::C128;
  else
    return ComputeType::I64;
}

template <class C, class Op>
void runReduction(const Tensor &self, uint64_t mask, const Op &op) {
  ReductionLoop l = reductionLoop(self, mask);
  if (l.results == 0)
    return;
  constexpr ComputeType type = computeTypeFor<C>();
  DType dtype = l.source.dtype();
  bool same = dtype == dtypeOf(type);
  LoadFn load = conversions().load[static_cast<size_t>(dtype)][static_cast<size_t>(type)];
  alignas(64) C buffer[kReduceChunk];
  Dims kept(l.keptSizes.size());
  char *base = reinterpret_cast<char *>(l.source.raw());
  for (int64_t r = 0; r < l.results; ++r) {
    typename Op::State state = op.start();
    if (l.count) {
      Dims index(l.sizes.size());
      char *at = base;
      int64_t n = l.sizes[0], stride = l.strides[0];
      for (int64_t first = 0; first < l.count; first += n) {
        if (same && stride == static_cast<int64_t>(sizeof(C))) {
          op.row(state, reinterpret_cast<const C *>(at), n, first);
        } else {
          for (int64_t i = 0; i < n; i += kReduceChunk) {
            int64_t m = n - i < kReduceChunk ? n - i : kReduceChunk;
            load(buffer, at + i * stride, stride, m);
            op.row(state, buffer, m, first + i);
          }
        }
        stepped<Fastest::First>(index, l.sizes, 1,
                                [&](size_t d, int64_t steps) { at += l.strides[d] * steps; });
      }
    }
    op.finish(state, r);
    stepped<Fastest::Last>(kept, l.keptSizes, 0,
                           [&](size_t d, int64_t steps) { base += l.keptStrides[d] * steps; });
  }
}

// Sums of all results at once where the kept dimensions are the dense ones. False: use
// runReduction.
bool sumColumns(const Tensor &self, uint64_t mask, const Tensor &out);

}  // namespace janus
