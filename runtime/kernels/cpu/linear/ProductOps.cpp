// Kernels of the products in ops/LinearAlgebra.def.
#include "janus/contract/NodeNames.h"
#include "janus/contract/inference/Products.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/copy/Copy.h"
#include "kernels/cpu/linear/MatMul.h"
#include "tensor/core/Names.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"

namespace janus {
namespace {

void checkTypes(const Tensor &a, const Tensor &b) {
  if (a.dtype() != b.dtype())
    fail("expected m1 and m2 to have the same dtype, but got: %s != %s", elementTypeText(a.dtype()),
         elementTypeText(b.dtype()));
}

void checkSameType(const char *name, const Tensor &t, const Tensor &mat2) {
  if (t.dtype() != mat2.dtype())
    fail("%s and mat2 must have the same dtype, but got %s and %s", name, scalarTypeName(t.dtype()),
         scalarTypeName(mat2.dtype()));
}

// A tensor whose last two dimensions a kernel can read: one of them dense.
Tensor readable(const Tensor &t) {
  if (t.stride(-1) == 1 || t.stride(-2) == 1 || t.numel() == 0)
    return t;
  return cloneOf(t, MemoryFormat::Contiguous);
}

Tensor mm(const Tensor &a, const Tensor &b) {
  RunTimeContext cx;
  Dims shape = infer::mm(cx, Dims(a.sizes()), Dims(b.sizes()));
  checkTypes(a, b);
  Tensor x = readable(a), y = readable(b), out = makeTensor(shape, a.dtype(), a.device());
  multiply(a.dtype(), matrixOf(x), matrixOf(y), out.raw(), shape[1]);
  return out;
}

Tensor bmm(const Tensor &a, const Tensor &b) {
  RunTimeContext cx;
  Dims shape = infer::bmm(cx, Dims(a.sizes()), Dims(b.sizes()));
  requireType(a.dtype(), b.dtype());
  Tensor x = readable(a), y = readable(b), out = makeTensor(shape, a.dtype(), a.device());
  multiplyBatch(a.dtype(), matrixOf(x), x.stride(0), matrixOf(y), y.stride(0), out.raw(), shape[2],
                shape[1] * shape[2], shape[0]);
  return out;
}

// To be added to `self`: torch says so in its errors, also of the product alone.
Tensor matrixByVector(const Tensor &self, const Tensor &a, const Tensor &v) {
  if (a.dim() != 2 || v.dim() != 1)
    fail("vector + matrix @ vector expected, got %d, %d, %d", 1, a.dim(), v.dim());
  if (a.size(1) != v.size(0))
    fail("size mismatch, got input (%lld), mat (%lldx%lld), vec (%lld)",
         static_cast<long long>(a.size(0)), static_cast<long long>(a.size(0)),
         static_cast<long long>(a.size(1)), static_cast<long long>(v.size(0)));
  if (self.dtype() != a.dtype() || v.dtype() != a.dtype())
    fail("addmv input tensors must have the same dtype, but got %s, %s, and %s",
         scalarTypeName(self.dtype()), scalarTypeName(a.dtype()), scalarTypeName(v.dtype()));
  // The product of vec (1 x n) with the transposed matrix: the result is one dense row.
  Tensor x = readable(a), out = makeTensor(Dims{a.size(0)}, a.dtype(), a.device());
  MatrixView row = {v.raw(), 1, v.size(0), v.size(0), v.stride(0)};
  multiply(a.dtype(), row, transposedOf(matrixOf(x)), out.raw(), a.size(0));
  return out;
}

Tensor mv(const Tensor &a, const Tensor &v) {
  return matrixByVector(v, a, v);
}

Tensor dot(const Tensor &a, const Tensor &b) {
  if (a.dim() != 1 || b.dim() != 1)
    fail("1D tensors expected, but got %dD and %dD tensors", a.dim(), b.dim());
  if (a.dtype() != b.dtype())
    fail("dot : expected both vectors to have same dtype, but found %s and %s",
         scalarTypeName(a.dtype()), scalarTypeName(b.dtype()));
  if (a.size(0) != b.size(0))
    fail("inconsistent tensor size, expected tensor [%lld] and src [%lld] to have the same number "
         "of elements, but got %lld "
         "and %lld elements respectively",
         static_cast<long long>(a.size(0)), static_cast<long long>(b.size(0)),
         static_cast<long long>(a.size(0)), static_cast<long long>(b.size(0)));
  Tensor out = makeTensor({}, a.dtype(), a.device());
  MatrixView row = {a.raw(), 1, a.size(0), a.size(0), a.stride(0)},
             column = {b.raw(), b.size(0), 1, b.stride(0), b.size(0)};
  if (a.size(0) == 0)
    fillWith(out, Scalar(0));
  else
    multiply(a.dtype(), row, column, out.raw(), 1);
  return out;
}

// ---------------------------------------------------------------- beta * self + alpha * a @ b

// The product, which nobody else has, times alpha, and self, broadcast to its shape, times beta.
// Factors of integers are integers.
static bool isOne(const Scalar &s) {
  return s.toComplex() == 1.0;
}
static bool isZero(const Scalar &s) {
  return !s.toBool();
}
static Scalar factorOf(const Scalar &s, DType dtype) {
  requireFitsComputed(s, dtype);
  return isInexact(dtype) && !s.isBool() ? s : Scalar(s.toInt());
}
static Tensor plusScaled(Tensor product, const Tensor &self, const Scalar &anyBeta,
                         const Scalar &anyAlpha) {
  Scalar beta = factorOf(anyBeta, product.dtype()), alpha = factorOf(anyAlpha, product.dtype());
  if (!isOne(alpha))
    ops::callValue<TensorOp::MulScalar_>(product, alpha);
  Tensor added = ops::call<TensorOp::Expand>(self, product.sizes(), false);
  if (!isZero(beta))
    ops::callValue<TensorOp::AddTensor_>(product, added, beta);
  return product;
}
// A copy of self, broadcast to the shape of the product, times beta; the product is added to it.
Tensor addmm(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &beta,
             const Scalar &alpha) {
  RunTimeContext cx;
  if (a.dim() != 2)
    fail("mat1 must be a matrix, got %d-D tensor", a.dim());
  if (b.dim() != 2)
    fail("mat2 must be a matrix, got %d-D tensor", b.dim());
  Dims shape = infer::mm(cx, Dims(a.sizes()), Dims(b.sizes()), "addmm");
  checkSameType("self", self, b);
  checkSameType("mat1", a, b);
  requireFitsComputed(alpha, a.dtype());
  requireFitsComputed(beta, a.dtype());
  Tensor x = readable(a), y = readable(b), out = makeTensor(shape, a.dtype(), a.device());
  if (isOne(alpha) && isOne(beta) && self.dim() == 1 && self.size(0) == shape[1] &&
      self.isContiguous()) {
    multiply(a.dtype(), matrixOf(x), matrixOf(y), out.raw(), shape[1], 0, self.raw());
    return out;
  }
  if (isOne(alpha) && !beta.isComplex()) {
    if (!isZero(beta))
      copyInto(out, self.dim() == 2 && sameDims(self.sizes(), shape)
                        ? self
                        : ops::call<TensorOp::Expand>(self, shape, false));
    multiply(a.dtype(), matrixOf(x), matrixOf(y), out.raw(), shape[1], beta.toDouble());
    return out;
  }
  multiply(a.dtype(), matrixOf(x), matrixOf(y), out.raw(), shape[1]);
  ops::callValue<TensorOp::MulScalar_>(out, alpha);
  if (!isZero(beta)) {
    Tensor added = ops::call<TensorOp::Expand>(self, shape, false);
    ops::callValue<TensorOp::AddTensor_>(out, added, beta);
  }
  return out;
}
Tensor baddbmm(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &beta,
               const Scalar &alpha) {
  if (self.dtype() != a.dtype() || a.dtype() != b.dtype())
    fail("Input dtypes must be the same, got: input %s, batch1: %s, batch2: %s",
         elementTypeText(self.dtype()), elementTypeText(a.dtype()), elementTypeText(b.dtype()));
  return plusScaled(bmm(a, b), self, beta, alpha);
}
Tensor addbmm(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &beta,
              const Scalar &alpha) {
  checkSameType("mat1", a, b);
  return plusScaled(ops::call<TensorOp::SumDim>(bmm(a, b), Dims{0}, false, a.dtype()), self, beta,
                    alpha);
}
Tensor addmv(const Tensor &self, const Tensor &a, const Tensor &v, const Scalar &beta,
             const Scalar &alpha) {
  return plusScaled(matrixByVector(self, a, v), self, beta, alpha);
}
Tensor addr(const Tensor &self, const Tensor &v, const Tensor &w, const Scalar &beta,
            const Scalar &alpha) {
  if (v.dim() != 1 || w.dim() != 1)
    fail("addr: Expected 1-D argument vec%d, but got %d-D", v.dim() != 1 ? 1 : 2,
         v.dim() != 1 ? v.dim() : w.dim());
  Tensor product = ops::call<TensorOp::MulTensor>(ops::call<TensorOp::Unsqueeze>(v, 1), w);
  if (self.dtype() == DType::Bool && product.dtype() == DType::Bool) {
    Tensor one = isZero(alpha) ? ops::call<TensorOp::LogicalXor>(product, product) : product;
    return isZero(beta) ? one : ops::call<TensorOp::LogicalOr>(self, one);
  }
  for (auto [name, factor] : {std::pair("beta", &beta), std::pair("alpha", &alpha)}) {
    if (factor->isBool())
      fail("Boolean %s only supported for Boolean results.", name);
    requireFits(*factor, product.dtype());
  }
  if (!isOne(alpha))
    product = ops::call<TensorOp::MulScalar>(product, alpha);
  if (isZero(beta))
    return product;
  Tensor added = isOne(beta) ? self : ops::call<TensorOp::MulScalar>(self, beta);
  return ops::call<TensorOp::AddTensor>(added, product, Scalar(1));
}
// self op_(...): the result is written back.
template <auto fn>
Tensor inPlace(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &beta,
               const Scalar &alpha) {
  Tensor result = fn(self, a, b, beta, alpha);
  if (!sameDims(result.sizes(), self.sizes()))
    fail("Bad in-place call: input tensor size %s and output tensor size %s should match",
         dimsText(self.sizes()).c_str(), dimsText(result.sizes()).c_str());
  copyInto(self, result);
  return self;
}

Tensor linear(const Tensor &input, const Tensor &weight, const Tensor &bias) {
  if (input.dim() == 0 || weight.dim() == 0)
    fail("both arguments to linear need to be at least 1D, but they are %dD and %dD", input.dim(),
         weight.dim());
  if (!bias.defined())
    checkTypes(input, weight);
  checkSameType("mat1", input, weight);
  if (weight.dim() > 2)
    fail("t() expects a tensor with <= 2 dimensions, but self is %dD", weight.dim());
  const bool expands = bias.defined() && isBiasExpanded(input.dim(), bias.sizes());
  if (expands && weight.dim() == 1)
    fail("addmm: mat2 must be a matrix, got 1-D tensor");
  RunTimeContext cx;
  Dims shape =
      infer::linear(cx, Dims(input.sizes()), Dims(weight.sizes()), expands ? "addmm" : "mm");
  if (expands)
    checkSameType("self", bias, weight);
  Tensor out = makeTensor(shape, input.dtype(), input.device());
  int64_t columns = weight.dim() == 2 ? weight.size(0) : 1, depth = weight.size(-1), rows = 1;
  for (int d = 0; d < input.dim() - 1; ++d)
    rows *= input.size(d);
  // The bias is added in the product: to each row, or, already in the result, to all of them.
  Tensor added;
  bool isFilled = false;
  if (expands && bias.dim() == 1 && bias.numel() == columns && depth != 0) {
    added = contiguousOf(bias);
  } else if (expands) {
    Tensor matrix = ops::call<TensorOp::Expand>(bias, Dims{rows, columns}, false);
    copyInto(ops::call<TensorOp::View>(out, Dims{rows, columns}), matrix);
    isFilled = true;
  }
  if (out.numel() != 0 && depth == 0 && !isFilled) {
    fillWith(out, Scalar(0));
  } else if (out.numel() != 0 && depth != 0) {
    Tensor x = input.dim() == 2 ? readable(input) : contiguousOf(input),
           w = weight.dim() == 2 ? readable(weight) : contiguousOf(weight);
    MatrixView a = input.dim() == 2 ? matrixOf(x) : MatrixView{x.raw(), rows, depth, depth, 1};
    MatrixView b =
        weight.dim() == 2 ? transposedOf(matrixOf(w)) : MatrixView{w.raw(), depth, 1, 1, depth};
    multiply(input.dtype(), a, b, out.raw(), columns, isFilled ? 1 : 0,
             added.defined() ? added.raw() : nullptr);
  }
  if (bias.defined() && !expands)
    ops::callValue<TensorOp::AddTensor_>(out, bias, 1);
  return out;
}

}  // namespace

JANUS_KERNEL(Mm, mm)
JANUS_KERNEL(Bmm, bmm)
JANUS_KERNEL(Mv, mv)
JANUS_KERNEL(Dot, dot)
JANUS_KERNEL(Linear, linear)
#define JANUS_BOTH(id, fn) JANUS_KERNEL(id, fn) JANUS_KERNEL(id##_, inPlace<fn>)
JANUS_BOTH(AddMm, addmm)
JANUS_BOTH(BAddBmm, baddbmm)
JANUS_BOTH(AddBmm, addbmm)
JANUS_BOTH(AddMv, addmv)
JANUS_BOTH(Addr, addr)

}  // namespace janus
