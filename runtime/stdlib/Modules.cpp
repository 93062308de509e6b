// The table that the import system looks native modules up in.
#include "value/Object.h"

namespace janus {

#define JN_NATIVE_MODULE(name) extern const NativeModuleDef name##Module;
#include "stdlib/Modules.def"
#undef JN_NATIVE_MODULE

extern const NativeModuleDef *const nativeModules[];
const NativeModuleDef *const nativeModules[] = {
#define JN_NATIVE_MODULE(name) &name##Module,
#include "stdlib/Modules.def"
#undef JN_NATIVE_MODULE
    nullptr};

}  // namespace janus
