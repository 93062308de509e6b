// open(), the paths it takes, and the standard streams.
#include "value/bytes/Bytes.h"
#include "value/call/Modules.h"
#include "value/file/Streams.h"
#include "value/text/Str.h"
#include "value/text/Unicode.h"

#include <stdlib.h>
#include <unistd.h>

namespace janus {

Value pathOf(Value v) {
  if (isStr(v) || isInstance(v, &jn_type_bytes))
    return jn_own(v);
  Ref path(v.tag == JN_OBJECT ? callSpecial(v, JN_NAME("__fspath__"), {}) : jn_unbound());
  if (path.failed())
    return jn_error();
  Value p = path.get();
  if (!given(p))
    return raise(jn_exc_TypeError, "expected str, bytes or os.PathLike object, not %T", &v);
  if (!isStr(p) && !isInstance(p, &jn_type_bytes))
    return raise(jn_exc_TypeError, "expected %T.__fspath__() to return str or bytes, not %T", &v,
                 &p);
  return path.release();
}

std::string pathBytes(Value path) {
  if (!isStr(path)) {
    std::string_view view;
    requireBytes(path, &view);
    return std::string(view);
  }
  // Surrogate escapes stand for the bytes they came from.
  const StrObject *s = strOf(path);
  std::string out;
  for (int64_t i = 0; i < s->length; ++i) {
    uint32_t c = charAt(s, i);
    char utf8[4];
    if (c >= 0xdc80 && c <= 0xdcff)
      out += static_cast<char>(c - 0xdc00);
    else
      out.append(utf8, putUtf8(utf8, c));
  }
  return out;
}

namespace {

struct Mode {
  uint32_t flags = 0;
  bool binary = false, text = false, plus = false;
  int actions = 0;
};
bool parseMode(Value modeValue, Mode *mode) {
  std::string_view text = utf8Of(modeValue);
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool known = text.find(c, i + 1) == text.npos;
    switch (c) {
    case 'r':
      mode->flags |= kRead;
      ++mode->actions;
      break;
    case 'w':
      mode->flags |= kWrite | kTruncate;
      ++mode->actions;
      break;
    case 'a':
      mode->flags |= kWrite | kAppend;
      ++mode->actions;
      break;
    case 'x':
      mode->flags |= kWrite | kExclusive;
      ++mode->actions;
      break;
    case '+': mode->plus = true; break;
    case 'b': mode->binary = true; break;
    case 't': mode->text = true; break;
    default: known = false;
    }
    if (!known) {
      raise(jn_exc_ValueError, "invalid mode: %R", &modeValue);
      return false;
    }
  }
  const char *problem = nullptr;
  if (mode->binary && mode->text)
    problem = "can't have text and binary mode at once";
  else if (mode->actions > 1)
    problem = "must have exactly one of create/read/write/append mode";
  else if (mode->actions == 0)
    problem = "Must have exactly one of create/read/write/append mode and at most one plus";
  if (problem)
    raise(jn_exc_ValueError, "%s", problem);
  if (mode->plus)
    mode->flags |= kRead | kWrite;
  return !problem;
}

Value streams[3] = {jn_unbound(), jn_unbound(), jn_unbound()};

}  // namespace

Value openFile(const Value *args, size_t count, Value kwnames) {
  Value out[8];
  if (!parseArgs(
          "open",
          {"file", "mode", "buffering", "encoding", "errors", "newline", "closefd", "opener"}, 1, 8,
          args, count, kwnames, out))
    return jn_error();
  Ref modeValue(given(out[1]) ? jn_own(out[1]) : makeStr("r"));
  Value m = modeValue.get();
  if (!isStr(m))
    return raise(jn_exc_TypeError, "open() argument 'mode' must be str, not %T", &m);
  Mode mode;
  int64_t buffering = -1;
  if (!parseMode(m, &mode) || (given(out[2]) && !toInt64(out[2], &buffering)))
    return jn_error();
  auto isGiven = [&](int i) { return given(out[i]) && out[i].tag != JN_NONE; };
  for (int i : {3, 4, 5}) {
    static const char *const kNames[] = {"encoding", "errors", "newline"};
    if (isGiven(i) && !isStr(out[i]))
      return raise(jn_exc_TypeError, "open() argument '%s' must be str or None, not %T",
                   kNames[i - 3], &out[i]);
    if (mode.binary && isGiven(i))
      return raise(jn_exc_ValueError, "binary mode doesn't take %s %s argument",
                   i == 5 ? "a" : "an", kNames[i - 3]);
  }
  if (!mode.binary && buffering == 0)
    return raise(jn_exc_ValueError, "can't have unbuffered text I/O");
  Ref opened;
  bool closeDescriptor = !given(out[6]) || jn_truth(out[6]) > 0;
  Value file = out[0];
  if (isGiven(7)) {
    opened = Ref(call(out[7], {file, jn_int(mode.flags & kRead && mode.plus ? 2
                                            : mode.flags & kRead            ? 0
                                                                            : 1)}));
    if (opened.failed())
      return jn_error();
    file = opened.get();
  }
  Ref binary(openBinary(file, mode.flags, buffering != 0, closeDescriptor));
  if (binary.failed() || mode.binary)
    return binary.release();
  bool lines = buffering == 1 || (buffering == -1 && isatty(as<BinaryFile>(binary.get())->fd));
  return makeTextFile(binary.get(), out[3], out[4], out[5], lines, false, m);
}

namespace {

// What CPython gives the standard streams: where the locale says nothing, bytes pass through.
const char *errorsOf(int fd) {
  if (fd == 2)
    return "backslashreplace";
  std::string_view locale;
  for (const char *name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char *value = getenv(name); value && *value && locale.empty())
      locale = value;
  for (std::string_view plain : {"", "C", "POSIX", "C.UTF-8", "C.utf8", "UTF-8"})
    if (locale == plain)
      return "surrogateescape";
  return "strict";
}

// `python3 -u`, as the environment asks for it.
bool isUnbuffered() {
  const char *asked = getenv("PYTHONUNBUFFERED");
  return asked && *asked;
}

}  // namespace

Value originalStream(int fd) {
  static const char *const kNames[] = {"<stdin>", "<stdout>", "<stderr>"};
  if (streams[fd].tag == JN_UNBOUND) {
    Ref binary(openBinary(jn_int(fd), fd == 0 ? kRead : kWrite, true, false));
    if (binary.failed()) {  // the descriptor is closed
      clearError();
      streams[fd] = jn_none();
      return streams[fd];
    }
    jn_assign(&as<BinaryFile>(binary.get())->name, makeStr(kNames[fd]));
    Ref encoding(makeStr("utf-8")), errors(makeStr(errorsOf(fd)));
    Ref mode(makeStr(fd == 0 ? "r" : "w")), newline(makeStr("\n"));
    streams[fd] = makeTextFile(binary.get(), encoding.get(), errors.get(), newline.get(),
                               fd == 2 || isatty(fd), fd != 0 && isUnbuffered(), mode.get());
  }
  return streams[fd];
}

Value standardStream(const char *name) {
  Value sys = dictGetStr(modulesDict(), JN_NAME("sys"));
  if (sys.tag == JN_OBJECT && isInstance(sys, &jn_type_module)) {
    Value stream = dictGetStr(as<jn_module>(sys)->dict, internStr(name));
    if (given(stream))
      return stream;
    if (given(dictGetStr(as<jn_module>(sys)->dict, JN_NAME("__stdout__"))))
      return stream;  // deleted by the program
  }
  std::string_view text = name;
  return originalStream(text == "stdin" ? 0 : text == "stdout" ? 1 : 2);
}

int addStandardStreams(jn_module *sys) {
  static const char *const kNames[] = {"stdin", "stdout", "stderr"};
  for (int fd = 0; fd < 3; ++fd) {
    std::string twin = std::string("__") + kNames[fd] + "__";
    if (addToModule(sys, kNames[fd], jn_own(originalStream(fd))) < 0 ||
        addToModule(sys, twin.c_str(), jn_own(originalStream(fd))) < 0)
      return -1;
  }
  return 0;
}

int writeStdout(std::string_view utf8) {
  Ref text(makeStr(utf8));
  Value stream = originalStream(1);
  return stream.tag == JN_NONE ? 0 : writeText(stream, text.get());
}

int flushStdout() {
  Value stream = originalStream(1);
  return stream.tag == JN_NONE ? 0 : flushFile(stream);
}

}  // namespace janus
