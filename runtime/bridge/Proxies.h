// Our objects as Python sees them: functions, classes and instances that call back.
#pragma once

#include "bridge/Codec.h"

namespace janus::bridge {

// False: an exception is pending.
bool writeObject(Encoder &e, Value v);
bool writeClass(Encoder &e, Value v);

// True, with the names, for a class that Python has as well, or has one of its own in place of.
bool findShared(World world, Type *type, std::string *module, std::string *name);

// Does what Python asks (operations of Operations.def). Owned; JN_DONE at the end of an iterator.
Value serveRequest(Session &s, ToNative operation, const Value *args, size_t count);

}  // namespace janus::bridge
