#include "host/ModuleFile.h"

#include "janus/generated.h"
#include "stdlib/Digests.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace janus {
namespace {

// A file's bytes; every access is checked, since the file may be damaged.
class Bytes {
public:
  struct stat status = {};

  explicit Bytes(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
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
  bool holds(uint64_t offset, uint64_t size) const {
    return offset <= size_ && size_ - offset >= size;
  }
  template <class T>
  bool read(uint64_t offset, T *out) const {
    if (!holds(offset, sizeof(T)))
      return false;
    std::memcpy(out, data_ + offset, sizeof(T));
    return true;
  }
  std::string_view all() const { return {data_, size_}; }
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

constexpr uint64_t kLongestName = 64, kLongestHeader = 1 << 20;
constexpr char kSection[] = "janus_abi";

// Whether what the loader would map is all there: a file cut short would end the process.
bool isWhole(const Bytes &file, const Elf64_Ehdr &elf) {
  if (elf.e_phentsize != sizeof(Elf64_Phdr))
    return false;
  for (uint64_t i = 0; i < elf.e_phnum; ++i) {
    Elf64_Phdr part;
    if (!file.read(elf.e_phoff + i * sizeof part, &part) ||
        (part.p_type == PT_LOAD && !file.holds(part.p_offset, part.p_filesz)))
      return false;
  }
  return true;
}

// Whether the file ends in the hash of what it holds (sealFile in lib/Codegen/Link/CacheFolder).
bool isSealed(std::string_view file) {
  size_t hashSize = 2 * Digest::size(DigestKind::Sha256);
  if (file.size() < hashSize)
    return false;
  size_t size = file.size() - hashSize;
  Digest digest(DigestKind::Sha256);
  digest.update(file.substr(0, size));
  digest.update("\n" + std::to_string(size) + "\n");
  return file.substr(size) == digest.hex();
}

bool findHeader(const Bytes &file, const Elf64_Ehdr &elf, std::string *text) {
  Elf64_Shdr names;
  if (elf.e_shentsize != sizeof(Elf64_Shdr) ||
      !file.read(elf.e_shoff + uint64_t(elf.e_shstrndx) * sizeof names, &names))
    return false;
  for (uint64_t i = 0; i < elf.e_shnum; ++i) {
    Elf64_Shdr section;
    if (!file.read(elf.e_shoff + i * sizeof section, &section))
      return false;
    if (file.text(names.sh_offset + section.sh_name, kLongestName) != kSection)
      continue;
    if (!file.holds(section.sh_offset, section.sh_size))
      return false;
    *text = file.text(section.sh_offset,
                      section.sh_size < kLongestHeader ? section.sh_size : kLongestHeader);
    return true;
  }
  return false;
}

// The next piece of `*text` up to `end`, which is taken away, too.
std::string take(std::string_view *text, char end) {
  size_t at = text->find(end);
  std::string piece(text->substr(0, at));
  text->remove_prefix(at == std::string_view::npos ? text->size() : at + 1);
  return piece;
}

// "janus 1 0.1.0 x86-64", "contract HASH", then a line for each module: "module NAME HASH SOURCE".
bool parseHeader(std::string_view text, ModuleFile *file) {
  if (take(&text, ' ') != "janus")
    return false;
  std::string interface = take(&text, ' ');
  char *end = nullptr;
  file->interface = static_cast<uint32_t>(strtoul(interface.c_str(), &end, 10));
  if (interface.empty() || *end)
    return false;
  file->compiler = take(&text, ' ');
  file->processor = take(&text, '\n');
  while (!text.empty()) {
    std::string line = take(&text, '\n');
    std::string_view rest = line;
    std::string kind = take(&rest, ' ');
    if (kind == "contract")
      file->contract = rest;
    if (kind != "module")
      continue;  // of a later release
    ModuleSource &module = file->modules.emplace_back();
    module.name = take(&rest, ' ');
    module.hash = take(&rest, ' ');
    module.source = rest;
  }
  return !file->compiler.empty() && !file->processor.empty();
}

// False for levels of later releases, too.
bool hasLevel(const std::string &level) {
  __builtin_cpu_init();
  if (level == "x86-64")
    return true;
  if (level == "x86-64-v2")
    return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3");
  if (level == "x86-64-v3")
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2");
  if (level == "x86-64-v4")
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") && hasLevel("x86-64-v3");
  return false;
}

}  // namespace

std::string ModuleFile::mismatch() const {
  if (interface != JN_ABI_VERSION)
    return "it was built by janusc " + compiler + " (interface " + std::to_string(interface) +
           "), this runtime has interface " + std::to_string(JN_ABI_VERSION);
  if (contract != JANUS_CONTRACT_HASH)
    return "it was built by janusc " + compiler + " (interface " + std::to_string(interface) +
           ", build " + contract + "), this runtime is of build " JANUS_CONTRACT_HASH;
  if (!hasLevel(processor))
    return "it was built for " + processor + " processors, which this one is not";
  return "";
}

std::string damageOf(const char *path) {
  Bytes file(path);
  if (!file.reason().empty())
    return file.reason();
  return isSealed(file.all()) ? "" : "it is damaged: it is not what janusc has written";
}

bool readModuleFile(const char *path, ModuleFile *out, std::string *reason) {
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
  if (elf.e_machine != EM_X86_64) {
    *reason = "it was built for another kind of processor";
    return false;
  }
  std::string text;
  if (!findHeader(file, elf, &text) || !parseHeader(text, out) || !isWhole(file, elf)) {
    *reason = "it was not made by janusc, or it is damaged";
    return false;
  }
  out->device = file.status.st_dev;
  out->inode = file.status.st_ino;
  out->changed = int64_t{file.status.st_mtim.tv_sec} * 1000000000 + file.status.st_mtim.tv_nsec;
  return true;
}

}  // namespace janus
