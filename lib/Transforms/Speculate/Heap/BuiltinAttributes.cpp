#include "Transforms/Speculate/Heap/BuiltinAttributes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

namespace janus::speculate {

// By class.
static const llvm::StringMap<llvm::StringSet<>> &attributes() {
  static const auto *table = [] {
    auto *made = new llvm::StringMap<llvm::StringSet<>>();
    auto add = [&](llvm::StringRef owner, llvm::StringRef names) {
      llvm::SmallVector<llvm::StringRef, 64> each;
      names.split(each, ' ');
      for (llvm::StringRef attribute : each)
        (*made)[owner].insert(attribute);
    };
#define JANUS_BUILTIN_ATTRIBUTES(type, names) add(type, names);
#include "Transforms/Speculate/Heap/BuiltinAttributes.def"
    return made;
  }();
  return *table;
}

bool mayHaveAttribute(llvm::StringRef type, llvm::StringRef name) {
  auto known = attributes().find(type);
  if (known != attributes().end())
    return known->second.contains(name);
  return !type.startswith("builtins.");  // exceptions and others that have those of their bases
}

llvm::StringRef builtinBase(llvm::StringRef type) {
  type.consume_front("builtins.");
  return llvm::StringSwitch<llvm::StringRef>(type)
#define JANUS_BUILTIN_BASE(type, base) .Case(type, base)
#include "Transforms/Speculate/Heap/BuiltinBases.def"
      .Default("");
}

bool isBuiltinClass(llvm::StringRef name) {
  return name.contains('.') && (attributes().count(name) || !builtinBase(name).empty());
}

}  // namespace janus::speculate
