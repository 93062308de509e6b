// Strings as small ids: equal text, equal Symbol. One Interner serves one compilation.
#pragma once

#include "Support/Id.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"

#include <vector>

namespace janus {

struct SymbolTag;
using Symbol = Id<SymbolTag>;

class Interner {
public:
  Interner() = default;
  Interner(const Interner &) = delete;
  Interner &operator=(const Interner &) = delete;

  Symbol intern(llvm::StringRef text);
  // The symbol of `text` if it was interned before, else invalid.
  Symbol lookup(llvm::StringRef text) const;
  // The reference lives as long as the interner. Empty for an invalid symbol.
  llvm::StringRef text(Symbol symbol) const;
  size_t size() const { return texts_.size(); }

private:
  llvm::StringMap<Symbol, llvm::BumpPtrAllocator> symbols_;
  std::vector<llvm::StringRef> texts_;  // into the keys of symbols_, which do not move
};

}  // namespace janus
