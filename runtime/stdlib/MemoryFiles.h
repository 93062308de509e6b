// Files in memory: io.StringIO and io.BytesIO.
#pragma once

#include "value/bytes/Bytes.h"
#include "value/file/Streams.h"

namespace janus {

extern Type stringIoType, bytesIoType;
int initStringIo();
int initBytesIo();

// The contents of a BytesIO, no instance of a subclass, that is open; null bytes of other files.
struct MemoryBytes {
  BytearrayObject *bytes;
  int64_t *position;
};
MemoryBytes memoryBytes(Value file);

}  // namespace janus
