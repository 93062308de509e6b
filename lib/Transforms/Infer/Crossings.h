// Crossings from a module's code to Python: imports of modules that nobody has compiled, and uses
// of the objects that they give.
#pragma once

#include "IR/Graph.h"

#include <set>
#include <string>
#include <vector>

namespace janus::transforms {

struct Crossing {
  enum class Kind : uint8_t {
    Import,
    Attribute,
    Call,
    Item,       // read, written or deleted
    Operator,   // arithmetic, comparisons, truth
    Iteration,  // `for`, unpacking
    With,
    Text,   // formatted
    Class,  // a class statement with a foreign base
  };
  Kind kind;
  // The name that is imported, read or called: "numpy.mean"; ".normal" of an object that a call has
  // given. Empty where there is no name.
  std::string name;
  std::string function;  // the symbol of the function that it stands in
  Span span;
};
llvm::StringRef toString(Crossing::Kind kind);

// Marks the imports that Python has to do. `isCompiled` says whether an import finds a module of
// that dotted name without it.
void markForeignImports(ir::Module &module, llvm::function_ref<bool(llvm::StringRef)> isCompiled);

// In the order of the text. A variable or attribute that holds an object of Python somewhere is
// taken to hold one everywhere, and so is what such objects give: what is listed may cross. Objects
// that reach another function as an argument or a result are not followed.
std::vector<Crossing> crossingsOf(const ir::Module &module);

// The values that may be objects of Python, as crossingsOf follows them, and through arguments and
// results of the module's own functions, by their names.
class ForeignValues {
public:
  explicit ForeignValues(const ir::Module &module);
  bool contains(ir::FunctionId function, ir::ValueId value) const {
    return values_.count({function, value}) != 0;
  }
  bool empty() const { return values_.empty(); }

private:
  std::set<std::pair<ir::FunctionId, ir::ValueId>> values_;
};

}  // namespace janus::transforms
