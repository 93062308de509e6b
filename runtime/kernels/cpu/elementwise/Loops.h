// Loops over dense rows of elements: one per formula and compute type, for each instruction set.
#pragma once

#include "janus/contract/DType.h"
#include "janus/contract/ScalarMath.h"

namespace janus {

// out[i] = formula(in[0][i], ...). Bit k of `scalars`: operand k is one element for all i. `out`
// may be one of the operands. Answers scalar::Problem bits.
using LoopFn = uint32_t (*)(void *out, const void *const *in, uint32_t scalars, int64_t n,
                            const FormulaParam *params);

// By compute type; null where the formula does not exist for it.
struct LoopSet {
  LoopFn f32, f64, i64;
  // Over elements of 16 bits themselves; null: they are converted a chunk at a time, and f32 runs.
  // Single elements (`scalars`) are floats.
  LoopFn f16, bf16;
  bool boolResult;  // the loop stores bool
};

enum class Formula : uint8_t {
#define JANUS_FORMULA1(id) id,
#define JANUS_FORMULA2(id) id,
#define JANUS_FORMULA3(id) id,
#include "kernels/cpu/elementwise/Formulas.def"
  Count
};
inline constexpr size_t kFormulaCount = static_cast<size_t>(Formula::Count);
const LoopSet &loopsOf(Formula f);

// The elements that a loop stores: of its compute type, bools, or of a complex one the real type.
enum class LoopResult : uint8_t { Same, Bool, Real };
// For complex operands (ScalarMathComplex.h); null where the formula does not exist for them.
// Unlike those of LoopSet they take single elements at any number of operands.
struct ComplexLoops {
  LoopFn c64, c128;
  LoopResult result;
};
const ComplexLoops &complexLoopsOf(Formula f);

// Conversions between element types and compute types (float, double, int64_t), with byte strides.
using LoadFn = void (*)(void *dense, const void *from, int64_t stride, int64_t n);
using StoreFn = void (*)(void *to, int64_t stride, const void *dense, int64_t n);
enum class ComputeType : uint8_t { F32, F64, I64, C64, C128 };
inline constexpr size_t kComputeTypes = 5;
struct ConversionTable {
  LoadFn load[kDTypeCount][kComputeTypes];    // from dtype, to compute type
  StoreFn store[kComputeTypes][kDTypeCount];  // from compute type, to dtype
};
const ConversionTable &conversions();

constexpr ComputeType computeTypeOf(DType t) {
  switch (t) {
  case DType::F64: return ComputeType::F64;
  case DType::C64: return ComputeType::C64;
  case DType::C128: return ComputeType::C128;
  default: return isFloating(t) ? ComputeType::F32 : ComputeType::I64;
  }
}
constexpr DType dtypeOf(ComputeType t) {
  constexpr DType kTypes[kComputeTypes] = {DType::F32, DType::F64, DType::I64, DType::C64,
                                           DType::C128};
  return kTypes[static_cast<size_t>(t)];
}
constexpr bool isComplex(ComputeType t) {
  return t >= ComputeType::C64;
}
inline LoopFn shortLoopFor(const LoopSet &set, DType t) {
  return t == DType::F16 ? set.f16 : (t == DType::BF16 ? set.bf16 : nullptr);
}
inline LoopFn loopFor(const LoopSet &set, ComputeType t) {
  return t == ComputeType::F32 ? set.f32 : (t == ComputeType::F64 ? set.f64 : set.i64);
}

}  // namespace janus
