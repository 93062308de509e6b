#include "kernels/cpu/fft/Fftw.h"

#include "tensor/core/Error.h"

#include <dlfcn.h>
#include <string>

namespace janus::fftw {
namespace {

// False when a function is missing.
template <class F>
bool find(void *library, const std::string &prefix, const char *name, F *function) {
  *function = reinterpret_cast<F>(dlsym(library, (prefix + name).c_str()));
  return *function != nullptr;
}

bool open(const char *file, const std::string &prefix, Functions *f) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  return library && find(library, prefix, "plan_guru64_dft", &f->plan_guru64_dft) &&
         find(library, prefix, "plan_guru64_dft_r2c", &f->plan_guru64_dft_r2c) &&
         find(library, prefix, "plan_guru64_dft_c2r", &f->plan_guru64_dft_c2r) &&
         find(library, prefix, "execute_dft", &f->execute_dft) &&
         find(library, prefix, "execute_dft_r2c", &f->execute_dft_r2c) &&
         find(library, prefix, "execute_dft_c2r", &f->execute_dft_c2r) &&
         find(library, prefix, "alignment_of", &f->alignment_of) &&
         find(library, prefix, "destroy_plan", &f->destroy_plan);
}

[[noreturn]] void failWithout(const char *file, const char *package) {
  fail("Fourier transforms need FFTW, but %s cannot be opened; install the package %s", file,
       package);
}

}  // namespace

const Functions &singlePrecision() {
  static Functions f;
  static const bool there = open("libfftw3f.so.3", "fftwf_", &f);
  if (!there)
    failWithout("libfftw3f.so.3", "libfftw3-single3");
  return f;
}

const Functions &doublePrecision() {
  static Functions f;
  static const bool there = open("libfftw3.so.3", "fftw_", &f);
  if (!there)
    failWithout("libfftw3.so.3", "libfftw3-double3");
  return f;
}

}  // namespace janus::fftw
