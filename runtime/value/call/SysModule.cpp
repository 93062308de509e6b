// sys, gc and atexit: what of them belongs to the object model.
#include "value/call/AsyncGenerator.h"
#include "value/call/Callers.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/call/Process.h"
#include "value/call/RuntimeLock.h"
#include "value/error/Raise.h"
#include "value/error/TracebackText.h"
#include "value/file/Streams.h"
#include "value/number/Number.h"
#include "value/object/Heap.h"
#include "value/object/StructSequence.h"
#include "value/object/Types.h"

#include <float.h>
#include <vector>

namespace janus {

namespace {

// ---------------------------------------------------------------- sys

Value exitFn(const Value *args, size_t count, Value) {
  Value code = count ? args[0] : jn_none();
  Ref e(jn_call(jn_obj(&jn_exc_SystemExit), &code, count ? 1 : 0));
  if (!e.failed())
    setRaised(as<ExceptionObject>(e.release()));
  return jn_error();
}

Value exceptionTriple(ExceptionObject *e) {
  if (!e)
    return makeTuple({jn_none(), jn_none(), jn_none()});
  return makeTuple(
      {jn_obj(e->head.type), jn_obj(e), e->traceback ? jn_obj(e->traceback) : jn_none()});
}
Value excInfoFn(const Value *, size_t, Value) {
  return exceptionTriple(handledException());
}
Value exceptionFn(const Value *, size_t, Value) {
  ExceptionObject *e = handledException();
  return e ? jn_own(jn_obj(e)) : jn_none();
}

Value getRecursionLimit(const Value *, size_t, Value) {
  return jn_int(recursionLimit());
}
Value setRecursionLimit(const Value *args, size_t, Value) {
  int64_t limit;
  if (!toInt64(args[0], &limit))
    return jn_error();
  if (limit < 1)
    return raise(jn_exc_ValueError, "recursion limit must be greater or equal than 1");
  if (limit <= jn_call_depth.depth)
    return raise(
        jn_exc_RecursionError,
        "cannot set the recursion limit to %ld at the recursion depth %ld: the limit is too low",
        static_cast<long>(limit), static_cast<long>(jn_call_depth.depth));
  janus::setRecursionLimit(limit);
  return jn_none();
}
Value getRefcount(const Value *args, size_t, Value) {
  return jn_int(args[0].tag == JN_OBJECT ? int64_t{args[0].o->refs} + 1 : 1000000000);
}
Value getSizeof(const Value *args, size_t, Value) {
  Value v = callSpecial(args[0], JN_NAME("__sizeof__"), {});
  return v.tag == JN_UNBOUND
             ? raise(jn_exc_TypeError, "Type %T doesn't define __sizeof__", &args[0])
             : v;
}
Value internFn(const Value *args, size_t, Value) {
  if (!isExact(args[0], &jn_type_str))
    return raise(jn_exc_TypeError, "can't intern %T", &args[0]);
  return internStr(utf8Of(args[0]));
}
Value displayException(const Value *args, size_t, Value) {
  if (!isException(args[1]))
    return jn_none();
  Value stream = standardStream("stderr");
  if (!given(stream) || stream.tag == JN_NONE)
    return jn_none();
  Ref text(makeStr(formatException(as<ExceptionObject>(args[1]))));
  return writeText(stream, text.get()) < 0 || flushFile(stream) < 0 ? jn_error() : jn_none();
}
Value getDefaultEncoding(const Value *, size_t, Value) {
  return JN_NAME("utf-8");
}
Value isFinalizing(const Value *, size_t, Value) {
  return jn_bool(false);
}
Value getAllocatedBlocks(const Value *, size_t, Value) {
  return jn_int(liveBlocks);
}
Value getMaxStrDigits(const Value *, size_t, Value) {
  return jn_int(intMaxStrDigits);
}
Value setMaxStrDigits(const Value *args, size_t, Value) {
  int64_t digits;
  if (!toInt64(args[0], &digits))
    return jn_error();
  if (digits != 0 && digits < 640)
    return raise(jn_exc_ValueError, "maxdigits must be 0 or larger than 640");
  intMaxStrDigits = digits;
  return jn_none();
}
// Events go to hooks, of which there are none.
Value auditFn(const Value *args, size_t, Value) {
  if (!isStr(args[0]))
    return raise(jn_exc_TypeError, "expected str for argument 'event', not %T", &args[0]);
  return jn_none();
}
Value getTrace(const Value *, size_t, Value) {
  return jn_none();
}

// Where coroutines were made is not kept, whatever depth was asked for.
int64_t originDepth;
Value getOriginDepth(const Value *, size_t, Value) {
  return jn_int(originDepth);
}
Value setOriginDepth(const Value *args, size_t, Value) {
  int64_t depth;
  if (!toInt64(args[0], &depth))
    return jn_error();
  if (depth < 0)
    return raise(jn_exc_ValueError, "depth must be >= 0");
  originDepth = depth;
  return jn_none();
}

Value getSwitchInterval(const Value *, size_t, Value) {
  return jn_float(switchInterval());
}
Value setSwitchIntervalFn(const Value *args, size_t, Value) {
  double seconds;
  if (!toDouble(args[0], &seconds))
    return jn_error();
  if (seconds <= 0)
    return raise(jn_exc_ValueError, "switch interval must be strictly positive");
  setSwitchInterval(seconds);
  return jn_none();
}

Value getFrame(const Value *args, size_t count, Value) {
  int64_t depth = 0;
  if (count && !toInt64(args[0], &depth))
    return jn_error();
  // Modules of the library look further out than themselves for the module they work for; their own
  // frames are not kept.
  jn_module *maker = libraryAsksForFrame() && depth > 0 ? makingModule() : nullptr;
  if (maker && maker->def)
    return newFrame(maker->def->body, maker);
  Value frame = frameOfStack(depth < 0 ? 0 : depth);
  return frame.tag == JN_NONE ? raise(jn_exc_ValueError, "call stack is not deep enough") : frame;
}

const MethodDef sysFunctions[] = {{"exit", exitFn, 0, 1},
                                  {"_getframe", getFrame, 0, 1},
                                  {"getswitchinterval", getSwitchInterval, 0, 0},
                                  {"setswitchinterval", setSwitchIntervalFn, 1, 1},
                                  {"get_asyncgen_hooks", getAsyncgenHooks, 0, 0},
                                  {"set_asyncgen_hooks", setAsyncgenHooks, 0, -1, true},
                                  {"get_coroutine_origin_tracking_depth", getOriginDepth, 0, 0},
                                  {"set_coroutine_origin_tracking_depth", setOriginDepth, 1, 1},
                                  {"audit", auditFn, 1, -1},
                                  {"exc_info", excInfoFn, 0, 0},
                                  {"exception", exceptionFn, 0, 0},
                                  {"getrecursionlimit", getRecursionLimit, 0, 0},
                                  {"setrecursionlimit", setRecursionLimit, 1, 1},
                                  {"getrefcount", getRefcount, 1, 1},
                                  {"getsizeof", getSizeof, 1, 2},
                                  {"intern", internFn, 1, 1},
                                  {"excepthook", displayException, 3, 3},
                                  {"__excepthook__", displayException, 3, 3},
                                  {"getdefaultencoding", getDefaultEncoding, 0, 0},
                                  {"getfilesystemencoding", getDefaultEncoding, 0, 0},
                                  {"is_finalizing", isFinalizing, 0, 0},
                                  {"gettrace", getTrace, 0, 0},
                                  {"get_int_max_str_digits", getMaxStrDigits, 0, 0},
                                  {"set_int_max_str_digits", setMaxStrDigits, 1, 1},
                                  {"getallocatedblocks", getAllocatedBlocks, 0, 0},
                                  {nullptr, nullptr}};

Value versionInfo() {
  Type *t =
      newStructSequence("sys.version_info", {"major", "minor", "micro", "releaselevel", "serial"});
  return makeStructSequence(t, {jn_int(3), jn_int(11), jn_int(7), JN_NAME("final"), jn_int(0)});
}
Value floatInfo() {
  Type *t = newStructSequence("sys.float_info",
                              {"max", "max_exp", "max_10_exp", "min", "min_exp", "min_10_exp",
                               "dig", "mant_dig", "epsilon", "radix", "rounds"});
  return makeStructSequence(t, {jn_float(DBL_MAX), jn_int(DBL_MAX_EXP), jn_int(DBL_MAX_10_EXP),
                                jn_float(DBL_MIN), jn_int(DBL_MIN_EXP), jn_int(DBL_MIN_10_EXP),
                                jn_int(DBL_DIG), jn_int(DBL_MANT_DIG), jn_float(DBL_EPSILON),
                                jn_int(FLT_RADIX), jn_int(1)});
}
Value intInfo() {
  Type *t =
      newStructSequence("sys.int_info", {"bits_per_digit", "sizeof_digit", "default_max_str_digits",
                                         "str_digits_check_threshold"});
  return makeStructSequence(t, {jn_int(30), jn_int(4), jn_int(4300), jn_int(640)});
}
Value hashInfo() {
  Type *t = newStructSequence("sys.hash_info", {"width", "modulus", "inf", "nan", "imag",
                                                "algorithm", "hash_bits", "seed_bits", "cutoff"});
  return makeStructSequence(t, {jn_int(64), jn_int((int64_t{1} << 61) - 1), jn_int(314159),
                                jn_int(0), jn_int(1000003), JN_NAME("siphash13"), jn_int(64),
                                jn_int(128), jn_int(0)});
}
Value flagsInfo() {
  Type *t = newStructSequence("sys.flags",
                              {"debug", "inspect", "interactive", "optimize", "dont_write_bytecode",
                               "no_user_site", "no_site", "ignore_environment", "verbose",
                               "bytes_warning", "quiet", "hash_randomization", "isolated",
                               "dev_mode", "utf8_mode", "warn_default_encoding"});
  Value z = jn_int(0);
  return makeStructSequence(t,
                            {z, z, z, z, z, z, z, z, z, z, z, jn_int(1), z, jn_bool(false), z, z});
}

Value implementationInfo() {
  Type *t = newStructSequence("sys.implementation", {"name", "cache_tag", "version", "hexversion"});
  return makeStructSequence(
      t, {JN_NAME("cpython"), JN_NAME("cpython-311"), versionInfo(), jn_int(0x030b07f0)});
}

int initSys(jn_module *m) {
  struct Text {
    const char *name, *value;
  };
  static const Text texts[] = {{"version", "3.11.7 (main, janus) "},
                               {"platform", "linux"},
                               {"byteorder", "little"},
                               {"copyright", ""},
                               {"prefix", "/usr"},
                               {"exec_prefix", "/usr"},
                               {"base_prefix", "/usr"},
                               {"base_exec_prefix", "/usr"},
                               {"platlibdir", "lib"},
                               {"executable", ""},
                               {"float_repr_style", "short"}};
  for (const Text &t : texts)
    if (addToModule(m, t.name, makeStr(t.value)) < 0)
      return -1;
  if (addToModule(m, "version_info", versionInfo()) < 0 ||
      addToModule(m, "float_info", floatInfo()) < 0 || addToModule(m, "int_info", intInfo()) < 0 ||
      addToModule(m, "hash_info", hashInfo()) < 0 || addToModule(m, "flags", flagsInfo()) < 0 ||
      addToModule(m, "implementation", implementationInfo()) < 0)
    return -1;
  if (addStandardStreams(m) < 0)
    return -1;
  return addToModule(m, "modules", jn_own(jn_obj(modulesDict()))) < 0 ||
                 addToModule(m, "maxsize", jn_int(INT64_MAX)) < 0 ||
                 addToModule(m, "maxunicode", jn_int(0x10ffff)) < 0 ||
                 addToModule(m, "hexversion", jn_int(0x030b07f0)) < 0 ||
                 addToModule(m, "argv", programArguments()) < 0 ||
                 addToModule(m, "path", searchFolders()) < 0 ||
                 addToModule(m, "dont_write_bytecode", jn_bool(true)) < 0 ||
                 addToModule(m, "meta_path", jn_make_list(nullptr, 0)) < 0 ||
                 addToModule(m, "warnoptions", jn_make_list(nullptr, 0)) < 0
             ? -1
             : 0;
}

// ---------------------------------------------------------------- gc

Value collectFn(const Value *args, size_t count, Value kwnames) {
  Value out[1];
  if (!parseArgs("collect", {"generation"}, 0, 1, args, count, kwnames, out))
    return jn_error();
  int64_t generation = 2;
  if (out[0].tag != JN_UNBOUND && !toInt64(out[0], &generation))
    return jn_error();
  if (generation < 0 || generation > 2)
    return raise(jn_exc_ValueError, "invalid generation");
  return jn_int(collectCycles(static_cast<int>(generation)));
}
Value enableFn(const Value *, size_t, Value) {
  collector.enabled = true;
  return jn_none();
}
Value disableFn(const Value *, size_t, Value) {
  collector.enabled = false;
  return jn_none();
}
Value isEnabledFn(const Value *, size_t, Value) {
  return jn_bool(collector.enabled);
}
Value getThreshold(const Value *, size_t, Value) {
  auto &g = collector.generations;
  return makeTuple({jn_int(g[0].threshold), jn_int(g[1].threshold), jn_int(g[2].threshold)});
}
Value setThreshold(const Value *args, size_t count, Value) {
  for (size_t i = 0; i < count; ++i)
    if (!toInt64(args[i], &collector.generations[i].threshold))
      return jn_error();
  if (collector.generations[0].threshold == 0)
    collector.generations[0].threshold = INT64_MAX;
  return jn_none();
}
Value getCount(const Value *, size_t, Value) {
  auto &g = collector.generations;
  return makeTuple({jn_int(g[0].count), jn_int(g[1].count), jn_int(g[2].count)});
}
Value isTracked(const Value *args, size_t, Value) {
  return jn_bool(args[0].tag == JN_OBJECT && args[0].o->flags & JN_FLAG_TRAVERSED);
}
Value getObjects(const Value *, size_t, Value) {
  Ref list(jn_make_list(nullptr, 0));
  std::vector<Object *> all;
  for (Generation &g : collector.generations)
    for (CollectorLink *l = g.list.next; l && l != &g.list; l = l->next)
      all.push_back(objectOf(l));
  for (Object *o : all)
    if (o != list.get().o && jn_list_append(list.get(), jn_obj(o)) < 0)
      return jn_error();
  return list.release();
}
Value freezeFn(const Value *, size_t, Value) {
  return jn_none();
}

const MethodDef gcFunctions[] = {{"collect", collectFn, 0, 1, true},
                                 {"enable", enableFn, 0, 0},
                                 {"disable", disableFn, 0, 0},
                                 {"isenabled", isEnabledFn, 0, 0},
                                 {"get_threshold", getThreshold, 0, 0},
                                 {"set_threshold", setThreshold, 1, 3},
                                 {"get_count", getCount, 0, 0},
                                 {"is_tracked", isTracked, 1, 1},
                                 {"get_objects", getObjects, 0, 1},
                                 {"freeze", freezeFn, 0, 0},
                                 {nullptr, nullptr}};
int initGc(jn_module *m) {
  return addToModule(m, "garbage", jn_make_list(nullptr, 0));
}

// ---------------------------------------------------------------- atexit

struct ExitCall {
  Value function, args, kwargs;
};
std::vector<ExitCall> exitCalls;

Value registerFn(const Value *args, size_t count, Value kwnames) {
  if (!typeOf(args[0])->call)
    return raise(jn_exc_TypeError, "the first argument must be callable");
  size_t keywords = keywordsIn(kwnames);
  Ref kwargs(jn_obj(newDict()));
  for (size_t i = 0; i < keywords; ++i)
    if (dictSet(kwargs.as<jn_dict>(), as<jn_tuple>(kwnames)->items[i], args[count - keywords + i]) <
        0)
      return jn_error();
  exitCalls.push_back(
      {jn_own(args[0]), jn_make_tuple(args + 1, count - keywords - 1), kwargs.release()});
  return jn_own(args[0]);
}
Value unregisterFn(const Value *args, size_t, Value) {
  for (size_t i = exitCalls.size(); i-- > 0;) {
    int same = equal(exitCalls[i].function, args[0]);
    if (same < 0)
      return jn_error();
    if (same)
      exitCalls.erase(exitCalls.begin() + static_cast<int64_t>(i));
  }
  return jn_none();
}
const MethodDef atexitFunctions[] = {
    {"register", registerFn, 1, -1, true}, {"unregister", unregisterFn, 1, 1}, {nullptr, nullptr}};

}  // namespace

int callExitFunctions() {
  int failed = 0;
  while (!exitCalls.empty()) {
    ExitCall c = exitCalls.back();
    exitCalls.pop_back();
    if (Ref(jn_call_ex(c.function, c.args, c.kwargs)).failed()) {
      failed = -1;
      writeUnraisable("Exception ignored in atexit callback: ", c.function);
    }
    jn_decref(c.function);
    jn_decref(c.args);
    jn_decref(c.kwargs);
  }
  return failed;
}

const NativeModuleDef sysModule = {"sys", initSys, sysFunctions};
const NativeModuleDef gcModule = {"gc", initGc, gcFunctions};
const NativeModuleDef atexitModule = {"atexit", nullptr, atexitFunctions};

}  // namespace janus
