// The module _traceback: texts for the module traceback, places for the module warnings.
#include "value/container/Dict.h"
#include "value/container/Sequence.h"
#include "value/error/TracebackText.h"
#include "value/object/Types.h"

namespace janus {
namespace {

const TracebackObject *tracebackOf(Value v) {
  if (isExact(v, &jn_type_traceback))
    return as<TracebackObject>(v);
  raise(jn_exc_TypeError, "expected traceback object, got '%T'", &v);
  return nullptr;
}

Value entries(const Value *args, size_t, Value) {
  const TracebackObject *t = tracebackOf(args[0]);
  if (!t)
    return jn_error();
  Ref list(jn_obj(newList(0)));
  for (const std::string &entry : tracebackEntries(t))
    if (listAppendOwned(list.as<jn_list>(), makeStr(entry)) < 0)
      return jn_error();
  return list.release();
}
Value sourceLine(const Value *args, size_t, Value) {
  const TracebackObject *t = tracebackOf(args[0]);
  return t ? makeStr(tracebackSource(t)) : jn_error();
}
// The key of a warning that may be silent: "file:line Class: text", the file as the compiler was
// given it, without a frame "sys:1". Nothing where its class is one of the program, of which there
// may be several by one name, or its text is no str.
std::optional<std::string> keyOfWarning(Value where, Value category, Value text) {
  if (category.tag == JN_NONE)
    category = jn_obj(&jn_exc_UserWarning);
  if (!isType(category) || as<Type>(category)->typeFlags & kTypeHeap ||
      !isExact(text, &jn_type_str))
    return std::nullopt;
  const TracebackObject *t = where.tag == JN_NONE ? nullptr : tracebackOf(where);
  return (t ? formatText("%s:%d", t->function->file, static_cast<int>(t->line)) : "sys:1") + " " +
         as<Type>(category)->name + ": " + std::string(utf8Of(text));
}

// (place or None, class, text): its key or None.
Value silentKey(const Value *args, size_t, Value) {
  std::optional<std::string> key = keyOfWarning(args[0], args[1], args[2]);
  return key ? makeStr(*key) : jn_none();
}
// Keys of warnings that are not shown again; the module `warnings` fills it.
jn_dict *silentWarnings() {
  static const Ref known(jn_obj(newDict()));
  return known.as<jn_dict>();
}
// (place or None, class, text)
Value isSilent(const Value *args, size_t, Value) {
  std::optional<std::string> key = keyOfWarning(args[0], args[1], args[2]);
  if (!key)
    return jn_bool(false);
  Ref name(makeStr(*key));
  Value known = dictGet(silentWarnings(), name.get());
  return known.tag == JN_ERROR ? known : jn_bool(known.tag != JN_UNBOUND);
}
// The filters are others: what was silent may be shown.
Value forgetSilent(const Value *, size_t, Value) {
  dictClear(silentWarnings());
  return jn_none();
}
Value message(const Value *args, size_t, Value) {
  if (!isException(args[0]))
    return raise(jn_exc_TypeError, "exception expected, not '%T'", &args[0]);
  return makeStr(exceptionMessage(as<ExceptionObject>(args[0])));
}

// (exception, traceback or None, limit or None, chain)
Value pieces(const Value *args, size_t, Value) {
  if (!isException(args[0]))
    return raise(jn_exc_TypeError, "exception expected, not '%T'", &args[0]);
  const TracebackObject *t = args[1].tag == JN_NONE ? nullptr : tracebackOf(args[1]);
  std::optional<int64_t> limit;
  if (args[2].tag != JN_NONE && !toInt64(args[2], &limit.emplace()))
    return jn_error();
  int chain = jn_truth(args[3]);
  if (chain < 0 || (args[1].tag != JN_NONE && !t))
    return jn_error();
  Ref list(jn_obj(newList(0)));
  for (const std::string &piece :
       exceptionPieces(as<ExceptionObject>(args[0]), t, limit, chain != 0))
    if (listAppendOwned(list.as<jn_list>(), makeStr(piece)) < 0)
      return jn_error();
  return list.release();
}

// The call of a warning that is being made, once; or None.
Value callPlace(const Value *, size_t, Value) {
  TracebackObject *t = takeCallPlace();
  return t ? jn_obj(t) : jn_none();
}

Value frame(const Value *args, size_t, Value) {
  int64_t depth;
  return toInt64(args[0], &depth) ? frameOfStack(depth) : jn_error();
}
Value place(const Value *args, size_t, Value) {
  return placeOfFrame(args[0]);
}

const MethodDef kFunctions[] = {{"frame", frame, 1, 1},
                                {"place", place, 1, 1},
                                {"entries", entries, 1, 1},
                                {"source_line", sourceLine, 1, 1},
                                {"silent_key", silentKey, 3, 3},
                                {"forget_silent", forgetSilent, 0, 0},
                                {"is_silent", isSilent, 3, 3},
                                {"message", message, 1, 1},
                                {"pieces", pieces, 4, 4},
                                {"call_place", callPlace, 0, 0},
                                {}};

int init(jn_module *m) {
  return addToModule(m, "silent", jn_own(jn_obj(silentWarnings())));
}

}  // namespace

extern const NativeModuleDef tracebackModule;
const NativeModuleDef tracebackModule = {"_traceback", init, kFunctions};

}  // namespace janus
