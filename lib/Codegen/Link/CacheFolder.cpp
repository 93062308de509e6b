#include "Codegen/Link/CacheFolder.h"

#include "janus/contract/Environment.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace janus::codegen {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

constexpr const char *kOwn = "JANUS_CACHE_DIR";

std::optional<std::string> wantedFolder() {
  auto variable = [](const char *name) -> llvm::StringRef {
    const char *text = environmentText(name);
    return text ? text : "";
  };
  if (llvm::StringRef own = variable(kOwn); !own.empty())
    return own.str();
  llvm::SmallString<128> folder;
  if (llvm::StringRef xdg = variable("XDG_CACHE_HOME"); path::is_absolute(xdg)) {
    folder = xdg;
  } else if (llvm::StringRef home = variable("HOME"); path::is_absolute(home)) {
    folder = home;
    path::append(folder, ".cache");
  } else {
    return std::nullopt;
  }
  path::append(folder, "janusc");
  return folder.str().str();
}

// Others must not be able to put code there.
bool isOurs(const std::string &folder) {
  struct stat status;
  if (stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
    return false;
  return status.st_uid == geteuid() && (status.st_mode & 022) == 0;
}

bool makeFolder(const std::string &folder) {
  if (fs::create_directories(folder, /*IgnoreExisting=*/true, fs::perms::owner_all))
    return false;
  return isOurs(folder) && access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

std::optional<std::string> cacheFolder() {
  std::optional<std::string> folder = wantedFolder();
  if (folder && makeFolder(*folder))
    return folder;
  static bool isSaid;
  if (const char *own = environmentText(kOwn); own && !std::exchange(isSaid, true))
    sayUnusable(kOwn, own, "a folder that its owner alone can write to; nothing is kept");
  return std::nullopt;
}

std::optional<std::string> cacheFolder(llvm::StringRef name) {
  std::optional<std::string> folder = cacheFolder();
  if (!folder)
    return std::nullopt;
  *folder += "/" + name.str();
  if (!makeFolder(*folder))
    return std::nullopt;
  return folder;
}

std::string fileHash(llvm::StringRef bytes) {
  llvm::SHA256 hash;
  hash.update(bytes);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string contentHash(llvm::ArrayRef<llvm::StringRef> parts) {
  llvm::SHA256 hash;
  for (llvm::StringRef part : parts) {
    hash.update(part);
    hash.update("\n" + std::to_string(part.size()) + "\n");
  }
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::error_code sealFile(const std::string &file) {
  auto bytes = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  std::error_code error;
  llvm::raw_fd_ostream out(file, error, fs::CD_OpenExisting, fs::FA_Write, fs::OF_Append);
  if (!bytes || error)
    return error ? error : bytes.getError();
  out << contentHash({(*bytes)->getBuffer()});
  out.close();
  error = out.error();
  out.clear_error();
  return error;
}

bool isSealed(const std::string &file) {
  constexpr size_t kHashSize = 64;
  auto bytes = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!bytes || (*bytes)->getBufferSize() < kHashSize)
    return false;
  llvm::StringRef all = (*bytes)->getBuffer();
  return contentHash({all.drop_back(kHashSize)}) == all.take_back(kHashSize);
}

std::string fileStamp(const std::string &file) {
  struct stat status;
  if (stat(file.c_str(), &status) != 0)
    return "";
  return file + " " + std::to_string(status.st_size) + " " + std::to_string(status.st_mtim.tv_sec) +
         "." + std::to_string(status.st_mtim.tv_nsec);
}

void trimCache(const std::string &folder, uint64_t bytes) {
  struct File {
    std::string path;
    uint64_t size;
    time_t used;
  };
  std::vector<File> files;
  uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; it != end && !error; it.increment(error)) {
    struct stat status;
    if (stat(it->path().c_str(), &status) != 0 || !S_ISREG(status.st_mode))
      continue;
    files.push_back({it->path(), uint64_t(status.st_size), status.st_mtime});
    total += uint64_t(status.st_size);
  }
  std::sort(files.begin(), files.end(),
            [](const File &a, const File &b) { return a.used < b.used; });
  for (const File &file : files) {
    if (total <= bytes)
      break;
    unlink(file.path.c_str());
    total -= file.size;
  }
}

}  // namespace janus::codegen
