// Encodings of text: utf-8, utf-16, utf-32, ascii, latin-1, with the handlers strict, ignore,
// replace, backslashreplace, xmlcharrefreplace, surrogateescape and surrogatepass.
#pragma once

#include "value/object/Object.h"

namespace janus {

enum class Encoding : uint8_t {
  Utf8,
  Utf8Signature,
  Ascii,
  Latin1,
  Utf16,
  Utf16Le,
  Utf16Be,
  Utf32,
  Utf32Le,
  Utf32Be
};
// LookupError "unknown encoding: ...".
bool findEncoding(std::string_view name, Encoding *out);
const char *encodingName(Encoding e);
Value encodeStr(Value s, Encoding encoding, std::string_view errors);                   // bytes
Value decodeBytes(std::string_view bytes, Encoding encoding, std::string_view errors);  // str
// The same for data that arrives in pieces: stops before an incomplete character at the end and
// tells how many bytes were used.
Value decodePart(std::string_view bytes, Encoding encoding, std::string_view errors, bool final,
                 size_t *used);
// encode()'s and decode()'s arguments: JN_UNBOUND means utf-8 and strict.
bool parseCodecArguments(const char *fname, Value encoding, Value errors, Encoding *out,
                         std::string_view *handler);

}  // namespace janus
