// Where the parts of janusc lie: beside its own folder, in a build tree as in an installation.
#pragma once

#include "janus/contract/CpuLevel.h"

#include <string>

namespace janus {

struct Installation {
  std::string program;          // janusc itself
  std::string includes;         // ../include
  std::string libraries;        // ../lib
  std::string prelude;          // ../lib/janus/prelude: its IR
  std::string runner;           // janus-run
  std::string standardLibrary;  // of the Python that the build has found
};

const Installation &installation();

// The level of instructions that runs in this environment use.
CpuLevel levelOfRuns();

}  // namespace janus
