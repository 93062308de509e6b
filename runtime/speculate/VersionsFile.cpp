#include "speculate/VersionsFile.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>
#include <utility>

namespace janus::speculate {

static const jn_versions_def *known;

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

void setKnownVersions(const jn_versions_def *made) {
  known = made;
}

const jn_root_versions *knownVersionsOf(const jn_region_def *root) {
  for (uint32_t i = 0; known && i < known->root_count; ++i)
    if (const jn_root_versions &row = known->roots[i]; strcmp(root->module, row.module) == 0 &&
                                                       strcmp(root->function, row.function) == 0 &&
                                                       strcmp(root->name, row.region) == 0)
      return &row;
  return nullptr;
}

const jn_versions_def *AwaitedVersions::look(Clock::time_point now) {
  constexpr std::chrono::milliseconds kLookEvery{10};
  if (file_.empty() || now < nextLook_)
    return nullptr;
  nextLook_ = now + kLookEvery;
  if (access(file_.c_str(), F_OK) != 0)
    return nullptr;
  const std::string file = std::exchange(file_, "");
  std::string why;
  const jn_versions_def *made = loadVersions(file, program_, &why);
  if (!made)
    unlink(file.c_str());  // damaged: the next run has it made again
  return made;
}

}  // namespace janus::speculate
