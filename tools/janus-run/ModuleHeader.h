// The plain header of a compiled module, read from the file before any of its code is loaded.
#pragma once

#include <string>

namespace janus {

// The text of the section `janus_abi`, as in "janus 1 0.1.0 x86-64". False when the file is not a
// module of janusc, and then `reason` says why.
bool readModuleHeader(const char *path, std::string *text, std::string *reason);

}  // namespace janus
