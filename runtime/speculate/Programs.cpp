#include "speculate/Programs.h"

#include "speculate/RootState.h"
#include "value/call/Modules.h"

#include <unordered_map>

namespace janus::speculate {

jn_module *ProgramScope::entered_;

namespace {

std::unordered_map<const jn_region_def *, jn_module *> &programs() {
  static auto *known = new std::unordered_map<const jn_region_def *, jn_module *>;
  return *known;
}

}  // namespace

void setProgram(const jn_region_def *const *roots, uint32_t count, jn_module *program) {
  for (uint32_t i = 0; i < count; ++i) {
    programs()[roots[i]] = program;
    if (auto *state = static_cast<RootState *>(roots[i]->state->table))
      state->program = program;
  }
}

jn_module *programOf(const jn_region_def *root) {
  auto known = programs().find(root);
  return known == programs().end() ? nullptr : known->second;
}

Value moduleCalled(Value name) {
  jn_module *program = ProgramScope::entered_;
  if (program && utf8Of(name) == program->def->name)
    return jn_obj(program);
  return dictGetStr(modulesDict(), name);
}

}  // namespace janus::speculate
