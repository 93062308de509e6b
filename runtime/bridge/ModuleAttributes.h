// Attributes of modules of this process that the program has asked for: functions, classes, modules
// and numbers are remembered for as long as the module's namespace says that it is the same.
#pragma once

#include "bridge/Foreign.h"

#include <unordered_map>

namespace janus::bridge {

class ModuleAttributes {
public:
  ~ModuleAttributes() { clear(); }
  // Owned; JN_UNBOUND: Python has to be asked.
  Value find(const ForeignObject &module, Value name) const;
  // Keeps an answer of Python.
  void remember(ForeignObject &module, Value name, Value v);
  void clear();

private:
  struct Key {
    uint32_t module;
    const Object *name;  // interned
    bool operator==(const Key &) const = default;
  };
  struct Hash {
    size_t operator()(const Key &k) const {
      return std::hash<const Object *>()(k.name) * 31 + k.module;
    }
  };
  struct Entry {
    uint64_t version = 0;
    Value value = jn_unbound();  // counted
    int renewals = 0;            // a module that changes all the time is asked
  };
  std::unordered_map<Key, Entry, Hash> entries_;
};

}  // namespace janus::bridge
