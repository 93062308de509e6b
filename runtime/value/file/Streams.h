// Files as Python sees them, and the process's standard streams.
#pragma once

#include "value/object/DataTypes.h"

namespace janus {

// ---- binary files: a descriptor with a read or a write buffer
struct BinaryFile {
  Object head;
  Value name;                   // path or descriptor
  BinaryFile *next, *previous;  // all open files, to flush at exit
  char *input;                  // bytes read ahead: [inputAt, inputEnd)
  int64_t inputAt, inputEnd, inputCapacity;
  char *output;
  int64_t outputSize, outputCapacity;
  Value raw;  // an object with the methods of a raw file, in place of a descriptor (fd -1)
  int fd;
  bool readable, writable, appending, created, closed, keepDescriptor, unbuffered;
};
enum OpenFlags : uint32_t { kRead = 1, kWrite = 2, kAppend = 4, kTruncate = 8, kExclusive = 16 };
// `file` is a path (str, bytes, os.PathLike) or a descriptor.
// An instance of `cls`; null: of the class for these flags.
Value openBinary(Value file, uint32_t flags, bool buffered, bool closeDescriptor,
                 Type *cls = nullptr);
// A buffer over an object with read, write, seek; `cls` says which of them it needs.
Value bufferOver(Type *cls, Value raw);
BinaryFile *binaryFile(Value v);  // null when v is none of ours
// The position of the descriptor or raw object: -1 with the error raised.
int64_t seekRaw(BinaryFile *f, int64_t offset, int whence);
// Up to `size` bytes (-1: all) appended to *out; false with an error raised.
bool readBinary(BinaryFile *f, int64_t size, std::string *out);
// Whatever is at hand, at least one byte unless the file is at its end.
bool readSome(BinaryFile *f, int64_t limit, std::string *out);
int writeBinary(BinaryFile *f, std::string_view bytes);
int flushBinary(BinaryFile *f);
int closeBinary(BinaryFile *f);
int64_t seekBinary(BinaryFile *f, int64_t offset, int whence);  // the new position, -1
int64_t tellBinary(BinaryFile *f);

int64_t readInto(BinaryFile *f, char *data, int64_t size);  // -1
// ValueError of a closed file; `what` as in "read of".
bool checkOpen(const BinaryFile *f, const char *what = nullptr);

// ---- text files over any binary one
// `newline`: None, '', '\n', '\r' or '\r\n'.
Value makeTextFile(Value buffer, Value encoding, Value errors, Value newline, bool lineBuffering,
                   bool writeThrough, Value mode);
int initFileBaseTypes();
int initBinaryFileTypes();
int initTextFileType();
extern Type textFileType, bufferedReaderType, bufferedWriterType, bufferedRandomType, rawFileType;
extern Type ioBaseType, rawIoBaseType, bufferedIoBaseType, textIoBaseType;
Value unsupportedOperationClass();  // io.UnsupportedOperation, borrowed
Value raiseUnsupported(const char *what);
// The `size` argument of read methods: None and negative numbers are -1.
bool sizeArgument(const Value *args, size_t count, size_t index, int64_t *out);

// ---- what `open`, print and the io module share
Value openFile(const Value *args, size_t count, Value kwnames);  // the builtin
Value pathOf(Value v);           // str or bytes of a path-like, TypeError otherwise
std::string pathBytes(Value v);  // of what pathOf answered

// ---- standard streams
// sys.stdout and the like as sys has them now (borrowed), the original ones before sys is imported.
Value standardStream(const char *name);
Value originalStream(int fd);  // 0, 1, 2; borrowed
// Adds stdin, stdout, stderr and their `__...__` twins to the module sys.
int addStandardStreams(jn_module *sys);
// file.write(text) of any file: 0, -1.
int writeText(Value file, Value text);
int flushFile(Value file);

}  // namespace janus
