// The table that the import system looks native modules up in.
#include "value/object/Object.h"

namespace janus {

#define JANUS_NATIVE_MODULE(symbol, name) extern const NativeModuleDef symbol##Module;
#include "janus/contract/NativeModules.def"

extern const NativeModuleDef *const nativeModules[];
const NativeModuleDef *const nativeModules[] = {
#define JANUS_NATIVE_MODULE(symbol, name) &symbol##Module,
#include "janus/contract/NativeModules.def"
    nullptr};

}  // namespace janus
