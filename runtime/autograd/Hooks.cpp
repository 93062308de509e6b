#include "autograd/Hooks.h"

#include "value/Modules.h"

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

}  // namespace

bool callNodeHooks(jn_dict *hooks, Value *values, uint32_t count, const Value *others,
                   uint32_t otherCount) {
  Ref snapshot = hooksNow(hooks);
  for (int64_t i = 0; i < snapshot.as<jn_list>()->size; ++i) {
    Value hook = snapshot.as<jn_list>()->items[i];
    Ref given(tupleOf(values, count)), rest(others ? tupleOf(others, otherCount) : jn_none());
    Ref result(others ? call(hook, {given.get(), rest.get()}) : call(hook, {given.get()}));
    if (result.failed())
      return false;
    if (result.get().tag == JN_NONE)
      continue;
    Ref list(jn_make_list(nullptr, 0));
    if (isTensor(result.get()))
      jn_list_append(list.get(), result.get());
    else if (jn_list_extend(list.get(), result.get()) < 0)
      return false;
    if (list.as<jn_list>()->size != count) {
      raise(jn_exc_RuntimeError,
            "hook has returned an incorrect number of values (got %d, but expected %d)",
            static_cast<int>(list.as<jn_list>()->size), static_cast<int>(count));
      return false;
    }
    for (uint32_t k = 0; k < count; ++k)
      jn_assign(&values[k], jn_own(list.as<jn_list>()->items[k]));
  }
  return true;
}

Value callTensorHooks(jn_dict *hooks, Value grad) {
  Ref snapshot = hooksNow(hooks);
  jn_list *list = snapshot.as<jn_list>();
  for (int64_t i = 0; i < list->size; ++i) {
    Value result = call(list->items[i], {grad});
    if (result.tag == JN_NONE)
      continue;
    if (!jn_is_error(result) && !isTensor(result)) {
      raise(jn_exc_TypeError,
            "hook '%S' has returned an incompatible value (got %T, but expected Tensor or None)",
            &list->items[i], &result);
      jn_decref(result);
      result = jn_error();
    }
    jn_decref(grad);
    if (jn_is_error(result))
      return result;
    grad = result;
  }
  return grad;
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
