// Modes of torch that the evaluated code can change: whether gradients are recorded, and
// torch.autocast.
#pragma once

#include "Transforms/Speculate/Heap/AbstractValue.h"
#include "janus/contract/Autocast.h"

#include <map>
#include <string>

namespace janus::speculate {

// As it is outside of all regions, where nothing was set, is how an entry finds it.
struct AutocastMode {
  struct Device {
    bool isEnabled = false;
    DType type;

    friend bool operator==(const Device &a, const Device &b) {
      return a.isEnabled == b.isEnabled && a.type == b.type;
    }
  };

  Device &device(llvm::StringRef name) {
    return devices
        .try_emplace(name.str(), Device{false, autocastDefault({name.data(), name.size()})})
        .first->second;
  }
  bool isAtRest() const;
  friend bool operator==(const AutocastMode &a, const AutocastMode &b) {
    return a.devices == b.devices && a.casts == b.casts && a.nesting == b.nesting &&
           a.isCacheEnabled == b.isCacheEnabled;
  }

  std::map<std::string, Device> devices;    // those that were asked for
  std::map<ObjectId, AbstractValue> casts;  // of leaves, kept until the outermost region ends
  int64_t nesting = 0;
  bool isCacheEnabled = true;
};

struct TensorModes {
  bool isGradEnabled = true;
  AutocastMode autocast;

  friend bool operator==(const TensorModes &a, const TensorModes &b) {
    return a.isGradEnabled == b.isGradEnabled && a.autocast == b.autocast;
  }
  friend bool operator!=(const TensorModes &a, const TensorModes &b) { return !(a == b); }
};

}  // namespace janus::speculate
