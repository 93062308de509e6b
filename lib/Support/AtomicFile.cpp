#include "Support/AtomicFile.h"

#include "llvm/ADT/Twine.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace janus {

namespace {

llvm::Error failure(const llvm::Twine &what, int errorNumber) {
  return llvm::createStringError(std::error_code(errorNumber, std::generic_category()),
                                 what + ": " + std::strerror(errorNumber));
}

// The file a symbolic link leads to when it is ours to replace, else the link itself.
std::string followOwnLink(const std::string &path) {
  struct stat link, target;
  if (::lstat(path.c_str(), &link) != 0 || !S_ISLNK(link.st_mode))
    return path;
  if (::stat(path.c_str(), &target) != 0 || target.st_uid != ::geteuid())
    return path;
  char resolved[PATH_MAX];
  return ::realpath(path.c_str(), resolved) != nullptr ? std::string(resolved) : path;
}

std::string folderOf(const std::string &path) {
  size_t slash = path.rfind('/');
  if (slash == std::string::npos)
    return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

llvm::Expected<AtomicFile> AtomicFile::create(llvm::StringRef path, unsigned mode) {
  AtomicFile file;
  file.path_ = path.str();
  struct stat status;
  if (::stat(file.path_.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode))
      return failure("cannot write `" + path + "`", EISDIR);
    if (!S_ISREG(status.st_mode)) {  // a device or a pipe
      file.fd_ = ::open(file.path_.c_str(), O_WRONLY | O_CLOEXEC);
      if (file.fd_ < 0)
        return failure("cannot write `" + path + "`", errno);
      return file;
    }
  }
  file.path_ = followOwnLink(file.path_);
  static std::atomic<unsigned> counter{0};
  for (int attempt = 0; attempt < 100; ++attempt) {
    file.temporary_ =
        file.path_ + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
    file.fd_ = ::open(file.temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file.fd_ >= 0) {
      file.leftover_ = Leftover::path(file.temporary_);
      return file;
    }
    if (errno != EEXIST)
      break;
  }
  int reason = errno;
  file.temporary_.clear();
  return failure("cannot write `" + path + "`", reason);
}

AtomicFile::AtomicFile(AtomicFile &&other) noexcept
    : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})),
      fd_(std::exchange(other.fd_, -1)), leftover_(std::move(other.leftover_)) {}

AtomicFile &AtomicFile::operator=(AtomicFile &&other) noexcept {
  if (this != &other) {
    discard();
    path_ = std::move(other.path_);
    temporary_ = std::exchange(other.temporary_, {});
    fd_ = std::exchange(other.fd_, -1);
    leftover_ = std::move(other.leftover_);
  }
  return *this;
}

AtomicFile::~AtomicFile() {
  discard();
}

void AtomicFile::discard() {
  if (fd_ >= 0)
    ::close(std::exchange(fd_, -1));
  if (!temporary_.empty())
    ::unlink(std::exchange(temporary_, {}).c_str());
  leftover_.forget();
}

llvm::Error AtomicFile::write(llvm::StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(fd_, bytes.data(), bytes.size());
    if (count < 0) {
      if (errno == EINTR)
        continue;
      int reason = errno;
      discard();
      return failure("cannot write `" + path_ + "`", reason);
    }
    bytes = bytes.drop_front(static_cast<size_t>(count));
  }
  return llvm::Error::success();
}

llvm::Error AtomicFile::commit() {
  if (temporary_.empty()) {  // written through; a pipe cannot be synced
    int result = ::close(std::exchange(fd_, -1));
    return result == 0 ? llvm::Error::success() : failure("cannot write `" + path_ + "`", errno);
  }
  // A program may have replaced the temporary by a file of its own: sync what is there now.
  ::close(std::exchange(fd_, -1));
  int current = ::open(temporary_.c_str(), O_RDONLY | O_CLOEXEC);
  bool synced = current >= 0 && ::fsync(current) == 0;
  int reason = errno;
  if (current >= 0)
    ::close(current);
  if (!synced || ::rename(temporary_.c_str(), path_.c_str()) != 0) {
    reason = synced ? errno : reason;
    discard();
    return failure("cannot write `" + path_ + "`", reason);
  }
  temporary_.clear();
  leftover_.forget();
  int folder = ::open(folderOf(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {  // the file is complete; a folder that cannot be synced is no failure
    ::fsync(folder);
    ::close(folder);
  }
  return llvm::Error::success();
}

llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes) {
  llvm::Expected<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  if (llvm::Error error = file->write(bytes))
    return error;
  return file->commit();
}

}  // namespace janus
