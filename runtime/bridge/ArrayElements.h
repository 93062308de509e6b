// Single elements of numpy's arrays in this process, read and written where they lie. What is not
// an element of a plain array by its indices, or not what the element's type holds exactly, Python
// is asked for: errors and warnings are its own.
#pragma once

#include "bridge/Foreign.h"

namespace janus::bridge {

class ArrayElements {
public:
  // Owned; JN_UNBOUND: Python has to be asked.
  Value read(const ForeignObject &array, Value key);
  // The size of its first dimension; -1: Python has to be asked.
  int64_t length(const ForeignObject &array);
  bool write(const ForeignObject &array, Value key, Value v);  // false: likewise

private:
  struct Place {
    char *data;
    int type;
    bool isWriteable;
  };
  bool find(const ForeignObject &array, Value key, Place *out);
  bool learn();

  static constexpr int kTypes = 8;
  enum class Knowledge : uint8_t { None, Some, Refused } knowledge_ = Knowledge::None;
  const void *arrayClass_ = nullptr;
  const void *types_[kTypes] = {};  // as server/arrays.py has them
};

}  // namespace janus::bridge
