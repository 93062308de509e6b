#include "bridge/RandomStates.h"

#include "bridge/Codec.h"
#include "stdlib/RandomState.h"
#include "tensor/core/Generator.h"
#include "value/call/Modules.h"

namespace janus::bridge {
namespace {

// Python's layouts of the states: an index and 624 words; torch's 5056 bytes.
constexpr size_t kRandomSize = sizeof(RandomState);

// The generator behind random.random(); null before the module is imported.
RandomState *sharedRandom(Value *instance) {
  Value module = dictGet(modulesDict(), JN_NAME("random"));
  if (!isInstance(module, &jn_type_module))
    return nullptr;
  *instance = dictGetStr(as<jn_module>(module)->dict, JN_NAME("_inst"));
  return randomStateOf(*instance);
}

// The second half of a pair of normals, which random.gauss() keeps beside the state.
Value pendingNormal(Value instance) {
  Value v = getattrOptional(instance, JN_NAME("gauss_next"));
  clearError();
  return v.tag == JN_FLOAT ? v : jn_none();
}

bool torchIsUsed() {
  return dictGet(modulesDict(), JN_NAME("torch")).tag == JN_OBJECT;
}

std::string bytesOf(Value normal) {
  std::string out(1, normal.tag == JN_FLOAT);
  double number = normal.tag == JN_FLOAT ? normal.f : 0;
  out.append(reinterpret_cast<const char *>(&number), sizeof(number));
  return out;
}
std::string_view bytesOf(const RandomState &state) {
  return {reinterpret_cast<const char *>(&state), kRandomSize};
}

// What a draw changes of torch's generator. In Python's layout it takes twice the memory.
std::string_view torchFields() {
  const GeneratorObject *g = defaultGenerator();
  const char *begin = reinterpret_cast<const char *>(&g->engine);
  return {begin, static_cast<size_t>(reinterpret_cast<const char *>(g + 1) - begin)};
}

}  // namespace

bool RandomStates::randomHasChanged() const {
  Value instance;
  const RandomState *state = sharedRandom(&instance);
  if (!state || (random_.empty() && isUnusedRandom(instance)))
    return false;
  return !random_.starts_with(bytesOf(*state)) ||
         !random_.ends_with(bytesOf(pendingNormal(instance)));
}

bool RandomStates::torchHasChanged() const {
  return torchIsUsed() && torch_ != torchFields() &&
         !(torch_.empty() && isDefaultGeneratorUnused());
}

bool RandomStates::hasChanges() const {
  return randomHasChanged() || ((isTorchThere_ || isTellingAll_) && torchHasChanged());
}

void RandomStates::setPlace(Value answer) {
  isPlaceAsked_ = true;
  if (!isExact(answer, &jn_type_tuple))
    return;
  const Value *addresses = as<jn_tuple>(answer)->items;
  place_ = reinterpret_cast<char *>(addresses[0].i);
  knownThere_ = reinterpret_cast<char *>(addresses[1].i);
}

void RandomStates::copyRandom() {
  Value instance;
  if (!place_ || !randomHasChanged() || random_.empty())
    return;
  const RandomState *state = sharedRandom(&instance);
  if (!random_.ends_with(bytesOf(pendingNormal(instance))))
    return;
  random_.replace(0, kRandomSize, bytesOf(*state));
  memcpy(place_, state, kRandomSize);
  memcpy(knownThere_, state, kRandomSize);
}

void RandomStates::rememberTorch() {
  torch_ = torchFields();
}

void RandomStates::writeChanges(Encoder &e) {
  Value instance;
  bool changed = randomHasChanged();
  e.byte(changed);
  if (changed) {
    const RandomState *state = sharedRandom(&instance);
    random_ = bytesOf(*state);
    random_ += bytesOf(pendingNormal(instance));
    e.text(random_);
  }
  changed = torchHasChanged();
  e.byte(changed);
  if (changed) {
    std::string now(kGeneratorStateSize, '\0');
    saveState(defaultGenerator(), reinterpret_cast<uint8_t *>(now.data()));
    e.text(now);
    rememberTorch();
  }
}

bool RandomStates::readChanges(Decoder &d) {
  if (d.byte()) {
    std::string_view bytes = d.text();
    if (bytes.size() != kRandomSize + 1 + sizeof(double))
      return false;
    // Python draws from `random`, so we may, too.
    Ref module(importModule("random"));
    Value instance;
    RandomState *state = module.failed() ? nullptr : sharedRandom(&instance);
    RandomState fresh;
    memcpy(&fresh, bytes.data(), kRandomSize);
    if (!state || fresh.index < 0 || fresh.index > RandomState::kWords)
      return false;
    *state = fresh;
    double number;
    memcpy(&number, bytes.data() + kRandomSize + 1, sizeof(number));
    if (setattr(instance, JN_NAME("gauss_next"),
                bytes[kRandomSize] ? jn_float(number) : jn_none()) < 0)
      return false;
    random_ = bytes;
  }
  uint8_t torch = d.byte();
  isTorchThere_ |= torch != 0;
  if (torch == 1) {
    std::string_view bytes = d.text();
    if (bytes.size() != kGeneratorStateSize)
      return false;
    try {
      loadState(defaultGenerator(), reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
    } catch (...) {
      return false;
    }
    rememberTorch();
  }
  return !d.isBroken();
}

}  // namespace janus::bridge
