// memcpy and memmove that accept null pointers when there is nothing to copy.
#pragma once

#include <cstring>

namespace janus {

inline void copyBytes(void *to, const void *from, size_t size) {
  if (size)
    memcpy(to, from, size);
}
inline void moveBytes(void *to, const void *from, size_t size) {
  if (size)
    memmove(to, from, size);
}

}  // namespace janus
