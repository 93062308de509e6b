// Eigenvalues and vectors of matrices that need not be symmetric, by the QR algorithm.
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/linalg/Matrices.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <vector>

namespace janus {
namespace {

using namespace linalg;

// Real matrices have conjugate pairs of eigenvalues; of a pair of vectors LAPACK gives real and
// imaginary part, the one with the positive imaginary part first.
template <class R>
void unpackPairs(int64_t order, const R *reals, const R *imaginaries, const R *columns,
                 std::complex<R> *values, std::complex<R> *vectors) {
  for (int64_t j = 0; j < order; ++j)
    values[j] = {reals[j], imaginaries[j]};
  if (!vectors)
    return;
  for (int64_t j = 0; j < order; ++j) {
    const R *column = columns + j * order;
    std::complex<R> *to = vectors + j * order;
    bool isPair = imaginaries[j] != 0 && j + 1 < order;
    for (int64_t i = 0; i < order; ++i) {
      to[i] = {column[i], isPair ? column[order + i] : R(0)};
      if (isPair)
        to[order + i] = std::conj(to[i]);
    }
    j += isPair;
  }
}

template <class T>
class Solver {
  using R = RealOf<T>;

public:
  Solver(const char *name, int64_t order, bool wantsVectors)
      : geev_(lapack::library<T>(name).geev), order_(order), size_(sizeOf(order)),
        job_(wantsVectors ? "V" : "N") {
    size_t n = static_cast<size_t>(order);
    reals_.resize(2 * n);
    if constexpr (!isComplexElement<T>)
      columns_.resize(wantsVectors ? n * n : 1);
    // Asks how much working memory it wants; large numbers are rounded in float.
    Int info = 0;
    std::complex<R> none = 0;
    T matrix = 0;
    call(&matrix, &none, &none, -1, &info);
    work_.resize(static_cast<size_t>(std::real(work_[0]) * R(1.00001)) + 1);
  }
  // The matrix is overwritten; `vectors` may be null.
  void solve(T *matrix, std::complex<R> *values, std::complex<R> *vectors, Int *info) {
    call(matrix, values, vectors, sizeOf(static_cast<int64_t>(work_.size())), info);
    if constexpr (!isComplexElement<T>)
      unpackPairs(order_, reals_.data(), reals_.data() + order_, columns_.data(), values, vectors);
  }

private:
  void call(T *matrix, std::complex<R> *values, std::complex<R> *vectors, Int worked, Int *info) {
    if constexpr (isComplexElement<T>)
      geev_("N", job_, &size_, matrix, &size_, values, nullptr, &size_, vectors, &size_,
            work_.data(), &worked, reals_.data(), info, 1, 1);
    else
      geev_("N", job_, &size_, matrix, &size_, reals_.data(), reals_.data() + order_, nullptr,
            &size_, columns_.data(), &size_, work_.data(), &worked, info, 1, 1);
  }

  decltype(lapack::Functions<T>::geev) geev_;
  int64_t order_;
  Int size_;
  const char *job_;
  std::vector<R> reals_;
  std::vector<T> columns_, work_ = std::vector<T>(1);
};

void checkFinite(const Tensor &a) {
  Tensor finite = ops::call<TensorOp::All>(ops::call<TensorOp::IsFinite>(a));
  if (!*finite.data<uint8_t>())
    fail("torch.linalg.eig: input tensor should not contain infs or NaNs.");
}

std::tuple<Tensor, Tensor> decomposed(const char *name, const Tensor &a, bool wantsVectors) {
  checkSquare(name, a);
  if (!isInexact(a.dtype()))
    fail("Unknown Complex ScalarType for %s", scalarTypeName(a.dtype()));
  checkImplemented("linalg_eig_out_cpu", a);
  checkFinite(a);
  DType type = complexTypeOf(realTypeOf(a.dtype()));
  int64_t order = a.size(-1);
  Tensor values = makeTensor(batchSizes(a, {order}), type), infos = newInfos(a),
         vectors = wantsVectors ? makeTensor(a.sizes(), type) : Tensor();
  forElements(a, [&]<class T>() {
    using Pair = std::complex<RealOf<T>>;
    Solver<T> solver(name, order, wantsVectors);
    Tensor work = columnsOf(a);
    for (int64_t n = 0; n < batchCount(a); ++n)
      solver.solve(matrixOf<T>(work, n), values.data<Pair>() + n * order,
                   wantsVectors ? matrixOf<Pair>(vectors, n) : nullptr, infos.data<Int>() + n);
  });
  checkConverged(name, "eigenvalues", infos);
  return {values, vectors};
}

std::tuple<Tensor, Tensor> eig(const Tensor &a) {
  auto [values, vectors] = decomposed("linalg.eig", a, true);
  return {values, turned(vectors)};
}
Tensor eigvals(const Tensor &a) {
  return std::get<0>(decomposed("linalg.eigvals", a, false));
}

}  // namespace

JANUS_KERNEL(LinalgEig, eig)
JANUS_KERNEL(LinalgEigVals, eigvals)

}  // namespace janus
