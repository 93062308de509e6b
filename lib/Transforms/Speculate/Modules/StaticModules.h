// Values of a module's names, read off its code: functions, classes, imports and constants that are
// stored once, at its top level. The prelude's modules are known this way without a snapshot.
#pragma once

#include "IR/Graph.h"
#include "Transforms/Speculate/Heap/AbstractHeap.h"

namespace janus::speculate {

enum class PreludeName : uint8_t {
#define JANUS_PRELUDE_NAME(use, name) use,
#include "Transforms/Speculate/Modules/PreludeNames.def"
};
llvm::StringRef toString(PreludeName name);

struct StaticValue {
  // Display: an empty list, dict or set, or a tuple, list or dict of static values. Instance: of a
  // class that is known so, called with static values. `defaults` is the display, or the call.
  enum class Kind : uint8_t {
    Unknown,
    Function,
    Class,
    Module,
    Native,
    Constant,
    Display,
    Instance
  };
  Kind kind = Kind::Unknown;
  const ir::Module *module = nullptr;  // of a function, class, constant
  ir::FunctionId function;             // of a function or class: its code
  ir::ConstId constant;
  // Defaults of a function, or bases and keywords of a class: values of the module's body.
  ir::ValueId defaults, keywordDefaults;
  std::string name;  // of a module or native: "math.sqrt"

  bool isKnown() const { return kind != Kind::Unknown; }
};

class StaticModules {
public:
  explicit StaticModules(const ModuleSource &modules) : modules_(modules) {}

  // A global of a module, without builtins.
  StaticValue global(llvm::StringRef module, llvm::StringRef name);
  // True when tensors have a method of that name which calls the function of that name.
  bool isMethodByFunction(llvm::StringRef name);
  // The prelude's Python for a native or an operation: "Tensor.norm" is `Tensor_norm` there.
  StaticValue composite(llvm::StringRef name);
  // The function that the run time calls for an operation, or a native, with a sparse tensor among
  // the arguments.
  StaticValue ofSparse(TensorOp op, llvm::StringRef name);
  StaticValue ofSparse(llvm::StringRef native);
  // `from ..a import b` in `pkg.m` speaks of `pkg.a`, in the package `pkg` of `a` beside it.
  static std::string absoluteName(const ir::Module &module, llvm::StringRef dotted, int64_t level);
  // The public name of a native module's function: "torch.randn" of "torch._C".
  static std::string nativeName(llvm::StringRef module, llvm::StringRef name);
  // The value that an operation of the module's body gives.
  StaticValue valueOf(const ir::Module &module, ir::ValueId value);

private:
  // The first of the functions that the modules have by that name, mangled.
  StaticValue functionIn(llvm::ArrayRef<PreludeName> modules, llvm::StringRef name);
  StaticValue methodByFunction(llvm::StringRef name);
  struct Names {
    llvm::StringMap<ir::ValueId> stored;  // once, at the top level
    llvm::StringMap<unsigned> stores;     // anywhere
    std::vector<ir::ValueId> stars;       // modules imported from with `*`
    std::vector<ir::ValueId> replacing;   // ... within `try`, instead of what the module has
    // Submodules, by the names that the module's `__getattr__` takes from them: a dict says.
    llvm::StringMap<std::string> elsewhere;
  };
  StaticValue findGlobal(llvm::StringRef module, llvm::StringRef name);
  const Names &namesOf(const ir::Module &module);
  void readElsewhere(const ir::Module &module, Names &names);
  StaticValue imported(const ir::Module &module, const ir::Op &op, ir::OpId id);

  const ModuleSource &modules_;
  llvm::StringMap<Names> names_;
  llvm::StringMap<llvm::StringMap<StaticValue>> globals_;  // asked for from outside
  unsigned depth_ = 0;
};

}  // namespace janus::speculate
