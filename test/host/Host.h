// What the tests of the C++ interface share.
#pragma once

#include <janus/janus.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <unistd.h>

inline std::string modulePath(const std::string &name) {
  return std::string(JANUS_MODULES) + "/" + name + ".so";
}

// The error that `work` ends with; a test failure when there is none.
template <class Work>
janus::Error errorOf(Work &&work) {
  try {
    work();
  } catch (const janus::Error &error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return janus::Error(JANUS_OK);
}

// Freed memory is kept for a while by sanitizers; loading under AddressSanitizer takes long.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kMemoryIsGivenBack = false;
inline constexpr int kCycles = 500;
#elif defined(__SANITIZE_THREAD__)
inline constexpr bool kMemoryIsGivenBack = false;
inline constexpr int kCycles = 10000;
#else
inline constexpr bool kMemoryIsGivenBack = true;
inline constexpr int kCycles = 10000;
#endif

// Resident memory of the process in bytes.
inline size_t residentBytes() {
  size_t pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}
