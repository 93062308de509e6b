// Format specs (`[[fill]align][sign][z][#][0][width][,_][.precision][type]`) and %-formatting.
#pragma once

#include "value/text/Str.h"

namespace janus {

struct FormatSpec {
  uint32_t fill = ' ';
  char align = 0;  // '<' '>' '=' '^', or 0: the type's own
  char sign = 0;   // '+' '-' ' '
  bool noNegativeZero = false;
  bool alternate = false;
  int64_t width = -1;
  char grouping = 0;  // ',' or '_'
  int64_t precision = -1;
  uint32_t type = 0;  // 0: none given
};
// `alignByDefault` is what '0' in front of the width turns into '='; `v` names the type in errors.
bool parseFormatSpec(Value v, Value spec, char alignByDefault, FormatSpec *out);
// Text padded to the width.
void appendPadded(StrBuilder &out, Value text, const FormatSpec &spec, char alignByDefault);
Value raiseUnknownCode(uint32_t code, Value v);

// format(v, spec) of an int, bool, float or complex in any form.
Value formatNumber(Value v, Value spec);
Value formatStr(Value v, Value spec);
// format(v, spec) of anything; JN_UNBOUND means ''.
Value formatValue(Value v, Value spec);

Value percentFormat(Value text, Value arguments);
Value percentFormatBytes(Value bytes, Value arguments);  // answers bytes
// '...'.format(*args, **kwargs); `mapping` replaces kwargs for format_map.
Value strFormat(Value text, const Value *args, size_t count, Value kwnames, Value mapping);

// Sign, prefix and digits of a number with grouping, padded to the width.
struct NumberText {
  char sign = 0;            // '-', '+', ' ' or 0
  std::string_view prefix;  // "0x"
  std::string_view digits;  // before the point: these are grouped
  std::string_view rest;    // point, fraction, exponent, percent sign
};
void appendNumber(StrBuilder &out, const NumberText &n, const FormatSpec &spec, int group);
char signFor(bool negative, char wanted);

}  // namespace janus
