// What the files of the module _json share.
#pragma once

#include "value/object/Object.h"

namespace janus {

// scan(text, index, strict, object_hook, object_pairs_hook, parse_float, parse_int, parse_constant,
// JSONDecodeError) -> (value, index behind it)
Value jsonScan(const Value *args, size_t count, Value kwnames);
// encode(value, indent, item_separator, key_separator, ensure_ascii, allow_nan, sort_keys,
// skipkeys, check_circular, default) -> str
Value jsonEncode(const Value *args, size_t count, Value kwnames);
Value jsonQuote(const Value *args, size_t count, Value kwnames);  // quote(text, ensure_ascii)

}  // namespace janus
