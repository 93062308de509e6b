#include "Codegen/Cpp/KeptFrames.h"

#include "llvm/ADT/STLExtras.h"

namespace janus::codegen {

static constexpr llvm::StringRef kWords[] = {
    // sys, inspect, traceback
    "_getframe", "currentframe", "inspect.stack", "import stack", "getouterframes", "extract_stack",
    "format_stack", "print_stack", "walk_stack",
    // warnings and logging
    "stacklevel", "stack_info", "findCaller", "%(lineno", "%(funcName", "%(filename", "%(pathname",
    "%(module)", "{lineno", "{funcName", "{filename", "{pathname", "$lineno", "${lineno",
    "$funcName", "${funcName", ".funcName", ".lineno"};

bool asksForFrames(llvm::StringRef source) {
  return llvm::any_of(kWords, [&](llvm::StringRef word) { return source.contains(word); });
}

}  // namespace janus::codegen
