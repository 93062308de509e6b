// Packages of the Python that a program runs with, whose modules in Python are compiled along.
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>
#include <vector>

namespace janus {

// The Python that packages are taken from, as at run time: JANUS_PYTHON, or python3. Empty: none.
std::string interpreterOfPackages();

// A name of the top level in that Python, beside the program's own folder.
struct PythonModule {
  bool isThere = false;               // a module, or a package with an `__init__.py`
  std::vector<std::string> portions;  // folders without one, that make a namespace package
};

class InstalledPackages {
public:
  // Those of the table, and `further`.
  explicit InstalledPackages(const std::vector<std::string> &further);

  // Whether the package that a module belongs to is one of them.
  bool has(llvm::StringRef dotted) const;
  // Where that Python looks for modules.
  const std::vector<std::string> &folders();
  const PythonModule &find(llvm::StringRef top);
  // Empty as long as nobody has asked for the folders.
  const std::string &interpreter() const { return interpreter_; }

private:
  llvm::StringSet<> names_;
  std::string interpreter_;
  std::optional<std::vector<std::string>> folders_;
  llvm::StringMap<PythonModule> found_;
};

}  // namespace janus
