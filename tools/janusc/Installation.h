// Where the parts of janusc lie: beside its own folder, in a build tree as in an installation.
#pragma once

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

}  // namespace janus
