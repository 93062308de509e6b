// The generators that exist on both sides: `random` and torch's default one. A state travels with
// the next frame when it has changed since the last. One that nobody has used does not: the other
// side's, which may have been seeded, is taken over. torch's stays here until Python has torch, for
// as long as calls need no frame; random's is written where Python has it, within one process.
#pragma once

#include "value/object/Object.h"

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
  // torch's state is a change, whether or not Python has torch.
  void setTellingAll(bool isTellingAll) { isTellingAll_ = isTellingAll; }

  // random's state has changed, and nobody has asked yet where Python has it.
  bool wantsPlace() const { return !isPlaceAsked_ && randomHasChanged(); }
  void setPlace(Value answer);
  // Writes a changed state of `random` there, if that is known and suffices.
  void copyRandom();

private:
  bool randomHasChanged() const;
  bool torchHasChanged() const;
  void rememberTorch();

  // As both sides know them: random's as Python lays it out, torch's as ours lies in memory.
  std::string random_, torch_;
  bool isTorchThere_ = false;  // in Python
  bool isTellingAll_ = false;
  bool isPlaceAsked_ = false;
  char *place_ = nullptr;       // of random's state in Python
  char *knownThere_ = nullptr;  // of what Python takes for known to both
};

}  // namespace janus::bridge
