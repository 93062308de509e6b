#include "Support/Interner.h"

namespace janus {

Symbol Interner::intern(llvm::StringRef text) {
  auto [entry, inserted] = symbols_.try_emplace(text, Symbol(static_cast<uint32_t>(texts_.size())));
  if (inserted)
    texts_.push_back(entry->getKey());
  return entry->getValue();
}

Symbol Interner::lookup(llvm::StringRef text) const {
  auto entry = symbols_.find(text);
  return entry == symbols_.end() ? Symbol::invalid() : entry->getValue();
}

llvm::StringRef Interner::text(Symbol symbol) const {
  if (!symbol)
    return {};
  assert(symbol.index < texts_.size() && "symbol of another interner");
  return texts_[symbol.index];
}

}  // namespace janus
