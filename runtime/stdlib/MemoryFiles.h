// Files in memory: io.StringIO and io.BytesIO.
#pragma once

#include "value/file/Streams.h"

namespace janus {

extern Type stringIoType, bytesIoType;
int initStringIo();
int initBytesIo();

}  // namespace janus
