// The script that serves in Python, as text: runtime/bridge/server, behind the numbers of Tags.def,
// Operations.def and frames.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace janus::bridge {

// For a Python in a process of its own, or for the one that compiled code runs in.
enum class ServerSide : uint8_t { Process, Host };
std::string serverScript(ServerSide side);
// A text as a literal of Python.
std::string pythonLiteral(std::string_view text);

// One per file of runtime/bridge/server, in the order in which they run; ends with a null name.
// `side` is the folder: "" for both.
struct ServerFile {
  const char *side, *name, *text;
};
extern const ServerFile serverFiles[];

}  // namespace janus::bridge
