#include "kernels/cpu/lapack/Library.h"

#include "tensor/core/Error.h"

#include "janus/contract/Environment.h"

#include <dlfcn.h>
#include <string>

namespace janus::lapack {
namespace {

template <class Function>
bool find(void *handle, char letter, const char *name, Function &f) {
  f = reinterpret_cast<Function>(dlsym(handle, (letter + std::string(name) + "_").c_str()));
  return f != nullptr;
}
template <class T>
bool findAll(void *handle, char letter, Functions<T> &f) {
  bool there = true;
#define X(name, ofComplex, ...)                                                                    \
  there &= find(handle, letter, isComplexElement<T> ? #ofComplex : #name, f.name);
  JANUS_LAPACK_FUNCTIONS(X)
#undef X
#define X(name, ...) there &= find(handle, letter, #name, f.name);
  if constexpr (isComplexElement<T>) {
    JANUS_LAPACK_OF_COMPLEX(X)
  } else {
    JANUS_LAPACK_OF_REAL(X)
  }
#undef X
  return there;
}

struct Libraries {
  Functions<float> single = {};
  Functions<double> twice = {};
  Functions<std::complex<float>> singlePairs = {};
  Functions<std::complex<double>> twicePairs = {};
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
      there = findAll(handle, 's', single) && findAll(handle, 'd', twice) &&
              findAll(handle, 'c', singlePairs) && findAll(handle, 'z', twicePairs);
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
template <>
const Functions<std::complex<float>> &library(const char *name) {
  return libraries(name).singlePairs;
}
template <>
const Functions<std::complex<double>> &library(const char *name) {
  return libraries(name).twicePairs;
}

}  // namespace janus::lapack
