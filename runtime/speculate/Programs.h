// Several programs in one process: versions know each by the name it was compiled by, `__main__`.
// While a root of one is entered, that name means it.
#pragma once

#include "value/object/Object.h"

#include "janus/region.h"

namespace janus::speculate {

// The module that the roots belong to; null: none any more. Roots that belong to no module find
// names in `sys.modules`.
void setProgram(const jn_region_def *const *roots, uint32_t count, jn_module *program);
jn_module *programOf(const jn_region_def *root);

// The module that versions mean by a name: borrowed, JN_UNBOUND for none.
Value moduleCalled(Value name);

// The program of the root that is entered.
class ProgramScope {
public:
  explicit ProgramScope(jn_module *program) : outer_(entered_) {
    if (program)
      entered_ = program;
  }
  ~ProgramScope() { entered_ = outer_; }
  ProgramScope(const ProgramScope &) = delete;
  ProgramScope &operator=(const ProgramScope &) = delete;

private:
  friend Value moduleCalled(Value name);
  static jn_module *entered_;
  jn_module *outer_;
};

}  // namespace janus::speculate
