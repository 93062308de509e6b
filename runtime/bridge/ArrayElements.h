// The elements of numpy's arrays in this process, where they lie: read and written one by one, or
// as a tensor. What is not an element of a plain array by its indices, or not what the element's
// type holds exactly, Python is asked for: errors and warnings are its own.
#pragma once

#include "bridge/Foreign.h"

#include <string>
#include <unordered_map>

namespace janus::bridge {

class ArrayElements {
public:
  // How arrays lie in memory, which is asked of Python once, when there is one. False: Python has
  // to be asked for each element.
  bool learn();
  // Owned; JN_UNBOUND: Python has to be asked.
  Value read(const ForeignObject &array, Value key);
  // The size of its first dimension; -1: Python has to be asked.
  int64_t length(const ForeignObject &array);
  bool write(const ForeignObject &array, Value key, Value v);  // false: likewise
  // A tensor over the array's memory, or of a copy of its elements: as torch.from_numpy and
  // torch.tensor make it. Owned; JN_UNBOUND: Python has to be asked.
  Value tensorOver(ForeignObject &array);
  Value tensorOf(const ForeignObject &array);
  // Whether the class of arrays has that method, which is its own for good.
  bool hasMethod(Value name);
  // The memory of its elements, as far as that is known without asking Python.
  size_t bytes(const ForeignObject &array) const;
  // The name of the elements' type and the sizes, in a tuple. Owned; JN_UNBOUND: likewise.
  Value facts(const ForeignObject &array);

private:
  struct Place {
    char *data;
    int type;
    bool isWriteable;
  };
  struct Layout;
  bool find(const ForeignObject &array, Value key, Place *out);
  bool layoutOf(const ForeignObject &array, Layout *out);
  int typeOf(const void *dtype) const;  // its place in `types_`; kTypes: none of them
  bool isArrayClass(const void *cls) const { return cls == classes_[0] || cls == classes_[1]; }

  static constexpr int kTypes = 8;
  enum class Knowledge : uint8_t { None, Some, Refused } knowledge_ = Knowledge::None;
  // Addresses, in the order of server/arrays.py.
  static constexpr int kClasses = 2;
  const void *classes_[kClasses] = {};
  const void *types_[kTypes] = {};
  std::unordered_map<std::string, bool> methods_;  // names that were asked for
};

}  // namespace janus::bridge
