// Kernels of ops/LinearAlgebra.def that are matrix products.
#include "janus/contract/inference/Products.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/product/Gemm.h"
#include "tensor/Boxing.h"
#include "tensor/Names.h"
#include "tensor/Ops.h"
#include "tensor/RunTimeInference.h"

namespace janus {
namespace {

void checkSameType(const Tensor &a, const Tensor &b) {
  if (a.dtype() != b.dtype())
    fail("expected m1 and m2 to have the same dtype, but got: %s != %s", info(a.dtype()).legacy,
         info(b.dtype()).legacy);
}

// The last two dimensions, of entry `batch` of the first one.
Matrix matrixOf(const Tensor &t, int64_t batch = 0) {
  int d = t.dim();
  return {&t,
          d == 3 ? batch * t.stride(0) : 0,
          t.size(d - 2),
          t.size(d - 1),
          t.stride(d - 2),
          t.stride(d - 1)};
}

Tensor mm(const Tensor &self, const Tensor &mat2) {
  RunTimeContext cx(self.dtype());
  Dims sizes = infer::mm(cx, Dims(self.sizes()), Dims(mat2.sizes()));
  checkSameType(self, mat2);
  Tensor out = makeTensor(sizes, self.dtype());
  gemm(matrixOf(self), matrixOf(mat2), matrixOf(out), 1, 0);
  return out;
}

Tensor bmm(const Tensor &self, const Tensor &mat2) {
  RunTimeContext cx(self.dtype());
  Dims sizes = infer::bmm(cx, Dims(self.sizes()), Dims(mat2.sizes()));
  checkSameType(self, mat2);
  Tensor out = makeTensor(sizes, self.dtype());
  for (int64_t i = 0; i < self.size(0); ++i)
    gemm(matrixOf(self, i), matrixOf(mat2, i), matrixOf(out, i), 1, 0);
  return out;
}

// A vector as a matrix of one column or one row.
Matrix columnOf(const Tensor &v) {
  return {&v, 0, v.size(0), 1, v.stride(0), 1};
}
Matrix rowOf(const Tensor &v) {
  return {&v, 0, 1, v.size(0), 1, v.stride(0)};
}

Tensor mv(const Tensor &self, const Tensor &vec) {
  if (self.dim() != 2 || vec.dim() != 1)
    fail("vector + matrix @ vector expected, got 1, %d, %d", self.dim(), vec.dim());
  if (self.size(1) != vec.size(0))
    fail("size mismatch, got input (%lld), mat (%lldx%lld), vec (%lld)",
         static_cast<long long>(self.size(0)), static_cast<long long>(self.size(0)),
         static_cast<long long>(self.size(1)), static_cast<long long>(vec.size(0)));
  checkSameType(self, vec);
  Tensor out = makeTensor(Dims{self.size(0)}, self.dtype());
  gemm(matrixOf(self), columnOf(vec), {&out, 0, out.size(0), 1, 1, 1}, 1, 0);
  return out;
}

Tensor dot(const Tensor &self, const Tensor &tensor) {
  if (self.dim() != 1 || tensor.dim() != 1)
    fail("1D tensors expected, but got %dD and %dD tensors", self.dim(), tensor.dim());
  if (self.dtype() != tensor.dtype())
    fail("dot : expected both vectors to have same dtype, but found %s and %s",
         info(self.dtype()).legacy, info(tensor.dtype()).legacy);
  if (self.size(0) != tensor.size(0))
    fail("inconsistent tensor size, expected tensor [%lld] and src [%lld] to have the same number "
         "of elements, but got "
         "%lld and %lld elements respectively",
         static_cast<long long>(self.size(0)), static_cast<long long>(tensor.size(0)),
         static_cast<long long>(self.size(0)), static_cast<long long>(tensor.size(0)));
  Tensor out = makeTensor(Dims{}, self.dtype());
  gemm(rowOf(self), columnOf(tensor), {&out, 0, 1, 1, 1, 1}, 1, 0);
  return out;
}

Tensor outer(const Tensor &self, const Tensor &vec2) {
  if (self.dim() != 1)
    fail("outer: Expected 1-D argument self, but got %d-D", self.dim());
  if (vec2.dim() != 1)
    fail("outer: Expected 1-D argument vec2, but got %d-D", vec2.dim());
  return ops::call<OpId::MulTensor>(ops::call<OpId::Unsqueeze>(self, 1), vec2);
}

// input @ weight.T + bias over all leading dimensions at once.
Tensor linear(const Tensor &input, const Tensor &weight, const Tensor &bias) {
  RunTimeContext cx(input.dtype());
  Dims sizes = infer::linear(cx, Dims(input.sizes()), Dims(weight.sizes()));
  if (input.dtype() != weight.dtype())
    fail("mat1 and mat2 must have the same dtype, but got %s and %s", scalarTypeName(input.dtype()),
         scalarTypeName(weight.dtype()));
  Tensor out = makeTensor(sizes, input.dtype());
  Tensor rows = input.dim() == 2 ? input : contiguousOf(input);
  int64_t columns = input.size(-1);
  int64_t count = columns ? rows.numel() / columns : 0;
  int64_t outputs = weight.dim() == 2 ? weight.size(0) : 1;
  double beta = 0;
  if (bias.defined()) {
    copyInto(out, bias);
    beta = 1;
  }
  Matrix a = rows.dim() == 2 ? matrixOf(rows) : Matrix{&rows, 0, count, columns, columns, 1};
  Matrix w = weight.dim() == 2
                 ? Matrix{&weight, 0, columns, outputs, weight.stride(1), weight.stride(0)}
                 : columnOf(weight);
  gemm(a, w, {&out, 0, count, outputs, outputs, 1}, 1, beta);
  return out;
}

// ---- beta * self + alpha * product
Tensor start(const Tensor &self, IntView sizes, DType type, const Scalar &beta) {
  Tensor out = makeTensor(sizes, type);
  if (beta.toDouble() != 0)
    copyInto(out, self);
  return out;
}

Tensor addmm(const Tensor &self, const Tensor &mat1, const Tensor &mat2, const Scalar &beta,
             const Scalar &alpha) {
  RunTimeContext cx(self.dtype());
  Dims sizes = infer::mm(cx, Dims(mat1.sizes()), Dims(mat2.sizes()));
  checkSameType(mat1, mat2);
  Tensor out = start(self, sizes, mat1.dtype(), beta);
  gemm(matrixOf(mat1), matrixOf(mat2), matrixOf(out), alpha.toDouble(), beta.toDouble());
  return out;
}
Tensor baddbmm(const Tensor &self, const Tensor &batch1, const Tensor &batch2, const Scalar &beta,
               const Scalar &alpha) {
  RunTimeContext cx(self.dtype());
  Dims sizes = infer::bmm(cx, Dims(batch1.sizes()), Dims(batch2.sizes()));
  checkSameType(batch1, batch2);
  Tensor out = start(self, sizes, batch1.dtype(), beta);
  for (int64_t i = 0; i < batch1.size(0); ++i)
    gemm(matrixOf(batch1, i), matrixOf(batch2, i), matrixOf(out, i), alpha.toDouble(),
         beta.toDouble());
  return out;
}
Tensor addbmm(const Tensor &self, const Tensor &batch1, const Tensor &batch2, const Scalar &beta,
              const Scalar &alpha) {
  RunTimeContext cx(self.dtype());
  Dims sizes = infer::bmm(cx, Dims(batch1.sizes()), Dims(batch2.sizes()));
  checkSameType(batch1, batch2);
  Tensor out = start(self, Dims{sizes[1], sizes[2]}, batch1.dtype(), beta);
  double scale = beta.toDouble();
  for (int64_t i = 0; i < batch1.size(0); ++i) {
    gemm(matrixOf(batch1, i), matrixOf(batch2, i), matrixOf(out), alpha.toDouble(), scale);
    scale = 1;
  }
  return out;
}
Tensor addmv(const Tensor &self, const Tensor &mat, const Tensor &vec, const Scalar &beta,
             const Scalar &alpha) {
  if (mat.dim() != 2 || vec.dim() != 1 || mat.size(1) != vec.size(0))
    fail("size mismatch, got input (%lld), mat (%lldx%lld), vec (%lld)",
         static_cast<long long>(self.numel()), static_cast<long long>(mat.dim() ? mat.size(0) : 0),
         static_cast<long long>(mat.dim() > 1 ? mat.size(1) : 0),
         static_cast<long long>(vec.numel()));
  Tensor out = start(self, Dims{mat.size(0)}, mat.dtype(), beta);
  gemm(matrixOf(mat), columnOf(vec), {&out, 0, out.size(0), 1, 1, 1}, alpha.toDouble(),
       beta.toDouble());
  return out;
}
Tensor addr(const Tensor &self, const Tensor &vec1, const Tensor &vec2, const Scalar &beta,
            const Scalar &alpha) {
  if (vec1.dim() != 1 || vec2.dim() != 1)
    fail("addr: Expected 1-D argument vec1 and vec2");
  Tensor out = start(self, Dims{vec1.size(0), vec2.size(0)}, vec1.dtype(), beta);
  gemm(columnOf(vec1), rowOf(vec2), matrixOf(out), alpha.toDouble(), beta.toDouble());
  return out;
}

// In place: the product may read what it overwrites, so that it is computed aside.
template <auto kernel>
Tensor inPlace(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &beta,
               const Scalar &alpha) {
  copyInto(self, kernel(self, a, b, beta, alpha));
  return self;
}

// ---- torch.matmul: by the dimensions of its operands, in recorded steps
Tensor matmul(const Tensor &self, const Tensor &other) {
  int a = self.dim(), b = other.dim();
  if (a == 0 || b == 0)
    fail("both arguments to matmul need to be at least 1D, but they are %dD and %dD", a, b);
  if (a == 1 && b == 1)
    return ops::call<OpId::Dot>(self, other);
  if (a == 2 && b == 1)
    return ops::call<OpId::Mv>(self, other);
  if (a == 2 && b == 2)
    return ops::call<OpId::Mm>(self, other);
  if (a == 1 && b == 2) {
    Tensor row = ops::call<OpId::Unsqueeze>(self, 0);
    return ops::call<OpId::SqueezeDim>(ops::call<OpId::Mm>(row, other), 0);
  }
  // A batch times one matrix or vector is one tall product.
  if (a >= 3 && b <= 2) {
    Dims sizes(self.sizes());
    int64_t inner = sizes[sizes.size() - 1];
    sizes.erase(sizes.size() - 1);
    Tensor tall = ops::call<OpId::Reshape>(self, Dims{inner ? self.numel() / inner : 0, inner});
    if (b == 1)
      return ops::call<OpId::Reshape>(ops::call<OpId::Mv>(tall, other), sizes);
    sizes.push_back(other.size(1));
    return ops::call<OpId::Reshape>(ops::call<OpId::Mm>(tall, other), sizes);
  }
  Tensor left = a == 1 ? ops::call<OpId::Unsqueeze>(self, 0) : self;
  Tensor right = b == 1 ? ops::call<OpId::Unsqueeze>(other, 1) : other;
  Dims batchA(IntView(left.sizes().data(), left.sizes().size() - 2));
  Dims batchB(IntView(right.sizes().data(), right.sizes().size() - 2));
  RunTimeContext cx(self.dtype());
  Dims batch = infer::broadcast(cx, batchA, batchB);
  int64_t count = 1;
  for (int64_t size : batch)
    count *= size;
  auto flat = [&](const Tensor &t) {
    Dims sizes = batch;
    sizes.push_back(t.size(-2));
    sizes.push_back(t.size(-1));
    Tensor wide = ops::call<OpId::Expand>(t, sizes, false);
    return ops::call<OpId::Reshape>(wide, Dims{count, t.size(-2), t.size(-1)});
  };
  Tensor product = ops::call<OpId::Bmm>(flat(left), flat(right));
  Dims sizes = batch;
  if (a > 1)
    sizes.push_back(left.size(-2));
  if (b > 1)
    sizes.push_back(right.size(-1));
  return ops::call<OpId::Reshape>(product, sizes);
}

}  // namespace

JANUS_KERNEL(Mm, mm)
JANUS_KERNEL(Bmm, bmm)
JANUS_KERNEL(Mv, mv)
JANUS_KERNEL(Dot, dot)
JANUS_KERNEL(Outer, outer)
JANUS_KERNEL(Linear, linear)
JANUS_KERNEL(MatMul, matmul)
JANUS_KERNEL(AddMm, addmm)
JANUS_KERNEL(AddMm_, inPlace<addmm>)
JANUS_KERNEL(BAddBmm, baddbmm)
JANUS_KERNEL(BAddBmm_, inPlace<baddbmm>)
JANUS_KERNEL(AddBmm, addbmm)
JANUS_KERNEL(AddBmm_, inPlace<addbmm>)
JANUS_KERNEL(AddMv, addmv)
JANUS_KERNEL(AddMv_, inPlace<addmv>)
JANUS_KERNEL(Addr, addr)
JANUS_KERNEL(Addr_, inPlace<addr>)

}  // namespace janus
