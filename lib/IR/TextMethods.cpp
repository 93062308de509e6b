#include "IR/TextMethods.h"

namespace janus::ir {

const TextMethod *textMethod(llvm::StringRef name) {
  static constexpr size_t kAny = TextMethod::kAny;
  static const TextMethod kMethods[] = {
#define JANUS_TEXT_METHOD(name, least, most, arguments, fields)                                    \
  {name, least, most, TextArguments::arguments, TextFields::fields},
#include "IR/TextMethods.def"
  };
  for (const TextMethod &each : kMethods)
    if (each.name == name)
      return &each;
  return nullptr;
}

}  // namespace janus::ir
