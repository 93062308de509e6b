#include "speculate/NodeTexts.h"

#include <utility>

namespace janus::speculate {

uint32_t NodeTexts::add(std::string text) {
  auto [known, isNew] = known_.try_emplace(std::move(text), static_cast<uint32_t>(entries_.size()));
  if (isNew)
    entries_.push_back({&known->first});
  if (entries_[known->second].users++ == 0)
    bytes_ += known->first.size();
  return known->second;
}

void NodeTexts::drop(uint32_t node) {
  if (--entries_[node].users == 0)
    bytes_ -= entries_[node].text->size();
}

std::string NodeTexts::json(std::vector<uint32_t> *numbers) const {
  std::string out;
  numbers->assign(entries_.size(), 0);
  uint32_t next = 0;
  for (size_t i = 0; i < entries_.size(); ++i)
    if (entries_[i].users != 0) {
      out += (next ? ",\n  " : "\n  ") + *entries_[i].text;
      (*numbers)[i] = next++;
    }
  return out;
}

}  // namespace janus::speculate
