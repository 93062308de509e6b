// The plain header of a compiled module, read from the file before any of its code is loaded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace janus {

struct ModuleSource {
  std::string name;    // dotted; `__main__` for a program
  std::string hash;    // SHA-256 of the source
  std::string source;  // its file, as given to the compiler
};

struct ModuleFile {
  uint32_t interface = 0;  // JN_ABI_VERSION of the compiler
  std::string compiler, processor;
  std::string contract;  // hash of the headers that it was compiled against
  std::vector<ModuleSource> modules;
  uint64_t device = 0, inode = 0;  // of the file
  int64_t changed = 0;             // nanoseconds

  // Why this runtime, on this processor, cannot run it; empty when it can.
  std::string mismatch() const;
};

// False when the file is not a module of janusc, or damaged; then `reason` says why.
bool readModuleFile(const char *path, ModuleFile *file, std::string *reason);
// Why the file is not what janusc has written; empty when it is. Reads all of it, so it is for
// files that are about to be mapped.
std::string damageOf(const char *path);

}  // namespace janus
