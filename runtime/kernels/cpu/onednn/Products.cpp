#include "kernels/cpu/onednn/Products.h"

#include "kernels/cpu/onednn/Library.h"
#include "tensor/Threads.h"

#if JANUS_WITH_ONEDNN
#include <cstring>
#include <string>
#include <unordered_map>
#endif

namespace janus::onednn {

#if JANUS_WITH_ONEDNN
namespace {

// Below this many multiplications a call costs more than our own kernel does.
constexpr int64_t kWorthwhile = int64_t{1} << 21;

struct Prepared {
  dnnl_primitive_t primitive;
  dnnl_memory_t a, b, c, bias;
};
using Key = std::string;  // the bytes of what a primitive depends on
std::unordered_map<Key, Prepared> prepared;

dnnl_data_type_t typeOf(DType t) {
  return t == DType::BF16 ? dnnl_bf16 : dnnl_f32;
}

// A side must be dense along rows or along columns.
bool isPlain(const MatrixView &m) {
  return m.columnStride == 1 || m.rowStride == 1;
}

dnnl_memory_desc_t describe(const Library &l, DType t, int64_t count, int64_t rows, int64_t columns,
                            int64_t batch, int64_t row, int64_t column) {
  dnnl_dims_t dims, strides;
  int n = 0;
  if (count > 1) {
    dims[n] = count;
    strides[n++] = batch;
  }
  dims[n] = rows;
  strides[n++] = row;
  dims[n] = columns;
  strides[n++] = column;
  dnnl_memory_desc_t md;
  check(l.memory_desc_create_with_strides(&md, n, dims, typeOf(t), strides), "a matrix");
  return md;
}

Prepared prepare(const Library &l, const Product &p) {
  dnnl_memory_desc_t a = describe(l, p.dtype, p.count, p.a.rows, p.a.columns, p.aBatch,
                                  p.a.rowStride, p.a.columnStride);
  dnnl_memory_desc_t b = describe(l, p.dtype, p.count, p.b.rows, p.b.columns, p.bBatch,
                                  p.b.rowStride, p.b.columnStride);
  dnnl_memory_desc_t c =
      describe(l, p.dtype, p.count, p.a.rows, p.b.columns, p.outBatch, p.outRow, 1);
  dnnl_memory_desc_t bias =
      p.bias ? describe(l, p.dtype, 1, 1, p.b.columns, 0, p.b.columns, 1) : nullptr;
  dnnl_primitive_attr_t attr = nullptr;
  if (p.beta != 0) {
    dnnl_post_ops_t post;
    check(l.post_ops_create(&post), "post-ops");
    check(l.post_ops_append_sum(post, static_cast<float>(p.beta), 0, dnnl_data_type_undef),
          "a sum");
    check(l.primitive_attr_create(&attr), "attributes");
    check(l.primitive_attr_set_post_ops(attr, post), "post-ops");
    l.post_ops_destroy(post);
  }
  dnnl_primitive_desc_t pd;
  check(l.matmul_primitive_desc_create(&pd, l.engine, a, b, bias, c, attr), "a matrix product");
  Prepared r = {};
  check(l.primitive_create(&r.primitive, pd), "a matrix product");
  auto memory = [&](dnnl_memory_t *m, dnnl_memory_desc_t md) {
    if (md)
      check(l.memory_create(m, md, l.engine, nullptr), "memory");
    if (md)
      l.memory_desc_destroy(md);
  };
  memory(&r.a, a);
  memory(&r.b, b);
  memory(&r.c, c);
  memory(&r.bias, bias);
  l.primitive_desc_destroy(pd);
  if (attr)
    l.primitive_attr_destroy(attr);
  return r;
}

}  // namespace

bool multiply(const Product &p) {
  int64_t work = p.count * p.a.rows * p.a.columns * p.b.columns;
  if (work < kWorthwhile || !isPlain(p.a) || !isPlain(p.b))
    return false;
  const Library *l = library();
  if (!l)
    return false;
  int threads = threadsFor(work);
  useThreads(*l, threads);
  int64_t facts[] = {static_cast<int64_t>(p.dtype),
                     threads,
                     p.count,
                     p.a.rows,
                     p.a.columns,
                     p.b.columns,
                     p.aBatch,
                     p.a.rowStride,
                     p.a.columnStride,
                     p.bBatch,
                     p.b.rowStride,
                     p.b.columnStride,
                     p.outBatch,
                     p.outRow,
                     p.bias != nullptr,
                     0};
  memcpy(&facts[15], &p.beta, sizeof(double));
  Key key(reinterpret_cast<const char *>(facts), sizeof(facts));
  auto it = prepared.find(key);
  if (it == prepared.end())
    it = prepared.emplace(std::move(key), prepare(*l, p)).first;
  const Prepared &r = it->second;
  auto *a = const_cast<std::byte *>(p.a.data), *b = const_cast<std::byte *>(p.b.data),
       *bias = const_cast<std::byte *>(p.bias);
  Turn turn = takeTurn();
  l->memory_set_data_handle(r.a, a);
  l->memory_set_data_handle(r.b, b);
  l->memory_set_data_handle(r.c, p.out);
  dnnl_exec_arg_t args[4] = {
      {DNNL_ARG_SRC, r.a}, {DNNL_ARG_WEIGHTS, r.b}, {DNNL_ARG_DST, r.c}, {DNNL_ARG_BIAS, r.bias}};
  if (p.bias)
    l->memory_set_data_handle(r.bias, bias);
  LockRelease others;
  Turn computing = std::move(turn);
  check(l->primitive_execute(r.primitive, l->stream, p.bias ? 4 : 3, args),
        "to run a matrix product");
  return true;
}
#else
bool multiply(const Product &) {
  return false;
}
#endif

}  // namespace janus::onednn
