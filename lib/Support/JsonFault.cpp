#include "Support/JsonFault.h"

#include "llvm/ADT/StringExtras.h"

namespace janus {

std::string jsonFault(llvm::StringRef text, size_t byte) {
  llvm::StringRef before = text.take_front(byte);
  size_t line = before.count('\n') + 1;
  size_t column = before.size() - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0
  std::string place = std::to_string(line) + ":" + std::to_string(column) + ": ";
  if (byte >= text.size())
    return place + "the JSON ends early";
  char found = text[byte];
  std::string shown = llvm::isPrint(found)
                          ? std::string(1, found)
                          : "\\x" + llvm::toHex(llvm::StringRef(&found, 1), /*LowerCase=*/true);
  return place + "unexpected `" + shown + "` in the JSON";
}

}  // namespace janus
