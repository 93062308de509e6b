#include "tensor/dispatch/OutArgument.h"

#include "tensor/core/Error.h"
#include "tensor/core/Names.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/core/UserWarning.h"
#include "tensor/dispatch/OpInfo.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/WrittenMemory.h"
#include "value/container/Sequence.h"

#include <algorithm>

namespace janus {
namespace {

// How torch treats the memory and the type of `out`, by the kind of the operation.
struct OutRule {
  TensorOp op = TensorOp::Count;
  WrittenRule memory = WrittenRule::Aligned;
  OutType type = OutType::Cast;
};
constexpr OutRule kOutRules[] = {
#define JANUS_OUT(id, memory, type) {TensorOp::id, WrittenRule::memory, OutType::type},
#include "tensor/dispatch/OutArgument.def"
};
OutRule ruleOf(TensorOp op) {
  for (const OutRule &each : kOutRules)
    if (each.op == op)
      return each;
  bool isTruth = op != TensorOp::Count && row(op).type == TypeRule::Truth;
  return {op, WrittenRule::Aligned, isTruth ? OutType::Truth : OutType::Cast};
}

// Whether `out` had another shape.
bool resizeOut(const OutRule &rule, const Tensor &out, IntView sizes) {
  if (sameDims(out.sizes(), sizes))
    return false;
  bool isFactory = rule.op != TensorOp::Count && hasTrait(rule.op, Trait::Factory);
  if (out.numel() != 0 && !isFactory &&
      !warnUser(
          "An output with one or more elements was resized since it had shape " +
          dimsText(out.sizes()) + ", which does not match the required output shape " +
          dimsText(sizes) +
          ". This behavior is deprecated, and in a future PyTorch release outputs will not be "
          "resized unless they have zero elements. You can explicitly reuse an out tensor t by "
          "resizing it, inplace, to zero elements with t.resize_(0)."))
    throw PendingError{};
  resizeTensor(out, sizes);
  return true;
}

void checkMemory(const OutRule &rule, const Tensor &out, std::span<const Value> inputs) {
  if (rule.memory == WrittenRule::Free)
    return;
  checkWritten(out);
  if (rule.memory == WrittenRule::Target)  // the result is made before it is stored
    return;
  for (Value input : inputs) {
    int64_t count = 0;
    const Value *items = isTensor(input) ? &input : itemsOf(input, &count);
    for (int64_t i = 0; items && i < (isTensor(input) ? 1 : count); ++i)
      if (isTensor(items[i]))
        checkAgainst(rule.memory, out, Tensor::share(items[i]));
  }
}

void storeOne(const char *name, const OutRule &rule, const Tensor &result, Value given,
              std::span<const Value> inputs) {
  if (!isTensor(given)) {
    raise(jn_exc_TypeError, "%s(): argument 'out' must be Tensor, not %T", name, &given);
    throw PendingError{};
  }
  Tensor out = Tensor::share(given);
  bool isDifferentiable = rule.op == TensorOp::Count || hasTrait(rule.op, Trait::Differentiable) ||
                          hasTrait(rule.op, Trait::Composite);
  if (modeMask & kModeTape && isDifferentiable && (out.requiresGrad() || result.requiresGrad()))
    fail("%s(): functions with out=... arguments don't support automatic differentiation, but one "
         "of the arguments requires grad.",
         name);
  checkMemory(rule, out, inputs);
  if (rule.type == OutType::Exact && result.dtype() != out.dtype())
    fail("Expected out tensor to have dtype %s, but got %s instead",
         elementTypeText(result.dtype()), elementTypeText(out.dtype()));
  if (rule.type == OutType::Truth && out.dtype() != DType::Bool && out.dtype() != DType::U8)
    fail("%s only supports bool tensor for result, got: %s", name, scalarTypeName(out.dtype()));
  if (rule.type == OutType::Joined && !canCast(result.dtype(), out.dtype()))
    failWith(jn_exc_TypeError,
             "torch.cat(): input types can't be cast to the desired output type %s",
             scalarTypeName(out.dtype()));
  if (rule.type != OutType::Any && !canCast(result.dtype(), out.dtype()))
    fail("result type %s can't be cast to the desired output type %s",
         scalarTypeName(result.dtype()), scalarTypeName(out.dtype()));
  if (resizeOut(rule, out, result.sizes()))
    checkMemory(rule, out, inputs);
  Value args[] = {given, result.borrowed(), jn_bool(false)};
  Ref copied(checked(callKernel(TensorOp::Copy_, args)));
}

// torch's named tuples of tensors that were given are types of their own.
Type *typeOfOuts(TensorOp op, Type *type) {
  if (op == TensorOp::Count || !opInfo(op).resultType)
    return type;
  const Schema &schema = opInfo(op).schema;
  std::vector<std::string> fields;
  for (const ResultType &each : schema.results)
    fields.emplace_back(each.name);
  return namedTupleType(schema.name + "_out", fields);
}

Value store(const char *name, const OutRule &rule, const Ref &result, Value out,
            std::span<const Value> inputs) {
  int64_t size = 0;
  const Value *outs = isTensor(out) ? nullptr : itemsOf(out, &size);
  if (isTensor(result.get())) {
    if (outs)
      return raise(jn_exc_TypeError, "%s(): argument 'out' must be Tensor, not %T", name, &out);
    storeOne(name, rule, Tensor::share(result.get()), out, inputs);
    return jn_own(out);
  }
  int64_t count = 0;
  const Value *results = itemsOf(result.get(), &count);
  if (!outs || !results)
    return raise(jn_exc_TypeError, "%s(): argument 'out' must be tuple of Tensors, not %T", name,
                 &out);
  if (size != count)
    return raise(jn_exc_TypeError, "%s(): argument 'out' must be tuple of %d Tensors, not %d", name,
                 static_cast<int>(count), static_cast<int>(size));
  for (int64_t i = 0; i < size; ++i)
    storeOne(name, rule, Tensor::share(results[i]), outs[i], inputs);
  // Of the kind of the result: a named tuple.
  jn_tuple *stored = newTuple(size);
  for (int64_t i = 0; i < size; ++i)
    stored->items[i] = jn_own(outs[i]);
  if (isInstance(result.get(), &jn_type_tuple))
    stored->head.type = typeOfOuts(rule.op, result.get().o->type);
  return jn_obj(stored);
}

Value storeFunction(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    Ref result(jn_own(args[1]));
    std::string name(utf8Of(args[0]));
    return store(name.c_str(), OutRule{}, result, args[2], {});
  });
}

}  // namespace

OutType outType(TensorOp op) {
  return ruleOf(op).type;
}

bool takesOut(TensorOp op) {
  return hasTrait(op, Trait::Out) ||
         std::any_of(std::begin(kOutRules), std::end(kOutRules),
                     [&](const OutRule &each) { return each.op == op; });
}

Value storeResults(const char *name, TensorOp op, Value ownedResult, Value out,
                   std::span<const Value> inputs) {
  Ref result(ownedResult);
  return store(name, ruleOf(op), result, out, inputs);
}

const MethodDef kOutFunctions[] = {{"_store_results", storeFunction, 3, 3}, {}};

}  // namespace janus
