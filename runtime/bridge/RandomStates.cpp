#include "bridge/RandomStates.h"

#include "bridge/Codec.h"
#include "stdlib/RandomState.h"
#include "tensor/Generator.h"
#include "value/Modules.h"

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

std::string bytesOf(const RandomState &state, Value normal) {
  std::string out(reinterpret_cast<const char *>(&state), kRandomSize);
  out.push_back(normal.tag == JN_FLOAT);
  double number = normal.tag == JN_FLOAT ? normal.f : 0;
  out.append(reinterpret_cast<const char *>(&number), sizeof(number));
  return out;
}

void writeState(Encoder &e, std::string now, std::string *last) {
  bool changed = now != *last;
  e.byte(changed);
  if (!changed)
    return;
  e.text(now);
  *last = std::move(now);
}

}  // namespace

void RandomStates::writeChanges(Encoder &e) {
  Value instance;
  if (const RandomState *state = sharedRandom(&instance))
    writeState(e, bytesOf(*state, pendingNormal(instance)), &random_);
  else
    e.byte(0);
  if (torchIsUsed()) {
    std::string now(kGeneratorStateSize, '\0');
    saveState(defaultGenerator(), reinterpret_cast<uint8_t *>(now.data()));
    writeState(e, std::move(now), &torch_);
  } else {
    e.byte(0);
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
  if (d.byte()) {
    std::string_view bytes = d.text();
    if (bytes.size() != kGeneratorStateSize)
      return false;
    try {
      loadState(defaultGenerator(), reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
    } catch (...) {
      return false;
    }
    torch_ = bytes;
  }
  return !d.isBroken();
}

}  // namespace janus::bridge
