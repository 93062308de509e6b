// The module _sre: compiled patterns and raw matches, for the module re.
#include "stdlib/Regex.h"
#include "value/bytes/Bytes.h"
#include "value/object/DataTypes.h"
#include "value/text/Str.h"

#include <new>

namespace janus {
namespace {

using namespace regex;

Type programType;
struct ProgramObject {
  Object head;
  Program *program;
  bool isBytes;
};

void deallocProgram(Object *o) {
  delete reinterpret_cast<ProgramObject *>(o)->program;
  freeObject(o);
}

// compile(pattern, flags) -> (program, flags, groups, ((name, group), ...)), or (None, message,
// position, overflow)
Value compileFn(const Value *args, size_t, Value) {
  int64_t flags;
  if (!toInt64(args[1], &flags))
    return jn_error();
  bool isBytes = !isStr(args[0]);
  Ref text = Ref::own(args[0]);
  if (isBytes) {
    std::string_view bytes;
    if (!bytesView(args[0], &bytes))
      return raise(jn_exc_TypeError, "first argument must be string or compiled pattern");
    text = Ref(makeStrFrom(reinterpret_cast<const uint8_t *>(bytes.data()),
                           static_cast<int64_t>(bytes.size())));
  }
  Pattern pattern;
  ParseError error;
  if (!parse(text.get(), isBytes, static_cast<int>(flags), &pattern, &error)) {
    Ref message(makeStr(error.message));
    return makeTuple({jn_none(), message.get(),
                      error.position == INT64_MAX ? jn_none() : jn_int(error.position),
                      jn_bool(error.overflow)});
  }
  auto *o = allocate<ProgramObject>(&programType);
  Ref program(jn_obj(o));
  o->program = new Program;
  o->isBytes = isBytes;
  compile(pattern, o->program);
  auto *names = newTuple(static_cast<int64_t>(pattern.names.size()));
  Ref keep(jn_obj(names));
  for (size_t i = 0; i < pattern.names.size(); ++i) {
    Ref name(makeStr(pattern.names[i].first));
    names->items[i] = makeTuple({name.get(), jn_int(pattern.names[i].second)});
  }
  return makeTuple({program.get(), jn_int(pattern.flags), jn_int(pattern.groups), jn_obj(names)});
}

// match(program, text, start, end, mode, must_advance) -> None, or a tuple of the starts and ends
// of the groups, then the number of the last group closed (-1 for none)
Value matchFn(const Value *args, size_t, Value) {
  if (!isExact(args[0], &programType))
    return raise(jn_exc_TypeError, "expected a compiled pattern");
  const auto *o = as<ProgramObject>(args[0]);
  Subject subject;
  int64_t length;
  if (isStr(args[1])) {
    if (o->isBytes)
      return raise(jn_exc_TypeError, "cannot use a bytes pattern on a string-like object");
    subject = {strOf(args[1])->data, strOf(args[1])->kind, 0};
    length = strOf(args[1])->length;
  } else {
    std::string_view bytes;
    if (!bytesView(args[1], &bytes))
      return raise(jn_exc_TypeError, "expected string or bytes-like object, got '%T'", &args[1]);
    if (!o->isBytes)
      return raise(jn_exc_TypeError, "cannot use a string pattern on a bytes-like object");
    subject = {bytes.data(), 1, 0};
    length = static_cast<int64_t>(bytes.size());
  }
  int64_t start, end, mode;
  if (!toIndexClamped(args[2], &start) || !toIndexClamped(args[3], &end) ||
      !toInt64(args[4], &mode))
    return jn_error();
  start = start < 0 ? 0 : start > length ? length : start;
  subject.end = end < 0 ? 0 : end > length ? length : end;
  if (start > subject.end)
    return jn_none();
  std::vector<int64_t> slots;
  int64_t lastIndex = -1;
  if (!match(*o->program, subject, start, static_cast<Mode>(mode), jn_truth(args[5]) == 1, &slots,
             &lastIndex))
    return jn_none();
  auto *spans = newTuple(static_cast<int64_t>(slots.size()) + 1);
  for (size_t i = 0; i < slots.size(); ++i)
    spans->items[i] = jn_int(slots[i | 1] < 0 ? -1 : slots[i]);
  spans->items[slots.size()] = jn_int(lastIndex);
  return jn_obj(spans);
}

const MethodDef kFunctions[] = {{"compile", compileFn, 2, 2}, {"match", matchFn, 6, 6}, {}};

int init(jn_module *) {
  Type &t = programType;
  t.name = "_sre.Program";
  t.instanceSize = sizeof(ProgramObject);
  t.dealloc = deallocProgram;
  return readyType(&t);
}

}  // namespace

extern const NativeModuleDef sreModule;
const NativeModuleDef sreModule = {"_sre", init, kFunctions};

}  // namespace janus
