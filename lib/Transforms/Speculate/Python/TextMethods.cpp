#include "Transforms/Speculate/Python/TextMethods.h"

namespace janus::speculate {

const TextMethod *textMethod(llvm::StringRef name) {
  static constexpr size_t kAny = TextMethod::kAny;
  static const TextMethod kMethods[] = {
#define JANUS_TEXT_METHOD(name, least, most) {name, least, most},
#include "Transforms/Speculate/Python/TextMethods.def"
  };
  for (const TextMethod &each : kMethods)
    if (each.name == name)
      return &each;
  return nullptr;
}

}  // namespace janus::speculate
