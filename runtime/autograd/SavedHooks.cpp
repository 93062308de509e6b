#include "autograd/SavedHooks.h"

#include "autograd/Meta.h"
#include "tensor/core/GradMode.h"
#include "tensor/dispatch/Dispatch.h"
#include "value/container/Sequence.h"

#include <utility>

namespace janus {
namespace {

thread_local std::vector<std::pair<Value, Value>> hooks;

// The packed form of one tensor (owned), or JN_ERROR. What the hook computes is not recorded.
// Results are saved without their history, so that node and result do not keep each other alive.
Value packOne(Value pack, TensorObject *t, bool isResult) {
  Tensor given = isResult ? makeAlias(Tensor::share(t), true) : Tensor::share(t);
  if (isResult && isInexact(t->dtype))
    given->flags |= kTensorRequiresGrad;
  uint32_t version = t->version->value;
  ModeScope off(0);
  Value argument = given.borrowed();
  Ref packed(jn_call(pack, &argument, 1));
  if (!packed.failed() && t->version->value != version)
    return raise(jn_exc_RuntimeError,
                 "A saved tensor pack hook is modifying its input in place. Tensors provided as "
                 "input to pack hook can not be modified by in-place operations as this can lead "
                 "to unexpected side-effects. Please open an issue if you need to perform in-place "
                 "operations on the input to a pack hook.");
  return packed.release();
}

Value unpackOne(const PackedValue &how, Value packed, Edge edge) {
  Ref given(jn_call(how.unpack, &packed, 1));
  if (given.failed())
    return given.release();
  Value made = given.get();
  if (!isTensor(made))
    return raise(jn_exc_TypeError,
                 "Output of saved tensor unpack_hook expected to be a Tensor but got result of "
                 "type %T",
                 &made);
  TensorObject *t = asTensor(made);
  if (!edge.node || !isInexact(t->dtype))
    return given.release();
  Edge own = gradientEdge(t);
  bool isThere = own.node == edge.node && own.index == edge.index;
  if (own.node)
    release(own.node);
  if (isThere)
    return given.release();
  Tensor with = makeAlias(Tensor::share(t), true);
  if (modeMask & kModeTape)
    setGradFn(with.object(), edge.node, edge.index);
  else
    with->flags |= kTensorRequiresGrad;
  return with.releaseValue();
}

}  // namespace

bool areSavedHooksSet() {
  return !hooks.empty();
}

void pushSavedHooks(Value pack, Value unpack) {
  hooks.emplace_back(jn_own(pack), jn_own(unpack));
}

void popSavedHooks() {
  auto [pack, unpack] = hooks.back();
  hooks.pop_back();
  jn_decref(pack);
  jn_decref(unpack);
}

bool packSaved(SavedValue &s) {
  bool isList = !s.isTensor && s.value.tag == JN_OBJECT && isInstance(s.value, &jn_type_tuple);
  if (!s.isTensor && !isList)
    return true;
  // A hook may push others.
  Ref pack = Ref::own(hooks.back().first), unpack = Ref::own(hooks.back().second);
  int64_t count = 1;
  const Value *items = isList ? itemsOf(s.value, &count) : &s.value;
  auto *how = new PackedValue;
  how->unpack = unpack.release();
  how->isList = isList;
  Ref made(isList ? jn_obj(newTuple(count)) : jn_unbound());
  for (int64_t i = 0; i < count; ++i) {
    bool hasTensor = isTensor(items[i]);
    how->edges.push_back(hasTensor && s.result < 0 ? gradientEdge(asTensor(items[i])) : Edge{});
    Ref packed(hasTensor ? packOne(pack.get(), asTensor(items[i]), s.result >= 0)
                         : jn_own(items[i]));
    if (packed.failed()) {
      dropPacked(how);
      return false;
    }
    if (isList)
      made.as<jn_tuple>()->items[i] = packed.release();
    else
      made = std::move(packed);
  }
  jn_decref(s.value);
  s.value = made.release();
  s.isTensor = false;
  s.packed = how;
  return true;
}

Value unpackSaved(const SavedValue &s, Node *node) {
  const PackedValue &how = *s.packed;
  if (!how.isList)
    return unpackOne(how, s.value,
                     s.result >= 0 ? Edge{node, static_cast<uint32_t>(s.result)} : how.edges[0]);
  int64_t count = 0;
  const Value *items = itemsOf(s.value, &count);
  Ref made(jn_obj(newTuple(count)));
  for (int64_t i = 0; i < count; ++i) {
    Value v = items[i].tag == JN_NONE ? jn_none()
                                      : unpackOne(how, items[i], how.edges[static_cast<size_t>(i)]);
    if (jn_is_error(v))
      return v;
    made.as<jn_tuple>()->items[i] = v;
  }
  return made.release();
}

void dropPacked(PackedValue *packed) {
  jn_decref(packed->unpack);
  for (const Edge &e : packed->edges)
    if (e.node)
      release(e.node);
  delete packed;
}

}  // namespace janus
