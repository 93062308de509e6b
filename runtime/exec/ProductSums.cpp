#include "exec/ProductSums.h"

#include "exec/CopyElements.h"
#include "kernels/cpu/linear/Gemm.h"
#include "tensor/core/Error.h"
#include "tensor/dispatch/Boxing.h"

#include "janus/plan.h"

namespace janus {
namespace {

// So many rows are multiplied at once: the factors stay small beside the sum.
constexpr int64_t kMostRows = 256;

void append(std::vector<std::byte> &rows, const TensorObject *t) {
  const size_t bytes = sizeOf(t->dtype);
  const auto *data = static_cast<const std::byte *>(t->storage->data) + t->offset * bytes;
  const size_t at = rows.size(), row = static_cast<size_t>(t->sizes[1]) * bytes;
  rows.resize(at + static_cast<size_t>(t->sizes[0]) * row);
  std::byte *to = rows.data() + at;
  for (int64_t i = 0; i < t->sizes[0]; ++i, to += row) {
    const std::byte *from = data + i * t->strides[0] * static_cast<int64_t>(bytes);
    if (t->strides[1] == 1) {
      memcpy(to, from, row);
      continue;
    }
    for (int64_t k = 0; k < t->sizes[1]; ++k)
      memcpy(to + k * bytes, from + k * t->strides[1] * static_cast<int64_t>(bytes), bytes);
  }
}

template <class T>
void multiplyAs(const std::byte *left, const std::byte *right, int64_t rows, int64_t m, int64_t n,
                T *out, bool adds) {
  Gemm<T> product{.m = m,
                  .n = n,
                  .k = rows,
                  .a = reinterpret_cast<const T *>(left),
                  .aRow = 1,
                  .aColumn = m,
                  .b = reinterpret_cast<const T *>(right),
                  .bRow = n,
                  .bColumn = 1,
                  .c = out,
                  .cRow = n};
  product.beta = adds ? T(1) : T(0);
  product.wholeRows = m;
  product.wholeColumns = n;
  gemm(product);
}

}  // namespace

void ProductSums::multiply(Sum &sum) {
  if (sum.rows == 0)
    return;
  if (sum.total.dtype() == DType::F32)
    multiplyAs(sum.left.data(), sum.right.data(), sum.rows, sum.m, sum.n, sum.total.data<float>(),
               sum.hasBegun);
  else
    multiplyAs(sum.left.data(), sum.right.data(), sum.rows, sum.m, sum.n, sum.total.data<double>(),
               sum.hasBegun);
  sum.hasBegun = true;
  sum.rows = 0;
  sum.left.clear();
  sum.right.clear();
}

void ProductSums::add(uint32_t key, const TensorObject *left, const TensorObject *right) {
  if (sums_.size() <= key)
    sums_.resize(key + 1);
  Sum &sum = sums_[key];
  const int64_t m = left->sizes[1], n = right->sizes[1];
  bool isNew = !sum.hasBegun && sum.rows == 0;
  // The last total stays with who has it.
  bool fits = sum.total.defined() && sum.total.object()->head.refs == 1 && sum.m == m &&
              sum.n == n && sum.total.dtype() == left->dtype;
  if (isNew && !fits) {
    const int64_t sizes[] = {m, n};
    sum.total = makeTensor(sizes, left->dtype);
    sum.m = m;
    sum.n = n;
  }
  append(sum.left, left);
  append(sum.right, right);
  sum.rows += left->sizes[0];
  if (sum.rows >= kMostRows)
    multiply(sum);
}

const Tensor *ProductSums::total(uint32_t key) {
  if (key >= sums_.size())
    return nullptr;
  Sum &sum = sums_[key];
  multiply(sum);
  return std::exchange(sum.hasBegun, false) ? &sum.total : nullptr;
}

void ProductSums::clear() {
  for (Sum &sum : sums_) {
    sum.hasBegun = false;
    sum.rows = 0;
    sum.left.clear();
    sum.right.clear();
  }
}

}  // namespace janus

using namespace janus;

bool jn_plan_add_product(jn_plan *plan, uint32_t key, jn_value left, jn_value right) {
  if (!plan->products)
    plan->products = new ProductSums;
  Value done = guarded([&] {
    static_cast<ProductSums *>(plan->products)->add(key, asTensor(left), asTensor(right));
    return jn_none();
  });
  return !jn_is_error(done);
}

jn_value jn_plan_products(jn_plan *plan, uint32_t key) {
  auto *products = static_cast<ProductSums *>(plan->products);
  const Tensor *total = products ? products->total(key) : nullptr;
  return total ? jn_obj(total->object())
               : raise(jn_exc_IndexError, "no turn of a loop has added a product");
}
