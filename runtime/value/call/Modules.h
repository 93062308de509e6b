// Modules and the import system.
#pragma once

#include "value/builtin/Builtins.h"

namespace janus {

jn_module *newModule(std::string_view name, const jn_module_def *def);
// `sys.modules`.
jn_dict *modulesDict();
// Makes compiled modules importable; `defs` ends with null and stays in place.
void registerModules(const jn_module_def *const *defs);
bool isOfLibrary(const jn_module_def *def);  // the prelude, CPython's
// The compiled module that an import of the name finds; null when there is none.
const jn_module_def *compiledModule(std::string_view name);
// Imports a dotted name and answers its module (owned).
Value importModule(std::string_view dotted);
// A builtin that is written in Python, made now (owned); JN_UNBOUND for anything else.
Value lateBuiltin(Value name);
// The values of a compiled module's table of constants.
void makeConstants(const jn_constant *constants, uint32_t count, Value *out);
// Modules that ended while code ran, where none runs now.
void dropEndedModules();
// Runs the body of a compiled module in `m`, its constants filled first.
int runModule(jn_module *m);
// Told about each module of the library that has been imported; runtime/speculate sets it.
extern void (*moduleReadyHook)(jn_module *m);

// The module's state has ended, as a host wanted it; in the flags of its object.
constexpr uint32_t kModuleUnloaded = 1u << 5;
inline bool isUnloaded(const jn_module *m) {
  return m && (m->head.flags & kModuleUnloaded);
}
Value raiseUnloaded(const jn_module *m);  // RuntimeError

// Native modules that the object model brings itself.
extern const NativeModuleDef sysModule, gcModule, weakrefModule, patternKindsModule, atexitModule,
    coroutinesModule, callersModule;

// Entered in this order at exit, last first.
int callExitFunctions();

}  // namespace janus
