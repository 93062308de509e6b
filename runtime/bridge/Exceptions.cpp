#include "bridge/Exceptions.h"

#include "bridge/Frames.h"
#include "bridge/Proxies.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <array>

namespace janus::bridge {
namespace {

// What twins of Python's exception classes have besides their bases: text and attributes are asked
// of the exception in Python.
Value foreignOf(Value exception) {
  ForeignObject *f = twinIn(as<ExceptionObject>(exception)->dict);
  return f ? jn_obj(f) : jn_unbound();
}
Value textOf(const Value *args, ToPython operation, Value (*fallback)(Object *)) {
  Value f = foreignOf(args[0]);
  Session *s = f.tag == JN_OBJECT ? Session::running() : nullptr;
  if (!s || as<ForeignObject>(f)->session != s->number())
    return fallback(args[0].o);
  return s->ask(operation, {f});
}
Value exceptionStr(const Value *args, size_t, Value) {
  return textOf(args, ToPython::Str, jn_exc_BaseException.str);
}
Value exceptionRepr(const Value *args, size_t, Value) {
  return textOf(args, ToPython::Repr, jn_exc_BaseException.repr);
}
Value exceptionGetattr(const Value *args, size_t, Value) {
  Value f = foreignOf(args[0]);
  return f.tag == JN_OBJECT ? getattr(f, args[1]) : raiseAttributeError(args[0], args[1]);
}
// Python's own attributes stay with the object that we raise.
Value exceptionSetattr(const Value *args, size_t, Value) {
  Value f = foreignOf(args[0]);
  bool ours = f.tag != JN_OBJECT || utf8Of(args[1]).substr(0, 2) == "__";
  return (ours ? genericSetattr(args[0], args[1], args[2]) : setattr(f, args[1], args[2])) < 0
             ? jn_error()
             : jn_none();
}
// cls(...): made in Python, so that its __init__ runs there.
Value exceptionNew(const Value *args, size_t count, Value kwnames) {
  Session *s = Session::get();
  if (!s)
    return jn_error();
  if (!s->foreignClasses.count(as<Type>(args[0])))
    return raise(jn_exc_RuntimeError, "the Python process that held this class has ended");
  std::vector<Value> all = {args[0], keywordsIn(kwnames) ? kwnames : jn_none()};
  all.insert(all.end(), args + 1, args + count);
  return s->ask(ToPython::Call, all.data(), all.size());
}
// What __new__ has done already must not be done over.
Value exceptionInit(const Value *args, size_t count, Value kwnames) {
  if (foreignOf(args[0]).tag == JN_OBJECT)
    return jn_none();
  return jn_exc_BaseException.init(args[0], args + 1, count - 1, kwnames) < 0 ? jn_error()
                                                                              : jn_none();
}
const MethodDef twinMethods[] = {{"__str__", exceptionStr, 1, 1},
                                 {"__repr__", exceptionRepr, 1, 1},
                                 {"__getattr__", exceptionGetattr, 2, 2},
                                 {"__setattr__", exceptionSetattr, 3, 3},
                                 {"__init__", exceptionInit, 1, -1, true}};
const MethodDef twinNew = {"__new__", exceptionNew, 1, -1, true};

Type *makeTwinClass(std::string_view module, std::string_view qualname, std::string_view name,
                    jn_tuple *bases) {
  Ref ns(jn_obj(newDict()));
  jn_dict *d = ns.as<jn_dict>();
  dictSet(d, JN_NAME("__module__"), internStr(module));
  dictSet(d, JN_NAME("__qualname__"), internStr(qualname));
  for (const MethodDef &m : twinMethods) {
    Ref method(newNative(&jn_type_method_descriptor, &m, jn_unbound(), jn_unbound(),
                         &jn_exc_BaseException));
    dictSet(d, internStr(m.name), method.get());
  }
  Ref make(makeNative(&twinNew, jn_unbound()));
  dictSet(d, internStr(twinNew.name), make.get());
  return newClass(&jn_type_type, internStr(name), bases, d, nullptr, jn_unbound());
}

void setChained(ExceptionObject **slot, Value v) {
  ExceptionObject *old = *slot;
  *slot = isException(v) ? as<ExceptionObject>(jn_own(v)) : nullptr;
  if (old)
    jn_decref(jn_obj(old));
}

// An instance with these arguments, without what classes of Python do in __init__. Some builtin
// classes are written in Python here: exception groups.
Value makeInstance(const Session &session, Type *type, jn_tuple *args) {
  Type *native = type;
  while (native->typeFlags & kTypeHeap && session.foreignClasses.count(native))
    native = native->base;
  if (native->typeFlags & kTypeHeap) {
    Ref make(getattr(jn_obj(native), JN_NAME("__new__")));
    if (make.failed())
      return jn_error();
    std::vector<Value> all = {jn_obj(type)};
    all.insert(all.end(), args->items, args->items + args->size);
    return jn_call(make.get(), all.data(), all.size());
  }
  auto count = static_cast<size_t>(args->size);
  Ref made(native->construct(type, args->items, count, jn_unbound()));
  if (!made.failed() && native->init(made.get(), args->items, count, jn_unbound()) < 0)
    return jn_error();
  return made.release();
}

}  // namespace

bool writePairedClass(Encoder &e, const Type *type) {
  if (auto it = e.session.foreignClasses.find(type); it != e.session.foreignClasses.end()) {
    e.tag(Tag::Yours);
    e.number(it->second);
    return true;
  }
  Value cls = jn_obj(const_cast<Type *>(type));
  Ref module(getattrOptional(cls, JN_NAME("__module__"))),
      qualname(getattrOptional(cls, JN_NAME("__qualname__"))),
      name(getattrOptional(cls, JN_NAME("__name__")));
  clearError();
  if (!(type->typeFlags & kTypeHeap) || (isStr(module.get()) && utf8Of(module.get()) == "builtins"))
    return false;
  bool known;
  e.tag(Tag::Class);
  e.number(e.session.exportObject(e, cls, World::Packages, &known));
  e.byte(!known);
  if (known)
    return true;
  for (const Ref *each : {&module, &qualname, &name})
    e.text(isStr(each->get()) ? utf8Of(each->get()) : "");
  e.size(static_cast<size_t>(type->bases->size));
  for (int64_t i = 0; i < type->bases->size; ++i)
    if (!e.value(type->bases->items[i]))
      return true;
  return true;
}

Value readClass(Decoder &d) {
  auto id = d.number<uint32_t>();
  bool isNew = d.byte();
  auto &known = d.session.classesById;
  if (auto it = known.find(id); it != known.end() && !isNew)
    return jn_own(jn_obj(it->second));
  std::string module(d.text()), qualname(d.text()), name(d.text());
  Ref bases(d.valueOf(jn_type_tuple));
  if (!isNew || d.isBroken() || known.count(id) || bases.failed())
    return d.setBroken();
  for (int64_t i = 0; i < bases.as<jn_tuple>()->size; ++i)
    if (!isType(bases.as<jn_tuple>()->items[i]))
      return d.setBroken();
  Type *type = makeTwinClass(module, qualname, name, bases.as<jn_tuple>());
  if (!type)
    return jn_error();
  d.session.pairClass(type, id);
  return jn_own(jn_obj(type));
}

namespace {

// What the class takes by keyword, as pairs of a name and a value; server/exceptions.py has the
// same.
Value keywordsOf(Value x) {
  static const struct {
    Type *type;
    std::array<const char *, 2> names;
  } kKeywords[] = {{&jn_exc_ImportError, {"name", "path"}},
                   {&jn_exc_NameError, {"name", nullptr}},
                   {&jn_exc_AttributeError, {"name", "obj"}}};
  std::vector<Ref> pairs;
  for (const auto &row : kKeywords)
    for (const char *each : row.names) {
      if (!each || !isInstance(x, row.type))
        continue;
      Ref name(internStr(each)), value(getattrOptional(x, name.get()));
      clearError();
      if (value.get().tag > JN_NONE)
        pairs.emplace_back(makeTuple({name.get(), value.get()}));
    }
  jn_tuple *all = newTuple(static_cast<int64_t>(pairs.size()));
  for (size_t i = 0; i < pairs.size(); ++i)
    all->items[i] = pairs[i].release();
  return jn_obj(all);
}

// What makes the exception again: `args` of an OSError are without the names of files.
Value argumentsOf(Value x) {
  jn_tuple *args = as<ExceptionObject>(x)->args;
  Ref first(getattrOptional(x, JN_NAME("filename"))),
      second(getattrOptional(x, JN_NAME("filename2")));
  clearError();
  if (!isInstance(x, &jn_exc_OSError) || args->size != 2 || first.get().tag <= JN_NONE)
    return jn_own(jn_obj(args));
  if (second.get().tag <= JN_NONE)
    return makeTuple({args->items[0], args->items[1], first.get()});
  return makeTuple({args->items[0], args->items[1], first.get(), jn_none(), second.get()});
}

}  // namespace

bool writeException(Encoder &e, Value v) {
  auto *x = as<ExceptionObject>(v);
  if (ForeignObject *twin = twinIn(x->dict); twin && twin->session == e.session.number()) {
    e.tag(Tag::Yours);
    e.number(twin->id);
    return true;
  }
  bool known;
  e.tag(Tag::Exception);
  e.number(e.session.exportObject(e, v, World::Packages, &known));
  e.byte(!known);
  if (known)
    return true;
  Ref args(argumentsOf(v)), keywords(keywordsOf(v));
  return e.value(jn_obj(x->head.type)) && e.value(args.get()) && e.value(keywords.get());
}

namespace {

// Names and values of what the class takes by keyword.
bool setKeywords(Value x, jn_tuple *pairs) {
  for (int64_t i = 0; i < pairs->size; ++i) {
    Value pair = pairs->items[i];
    if (!isExact(pair, &jn_type_tuple) || as<jn_tuple>(pair)->size != 2 ||
        !isStr(as<jn_tuple>(pair)->items[0]))
      return false;
    Value name = internStr(utf8Of(as<jn_tuple>(pair)->items[0]));
    if (genericSetattr(x, name, as<jn_tuple>(pair)->items[1]) < 0)
      clearError();
  }
  return true;
}

}  // namespace

// number, class, args, keywords, frames, cause, context, whether the context is suppressed
Value readException(Decoder &d) {
  auto id = d.number<uint32_t>();
  Ref cls(d.value()), args(d.value()), keywords(d.value()), frames(d.value()), cause(d.value()),
      context(d.value());
  bool suppressed = d.byte();
  if (d.isBroken() || !isExact(args.get(), &jn_type_tuple) ||
      !isExact(keywords.get(), &jn_type_tuple) || !isExact(frames.get(), &jn_type_tuple))
    return d.setBroken();
  if (d.hasFailed())
    return jn_none();
  if (!isExceptionClass(cls.get()))
    return d.setBroken();
  Ref foreign(d.session.foreignObject(id, 0));
  auto *handle = foreign.as<ForeignObject>();
  if (handle->twin)
    return jn_own(jn_obj(handle->twin));
  Ref made(makeInstance(d.session, cls.as<Type>(), args.as<jn_tuple>()));
  if (made.failed())
    return jn_error();
  if (!isException(made.get()))
    return d.setBroken();
  auto *x = made.as<ExceptionObject>();
  if (!setKeywords(made.get(), keywords.as<jn_tuple>()))
    return d.setBroken();
  makeTwins(handle, &x->head, instanceDict(&x->head));
  setChained(&x->cause, cause.get());
  setChained(&x->context, context.get());
  x->suppressContext = suppressed;
  if (!addFrames(x, frames.as<jn_tuple>()))
    return d.setBroken();
  return made.release();
}

}  // namespace janus::bridge
