// SGD and Adam updates of lists of parameters.
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/LevelTable.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/optimizer/UpdateRows.h"
#include "tensor/core/GradMode.h"
#include "tensor/core/Parallel.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace janus {

JANUS_LEVEL_TABLE(UpdateKernels, updateKernels)

namespace {

void checkLength(const char *what, size_t given, size_t wanted) {
  if (given != wanted)
    fail("%zu parameters, but %zu %s", wanted, given, what);
}

// Gradient and state of one parameter as equally laid out dense memory: the tensors themselves
// where they are, else contiguous copies. Number 0 is the parameter, number 1 the gradient;
// undefined ones stay so.
template <size_t n>
class Aligned {
public:
  explicit Aligned(std::array<const Tensor *, n> tensors) : tensors_(tensors) {
    const Tensor &param = *tensors[0];
    bool alike = isNonOverlappingAndDense(param);
    for (const Tensor *t : tensors) {
      if (!t->defined())
        continue;
      if (t->dtype() != param.dtype() || !sameDims(t->sizes(), param.sizes()))
        fail("an update needs gradients and state of the parameter's type and shape, %s %s, but "
             "got %s %s",
             dtypeText(param.dtype()).c_str(), dimsText(param.sizes()).c_str(),
             dtypeText(t->dtype()).c_str(), dimsText(t->sizes()).c_str());
      alike &= sameDims(t->strides(), param.strides());
    }
    for (size_t k = 0; k < n; ++k)
      if (tensors[k]->defined())
        dense_[k] = alike ? *tensors[k] : contiguousOf(*tensors[k]);
  }
  template <class T>
  T *data(size_t k, int64_t first) const {
    return dense_[k].defined() ? dense_[k].template data<T>() + first : nullptr;
  }
  // Everything but the gradient was written, so often as a step of single operations does it.
  void finish(const std::array<int, n> &writes) {
    for (size_t k = 0; k < n; ++k) {
      if (k == 1 || !dense_[k].defined())
        continue;
      if (dense_[k].object() != tensors_[k]->object())
        copyInto(*tensors_[k], dense_[k]);
      for (int i = 0; i < writes[k]; ++i)
        advanceVersion(tensors_[k]->object());
    }
  }

private:
  std::array<const Tensor *, n> tensors_;
  Tensor dense_[n];
};

// row(tag, piece, first, last) over the elements of all parameters, which are one loop to the
// threads, whatever they are divided into. 64 elements cost about so many nanoseconds.
template <size_t n, class Row>
void updateAll(const char *name, TensorList params, std::vector<Aligned<n>> &pieces,
               const std::array<int, n> &writes, int64_t cost, Row &&row) {
  for (const Tensor &each : params)
    visitFloating(each.dtype(), name, [](auto) {});
  auto sizeOfPiece = [&](int64_t k) { return params[static_cast<size_t>(k)].numel(); };
  parallelForPieces(static_cast<int64_t>(params.size()), sizeOfPiece, cost,
                    [&](int64_t k, int64_t first, int64_t last) {
                      auto piece = static_cast<size_t>(k);
                      visitFloating(params[piece].dtype(), name,
                                    [&](auto tag) { row(tag, piece, first, last - first); });
                    });
  for (Aligned<n> &each : pieces)
    each.finish(writes);
}

void sgdUpdate(TensorList params, TensorList grads, TensorList buffers, double lr, double momentum,
               double dampening, double weightDecay, bool nesterov, bool maximize) {
  checkLength("gradients", grads.size(), params.size());
  checkLength("momentum buffers", buffers.size(), params.size());
  SgdStep step{lr, momentum, dampening, weightDecay, nesterov, maximize};
  std::vector<Aligned<3>> pieces;
  pieces.reserve(params.size());
  for (size_t i = 0; i < params.size(); ++i)
    pieces.emplace_back(std::array{&params[i], &grads[i], &buffers[i]});
  updateAll("_sgd_update_", params, pieces, {1, 0, 2}, 32,
            [&](auto tag, size_t i, int64_t first, int64_t count) {
              using T = typename decltype(tag)::Type;
              const UpdateRows<T> &rows = updateKernels();
              const Aligned<3> &a = pieces[i];
              rows.sgd(a.data<T>(0, first), a.data<T>(1, first), a.data<T>(2, first), count, step);
            });
}

// The number of this step: that of the last one is counted.
double nextStep(const Tensor &t) {
  ops::call<TensorOp::AddScalar_>(t, Scalar(1), Scalar(1));
  return visitNumbers(t.dtype(), "_adam_update_", [&](auto tag) -> double {
    return static_cast<double>(loaded(*t.data<typename decltype(tag)::Type>()));
  });
}

void adamUpdate(TensorList params, TensorList grads, TensorList averages, TensorList squares,
                TensorList largest, TensorList steps, double lr, double beta1, double beta2,
                double weightDecay, double eps, bool amsgrad, bool maximize, bool decoupled) {
  checkLength("gradients", grads.size(), params.size());
  checkLength("averages", averages.size(), params.size());
  checkLength("averages of squares", squares.size(), params.size());
  checkLength("steps", steps.size(), params.size());
  if (amsgrad)
    checkLength("largest averages of squares", largest.size(), params.size());
  const Tensor none;
  std::vector<Aligned<5>> pieces;
  std::vector<AdamStep> all;
  pieces.reserve(params.size());
  all.reserve(params.size());
  double before = -1;
  for (size_t i = 0; i < params.size(); ++i) {
    pieces.emplace_back(std::array{&params[i], &grads[i], &averages[i], &squares[i],
                                   amsgrad ? &largest[i] : &none});
    double t = nextStep(steps[i]);
    if (t == before) {
      all.push_back(all.back());
      continue;
    }
    before = t;
    all.push_back({beta1, beta2, weightDecay, eps, 1 - lr * weightDecay,
                   lr / (1 - std::pow(beta1, t)), std::pow(1 - std::pow(beta2, t), 0.5), maximize,
                   decoupled});
  }
  updateAll("_adam_update_", params, pieces, {decoupled && weightDecay != 0 ? 2 : 1, 0, 1, 2, 1},
            64, [&](auto tag, size_t i, int64_t first, int64_t count) {
              using T = typename decltype(tag)::Type;
              const UpdateRows<T> &rows = updateKernels();
              const Aligned<5> &a = pieces[i];
              rows.adam(a.data<T>(0, first), a.data<T>(1, first), a.data<T>(2, first),
                        a.data<T>(3, first), a.data<T>(4, first), count, all[i]);
            });
}

using TensorLists = std::array<TensorList, 5>;

// True for the first tensor of which `f` is true, else false.
template <class Test>
bool anyOf(const TensorLists &lists, Test &&f) {
  for (TensorList list : lists)
    for (const Tensor &t : list)
      if (t.defined() && f(t))
        return true;
  return false;
}

// True if each tensor lies in a storage of its own, none of which may show another's memory.
bool haveOwnStorages(const TensorLists &lists) {
  constexpr uint32_t notOwn = kStorageExternal | kStorageMarked;
  size_t marked = 0;
  bool own = !anyOf(lists, [&](const Tensor &t) {
    if (t->storage->flags & notOwn)
      return true;
    t->storage->flags |= kStorageMarked;
    ++marked;
    return false;
  });
  anyOf(lists, [&](const Tensor &t) {
    if (marked == 0)
      return true;
    t->storage->flags &= ~kStorageMarked;
    --marked;
    return false;
  });
  return own;
}

bool haveOverlap(const TensorLists &lists) {
  struct Range {
    const std::byte *begin, *end;
  };
  if (anyOf(lists, hasInternalOverlap))
    return true;
  if (haveOwnStorages(lists))
    return false;
  std::vector<Range> ranges;
  anyOf(lists, [&](const Tensor &t) {
    int64_t elements = 1;
    for (int k = 0; k < t.dim(); ++k)
      elements += (t.size(k) - 1) * t.stride(k);
    if (t.numel() != 0)
      ranges.push_back({t.raw(), t.raw() + elements * static_cast<int64_t>(sizeOf(t.dtype()))});
    return false;
  });
  std::sort(ranges.begin(), ranges.end(),
            [](const Range &a, const Range &b) { return a.begin < b.begin; });
  auto meet = [](const Range &a, const Range &b) { return a.end > b.begin; };
  return std::adjacent_find(ranges.begin(), ranges.end(), meet) != ranges.end();
}

bool inOnePass(TensorList params, TensorList grads, TensorList first, TensorList second,
               TensorList third) {
  for (size_t i = 0; i < params.size(); ++i)
    if (isComplex(params[i].dtype()))
      return false;
  for (TensorList list : {grads, first, second, third}) {
    if (list.size() > params.size())
      return false;
    for (size_t i = 0; i < list.size(); ++i)
      if (list[i].defined() &&
          (list[i].dtype() != params[i].dtype() || !sameDims(list[i].sizes(), params[i].sizes())))
        return false;
  }
  return !haveOverlap({params, grads, first, second, third});
}

}  // namespace

JANUS_KERNEL(SgdUpdate_, sgdUpdate)
JANUS_KERNEL(AdamUpdate_, adamUpdate)
JANUS_KERNEL(InOnePass, inOnePass)

}  // namespace janus
