// The source of functions and module code: the program's modules, and the prelude's, which are read
// when first asked for.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace janus::speculate {

// Modules beside the program's own.
struct ModuleLibrary {
  std::vector<std::string> names;  // sorted
  // The module of one of these names; null when it cannot be read.
  std::function<std::unique_ptr<ir::Module>(llvm::StringRef name)> load;
};

class ModuleSource {
public:
  ModuleSource() = default;
  explicit ModuleSource(ModuleLibrary library) : library_(std::move(library)) {}

  // A module that somebody else owns; goes before the library's of that name.
  void add(const ir::Module &module);
  // Null when there is none of that name.
  const ir::Module *find(llvm::StringRef name) const;
  // True when it was read from the library.
  bool isOfLibrary(const ir::Module &module) const;
  // The name of a function's code: "module:qualname@line", with the line where it begins. Several
  // functions may have one qualified name; "@line.1", "@line.2" are further ones in that line.
  const std::string &codeName(const ir::Module &module, ir::FunctionId function) const;
  // By codeName(), or without the line: the first of that name.
  std::pair<const ir::Module *, ir::FunctionId> findCode(llvm::StringRef code) const;
  // A package's modules, itself first, the others by their names.
  std::vector<const ir::Module *> package(llvm::StringRef name) const;
  // The line, from 1, of a byte of the module's text.
  size_t lineOf(const ir::Module &module, uint32_t byte) const;

private:
  void index(const ir::Module &module) const;

  ModuleLibrary library_;
  // Reading a module is no change that anybody could see.
  mutable llvm::StringMap<const ir::Module *> modules_;  // null: not to be had
  mutable llvm::StringMap<ir::FunctionId> functions_;    // by code
  mutable std::vector<std::unique_ptr<ir::Module>> owned_;
  mutable llvm::DenseMap<std::pair<const ir::Module *, ir::FunctionId>, std::string> codeNames_;
  // The bytes behind the ends of lines, by module.
  mutable llvm::DenseMap<const ir::Module *, std::vector<uint32_t>> lines_;
};

}  // namespace janus::speculate
