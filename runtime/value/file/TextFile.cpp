// TextIOWrapper: characters over any object with read and write of bytes.
//
// Reading decodes a chunk at a time into `pending`; newlines are translated when text leaves it, so
// that tell() can count back the bytes of what is left.
#include "value/bytes/Bytes.h"
#include "value/bytes/CopyBytes.h"
#include "value/container/Sequence.h"
#include "value/file/Streams.h"
#include "value/text/Codecs.h"
#include "value/text/Str.h"

#include <cstdlib>
#include <cstring>

namespace janus {

Type textFileType;

namespace {

constexpr int64_t kChunk = 8192;
enum class Newline : uint8_t { Universal, Keep, Lf, Cr, CrLf };  // None, '', '\n', '\r', '\r\n'
enum SeenNewlines : uint8_t { kSeenCr = 1, kSeenLf = 2, kSeenCrLf = 4 };

struct TextFile {
  Object head;
  Value buffer, encodingText, errorsText, mode;
  Value pending;  // decoded and not yet read, from pendingAt
  int64_t pendingAt;
  char *carry;  // bytes of an incomplete character
  int64_t carrySize;
  Encoding encoding;
  Newline newline;
  uint8_t seen;
  bool lineBuffering, writeThrough, atEnd, started;
};

TextFile *textFile(Object *o) {
  return reinterpret_cast<TextFile *>(o);
}
TextFile *self(const Value *args) {
  return as<TextFile>(args[0]);
}
std::string_view handlerOf(const TextFile *f) {
  return utf8Of(f->errorsText);
}

bool isClosed(const TextFile *f) {
  if (BinaryFile *b = binaryFile(f->buffer))
    return b->closed;
  Ref closed(getattrOptional(f->buffer, JN_NAME("closed")));
  bool answer = !closed.failed() && given(closed.get()) && jn_truth(closed.get()) > 0;
  clearError();
  return answer;
}
bool requireOpen(const TextFile *f) {
  if (f->buffer.tag == JN_NONE) {
    raise(jn_exc_ValueError, "I/O operation on uninitialized object");
    return false;
  }
  if (!isClosed(f))
    return true;
  raise(jn_exc_ValueError, "I/O operation on closed file.");
  return false;
}
bool requireReadable(const TextFile *f) {
  if (!requireOpen(f))
    return false;
  BinaryFile *b = binaryFile(f->buffer);
  if (b && !b->readable) {
    raiseUnsupported("not readable");
    return false;
  }
  return true;
}

// ---- decoding

// The next bytes of the buffer: false with an error raised, nothing at the end.
bool nextBytes(TextFile *f, int64_t size, std::string *out) {
  if (BinaryFile *b = binaryFile(f->buffer))
    return size < 0 ? readBinary(b, -1, out) : readSome(b, size, out);
  Ref bytes(size < 0 ? callMethod(f->buffer, JN_NAME("read"), {})
                     : callMethod(f->buffer, JN_NAME("read1"), {jn_int(size)}));
  std::string_view view;
  if (bytes.failed() || !requireBytes(bytes.get(), &view))
    return false;
  out->append(view);
  return true;
}

// Decodes one chunk (size -1: all that is left) behind what is pending.
bool decodeMore(TextFile *f, int64_t size) {
  std::string bytes(f->carry ? f->carry : "", f->carrySize);
  size_t before = bytes.size();
  if (!nextBytes(f, size, &bytes))
    return false;
  bool final = size < 0 || bytes.size() == before;
  f->atEnd = final;
  Encoding encoding = f->encoding;
  // A mark at the start decides the byte order of what follows.
  if (!f->started && !bytes.empty()) {
    f->started = true;
    if (encoding == Encoding::Utf16 && bytes.size() >= 2)
      f->encoding = bytes.compare(0, 2, "\xfe\xff") == 0 ? Encoding::Utf16Be : Encoding::Utf16Le;
    else if (encoding == Encoding::Utf32 && bytes.size() >= 4)
      f->encoding = bytes.compare(0, 4, std::string("\0\0\xfe\xff", 4)) == 0 ? Encoding::Utf32Be
                                                                             : Encoding::Utf32Le;
    else if (encoding == Encoding::Utf8Signature)
      f->encoding = Encoding::Utf8;
  }
  size_t used;
  Ref text(decodePart(bytes, encoding, handlerOf(f), final, &used));
  if (text.failed())
    return false;
  f->carrySize = static_cast<int64_t>(bytes.size() - used);
  f->carry = static_cast<char *>(realloc(f->carry, f->carrySize + 1));
  copyBytes(f->carry, bytes.data() + used, f->carrySize);
  Ref rest(substring(f->pending, f->pendingAt, strLength(f->pending)));
  jn_assign(&f->pending, concatStr(rest.get(), text.get()));
  f->pendingAt = 0;
  return true;
}

void noteNewlines(TextFile *f, const StrObject *s, int64_t start, int64_t end) {
  for (int64_t i = start; i < end; ++i) {
    uint32_t c = charAt(s, i);
    if (c == '\n')
      f->seen |= kSeenLf;
    else if (c == '\r' && i + 1 < end && charAt(s, i + 1) == '\n')
      f->seen |= kSeenCrLf, ++i;
    else if (c == '\r')
      f->seen |= kSeenCr;
  }
}

bool hasCr(const StrObject *s, int64_t start, int64_t end) {
  if (s->kind == 1)
    return memchr(static_cast<const char *>(s->data) + start, '\r', end - start) != nullptr;
  for (int64_t i = start; i < end; ++i)
    if (charAt(s, i) == '\r')
      return true;
  return false;
}

// Takes `count` characters out of what is pending, newlines translated.
Value takePending(TextFile *f, int64_t count) {
  const StrObject *s = strOf(f->pending);
  int64_t start = f->pendingAt, end = start + count;
  f->pendingAt = end;
  Ref whole = Ref::own(f->pending);
  if (f->newline != Newline::Universal && f->newline != Newline::Keep)
    return substring(whole.get(), start, end);
  bool crs = hasCr(s, start, end);
  if (crs || f->seen == 0)
    noteNewlines(f, s, start, end);
  if (!crs || f->newline == Newline::Keep)
    return substring(whole.get(), start, end);
  StrBuilder out;
  for (int64_t i = start; i < end; ++i) {
    uint32_t c = charAt(s, i);
    if (c == '\r') {
      out.append('\n');
      if (i + 1 < end && charAt(s, i + 1) == '\n')
        ++i;
    } else {
      out.append(c);
    }
  }
  return out.finish();
}

// The end of the line that starts at `from` in what is pending: -1 when more text is needed.
int64_t lineEnd(const TextFile *f, int64_t from) {
  const StrObject *s = strOf(f->pending);
  int64_t n = s->length;
  bool universal = f->newline == Newline::Universal || f->newline == Newline::Keep;
  if (s->kind == 1 && f->newline != Newline::Cr && f->newline != Newline::CrLf) {
    auto *chars = static_cast<const char *>(s->data);
    auto *lf = static_cast<const char *>(memchr(chars + from, '\n', n - from));
    int64_t end = lf ? lf - chars + 1 : -1;
    if (!universal)
      return end;
    auto *cr = static_cast<const char *>(memchr(chars + from, '\r', (lf ? end : n) - from));
    if (!cr)
      return end;
  }
  for (int64_t i = from; i < n; ++i) {
    uint32_t c = charAt(s, i);
    if (c == '\n' && (universal || f->newline == Newline::Lf))
      return i + 1;
    if (c != '\r' || f->newline == Newline::Lf)
      continue;
    bool pair = i + 1 < n && charAt(s, i + 1) == '\n';
    if (f->newline == Newline::Cr)
      return i + 1;
    if (f->newline == Newline::CrLf) {
      if (pair)
        return i + 2;
      continue;
    }
    if (pair)
      return i + 2;
    // A lone '\r' at the end may be the first half of a pair.
    if (i + 1 < n || f->atEnd)
      return i + 1;
    return -1;
  }
  return -1;
}

Value readLine(TextFile *f, int64_t limit) {
  for (;;) {
    int64_t n = strLength(f->pending), from = f->pendingAt;
    int64_t end = lineEnd(f, from);
    bool longEnough = limit >= 0 && (end < 0 ? n - from >= limit : end - from > limit);
    if (longEnough)
      return takePending(f, limit);
    if (end >= 0)
      return takePending(f, end - from);
    if (f->atEnd) {
      Value rest = takePending(f, n - from);
      f->atEnd = false;  // the file may grow
      return rest;
    }
    if (!decodeMore(f, kChunk))
      return jn_error();
  }
}

Value readMethod(const Value *args, size_t count, Value) {
  TextFile *f = self(args);
  int64_t size;
  if (!sizeArgument(args, count, 1, &size) || !requireReadable(f))
    return jn_error();
  if (size < 0) {
    if (!decodeMore(f, -1))
      return jn_error();
    f->atEnd = false;
    return takePending(f, strLength(f->pending) - f->pendingAt);
  }
  StrBuilder out;
  while (out.length() < size) {
    int64_t ready = strLength(f->pending) - f->pendingAt;
    int64_t wanted = std::min(ready, size - out.length());
    const StrObject *s = strOf(f->pending);
    // A pair is not torn apart: its second half may still have to be decoded.
    bool translates = f->newline == Newline::Universal && wanted > 0;
    bool tornPair = translates && charAt(s, f->pendingAt + wanted - 1) == '\r';
    if (tornPair && wanted < ready && charAt(s, f->pendingAt + wanted) == '\n')
      ++wanted;
    else if (tornPair && wanted == ready && !f->atEnd)
      --wanted;
    if (wanted > 0) {
      Ref part(takePending(f, wanted));
      out.str(part.get());
    } else if (f->atEnd) {
      f->atEnd = false;
      break;
    } else if (!decodeMore(f, std::max(size, kChunk))) {
      return jn_error();
    }
  }
  return out.finish();
}

Value readlineMethod(const Value *args, size_t count, Value) {
  int64_t limit;
  return sizeArgument(args, count, 1, &limit) && requireReadable(self(args))
             ? readLine(self(args), limit)
             : jn_error();
}
Value nextLine(Object *o) {
  if (!requireReadable(textFile(o)))
    return jn_error();
  Value line = readLine(textFile(o), -1);
  if (line.tag == JN_ERROR || strLength(line) > 0)
    return line;
  jn_decref(line);
  return jn_done();
}

// ---- writing

// Bytes already decoded but not read are given back before writing or seeking.
int64_t position(TextFile *f);
int syncForWrite(TextFile *f) {
  if (f->pendingAt == strLength(f->pending) && f->carrySize == 0)
    return 0;
  if (BinaryFile *b = binaryFile(f->buffer)) {
    int64_t at = position(f);
    if (at < 0 || seekBinary(b, at, 0) < 0)
      return -1;
  }
  jn_assign(&f->pending, emptyStr());
  f->pendingAt = f->carrySize = 0;
  return 0;
}

int flushBuffer(TextFile *f) {
  if (BinaryFile *b = binaryFile(f->buffer))
    return flushBinary(b);
  return Ref(callMethod(f->buffer, JN_NAME("flush"), {})).failed() ? -1 : 0;
}

int writeOut(TextFile *f, Value text) {
  if (!requireOpen(f))
    return -1;
  BinaryFile *b = binaryFile(f->buffer);
  if (b && !b->writable) {
    raiseUnsupported("not writable");
    return -1;
  }
  if (syncForWrite(f) < 0)
    return -1;
  const StrObject *s = strOf(text);
  Ref translated;
  bool ends = (f->lineBuffering || f->writeThrough) && s->length > 0;
  if (f->newline == Newline::Cr || f->newline == Newline::CrLf) {
    StrBuilder out;
    for (int64_t i = 0; i < s->length; ++i) {
      uint32_t c = charAt(s, i);
      if (c == '\n')
        out.ascii(f->newline == Newline::Cr ? "\r" : "\r\n");
      else
        out.append(c);
    }
    translated = Ref(out.finish());
    text = translated.get();
  }
  if (ends && !f->writeThrough) {
    ends = false;
    for (int64_t i = 0; i < s->length && !ends; ++i)
      ends = charAt(s, i) == '\n' || charAt(s, i) == '\r';
  }
  bool plain =
      strOf(text)->ascii && f->encoding != Encoding::Utf16 && f->encoding < Encoding::Utf16;
  if (b && plain && (f->encoding != Encoding::Utf8Signature || f->started)) {
    if (writeBinary(b, utf8Of(text)) < 0)
      return -1;
  } else {
    Encoding encoding = f->encoding;
    // The mark goes out once, unless text is appended.
    if (!f->started || encoding < Encoding::Utf8Signature) {
      bool append = b && b->appending && tellBinary(b) > 0;
      if (append && encoding == Encoding::Utf8Signature)
        encoding = Encoding::Utf8;
      if (append && encoding == Encoding::Utf16)
        encoding = Encoding::Utf16Le;
    } else if (encoding == Encoding::Utf8Signature) {
      encoding = Encoding::Utf8;
    } else if (encoding == Encoding::Utf16 || encoding == Encoding::Utf32) {
      encoding = encoding == Encoding::Utf16 ? Encoding::Utf16Le : Encoding::Utf32Le;
    }
    f->started = true;
    Ref bytes(encodeStr(text, encoding, handlerOf(f)));
    std::string_view view;
    if (bytes.failed())
      return -1;
    bytesView(bytes.get(), &view);
    if (b ? writeBinary(b, view) < 0
          : Ref(callMethod(f->buffer, JN_NAME("write"), {bytes.get()})).failed())
      return -1;
  }
  return ends ? flushBuffer(f) : 0;
}

Value writeMethod(const Value *args, size_t, Value) {
  if (!isStr(args[1]))
    return raise(jn_exc_TypeError, "write() argument must be str, not %T", &args[1]);
  return writeOut(self(args), args[1]) < 0 ? jn_error() : jn_int(strLength(args[1]));
}
Value flushMethod(const Value *args, size_t, Value) {
  return requireOpen(self(args)) && flushBuffer(self(args)) == 0 ? jn_none() : jn_error();
}
Value closeMethod(const Value *args, size_t, Value) {
  if (isClosed(self(args)))
    return jn_none();
  return callMethod(self(args)->buffer, JN_NAME("close"), {});
}

// ---- positions

// The byte position of the next character to read; -1.
int64_t position(TextFile *f) {
  Ref at(callMethod(f->buffer, JN_NAME("tell"), {}));
  int64_t bytes;
  if (at.failed() || !toInt64(at.get(), &bytes))
    return -1;
  Ref rest(substring(f->pending, f->pendingAt, strLength(f->pending)));
  Ref encoded(encodeStr(rest.get(), f->encoding, handlerOf(f)));
  std::string_view view;
  if (encoded.failed())
    return -1;
  bytesView(encoded.get(), &view);
  return bytes - f->carrySize - static_cast<int64_t>(view.size());
}

Value tellMethod(const Value *args, size_t, Value) {
  if (!requireOpen(self(args)))
    return jn_error();
  int64_t at = position(self(args));
  return at < 0 ? jn_error() : jn_int(at);
}

Value seekMethod(const Value *args, size_t count, Value) {
  TextFile *f = self(args);
  int64_t offset, whence = 0;
  if (!requireOpen(f) || !toInt64(args[1], &offset) || (count > 2 && !toInt64(args[2], &whence)))
    return jn_error();
  if (whence == 1 && offset != 0)
    return raiseUnsupported("can't do nonzero cur-relative seeks");
  if (whence == 2 && offset != 0)
    return raiseUnsupported("can't do nonzero end-relative seeks");
  if (whence < 0 || whence > 2)
    return raise(jn_exc_ValueError, "invalid whence (%ld, should be 0, 1 or 2)",
                 static_cast<long>(whence));
  if (whence == 0 && offset < 0)
    return raise(jn_exc_ValueError, "negative seek position %ld", static_cast<long>(offset));
  if (whence == 1) {
    offset = position(f);
    if (offset < 0)
      return jn_error();
    whence = 0;
  }
  if (flushBuffer(f) < 0)
    return jn_error();
  jn_assign(&f->pending, emptyStr());
  f->pendingAt = f->carrySize = 0;
  f->atEnd = false;
  return callMethod(f->buffer, JN_NAME("seek"), {jn_int(offset), jn_int(whence)});
}

Value truncateMethod(const Value *args, size_t count, Value) {
  if (flushBuffer(self(args)) < 0)
    return jn_error();
  Value size = count > 1 ? args[1] : jn_none();
  Ref here;
  if (size.tag == JN_NONE) {
    int64_t at = position(self(args));
    if (at < 0)
      return jn_error();
    size = jn_int(at);
  }
  return callMethod(self(args)->buffer, JN_NAME("truncate"), {size});
}

// ---- what goes through to the buffer

template <const char *Name>
Value forward(const Value *args, size_t, Value) {
  return callMethod(self(args)->buffer, internStr(Name), {});
}
constexpr char kFileno[] = "fileno", kIsatty[] = "isatty", kReadable[] = "readable",
               kWritable[] = "writable", kSeekable[] = "seekable";

Value detach(const Value *args, size_t, Value) {
  return flushBuffer(self(args)) < 0 ? jn_error() : jn_own(self(args)->buffer);
}
Value reconfigure(const Value *args, size_t count, Value kwnames) {
  Value out[5];
  TextFile *f = self(args);
  if (!parseArgs("reconfigure",
                 {"encoding", "errors", "newline", "line_buffering", "write_through"}, 0, 0,
                 args + 1, count - 1, kwnames, out))
    return jn_error();
  if (given(out[0]) && out[0].tag != JN_NONE) {
    if (!findEncoding(utf8Of(out[0]), &f->encoding))
      return jn_error();
    jn_assign(&f->encodingText, jn_own(out[0]));
  }
  if (given(out[1]) && out[1].tag != JN_NONE)
    jn_assign(&f->errorsText, jn_own(out[1]));
  if (given(out[3]) && out[3].tag != JN_NONE)
    f->lineBuffering = jn_truth(out[3]) > 0;
  if (given(out[4]) && out[4].tag != JN_NONE)
    f->writeThrough = jn_truth(out[4]) > 0;
  return flushBuffer(f) < 0 ? jn_error() : jn_none();
}

Value getBuffer(Object *o) {
  return jn_own(textFile(o)->buffer);
}
Value getEncoding(Object *o) {
  return jn_own(textFile(o)->encodingText);
}
Value getErrors(Object *o) {
  return jn_own(textFile(o)->errorsText);
}
Value getLineBuffering(Object *o) {
  return jn_bool(textFile(o)->lineBuffering);
}
Value getWriteThrough(Object *o) {
  return jn_bool(textFile(o)->writeThrough);
}
Value getClosed(Object *o) {
  return jn_bool(isClosed(textFile(o)));
}
Value getName(Object *o) {
  return getattr(textFile(o)->buffer, JN_NAME("name"));
}
Value getMode(Object *o) {
  if (textFile(o)->mode.tag == JN_NONE)
    return raise(jn_exc_AttributeError, "'_io.TextIOWrapper' object has no attribute 'mode'");
  return jn_own(textFile(o)->mode);
}
int setMode(Object *o, Value v) {
  jn_assign(&textFile(o)->mode, given(v) ? jn_own(v) : jn_none());
  return 0;
}
Value getNewlines(Object *o) {
  static const char *const kTexts[] = {"\r", "\n", "\r\n"};
  Ref found(jn_obj(newList(0)));
  for (int i = 0; i < 3; ++i) {
    if (textFile(o)->seen & (1 << i)) {
      Ref text(makeStr(kTexts[i]));
      jn_list_append(found.get(), text.get());
    }
  }
  jn_list *l = found.as<jn_list>();
  return l->size == 0   ? jn_none()
         : l->size == 1 ? jn_own(l->items[0])
                        : jn_list_to_tuple(found.get());
}

Value reprSlot(Object *o) {
  TextFile *f = textFile(o);
  std::string text = "<_io.TextIOWrapper";
  Ref name(getattrOptional(f->buffer, JN_NAME("name")));
  clearError();
  if (isStr(name.get()) || isInt(name.get())) {
    Ref shown(repr(name.get()));
    text += " name=" + std::string(utf8Of(shown.get()));
  }
  if (f->mode.tag != JN_NONE) {
    Ref shown(repr(f->mode));
    text += " mode=" + std::string(utf8Of(shown.get()));
  }
  Ref encoding(repr(f->encodingText));
  return makeStr(text + " encoding=" + std::string(utf8Of(encoding.get())) + ">");
}

void dealloc(Object *o) {
  TextFile *f = textFile(o);
  for (Value v : {f->buffer, f->encodingText, f->errorsText, f->mode, f->pending})
    jn_decref(v);
  free(f->carry);
  freeObject(o);
}
void traverse(Object *o, VisitFn visit, void *context) {
  if (textFile(o)->buffer.tag == JN_OBJECT)
    visit(textFile(o)->buffer.o, context);
}

bool newlineOf(Value v, Newline *out) {
  *out = Newline::Universal;
  if (!given(v) || v.tag == JN_NONE)
    return true;
  if (!isStr(v)) {
    raise(jn_exc_TypeError, "newline must be str or None, not %T", &v);
    return false;
  }
  std::string_view text = utf8Of(v);
  if (text == "")
    *out = Newline::Keep;
  else if (text == "\n")
    *out = Newline::Lf;
  else if (text == "\r")
    *out = Newline::Cr;
  else if (text == "\r\n")
    *out = Newline::CrLf;
  else {
    raise(jn_exc_ValueError, "illegal newline value: %S", &v);
    return false;
  }
  return true;
}

// A file over nothing, until __init__ of a subclass hands a buffer on.
TextFile *newTextFile(Type *cls) {
  auto *f = reinterpret_cast<TextFile *>(allocate(cls, sizeof(TextFile)));
  f->buffer = f->mode = jn_none();
  f->encodingText = makeStr("UTF-8");
  f->errorsText = makeStr("strict");
  f->pending = emptyStr();
  f->encoding = Encoding::Utf8;
  return f;
}
bool fill(TextFile *f, Value buffer, Value encoding, Value errors, Value newline,
          bool lineBuffering, bool writeThrough) {
  Encoding found = Encoding::Utf8;
  Newline ends;
  bool named = given(encoding) && encoding.tag != JN_NONE;
  if (named && !isStr(encoding)) {
    raise(jn_exc_TypeError, "TextIOWrapper() argument 'encoding' must be str or None, not %T",
          &encoding);
    return false;
  }
  if ((named && utf8Of(encoding) != "locale" && !findEncoding(utf8Of(encoding), &found)) ||
      !newlineOf(newline, &ends))
    return false;
  jn_assign(&f->buffer, jn_own(buffer));
  jn_assign(&f->encodingText, named ? jn_own(encoding) : makeStr("UTF-8"));
  jn_assign(&f->errorsText,
            given(errors) && errors.tag != JN_NONE ? jn_own(errors) : makeStr("strict"));
  jn_assign(&f->pending, emptyStr());
  f->pendingAt = f->carrySize = 0;
  f->encoding = found;
  f->newline = ends;
  f->seen = 0;
  f->atEnd = f->started = false;
  f->lineBuffering = lineBuffering;
  f->writeThrough = writeThrough;
  return true;
}

Value construct(Type *cls, const Value *, size_t, Value) {
  return jn_obj(newTextFile(cls));
}
int init(Value v, const Value *args, size_t count, Value kwnames) {
  Value out[6];
  if (!parseArgs("TextIOWrapper",
                 {"buffer", "encoding", "errors", "newline", "line_buffering", "write_through"}, 1,
                 6, args, count, kwnames, out))
    return -1;
  bool lines = given(out[4]) && jn_truth(out[4]) > 0;
  bool through = given(out[5]) && jn_truth(out[5]) > 0;
  return fill(as<TextFile>(v), out[0], out[1], out[2], out[3], lines, through) ? 0 : -1;
}

const MethodDef kMethods[] = {{"read", readMethod, 1, 2},
                              {"readline", readlineMethod, 1, 2},
                              {"write", writeMethod, 2, 2},
                              {"flush", flushMethod, 1, 1},
                              {"close", closeMethod, 1, 1},
                              {"seek", seekMethod, 2, 3},
                              {"tell", tellMethod, 1, 1},
                              {"truncate", truncateMethod, 1, 2},
                              {"fileno", forward<kFileno>, 1, 1},
                              {"isatty", forward<kIsatty>, 1, 1},
                              {"readable", forward<kReadable>, 1, 1},
                              {"writable", forward<kWritable>, 1, 1},
                              {"seekable", forward<kSeekable>, 1, 1},
                              {"detach", detach, 1, 1},
                              {"reconfigure", reconfigure, 1, -1, true},
                              {}};
const GetSetDef kGetSets[] = {{"buffer", getBuffer, nullptr},
                              {"encoding", getEncoding, nullptr},
                              {"errors", getErrors, nullptr},
                              {"newlines", getNewlines, nullptr},
                              {"line_buffering", getLineBuffering, nullptr},
                              {"write_through", getWriteThrough, nullptr},
                              {"closed", getClosed, nullptr},
                              {"name", getName, nullptr},
                              {"mode", getMode, setMode},
                              {}};

}  // namespace

Value makeTextFile(Value buffer, Value encoding, Value errors, Value newline, bool lineBuffering,
                   bool writeThrough, Value mode) {
  TextFile *f = newTextFile(&textFileType);
  Ref held(jn_obj(f));
  if (!fill(f, buffer, encoding, errors, newline, lineBuffering, writeThrough))
    return jn_error();
  jn_assign(&f->mode, jn_own(mode));
  return held.release();
}

int writeText(Value file, Value text) {
  if (isExact(file, &textFileType))
    return writeOut(as<TextFile>(file), text);
  return Ref(callMethod(file, JN_NAME("write"), {text})).failed() ? -1 : 0;
}

int flushFile(Value file) {
  if (isExact(file, &textFileType))
    return requireOpen(as<TextFile>(file)) ? flushBuffer(as<TextFile>(file)) : -1;
  return Ref(callMethod(file, JN_NAME("flush"), {})).failed() ? -1 : 0;
}

int initTextFileType() {
  Type &t = textFileType;
  t.name = "_io.TextIOWrapper";
  t.base = &textIoBaseType;
  t.instanceSize = sizeof(TextFile);
  t.typeFlags = kTypeBaseable;
  t.dealloc = dealloc;
  t.traverse = traverse;
  t.repr = reprSlot;
  t.iter = selfIter;
  t.next = nextLine;
  t.construct = construct;
  t.init = init;
  t.methods = kMethods;
  t.getsets = kGetSets;
  return readyType(&t);
}

}  // namespace janus
