// The table of tensor operations, expanded from Ops.def: plain constant data, the single source of
// truth for compiler, runtime, documentation and tests. Schemas are parsed by contract/Schema.h.
#pragma once

#include "janus/contract/DType.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace janus {

enum class Trait : uint32_t {
  None = 0,
  Pure = 1u << 0,  // the result depends on the arguments alone, and nothing is written
  Elementwise =
      1u << 1,     // each element of the result comes from the elements at its (broadcast) place
  View = 1u << 2,  // the result shares storage with the first argument (always)
  MaybeView =
      1u << 3,  // the result may share storage with the first argument (reshape, contiguous, to)
  InPlace = 1u << 4,         // writes the first argument and returns it; name ends in `_`
  Random = 1u << 5,          // draws from a generator
  Differentiable = 1u << 6,  // has a gradient, given by the prelude
  Reduction = 1u << 7,       // combines elements along dimensions
  Heavy = 1u << 8,           // worth a library call; never fused into a loop
  Factory = 1u << 9,  // makes a tensor from no tensor (dtype, device, requires_grad keywords)
  DataDependent = 1u << 10,  // the shape of the result depends on values
  Out = 1u << 11,            // accepts the keyword `out`
  Host = 1u << 12,  // returns a Python number, bool or list (item, equal): waits for the value
  Mutates =
      1u << 13,  // writes arguments other than the first (running statistics, optimizer state)
  NumberAsTensor = 1u << 14,  // torch takes a Python number where the schema says Tensor
  Likes = 1u << 15,      // a factory that takes its defaults from the first tensor (zeros_like)
  Composite = 1u << 16,  // it only calls other operations, which are recorded; no own gradient
  Checks = 1u << 17,     // raises for some contents or numbers though shapes and types fit: a graph
                         // keeps it, also where nobody uses its results
  // Takes tensors of several types, masks, and bools in the place of numbers (not of factors) for
  // certain; views do, too. Of other rows that is known for floating tensors of one type and for
  // numbers that are no bools; a graph keeps other calls of them and runs the kernel, which checks.
  Mixed = 1u << 18,
  OwnLayout = 1u << 19,    // results need not be contiguous though all operands are: libraries
                           // give their matrices column by column
  DenseResult = 1u << 20,  // results are contiguous, whatever the operands are
  Masks = 1u << 21,        // takes masks alone for certain, and loops compute it in masks
  NoFloats = 1u << 22,     // refuses floating tensors
  // Refuses nothing that inference of shapes and types lets through, or is called with what has
  // passed another row's checks: a graph drops it when nobody uses its results. So are elementwise
  // operations and views.
  Total = 1u << 23,
  KeepsOrder = 1u << 24,  // results of the first argument's shape lie as it does, without gaps
  NoHalves = 1u << 25,    // refuses tensors of 16 bits: torch has it for float and double alone
  Copies = 1u << 26,      // copies elements and computes nothing: takes conjugated views as they
                          // lie, and tensors of two devices
  OneElement = 1u << 27,  // answers by the contents of the only element, of a tensor that has one
  GradientFirst = 1u << 28,  // the first argument is a gradient: how it lies says nothing of the
                             // results, the others do
};
constexpr Trait operator|(Trait a, Trait b) {
  return static_cast<Trait>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}
constexpr bool has(Trait set, Trait t) {
  return (static_cast<uint32_t>(set) & static_cast<uint32_t>(t)) != 0;
}
inline constexpr Trait kUnary =
    Trait::Pure | Trait::Elementwise | Trait::Differentiable | Trait::Out;
inline constexpr Trait kBinary = kUnary;
inline constexpr Trait kPredicate = Trait::Pure | Trait::Elementwise | Trait::Out;
inline constexpr Trait kView = Trait::Pure | Trait::View | Trait::Differentiable;
inline constexpr Trait kComposite = Trait::Pure | Trait::Composite;
inline constexpr Trait kReduction =
    Trait::Pure | Trait::Reduction | Trait::Differentiable | Trait::Out;
inline constexpr Trait kGradient = Trait::Pure | Trait::Differentiable;

// What computes an operation. `Prelude` alone: the function of the schema's name in
// torch._operations (`movedim_intlist` for `movedim.intlist`), which eager calls run and graphs
// evaluate. `Prelude` beside a device: graphs evaluate the function of that name in
// torch._decompositions in the place of the kernel, which eager calls run;
// test/lit/Transforms/Speculate/BothForms.test holds one against the other.
enum class Kernel : uint8_t { None = 0, Cpu = 1, Cuda = 2, Prelude = 4 };
constexpr Kernel operator|(Kernel a, Kernel b) {
  return static_cast<Kernel>(static_cast<uint8_t>(a) | static_cast<uint8_t>(b));
}
constexpr bool has(Kernel set, Kernel k) {
  return (static_cast<uint8_t>(set) & static_cast<uint8_t>(k)) != 0;
}

// How the result's shape follows from the arguments: which template of contract/inference decides.
enum class ShapeRule : uint8_t {
#define JANUS_SHAPE_RULE(id, text) id,
#include "janus/contract/InferenceRules.def"
};
// How the result's dtype follows.
enum class TypeRule : uint8_t {
#define JANUS_TYPE_RULE(id, text) id,
#include "janus/contract/InferenceRules.def"
};

enum class TensorOp : uint16_t {
#define JANUS_OP(id, ...) id,
#include "janus/contract/Ops.def"
  Count,
};
inline constexpr size_t kOpCount = static_cast<size_t>(TensorOp::Count);

struct OpRow {
  // "name.overload(type parameter=default, ...) -> result", in torch's notation. For the in-place
  // twin of a row the twin's schema is the row's with `_` after the name (see isTwin).
  std::string_view signature;
  std::string_view
      python;  // spellings, separated by spaces: torch.X Tensor.X torch.nn.functional.X
  Trait traits = Trait::None;
  ShapeRule shape = ShapeRule::Unset;
  TypeRule type = TypeRule::Unset;
  Kernel kernels = Kernel::None;
  std::string_view doc;
  Trait also = Trait::None;  // beside the traits of the family
  // How one element of the result comes from those of the operands, for loops that compute several
  // operations at once; without it the operation always runs its eager kernel. The formulas are
  // those of the eager kernels (ScalarMath*.h). Alternatives, of which the first that holds counts:
  //
  //   "2: 1 ? two<scalar::Add>($0, $1); two<scalar::AddScaled>($0, $1, #2)"
  //   "2: 1, 3: >0 ? Mean of two<scalar::Huber>($0, $1, #3)"
  //
  // Before `?` are arguments that must be these constants (`>0`: any above zero, `>=0`: or zero,
  // `finite`: any that a float can be), or `0-dim` tensors. `$k` is the
  // element of argument k of the schema, a number as an element; `#k` the number itself, or that
  // none is given; `%k` how many elements the argument has. Behind `Sum of`, `Mean of`, `Max of` or
  // `Min of` is a term of a reduction over all dimensions, or those of the argument `dim`. Of a row
  // that gives a Python number it is that element.
  std::string_view element = {};
  std::string_view noBools = {};  // refuses bool tensors, and says this
  // A copy of the first argument with a part replaced by the second: the view that the others show.
  TensorOp part = TensorOp::Count;
  TensorOp functional = TensorOp::Count;  // twins: the row they are the in-place form of
  std::string_view id = {};               // filled by the table
};

namespace detail {
constexpr OpRow withId(OpRow row, std::string_view id) {
  row.id = id;
  row.traits = row.traits | row.also;
  return row;
}
constexpr OpRow twinOf(OpRow row, TensorOp functional, std::string_view id) {
  row.functional = functional;
  row.id = id;
  row.shape = ShapeRule::Self;
  row.type = TypeRule::Self;
  row.element = {};
  constexpr uint32_t dropped =
      static_cast<uint32_t>(Trait::Pure | Trait::Out | Trait::Checks | Trait::Mixed |
                            Trait::OwnLayout | Trait::DenseResult);
  row.traits = static_cast<Trait>(static_cast<uint32_t>(row.traits) & ~dropped) | Trait::InPlace;
  return row;
}
}  // namespace detail

inline constexpr OpRow kOps[kOpCount] = {
#define JANUS_OP(id, ...) detail::withId(OpRow{__VA_ARGS__}, #id),
#define JANUS_OP_TWIN(id, functional, ...)                                                         \
  detail::twinOf(OpRow{__VA_ARGS__}, TensorOp::functional, #id),
#include "janus/contract/Ops.def"
};

constexpr const OpRow &row(TensorOp op) {
  return kOps[static_cast<size_t>(op)];
}
constexpr bool hasTrait(TensorOp op, Trait t) {
  return has(row(op).traits, t);
}
constexpr bool isTwin(TensorOp op) {
  return row(op).functional != TensorOp::Count;
}
// Whether eager calls run a function of the prelude.
constexpr bool isWrittenInPython(TensorOp op) {
  return row(op).kernels == Kernel::Prelude;
}

namespace detail {
constexpr bool complete(const OpRow &r) {
  return !r.signature.empty() && !r.doc.empty() && r.kernels != Kernel::None &&
         r.shape != ShapeRule::Unset && r.type != TypeRule::Unset &&
         (r.kernels != Kernel::Prelude || has(r.traits, Trait::Composite));
}
constexpr size_t firstIncomplete() {
  for (size_t i = 0; i < kOpCount; ++i)
    if (!complete(kOps[i]))
      return i;
  return kOpCount;
}
// The template argument shows the row in the compiler's message.
template <size_t op>
constexpr bool everyRowIsComplete() {
  static_assert(op == kOpCount, "a row of Ops.def lacks signature, doc, kernels, shape or type");
  return true;
}
static_assert(everyRowIsComplete<firstIncomplete()>());
}  // namespace detail

}  // namespace janus
