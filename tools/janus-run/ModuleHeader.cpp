#include "ModuleHeader.h"

#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace janus {
namespace {

// A file's bytes; every access is checked, since the file may be damaged.
class Bytes {
public:
  explicit Bytes(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0) {
      reason_ = std::strerror(errno);
    } else if (!S_ISREG(status.st_mode)) {
      reason_ = S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file";
    } else if (status.st_size > 0) {
      void *at = mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (at == MAP_FAILED) {
        reason_ = std::strerror(errno);
      } else {
        data_ = static_cast<const char *>(at);
        size_ = status.st_size;
      }
    }
    if (fd >= 0)
      close(fd);
  }
  ~Bytes() {
    if (data_)
      munmap(const_cast<char *>(data_), size_);
  }
  Bytes(const Bytes &) = delete;
  Bytes &operator=(const Bytes &) = delete;

  const std::string &reason() const { return reason_; }
  template <class T>
  bool read(uint64_t offset, T *out) const {
    if (offset > size_ || size_ - offset < sizeof(T))
      return false;
    std::memcpy(out, data_ + offset, sizeof(T));
    return true;
  }
  // The text at `offset` up to its NUL, or up to `limit` bytes.
  std::string text(uint64_t offset, uint64_t limit) const {
    if (offset >= size_)
      return "";
    limit = limit < size_ - offset ? limit : size_ - offset;
    return std::string(data_ + offset, strnlen(data_ + offset, limit));
  }

private:
  const char *data_ = nullptr;
  uint64_t size_ = 0;
  std::string reason_;
};

constexpr uint64_t kLongestName = 256;

}  // namespace

bool readModuleHeader(const char *path, std::string *text, std::string *reason) {
  Bytes file(path);
  if (!file.reason().empty()) {
    *reason = file.reason();
    return false;
  }
  Elf64_Ehdr elf;
  if (!file.read(0, &elf) || std::memcmp(elf.e_ident, ELFMAG, SELFMAG) != 0 ||
      elf.e_ident[EI_CLASS] != ELFCLASS64) {
    *reason = "it is not a shared library";
    return false;
  }
  *reason = "it was not made by janusc, or it is damaged";
  Elf64_Shdr names;
  if (elf.e_shentsize != sizeof(Elf64_Shdr) ||
      !file.read(elf.e_shoff + uint64_t(elf.e_shstrndx) * sizeof names, &names))
    return false;
  for (uint64_t i = 0; i < elf.e_shnum; ++i) {
    Elf64_Shdr section;
    if (!file.read(elf.e_shoff + i * sizeof section, &section))
      return false;
    if (file.text(names.sh_offset + section.sh_name, kLongestName) != "janus_abi")
      continue;
    *text = file.text(section.sh_offset,
                      section.sh_size < kLongestName ? section.sh_size : kLongestName);
    return true;
  }
  return false;
}

}  // namespace janus
