// Tensors that count their writes apart from the storage they show.
#pragma once

#include "tensor/memory/Storage.h"

namespace janus {

// A mark in `refs` of a storage's own counter while tensors over other storages hold it: after
// `a = x.detach(); a.data = u` writes to a and to x are still counted together. The header of the
// storage then outlives its elements. A counter without the mark is an allocation of its own.
constexpr uint32_t kCounterOfStorage = 1u << 31;

VersionCounter *makeCounter(uint32_t value);
// For a tensor that shall show another storage.
VersionCounter *holdCounter(Storage *s);
void dropCounter(VersionCounter *counter);

}  // namespace janus
