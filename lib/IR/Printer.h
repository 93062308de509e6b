// The textual form of the IR; TextParser reads it back to an identical module.
//
//   module "__main__" file "model.py"
//
//   func @f(%a: dyn, %b: dyn) params(positional=2) slots(x: local, c: cell) {
//     %0 = py.mul %a, %b : dyn
//     %1 = const 1 : int
//     %2 = py.add %0, %1 : dyn
//     return %2
//   }
//
// An operation: results, name, its first attribute if that is required (a name, a slot, a callee),
// operands, the other attributes in braces, result types, regions. Parameters keep their names,
// other values count from 0 within the function. docs/graph-format.md has the grammar.
#pragma once

#include "IR/Graph.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace janus::ir {

struct PrintOptions {
  // Adds `loc(line:column-line:column)`, from the text of these sources.
  const SourceManager *locations = nullptr;
  // Adds `at("net.py:9" < "train.py:29")` to operations of graphs.
  bool places = false;
};

void print(llvm::raw_ostream &out, const Module &module, const PrintOptions &options = {});
void print(llvm::raw_ostream &out, const Module &module, FunctionId function,
           const PrintOptions &options = {});
std::string toText(const Module &module, const PrintOptions &options = {});

// The name of each function in the text: its qualified name, `#1`, `#2`... added to later ones of
// the same name. Function::qualname is the part before `#`.
IdVector<FunctionId, std::string> functionSymbols(const Module &module);
// The same for the slots of a function.
IdVector<SlotId, std::string> slotSymbols(const Function &function);

void printConstant(llvm::raw_ostream &out, const Module &module, ConstId constant);

}  // namespace janus::ir
