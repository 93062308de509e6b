// The nodes of all recorded snapshots, each text once: most objects are the same at most entries.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace janus::speculate {

class NodeTexts {
public:
  // The number of the text, which has one user more.
  uint32_t add(std::string text);
  // It has one user less.
  void drop(uint32_t node);
  // Of all texts that have a user.
  size_t bytes() const { return bytes_; }
  // Items of a JSON list: the texts that have a user. `numbers` gets the place of each there.
  std::string json(std::vector<uint32_t> *numbers) const;

private:
  struct Entry {
    const std::string *text;  // the key
    uint32_t users = 0;
  };
  std::unordered_map<std::string, uint32_t> known_;
  std::vector<Entry> entries_;
  size_t bytes_ = 0;
};

}  // namespace janus::speculate
