#include "autograd/Hooks.h"

#include "tensor/core/Names.h"
#include "value/call/Modules.h"

namespace janus {

Value registerHook(jn_dict **hooks, Value hook) {
  Ref module(importModule("torch.utils.hooks"));
  if (module.failed())
    return jn_error();
  Ref handleType(getattr(module.get(), JN_NAME("RemovableHandle")));
  if (handleType.failed())
    return jn_error();
  if (!*hooks)
    *hooks = newDict();
  Ref handle(call(handleType.get(), {jn_obj(*hooks)}));
  if (handle.failed())
    return jn_error();
  Ref id(getattr(handle.get(), JN_NAME("id")));
  if (id.failed() || dictSet(*hooks, id.get(), hook) < 0)
    return jn_error();
  return handle.release();
}

namespace {

// A hook may remove itself: the caller walks over a copy.
Ref hooksNow(jn_dict *hooks) {
  Ref snapshot(jn_obj(newList(0)));
  int64_t position = 0;
  Value key, hook;
  while (dictNext(hooks, &position, &key, &hook))
    jn_list_append(snapshot.get(), hook);
  return snapshot;
}

Value tupleOf(const Value *values, uint32_t count) {
  jn_tuple *t = newTuple(count);
  for (uint32_t i = 0; i < count; ++i)
    t->items[i] = jn_own(values[i]);
  return jn_obj(t);
}

bool isTuple(Value v) {
  return v.tag == JN_OBJECT && isSubtype(v.o->type, &jn_type_tuple);
}

std::string nameOf(Value hook) {
  Ref name(getattr(hook, JN_NAME("__name__")));
  if (!name.failed())
    return std::string(utf8Of(name.get()));
  clearError();
  return "<unknown>";
}

// Whether a hook may put `now` in the place of the gradient `was`; false: an exception is pending.
bool checkGradient(Value was, Value now, Value hook) {
  if (now.tag == JN_NONE)
    return true;
  if (was.tag == JN_NONE) {
    raise(jn_exc_RuntimeError, "can't replace a None gradient with a non-None value");
    return false;
  }
  if (!isTensor(now)) {
    raise(jn_exc_TypeError, "expected Variable, but hook returned '%T'", &now);
    return false;
  }
  Tensor before = Tensor::share(was), after = Tensor::share(now);
  if (before.dtype() != after.dtype() || !(before.device() == after.device())) {
    raise(jn_exc_RuntimeError, "hook '%s' has changed the type of value (was %s got %s)",
          nameOf(hook).c_str(), tensorTypeText(before).c_str(), tensorTypeText(after).c_str());
    return false;
  }
  if (!sameDims(before.sizes(), after.sizes())) {
    raise(jn_exc_RuntimeError, "hook '%s' has changed the size of value", nameOf(hook).c_str());
    return false;
  }
  return true;
}

// The same of a tuple of gradients.
bool checkGradients(Value was, Value now, Value hook) {
  if (!isTuple(now)) {
    raise(jn_exc_TypeError, "expected tuple, but hook returned '%T'", &now);
    return false;
  }
  const jn_tuple *before = as<jn_tuple>(was), *after = as<jn_tuple>(now);
  if (before->size != after->size) {
    raise(jn_exc_RuntimeError,
          "hook '%s' has returned an incorrect number of values (got %d, but expected %d)",
          nameOf(hook).c_str(), static_cast<int>(after->size), static_cast<int>(before->size));
    return false;
  }
  for (int64_t i = 0; i < before->size; ++i)
    if (!checkGradient(before->items[i], after->items[i], hook))
      return false;
  return true;
}

// Calls each hook with `value`, and `others` if there are any; what one returns takes the place of
// `value` for the next. False: an exception is pending.
bool callHooks(jn_dict *hooks, Ref *value, Value others) {
  Ref snapshot = hooksNow(hooks);
  const jn_list *list = snapshot.as<jn_list>();
  for (int64_t i = 0; i < list->size; ++i) {
    Value hook = list->items[i], was = value->get();
    Ref result(others.tag == JN_UNBOUND ? call(hook, {was}) : call(hook, {was, others}));
    if (result.failed())
      return false;
    if (result.get().tag == JN_NONE || result.get().o == was.o)
      continue;
    if (!(isTuple(was) ? checkGradients : checkGradient)(was, result.get(), hook))
      return false;
    *value = std::move(result);
  }
  return true;
}

}  // namespace

bool callNodeHooks(jn_dict *hooks, Value *values, uint32_t count, const Value *others,
                   uint32_t otherCount) {
  Ref given(tupleOf(values, count)), rest(others ? tupleOf(others, otherCount) : jn_unbound());
  if (!callHooks(hooks, &given, rest.get()))
    return false;
  for (uint32_t k = 0; k < count; ++k)
    jn_assign(&values[k], jn_own(given.as<jn_tuple>()->items[k]));
  return true;
}

Value callTensorHooks(jn_dict *hooks, Value grad) {
  Ref given(grad);
  return callHooks(hooks, &given, jn_unbound()) ? given.release() : jn_error();
}

bool callAfterAccumulate(jn_dict *hooks, Value variable) {
  Ref given(jn_own(variable));
  if (!callHooks(hooks, &given, jn_unbound()))
    return false;
  if (given.get().o == variable.o)
    return true;
  raise(jn_exc_RuntimeError, "Tensor post accumulate grad hooks should return None.");
  return false;
}

void destroyHooks(NodeHooks *h) {
  for (uint32_t i = 0; i < h->count; ++i)
    if (h->tensors[i].hooks)
      jn_decref(jn_obj(h->tensors[i].hooks));
  delete[] h->tensors;
  for (jn_dict *d : {h->before, h->after, h->metadata})
    if (d)
      jn_decref(jn_obj(d));
  delete h;
}

}  // namespace janus
