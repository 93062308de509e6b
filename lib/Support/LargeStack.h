// Recursion over deep programs on a stack of our own size.
//
// The compiler's walks over the AST recurse; the parser limits how deep a program may nest (J0105).
// The driver runs the whole compilation inside one runOnLargeStack, so that no walk needs a check
// of its own.
#pragma once

#include "llvm/ADT/STLExtras.h"

#include <cstddef>

namespace janus {

constexpr size_t kLargeStackBytes =
    size_t(1) << 30;  // reserved address space; only touched pages cost memory

// Calls `body` on a fresh thread with such a stack and waits for it. False when the thread cannot
// be made.
bool runOnLargeStack(llvm::function_ref<void()> body, size_t bytes = kLargeStackBytes);

}  // namespace janus
