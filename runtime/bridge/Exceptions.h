// Exceptions and their classes on both sides. An exception that crosses gets a twin there, and
// comes back as itself.
#pragma once

#include "bridge/Codec.h"

namespace janus::bridge {

bool writeException(Encoder &e, Value v);
Value readException(Decoder &d);  // after Tag::Exception
Value readClass(Decoder &d);      // after Tag::Class
// Whether the class has a twin in Python, or is one; writes nothing otherwise.
bool writePairedClass(Encoder &e, const Type *type);

}  // namespace janus::bridge
