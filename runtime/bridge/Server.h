// The script that serves in Python, as text: runtime/bridge/server, behind the numbers of Tags.def,
// Operations.def and frames.
#pragma once

#include <string>

namespace janus::bridge {

std::string serverScript();

// One per file of runtime/bridge/server, in the order in which they run; ends with a null name.
struct ServerFile {
  const char *name, *text;
};
extern const ServerFile serverFiles[];

}  // namespace janus::bridge
