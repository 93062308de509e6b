// A file that appears complete or not at all: temporary beside it, fsync, rename. Dropping one that
// was not committed removes the temporary, so the old content stays untouched.
#pragma once

#include "Support/Leftover.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace janus {

class AtomicFile {
public:
  // Fails when the folder cannot be written, or `path` is a folder. A device (/dev/null,
  // /dev/stdout) or a pipe is written through. The target of a symbolic link is replaced, the link
  // stays, if we own the target.
  static llvm::Expected<AtomicFile> create(llvm::StringRef path, unsigned mode = 0666);

  AtomicFile(AtomicFile &&other) noexcept;
  AtomicFile &operator=(AtomicFile &&other) noexcept;
  ~AtomicFile();

  llvm::Error write(llvm::StringRef bytes);
  llvm::Error commit();

  // For a program that writes the file itself (a linker): its path until commit().
  const std::string &temporaryPath() const { return temporary_; }
  const std::string &path() const { return path_; }

private:
  AtomicFile() = default;
  void discard();

  std::string path_;
  std::string temporary_;  // empty when written through
  int fd_ = -1;
  Leftover leftover_;  // the temporary
};

// The whole in one call.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes);

}  // namespace janus
