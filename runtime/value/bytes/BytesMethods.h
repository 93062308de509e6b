// What Bytes.cpp and the files of its methods share.
#pragma once

#include "value/bytes/Bytes.h"
#include "value/object/DataTypes.h"

namespace janus {

extern const MethodDef kBytesMethods[], kBytesStaticMethods[], kBytesClassMethods[];
const MethodDef *bytearrayMethods();  // those of bytes and the mutating ones
// bytes or bytearray as `self` is.
Value sameKind(Value self, std::string_view bytes);
// An int of 0..255, ValueError with the text otherwise.
bool toByte(Value v, const char *text, char *out);

}  // namespace janus
