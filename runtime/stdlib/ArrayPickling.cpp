// Arrays in pickles: the bytes of their items with the number of their format, which another
// machine may have written.
#include "stdlib/Array.h"
#include "value/bytes/Bytes.h"
#include "value/object/DataTypes.h"
#include "value/text/Str.h"

#include <iterator>
#include <string>

namespace janus {
namespace {

struct Format {
  const char *code;  // as struct has it, without the byte order; of characters, their encoding
  int size;
  bool bigEndian;
};
constexpr Format kFormats[] = {
    {"B", 1, false},        {"b", 1, false},      {"H", 2, false},        {"H", 2, true},
    {"h", 2, false},        {"h", 2, true},       {"I", 4, false},        {"I", 4, true},
    {"i", 4, false},        {"i", 4, true},       {"Q", 8, false},        {"Q", 8, true},
    {"q", 8, false},        {"q", 8, true},       {"f", 4, false},        {"f", 4, true},
    {"d", 8, false},        {"d", 8, true},       {"utf-16le", 2, false}, {"utf-16be", 2, true},
    {"utf-32le", 4, false}, {"utf-32be", 4, true}};
constexpr int kFirstOfCharacters = 18, kUtf32 = 20;

// The format of this machine's items of a type code.
int formatOf(char code, int64_t size) {
  if (code == 'u')
    return kUtf32;
  if (code == 'f' || code == 'd')
    return code == 'f' ? 14 : 16;
  bool isSigned = code >= 'a';
  int place = size == 1 ? 0 : size == 2 ? 2 : size == 4 ? 6 : 10;
  return place + (isSigned ? (size == 1 ? 1 : 2) : 0);
}
int formatOf(Value array) {
  Ref code(getattr(array, JN_NAME("typecode"))), size(getattr(array, JN_NAME("itemsize")));
  int64_t bytes = 0;
  toInt64(size.get(), &bytes);
  return formatOf(static_cast<char>(strCharAt(code.get(), 0)), bytes);
}

// Items of another machine's format, as a sequence or str of them.
Value decoded(const Format &format, bool characters, Value bytes, size_t count) {
  if (characters) {
    Ref encoding(makeStr(format.code));
    return callMethod(bytes, JN_NAME("decode"), {encoding.get()});
  }
  Ref module(jn_import(nullptr, JN_NAME("struct"), 1));
  if (module.failed())
    return jn_error();
  Ref text(makeStr((format.bigEndian ? ">" : "<") + std::to_string(count) + format.code));
  return callMethod(module.get(), JN_NAME("unpack"), {text.get(), bytes});
}

}  // namespace

Value reconstructArray(const Value *args, size_t, Value) {
  if (!isInstance(args[0], &jn_type_type) || !isSubtype(as<Type>(args[0]), &arrayType))
    return raise(jn_exc_TypeError, "first argument must be a type object, not %T", &args[0]);
  if (!isStr(args[1]) || strLength(args[1]) != 1)
    return raise(jn_exc_TypeError,
                 "_array_reconstructor() argument 2 must be a unicode character, not %T", &args[1]);
  int64_t number;
  std::string_view bytes;
  if (!toInt64(args[2], &number))
    return jn_error();
  if (!isBytes(args[3]))
    return raise(jn_exc_TypeError, "fourth argument should be bytes, not %T", &args[3]);
  Ref made(call(args[0], {args[1]}));
  if (made.failed()) {
    clearError();
    return raise(jn_exc_ValueError, "second argument must be a valid type code");
  }
  if (number < 0 || number >= static_cast<int64_t>(std::size(kFormats)))
    return raise(jn_exc_ValueError, "third argument must be a valid machine format code.");
  bytesView(args[3], &bytes);
  const Format &format = kFormats[number];
  if (bytes.size() % format.size)
    return raise(jn_exc_ValueError, "string length not a multiple of item size");
  if (number == formatOf(made.get())) {
    Ref added(callMethod(made.get(), JN_NAME("frombytes"), {args[3]}));
    return added.failed() ? jn_error() : made.release();
  }
  Ref items(decoded(format, number >= kFirstOfCharacters, args[3], bytes.size() / format.size));
  if (items.failed())
    return jn_error();
  Ref added(callMethod(made.get(), JN_NAME("extend"), {items.get()}));
  return added.failed() ? jn_error() : made.release();
}

Value reduceArray(const Value *args, size_t, Value) {
  int64_t protocol;
  if (!toInt64(args[1], &protocol))
    return jn_error();
  Ref dict(getattrOptional(args[0], JN_NAME("__dict__")));
  Ref code(getattr(args[0], JN_NAME("typecode")));
  if (dict.failed() || code.failed())
    return jn_error();
  Value state = given(dict.get()) ? dict.get() : jn_none();
  Value cls = jn_obj(typeOf(args[0]));
  if (protocol < 3) {
    bool characters = strCharAt(code.get(), 0) == 'u';
    Ref items(callMethod(args[0], characters ? JN_NAME("tounicode") : JN_NAME("tolist"), {}));
    if (items.failed())
      return jn_error();
    Ref arguments(makeTuple({code.get(), items.get()}));
    return makeTuple({cls, arguments.get(), state});
  }
  Ref module(jn_import(nullptr, JN_NAME("array"), 1));
  if (module.failed())
    return jn_error();
  Ref function(getattr(module.get(), JN_NAME("_array_reconstructor")));
  Ref items(callMethod(args[0], JN_NAME("tobytes"), {}));
  if (function.failed() || items.failed())
    return jn_error();
  Ref arguments(makeTuple({cls, code.get(), jn_int(formatOf(args[0])), items.get()}));
  return makeTuple({function.get(), arguments.get(), state});
}

}  // namespace janus
