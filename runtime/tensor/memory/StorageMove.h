// Moving a storage's elements to memory that another process maps, too (runtime/bridge).
#pragma once

#include "tensor/memory/Storage.h"

namespace janus {

// A flag of storages: external now, with a header that was made for elements behind it.
constexpr uint32_t kStorageMoved = 8;

// Lets the storage use `data`, where its elements have been copied to. Not for external storages,
// whose memory others use. Every tensor over the storage sees the new place.
void moveStorage(Storage *s, void *data, void (*release)(Storage *));

}  // namespace janus
