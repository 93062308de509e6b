#include "Support/InputFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace janus {
namespace {

// The whole of a descriptor, or errno's text.
std::optional<std::string> readAll(int fd, std::string &reason) {
  std::string bytes;
  char buffer[1 << 16];
  for (;;) {
    ssize_t count = ::read(fd, buffer, sizeof buffer);
    if (count == 0)
      return bytes;
    if (count < 0) {
      if (errno == EINTR)
        continue;
      reason = std::strerror(errno);
      return std::nullopt;
    }
    bytes.append(buffer, static_cast<size_t>(count));
    if (bytes.size() > kMaxInputBytes) {
      reason = "the file is larger than 1 GiB";
      return std::nullopt;
    }
  }
}

}  // namespace

std::optional<std::string> readInputFile(const std::string &path, std::string &reason) {
  if (path == "-")
    return readAll(STDIN_FILENO, reason);
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    reason = std::strerror(errno);
    return std::nullopt;
  }
  std::optional<std::string> bytes;
  struct stat status;
  if (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode))
    reason = "it is a directory";
  else
    bytes = readAll(fd, reason);
  ::close(fd);
  return bytes;
}

}  // namespace janus
