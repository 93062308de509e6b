// The generators that exist on both sides: `random` and torch's default one. A state travels with
// the next frame when it has changed since the last. One that nobody has used does not: the other
// side's, which may have been seeded, is taken over.
#pragma once

#include <cstdint>
#include <string>

namespace janus::bridge {

class Encoder;
class Decoder;

class RandomStates {
public:
  void writeChanges(Encoder &e);
  bool readChanges(Decoder &d);
  bool hasChanges() const;

private:
  bool randomHasChanged() const;
  bool torchHasChanged() const;
  void rememberTorch();

  // As both sides know them: random's as Python lays it out, torch's as ours lies in memory.
  std::string random_, torch_;
};

}  // namespace janus::bridge
