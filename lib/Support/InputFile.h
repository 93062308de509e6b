// Files that the user names.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace janus {

inline constexpr size_t kMaxInputBytes = size_t(1) << 30;  // offsets in sources are 32 bits wide

// The bytes of a file; "-" is standard input. Nothing, and why, where it cannot be read, is a
// directory or does not end within kMaxInputBytes, as a device may not.
std::optional<std::string> readInputFile(const std::string &path, std::string &reason);

}  // namespace janus
