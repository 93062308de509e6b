#include "Transforms/Speculate/Heap/BuiltinAttributes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace janus::speculate {

bool mayHaveAttribute(llvm::StringRef type, llvm::StringRef name) {
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
  auto known = table->find(type);
  if (known != table->end())
    return known->second.contains(name);
  return !type.startswith("builtins.");  // exceptions and others that have those of their bases
}

}  // namespace janus::speculate
