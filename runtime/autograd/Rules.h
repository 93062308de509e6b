// The gradient functions of the prelude, by operation (runtime/prelude/torch/_gradients).
#pragma once

#include "tensor/dispatch/Dispatch.h"

#include <string>
#include <vector>

namespace janus {

// Columns and Rows: whether it is a matrix that lies column by column, or row by row, without gaps.
enum class Property : uint8_t { Whole, Shape, Stride, StorageOffset, DType, Device, Columns, Rows };

// Something that a gradient function wants kept.
struct SaveSpec {
  int16_t argument = -1;  // of the schema, or -1
  int16_t result = -1;    // -1: not a result; kWholeResult: `result`
  Property property = Property::Whole;
  bool list = false;   // of a list of tensors
  uint32_t rules = 0;  // which rules want it
};
constexpr int16_t kWholeResult = 1000;

// Where a parameter of a gradient function comes from.
struct ParameterSource {
  enum Kind : uint8_t { Grad, Grads, Needs, Saved, Argument } kind;
  uint16_t index = 0;
};

struct GradientRule {
  jn_function *function;    // counted; null: the results never need a gradient
  std::vector<uint8_t> of;  // positions in OpRules::inputs
  uint32_t ofMask = 0;
  std::vector<ParameterSource> parameters;
  // With complex gradients it gets the conjugates of what is saved: the function multiplies by the
  // derivative of a real operation, and PyTorch wants a product with the conjugate of it. Rules of
  // operations that have no complex derivative treat complex gradients themselves.
  bool holomorphic = true;
};

// All that is known about the gradients of one operation.
struct OpRules {
  TensorOp op;
  std::string name;  // of the node
  // Schema positions of the tensor arguments that have gradients, and of numbers that PyTorch makes
  // tensors of, whose edges lead nowhere.
  std::vector<uint8_t> inputs;
  int8_t list = -1;  // position in `inputs` of the one that is a list of tensors
  bool neverDifferentiable = false;
  bool implemented = false;  // a function was registered
  bool knowsOthers = false;  // a function takes gradients of other results than the first
  std::vector<GradientRule> rules;
  std::vector<SaveSpec> saves;
  std::vector<uint8_t> kept;     // schema positions of the other arguments that functions want
  std::vector<uint32_t> keptBy;  // by which rules
};

// The rules of an operation, those of the out-of-place form for an in-place one. Imports the
// gradient functions at the first call; null: an exception is pending.
const OpRules *rulesOf(TensorOp op);

// _register_gradient(op, of, saves, name, function, holomorphic, number)
Value registerGradient(const Value *args, size_t count, Value kwnames);

}  // namespace janus
