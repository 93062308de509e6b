// The types of foreign objects: every slot asks Python.
#include "value/object/Foreign.h"

#include "janus/strict.h"

#include "bridge/Foreign.h"
#include "bridge/PackageValues.h"
#include "bridge/Proxies.h"
#include "bridge/Session.h"
#include "tensor/core/Error.h"
#include "tensor/core/Tensor.h"
#include "tensor/dispatch/Boxing.h"
#include "value/bytes/Bytes.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/container/Sequence.h"
#include "value/error/Raise.h"
#include "value/number/Number.h"
#include "value/object/Types.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

namespace janus::bridge {
namespace {

Value ask(ToPython operation, std::initializer_list<Value> args) {
  Session *s = Session::get();
  return s ? s->ask(operation, args) : jn_error();
}
Value ask(ToPython operation, const std::vector<Value> &args) {
  Session *s = Session::get();
  return s ? s->ask(operation, args.data(), args.size()) : jn_error();
}
int status(Value owned) {
  jn_decref(owned);
  return owned.tag == JN_ERROR ? -1 : 0;
}
// The answer as a bool, which Python has seen to: 1, 0, -1.
int truth(Value owned) {
  Ref v(owned);
  return v.failed() ? -1 : jn_truth(v.get());
}
Value askText(ToPython operation, std::initializer_list<Value> args) {
  Ref v(ask(operation, args));
  if (!v.failed() && !isStr(v.get()))
    return raise(jn_exc_TypeError, "Python answered with something that is no str");
  return v.release();
}

void dealloc(Object *o) {
  if (Session *s = Session::running())
    s->forget(reinterpret_cast<ForeignObject *>(o));
  freeObject(o);
}

bool isForeignValue(Value v) {
  return isForeign(v) || isPackageValue(v);
}

// An operation of a tensor with a number of a package is one with a number: nothing need cross.
// Calls `apply` with the operands then, or gives an error; false: it is no such number.
template <class Apply>
bool withNumber(Value a, Value b, Value *result, Apply apply) {
  if (isTensor(a) == isTensor(b))
    return false;
  Value other = isTensor(a) ? b : a;
  Ref number(isPackageValue(other) && packageClassOf(other) == PackageClass::Double
                 ? plainOf(other)
                 : ask(ToPython::AsScalar, {other}));
  if (number.failed())
    *result = jn_error();
  else if (isForeignValue(number.get()))
    return false;
  else
    *result = isTensor(a) ? apply(a, number.get()) : apply(number.get(), b);
  return true;
}

template <BinaryOp Op, bool InPlace>
Value binary(Value a, Value b) {
  Value result;
  if (withNumber(a, b, &result, [](Value x, Value y) { return janus::binary(x, y, Op); }))
    return result;
  constexpr auto first = InPlace ? ToPython::InPlaceAdd : ToPython::Add;
  return ask(static_cast<ToPython>(static_cast<size_t>(first) + static_cast<size_t>(Op)), {a, b});
}
template <UnaryOp Op>
Value unary(Object *o) {
  return ask(static_cast<ToPython>(static_cast<size_t>(ToPython::Neg) + static_cast<size_t>(Op)),
             {jn_obj(o)});
}
Value compare(Value a, Value b, CompareOp op) {
  Value result;
  if (withNumber(a, b, &result, [op](Value x, Value y) { return janus::compare(x, y, op); }))
    return result;
  return ask(static_cast<ToPython>(static_cast<size_t>(ToPython::Lt) + static_cast<size_t>(op)),
             {a, b});
}

Value repr(Object *o) {
  return askText(ToPython::Repr, {jn_obj(o)});
}
Value str(Object *o) {
  return askText(ToPython::Str, {jn_obj(o)});
}
Value format(Object *o, Value spec) {
  return askText(ToPython::Format, {jn_obj(o), spec});
}
int hash(Object *o, int64_t *out) {
  Ref v(ask(ToPython::Hash, {jn_obj(o)}));
  return v.failed() || !toInt64(v.get(), out) ? -1 : 0;
}
int isTrue(Object *o) {
  if (const Session *s = Session::running())
    for (int i = 0; i < 2; ++i)
      if (s->packageTruths[i].tag == JN_OBJECT && s->packageTruths[i].o == o)
        return i;
  return truth(ask(ToPython::Truth, {jn_obj(o)}));
}
// The elements of arrays of this process; null for anything else.
ArrayElements *elementsOf(Value self) {
  if (!isForeign(self) || !as<ForeignObject>(self)->isArray)
    return nullptr;
  Session *s = Session::running();
  return s && s->isHere() && as<ForeignObject>(self)->session == s->number() ? &s->arrayElements
                                                                             : nullptr;
}
int64_t length(Object *o) {
  if (ArrayElements *elements = elementsOf(jn_obj(o)))
    if (int64_t n = elements->length(*reinterpret_cast<ForeignObject *>(o)); n >= 0)
      return n;
  Ref v(ask(ToPython::Length, {jn_obj(o)}));
  int64_t n;
  return v.failed() || !toInt64(v.get(), &n) ? -1 : n;
}
int contains(Object *o, Value item) {
  return truth(ask(ToPython::Contains, {jn_obj(o), item}));
}
// An array takes a tensor of one integer for that number, in slices and tuples, too: it need not
// cross.
bool hasNumberTensor(Value key) {
  if (isTensor(key)) {
    const TensorObject *t = asTensor(key);
    return t->ndim == 0 && isIntegral(t->dtype) && t->dtype != DType::Bool;
  }
  if (isSlice(key)) {
    auto *s = as<SliceObject>(key);
    return hasNumberTensor(s->start) || hasNumberTensor(s->stop) || hasNumberTensor(s->step);
  }
  if (!isExact(key, &jn_type_tuple))
    return false;
  auto *t = as<jn_tuple>(key);
  return std::any_of(t->items, t->items + t->size, hasNumberTensor);
}
Value numbersFor(Value key) {
  if (!hasNumberTensor(key))
    return jn_own(key);
  if (isTensor(key))
    return toIndex(key);
  bool isKeySlice = isSlice(key);
  const Value *items = isKeySlice ? &as<SliceObject>(key)->start : as<jn_tuple>(key)->items;
  int64_t count = isKeySlice ? 3 : as<jn_tuple>(key)->size;
  std::vector<Ref> held;
  std::vector<Value> numbers;
  for (int64_t i = 0; i < count; ++i) {
    held.emplace_back(numbersFor(items[i]));
    numbers.push_back(held.back().get());
    if (held.back().failed())
      return jn_error();
  }
  return isKeySlice ? jn_make_slice(numbers[0], numbers[1], numbers[2])
                    : jn_make_tuple(numbers.data(), numbers.size());
}
Value keyFor(Value self, Value key) {
  return isForeign(self) && as<ForeignObject>(self)->isArray ? numbersFor(key) : jn_own(key);
}
Value getItem(Value self, Value key) {
  Ref plain(keyFor(self, key));
  if (plain.failed())
    return jn_error();
  if (ArrayElements *elements = elementsOf(self))
    if (Value v = elements->read(*as<ForeignObject>(self), plain.get()); v.tag != JN_UNBOUND)
      return v;
  return ask(ToPython::GetItem, {self, plain.get()});
}
int setItem(Value self, Value key, Value v) {
  Ref plain(keyFor(self, key));
  if (plain.failed())
    return -1;
  if (ArrayElements *elements = elementsOf(self))
    if (elements->write(*as<ForeignObject>(self), plain.get(), v))
      return 0;
  return status(v.tag == JN_UNBOUND ? ask(ToPython::DelItem, {self, plain.get()})
                                    : ask(ToPython::SetItem, {self, plain.get(), v}));
}
Value getAttribute(Value self, Value name) {
  Session *s = Session::running();
  auto *module =
      isForeign(self) && as<ForeignObject>(self)->isModule ? as<ForeignObject>(self) : nullptr;
  if (!module || !s || !s->isHere() || module->session != s->number())
    return ask(ToPython::GetAttr, {self, name});
  if (Value known = s->moduleAttributes.find(*module, name); known.tag != JN_UNBOUND)
    return known;
  Ref v(ask(ToPython::GetAttr, {self, name}));
  if (!v.failed() && s == Session::running())
    s->moduleAttributes.remember(*module, name, v.get());
  return v.release();
}
int setAttribute(Value self, Value name, Value v) {
  return status(v.tag == JN_UNBOUND ? ask(ToPython::DelAttr, {self, name})
                                    : ask(ToPython::SetAttr, {self, name, v}));
}
Value bind(Object *o, Value instance, Type *owner) {
  return ask(ToPython::Bind, {jn_obj(o), instance, jn_obj(owner)});
}
// instance.name = v where the class of the instance has `o` under the name; del instance.name.
int setBound(Object *o, Value instance, Value v) {
  return status(v.tag == JN_UNBOUND ? ask(ToPython::DelBound, {jn_obj(o), instance})
                                    : ask(ToPython::SetBound, {jn_obj(o), instance, v}));
}
Value setName(const Value *args, size_t, Value) {
  return ask(ToPython::SetName, {args[0], args[1], args[2]});
}
Value iterate(Object *o) {
  return ask(ToPython::Iterate, {jn_obj(o)});
}
Value next(Object *o) {
  return ask(ToPython::Next, {jn_obj(o)});
}

Value withArguments(ToPython operation, std::initializer_list<Value> first, const Value *args,
                    size_t count, Value kwnames) {
  std::vector<Value> all(first);
  all.push_back(keywordsIn(kwnames) ? kwnames : jn_none());
  all.insert(all.end(), args, args + count);
  return ask(operation, all);
}
Value callForeign(Value self, const Value *args, size_t count, Value kwnames) {
  return withArguments(ToPython::Call, {self}, args, count, kwnames);
}
Value callMethodOf(Value name, const Value *args, size_t count, Value kwnames) {
  if (isPackageValue(args[0]))
    if (Value done = callPlainMethod(name, args, count, kwnames); done.tag != JN_UNBOUND)
      return done;
  return withArguments(ToPython::CallMethod, {args[0], name}, args + 1, count - 1, kwnames);
}

bool keepsMethod(Value self, Value name) {
  ArrayElements *elements = elementsOf(self);
  return elements && elements->hasMethod(name);
}

// Special methods that have no slot, by name.
template <size_t N>
struct Name {
  constexpr Name(const char (&text)[N]) { std::copy_n(text, N, chars); }
  char chars[N];
};
template <Name Method>
Value special(const Value *args, size_t count, Value) {
  std::vector<Value> all = {args[0], JN_NAME(Method.chars)};
  all.insert(all.end(), args + 1, args + count);
  return ask(ToPython::Special, all);
}
Value instanceCheck(const Value *args, size_t, Value) {
  return ask(ToPython::IsInstance, {args[1], args[0]});
}
Value subclassCheck(const Value *args, size_t, Value) {
  return ask(ToPython::IsSubclass, {args[1], args[0]});
}
Value dir(const Value *args, size_t, Value) {
  return ask(ToPython::Dir, {args[0]});
}

const MethodDef methods[] = {{"__enter__", special<"__enter__">, 1, 1},
                             {"__exit__", special<"__exit__">, 4, 4},
                             {"__round__", special<"__round__">, 1, 2},
                             {"__trunc__", special<"__trunc__">, 1, 1},
                             {"__floor__", special<"__floor__">, 1, 1},
                             {"__ceil__", special<"__ceil__">, 1, 1},
                             {"__reversed__", special<"__reversed__">, 1, 1},
                             {"__divmod__", special<"__divmod__">, 2, 2},
                             {"__rdivmod__", special<"__rdivmod__">, 2, 2},
                             {"__pow__", special<"__pow__">, 2, 3},
                             {"__complex__", special<"__complex__">, 1, 1},
                             {"__bytes__", special<"__bytes__">, 1, 1},
                             {"__fspath__", special<"__fspath__">, 1, 1},
                             {"__dir__", dir, 1, 1},
                             {"__set_name__", setName, 3, 3},
                             {"__instancecheck__", instanceCheck, 2, 2},
                             {"__subclasscheck__", subclassCheck, 2, 2},
                             {nullptr, nullptr}};

template <size_t... I>
void setBinary(Type &t, std::index_sequence<I...>) {
  ((t.binary[I] = binary<static_cast<BinaryOp>(I), false>), ...);
  ((t.inplace[I] = binary<static_cast<BinaryOp>(I), true>), ...);
}
template <size_t... I>
void setUnary(Type &t, std::index_sequence<I...>) {
  ((t.unary[I] = unary<static_cast<UnaryOp>(I)>), ...);
}

}  // namespace

void fillAskingSlots(Type &t) {
  t.repr = repr;
  t.str = str;
  t.format = format;
  t.hash = hash;
  t.truth = isTrue;
  t.compare = compare;
  setBinary(t, std::make_index_sequence<static_cast<size_t>(BinaryOp::Count)>());
  setUnary(t, std::make_index_sequence<static_cast<size_t>(UnaryOp::Count)>());
  t.call = callForeign;  // Python says what is not callable
  t.getattr = getAttribute;
  t.setattr = setAttribute;
  t.iter = iterate;
  t.next = next;
  t.length = length;
  t.getitem = getItem;
  t.setitem = setItem;
  t.contains = contains;
  t.methods = methods;
  t.typeFlags |= kTypeNoWeakrefs;
}

namespace {

// ---------------------------------------------------------------- what the object model asks

bool isPairedClass(Value v) {
  Session *s = Session::running();
  return s && isExceptionClass(v) && s->foreignClasses.count(as<Type>(v));
}

Value import(std::string_view dotted) {
  // No ImportError: a program that goes on without the package would do something else than
  // python3.
  if (pythonIsForbidden)
    return raise(jn_exc_RuntimeError,
                 "`import %.*s` would run in Python, which `--strict` has ruled out",
                 static_cast<int>(dotted.size()), dotted.data());
  Session *s = Session::get();
  if (!s) {
    // `except ImportError` must work where there is no Python.
    if (!errorMatches(jn_exc_RuntimeError))
      return jn_error();
    Ref error(takeError());
    Value e = error.get();
    raise(jn_exc_ModuleNotFoundError,
          "No module named '%.*s': it is not compiled, and Python cannot be asked: %S",
          static_cast<int>(dotted.size()), dotted.data(), &e);
    setExceptionField(errorState.pending, kImportName, makeStr(dotted));
    return jn_error();
  }
  Value sys = dictGet(modulesDict(), JN_NAME("sys"));
  Value given =
      sys.tag == JN_OBJECT ? dictGetStr(as<jn_module>(sys)->dict, JN_NAME("path")) : jn_unbound();
  Ref name(makeStr(dotted)), path(jn_make_tuple(nullptr, 0));
  if (isExact(given, &jn_type_list))
    path = Ref(jn_list_to_tuple(given));
  return s->ask(ToPython::Import, {name.get(), path.get()});
}

Value classOfForeign(Value v) {
  return ask(ToPython::GetAttr, {v, JN_NAME("__class__")});
}
bool isCallable(Value v) {
  if (isPackageValue(v))
    return false;
  return ((v.o->type - foreignTypes) & kForeignCallable) != 0;
}
// Python need not import torch to say that its objects are of none of torch's classes.
int isInstanceOfForeign(Value v, Value cls) {
  if (isPackageValue(v) && !(as<Type>(cls)->typeFlags & kTypeHeap))
    return isSubtype(v.o->type, as<Type>(cls));
  std::string module, name;
  if (!isProgramSource(v) && !isExceptionClass(cls) &&
      findShared(World::Packages, as<Type>(cls), &module, &name) &&
      module.substr(0, module.find('.')) == "torch") {
    Ref in(makeStr(module)), called(makeStr(name));
    return truth(ask(ToPython::IsInstanceOfTorch, {v, in.get(), called.get()}));
  }
  return truth(ask(ToPython::IsInstance, {v, cls}));
}
int isSubclassOfForeign(Value v, Value cls) {
  return truth(ask(ToPython::IsSubclass, {v, cls}));
}
Value superOf(Value cls, Value self) {
  return ask(ToPython::Super, {cls, self});
}
Value makeClass(Value name, Value bases, Value ns, Value kwargs) {
  return ask(ToPython::MakeClass, {name, bases, ns, kwargs});
}
// Python answers with a tensor; or, where it has no torch yet, with a type, sizes, and the
// elements.
Value tensorOfAnswer(Ref answer) {
  if (!isInstance(answer.get(), &jn_type_tuple))
    return answer.release();
  return guarded([&] {
    const Value *parts = answer.as<jn_tuple>()->items;
    Dims sizes;
    std::string_view elements;
    boxing::toInts(parts[1], &sizes);
    bytesView(parts[2], &elements);
    Tensor made = makeTensor(sizes, *dtypeNamed(utf8Of(parts[0])));
    std::memcpy(made.data<char>(), elements.data(), elements.size());
    return made.releaseValue();
  });
}
// A tensor of an array of this process, made without Python. JN_UNBOUND: Python has to be asked.
Value tensorOfElements(Value v, bool share) {
  ArrayElements *elements = elementsOf(v);
  if (!elements)
    return jn_unbound();
  auto &array = *as<ForeignObject>(v);
  return share ? elements->tensorOver(array) : elements->tensorOf(array);
}
Value arrayToTensor(Value v, bool share) {
  if (Value made = tensorOfElements(v, share); made.tag != JN_UNBOUND)
    return made;
  return tensorOfAnswer(Ref(ask(ToPython::FromArray, {v, jn_bool(share)})));
}
Value arrayMemory(Value v) {
  if (Value made = tensorOfElements(v, true); made.tag != JN_UNBOUND)
    return made;
  return tensorOfAnswer(Ref(ask(ToPython::FromArray, {v, jn_none()})));
}
bool isArray(Value v) {
  return isForeign(v) && as<ForeignObject>(v)->isArray;
}
Value arrayFacts(Value v) {
  if (ArrayElements *elements = elementsOf(v))
    if (Value facts = elements->facts(*as<ForeignObject>(v)); facts.tag != JN_UNBOUND)
      return facts;
  return isArray(v) ? ask(ToPython::ArrayFacts, {v}) : jn_none();
}
Value arrayElements(Value v, bool share) {
  if (!isArray(v))
    return jn_none();
  if (Value made = tensorOfElements(v, share); made.tag != JN_UNBOUND)
    return made;
  return tensorOfAnswer(Ref(ask(ToPython::ArrayElements, {v, jn_bool(share)})));
}
Value indexOf(Value v) {
  return tensorOfAnswer(Ref(ask(ToPython::AsIndex, {v})));
}
// An array over the memory of a tensor, in this process. JN_UNBOUND: the tensor has to cross.
Value arrayOver(Value v) {
  Session *s = Session::running();
  auto *t = asTensor(v);
  if (!s || !s->isHere() || t->storage->bytes == 0 || t->storage->device.type != DeviceType::Cpu ||
      t->dtype == DType::BF16 || (t->flags & kTensorConjugated) || mayRequireGrad(t) ||
      twinIn(t->dict))
    return jn_unbound();
  const uint32_t number = s->tensors.storages.share(t->storage);
  auto ints = [&](const int64_t *from) {
    std::vector<Value> items(t->ndim);
    std::transform(from, from + t->ndim, items.begin(), jn_int);
    return jn_make_tuple(items.data(), items.size());
  };
  Ref name(makeStr(info(t->dtype).name)), sizes(ints(t->sizes)), strides(ints(t->strides));
  Ref array(
      ask(ToPython::ArrayOver, {jn_int(number), jn_int(reinterpret_cast<int64_t>(t->storage->data)),
                                jn_int(static_cast<int64_t>(t->storage->bytes)), name.get(),
                                jn_int(t->offset), sizes.get(), strides.get()}));
  if (!array.failed() && s == Session::running())
    s->tensors.storages.told(number);
  return array.release();
}
Value tensorToArray(Value v) {
  if (Value array = arrayOver(v); array.tag != JN_UNBOUND)
    return array;
  return ask(ToPython::ToArray, {v});
}

Value numberOf(Value v) {
  if (isPackageValue(v) && packageClassOf(v) == PackageClass::Double)
    return plainOf(v);
  return ask(ToPython::AsNumber, {v});
}
// `sequence += ...` asks whoever adds first, and so does a product: an array takes a sequence for
// one, too.
Value besideSequence(Value sequence, Value v, BinaryOp op, bool isInPlace) {
  if (op == BinaryOp::Mul && !isArray(v))
    return jn_unbound();
  if (op == BinaryOp::Add && !isArray(v)) {
    Ref adds(isInPlace ? getattrOptional(v, JN_NAME("__radd__")) : jn_unbound());
    if (adds.failed())
      return jn_error();
    if (adds.get().tag == JN_UNBOUND)
      return jn_unbound();
  }
  if (op == BinaryOp::Mul)
    return ask(isInPlace ? ToPython::InPlaceMul : ToPython::Mul, {sequence, v});
  return ask(isInPlace ? ToPython::InPlaceAdd : ToPython::Add, {sequence, v});
}

void noticeEnd(Value v) {
  if (isForeign(v))
    as<ForeignObject>(v)->isQuiet = false;
}

// Changed before there was a session: a host's interpreter is older than these.
std::set<std::string> earlyVariables;

void environmentChanged(Value name, Value text) {
  Session *s = Session::running();
  if (!s) {
    earlyVariables.emplace(utf8Of(name));
    return;
  }
  Ref done(s->ask(ToPython::SetVariable, {name, text}));
  if (done.failed())
    clearError();
}

std::string typeNameOfForeign(Value v) {
  if (isPackageValue(v))
    return v.o->type->name;
  // For the text of an exception: another one must not come of it.
  Ref name(askText(ToPython::TypeName, {v}));
  if (!name.failed())
    return std::string(utf8Of(name.get()));
  clearError();
  return "foreign";
}

}  // namespace

Type foreignTypes[kForeignTypes];
bool pythonIsForbidden;

namespace {

// In the dict of a twin: dies with it, and tells.
struct TwinLink {
  Object head;
  ForeignObject *foreign;  // counted
};
void linkDealloc(Object *o) {
  ForeignObject *f = reinterpret_cast<TwinLink *>(o)->foreign;
  if (Session *s = Session::running(); s && f->twin)
    s->tensors.noteEnd(reinterpret_cast<TensorObject *>(f->twin), jn_obj(f));
  f->twin = nullptr;
  jn_decref(jn_obj(f));
  freeObject(o);
}
Type linkType = {.name = "foreign_link",
                 .instanceSize = sizeof(TwinLink),
                 .dealloc = linkDealloc,
                 .typeFlags = kTypeNoWeakrefs};
Value linkKey() {
  return JN_NAME("<foreign>");
}

}  // namespace

void tellEarlyVariables() {
  for (const std::string &each : std::exchange(earlyVariables, {})) {
    const char *now = getenv(each.c_str());
    Ref name(makeStr(each)), text(now ? makeStr(now) : jn_none());
    environmentChanged(name.get(), text.get());
  }
}

void makeTwins(ForeignObject *foreign, Object *twin, jn_dict *dict) {
  auto *link = allocate<TwinLink>(&linkType);
  link->foreign = as<ForeignObject>(jn_own(jn_obj(foreign)));
  foreign->twin = twin;
  Ref held(jn_obj(link));
  dictSet(dict, linkKey(), held.get());
}

ForeignObject *twinIn(jn_dict *dict) {
  Value v = dict ? dictGetStr(dict, linkKey()) : jn_unbound();
  return isExact(v, &linkType) ? as<TwinLink>(v)->foreign : nullptr;
}

int initForeignTypes() {
  if (foreignTypes[0].typeFlags & kTypeReady)
    return 0;
  for (uint8_t flags = 0; flags < kForeignTypes; ++flags) {
    Type &t = foreignTypes[flags];
    t.name = "foreign";
    t.instanceSize = sizeof(ForeignObject);
    t.dealloc = dealloc;
    fillAskingSlots(t);
    if (flags & kForeignDescriptor)
      t.descrGet = bind;
    if (flags & kForeignData)
      t.descrSet = setBound;
    if (!(flags & kForeignIndex))
      t.unary[static_cast<size_t>(UnaryOp::Index)] = nullptr;
    if (readyType(&t) < 0)
      return -1;
  }
  return readyType(&linkType) < 0 ? -1 : initPackageTypes();
}

}  // namespace janus::bridge

namespace janus {

extern const ForeignInterface foreignInterface;
const ForeignInterface foreignInterface = {
    .isForeign = bridge::isForeignValue,
    .isForeignClass = bridge::isPairedClass,
    .import = bridge::import,
    .classOf = bridge::classOfForeign,
    .isCallable = bridge::isCallable,
    .isInstance = bridge::isInstanceOfForeign,
    .isSubclass = bridge::isSubclassOfForeign,
    .callMethod = bridge::callMethodOf,
    .keepsMethod = bridge::keepsMethod,
    .super = bridge::superOf,
    .makeClass = bridge::makeClass,
    .arrayToTensor = bridge::arrayToTensor,
    .arrayMemory = bridge::arrayMemory,
    .arrayFacts = bridge::arrayFacts,
    .arrayElements = bridge::arrayElements,
    .tensorToArray = bridge::tensorToArray,
    .number = bridge::numberOf,
    .index = bridge::indexOf,
    .typeName = bridge::typeNameOfForeign,
    .noticeEnd = bridge::noticeEnd,
    .besideSequence = bridge::besideSequence,
    .environmentChanged = bridge::environmentChanged,
    .crossings = bridge::countedCrossings,
};

}  // namespace janus

void jn_forbid_python(void) {
  janus::bridge::pythonIsForbidden = true;
}
