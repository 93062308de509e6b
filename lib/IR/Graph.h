// The region-based IR of both tiers: modules, functions, regions, operations, values.
//
// Everything is a typed id into tables of its Function or Module. A region is one block: a list of
// operations, the last of which may be a terminator. Operations with effects are ordered by
// position.
#pragma once

#include "IR/OpTable.h"
#include "IR/Types.h"
#include "Support/Id.h"
#include "Support/SourceManager.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace janus::ir {

struct FunctionTag;
struct RegionTag;
struct OpTag;
struct ValueTag;
struct SlotTag;
struct ConstTag;
struct PlaceTag;
using FunctionId = Id<FunctionTag>;
using RegionId = Id<RegionTag>;
using OpId = Id<OpTag>;
using ValueId = Id<ValueTag>;
using SlotId = Id<SlotTag>;
using ConstId = Id<ConstTag>;
using PlaceId = Id<PlaceTag>;

// A Python constant. Tuples and frozensets refer to constants with smaller ids.
struct Constant {
  enum class Kind : uint8_t {
    None,
    True,
    False,
    Ellipsis,
    Int,
    BigInt,
    Float,
    Complex,
    Str,
    Bytes,
    Tuple,
    FrozenSet
  };
  Kind kind = Kind::None;
  int64_t integer = 0;         // Int
  double number = 0;           // Float; Complex: the imaginary part
  std::string text;            // Str (UTF-8, surrogates as WTF-8), Bytes, BigInt (decimal)
  std::vector<ConstId> items;  // Tuple, FrozenSet
  double real = 0;             // Complex: the other part, which literals do not have
};

using Attribute =
    std::variant<int64_t, double, bool, std::string, std::vector<std::string>, std::vector<int64_t>,
                 ConstId, FunctionId, SlotId, std::vector<SlotId>, TypeId>;
struct NamedAttribute {
  std::string name;
  Attribute value;
};

enum class SlotKind : uint8_t {
  Local,
  Cell,  // a local captured by an inner function
  Free,  // a cell of an enclosing function, `closure[index]`
};
struct Slot {
  std::string name;  // as in the source; the builder's own slots start with '.'
  SlotKind kind = SlotKind::Local;
  int32_t parameter = -1;  // index of the parameter it starts from
  int32_t freeIndex = -1;  // index in the closure, for Free
  TypeId type;             // of what it holds while bound; invalid: dyn
};

struct Value {
  TypeId type;
  OpId definedBy;  // invalid: a region argument
  RegionId argumentOf;
  uint32_t index = 0;  // result or argument number
};

// A line of the program, and the line with the call that led there, if one did.
struct ProgramPlace {
  std::string line;  // "train.py:29"
  PlaceId caller;
};

struct Op {
  Opcode opcode;
  Span span;      // the user's code
  PlaceId place;  // of an operation of a graph: the program's line, through all inlining
  llvm::SmallVector<ValueId, 3> operands;
  llvm::SmallVector<ValueId, 1> results;
  llvm::SmallVector<RegionId, 2> regions;
  llvm::SmallVector<NamedAttribute, 1> attributes;
  RegionId parent;
};

struct Region {
  llvm::SmallVector<ValueId, 2> arguments;
  std::vector<OpId> ops;
  OpId parent;  // invalid: the function's body
};

enum FunctionFlags : uint32_t {
  kFnVarArgs = 1,
  kFnVarKw = 2,
  kFnGenerator = 4,
  kFnClassBody = 8,
  kFnModuleBody = 16,
  kFnGraph = 32,     // functional: tensor operations are pure, writes are commits at the end
  kFnInPython = 64,  // its source runs in Python: the body here is empty
  // Both are generators that may await: `async def`, and one that yields, too.
  kFnCoroutine = 128,
  kFnAsyncGenerator = 256,
};

class Function {
public:
  std::string name, qualname;
  std::string docstring;
  bool hasDocstring = false;
  uint32_t flags = 0;
  // `positional` includes the positional-only ones.
  uint32_t positionalOnly = 0, positional = 0, keywordOnly = 0;
  // Positional, keyword-only, *args, **kwargs: the order of binding.
  std::vector<std::string> parameters;
  std::vector<std::string> freeNames;  // by freeIndex
  Span span;
  RegionId body;  // its arguments: one value per parameter

  IdVector<SlotId, Slot> slots;

  const Op &op(OpId id) const { return ops_[id]; }
  Op &op(OpId id) { return ops_[id]; }
  const Region &region(RegionId id) const { return regions_[id]; }
  Region &region(RegionId id) { return regions_[id]; }
  const Value &value(ValueId id) const { return values_[id]; }
  Value &value(ValueId id) { return values_[id]; }
  size_t valueCount() const { return values_.size(); }
  size_t opCount() const { return ops_.size(); }
  size_t regionCount() const { return regions_.size(); }

  // The variable of the program that a value is of, for readers of what is printed; empty: none.
  llvm::StringRef nameOf(ValueId value) const;
  // The first name stays. Constants have none: equal ones are one value.
  void setName(ValueId value, llvm::StringRef name);

  RegionId addRegion(OpId parent);
  ValueId addArgument(RegionId region, TypeId type);
  ValueId addResult(OpId op, TypeId type);
  // Makes an operation that stands in no region yet. References to operations, regions and values
  // do not survive making others.
  OpId makeOp(Opcode opcode, Span span, llvm::ArrayRef<ValueId> operands,
              llvm::ArrayRef<TypeId> resultTypes);
  void append(RegionId region, OpId op);

  // Attributes by name; the getters assert that it is there and of that kind.
  const Attribute *attribute(OpId op, llvm::StringRef name) const;
  void setAttribute(OpId op, llvm::StringRef name, Attribute value);
  llvm::StringRef stringAttribute(OpId op, llvm::StringRef name) const;
  int64_t intAttribute(OpId op, llvm::StringRef name) const;
  bool boolAttribute(OpId op, llvm::StringRef name) const;
  SlotId slotAttribute(OpId op, llvm::StringRef name) const;
  ConstId constAttribute(OpId op, llvm::StringRef name) const;
  FunctionId functionAttribute(OpId op, llvm::StringRef name) const;
  // Empty when absent.
  llvm::ArrayRef<std::string> stringsAttribute(OpId op, llvm::StringRef name) const;
  llvm::ArrayRef<SlotId> slotsAttribute(OpId op, llvm::StringRef name) const;

private:
  IdVector<OpId, Op> ops_;
  IdVector<RegionId, Region> regions_;
  IdVector<ValueId, Value> values_;
  llvm::DenseMap<ValueId, std::string> names_;
};

// One Python source file.
class Module {
public:
  std::string name;  // dotted; `__main__` for a program
  std::string file;  // as given to the compiler
  bool isPackage = false;
  std::string source;
  TypeTable types;
  FunctionId body;  // the module's own code

  FunctionId addFunction(std::string name);
  Function &function(FunctionId id) { return *functions_[id]; }
  const Function &function(FunctionId id) const { return *functions_[id]; }
  IdRange<FunctionId> functions() const { return functions_.ids(); }

  ConstId addConstant(Constant constant);  // equal constants (type and bits) share an id
  const Constant &constant(ConstId id) const { return constants_[id]; }
  IdRange<ConstId> constants() const { return constants_.ids(); }

  // Places of operations; equal ones share an id. Callers come before what they call.
  PlaceId addPlace(std::string line, PlaceId caller);
  const ProgramPlace &place(PlaceId id) const { return places_[id]; }
  IdRange<PlaceId> places() const { return places_.ids(); }
  // "net.py:9 < train.py:29", the innermost first; empty for none.
  std::string placeText(PlaceId place) const;

private:
  IdVector<FunctionId, std::unique_ptr<Function>> functions_;
  IdVector<ConstId, Constant> constants_;
  IdVector<PlaceId, ProgramPlace> places_;
  std::map<std::pair<std::string, PlaceId>, PlaceId> placeIndex_;
  std::map<std::string, ConstId> constantIndex_;
};

}  // namespace janus::ir
