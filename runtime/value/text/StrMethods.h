// The tables of str's methods, one per file, and argument parsing that str and bytes share.
#pragma once

#include "value/object/DataTypes.h"
#include "value/text/Str.h"

namespace janus {

extern const MethodDef kStrSearchMethods[], kStrCaseMethods[], kStrLayoutMethods[];
extern const MethodDef kStrStaticMethods[];
// The optional start and end of find and the like, in args[first] and args[first + 1]. `start` may
// lie past the end.
bool searchRange(const Value *args, size_t count, size_t first, int64_t length, int64_t *start,
                 int64_t *end);

}  // namespace janus
