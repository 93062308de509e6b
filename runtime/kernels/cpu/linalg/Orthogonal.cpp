// QR factorizations.
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/linalg/Matrices.h"
#include "kernels/cpu/linalg/SmallMatrices.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"

#include <vector>

namespace janus {
namespace {

using namespace linalg;

// Runs a function of LAPACK that says how much working memory it wants when it is asked with -1.
template <class T, class Run>
void withWorkSpace(std::vector<T> &work, const Run &run) {
  if (work.empty()) {
    T wanted = 0;
    Int asking = -1;
    run(&wanted, &asking);
    work.resize(static_cast<size_t>(std::real(wanted)) + 1);
  }
  Int size = sizeOf(static_cast<int64_t>(work.size()));
  run(work.data(), &size);
}

// Reflections: R in the upper triangle, the vectors below it with first element 1, and the factors.
Tensor reflect(const char *name, const Tensor &columns) {
  Tensor factors = makeTensor(batchSizes(columns, {std::min(columns.size(-2), columns.size(-1))}),
                              columns.dtype());
  forElements(columns, [&]<class T>() {
    Int rows = sizeOf(columns.size(-1)), count = sizeOf(columns.size(-2)), info = 0;
    if constexpr (!isComplexElement<T>)
      if (std::max(rows, count) <= small::kMostForReflections) {
        for (int64_t n = 0; n < batchCount(columns); ++n)
          small::reflect(matrixOf<T>(columns, n), rows, count,
                         factors.data<T>() + n * factors.size(-1));
        return;
      }
    const lapack::Functions<T> &l = lapack::library<T>(name);
    std::vector<T> work;
    for (int64_t n = 0; n < batchCount(columns); ++n)
      withWorkSpace(work, [&](T *space, Int *size) {
        l.geqrf(&rows, &count, matrixOf<T>(columns, n), &rows,
                factors.data<T>() + n * factors.size(-1), space, size, &info);
      });
  });
  return factors;
}
// The product of the reflections in the first columns of q, in place of them.
void formProduct(const Tensor &q, const Tensor &factors) {
  forElements(q, [&]<class T>() {
    Int rows = sizeOf(q.size(-1)), columns = sizeOf(q.size(-2)), count = sizeOf(factors.size(-1)),
        info = 0;
    if constexpr (!isComplexElement<T>)
      if (rows <= small::kMostForReflections) {
        for (int64_t n = 0; n < batchCount(q); ++n)
          small::formProduct(matrixOf<T>(q, n), rows, columns, count,
                             factors.data<T>() + n * factors.size(-1));
        return;
      }
    const lapack::Functions<T> &l = lapack::library<T>("linalg.qr");
    std::vector<T> work;
    for (int64_t n = 0; n < batchCount(q); ++n)
      withWorkSpace(work, [&](T *space, Int *size) {
        l.orgqr(&rows, &columns, &count, matrixOf<T>(q, n), &rows,
                factors.data<T>() + n * factors.size(-1), space, size, &info);
      });
  });
}

// The first columns of matrices that lie by columns.
Tensor firstColumns(const Tensor &columns, int64_t count) {
  return ops::call<TensorOp::Slice>(columns, -2, 0, count, 1);
}

std::tuple<Tensor, Tensor> qr(const Tensor &a, std::string_view mode) {
  RunTimeContext cx;
  auto shapes = infer::orthogonal(cx, "linalg.qr", a.sizes(), mode);
  checkFloating("linalg.qr", a);
  int64_t rows = a.size(-2), columns = a.size(-1), least = std::min(rows, columns),
          inner = shapes.r[shapes.r.size() - 2];
  Tensor work = columnsOf(a), factors = reflect("linalg.qr", work);
  // R's columns lie one behind the other, without what stands below the triangle.
  Tensor r = newColumns(a, inner, columns);
  forElements(r, [&]<class T>() {
    for (int64_t b = 0; b < batchCount(a); ++b)
      for (int64_t j = 0; j < columns; ++j)
        for (int64_t i = 0; i < inner; ++i)
          matrixOf<T>(r, b)[j * inner + i] = i <= j ? matrixOf<T>(work, b)[j * rows + i] : T(0);
  });
  if (mode == "r")
    return {makeTensor(shapes.q, a.dtype()), turned(r)};
  Tensor q = newColumns(a, rows, inner);
  if (least == 0) {
    setUnit(q);  // the product of no reflections
  } else {
    copyInto(firstColumns(q, least), firstColumns(work, least));
    formProduct(q, factors);
  }
  return {turned(q), turned(r)};
}

std::tuple<Tensor, Tensor> reflections(const Tensor &a) {
  if (a.dim() < 2)
    fail("torch.geqrf: input must have at least 2 dimensions.");
  checkImplemented("geqrf_cpu", a);
  Tensor work = columnsOf(a), factors = reflect("geqrf", work);
  return {turned(work), factors};
}

}  // namespace

JANUS_KERNEL(LinalgQr, qr)
JANUS_KERNEL(GeQrf, reflections)

}  // namespace janus
