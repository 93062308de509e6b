// The module `_callers`: noted(name) makes a module the one that functions of the library take for
// their caller, and gives the name of the one before.
#include "value/call/Callers.h"

#include "janus/callers.h"

#include "value/call/Modules.h"
#include "value/object/Types.h"

#include <utility>

namespace janus {
namespace {

Ref maker;  // None, or a module, which may be unloaded
jn_module *frameAsker;

jn_module *moduleNamed(Value name) {
  Value found = dictGetStr(modulesDict(), name);
  return found.tag == JN_OBJECT && isExact(found, &jn_type_module) ? as<jn_module>(found) : nullptr;
}

jn_module *notedModule() {
  auto *m = maker.get().tag == JN_OBJECT ? maker.as<jn_module>() : nullptr;
  return m && m->def && !isUnloaded(m) ? m : nullptr;
}

Value noted(const Value *args, size_t, Value) {
  jn_module *before = notedModule();
  Value name = before ? makeStr(before->def->name) : jn_none();
  jn_module *next = isStr(args[0]) ? moduleNamed(args[0]) : nullptr;
  maker = next ? Ref::own(jn_obj(next)) : Ref();
  return name;
}
const MethodDef kFunctions[] = {{"noted", noted, 1, 1}, {}};

}  // namespace

jn_module *makingModule() {
  jn_module *m = notedModule();
  return m ? m : moduleNamed(JN_NAME("__main__"));
}

bool libraryAsksForFrame() {
  jn_module *asker = std::exchange(frameAsker, nullptr);
  return asker && asker->def && isOfLibrary(asker->def);
}

extern const NativeModuleDef callersModule;
const NativeModuleDef callersModule = {"_callers", nullptr, kFunctions};

}  // namespace janus

using namespace janus;

void jn_note_maker(jn_module *m) {
  maker = Ref::own(jn_obj(m));
}
void jn_note_frame_asker(jn_module *m) {
  frameAsker = m;
}
