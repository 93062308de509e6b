// The constant table of one generated module: the constants of the IR that the code uses, and the
// names that attributes, globals and keyword arguments need. In order of first use.
#pragma once

#include "IR/Graph.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace janus::codegen {

class ConstantPool {
public:
  explicit ConstantPool(const ir::Module &module) : module_(module) {}

  // The C++ expression of a constant: a value in place, or `K[3 /*name*/]`.
  std::string expression(ir::ConstId id);
  std::string string(llvm::StringRef text);
  std::string tupleOfStrings(llvm::ArrayRef<std::string> texts);

  size_t size() const { return rows_.size(); }
  // The array of jn_constant records.
  void print(llvm::raw_ostream &out) const;

  // Its row, also of what has an expression in place.
  uint32_t indexOf(ir::ConstId id);
  uint32_t indexOfNone();

private:
  uint32_t indexOfString(llvm::StringRef text);
  uint32_t add(const std::string &row);
  static std::string reference(uint32_t index, llvm::StringRef comment);
  uint32_t addTuple(const char *kind, llvm::ArrayRef<uint32_t> items);

  const ir::Module &module_;
  llvm::StringMap<uint32_t> index_;
  std::vector<std::string> rows_;
  std::vector<uint32_t> items_;  // of all tuples, one after the other
};

}  // namespace janus::codegen
