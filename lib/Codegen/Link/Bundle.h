// A folder with a module and everything that it needs to run where nothing is installed.
//
//   model.so janus-run libjanus.so libdnnl.so.3 libgomp.so.1 libstdc++.so.6 libgcc_s.so.1
//   lib64/ld-linux-x86-64.so.2      the loader, where a program says that it is
//   lib/x86_64-linux-gnu/           C library, and links to the others: where the loader looks
//
// With the folder as root, `/janus-run /model.so` runs; elsewhere `./janus-run model.so` takes the
// system's own loader and C library, which belong together.
#pragma once

#include "Support/Diagnostics.h"

#include <string>

namespace janus::codegen {

struct BundleInput {
  std::string module;   // or an executable
  std::string runner;   // janus-run
  std::string library;  // libjanus.so
};

// Reports J0504 or J0601 and answers false when that fails.
bool makeBundle(const BundleInput &input, const std::string &folder, DiagnosticEngine &diag);

}  // namespace janus::codegen
