#include "Frontend/Sema/SupportedSubset.h"

namespace janus {

bool isTextBuiltin(llvm::StringRef name) {
#define JANUS_TEXT_BUILTIN(builtin)                                                                \
  if (name == #builtin)                                                                            \
    return true;
#include "Frontend/Sema/SupportedSubset.def"
  return false;
}

}  // namespace janus
