#include "kernels/cpu/lapack/Library.h"

#include "tensor/core/Error.h"

#include "janus/contract/Environment.h"

#include <dlfcn.h>
#include <string>

namespace janus::lapack {
namespace {

template <class T>
bool find(void *handle, char letter, Functions<T> &f) {
#define X(name, ...)                                                                               \
  f.name = reinterpret_cast<decltype(f.name)>(                                                     \
      dlsym(handle, (std::string(1, letter) + #name + "_").c_str()));                              \
  if (!f.name)                                                                                     \
    return false;
  JANUS_LAPACK_FUNCTIONS(X)
#undef X
  return true;
}

struct Libraries {
  Functions<float> single = {};
  Functions<double> twice = {};
  bool there = false;

  Libraries() {
    if (environmentChoice("JANUS_LAPACK", {"0", "1"}) == 0)
      return;
    for (const char *file : {"libopenblas.so.0", "liblapack.so.3"}) {
      void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
      if (!handle)
        continue;
      // A build of OpenBLAS with threads of its own computes on them, beside ours.
      if (auto *setThreads =
              reinterpret_cast<void (*)(int)>(dlsym(handle, "openblas_set_num_threads")))
        setThreads(1);
      there = find(handle, 's', single) && find(handle, 'd', twice);
      if (there)
        return;
    }
  }
};

const Libraries &libraries(const char *name) {
  static const Libraries all;
  if (!all.there)
    fail(
        "%s needs LAPACK, and neither libopenblas.so.0 nor liblapack.so.3 could be opened: install "
        "libopenblas0-serial (Debian, Ubuntu), or another LAPACK",
        name);
  return all;
}

}  // namespace

template <>
const Functions<float> &library(const char *name) {
  return libraries(name).single;
}
template <>
const Functions<double> &library(const char *name) {
  return libraries(name).twice;
}

}  // namespace janus::lapack
