// torch.Generator and the default generator's functions.
#include "tensor/core/Error.h"
#include "tensor/core/Generator.h"
#include "tensor/object/TypeObjects.h"
#include "value/number/BigInt.h"

#include <cstring>

namespace janus {

Type jn_type_generator_rng;

namespace {

GeneratorObject *self(const Value *args) {
  return as<GeneratorObject>(args[0]);
}

// -2^63 <= seed < 2^64, negative ones modulo 2^64.
bool toSeed(Value v, uint64_t *out) {
  if (v.tag == JN_INT || v.tag == JN_BOOL) {
    *out = static_cast<uint64_t>(v.i);
    return true;
  }
  unsigned char bytes[8];
  if (!bigint::toBytes(v, bytes, 8, false) && !bigint::toBytes(v, bytes, 8, true)) {
    raise(jn_exc_ValueError, "Overflow when unpacking long long");
    return false;
  }
  memcpy(out, bytes, 8);
  return true;
}

Value stateTensor(const GeneratorObject *g) {
  return guarded([&] {
    int64_t size[] = {kGeneratorStateSize};
    Tensor t = makeTensor(size, DType::U8);
    saveState(g, t.data<uint8_t>());
    return t.releaseValue();
  });
}
Value setState(GeneratorObject *g, Value state) {
  return guarded([&] {
    if (!isTensor(state))
      return raise(jn_exc_TypeError, "expected a torch.ByteTensor, but got %T", &state);
    Tensor t = Tensor::share(state);
    if (t.dtype() != DType::U8 || t.device().type != DeviceType::Cpu || !t.isContiguous())
      return raise(jn_exc_TypeError, "RNG state must be a torch.ByteTensor");
    loadState(g, t.data<uint8_t>(), static_cast<size_t>(t.numel()));
    return jn_none();
  });
}

// ---- methods
Value manualSeed(const Value *args, size_t, Value) {
  if (!isInt(args[1]))
    return raise(jn_exc_RuntimeError, "manual_seed expected a long, but got %T", &args[1]);
  uint64_t seed;
  if (!toSeed(args[1], &seed))
    return jn_error();
  self(args)->setSeed(seed);
  return jn_own(args[0]);
}
Value seed(const Value *args, size_t, Value) {
  return makeUnsigned(self(args)->setEntropySeed());
}
Value initialSeed(const Value *args, size_t, Value) {
  return makeUnsigned(self(args)->seed());
}
Value getState(const Value *args, size_t, Value) {
  return stateTensor(self(args));
}
Value setStateMethod(const Value *args, size_t, Value) {
  Value done = setState(self(args), args[1]);
  return jn_is_error(done) ? done : jn_own(args[0]);
}
Value cloneState(const Value *args, size_t, Value) {
  GeneratorObject *from = self(args), *to = makeGenerator();
  jn_object head = to->head;
  *to = *from;
  to->head = head;
  return jn_obj(to);
}
const MethodDef kMethods[] = {
    {"manual_seed", manualSeed, 2, 2},         {"seed", seed, 1, 1},
    {"initial_seed", initialSeed, 1, 1},       {"get_state", getState, 1, 1},
    {"set_state", setStateMethod, 2, 2},       {"clone_state", cloneState, 1, 1},
    {"graphsafe_get_state", cloneState, 1, 1}, {}};

Value getDevice(Object *o) {
  return makeDevice(reinterpret_cast<GeneratorObject *>(o)->device);
}
const GetSetDef kGetSets[] = {{"device", getDevice, nullptr}, {nullptr, nullptr, nullptr}};

Value construct(Type *, const Value *args, size_t count, Value kwnames) {
  return guarded([&] {
    Value given[1];
    if (!parseArgs("Generator", {"device"}, 0, 1, args, count, kwnames, given))
      return jn_error();
    Device d;
    if (given[0].tag != JN_UNBOUND && !toDevice(given[0], &d))
      return raise(jn_exc_TypeError, "Generator(): argument 'device' must be torch.device, not %T",
                   &given[0]);
    if (d.type != DeviceType::Cpu)
      fail("Device type %s is not supported for torch.Generator() api.",
           d.type == DeviceType::Cuda ? "CUDA" : "META");
    return jn_obj(makeGenerator());
  });
}

// ---- torch.random's functions of the default generator
Value seedDefault(const Value *args, size_t, Value) {
  Ref number(call(jn_obj(&jn_type_int), {args[0]}));
  if (number.failed())
    return jn_error();
  Value both[] = {jn_obj(defaultGenerator()), number.get()};
  return manualSeed(both, 2, jn_unbound());
}
Value seedDefaultByEntropy(const Value *, size_t, Value) {
  return makeUnsigned(defaultGenerator()->setEntropySeed());
}
Value initialSeedOfDefault(const Value *, size_t, Value) {
  return makeUnsigned(defaultGenerator()->seed());
}
Value stateOfDefault(const Value *, size_t, Value) {
  return stateTensor(defaultGenerator());
}
Value setStateOfDefault(const Value *args, size_t, Value) {
  return setState(defaultGenerator(), args[0]);
}
const MethodDef kFunctions[] = {{"manual_seed", seedDefault, 1, 1},
                                {"seed", seedDefaultByEntropy, 0, 0},
                                {"initial_seed", initialSeedOfDefault, 0, 0},
                                {"get_rng_state", stateOfDefault, 0, 0},
                                {"set_rng_state", setStateOfDefault, 1, 1}};

}  // namespace

int initGenerator(jn_module *m) {
  Type &t = jn_type_generator_rng;
  t.name = "Generator";
  t.instanceSize = sizeof(GeneratorObject);
  t.methods = kMethods;
  t.getsets = kGetSets;
  t.construct = construct;
  t.typeFlags |= kTypeBaseable;
  t.module = internStr("torch._C");
  if (readyType(&t) < 0 || addToModule(m, "Generator", jn_own(jn_obj(&t))) < 0)
    return -1;
  if (addToModule(m, "default_generator", jn_own(jn_obj(defaultGenerator()))) < 0)
    return -1;
  for (const MethodDef &f : kFunctions)
    if (addToModule(m, f.name, makeNative(&f, jn_obj(m))) < 0)
      return -1;
  return 0;
}

}  // namespace janus
