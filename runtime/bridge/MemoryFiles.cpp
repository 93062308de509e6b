// A storage that crosses moves, once, to a memory file that both processes map: what one side
// writes, the other sees, and views stay views.
#include "bridge/Codec.h"
#include "bridge/Storages.h"
#include "tensor/memory/StorageMove.h"
#include "value/error/Raise.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace janus::bridge {
namespace {

size_t mappedSize(size_t bytes) {
  return bytes ? bytes : 1;
}

// A memory file with these contents, and where it is mapped. Written before it is mapped: pages
// that are written whole need not be zeroed.
void *newMapping(const void *contents, size_t size, int *fd) {
  *fd = memfd_create("janus tensor", MFD_CLOEXEC);
  if (*fd < 0 || ftruncate(*fd, static_cast<off_t>(mappedSize(size))) != 0)
    return nullptr;
  for (size_t at = 0; at < size;) {
    ssize_t n = write(*fd, static_cast<const char *>(contents) + at, size - at);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return nullptr;
    at += static_cast<size_t>(n);
  }
  void *data =
      mmap(nullptr, mappedSize(size), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, *fd, 0);
  return data == MAP_FAILED ? nullptr : data;
}

void released(Storage *s) {
  if (!storageDied(s))
    munmap(s->data, mappedSize(s->bytes));
}

class MemoryFiles final : public Memory {
public:
  bool place(Storage *s, int *fd) override {
    if (s->flags & kStorageExternal) {
      raise(jn_exc_RuntimeError,
            "a tensor over the memory of another object cannot be shared with Python; clone() it");
      return false;
    }
    if (void *data = newMapping(s->data, s->bytes, fd)) {
      moveStorage(s, data, released);
      return true;
    }
    int error = errno;
    if (*fd >= 0)
      close(*fd);
    raise(jn_exc_RuntimeError, "cannot make shared memory of %zu bytes for a tensor: %s", s->bytes,
          strerror(error));
    return false;
  }

  void write(Encoder &e, const Storage *s, int fd) override {
    e.number(static_cast<uint64_t>(mappedSize(s->bytes)));
    e.descriptors.push_back(fd);
  }

  Storage *read(Decoder &d) override {
    auto bytes = d.number<uint64_t>();
    int fd = d.descriptor();
    struct stat info;
    if (fd < 0 || d.isBroken() || fstat(fd, &info) != 0 || info.st_size < 0 ||
        static_cast<uint64_t>(info.st_size) < bytes) {
      if (fd >= 0)
        close(fd);
      d.setBroken();
      return nullptr;
    }
    void *data = mmap(nullptr, mappedSize(bytes), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (data == MAP_FAILED) {
      raise(jn_exc_RuntimeError, "cannot map a tensor of Python: %s", strerror(errno));
      return nullptr;
    }
    return wrapStorage(data, bytes, {}, released, nullptr);
  }

  Storage *revive(void *data, size_t bytes) override {
    return wrapStorage(data, bytes, {}, released, nullptr);
  }
  void release(void *data, size_t bytes) override { munmap(data, mappedSize(bytes)); }
  bool isKeptByPython() const override { return false; }
};

}  // namespace

std::unique_ptr<Memory> makeMemoryFiles() {
  return std::make_unique<MemoryFiles>();
}

}  // namespace janus::bridge
