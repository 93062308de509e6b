// Modes of torch that the evaluated code can change: whether gradients are recorded, and
// torch.autocast.
#pragma once

#include "Transforms/Speculate/Heap/AbstractValue.h"
#include "janus/contract/Autocast.h"

#include <map>
#include <string>

namespace janus::speculate {

// Entries find it as it is outside of all regions, with nothing set.
struct AutocastMode {
  struct Device {
    bool isEnabled = false;
    DType type;

    friend bool operator==(const Device &, const Device &) = default;
  };

  Device &device(llvm::StringRef name) {
    return devices
        .try_emplace(name.str(), Device{false, autocastDefault({name.data(), name.size()})})
        .first->second;
  }
  bool isAtRest() const;
  friend bool operator==(const AutocastMode &, const AutocastMode &) = default;

  std::map<std::string, Device> devices;    // those that were asked for
  std::map<ObjectId, AbstractValue> casts;  // of leaves, kept until the outermost region ends
  int64_t nesting = 0;
  bool isCacheEnabled = true;
};

struct TensorModes {
  bool isGradEnabled = true;
  AutocastMode autocast;

  friend bool operator==(const TensorModes &, const TensorModes &) = default;
};

}  // namespace janus::speculate
