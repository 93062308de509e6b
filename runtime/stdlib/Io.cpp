// The module io (and _io, its other name).
#include "stdlib/MemoryFiles.h"
#include "value/text/Str.h"

namespace janus {
namespace {

Value textEncoding(const Value *args, size_t, Value) {
  return args[0].tag == JN_NONE ? makeStr("utf-8") : jn_own(args[0]);
}
const MethodDef kFunctions[] = {
    {"open", openFile, 0, -1, true}, {"text_encoding", textEncoding, 1, 2}, {}};

int init(jn_module *m) {
  struct Row {
    const char *name;
    Type *type;
  };
  if (initStringIo() < 0 || initBytesIo() < 0)
    return -1;
  const Row kRows[] = {{"IOBase", &ioBaseType},
                       {"RawIOBase", &rawIoBaseType},
                       {"BufferedIOBase", &bufferedIoBaseType},
                       {"TextIOBase", &textIoBaseType},
                       {"_IOBase", &ioBaseType},
                       {"_RawIOBase", &rawIoBaseType},
                       {"_BufferedIOBase", &bufferedIoBaseType},
                       {"_TextIOBase", &textIoBaseType},
                       {"FileIO", &rawFileType},
                       {"BufferedReader", &bufferedReaderType},
                       {"BufferedWriter", &bufferedWriterType},
                       {"BufferedRandom", &bufferedRandomType},
                       {"TextIOWrapper", &textFileType},
                       {"StringIO", &stringIoType},
                       {"BytesIO", &bytesIoType}};
  for (const Row &row : kRows)
    if (addToModule(m, row.name, jn_obj(row.type)) < 0)
      return -1;
  return addToModule(m, "UnsupportedOperation", jn_own(unsupportedOperationClass())) < 0 ||
                 addToModule(m, "BlockingIOError", jn_obj(&jn_exc_BlockingIOError)) < 0 ||
                 addToModule(m, "DEFAULT_BUFFER_SIZE", jn_int(8192)) < 0 ||
                 addToModule(m, "SEEK_SET", jn_int(0)) < 0 ||
                 addToModule(m, "SEEK_CUR", jn_int(1)) < 0 ||
                 addToModule(m, "SEEK_END", jn_int(2)) < 0
             ? -1
             : 0;
}

}  // namespace

extern const NativeModuleDef ioModule, ioCoreModule;
const NativeModuleDef ioModule = {"io", init, kFunctions};
const NativeModuleDef ioCoreModule = {"_io", init, kFunctions};

}  // namespace janus
