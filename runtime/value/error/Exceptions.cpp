// The exception classes: construction, text, fields, attributes.
#include "value/builtin/Builtins.h"
#include "value/container/Dict.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <stddef.h>

namespace janus {

namespace {

constexpr size_t kBaseSize = offsetof(ExceptionObject, fields);
constexpr size_t sizeWith(size_t fields) {
  return kBaseSize + fields * sizeof(Value);
}

ExceptionObject *exc(Object *o) {
  return reinterpret_cast<ExceptionObject *>(o);
}

const Type *nativeBase(const Type *type) {
  while (type->typeFlags & kTypeHeap)
    type = type->base;
  return type;
}

ExceptionObject *allocateException(Type *type) {
  auto *e = reinterpret_cast<ExceptionObject *>(allocate(type, kBaseSize));
  const Type *native = type;
  if (type->typeFlags & kTypeHeap)
    native = nativeBase(type);
  e->fieldCount = static_cast<uint32_t>((native->instanceSize - kBaseSize) / sizeof(Value));
  return e;
}

void exceptionTraverse(Object *o, VisitFn visit, void *context) {
  auto *e = exc(o);
  visit(reinterpret_cast<Object *>(e->args), context);
  visit(reinterpret_cast<Object *>(e->traceback), context);
  visit(reinterpret_cast<Object *>(e->context), context);
  visit(reinterpret_cast<Object *>(e->cause), context);
  visit(reinterpret_cast<Object *>(e->dict), context);
  for (uint32_t i = 0; i < e->fieldCount; ++i)
    if (e->fields[i].tag == JN_OBJECT)
      visit(e->fields[i].o, context);
}

template <class T>
void drop(T *&pointer) {
  if (T *old = pointer) {
    pointer = nullptr;
    jn_decref(jn_obj(old));
  }
}

void exceptionClear(Object *o) {
  auto *e = exc(o);
  drop(e->traceback);
  drop(e->context);
  drop(e->cause);
  drop(e->dict);
  for (uint32_t i = 0; i < e->fieldCount; ++i)
    jn_assign(&e->fields[i], jn_unbound());
}

void exceptionDealloc(Object *o) {
  exceptionClear(o);
  drop(exc(o)->args);
  freeObject(o);
}

Value exceptionConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  size_t keywords = kwnames.tag == JN_OBJECT ? static_cast<size_t>(as<jn_tuple>(kwnames)->size) : 0;
  auto *e = allocateException(cls);
  e->args = as<jn_tuple>(jn_make_tuple(args, count - keywords));
  return jn_obj(e);
}

int refuseKeywords(Value self, Value kwnames) {
  if (kwnames.tag != JN_OBJECT || as<jn_tuple>(kwnames)->size == 0)
    return 0;
  raise(jn_exc_TypeError, "%T() takes no keyword arguments", &self);
  return -1;
}

int setArgs(Value self, const Value *args, size_t count) {
  auto *e = as<ExceptionObject>(self);
  jn_tuple *old = e->args;
  if (old && static_cast<size_t>(old->size) == count) {
    bool same = true;
    for (size_t i = 0; i < count && same; ++i)
      same = old->items[i].tag == args[i].tag && old->items[i].i == args[i].i;
    if (same)
      return 0;
  }
  e->args = as<jn_tuple>(jn_make_tuple(args, count));
  if (old)
    jn_decref(jn_obj(old));
  return 0;
}

int exceptionInit(Value self, const Value *args, size_t count, Value kwnames) {
  if (refuseKeywords(self, kwnames) < 0)
    return -1;
  return setArgs(self, args, count);
}

// StopIteration.value is the first argument; SystemExit.code that, or the tuple of several.
int stopIterationInit(Value self, const Value *args, size_t count, Value kwnames) {
  if (exceptionInit(self, args, count, kwnames) < 0)
    return -1;
  setExceptionField(as<ExceptionObject>(self), 0, count ? jn_own(args[0]) : jn_none());
  return 0;
}
int systemExitInit(Value self, const Value *args, size_t count, Value kwnames) {
  if (exceptionInit(self, args, count, kwnames) < 0)
    return -1;
  if (count == 0)
    return 0;
  setExceptionField(as<ExceptionObject>(self), 0,
                    count == 1 ? jn_own(args[0]) : jn_own(jn_obj(as<ExceptionObject>(self)->args)));
  return 0;
}

// Keyword-only fields by name: ImportError(name=, path=), NameError(name=), AttributeError(name=,
// obj=).
int initWithKeywords(Value self, const Value *args, size_t count, Value kwnames,
                     std::initializer_list<const char *> names) {
  size_t keywords = kwnames.tag == JN_OBJECT ? static_cast<size_t>(as<jn_tuple>(kwnames)->size) : 0;
  size_t positional = count - keywords;
  if (setArgs(self, args, positional) < 0)
    return -1;
  for (size_t k = 0; k < keywords; ++k) {
    Value keyword = as<jn_tuple>(kwnames)->items[k];
    uint32_t field = 0;
    bool found = false;
    for (const char *name : names) {
      if (utf8Of(keyword) == name) {
        setExceptionField(as<ExceptionObject>(self), field, jn_own(args[positional + k]));
        found = true;
        break;
      }
      ++field;
    }
    if (!found) {
      raise(jn_exc_TypeError, "'%S' is an invalid keyword argument for %T()", &keyword, &self);
      return -1;
    }
  }
  return 0;
}
int importErrorInit(Value self, const Value *args, size_t count, Value kwnames) {
  if (initWithKeywords(self, args, count, kwnames, {"name", "path"}) < 0)
    return -1;
  auto *e = as<ExceptionObject>(self);
  if (e->args->size == 1)
    setExceptionField(e, kImportMsg, jn_own(e->args->items[0]));
  return 0;
}
int nameErrorInit(Value self, const Value *args, size_t count, Value kwnames) {
  return initWithKeywords(self, args, count, kwnames, {"name"});
}
int attributeErrorInit(Value self, const Value *args, size_t count, Value kwnames) {
  return initWithKeywords(self, args, count, kwnames, {"name", "obj"});
}

// OSError(errno, strerror[, filename[, winerror[, filename2]]]) picks the subclass of errno.
Value osErrorConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  if (cls == &jn_exc_OSError && count >= 2 && count <= 5 && kwnames.tag != JN_OBJECT &&
      args[0].tag == JN_INT)
    cls = osErrorClassFor(static_cast<int>(args[0].i));
  return exceptionConstruct(cls, args, count, kwnames);
}
int osErrorInit(Value self, const Value *args, size_t count, Value kwnames) {
  if (refuseKeywords(self, kwnames) < 0)
    return -1;
  auto *e = as<ExceptionObject>(self);
  if (count < 2 || count > 5)
    return setArgs(self, args, count);
  setExceptionField(e, kOsErrno, jn_own(args[0]));
  setExceptionField(e, kOsStrerror, jn_own(args[1]));
  if (count >= 3 && args[2].tag != JN_NONE) {
    setExceptionField(e, kOsFilename, jn_own(args[2]));
    if (count >= 5 && args[4].tag != JN_NONE)
      setExceptionField(e, kOsFilename2, jn_own(args[4]));
    return setArgs(self, args, 2);
  }
  return setArgs(self, args, count);
}

int syntaxErrorInit(Value self, const Value *args, size_t count, Value kwnames) {
  if (exceptionInit(self, args, count, kwnames) < 0)
    return -1;
  auto *e = as<ExceptionObject>(self);
  if (count >= 1)
    setExceptionField(e, kSyntaxMsg, jn_own(args[0]));
  if (count == 2 && isInstance(args[1], &jn_type_tuple)) {
    auto *info = as<jn_tuple>(args[1]);
    static const uint32_t order[] = {kSyntaxFilename, kSyntaxLineno,    kSyntaxOffset,
                                     kSyntaxText,     kSyntaxEndLineno, kSyntaxEndOffset};
    for (int64_t i = 0; i < info->size && i < 6; ++i)
      setExceptionField(e, order[i], jn_own(info->items[i]));
  }
  return 0;
}

int unicodeErrorInit(Value self, const Value *args, size_t count, Value kwnames) {
  if (exceptionInit(self, args, count, kwnames) < 0)
    return -1;
  auto *e = as<ExceptionObject>(self);
  bool translate = isSubtype(e->head.type, &jn_exc_UnicodeTranslateError);
  size_t wanted = translate ? 4 : 5;
  if (count != wanted) {
    raise(jn_exc_TypeError, "function takes exactly %zu arguments (%zu given)", wanted, count);
    return -1;
  }
  uint32_t field = translate ? kUnicodeObject : kUnicodeEncoding;
  for (size_t i = 0; i < count; ++i)
    setExceptionField(e, field + static_cast<uint32_t>(i), jn_own(args[i]));
  return 0;
}

// ---------------------------------------------------------------- text

Value exceptionStr(Object *o) {
  auto *e = exc(o);
  if (e->args->size == 0)
    return makeStr("");
  if (e->args->size == 1)
    return str(e->args->items[0]);
  return str(jn_obj(e->args));
}

Value exceptionRepr(Object *o) {
  auto *e = exc(o);
  Ref args(e->args->size == 1 ? repr(e->args->items[0]) : repr(jn_obj(e->args)));
  if (args.failed())
    return jn_error();
  std::string text(typeNameOf(o->type));
  if (e->args->size == 1)
    text += '(';
  text += utf8Of(args.get());
  if (e->args->size == 1)
    text += ')';
  return makeStr(text);
}

Value keyErrorStr(Object *o) {
  auto *e = exc(o);
  return e->args->size == 1 ? repr(e->args->items[0]) : exceptionStr(o);
}

Value osErrorStr(Object *o) {
  auto *e = exc(o);
  auto isSet = [&](uint32_t i) { return e->fields[i].tag >= JN_NONE; };
  if (isSet(kOsErrno) && isSet(kOsStrerror)) {
    Value number = e->fields[kOsErrno], text = e->fields[kOsStrerror];
    std::string out = formatText("[Errno %S] %S", &number, &text);
    if (isSet(kOsFilename)) {
      Value name = e->fields[kOsFilename], second = e->fields[kOsFilename2];
      out += isSet(kOsFilename2) ? formatText(": %R -> %R", &name, &second)
                                 : formatText(": %R", &name);
    }
    return makeStr(out);
  }
  return exceptionStr(o);
}

Value importErrorStr(Object *o) {
  Value message = exc(o)->fields[kImportMsg];
  return isStr(message) ? jn_own(message) : exceptionStr(o);
}

Value syntaxErrorStr(Object *o) {
  auto *e = exc(o);
  Value message = e->fields[kSyntaxMsg];
  if (message.tag < JN_NONE)
    return exceptionStr(o);
  Value file = e->fields[kSyntaxFilename], line = e->fields[kSyntaxLineno];
  bool hasFile = isStr(file), hasLine = line.tag == JN_INT;
  if (!hasFile && !hasLine)
    return str(message);
  std::string name(hasFile ? utf8Of(file) : "");
  if (size_t slash = name.rfind('/'); slash != std::string::npos)
    name = name.substr(slash + 1);
  std::string out = formatText("%S", &message);
  if (hasFile && hasLine)
    out += formatText(" (%s, line %ld)", name.c_str(), static_cast<long>(line.i));
  else if (hasFile)
    out += " (" + name + ")";
  else
    out += formatText(" (line %ld)", static_cast<long>(line.i));
  return makeStr(out);
}

Value unicodeErrorStr(Object *o) {
  auto *e = exc(o);
  Value encoding = e->fields[kUnicodeEncoding], object = e->fields[kUnicodeObject],
        reason = e->fields[kUnicodeReason];
  Value first = e->fields[kUnicodeStart], last = e->fields[kUnicodeEnd];
  if (object.tag < JN_NONE || first.tag != JN_INT || last.tag != JN_INT)
    return makeStr("");
  bool decode = isSubtype(o->type, &jn_exc_UnicodeDecodeError);
  bool translate = isSubtype(o->type, &jn_exc_UnicodeTranslateError);
  long from = first.i, to = last.i;
  std::string head =
      translate ? std::string("can't translate")
                : formatText("'%S' codec can't %s", &encoding, decode ? "decode" : "encode");
  int64_t size = length(object);
  if (size < 0)
    return jn_error();
  if (to == from + 1 && from >= 0 && from < size) {
    Ref item(jn_getitem(object, jn_int(from)));
    if (item.failed())
      return jn_error();
    char shown[24];
    if (decode) {
      snprintf(shown, sizeof shown, "byte 0x%02x", static_cast<int>(item.get().i));
    } else {
      uint32_t c = strCharAt(item.get(), 0);
      snprintf(shown, sizeof shown,
               c <= 0xff     ? "character '\\x%02x'"
               : c <= 0xffff ? "character '\\u%04x'"
                             : "character '\\U%08x'",
               c);
    }
    return makeStr(formatText("%s %s in position %ld: %S", head.c_str(), shown, from, &reason));
  }
  return makeStr(formatText("%s %s in position %ld-%ld: %S", head.c_str(),
                            decode ? "bytes" : "characters", from, to - 1, &reason));
}

// ---------------------------------------------------------------- attributes

Value orNone(Value v) {
  return v.tag < JN_NONE ? jn_none() : jn_own(v);
}
template <class T>
Value pointerOrNone(T *p) {
  return p ? jn_own(jn_obj(p)) : jn_none();
}

template <uint32_t Field>
Value getField(Object *o) {
  return orNone(exc(o)->fields[Field]);
}
template <uint32_t Field>
int setField(Object *o, Value v) {
  setExceptionField(exc(o), Field, jn_own(v));
  return 0;
}
#define FIELD(name, index)                                                                         \
  { name, getField<index>, setField<index> }

Value getArgs(Object *o) {
  return jn_own(jn_obj(exc(o)->args));
}
int setArgsAttribute(Object *o, Value v) {
  if (v.tag == JN_UNBOUND) {
    raise(jn_exc_TypeError, "args may not be deleted");
    return -1;
  }
  Ref list(jn_make_list(nullptr, 0));
  if (jn_list_extend(list.get(), v) < 0)
    return -1;
  jn_tuple *old = exc(o)->args;
  exc(o)->args = as<jn_tuple>(jn_list_to_tuple(list.get()));
  jn_decref(jn_obj(old));
  return 0;
}
template <class T>
int setPointer(T *&slot, Value v) {
  T *old = slot;
  slot = v.tag == JN_OBJECT ? as<T>(jn_own(v)) : nullptr;
  if (old)
    jn_decref(jn_obj(old));
  return 0;
}
Value getTraceback(Object *o) {
  return pointerOrNone(exc(o)->traceback);
}
int setTraceback(Object *o, Value v) {
  if (v.tag != JN_NONE && !isInstance(v, &jn_type_traceback)) {
    raise(jn_exc_TypeError, v.tag == JN_UNBOUND ? "__traceback__ may not be deleted"
                                                : "__traceback__ must be a traceback or None");
    return -1;
  }
  return setPointer(exc(o)->traceback, v);
}
int checkLink(Value v, const char *name) {
  if (v.tag == JN_NONE || isException(v))
    return 0;
  raise(jn_exc_TypeError,
        v.tag == JN_UNBOUND ? "__%s__ may not be deleted"
                            : "exception %s must be None or derive from BaseException",
        name);
  return -1;
}
Value getContext(Object *o) {
  return pointerOrNone(exc(o)->context);
}
int setContext(Object *o, Value v) {
  return checkLink(v, "context") < 0 ? -1 : setPointer(exc(o)->context, v);
}
Value getCause(Object *o) {
  return pointerOrNone(exc(o)->cause);
}
int setCause(Object *o, Value v) {
  if (checkLink(v, "cause") < 0)
    return -1;
  exc(o)->suppressContext = 1;
  return setPointer(exc(o)->cause, v);
}
Value getSuppress(Object *o) {
  return jn_bool(exc(o)->suppressContext);
}
int setSuppress(Object *o, Value v) {
  int truth = v.tag == JN_UNBOUND ? -1 : jn_truth(v);
  if (truth < 0)
    return -1;
  exc(o)->suppressContext = static_cast<uint32_t>(truth);
  return 0;
}

Value withTraceback(const Value *args, size_t, Value) {
  return setTraceback(args[0].o, args[1]) < 0 ? jn_error() : jn_own(args[0]);
}
Value addNote(const Value *args, size_t, Value) {
  if (!isStr(args[1]))
    return raise(jn_exc_TypeError, "note must be a str, not '%T'", &args[1]);
  Value name = JN_NAME("__notes__");
  Ref notes(getattrOptional(args[0], name));
  if (notes.failed())
    return jn_error();
  if (notes.get().tag == JN_UNBOUND) {
    notes = Ref(jn_make_list(nullptr, 0));
    if (setattr(args[0], name, notes.get()) < 0)
      return jn_error();
  }
  if (!isInstance(notes.get(), &jn_type_list))
    return raise(jn_exc_TypeError, "Cannot add note: __notes__ is not a list");
  return jn_list_append(notes.get(), args[1]) < 0 ? jn_error() : jn_none();
}
bool hasField(const ExceptionObject *e, int i) {
  return e->fields[i].tag > JN_NONE;
}
// The arguments that make the exception again: an OSError's do not keep the names of files.
Value argumentsOf(const ExceptionObject *e) {
  bool hasNames = isSubtype(e->head.type, &jn_exc_OSError) && e->args->size == 2;
  if (!hasNames || !hasField(e, kOsFilename))
    return jn_own(jn_obj(e->args));
  Value number = e->args->items[0], text = e->args->items[1], name = e->fields[kOsFilename];
  return hasField(e, kOsFilename2)
             ? makeTuple({number, text, name, jn_none(), e->fields[kOsFilename2]})
             : makeTuple({number, text, name});
}
// Its `__dict__`, with what an ImportError keeps beside; JN_NONE for nothing.
Value stateOf(const ExceptionObject *e) {
  constexpr struct {
    const char *name;
    int field;
  } kKept[] = {{"name", kImportName}, {"path", kImportPath}};
  Ref state = Ref::own(e->dict ? jn_obj(e->dict) : jn_none());
  if (isSubtype(e->head.type, &jn_exc_ImportError)) {
    state = Ref(e->dict ? dictCopy(e->dict) : jn_obj(newDict()));
    for (const auto &kept : kKept)
      if (hasField(e, kept.field) &&
          dictSet(state.as<jn_dict>(), internStr(kept.name), e->fields[kept.field]) < 0)
        return jn_error();
  }
  bool isEmpty = state.get().tag == JN_NONE || state.as<jn_dict>()->count == 0;
  return isEmpty ? jn_none() : state.release();
}
Value reduce(const Value *args, size_t, Value) {
  auto *e = as<ExceptionObject>(args[0]);
  Ref arguments(argumentsOf(e)), state(stateOf(e));
  if (arguments.failed() || state.failed())
    return jn_error();
  if (state.get().tag == JN_NONE)
    return makeTuple({jn_obj(e->head.type), arguments.get()});
  return makeTuple({jn_obj(e->head.type), arguments.get(), state.get()});
}
Value setState(const Value *args, size_t, Value) {
  if (args[1].tag == JN_NONE)
    return jn_none();
  if (!isInstance(args[1], &jn_type_dict))
    return raise(jn_exc_TypeError, "state is not a dictionary");
  Ref state(dictCopy(as<jn_dict>(args[1])));
  const auto *names = state.as<jn_dict>();
  for (int64_t i = 0; i < names->used; ++i)
    if (setattr(args[0], names->entries[i].key, names->entries[i].value) < 0)
      return jn_error();
  return jn_none();
}

const MethodDef baseMethods[] = {{"with_traceback", withTraceback, 2, 2},
                                 {"add_note", addNote, 2, 2},
                                 {"__reduce__", reduce, 1, 1},
                                 {"__setstate__", setState, 2, 2},
                                 {nullptr, nullptr}};
const GetSetDef baseGetsets[] = {{"args", getArgs, setArgsAttribute},
                                 {"__traceback__", getTraceback, setTraceback},
                                 {"__context__", getContext, setContext},
                                 {"__cause__", getCause, setCause},
                                 {"__suppress_context__", getSuppress, setSuppress},
                                 {nullptr, nullptr, nullptr}};
const GetSetDef stopIterationFields[] = {FIELD("value", 0), {nullptr, nullptr, nullptr}};
const GetSetDef systemExitFields[] = {FIELD("code", 0), {nullptr, nullptr, nullptr}};
const GetSetDef osErrorFields[] = {FIELD("errno", kOsErrno),
                                   FIELD("strerror", kOsStrerror),
                                   FIELD("filename", kOsFilename),
                                   FIELD("filename2", kOsFilename2),
                                   {nullptr, nullptr, nullptr}};
const GetSetDef importErrorFields[] = {FIELD("name", kImportName),
                                       FIELD("path", kImportPath),
                                       FIELD("msg", kImportMsg),
                                       {nullptr, nullptr, nullptr}};
const GetSetDef nameErrorFields[] = {FIELD("name", kNameErrorName), {nullptr, nullptr, nullptr}};
const GetSetDef attributeErrorFields[] = {FIELD("name", kAttributeErrorName),
                                          FIELD("obj", kAttributeErrorObj),
                                          {nullptr, nullptr, nullptr}};
const GetSetDef syntaxErrorFields[] = {FIELD("msg", kSyntaxMsg),
                                       FIELD("filename", kSyntaxFilename),
                                       FIELD("lineno", kSyntaxLineno),
                                       FIELD("offset", kSyntaxOffset),
                                       FIELD("text", kSyntaxText),
                                       FIELD("end_lineno", kSyntaxEndLineno),
                                       FIELD("end_offset", kSyntaxEndOffset),
                                       {nullptr, nullptr, nullptr}};
const GetSetDef unicodeErrorFields[] = {
    FIELD("encoding", kUnicodeEncoding), FIELD("object", kUnicodeObject),
    FIELD("start", kUnicodeStart),       FIELD("end", kUnicodeEnd),
    FIELD("reason", kUnicodeReason),     {nullptr, nullptr, nullptr}};

// What a class adds to its base; everything else is inherited.
struct ClassTraits {
  Type *type;
  size_t fields;
  int (*init)(Value, const Value *, size_t, Value);
  Value (*str)(Object *);
  const GetSetDef *getsets;
  Value (*construct)(Type *, const Value *, size_t, Value) = nullptr;
};
const ClassTraits traits[] = {
    {&jn_exc_StopIteration, 1, stopIterationInit, nullptr, stopIterationFields},
    {&jn_exc_SystemExit, 1, systemExitInit, nullptr, systemExitFields},
    {&jn_exc_KeyError, 0, nullptr, keyErrorStr, nullptr},
    {&jn_exc_OSError, kOsFields, osErrorInit, osErrorStr, osErrorFields, osErrorConstruct},
    {&jn_exc_ImportError, kImportFields, importErrorInit, importErrorStr, importErrorFields},
    {&jn_exc_NameError, kNameErrorFields, nameErrorInit, nullptr, nameErrorFields},
    {&jn_exc_AttributeError, kAttributeErrorFields, attributeErrorInit, nullptr,
     attributeErrorFields},
    {&jn_exc_SyntaxError, kSyntaxFields, syntaxErrorInit, syntaxErrorStr, syntaxErrorFields},
    {&jn_exc_UnicodeDecodeError, kUnicodeFields, unicodeErrorInit, unicodeErrorStr,
     unicodeErrorFields},
    {&jn_exc_UnicodeEncodeError, kUnicodeFields, unicodeErrorInit, unicodeErrorStr,
     unicodeErrorFields},
    {&jn_exc_UnicodeTranslateError, kUnicodeFields, unicodeErrorInit, unicodeErrorStr,
     unicodeErrorFields},
};

int addException(Type *type) {
  type->typeFlags |= kTypeException | kTypeBaseable;
  for (const ClassTraits &t : traits) {
    if (t.type != type)
      continue;
    type->instanceSize = sizeWith(t.fields);
    type->init = t.init;
    type->str = t.str;
    type->getsets = t.getsets;
    type->construct = t.construct;
  }
  if (type->instanceSize < type->base->instanceSize)
    type->instanceSize = type->base->instanceSize;
  return addBuiltinType(type);
}

}  // namespace

ExceptionObject *newException(Type *type, Value message) {
  auto *e = allocateException(type);
  e->args = as<jn_tuple>(jn_make_tuple(&message, message.tag == JN_UNBOUND ? 0 : 1));
  return e;
}

void setExceptionField(ExceptionObject *e, uint32_t i, Value owned) {
  jn_assign(&e->fields[i], owned);
}

int initExceptions() {
  if (addBuiltinType(&jn_exc_BaseException) < 0)
    return -1;
#define JANUS_EXCEPTION(name, base)                                                                \
  if (addException(&jn_exc_##name) < 0)                                                            \
    return -1;
#include "value/error/ExceptionClasses.def"
  if (addBuiltin("IOError", jn_obj(&jn_exc_OSError)) < 0)
    return -1;
  return addBuiltin("EnvironmentError", jn_obj(&jn_exc_OSError));
}

Type jn_exc_BaseException = {
    .dictOffset = offsetof(ExceptionObject, dict),
    .name = "BaseException",
    .base = &jn_type_object,
    .instanceSize = kBaseSize,
    .dealloc = exceptionDealloc,
    .traverse = exceptionTraverse,
    .clear = exceptionClear,
    .repr = exceptionRepr,
    .str = exceptionStr,
    .construct = exceptionConstruct,
    .init = exceptionInit,
    .methods = baseMethods,
    .getsets = baseGetsets,
    .typeFlags = kTypeBaseable | kTypeException,
};
#define JANUS_EXCEPTION(name_, base_)                                                              \
  Type jn_exc_##name_ = {.dictOffset = offsetof(ExceptionObject, dict),                            \
                         .name = #name_,                                                           \
                         .base = &jn_exc_##base_,                                                  \
                         .traverse = exceptionTraverse};
#include "value/error/ExceptionClasses.def"

}  // namespace janus
