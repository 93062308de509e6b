// Compiled functions, bound methods, code objects and cells.
#include "value/call/Calls.h"
#include "value/call/Process.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <stddef.h>
#include <stdio.h>

namespace janus {

namespace {

jn_function *function(Object *o) {
  return reinterpret_cast<jn_function *>(o);
}

// The dict stands in the `dict` field as a pointer that generic attribute code finds by dictOffset.
constexpr int32_t kDictOffset = offsetof(jn_function, dict) + offsetof(jn_value, o);
jn_dict *&dictOf(jn_function *f) {
  return *reinterpret_cast<jn_dict **>(reinterpret_cast<char *>(f) + kDictOffset);
}

void visitValue(Value v, VisitFn visit, void *context) {
  if (v.tag == JN_OBJECT)
    visit(v.o, context);
}

void functionTraverse(Object *o, VisitFn visit, void *context) {
  auto *f = function(o);
  visitValue(f->defaults, visit, context);
  visitValue(f->kwdefaults, visit, context);
  visitValue(f->annotations, visit, context);
  visit(reinterpret_cast<Object *>(dictOf(f)), context);
  for (int64_t i = 0; i < f->closure_size; ++i)
    visit(reinterpret_cast<Object *>(f->closure[i]), context);
}
void functionClear(Object *o) {
  auto *f = function(o);
  jn_assign(&f->defaults, jn_none());
  jn_assign(&f->kwdefaults, jn_none());
  jn_assign(&f->annotations, jn_none());
  if (jn_dict *d = dictOf(f)) {
    dictOf(f) = nullptr;
    jn_decref(jn_obj(d));
  }
  for (int64_t i = 0; i < f->closure_size; ++i) {
    jn_cell *c = f->closure[i];
    f->closure[i] = nullptr;
    if (c)
      jn_decref(jn_obj(c));
  }
}
void functionDealloc(Object *o) {
  auto *f = function(o);
  functionClear(o);
  jn_decref(f->name);
  jn_decref(f->qualname);
  jn_decref(f->doc);
  if (f->module)
    jn_decref(jn_obj(f->module));
  freeObject(o);
}

Value functionCall(Value self, const Value *args, size_t count, Value kwnames) {
  return callFunction(as<jn_function>(self), args, count, kwnames);
}
Value functionGet(Object *self, Value instance, Type *owner) {
  if (instance.tag == JN_NONE && owner != &jn_type_none)
    return jn_own(jn_obj(self));
  return newMethod(jn_obj(self), instance);
}
Value functionRepr(Object *o) {
  char address[32];
  snprintf(address, sizeof address, " at %p>", static_cast<void *>(o));
  return makeStr("<function " + std::string(utf8Of(functionQualname(function(o)))) + address);
}

// ---------------------------------------------------------------- attributes

Value orNone(Value v) {
  return v.tag < JN_NONE ? jn_none() : jn_own(v);
}
Value getName(Object *o) {
  return jn_own(functionName(function(o)));
}
Value getQualname(Object *o) {
  return jn_own(functionQualname(function(o)));
}
template <Value jn_function::*Field>
int setText(Object *o, Value v) {
  if (!isStr(v)) {
    raise(jn_exc_TypeError, Field == &jn_function::name
                                ? "__name__ must be set to a string object"
                                : "__qualname__ must be set to a string object");
    return -1;
  }
  jn_assign(&(function(o)->*Field), jn_own(v));
  return 0;
}
Value getDoc(Object *o) {
  auto *f = function(o);
  if (f->doc.tag < JN_NONE)
    f->doc = f->def->doc ? makeStr(f->def->doc) : jn_none();
  return jn_own(f->doc);
}
int setDoc(Object *o, Value v) {
  jn_assign(&function(o)->doc, v.tag == JN_UNBOUND ? jn_none() : jn_own(v));
  return 0;
}
Value getDefaults(Object *o) {
  return orNone(function(o)->defaults);
}
int setDefaults(Object *o, Value v) {
  if (v.tag != JN_UNBOUND && v.tag != JN_NONE && !isInstance(v, &jn_type_tuple)) {
    raise(jn_exc_TypeError, "__defaults__ must be set to a tuple object");
    return -1;
  }
  if (o->flags & JN_FLAG_WATCHED)
    jn_watch_hit(o);
  jn_assign(&function(o)->defaults, v.tag == JN_UNBOUND ? jn_none() : jn_own(v));
  return 0;
}
Value getKwdefaults(Object *o) {
  return orNone(function(o)->kwdefaults);
}
int setKwdefaults(Object *o, Value v) {
  if (v.tag != JN_UNBOUND && v.tag != JN_NONE && !isInstance(v, &jn_type_dict)) {
    raise(jn_exc_TypeError, "__kwdefaults__ must be set to a dict object");
    return -1;
  }
  if (o->flags & JN_FLAG_WATCHED)
    jn_watch_hit(o);
  jn_assign(&function(o)->kwdefaults, v.tag == JN_UNBOUND ? jn_none() : jn_own(v));
  return 0;
}
Value getAnnotations(Object *o) {
  auto *f = function(o);
  if (f->annotations.tag != JN_OBJECT)
    f->annotations = jn_obj(newDict());
  return jn_own(f->annotations);
}
int setAnnotations(Object *o, Value v) {
  if (v.tag != JN_UNBOUND && v.tag != JN_NONE && !isInstance(v, &jn_type_dict)) {
    raise(jn_exc_TypeError, "__annotations__ must be set to a dict object");
    return -1;
  }
  jn_assign(&function(o)->annotations, v.tag == JN_UNBOUND ? jn_none() : jn_own(v));
  return 0;
}
Value getModule(Object *o) {
  auto *f = function(o);
  if (jn_dict *d = dictOf(f)) {
    Value v = dictGetStr(d, JN_NAME("__module__"));
    if (v.tag != JN_UNBOUND)
      return jn_own(v);
  }
  if (!f->module)
    return jn_none();
  return orNone(dictGetStr(f->module->dict, JN_NAME("__name__")));
}
int setModule(Object *o, Value v) {
  return dictSet(instanceDict(o), JN_NAME("__module__"), v.tag == JN_UNBOUND ? jn_none() : v);
}
Value getGlobals(Object *o) {
  return function(o)->module ? jn_own(jn_obj(function(o)->module->dict)) : jn_none();
}
Value getClosure(Object *o) {
  auto *f = function(o);
  if (!f->closure_size)
    return jn_none();
  jn_tuple *t = newTuple(f->closure_size);
  for (int64_t i = 0; i < f->closure_size; ++i)
    t->items[i] = jn_own(jn_obj(f->closure[i]));
  return jn_obj(t);
}

// ---------------------------------------------------------------- code objects

struct CodeObject {
  jn_object head;
  const jn_function_def *def;
};
const jn_function_def *codeOf(Object *o) {
  return reinterpret_cast<CodeObject *>(o)->def;
}
Value codeName(Object *o) {
  return internStr(codeOf(o)->name);
}
Value codeQualname(Object *o) {
  return internStr(codeOf(o)->qualname);
}
Value codeFile(Object *o) {
  return makeStr(sourcePath(codeOf(o)->file));
}
Value codeLine(Object *o) {
  return jn_int(codeOf(o)->line);
}
Value codeArgcount(Object *o) {
  return jn_int(codeOf(o)->positional);
}
Value codePosonly(Object *o) {
  return jn_int(codeOf(o)->positional_only);
}
Value codeKwonly(Object *o) {
  return jn_int(codeOf(o)->keyword_only);
}
Value codeVarnames(Object *o) {
  const jn_function_def *d = codeOf(o);
  size_t n = parameterCount(d);
  jn_tuple *t = newTuple(static_cast<int64_t>(n));
  for (size_t i = 0; i < n; ++i)
    t->items[i] = internStr(d->parameters[i]);
  return jn_obj(t);
}
Value codeNlocals(Object *o) {
  return jn_int(static_cast<int64_t>(parameterCount(codeOf(o))));
}
Value codeFreevars(Object *o) {
  const jn_function_def *d = codeOf(o);
  jn_tuple *t = newTuple(d->free_count);
  for (int64_t i = 0; i < d->free_count; ++i)
    t->items[i] = internStr(d->free_names[i]);
  return jn_obj(t);
}
Value codeFlags(Object *o) {
  uint32_t f = codeOf(o)->flags;
  return jn_int(3 | (f & JN_FN_VARARGS ? 4 : 0) | (f & JN_FN_VARKW ? 8 : 0) |
                (f & JN_FN_GENERATOR && !(f & (JN_FN_COROUTINE | JN_FN_ASYNC_GENERATOR)) ? 32 : 0) |
                (f & JN_FN_COROUTINE ? 128 : 0) | (f & JN_FN_ITERABLE_COROUTINE ? 256 : 0) |
                (f & JN_FN_ASYNC_GENERATOR ? 512 : 0));
}
const GetSetDef codeGetsets[] = {{"co_name", codeName, nullptr},
                                 {"co_qualname", codeQualname, nullptr},
                                 {"co_filename", codeFile, nullptr},
                                 {"co_firstlineno", codeLine, nullptr},
                                 {"co_argcount", codeArgcount, nullptr},
                                 {"co_posonlyargcount", codePosonly, nullptr},
                                 {"co_kwonlyargcount", codeKwonly, nullptr},
                                 {"co_varnames", codeVarnames, nullptr},
                                 {"co_nlocals", codeNlocals, nullptr},
                                 {"co_freevars", codeFreevars, nullptr},
                                 {"co_flags", codeFlags, nullptr},
                                 {nullptr, nullptr, nullptr}};
Value codeRepr(Object *o) {
  return makeStr(formatText("<code object %s at %p, file \"%s\", line %d>", codeOf(o)->name,
                            static_cast<void *>(o), codeOf(o)->file,
                            static_cast<int>(codeOf(o)->line)));
}
Value codeCompare(Value a, Value b, CompareOp op) {
  if (!isExact(b, typeOf(a)) || (op != CompareOp::Eq && op != CompareOp::Ne))
    return jn_notimplemented();
  return jn_bool((codeOf(a.o) == codeOf(b.o)) == (op == CompareOp::Eq));
}
int codeHash(Object *o, int64_t *out) {
  *out = static_cast<int64_t>(reinterpret_cast<size_t>(codeOf(o)) >> 4);
  return 0;
}
Type codeType = {.name = "code",
                 .instanceSize = sizeof(CodeObject),
                 .repr = codeRepr,
                 .hash = codeHash,
                 .compare = codeCompare,
                 .getsets = codeGetsets};

Value getCode(Object *o) {
  return newCode(function(o)->def);
}
// The cells stay those of the function. Code finds the globals of the module it was compiled in.
int setCode(Object *o, Value v) {
  jn_function *f = function(o);
  if (v.tag != JN_OBJECT || v.o->type != &codeType) {
    raise(jn_exc_TypeError, "__code__ must be set to a code object");
    return -1;
  }
  const jn_function_def *def = codeOf(v.o);
  if (def->free_count != f->closure_size) {
    raise(jn_exc_ValueError, "%s() requires a code object with %d free vars, not %d",
          std::string(utf8Of(functionName(f))).c_str(), static_cast<int>(f->closure_size),
          static_cast<int>(def->free_count));
    return -1;
  }
  if (std::string_view(def->file) != f->def->file) {
    raise(jn_exc_NotImplementedError, "__code__ of another module's function");
    return -1;
  }
  functionName(f);  // those stay
  functionQualname(f);
  Ref(getDoc(o));
  if (o->flags & JN_FLAG_WATCHED)
    jn_watch_hit(o);
  f->def = def;
  typeModified(&jn_type_object);  // method sites have learnt what it takes
  return 0;
}

const GetSetDef functionGetsets[] = {{"__name__", getName, setText<&jn_function::name>},
                                     {"__qualname__", getQualname, setText<&jn_function::qualname>},
                                     {"__doc__", getDoc, setDoc},
                                     {"__defaults__", getDefaults, setDefaults},
                                     {"__kwdefaults__", getKwdefaults, setKwdefaults},
                                     {"__annotations__", getAnnotations, setAnnotations},
                                     {"__module__", getModule, setModule},
                                     {"__globals__", getGlobals, nullptr},
                                     {"__closure__", getClosure, nullptr},
                                     {"__code__", getCode, setCode},
                                     {nullptr, nullptr, nullptr}};

// ---------------------------------------------------------------- bound methods

MethodObject *method(Object *o) {
  return reinterpret_cast<MethodObject *>(o);
}
void methodTraverse(Object *o, VisitFn visit, void *context) {
  visitValue(method(o)->function, visit, context);
  visitValue(method(o)->self, visit, context);
}
void methodClear(Object *o) {
  jn_assign(&method(o)->function, jn_none());
  jn_assign(&method(o)->self, jn_none());
}
void methodDealloc(Object *o) {
  methodClear(o);
  freeObject(o);
}
Value methodCall(Value self, const Value *args, size_t count, Value kwnames) {
  auto *m = as<MethodObject>(self);
  return callPrepended(m->function, m->self, args, count, kwnames);
}
Value methodGetattr(Value self, Value name) {
  Value v = genericLookup(self, name);
  if (v.tag != JN_UNBOUND)
    return v;
  return getattr(as<MethodObject>(self)->function, name);
}
Value methodRepr(Object *o) {
  Ref name(getattrOptional(method(o)->function, JN_NAME("__qualname__")));
  if (name.get().tag == JN_UNBOUND)
    name = Ref(getattrOptional(method(o)->function, JN_NAME("__name__")));
  clearError();
  std::string text = isStr(name.get()) ? std::string(utf8Of(name.get())) : "?";
  return makeStr(formatText("<bound method %s of %R>", text.c_str(), &method(o)->self));
}
bool sameValue(Value a, Value b) {
  return a.tag == b.tag && a.i == b.i;
}
Value methodCompare(Value a, Value b, CompareOp op) {
  if (!isExact(b, &jn_type_method) || (op != CompareOp::Eq && op != CompareOp::Ne))
    return jn_notimplemented();
  auto *x = as<MethodObject>(a), *y = as<MethodObject>(b);
  int same = equal(x->function, y->function);
  if (same < 0)
    return jn_error();
  same = same && sameValue(x->self, y->self);
  return jn_bool(same == (op == CompareOp::Eq));
}
int methodHash(Object *o, int64_t *out) {
  int64_t f;
  if (!hash(method(o)->function, &f))
    return -1;
  Value self = method(o)->self;
  *out = f ^ static_cast<int64_t>(static_cast<uint64_t>(self.i) >> 4);
  if (*out == -1)
    *out = -2;
  return 0;
}
Value methodSelf(Object *o) {
  return jn_own(method(o)->self);
}
Value methodFunction(Object *o) {
  return jn_own(method(o)->function);
}
Value methodDoc(Object *o) {
  return getattr(method(o)->function, JN_NAME("__doc__"));
}
const GetSetDef methodGetsets[] = {{"__self__", methodSelf, nullptr},
                                   {"__func__", methodFunction, nullptr},
                                   {"__doc__", methodDoc, nullptr},
                                   {nullptr, nullptr, nullptr}};
Value methodConstruct(Type *, const Value *args, size_t count, Value) {
  if (count != 2)
    return raise(jn_exc_TypeError, "method expected 2 arguments, got %zu", count);
  if (!typeOf(args[0])->call)
    return raise(jn_exc_TypeError, "first argument must be callable");
  if (args[1].tag == JN_NONE)
    return raise(jn_exc_TypeError, "self must not be None");
  return newMethod(args[0], args[1]);
}

// ---------------------------------------------------------------- cells

jn_cell *cell(Object *o) {
  return reinterpret_cast<jn_cell *>(o);
}
void cellTraverse(Object *o, VisitFn visit, void *context) {
  visitValue(cell(o)->value, visit, context);
}
void cellClear(Object *o) {
  jn_assign(&cell(o)->value, jn_unbound());
}
void cellDealloc(Object *o) {
  cellClear(o);
  freeObject(o);
}
Value cellGet(Object *o) {
  Value v = cell(o)->value;
  return v.tag < JN_NONE ? raise(jn_exc_ValueError, "Cell is empty") : jn_own(v);
}
int cellSet(Object *o, Value v) {
  jn_cell_store(cell(o), jn_own(v));
  return 0;
}
// By contents; an empty cell comes first.
Value cellCompare(Value a, Value b, CompareOp op) {
  if (!isExact(b, &jn_type_cell))
    return jn_notimplemented();
  Value x = as<jn_cell>(a)->value, y = as<jn_cell>(b)->value;
  bool left = x.tag >= JN_NONE, right = y.tag >= JN_NONE;
  if (left && right)
    return compare(x, y, op);
  return compare(jn_int(left), jn_int(right), op);
}
Value cellRepr(Object *o) {
  Value v = cell(o)->value;
  if (v.tag < JN_NONE)
    return makeStr(formatText("<cell at %p: empty>", static_cast<void *>(o)));
  return makeStr(formatText("<cell at %p: %T object at %p>", static_cast<void *>(o), &v,
                            static_cast<void *>(v.tag == JN_OBJECT ? v.o : nullptr)));
}
const GetSetDef cellGetsets[] = {{"cell_contents", cellGet, cellSet}, {nullptr, nullptr, nullptr}};
Value cellConstruct(Type *, const Value *args, size_t count, Value) {
  return jn_obj(jn_make_cell(count ? jn_own(args[0]) : jn_unbound()));
}

}  // namespace

Value newCode(const jn_function_def *def) {
  auto *c = allocate<CodeObject>(&codeType);
  c->def = def;
  return jn_obj(c);
}

Value functionName(jn_function *f) {
  if (f->name.tag < JN_NONE)
    f->name = internStr(f->def->name);
  return f->name;
}
Value functionQualname(jn_function *f) {
  if (f->qualname.tag < JN_NONE)
    f->qualname = internStr(f->def->qualname);
  return f->qualname;
}

Value newMethod(Value function, Value self) {
  auto *m = allocate<MethodObject>(&jn_type_method);
  m->function = jn_own(function);
  m->self = jn_own(self);
  return jn_obj(m);
}

int initFunctionTypes() {
  Type *types[] = {&jn_type_function, &jn_type_method, &jn_type_cell, &codeType};
  for (Type *t : types)
    if (readyType(t) < 0)
      return -1;
  return 0;
}

Type jn_type_method = {
    .name = "method",
    .instanceSize = sizeof(MethodObject),
    .dealloc = methodDealloc,
    .traverse = methodTraverse,
    .clear = methodClear,
    .repr = methodRepr,
    .hash = methodHash,
    .compare = methodCompare,
    .call = methodCall,
    .getattr = methodGetattr,
    .construct = methodConstruct,
    .getsets = methodGetsets,
};
Type jn_type_cell = {
    .name = "cell",
    .instanceSize = sizeof(jn_cell),
    .dealloc = cellDealloc,
    .traverse = cellTraverse,
    .clear = cellClear,
    .repr = cellRepr,
    .hash = hashNotImplemented,
    .compare = cellCompare,
    .construct = cellConstruct,
    .getsets = cellGetsets,
};

}  // namespace janus

using namespace janus;

jn_type jn_type_function = {
    .dictOffset = kDictOffset,
    .name = "function",
    .instanceSize = sizeof(jn_function),
    .dealloc = functionDealloc,
    .traverse = functionTraverse,
    .clear = functionClear,
    .repr = functionRepr,
    .call = functionCall,
    .descrGet = functionGet,
    .getsets = functionGetsets,
};

jn_cell *jn_make_cell(jn_value initial) {
  auto *c = allocate<jn_cell>(&jn_type_cell);
  c->value = initial;
  return c;
}

jn_value jn_make_function(jn_module *m, const jn_function_def *def, jn_value defaults,
                          jn_value kwdefaults, jn_value annotations, jn_cell *const *closure) {
  auto *f = reinterpret_cast<jn_function *>(
      allocate(&jn_type_function, sizeof(jn_function) + def->free_count * sizeof(jn_cell *)));
  f->def = def;
  f->module = m;
  if (m)
    jn_incref(jn_obj(m));
  auto orNone = [](Value v) { return v.tag == JN_OBJECT ? jn_own(v) : jn_none(); };
  f->defaults = orNone(defaults);
  f->kwdefaults = orNone(kwdefaults);
  f->annotations = orNone(annotations);
  f->name = f->qualname = f->doc = f->dict = jn_unbound();
  f->closure_size = def->free_count;
  for (int64_t i = 0; i < f->closure_size; ++i) {
    f->closure[i] = closure[i];
    jn_incref(jn_obj(closure[i]));
  }
  return jn_obj(f);
}
