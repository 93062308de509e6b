#include "speculate/VersionsFile.h"

#include <dlfcn.h>
#include <string.h>

namespace janus::speculate {

const jn_versions_def *loadVersions(const std::string &file, const char *program,
                                    std::string *why) {
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    *why = dlerror();
    return nullptr;
  }
  auto *made = static_cast<const jn_versions_def *>(dlsym(library, "janus_versions"));
  if (!made)
    *why = "it has no table of versions";
  else if (made->abi_version != JN_ABI_VERSION || strcmp(made->program, program) != 0)
    *why = "it was made for another program";
  else
    return made;
  dlclose(library);
  return nullptr;
}

}  // namespace janus::speculate
