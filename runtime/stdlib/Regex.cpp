// The module _sre: compiled patterns and raw matches, for the module re, and what is made of all
// matches in a str.
#include "stdlib/Regex.h"
#include "value/bytes/Bytes.h"
#include "value/container/Sequence.h"
#include "value/object/DataTypes.h"
#include "value/text/Str.h"

#include <algorithm>
#include <new>
#include <string_view>
#include <vector>

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

// The text of a match, and the part of it that is searched.
struct Searched {
  const Program *program;
  Value text;
  Subject subject;
  int64_t start, length;
};

// Clamps the bounds to the text; false with an exception where program and text do not agree.
bool searchedFor(const Value *args, Searched *out) {
  if (!isExact(args[0], &programType)) {
    raise(jn_exc_TypeError, "expected a compiled pattern");
    return false;
  }
  const auto *o = as<ProgramObject>(args[0]);
  out->program = o->program;
  out->text = args[1];
  if (isStr(args[1])) {
    if (o->isBytes) {
      raise(jn_exc_TypeError, "cannot use a bytes pattern on a string-like object");
      return false;
    }
    out->subject = {strOf(args[1])->data, strOf(args[1])->kind, 0};
    out->length = strOf(args[1])->length;
  } else {
    std::string_view bytes;
    if (!bytesView(args[1], &bytes)) {
      raise(jn_exc_TypeError, "expected string or bytes-like object, got '%T'", &args[1]);
      return false;
    }
    if (!o->isBytes) {
      raise(jn_exc_TypeError, "cannot use a string pattern on a bytes-like object");
      return false;
    }
    out->subject = {bytes.data(), 1, 0};
    out->length = static_cast<int64_t>(bytes.size());
  }
  int64_t end;
  if (!toIndexClamped(args[2], &out->start) || !toIndexClamped(args[3], &end))
    return false;
  out->start = std::clamp<int64_t>(out->start, 0, out->length);
  out->subject.end = std::clamp<int64_t>(end, 0, out->length);
  return true;
}

Value spansOf(const std::vector<int64_t> &slots, int64_t lastIndex) {
  auto *spans = newTuple(static_cast<int64_t>(slots.size()) + 1);
  for (size_t i = 0; i < slots.size(); ++i)
    spans->items[i] = jn_int(slots[i | 1] < 0 ? -1 : slots[i]);
  spans->items[slots.size()] = jn_int(lastIndex);
  return jn_obj(spans);
}

// match(program, text, start, end, mode, must_advance) -> None, or a tuple of the starts and ends
// of the groups, then the number of the last group closed (-1 for none)
Value matchFn(const Value *args, size_t, Value) {
  Searched searched;
  int64_t mode;
  if (!searchedFor(args, &searched) || !toInt64(args[4], &mode))
    return jn_error();
  if (searched.start > searched.subject.end)
    return jn_none();
  std::vector<int64_t> slots;
  int64_t lastIndex = -1;
  if (!match(*searched.program, searched.subject, searched.start, static_cast<Mode>(mode),
             jn_truth(args[5]) == 1, &slots, &lastIndex))
    return jn_none();
  return spansOf(slots, lastIndex);
}

// Calls `found(slots, lastIndex)` for at most `limit` matches from left to right; a limit of 0 is
// none. Stops where it answers false.
template <class Found>
bool forMatches(const Searched &searched, int64_t limit, Found found) {
  std::vector<int64_t> slots;
  int64_t at = searched.start, lastIndex = -1;
  bool mustAdvance = false;
  for (int64_t i = 0; (limit <= 0 || i < limit) && at <= searched.subject.end; ++i) {
    if (!match(*searched.program, searched.subject, at, Mode::Search, mustAdvance, &slots,
               &lastIndex))
      break;
    if (!found(slots, lastIndex))
      return false;
    at = slots[1];
    mustAdvance = slots[0] == at;
  }
  return true;
}

// The text of a group of a match of str.
Value groupText(const Searched &searched, const std::vector<int64_t> &slots, size_t group,
                Value absent) {
  int64_t start = slots[2 * group], stop = slots[2 * group + 1];
  return start < 0 || stop < 0 ? jn_own(absent) : substring(searched.text, start, stop);
}

bool isText(Value v) {
  if (isExact(v, &jn_type_str))
    return true;
  raise(jn_exc_TypeError, "expected a str");
  return false;
}

// spans(program, text, start, end, limit) -> a list of what match() gives of each match
Value spansFn(const Value *args, size_t, Value) {
  Searched searched;
  int64_t limit;
  if (!searchedFor(args, &searched) || !toIndexClamped(args[4], &limit))
    return jn_error();
  Ref found(listOf(nullptr, 0));
  bool good = forMatches(searched, limit, [&](const auto &slots, int64_t lastIndex) {
    return listAppendOwned(found.as<jn_list>(), spansOf(slots, lastIndex)) == 0;
  });
  return good ? found.release() : jn_error();
}

// findall(program, str, start, end) -> a list of texts, or of tuples where there are several groups
Value findallFn(const Value *args, size_t, Value) {
  Searched searched;
  if (!isText(args[1]) || !searchedFor(args, &searched))
    return jn_error();
  auto groups = static_cast<size_t>(searched.program->groups);
  Ref found(listOf(nullptr, 0)), empty(substring(args[1], 0, 0));
  bool good = forMatches(searched, 0, [&](const auto &slots, int64_t) {
    Value item;
    if (groups <= 1) {
      item = groupText(searched, slots, groups, empty.get());
    } else {
      auto *texts = newTuple(static_cast<int64_t>(groups));
      for (size_t i = 0; i < groups; ++i)
        texts->items[i] = groupText(searched, slots, i + 1, empty.get());
      item = jn_obj(texts);
    }
    return listAppendOwned(found.as<jn_list>(), item) == 0;
  });
  return good ? found.release() : jn_error();
}

// split(program, str, limit) -> the texts between the matches, and those of their groups
Value splitFn(const Value *args, size_t, Value) {
  Searched searched;
  int64_t limit, last = 0;
  Value whole[] = {args[0], args[1], jn_int(0), jn_int(INT64_MAX)};
  if (!isText(args[1]) || !searchedFor(whole, &searched) || !toIndexClamped(args[2], &limit))
    return jn_error();
  Ref parts(listOf(nullptr, 0));
  auto add = [&](Value part) { return listAppendOwned(parts.as<jn_list>(), part) == 0; };
  bool good = forMatches(searched, limit, [&](const auto &slots, int64_t) {
    bool added = add(substring(args[1], last, slots[0]));
    for (int group = 1; added && group <= searched.program->groups; ++group)
      added = add(groupText(searched, slots, static_cast<size_t>(group), jn_none()));
    last = slots[1];
    return added;
  });
  return good && add(substring(args[1], last, searched.length)) ? parts.release() : jn_error();
}

const MethodDef kFunctions[] = {{"compile", compileFn, 2, 2}, {"match", matchFn, 6, 6},
                                {"spans", spansFn, 5, 5},     {"findall", findallFn, 4, 4},
                                {"split", splitFn, 3, 3},     {}};

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
