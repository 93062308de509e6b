// `__torch_function__`: classes of arguments, and modes, that answer in the place of torch's
// functions. The callables that ask are marked when the program has its first class or mode of
// that kind; until then, plain programs test one flag of a callable.
#pragma once

#include "value/object/Object.h"

namespace janus {

// A mode answers for all of torch's functions, or an object answers whose class did not when it was
// made: what knows functions by their code, as graphs do, is not entered. Objects of classes that
// answer from the start are not taken by graphs.
bool areFunctionsOverridden();

// While the library calls functions of its own, gradients among them, nobody is asked.
class OwnCall {
public:
  OwnCall() { ++depth_; }
  OwnCall(const OwnCall &) = delete;
  OwnCall &operator=(const OwnCall &) = delete;
  ~OwnCall() { --depth_; }
  static bool isRunning() { return depth_ > 0; }

private:
  static thread_local int depth_;
};

// Adds the type DisableTorchFunctionSubclass to torch._C, and `_disabled_torch_function_impl`.
int initOverrides(jn_module *m);
extern const MethodDef kOverrideFunctions[];

}  // namespace janus
