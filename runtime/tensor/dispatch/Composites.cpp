#include "tensor/dispatch/Composites.h"

#include "tensor/call/Overrides.h"
#include "tensor/core/Error.h"
#include "tensor/dispatch/OpInfo.h"
#include "value/call/Modules.h"
#include "value/container/Sequence.h"
#include "value/error/Raise.h"

#include <algorithm>

namespace janus {
namespace {

Object *functions[kOpCount], *sparseFunctions[kOpCount];

// In-place twins, whose rows carry the names of their functional forms, with an underscore.
std::string schemaName(TensorOp op) {
  std::string_view signature = row(op).signature;
  std::string name(signature.substr(0, signature.find('(')));
  size_t end = std::min(name.find('.'), name.size());
  if (hasTrait(op, Trait::InPlace) && name[end - 1] != '_')
    name.insert(end, "_");
  return name;
}
// Kept for good, as all of the prelude is.
Value functionIn(const char *name, TensorOp op) {
  std::string function = schemaName(op);
  std::replace(function.begin(), function.end(), '.', '_');
  Ref module(importModule(name));
  return module.failed() ? jn_error() : getattrOptional(module.get(), internStr(function));
}
Object *functionOf(TensorOp op) {
  Value function = functionIn("torch._operations", op);
  return function.tag == JN_OBJECT ? function.o : nullptr;
}

// The number that a tensor stands for; anything else as it is. Owned.
Value numberOf(Value v) {
  if (!isTensor(v))
    return jn_own(v);
  Value args[] = {v};
  return checked(dispatch(TensorOp::Item, args));
}

// Ints and lists of them are such, where the caller gave tensors.
class PlainNumbers {
public:
  PlainNumbers(const Schema &schema, const Value *args) : args_(args) {
    for (size_t i = 0; i < schema.params.size(); ++i) {
      ArgKind kind = schema.params[i].kind;
      if (kind == ArgKind::Int && isTensor(args[i]))
        replace(schema, i, numberOf(args[i]));
      else if (kind == ArgKind::IntList && holdsTensors(args[i]))
        replace(schema, i, numbersOf(args[i]));
    }
  }
  const Value *get() const { return args_; }

private:
  static bool holdsTensors(Value list) {
    int64_t size = 0;
    const Value *items = itemsOf(list, &size);
    return items ? std::any_of(items, items + size, isTensor) : isTensor(list);
  }
  static Value numbersOf(Value list) {
    int64_t size = 0;
    const Value *items = itemsOf(list, &size);
    if (!items)
      return numberOf(list);
    Ref numbers(jn_obj(newTuple(size)));
    for (int64_t i = 0; i < size; ++i)
      numbers.as<jn_tuple>()->items[i] = numberOf(items[i]);
    return numbers.release();
  }
  void replace(const Schema &schema, size_t i, Value owned) {
    if (values_.empty())
      values_.assign(args_, args_ + schema.params.size());
    owned_.emplace_back(owned);
    values_[i] = owned;
    args_ = values_.data();
  }

  const Value *args_;
  std::vector<Value> values_;
  std::vector<Ref> owned_;
};

}  // namespace

static Value callFunction(TensorOp op, Object *function, const Value *args) {
  try {
    const OpInfo &info = opInfo(op);
    PlainNumbers numbers(info.schema, args);
    OwnCall own;
    Value result = jn_call(jn_obj(function), numbers.get(), info.schema.params.size());
    if (JN_UNLIKELY(jn_is_error(result)))
      forgetTraceback();
    else if (info.resultType)
      result.o->type = info.resultType;
    return result;
  } catch (...) {
    return raiseCaught();
  }
}

Value callComposite(TensorOp op, const Value *args) {
  Object *&function = functions[static_cast<size_t>(op)];
  if (JN_UNLIKELY(!function)) {
    function = functionOf(op);
    if (!function)
      return jn_error();
  }
  return callFunction(op, function, args);
}

Value callSparse(TensorOp op, const Value *args) {
  Object *&function = sparseFunctions[static_cast<size_t>(op)];
  if (JN_UNLIKELY(!function)) {
    Value found = functionIn("torch._sparse_operations", op);
    if (jn_is_error(found))
      return found;
    if (found.tag != JN_OBJECT && isWrittenInPython(op))
      return callComposite(op, args);
    if (found.tag != JN_OBJECT)
      return raise(jn_exc_NotImplementedError,
                   "Could not run 'aten::%s' with arguments from the 'SparseCPU' backend. There is "
                   "no such operation of sparse tensors; x.to_dense() gives a tensor that has it",
                   schemaName(op).c_str());
    function = found.o;
  }
  return callFunction(op, function, args);
}

}  // namespace janus
