// The generators that exist on both sides: `random` and torch's default one. A state travels with
// the next frame when it has changed since the last.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace janus::bridge {

class Encoder;
class Decoder;

class RandomStates {
public:
  void writeChanges(Encoder &e);
  bool readChanges(Decoder &d);

private:
  std::string random_, torch_;  // as both sides know them
};

}  // namespace janus::bridge
