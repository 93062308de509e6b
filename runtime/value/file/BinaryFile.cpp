// Binary files: reading and writing through buffers over a descriptor.
#include "value/bytes/Bytes.h"
#include "value/bytes/CopyBytes.h"
#include "value/call/Process.h"
#include "value/file/Streams.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace janus {
namespace {

constexpr int64_t kBuffer = 64 * 1024;

BinaryFile *openFiles;  // those that may hold unwritten bytes

Value raiseErrno(Value name) {
  return raiseOsError(errno, name);
}

bool hasRaw(const BinaryFile *f) {
  return f->raw.tag == JN_OBJECT;
}

// read(2) with signals handled: -1 with the error raised.
int64_t rawRead(BinaryFile *f, char *data, int64_t size) {
  if (hasRaw(f)) {
    Ref bytes(callMethod(f->raw, JN_NAME("read"), {jn_int(size)}));
    std::string_view view;
    if (bytes.get().tag == JN_NONE)
      return 0;
    if (bytes.failed() || !requireBytes(bytes.get(), &view))
      return -1;
    auto got = static_cast<int64_t>(view.size());
    if (got > size) {
      raise(jn_exc_OSError,
            "raw readinto() returned invalid length %ld (should have been between 0 and %ld)",
            static_cast<long>(got), static_cast<long>(size));
      return -1;
    }
    copyBytes(data, view.data(), view.size());
    return got;
  }
  for (;;) {
    ssize_t got = ::read(f->fd, data, size);
    if (got >= 0)
      return got;
    if (errno == EAGAIN)
      return 0;
    if (errno != EINTR) {
      raiseErrno(jn_none());
      return -1;
    }
    if (pollAfterSignal() < 0)
      return -1;
  }
}

int rawWrite(BinaryFile *f, const char *data, int64_t size) {
  while (size > 0 && hasRaw(f)) {
    Ref bytes(makeBytes({data, static_cast<size_t>(size)}));
    Ref answer(callMethod(f->raw, JN_NAME("write"), {bytes.get()}));
    int64_t put;
    if (answer.failed() || (answer.get().tag != JN_NONE && !toInt64(answer.get(), &put)))
      return -1;
    if (answer.get().tag == JN_NONE) {
      raise(jn_exc_BlockingIOError, "write could not complete without blocking");
      return -1;
    }
    if (put < 0 || put > size) {
      raise(jn_exc_OSError,
            "raw write() returned invalid length %ld (should have been between 0 and %ld)",
            static_cast<long>(put), static_cast<long>(size));
      return -1;
    }
    data += put;
    size -= put;
  }
  while (size > 0) {
    ssize_t put = ::write(f->fd, data, size);
    if (put >= 0) {
      data += put;
      size -= put;
    } else if (errno != EINTR) {
      raiseErrno(jn_none());
      return -1;
    } else if (pollAfterSignal() < 0) {
      return -1;
    }
  }
  return 0;
}

// Drops what was read ahead, so that the descriptor stands where Python thinks.
int dropInput(BinaryFile *f) {
  int64_t ahead = f->inputEnd - f->inputAt;
  f->inputAt = f->inputEnd = 0;
  if (ahead > 0 && hasRaw(f))
    return seekRaw(f, -ahead, SEEK_CUR) < 0 ? -1 : 0;
  if (ahead > 0 && ::lseek(f->fd, -ahead, SEEK_CUR) < 0 && errno != ESPIPE) {
    raiseErrno(jn_none());
    return -1;
  }
  return 0;
}

// Fills the empty input buffer: bytes available, 0 at the end, -1.
int64_t fill(BinaryFile *f) {
  if (f->outputSize && flushBinary(f) < 0)
    return -1;
  if (!f->input) {
    f->input = static_cast<char *>(malloc(kBuffer));
    f->inputCapacity = kBuffer;
  }
  int64_t got = rawRead(f, f->input, f->inputCapacity);
  f->inputAt = 0;
  f->inputEnd = std::max<int64_t>(got, 0);
  return got;
}

void flushAllFiles() {
  for (BinaryFile *f = openFiles; f; f = f->next) {
    if (hasRaw(f))
      continue;
    const char *data = f->output;
    while (f->outputSize > 0) {
      ssize_t put = ::write(f->fd, data, f->outputSize);
      if (put <= 0)
        break;
      data += put;
      f->outputSize -= put;
    }
    f->outputSize = 0;
  }
}

}  // namespace

bool checkOpen(const BinaryFile *f, const char *what) {
  if (!f->closed)
    return true;
  if (f->unbuffered || !what)
    raise(jn_exc_ValueError, "I/O operation on closed file");
  else
    raise(jn_exc_ValueError, "%s closed file", what);
  return false;
}

Value openBinary(Value file, uint32_t flags, bool buffered, bool closeDescriptor, Type *cls) {
  static bool registered = (atexit(flushAllFiles), true);
  (void)registered;
  int fd;
  bool isDescriptor = isInt(file);
  Ref path(isDescriptor ? jn_own(file) : pathOf(file));
  if (path.failed())
    return jn_error();
  if (isDescriptor) {
    int64_t number;
    if (!toInt64(file, &number))
      return jn_error();
    if (number < 0)
      return raise(jn_exc_ValueError, "negative file descriptor");
    fd = static_cast<int>(number);
  } else {
    if (!closeDescriptor)
      return raise(jn_exc_ValueError, "Cannot use closefd=False with file name");
    std::string name = pathBytes(path.get());
    if (name.find('\0') != name.npos)
      return raise(jn_exc_ValueError, "embedded null byte");
    int mode = (flags & kRead) && (flags & (kWrite | kAppend)) ? O_RDWR
               : flags & (kWrite | kAppend)                    ? O_WRONLY
                                                               : O_RDONLY;
    mode |= O_CLOEXEC;
    if (flags & kAppend)
      mode |= O_APPEND | O_CREAT;
    if (flags & kTruncate)
      mode |= O_TRUNC | O_CREAT;
    if (flags & kExclusive)
      mode |= O_EXCL | O_CREAT;
    do
      fd = ::open(name.c_str(), mode, 0666);
    while (fd < 0 && errno == EINTR && pollAfterSignal() == 0);
    if (fd < 0)
      return hasError() ? jn_error() : raiseErrno(path.get());
  }
  struct stat status;
  if (fstat(fd, &status) < 0) {
    return raiseErrno(path.get());
  }
  if (S_ISDIR(status.st_mode)) {
    if (!isDescriptor)
      ::close(fd);
    return raiseOsError(EISDIR, path.get());
  }
  bool reads = flags & kRead, writes = flags & (kWrite | kAppend);
  Type *type = cls               ? cls
               : !buffered       ? &rawFileType
               : reads && writes ? &bufferedRandomType
               : reads           ? &bufferedReaderType
                                 : &bufferedWriterType;
  auto *f = reinterpret_cast<BinaryFile *>(allocate(type, sizeof(BinaryFile)));
  f->name = jn_own(path.get());
  f->fd = fd;
  f->readable = reads;
  f->writable = writes;
  f->appending = flags & kAppend;
  f->created = flags & kExclusive;
  f->keepDescriptor = !closeDescriptor;
  f->unbuffered = !buffered;
  f->next = openFiles;
  if (openFiles)
    openFiles->previous = f;
  openFiles = f;
  if (f->appending)
    ::lseek(fd, 0, SEEK_END);
  return jn_obj(f);
}

Value bufferOver(Type *cls, Value raw) {
  struct Need {
    Type *type;
    jn_value question;
    const char *refusal;
  };
  const Need needs[] = {
      {&bufferedReaderType, JN_NAME("readable"), "File or stream is not readable."},
      {&bufferedWriterType, JN_NAME("writable"), "File or stream is not writable."},
      {&bufferedRandomType, JN_NAME("seekable"), "File or stream is not seekable."}};
  for (const Need &need : needs) {
    if (!isSubtype(cls, need.type))
      continue;
    Ref answer(callMethod(raw, need.question, {}));
    if (answer.failed())
      return jn_error();
    int yes = jn_truth(answer.get());
    if (yes <= 0)
      return yes < 0 ? jn_error() : raiseUnsupported(need.refusal);
  }
  auto *f = reinterpret_cast<BinaryFile *>(allocate(cls, sizeof(BinaryFile)));
  f->name = jn_none();
  f->raw = jn_own(raw);
  f->fd = -1;
  f->readable = !isSubtype(cls, &bufferedWriterType);
  f->writable = !isSubtype(cls, &bufferedReaderType);
  f->next = openFiles;
  if (openFiles)
    openFiles->previous = f;
  openFiles = f;
  return jn_obj(f);
}

BinaryFile *binaryFile(Value v) {
  for (Type *type : {&bufferedReaderType, &bufferedWriterType, &bufferedRandomType, &rawFileType})
    if (isInstance(v, type))
      return as<BinaryFile>(v);
  return nullptr;
}

int flushBinary(BinaryFile *f) {
  if (f->outputSize == 0)
    return 0;
  int64_t size = f->outputSize;
  f->outputSize = 0;
  return rawWrite(f, f->output, size);
}

int writeBinary(BinaryFile *f, std::string_view bytes) {
  if (f->inputEnd > 0 && dropInput(f) < 0)
    return -1;
  auto size = static_cast<int64_t>(bytes.size());
  if (f->unbuffered)
    return rawWrite(f, bytes.data(), size);
  if (!f->output) {
    f->output = static_cast<char *>(malloc(kBuffer));
    f->outputCapacity = kBuffer;
  }
  if (f->outputSize + size > f->outputCapacity && flushBinary(f) < 0)
    return -1;
  if (size > f->outputCapacity)
    return rawWrite(f, bytes.data(), size);
  copyBytes(f->output + f->outputSize, bytes.data(), size);
  f->outputSize += size;
  return 0;
}

bool readSome(BinaryFile *f, int64_t limit, std::string *out) {
  if (f->inputAt == f->inputEnd) {
    int64_t got = fill(f);
    if (got <= 0)
      return got == 0;
  }
  int64_t n = std::min(limit < 0 ? INT64_MAX : limit, f->inputEnd - f->inputAt);
  out->append(f->input + f->inputAt, n);
  f->inputAt += n;
  return true;
}

bool readBinary(BinaryFile *f, int64_t size, std::string *out) {
  // A whole file at once: its size is known in advance.
  struct stat status;
  if (size < 0 && !hasRaw(f) && fstat(f->fd, &status) == 0 && status.st_size > 0)
    out->reserve(out->size() + std::min<int64_t>(status.st_size, int64_t(1) << 40));
  if (f->unbuffered && size >= 0) {
    size_t old = out->size();
    out->resize(old + size);
    int64_t got = rawRead(f, out->data() + old, size);
    out->resize(old + std::max<int64_t>(got, 0));
    return got >= 0;
  }
  while (size != 0) {
    size_t before = out->size();
    if (!readSome(f, size, out))
      return false;
    auto got = static_cast<int64_t>(out->size() - before);
    if (got == 0)
      break;
    if (size > 0)
      size -= got;
  }
  return true;
}

int64_t readInto(BinaryFile *f, char *data, int64_t size) {
  int64_t total = 0;
  while (total < size) {
    int64_t ready = f->inputEnd - f->inputAt;
    if (ready > 0) {
      int64_t n = std::min(ready, size - total);
      copyBytes(data + total, f->input + f->inputAt, n);
      f->inputAt += n;
      total += n;
      continue;
    }
    // Large remainders go around the buffer.
    bool direct = f->unbuffered || size - total >= kBuffer;
    if (direct && f->outputSize && flushBinary(f) < 0)
      return -1;
    int64_t got = direct ? rawRead(f, data + total, size - total) : fill(f);
    if (got < 0)
      return -1;
    if (got == 0)
      break;
    if (direct)
      total += got;
    if (f->unbuffered)
      break;
  }
  return total;
}

int64_t seekRaw(BinaryFile *f, int64_t offset, int whence) {
  if (!hasRaw(f)) {
    int64_t at = ::lseek(f->fd, offset, whence);
    if (at < 0)
      raiseErrno(jn_none());
    return at;
  }
  Ref answer(callMethod(f->raw, JN_NAME("seek"), {jn_int(offset), jn_int(whence)}));
  int64_t at;
  if (answer.failed() || !toInt64(answer.get(), &at))
    return -1;
  if (at < 0) {
    raise(jn_exc_OSError, "Raw stream returned invalid position %ld", static_cast<long>(at));
    return -1;
  }
  return at;
}

int64_t tellBinary(BinaryFile *f) {
  int64_t at = seekRaw(f, 0, SEEK_CUR);
  if (at < 0)
    return -1;
  return at - (f->inputEnd - f->inputAt) + f->outputSize;
}

int64_t seekBinary(BinaryFile *f, int64_t offset, int whence) {
  if (flushBinary(f) < 0)
    return -1;
  if (whence == SEEK_SET && f->inputEnd > 0) {
    // Within what was read ahead nothing needs to be read again.
    int64_t end = hasRaw(f) ? seekRaw(f, 0, SEEK_CUR) : ::lseek(f->fd, 0, SEEK_CUR);
    int64_t start = end - f->inputEnd;
    if (end < 0 && hasRaw(f))
      return -1;
    if (end >= 0 && offset >= start && offset <= end) {
      f->inputAt = offset - start;
      return offset;
    }
  }
  if (whence == SEEK_CUR)
    offset -= f->inputEnd - f->inputAt;
  f->inputAt = f->inputEnd = 0;
  return seekRaw(f, offset, whence);
}

int closeBinary(BinaryFile *f) {
  if (f->closed)
    return 0;
  int status = flushBinary(f);
  f->closed = true;
  if (f->previous)
    f->previous->next = f->next;
  else
    openFiles = f->next;
  if (f->next)
    f->next->previous = f->previous;
  if (hasRaw(f)) {
    Ref pending(hasError() ? takeError() : jn_unbound());
    if (Ref(callMethod(f->raw, JN_NAME("close"), {})).failed())
      status = -1;
    if (given(pending.get()) && !hasError())
      setError(pending.release());
  } else if (!f->keepDescriptor && ::close(f->fd) < 0 && status == 0) {
    raiseErrno(jn_none());
    status = -1;
  }
  free(f->input);
  free(f->output);
  f->input = f->output = nullptr;
  f->inputAt = f->inputEnd = f->inputCapacity = f->outputCapacity = 0;
  return status;
}

}  // namespace janus
