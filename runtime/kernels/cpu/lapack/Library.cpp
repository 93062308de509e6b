#include "kernels/cpu/lapack/Library.h"

#include "tensor/core/Error.h"

#include "janus/contract/Environment.h"

#include <dlfcn.h>
#include <string>
#include <tuple>

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
  std::tuple<Functions<float>, Functions<double>, Functions<std::complex<float>>,
             Functions<std::complex<double>>>
      functions = {};
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
      there = std::apply(
          [&, letter = "sdcz"](auto &...each) mutable {
            return (findAll(handle, *letter++, each) && ...);
          },
          functions);
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

template <class T>
const Functions<T> &library(const char *name) {
  return std::get<Functions<T>>(libraries(name).functions);
}
template const Functions<float> &library(const char *);
template const Functions<double> &library(const char *);
template const Functions<std::complex<float>> &library(const char *);
template const Functions<std::complex<double>> &library(const char *);

}  // namespace janus::lapack
