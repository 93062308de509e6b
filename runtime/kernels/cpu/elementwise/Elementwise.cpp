// Dense operands of the compute type go to one loop call. Everything else runs in chunks: operands
// are gathered (and converted) into buffers, the loop runs over the buffers, results are stored
// back.
#include "kernels/cpu/elementwise/Elementwise.h"

#include "janus/contract/ScalarMathBinary.h"
#include "janus/contract/inference/Broadcast.h"
#include "kernels/cpu/ElementTypes.h"
#include "kernels/cpu/Rows.h"
#include "kernels/cpu/elementwise/RowPieces.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/memory/ScalarStore.h"
#include "tensor/memory/WrittenMemory.h"

#include <cstring>
#include <vector>

namespace janus {
namespace {

constexpr int64_t kChunk = 512;
constexpr FormulaParam kNoParams[4] = {};

union Number {
  float f32;
  double f64;
  int64_t i64;
  std::complex<float> c64;
  std::complex<double> c128;
  Number() : i64(0) {}
};
// An integer takes the width of the operands first: -2 is 254 among bytes.
int64_t narrowed(int64_t v, DType t) {
  switch (t) {
  case DType::U8: return static_cast<uint8_t>(v);
  case DType::I8: return static_cast<int8_t>(v);
  case DType::I16: return static_cast<int16_t>(v);
  case DType::I32: return static_cast<int32_t>(v);
  default: return v;
  }
}
// An operand of one element and a wider type, or of the other sign.
bool isNarrowed(DType t, DType compute) {
  return t != compute && isIntegral(compute) && compute != DType::Bool && isIntegral(t) &&
         t != DType::Bool && sizeOf(t) >= sizeOf(compute);
}
Number numberAs(const Scalar &s, ComputeType t, DType compute) {
  Number n;
  switch (t) {
  case ComputeType::F32: n.f32 = static_cast<float>(s.toDouble()); break;
  case ComputeType::F64: n.f64 = s.toDouble(); break;
  case ComputeType::I64: n.i64 = narrowed(s.toInt(), compute); break;
  case ComputeType::C64: n.c64 = std::complex<float>(s.toComplex()); break;
  case ComputeType::C128: n.c128 = s.toComplex(); break;
  }
  return n;
}

[[gnu::cold]] void raiseProblem(uint32_t problem) {
  if (problem & scalar::kDivisionByZero)
    fail("ZeroDivisionError");
  fail("Integers to negative integer powers are not allowed.");
}

struct FoundLoop {
  LoopFn run;
  DType elements;  // of its operands
  DType produced;  // of the elements that it stores
};
[[gnu::cold, noreturn]] void failWithoutLoop(const ElementwiseCall &call) {
  failDType(*call.name ? call.name : kernelName(call.formula).c_str(), call.compute);
}
[[gnu::noinline]] FoundLoop findComplexLoop(const ElementwiseCall &call, ComputeType type) {
  const ComplexLoops &loops = complexLoopsOf(call.formula);
  LoopFn loop = type == ComputeType::C64 ? loops.c64 : loops.c128;
  if (!loop)
    failWithoutLoop(call);
  DType compute = dtypeOf(type);
  return {loop, compute,
          loops.result == LoopResult::Bool   ? DType::Bool
          : loops.result == LoopResult::Real ? realTypeOf(compute)
                                             : compute};
}
FoundLoop findLoop(const ElementwiseCall &call, ComputeType type) {
  if (JN_UNLIKELY(isComplex(type)))
    return findComplexLoop(call, type);
  const LoopSet &set = loopsOf(call.formula);
  LoopFn loop = loopFor(set, type);
  if (JN_UNLIKELY(!loop))
    failWithoutLoop(call);
  return {loop, dtypeOf(type), set.boolResult ? DType::Bool : dtypeOf(type)};
}
// For dense operands: over elements of 16 bits there may be another one than `found`.
FoundLoop denseLoop(const ElementwiseCall &call, FoundLoop found) {
  LoopFn loop = isHalf(call.compute) ? shortLoopFor(loopsOf(call.formula), call.compute) : nullptr;
  return JN_UNLIKELY(loop != nullptr) ? FoundLoop{loop, call.compute, call.compute} : found;
}

// ---- the dense case

// All tensor operands are contiguous, of type `elements`, and of one shape or single elements.
bool isDense(const ElementwiseCall &call, DType elements, const Tensor **shaped) {
  *shaped = nullptr;
  for (const Operand &o : call.operands) {
    if (!o.isTensor())
      continue;
    const Tensor &t = o.tensor();
    if (t.dtype() != elements || !t.isContiguous())
      return false;
    if (!*shaped || t.dim() > (**shaped).dim())
      *shaped = &t;
  }
  for (const Operand &o : call.operands)
    if (o.isTensor() && o.tensor().dim() != 0 && !sameDims(o.tensor().sizes(), (*shaped)->sizes()))
      return false;
  return true;
}

// Loops of one and of three operands take dense operands only: single elements are spread out
// first.
[[gnu::noinline]] uint32_t runSpread(const ElementwiseCall &call, ComputeType type, LoopFn loop,
                                     void *out, const void **in, uint32_t scalars, int64_t n,
                                     const FormulaParam *params) {
  alignas(64) char spread[3][kChunk * sizeof(double)];
  size_t width = sizeOf(dtypeOf(type)), outWidth = loopsOf(call.formula).boolResult ? 1 : width;
  size_t count = call.operands.size();
  for (size_t i = 0; i < count; ++i) {
    if (!(scalars >> i & 1))
      continue;
    for (int64_t k = 0; k < kChunk && k < n; ++k)
      memcpy(spread[i] + static_cast<size_t>(k) * width, in[i], width);
    in[i] = spread[i];
  }
  uint32_t problem = 0;
  for (int64_t at = 0; at < n; at += kChunk) {
    int64_t m = n - at < kChunk ? n - at : kChunk;
    problem |=
        loop(static_cast<char *>(out) + static_cast<size_t>(at) * outWidth, in, 0, m, params);
    for (size_t i = 0; i < count; ++i)
      if (!(scalars >> i & 1))
        in[i] = static_cast<const char *>(in[i]) + kChunk * width;
  }
  return problem;
}

void runDense(const ElementwiseCall &call, ComputeType type, LoopFn loop, void *out, int64_t n) {
  const void *in[3];
  Number numbers[3];
  uint32_t scalars = 0;
  size_t count = call.operands.size();
  for (size_t i = 0; i < count; ++i) {
    const Operand &o = call.operands[i];
    if (!o.isTensor()) {
      numbers[i] = numberAs(o.number(), type, call.compute);
      in[i] = &numbers[i];
      scalars |= 1u << i;
    } else {
      in[i] = o.tensor().raw();
      if (o.tensor().dim() == 0 && n != 1) {
        scalars |= 1u << i;
        if (JN_UNLIKELY(isHalf(o.tensor().dtype()))) {
          numbers[i] = numberAs(loadScalar(o.tensor().dtype(), in[i]), type, call.compute);
          in[i] = &numbers[i];
        }
      }
    }
  }
  const FormulaParam *params = call.params ? call.params : kNoParams;
  uint32_t problem = JN_LIKELY(count == 2 || !scalars) || isComplex(type)
                         ? loop(out, in, scalars, n, params)
                         : runSpread(call, type, loop, out, in, scalars, n, params);
  if (JN_UNLIKELY(problem))
    raiseProblem(problem);
}

// ---- the general case

void runStrided(const ElementwiseCall &call, ComputeType type, FoundLoop found, const Tensor &out,
                const StridedLoop &l) {
  const ConversionTable &convert = conversions();
  const DType compute = dtypeOf(type), produced = found.produced;
  const LoopFn loop = found.run;
  const int64_t width = static_cast<int64_t>(sizeOf(compute));
  const int64_t producedWidth = static_cast<int64_t>(sizeOf(produced));
  const FormulaParam *params = call.params ? call.params : kNoParams;
  size_t count = call.operands.size();
  uint32_t problem = 0;

  alignas(64) char buffers[4][kChunk * sizeof(std::complex<double>)];
  alignas(64) int64_t widened[kChunk];
  const void *in[3];
  Number numbers[3];
  uint32_t scalars = 0, spread = 0;  // single elements: numbers; tensors, along a row
  int slot[3];                       // operand of the strided loop
  bool narrows[3] = {};
  int next = 1;
  bool direct = l.strides[0][0] == producedWidth && out.dtype() == produced;
  for (size_t i = 0; i < count; ++i) {
    const Operand &o = call.operands[i];
    if (!o.isTensor()) {
      numbers[i] = numberAs(o.number(), type, call.compute);
      slot[i] = -1;
      if (count == 2) {
        in[i] = &numbers[i];
        scalars |= 1u << i;
      } else {
        for (int64_t k = 0; k < kChunk; ++k)
          memcpy(buffers[i] + k * width, &numbers[i], static_cast<size_t>(width));
        in[i] = buffers[i];
      }
    } else {
      slot[i] = next++;
      narrows[i] = isNarrowed(o.tensor().dtype(), call.compute);
      const int64_t stride = l.strides[slot[i]][0];
      if (count == 2 && stride == 0)
        spread |= 1u << i;
      direct &=
          !narrows[i] && o.tensor().dtype() == compute && (stride == width || spread >> i & 1);
    }
  }

  if (direct && (l.sizes[0] >= 32 || l.ndim == 1) && count <= 2) {
    // Rows are dense, or one element of an operand stands for all of a row: no buffers.
    scalars |= spread;
    forEachRow(l, [&](char *const *at, int64_t n) {
      for (size_t i = 0; i < count; ++i)
        if (slot[i] >= 0)
          in[i] = at[slot[i]];
      problem |= loop(at[0], in, scalars, n, params);
    });
    if (JN_UNLIKELY(problem))
      raiseProblem(problem);
    return;
  }

  row_pieces::Cursor cursors[4];
  for (int k = 0; k < l.operands; ++k)
    cursors[k] = {Dims(static_cast<size_t>(l.ndim)), l.data[k], 0};
  for (int64_t done = 0; done < l.numel; done += kChunk) {
    int64_t n = l.numel - done < kChunk ? l.numel - done : kChunk;
    for (size_t i = 0; i < count; ++i) {
      if (slot[i] < 0)
        continue;
      const Tensor &t = call.operands[i].tensor();
      row_pieces::Cursor &cursor = cursors[slot[i]];
      if (bool same = t.dtype() == compute && !narrows[i]; same && width == sizeof(uint32_t)) {
        in[i] = row_pieces::elementsOf<uint32_t>(l, slot[i], cursor, n, buffers[i]);
        continue;
      } else if (same && width == sizeof(uint64_t)) {
        in[i] = row_pieces::elementsOf<uint64_t>(l, slot[i], cursor, n, buffers[i]);
        continue;
      }
      LoadFn load = convert.load[static_cast<size_t>(t.dtype())][static_cast<size_t>(type)];
      in[i] = buffers[i];
      row_pieces::walk(l, slot[i], cursor, n,
                       [&](char *at, int64_t stride, int64_t offset, int64_t m) {
                         load(buffers[i] + offset * width, at, stride, m);
                       });
      if (JN_UNLIKELY(narrows[i]))
        for (int64_t k = 0; k < n; ++k) {
          auto *element = reinterpret_cast<int64_t *>(buffers[i]) + k;
          *element = narrowed(*element, call.compute);
        }
    }
    if (char *row = produced == out.dtype()
                        ? row_pieces::denseRow(l, 0, cursors[0], n, producedWidth)
                        : nullptr) {
      problem |= loop(row, in, scalars, n, params);
      row_pieces::walk(l, 0, cursors[0], n, [](char *, int64_t, int64_t, int64_t) {});
      continue;
    }
    problem |= loop(buffers[3], in, scalars, n, params);
    const void *results = buffers[3];
    ComputeType from = produced == DType::Bool ? type : computeTypeOf(produced);
    if (produced == DType::Bool) {
      if (out.dtype() != DType::Bool) {
        for (int64_t k = 0; k < n; ++k)
          widened[k] = static_cast<uint8_t>(buffers[3][k]);
        results = widened;
        from = ComputeType::I64;
      }
    }
    bool plainBool = produced == DType::Bool && out.dtype() == DType::Bool;
    StoreFn store = convert.store[static_cast<size_t>(from)][static_cast<size_t>(out.dtype())];
    int64_t resultWidth = static_cast<int64_t>(sizeOf(dtypeOf(from)));
    if (dtypeOf(from) == out.dtype() && resultWidth == sizeof(uint32_t)) {
      row_pieces::walk(
          l, 0, cursors[0], n, [&](char *at, int64_t stride, int64_t offset, int64_t m) {
            row_pieces::scatter(at, static_cast<const uint32_t *>(results) + offset, stride, m);
          });
      continue;
    }
    row_pieces::walk(l, 0, cursors[0], n, [&](char *at, int64_t stride, int64_t offset, int64_t m) {
      if (plainBool) {
        for (int64_t k = 0; k < m; ++k)
          at[k * stride] = buffers[3][offset + k];
      } else {
        store(at, stride, static_cast<const char *>(results) + offset * resultWidth, m);
      }
    });
  }
  if (JN_UNLIKELY(problem))
    raiseProblem(problem);
}

void runGeneral(const ElementwiseCall &call, ComputeType type, FoundLoop loop, const Tensor &out) {
  if (out.numel() == 0)
    return;
  const Tensor *tensors[StridedLoop::kOperands] = {&out};
  size_t count = 1;
  for (const Operand &o : call.operands)
    if (o.isTensor())
      tensors[count++] = &o.tensor();
  StridedLoop l = makeStridedLoop(out.sizes(), {tensors, count});
  runStrided(call, type, loop, out, l);
}

}  // namespace

// ---------------------------------------------------------------- shapes and strides

DType resultType(std::span<const Operand> operands) {
  Promotion p;
  for (const Operand &o : operands) {
    if (o.isTensor())
      addTo(p, o.tensor());
    else
      p.addNumber(numberType(o.number()));
  }
  return p.result();
}

Dims broadcastShape(std::span<const Operand> operands) {
  RunTimeContext cx;
  Dims shape;
  bool first = true;
  for (const Operand &o : operands) {
    if (!o.isTensor())
      continue;
    if (first)
      shape = Dims(o.tensor().sizes());
    else if (!sameDims(shape, o.tensor().sizes()))
      shape = infer::broadcast(cx, shape, Dims(o.tensor().sizes()));
    first = false;
  }
  return shape;
}

namespace {
// Stride in elements of `t` at a dimension of a shape; 0 where it is stretched.
int64_t broadcastStride(const Tensor &t, IntView shape, int64_t dim) {
  auto i = static_cast<int>(dim) - (static_cast<int>(shape.size()) - t.dim());
  if (i < 0)
    return 0;
  return t.size(i) == 1 && shape[static_cast<size_t>(dim)] != 1 ? 0 : t.stride(i);
}
}  // namespace

StridedLoop makeStridedLoop(IntView shape, std::span<const Tensor *const> tensors) {
  StridedLoop l;
  l.operands = static_cast<int>(tensors.size());
  Dims order;
  for (size_t d = shape.size(); d-- > 0;) {
    l.numel *= shape[d];
    if (shape[d] != 1)
      order.push_back(static_cast<int64_t>(d));
  }
  // The output's order decides: fastest dimension first.
  const Tensor &out = *tensors[0];
  for (size_t i = 1; i < order.size(); ++i)
    for (size_t j = i; j > 0; --j) {
      int64_t a = broadcastStride(out, shape, order[j - 1]),
              b = broadcastStride(out, shape, order[j]);
      if (b >= a || b == 0)
        break;
      std::swap(order[j], order[j - 1]);
    }
  for (size_t k = 0; k < tensors.size(); ++k)
    l.data[k] = reinterpret_cast<char *>(tensors[k]->raw());
  for (int64_t d : order) {
    int64_t size = shape[static_cast<size_t>(d)];
    int64_t strides[StridedLoop::kOperands];
    bool merge = l.ndim > 0;
    for (size_t k = 0; k < tensors.size(); ++k) {
      strides[k] = broadcastStride(*tensors[k], shape, d) *
                   static_cast<int64_t>(sizeOf(tensors[k]->dtype()));
      if (merge)
        merge = strides[k] == l.strides[k].back() * l.sizes.back();
    }
    if (merge) {
      l.sizes.back() *= size;
      continue;
    }
    l.sizes.push_back(size);
    for (size_t k = 0; k < tensors.size(); ++k)
      l.strides[k].push_back(strides[k]);
    ++l.ndim;
  }
  if (l.ndim == 0) {
    l.ndim = 1;
    l.sizes.push_back(1);
    for (size_t k = 0; k < tensors.size(); ++k)
      l.strides[k].push_back(static_cast<int64_t>(sizeOf(tensors[k]->dtype())));
  }
  return l;
}

Tensor makeLikeOperands(IntView shape, std::span<const Operand> operands, DType dtype) {
  Device device;
  bool any = false, rowMajor = true, contiguous = true, channelsLast = shape.size() == 4;
  bool sameShape = true,
       sameStrides = true;  // a number has the shape of a tensor without dimensions
  const Tensor *first = nullptr;
  for (const Operand &o : operands) {
    if (!o.isTensor()) {
      sameShape &= shape.size() == 0;
      continue;
    }
    const Tensor &t = o.tensor();
    if (!any || t.dim() > 0)
      device = t.device();
    any = true;
    rowMajor &= isRowMajor(t.object());
    contiguous &= t.isContiguous();
    channelsLast &= t.isChannelsLast();
    sameShape &= sameDims(t.sizes(), shape);
    sameStrides &= !first || sameDims(first->strides(), t.strides());
    first = first ? first : &t;
  }
  if (rowMajor || shape.size() <= 1 || (sameShape && contiguous))
    return makeTensor(shape, dtype, device);
  if (sameShape && channelsLast)
    return makeStrided(shape, channelsLastStrides(shape), dtype, device);
  if (sameShape && sameStrides && isNonOverlappingAndDense(*first))
    return makeStrided(shape, first->strides(), dtype, device);
  // Dimensions sorted by the strides of the operands, the first that tells two apart decides.
  size_t rank = shape.size();
  Dims order(rank);
  for (size_t i = 0; i < rank; ++i)
    order[i] = static_cast<int64_t>(rank - 1 - i);
  auto compare = [&](int64_t a, int64_t b) {  // 1: a is slower than b and must come after it
    for (const Operand &o : operands) {
      if (!o.isTensor())
        continue;
      int64_t sa = broadcastStride(o.tensor(), shape, a),
              sb = broadcastStride(o.tensor(), shape, b);
      if (sa == 0 || sb == 0)
        continue;
      if (sa != sb)
        return sa < sb ? -1 : 1;
      if (shape[static_cast<size_t>(a)] > shape[static_cast<size_t>(b)])
        return 1;
    }
    return 0;
  };
  for (size_t i = 1; i < rank; ++i) {
    size_t at = i;
    for (size_t j = i; j-- > 0;) {
      int c = compare(order[j], order[at]);
      if (c > 0) {
        std::swap(order[j], order[at]);
        at = j;
      } else if (c < 0) {
        break;
      }
    }
  }
  Dims strides(rank);
  int64_t stride = 1;
  for (int64_t d : order) {
    strides[static_cast<size_t>(d)] = stride;
    stride *= shape[static_cast<size_t>(d)] > 1 ? shape[static_cast<size_t>(d)] : 1;
  }
  return makeStrided(shape, strides, dtype, device);
}

void checkInPlace(const Tensor &out) {
  checkWritten(out);
}

// ---------------------------------------------------------------- entry points

namespace {

struct Span {
  const std::byte *begin, *end;
};
Span memoryOf(const Tensor &t) {
  int64_t low = 0, high = 0;
  for (int d = 0; d < t.dim(); ++d) {
    int64_t reach = (t.size(d) - 1) * t.stride(d);
    (reach < 0 ? low : high) += reach;
  }
  int64_t width = static_cast<int64_t>(sizeOf(t.dtype()));
  return {t.raw() + low * width, t.raw() + (high + 1) * width};
}

// True if writing `out` would change elements that are still to be read of `t`.
bool overlapsPartly(const Tensor &out, const Tensor &t) {
  if (out->storage != t->storage || out.numel() == 0 || t.numel() == 0)
    return false;
  if (out->offset == t->offset && out.dtype() == t.dtype() && sameDims(out.sizes(), t.sizes()) &&
      sameDims(out.strides(), t.strides()))
    return false;
  Span a = memoryOf(out), b = memoryOf(t);
  return a.begin < b.end && b.begin < a.end;
}

// Its strides follow from those of the operands after their conversion, which leaves no gaps.
Tensor makeResult(IntView shape, const ElementwiseCall &call) {
  std::vector<Operand> operands(call.operands.begin(), call.operands.end());
  std::vector<Tensor> converted;
  converted.reserve(operands.size());
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!operands[i].isTensor() || (call.formula == Formula::Where && i == 0))
      continue;
    const Tensor &t = operands[i].tensor();
    if (t.dtype() == call.compute || isNonOverlappingAndDense(t))
      continue;
    converted.push_back(makeLikeOperands(t.sizes(), {&operands[i], 1}, call.compute));
    operands[i] = converted.back();
  }
  return makeLikeOperands(shape, operands, call.result);
}

}  // namespace

Tensor runElementwise(const ElementwiseCall &call) {
  ComputeType type = computeTypeOf(call.compute);
  FoundLoop loop = findLoop(call, type);
  const Tensor *shaped;
  FoundLoop dense = denseLoop(call, loop);
  if (dense.produced == call.result && isDense(call, dense.elements, &shaped)) {
    Tensor out = isRowMajor(shaped->object())
                     ? makeTensor(shaped->sizes(), call.result, (*shaped)->device)
                     : makeLikeOperands(shaped->sizes(), call.operands, call.result);
    runDense(call, type, dense.run, out.raw(), out.numel());
    return out;
  }
  Dims shape = broadcastShape(call.operands);
  Tensor out = makeResult(shape, call);
  runGeneral(call, type, loop, out);
  return out;
}

void requireCast(DType from, DType to) {
  if (JN_UNLIKELY(!canCast(from, to)))
    fail("result type %s can't be cast to the desired output type %s", scalarTypeName(from),
         scalarTypeName(to));
}

Tensor runInPlace(const ElementwiseCall &call) {
  const Tensor &self = call.operands[0].tensor();
  requireCast(call.result, self.dtype());
  runElementwiseInto(call, self);
  return self;
}

std::string kernelName(Formula formula) {
  constexpr std::pair<Formula, const char *> kGiven[] = {
#define JANUS_KERNEL_NAME(which, name) {Formula::which, name "_cpu"},
#include "janus/contract/FormulaFacts.def"
  };
  for (const auto &[given, name] : kGiven)
    if (given == formula)
      return name;
  constexpr const char *kNames[] = {
#define JANUS_FORMULA1(id) #id,
#define JANUS_FORMULA2(id) #id,
#define JANUS_FORMULA3(id) #id,
#include "kernels/cpu/elementwise/Formulas.def"
  };
  std::string text;
  for (const char *c = kNames[static_cast<size_t>(formula)]; *c; ++c) {
    bool isCapital = *c >= 'A' && *c <= 'Z';
    if (isCapital && !text.empty())
      text += "_";
    text += isCapital ? static_cast<char>(*c + 32) : *c;
  }
  return text + "_cpu";
}

// An integer that fails with every element, as 0 does as a divisor, fails before any is written.
static void requireUsable(const ElementwiseCall &call, ComputeType type, LoopFn loop) {
  if (JN_LIKELY(type != ComputeType::I64) || call.operands.size() != 2)
    return;
  const Operand &second = call.operands[1];
  if (second.isTensor() && second.tensor().numel() != 1)
    return;
  const Scalar number = second.isTensor() ? itemOf(second.tensor()) : second.number();
  const Number one = numberAs(Scalar(1), type, call.compute),
               other = numberAs(number, type, call.compute);
  const void *in[] = {&one, &other};
  Number unused;
  if (uint32_t problem = loop(&unused, in, 0, 1, call.params ? call.params : kNoParams))
    raiseProblem(problem);
}

void runElementwiseInto(const ElementwiseCall &call, const Tensor &out) {
  ComputeType type = computeTypeOf(call.compute);
  FoundLoop loop = findLoop(call, type);
  if (out.numel() != 0)
    requireUsable(call, type, loop.run);
  const Tensor *shaped;
  bool copies = false;
  for (const Operand &o : call.operands)
    copies |= o.isTensor() && overlapsPartly(out, o.tensor());
  FoundLoop dense = denseLoop(call, loop);
  if (!copies && out.dtype() == dense.produced && out.isContiguous() &&
      isDense(call, dense.elements, &shaped) && sameDims(shaped->sizes(), out.sizes())) {
    runDense(call, type, dense.run, out.raw(), out.numel());
    return;
  }
  Dims shape = broadcastShape(call.operands);
  if (!sameDims(shape, out.sizes()))
    fail("output with shape %s doesn't match the broadcast shape %s", dimsText(out.sizes()).c_str(),
         dimsText(shape).c_str());
  checkInPlace(out);
  if (!copies) {
    runGeneral(call, type, loop, out);
    return;
  }
  // Some operand shares elements with the output: compute aside, then copy.
  Tensor aside = makeTensor(out.sizes(), out.dtype());
  runGeneral(call, type, loop, aside);
  const Tensor *pair[] = {&out, &aside};
  StridedLoop l = makeStridedLoop(out.sizes(), pair);
  size_t width = sizeOf(out.dtype());
  forEachRow(l, [&](char *const *at, int64_t n) {
    for (int64_t i = 0; i < n; ++i)
      memcpy(at[0] + i * l.strides[0][0], at[1] + i * l.strides[1][0], width);
  });
}

}  // namespace janus
