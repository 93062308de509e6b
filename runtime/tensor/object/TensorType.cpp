#include "tensor/object/TensorType.h"

#include "tensor/core/AutogradInterface.h"
#include "tensor/core/Error.h"
#include "tensor/core/GradMode.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/dispatch/ProgramCall.h"
#include "tensor/dispatch/Registration.h"
#include "tensor/object/Construction.h"
#include "tensor/object/Indexing.h"
#include "value/builtin/Builtins.h"
#include "value/call/Modules.h"
#include "value/call/Overriding.h"
#include "value/object/Descriptors.h"
#include "value/object/OpenTypes.h"

#include <cstddef>
#include <set>
#include <string_view>

jn_type jn_type_tensor, jn_type_parameter;

namespace janus {
namespace {

int tensorHash(Object *o, int64_t *out) {
  *out = reinterpret_cast<int64_t>(o);  // id()
  return 0;
}

int64_t tensorLength(Object *o) {
  TensorObject *t = asTensor(jn_obj(o));
  if (t->ndim)
    return t->sizes[0];
  raise(jn_exc_TypeError, "len() of a 0-d tensor");
  return -1;
}

Value tensorIter(Object *o) {
  if (asTensor(jn_obj(o))->ndim == 0)
    return raise(jn_exc_TypeError, "iteration over a 0-d tensor");
  if (JN_UNLIKELY(o->type->typeFlags & kTypeAnswers)) {
    Ref dim(callMethod(jn_obj(o), JN_NAME("dim"), {}));
    Ref each(dim.failed() ? jn_error() : callMethod(jn_obj(o), JN_NAME("unbind"), {jn_int(0)}));
    return each.failed() ? jn_error() : jn_iter(each.get());
  }
  Value args[] = {jn_obj(o), jn_int(0)};
  Ref parts(dispatchForProgram(TensorOp::Unbind, args));
  return parts.failed() ? jn_error() : jn_iter(parts.get());
}

// 0-dim tensors with elements format as their number.
Value tensorFormat(Object *o, Value spec) {
  Value self = jn_obj(o);
  if (asTensor(self)->ndim == 0 && o->type == &jn_type_tensor &&
      asTensor(self)->device.type != DeviceType::Meta) {
    Ref item(dispatchForProgram(TensorOp::Item, &self));
    return item.failed() ? jn_error() : jn_format_value(item.get(), 0, spec);
  }
  if (spec.tag == JN_OBJECT && strLength(spec) > 0)
    return raise(jn_exc_TypeError, "unsupported format string passed to %T.__format__", &self);
  return str(self);
}

void tensorTraverse(Object *o, VisitFn visit, void *context) {
  auto *t = reinterpret_cast<TensorObject *>(o);
  if (t->dict)
    visit(&t->dict->head, context);
  if (t->base)
    visit(&t->base->head, context);
  if (t->meta && autogradInterface->traverseMeta)
    autogradInterface->traverseMeta(t, visit, context);
}
void tensorClear(Object *o) {
  auto *t = reinterpret_cast<TensorObject *>(o);
  if (t->meta && autogradInterface->clearMeta)
    autogradInterface->clearMeta(t);
  if (jn_dict *d = t->dict) {
    t->dict = nullptr;
    jn_decref(jn_obj(d));
  }
}

}  // namespace

bool isParameter(Value tensor) {
  if (isSubtype(tensor.o->type, &jn_type_parameter))
    return true;
  if (!asTensor(tensor)->dict)
    return false;
  Value mark = dictGetStr(asTensor(tensor)->dict, JN_NAME("_is_param"));
  return mark.tag == JN_BOOL && mark.i;
}

Value instanceOver(Type *cls, const Tensor &source) {
  auto *t = reinterpret_cast<TensorObject *>(allocate(cls, sizeof(TensorObject)));
  t->storage = retain(source->storage);
  t->offset = source->offset;
  t->dtype = source->dtype;
  t->device = source->device;
  t->version = source->version;
  if (source->flags & kTensorOwnVersion) {
    ++t->version->refs;
    t->flags |= kTensorOwnVersion;
  }
  t->sizes = t->inlineDims;
  t->strides = t->inlineDims + Dims::kInline;
  t->flags |= source->flags & (kTensorInference | kTensorConjugated);
  setDims(t, source.sizes(), source.strides());
  return jn_obj(t);
}

namespace {

Value tensorConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (cls == &jn_type_tensor && count == 1 && isTensor(args[0]))  // of any type
    return guarded([&] { return makeAlias(Tensor::share(args[0]), true).releaseValue(); });
  if (cls == &jn_type_tensor)
    return constructLegacy(defaultDType(), args, count, kwnames);
  return guarded([&]() -> Value {
    size_t positional =
        kwnames.tag == JN_OBJECT ? count - static_cast<size_t>(as<jn_tuple>(kwnames)->size) : count;
    if (positional == 1 && isTensor(args[0]))
      return instanceOver(cls, Tensor::share(args[0]));
    Ref made(constructLegacy(defaultDType(), args, count, kwnames));
    return instanceOver(cls, Tensor::share(checked(made.get())));
  });
}
int tensorInit(Value, const Value *, size_t, Value) {
  return 0;
}

// A parameter of a class of the program's: an instance of it that is marked.
Value markedParameter(Value data, bool wanted) {
  Ref detached(checked(callMethod(data, JN_NAME("detach"), {})));
  Ref made(checked(callMethod(detached.get(), JN_NAME("requires_grad_"), {jn_bool(wanted)})));
  if (typeOf(made.get()) != typeOf(data)) {
    Value t = made.get();
    return raise(jn_exc_RuntimeError,
                 "Creating a Parameter from an instance of type %T requires that detach() returns "
                 "an instance of the same type, but return type %T was found instead. To use the "
                 "type as a Parameter, please correct the detach() semantics defined by its "
                 "__torch_dispatch__() implementation.",
                 &data, &t);
  }
  return setattr(made.get(), JN_NAME("_is_param"), jn_bool(true)) < 0 ? jn_error() : made.release();
}

// Parameter(data=None, requires_grad=True)
Value parameterConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[2];
    if (!parseArgs("Parameter", {"data", "requires_grad"}, 0, 2, args, count, kwnames, a))
      return jn_error();
    bool wanted =
        a[1].tag == JN_UNBOUND || (a[1].tag == JN_BOOL ? a[1].i != 0 : jn_truth(a[1]) > 0);
    Tensor data;
    if (isTensor(a[0]) && a[0].o->type->typeFlags & kTypeAnswers)
      return markedParameter(a[0], wanted);
    if (isTensor(a[0]))
      data = makeAlias(Tensor::share(a[0]), true);
    else if (a[0].tag == JN_UNBOUND || a[0].tag == JN_NONE)
      data = makeTensor(Dims{0}, defaultDType());
    else
      return raise(jn_exc_AttributeError, "'%T' object has no attribute 'detach'", &a[0]);
    if (wanted && !isInexact(data.dtype()))
      return raise(jn_exc_RuntimeError,
                   "Only Tensors of floating point and complex dtype can require gradients");
    if (wanted && data->flags & kTensorInference && !isInferenceMode())
      return raise(jn_exc_RuntimeError, "Setting requires_grad=True on inference tensor outside "
                                        "InferenceMode is not allowed.");
    Value p = instanceOver(cls, data);
    if (wanted)
      asTensor(p)->flags |= kTensorRequiresGrad;
    return p;
  });
}

Value parameterRepr(Object *o) {
  Ref text(tensorRepr(o));
  if (text.failed())
    return jn_error();
  return makeStr("Parameter containing:\n" + std::string(utf8Of(text.get())));
}

// The rows from the last one on.
Value tensorReversed(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    Tensor t = Tensor::share(args[0]);
    return (t.dim() == 0 ? t : ops::call<TensorOp::Flip>(t, Dims{0})).releaseValue();
  });
}
const MethodDef kTypeMethods[] = {{"__reversed__", tensorReversed, 1, 1}, {}};

// Lists of definitions one after the other; names that came before win.
template <class Def>
const Def *joined(std::initializer_list<const Def *> lists) {
  auto *all = new std::vector<Def>;
  std::set<std::string_view> names;
  for (const Def *list : lists)
    for (const Def *d = list; d && d->name; ++d)
      if (names.insert(d->name).second)
        all->push_back(*d);
  all->push_back(Def{});
  return all->data();
}

}  // namespace

int initTensorTypes(jn_module *m) {
  Type &t = jn_type_tensor;
  t.name = "Tensor";
  t.module = internStr("torch");
  t.instanceSize = sizeof(TensorObject);
  t.dictOffset = offsetof(TensorObject, dict);
  t.dealloc = destroyTensor;
  t.traverse = tensorTraverse;
  t.clear = tensorClear;
  t.repr = tensorRepr;
  t.format = tensorFormat;
  t.hash = tensorHash;
  t.iter = tensorIter;
  t.length = tensorLength;
  t.getitem = tensorGetitem;
  t.setitem = tensorSetitem;
  t.construct = tensorConstruct;
  t.init = tensorInit;
  t.typeFlags |= kTypeBaseable;
  setOperatorSlots(t);
  t.methods = joined<MethodDef>({autogradInterface->methods, kTypeMethods, kAttributeMethods,
                                 kConversionMethods, kNumberMethods, tensorMethods()});
  t.getsets = joined<GetSetDef>({autogradInterface->getsets, kAttributeGetSets});
  t.staticMethods = autogradInterface->staticMethods;
  nameMembersOf(&t, "torch._C.TensorBase");
  settersTell(&t);  // `.grad` comes and goes with each step
  if (readyType(&t) < 0)
    return -1;

  Type &p = jn_type_parameter;
  p.name = "Parameter";
  p.module = internStr("torch.nn.parameter");
  p.base = &t;
  p.repr = parameterRepr;
  p.construct = parameterConstruct;
  p.init = tensorInit;
  p.typeFlags |= kTypeBaseable;
  if (readyType(&p) < 0)
    return -1;
  openType(&t);
  openType(&p);
  if (addToModule(m, "Tensor", jn_own(jn_obj(&t))) < 0)
    return -1;
  return addToModule(m, "Parameter", jn_own(jn_obj(&p)));
}

bool requireTorch() {
  static bool isKnown = false;
  isKnown = isKnown || !Ref(importModule("torch")).failed();
  return isKnown;
}

}  // namespace janus
