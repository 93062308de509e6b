#include "tensor/dispatch/Composites.h"

#include "tensor/core/Error.h"
#include "tensor/dispatch/OpInfo.h"
#include "value/call/Modules.h"
#include "value/container/Sequence.h"
#include "value/error/Raise.h"

#include <algorithm>

namespace janus {
namespace {

Object *functions[kOpCount];

// Kept for good, as all of the prelude is.
Object *functionOf(TensorOp op) {
  std::string_view signature = row(op).signature;
  std::string name(signature.substr(0, signature.find('(')));
  std::replace(name.begin(), name.end(), '.', '_');
  Ref module(importModule("torch._operations"));
  if (module.failed())
    return nullptr;
  Value function = getattr(module.get(), internStr(name));
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

Value callComposite(TensorOp op, const Value *args) {
  Object *&function = functions[static_cast<size_t>(op)];
  if (JN_UNLIKELY(!function)) {
    function = functionOf(op);
    if (!function)
      return jn_error();
  }
  try {
    const Schema &schema = opInfo(op).schema;
    PlainNumbers numbers(schema, args);
    Value result = jn_call(jn_obj(function), numbers.get(), schema.params.size());
    if (JN_UNLIKELY(jn_is_error(result)))
      forgetTraceback();
    else if (Type *named = opInfo(op).resultType)
      result.o->type = named;
    return result;
  } catch (...) {
    return raiseCaught();
  }
}

}  // namespace janus
