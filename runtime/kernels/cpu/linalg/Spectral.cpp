// Eigenvalues of symmetric matrices and singular values, by divide and conquer.
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/linalg/Matrices.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/object/LinAlgError.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

namespace janus {
namespace {

using namespace linalg;

constexpr auto kIsNan = [](auto x) { return std::isnan(std::real(x)) || std::isnan(std::imag(x)); };
constexpr auto kIsInfinite = [](auto x) {
  return std::isinf(std::real(x)) || std::isinf(std::imag(x));
};

// Of a matrix that lies row by row, without what is on the other side of the diagonal.
template <class T, class Test>
bool anyInTriangle(const T *rows, int64_t order, char side, const Test &test) {
  for (int64_t i = 0; i < order; ++i) {
    const T *row = rows + i * order;
    if (std::any_of(side == 'L' ? row : row + i, side == 'L' ? row + i + 1 : row + order, test))
      return true;
  }
  return false;
}

// Whether what LAPACK has `found` by the lower triangle is to be computed again, by the upper one
// of the transposed matrix. OpenBLAS multiplies zeros by what earlier calls have left in its memory
// for lower triangles of floats: NaN comes out where one came by before.
bool isSpoiled(const float *rows, const float *found, Int info, int64_t order) {
  auto isNoNumber = [](float x) { return !std::isfinite(x); };
  return (info || std::any_of(found, found + order, kIsNan)) &&
         !anyInTriangle(rows, order, 'L', isNoNumber);
}

std::tuple<Tensor, Tensor> eigh(const Tensor &a, std::string_view triangle) {
  RunTimeContext cx;
  Dims sizes = infer::eigenvalues(cx, "linalg.eigh", a.sizes());
  checkImplemented("linalg_eigh_cpu", a);
  char side = triangle.size() == 1 ? static_cast<char>(triangle[0] & ~0x20) : '?';
  if (side != 'L' && side != 'U')
    fail("Expected UPLO argument to be 'L' or 'U', but got %.*s", static_cast<int>(triangle.size()),
         triangle.data());
  Tensor values = makeTensor(sizes, realTypeOf(a.dtype())), vectors = columnsOf(a),
         infos = newInfos(a), rows = contiguousOf(a);
  forElements(a, [&]<class T>() {
    const lapack::Functions<T> &l = lapack::library<T>("linalg.eigh");
    int64_t order = a.size(-1);
    // LAPACK's own figures for working memory; what the real form calls `work` are reals there.
    Int size = sizeOf(order), worked = sizeOf(2 * order + order * order),
        realSize = sizeOf(1 + 6 * order + 2 * order * order), placed = sizeOf(3 + 5 * order);
    std::vector<T> work(isComplexElement<T> ? static_cast<size_t>(worked) : 0);
    std::vector<RealOf<T>> reals(static_cast<size_t>(realSize));
    std::vector<Int> places(static_cast<size_t>(placed));
    for (int64_t n = 0; n < batchCount(a); ++n) {
      T *matrix = matrixOf<T>(vectors, n);
      auto *found = values.data<RealOf<T>>() + n * order;
      Int *info = infos.data<Int>() + n;
      auto run = [&](char by) {
        if constexpr (isComplexElement<T>)
          l.heevd("V", &by, &size, matrix, &size, found, work.data(), &worked, reals.data(),
                  &realSize, places.data(), &placed, info, 1, 1);
        else
          l.syevd("V", &by, &size, matrix, &size, found, reals.data(), &realSize, places.data(),
                  &placed, info, 1, 1);
      };
      run(side);
      const T *given = matrixOf<T>(rows, n);
      if constexpr (std::is_same_v<T, float>)
        if (side == 'L' && isSpoiled(given, found, *info, order)) {
          std::copy_n(given, order * order, matrix);
          run('U');
        }
      // Of two rows NaN is the answer; of more, nothing that means anything.
      if (*info == 0 && order > 2 && anyInTriangle(given, order, side, kIsNan))
        *info = size;
    }
  });
  checkConverged("linalg.eigh", "eigenvalues", infos);
  return {values, turned(vectors)};
}

std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &a, bool full,
                                       std::optional<std::string_view> driver) {
  checkMatrices("linalg.svd", a);
  checkFloating("linalg.svd", a);
  if (driver)
    fail("torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with "
         "cuSOLVER backend.");
  int64_t rows = a.size(-2), columns = a.size(-1), least = std::min(rows, columns);
  Tensor work = columnsOf(a), u = newColumns(a, rows, full ? rows : least),
         s = makeTensor(batchSizes(a, {least}), realTypeOf(a.dtype())),
         v = newColumns(a, full ? columns : least, columns), infos = newInfos(a);
  if (least == 0) {
    setUnit(u);
    setUnit(v);
  }
  forElements(a, [&]<class T>() {
    const lapack::Functions<T> &l = lapack::library<T>("linalg.svd");
    Int m = sizeOf(rows), n = sizeOf(columns), high = sizeOf(v.size(-1));
    std::vector<T> space(1);
    std::vector<Int> places(static_cast<size_t>(8 * least));
    // For complex ones; LAPACK gives two bounds, of which the smaller suffices since its
    // version 3.7.
    int64_t most = std::max(rows, columns);
    std::vector<RealOf<T>> reals(
        isComplexElement<T>
            ? static_cast<size_t>(least * std::max(5 * least + 7, 2 * most + 2 * least + 1))
            : 0);
    constexpr Int kAsking = -1;
    auto run = [&](int64_t b, Int size) {
      T *from = matrixOf<T>(work, b), *left = matrixOf<T>(u, b), *right = matrixOf<T>(v, b);
      auto *values = s.data<RealOf<T>>() + b * least;
      Int *info = infos.data<Int>() + b;
      // LAPACK's algorithms do not end where an element is infinite.
      const T *end = from + rows * columns;
      if (size != kAsking && std::any_of<const T *>(from, end, kIsInfinite) &&
          std::none_of<const T *>(from, end, kIsNan)) {
        const auto undefined = std::numeric_limits<RealOf<T>>::quiet_NaN();
        std::fill_n(values, least, undefined);
        std::fill_n(left, u.size(-1) * u.size(-2), T(undefined));
        std::fill_n(right, v.size(-1) * v.size(-2), T(undefined));
        return;
      }
      const char *job = full ? "A" : "S";
      if constexpr (isComplexElement<T>)
        l.gesdd(job, &m, &n, from, &m, values, left, &m, right, &high, space.data(), &size,
                reals.data(), places.data(), info, 1);
      else
        l.gesdd(job, &m, &n, from, &m, values, left, &m, right, &high, space.data(), &size,
                places.data(), info, 1);
    };
    run(0, kAsking);  // how much working memory it wants; large numbers are rounded in float
    space.resize(static_cast<size_t>(std::real(space[0]) * RealOf<T>(1.00001)) + 1);
    for (int64_t b = 0; b < batchCount(a); ++b)
      run(b, sizeOf(static_cast<int64_t>(space.size())));
  });
  if (Failure f = firstFailure(infos); f.info == -4)
    failWith(linAlgError(),
             "linalg.svd: %sThe algorithm failed to converge because the input matrix contained "
             "non-finite values.",
             f.where.c_str());
  checkConverged("linalg.svd", "singular values", infos);
  return {turned(u), s, turned(v)};
}

}  // namespace

JANUS_KERNEL(LinalgEigh, eigh)
JANUS_KERNEL(LinalgSvd, svd)

}  // namespace janus
