#include "kernels/cpu/onednn/Products.h"

#include "kernels/cpu/Cpu.h"
#include "kernels/cpu/onednn/Library.h"
#include "tensor/core/Parallel.h"
#include "tensor/core/Threads.h"
#include "tensor/memory/Scratch.h"

#if JANUS_WITH_ONEDNN
#include <algorithm>
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
  Primitive primitive;
  dnnl_memory_t a, b, c, bias;
};
using Key = std::string;  // the bytes of what a primitive depends on
std::unordered_map<Key, Prepared> prepared;

dnnl_data_type_t typeOf(DType t) {
  return t == DType::BF16 ? dnnl_bf16 : dnnl_f32;
}

// With the registers of AVX-512 our own kernel is as fast or faster whatever the shape of one
// product (oneDNN 3.2 on processors of Intel: 0.6 to 0.8 times as fast). With those of AVX2 it is
// where the result has more columns than a few vectors: from 0.9 times as fast to 1.9 where the
// library copies a factor first, products by batches included (Zen 3).
bool isOurs(const Product &p) {
  constexpr int64_t kFewRows = 32, kFewColumns = 64;
  if (p.dtype != DType::F32)
    return false;
  if (cpuLevel() == CpuLevel::Avx512)
    return p.count == 1;
  bool isOfFewRows = p.a.columnStride == 1 && p.b.rowStride == 1 && p.a.rows <= kFewRows;
  return p.b.columns > kFewColumns || (p.count == 1 && isOfFewRows);
}

// A side must be dense along rows or along columns.
bool isPlain(const MatrixView &m) {
  return m.columnStride == 1 || m.rowStride == 1;
}

// A stride of 0 from one matrix to the next is one matrix for all: as such, oneDNN is fast.
dnnl_memory_desc_t describe(const Library &l, DType t, int64_t count, int64_t rows, int64_t columns,
                            int64_t batch, int64_t row, int64_t column) {
  dnnl_dims_t dims, strides;
  int n = 0;
  if (count > 1) {
    dims[n] = batch == 0 ? 1 : count;
    strides[n++] = batch == 0 ? rows * columns : batch;
  }
  dims[n] = rows;
  strides[n++] = row;
  dims[n] = columns;
  strides[n++] = column;
  dnnl_memory_desc_t md;
  check(l.memory_desc_create_with_strides(&md, n, dims, typeOf(t), strides), "a matrix");
  return md;
}

// True if the library has products of bfloat16 for this processor, asked once.
bool hasBFloat16(const Library &l) {
  static const bool has = [&] {
    constexpr int64_t kSize = 32;
    dnnl_memory_desc_t matrix = describe(l, DType::BF16, 1, kSize, kSize, 0, kSize, 1);
    dnnl_primitive_attr_t attr = newAttributes(l);
    dnnl_primitive_desc_t pd = nullptr;
    dnnl_status_t status =
        l.matmul_primitive_desc_create(&pd, l.engine, matrix, matrix, nullptr, matrix, attr);
    if (status == dnnl_success)
      l.primitive_desc_destroy(pd);
    l.primitive_attr_destroy(attr);
    l.memory_desc_destroy(matrix);
    return status == dnnl_success;
  }();
  return has;
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
  dnnl_primitive_attr_t attr = newAttributes(l);
  if (p.beta != 0) {
    dnnl_post_ops_t post;
    check(l.post_ops_create(&post), "post-ops");
    check(l.post_ops_append_sum(post, static_cast<float>(p.beta), 0, dnnl_data_type_undef),
          "a sum");
    check(l.primitive_attr_set_post_ops(attr, post), "post-ops");
    l.post_ops_destroy(post);
  }
  dnnl_primitive_desc_t pd;
  check(l.matmul_primitive_desc_create(&pd, l.engine, a, b, bias, c, attr), "a matrix product");
  Prepared r = {};
  r.primitive = makePrimitive(l, pd, "a matrix product");
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
  l.primitive_attr_destroy(attr);
  return r;
}

// The call for a part. Parts that run at once have memory descriptions of their own.
const Prepared &preparedFor(const Library &l, const Product &p, int64_t part) {
  int64_t facts[] = {static_cast<int64_t>(p.dtype),
                     part,
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
    it = prepared.emplace(std::move(key), prepare(l, p)).first;
  return it->second;
}

// How a product is divided: by its matrices, or by the longer side of its result.
struct Division {
  enum class Along : uint8_t { Matrices, Rows, Columns };
  static constexpr int64_t kGroup = 16;  // of rows or columns: whole vectors
  Along along;
  int64_t size, units, parts;

  explicit Division(const Product &p, int64_t work) {
    along = p.count > 1 ? Along::Matrices : p.b.columns >= p.a.rows ? Along::Columns : Along::Rows;
    size = along == Along::Matrices ? p.count : along == Along::Rows ? p.a.rows : p.b.columns;
    units = along == Along::Matrices ? size : (size + kGroup - 1) / kGroup;
    parts = partsFor(units, work);
  }
  // The beginning of a part along the side.
  int64_t first(int64_t part) const {
    int64_t unit = units * part / parts;
    return along == Along::Matrices ? unit : std::min(size, unit * kGroup);
  }
  Product part(Product p, int64_t number) const {
    int64_t begin = first(number), count = first(number + 1) - begin;
    auto width = static_cast<int64_t>(sizeOf(p.dtype));
    switch (along) {
    case Along::Matrices:
      p.count = count;
      p.a.data += begin * p.aBatch * width;
      p.b.data += begin * p.bBatch * width;
      p.out += begin * p.outBatch * width;
      break;
    case Along::Rows:
      p.a.rows = count;
      p.a.data += begin * p.a.rowStride * width;
      p.out += begin * p.outRow * width;
      break;
    case Along::Columns:
      p.b.columns = count;
      p.b.data += begin * p.b.columnStride * width;
      p.out += begin * width;
      p.bias += p.bias ? begin * width : 0;
      break;
    }
    return p;
  }
};

// Says where a part's memory is.
void point(const Library &l, const Prepared &r, const Product &p, void *scratch) {
  l.memory_set_data_handle(r.a, const_cast<std::byte *>(p.a.data));
  l.memory_set_data_handle(r.b, const_cast<std::byte *>(p.b.data));
  l.memory_set_data_handle(r.c, p.out);
  if (p.bias)
    l.memory_set_data_handle(r.bias, const_cast<std::byte *>(p.bias));
  if (r.primitive.scratchpad)
    l.memory_set_data_handle(r.primitive.scratchpad, scratch);
}

dnnl_status_t runPart(const Library &l, const Prepared &r) {
  computeAlone(l);
  dnnl_exec_arg_t args[5] = {{DNNL_ARG_SRC, r.a}, {DNNL_ARG_WEIGHTS, r.b}, {DNNL_ARG_DST, r.c}};
  int count = 3;
  if (r.bias)
    args[count++] = {DNNL_ARG_BIAS, r.bias};
  return execute(l, r.primitive, args, count);
}

}  // namespace

bool multiply(const Product &p) {
  int64_t work = p.count * p.a.rows * p.a.columns * p.b.columns;
  if (work < kWorthwhile || isOurs(p) || !isPlain(p.a) || !isPlain(p.b))
    return false;
  const Library *l = library();
  if (!l || (p.dtype == DType::BF16 && !hasBFloat16(*l)))
    return false;
  computeAlone(*l);
  Division division(p, work);
  const Prepared *parts[kMostParts];
  size_t scratchBytes = 0;
  Turn turn = takeTurn();
  for (int64_t i = 0; i < division.parts; ++i) {
    parts[i] = &preparedFor(*l, division.part(p, i), i);
    scratchBytes += Pieces::sizeOf(parts[i]->primitive.scratchBytes);
  }
  ScratchMemory scratch(scratchBytes);
  Pieces pieces(scratch.get());
  for (int64_t i = 0; i < division.parts; ++i)
    point(*l, *parts[i], division.part(p, i), pieces.take(parts[i]->primitive.scratchBytes));
  dnnl_status_t status[kMostParts];
  LockRelease others;
  Turn computing = std::move(turn);
  forEachPart(division.parts, [&](int64_t i) { status[i] = runPart(*l, *parts[i]); });
  for (int64_t i = 0; i < division.parts; ++i)
    check(status[i], "to run a matrix product");
  return true;
}
#else
bool multiply(const Product &) {
  return false;
}
#endif

}  // namespace janus::onednn
