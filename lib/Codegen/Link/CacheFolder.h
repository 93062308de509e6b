// Cache of compiled objects and run programs between runs: $JANUS_CACHE_DIR, or `janusc` in
// $XDG_CACHE_HOME or ~/.cache. Mode 0700; one that belongs to somebody else is not used.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace janus::codegen {

// The folder, made if need be, or nothing when there is none that we can use.
std::optional<std::string> cacheFolder();
// A subfolder of it.
std::optional<std::string> cacheFolder(llvm::StringRef name);

// Hexadecimal SHA-256 of a file's bytes, as other tools know it.
std::string fileHash(llvm::StringRef bytes);
// Over the parts; each part's end counts.
std::string contentHash(llvm::ArrayRef<llvm::StringRef> parts);

// A file of the cache, or a module, ends in the hash of what it holds, which loaders and linkers do
// not mind. A damaged file is as good as absent.
std::error_code sealFile(const std::string &path);
bool isSealed(const std::string &path);

// Removes what was used longest ago until at most `bytes` are left. Done now and then only.
void trimCache(const std::string &folder, uint64_t bytes);

// The identity of a file without reading it: path, size, time of change. Empty when there is none.
std::string fileStamp(const std::string &path);

}  // namespace janus::codegen
