// Python is in this process: a storage is known by its address.
#include "bridge/Codec.h"
#include "bridge/Storages.h"

namespace janus::bridge {
namespace {

void died(Storage *s) {
  storageDied(s);
}

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
    return revive(reinterpret_cast<void *>(address), bytes);
  }
  Storage *revive(void *data, size_t bytes) override {
    return wrapStorage(data, bytes, {}, died, nullptr);
  }
  void release(void *, size_t) override {}
  bool isKeptByPython() const override { return true; }
};

}  // namespace

std::unique_ptr<Memory> makeMemoryHere() {
  return std::make_unique<MemoryHere>();
}

}  // namespace janus::bridge
