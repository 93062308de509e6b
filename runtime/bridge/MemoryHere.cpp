// Python is in this process: a storage is known by its address.
#include "bridge/Codec.h"
#include "bridge/Storages.h"

namespace janus::bridge {
namespace {

class MemoryHere final : public Memory {
public:
  bool place(Storage *s, int *) override {
    s->flags |= kStorageShared;
    return true;
  }
  void write(Encoder &e, const Storage *s, int) override {
    e.number(static_cast<uint64_t>(s->bytes));
    e.number(reinterpret_cast<uint64_t>(s->data));
  }
  Storage *read(Decoder &d) override {
    auto bytes = d.number<uint64_t>();
    auto address = d.number<uint64_t>();
    if (d.isBroken())
      return nullptr;
    return wrapStorage(reinterpret_cast<void *>(address), bytes, {}, storageDied, nullptr);
  }
  bool isKeptByPython() const override { return true; }
};

}  // namespace

std::unique_ptr<Memory> makeMemoryHere() {
  return std::make_unique<MemoryHere>();
}

}  // namespace janus::bridge
