// How a graph function runs: what the planner decides and the code generator writes down
// (docs/rationale/plan.md).
//
// A tensor is at run time always an object, so that any operation can run its eager kernel on it.
// The plan decides where its elements lie: in the arena of the binding, in memory that Python may
// reach after the commit (exposed), or wherever the kernel puts them (views, results of kernels
// whose shape is not known).
#pragma once

#include "IR/FusedOps.h"
#include "IR/Graph.h"
#include "IR/SizeExpression.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace llvm {
class raw_ostream;
}

namespace janus::ir {

// A contiguous tensor in planned memory.
struct PlanPlace {
  enum class Kind : uint8_t { Arena, Exposed };
  Kind kind;
  ValueId value;
  std::vector<Dim> sizes;
  std::string dtype;
  bool channelsLast = false;  // contiguous otherwise
  // Arena, where all sizes of the plan are numbers.
  uint64_t bytes = 0, offset = 0;
  // The steps between which its bytes are in use, counted over all phases.
  uint32_t begin = 0, end = 0;
};

// Elementwise operations and reductions that one loop computes. Its rows are done one after the
// other; what a reduction has made of a row can be used for the row's elements, which are then gone
// through once more: that is the next stage.
struct PlanBlock {
  // The index of an input's element, in a loop over outer x inner elements.
  enum class Index : uint8_t {
    Each,    // [o * inner + i]
    Row,     // [i]
    Column,  // [o]
    One,     // [0]
    Part,    // [o * stride + offset + i]: a row is a part of a longer one; without a stride all
             // elements lie behind each other
  };
  // The row of an operand that row `o` of the loop reads, where the operand is broadcast over
  // dimensions among those of the rows: a mask (B, 1, 1, T) beside scores (B, H, T, T).
  //
  //   o / period * count + o / repeats % count      without a period no first term,
  //                                                 without a count no remainder
  struct Repeats {
    int64_t period = 0, count = 0, repeats = 1;
    auto operator<=>(const Repeats &) const = default;
  };
  struct Subscript {
    Index index;
    int64_t offset = 0, stride = 0;  // of Part, in elements
    Repeats rows = {};               // of Part and Column
    Subscript(Index index) : index(index) {}
    Subscript(int64_t offset, int64_t stride)
        : index(Index::Part), offset(offset), stride(stride) {}
    auto operator<=>(const Subscript &) const = default;
  };
  // The unit that an operation has one result for: an element, or for reductions a row, a column,
  // or all.
  enum class Per : uint8_t { Element, Row, Column, Loop };
  // How an operation reads one of its operands. `source`: the operand itself, or what it shows in
  // its own order, as a view of another shape does, or a part of it. One source may be read in
  // several ways: `a[:, None] - a[None, :]`.
  struct Read {
    ValueId operand, source;
    Subscript subscript;
  };
  struct Member {
    OpId op;
    Per per = Per::Element;
    std::optional<Fold> fold = {};
    unsigned stage = 0;
    llvm::SmallVector<Read, 3> reads = {};

    // Made of the elements of a row; done once a row, before its elements.
    bool isRowFold() const { return per == Per::Row && fold; }
    bool isPerRow() const { return per == Per::Row && !fold; }
    // The stage whose elements can use it.
    unsigned availableAt() const { return stage + (isRowFold() ? 1 : 0); }
    // Null: a number.
    const Read *readOf(ValueId operand) const {
      auto found = llvm::find_if(reads, [&](const Read &each) { return each.operand == operand; });
      return found == reads.end() ? nullptr : found;
    }
    ValueId sourceOf(ValueId operand) const {
      const Read *read = readOf(operand);
      return read ? read->source : operand;
    }
  };
  std::vector<Member> members;           // in order
  std::vector<ValueId> outputs, inputs;  // an input once for each subscript
  std::vector<Subscript> subscripts;     // of the inputs
  std::vector<ValueId> numbers;          // that are no constants
  // Tensors of which formulas ask how many elements they have, where that follows from symbols.
  std::vector<std::pair<ValueId, SizeExpression>> counts;
  SizeExpression outer = 1, inner = 1;
  // In the commit phase: the path of the storage that each output goes to.
  std::vector<std::string> targets;

  bool isRows() const { return outer.constant() != 1; }
  bool folds() const {
    return llvm::any_of(members, [](const Member &each) { return each.fold.has_value(); });
  }
  const Member *find(OpId op) const {
    auto found = llvm::find_if(members, [&](const Member &each) { return each.op == op; });
    return found == members.end() ? nullptr : &*found;
  }
};

struct PlanStep {
  enum class Kind : uint8_t {
    Scalar,   // numbers, texts and guards: C++ in place
    General,  // the eager kernel of one operation
    Update,   // one that writes its operands; in the compute phase copies of them
    Block,    // a loop
    If,       // one of two lists of steps
    Turns,    // a list of steps, again and again: a loop of the program
  };
  Kind kind;
  OpId op;
  uint32_t block = 0;  // of Plan::blocks
  // Steps of the regions of a branch, the last one being their `yield_values`; or of one turn of a
  // loop, from its `loop.carried` to its `loop.again`.
  std::vector<std::vector<PlanStep>> sides = {};
};

struct PlanInput {
  std::string path, type;  // `type`: as it is printed
  ValueId value;           // invalid: only to be written
  TypeId typeId;
  bool hasHistory = false;
};

// A part of a tensor, and the value that is stored in it.
struct PlanPart {
  OpId replaces;  // the operation on a copy, whose row says which view the part is
  ValueId source;
};
using PlanParts = llvm::SmallVector<PlanPart, 1>;

struct Plan {
  FunctionId function;
  std::vector<PlanInput> inputs;
  // In this order: guards on inputs; what is computed, the other guards within; objects that the
  // commits need.
  std::vector<PlanStep> entry, compute, objects;
  // In this order: writes to storages in place, storage.commit, then the writes of objects and
  // texts.
  std::vector<PlanStep> commits;
  llvm::DenseSet<OpId> inPlace;  // storage.commit of what has been written in place
  // Operands of writes to storages that others have written by then. Their old contents are copied
  // before the first write.
  llvm::DenseMap<OpId, llvm::SmallVector<ValueId, 1>> copied;
  // Parts in which a commit (`parts`) or a carried value (`carriedParts`) changes: one is stored
  // after the other, and no copy of the whole is made.
  llvm::DenseMap<OpId, PlanParts> parts;
  llvm::DenseMap<ValueId, PlanParts> carriedParts;
  // Results of loops that are such a carried value as the last turn has left it.
  llvm::DenseMap<ValueId, ValueId> carriedResults;
  std::vector<PlanBlock> blocks;
  // Operands that an update writes, as the results number them.
  llvm::DenseMap<OpId, std::vector<ValueId>> written;
  std::vector<OpId> writes;  // storage.commit and later ones, as the run time numbers them
  OpId result;               // `return`
  std::vector<PlanPlace> places;
  llvm::DenseMap<ValueId, uint32_t> placeOf;
  std::vector<OpId> guards;  // as they are numbered
  uint64_t arenaBytes = 0;
  // The source of a symbol at an entry: a size of the input, or the int itself. With symbols the
  // run time lays out the arena, when it sees other sizes than before, by what each place needs and
  // how long.
  struct Symbol {
    std::string name;
    ValueId input;
    std::optional<unsigned> dim = {};
  };
  std::vector<Symbol> symbols;

  // The values that a commit of a storage stores.
  llvm::SmallVector<ValueId, 1> storedBy(OpId commit, const Op &op) const {
    llvm::SmallVector<ValueId, 1> stored;
    auto found = parts.find(commit);
    if (found == parts.end())
      return {op.operands[0]};
    for (const PlanPart &part : found->second)
      stored.push_back(part.source);
    return stored;
  }
  const PlanPlace *place(ValueId value) const {
    auto found = placeOf.find(value);
    return found == placeOf.end() ? nullptr : &places[found->second];
  }
};

// The row that row `o` of a loop reads, as an expression of C++ in `o`.
std::string toString(const PlanBlock::Repeats &rows);

// `--emit=plan`.
void print(llvm::raw_ostream &out, const Module &module, const Plan &plan);

}  // namespace janus::ir
