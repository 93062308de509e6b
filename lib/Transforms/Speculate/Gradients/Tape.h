// The tape: the operations that the evaluator remembers for backward.
#pragma once

#include "Transforms/Speculate/Gradients/GradientTable.h"
#include "Transforms/Speculate/Heap/AbstractValue.h"
#include "Transforms/Speculate/Tensors/TensorOps.h"

#include "llvm/ADT/SetVector.h"

#include <array>
#include <deque>

namespace janus::speculate {

// The destination of an argument's gradient: a result of an operation, or a leaf.
struct TapeEdge {
  bool needed = false;
  ObjectId tensor;
  TapeId tape;  // invalid: `tensor` is a leaf
  unsigned output = 0;
};

// Both sides of a branch: what they recorded, and what each of the values that come out was there.
struct BranchHistory {
  AbstractValue condition;
  uint32_t fork = 0;
  std::array<std::vector<std::pair<size_t, size_t>>, 2> ranges;  // of the tape, by side
  std::vector<std::array<TapeEdge, 2>> results;
};

// The gradient of a part of what a recursion keeps, which is kept under a key of its own.
struct KeptGradient {
  int64_t key = 0;
  // Types of those that have come; shared by the loops of one recursion.
  std::shared_ptr<std::vector<ir::TypeId>> types;
  size_t part = 0;
  ir::TypeId &type() const { return (*types)[part]; }
};

// A turn is for one call of a recursion: it begins with what another turn has kept for it, and
// keeps what others begin with (`loop.save`). Gradients go the other way.
struct RecursionHistory {
  struct Taken {
    TapeEdge edge;
    KeptGradient from;
  };
  struct Given {
    unsigned output = 0;  // of the turn's first entry
    KeptGradient to;
    ir::ValueId place;
  };
  int64_t id = 0;  // of a recursion over calls, whose two loops evaluate the same code
  ir::ValueId place;
  std::vector<Taken> taken;       // what the turn has kept: gradients that its way back begins with
  std::vector<Given> given;       // what it began with
  bool endsWithOutermost = true;  // the last turn's call: nobody has kept a gradient for it
  std::vector<TapeId> loops;      // further ones, through which gradients go then
  // A branch to which each turn comes, with calls of the recursion on one side alone and none
  // elsewhere, and the number of all calls.
  struct Deciding {
    uint32_t fork = 0;
    unsigned side = 0;
    ir::ValueId calls;
  };
  std::optional<Deciding> deciding;
};

// One turn of a loop as the tape recorded it, and how the gradients of one turn go to the one
// before.
struct LoopHistory {
  uint32_t fork = 0;  // the loop, among the branches
  ir::OpId loop;      // of the graph
  ir::ValueId turns;  // how many there were
  // The loop's part of the tape: the first entry's results are the tensors that a turn begins with.
  size_t begin = 0, end = 0;
  // One tensor that a turn begins with: where its gradient goes from the first turn, and from the
  // others.
  struct Head {
    TapeEdge first, next;
  };
  std::vector<Head> heads;
  std::vector<TapeEdge> results;  // of the last turn
  // Behind the results stand tensors of rows that the turns have added to a list: their keys.
  std::vector<int64_t> rows;
  std::vector<TapeEdge> outside;  // what gradients go to outside of the loop
  // May be written when the history is gone: no tensor of some turn shows them any more.
  std::vector<StorageId> released;
  std::shared_ptr<const RecursionHistory> recursion;
};

// A `torch.autograd.Function` that was applied. The node, which stands for the one of Python, is
// what its context asks for saved tensors by.
struct FunctionHistory {
  AbstractValue node, context, backward;
  std::vector<AbstractValue> outputs;  // of `forward`, tensors or not
  std::vector<AbstractValue> saved;
  std::vector<ir::ValueId> savedValues;  // their contents then; else invalid
};

// An item that a turn has added to a list of rows: its edge is the entry's only one.
struct GrownRow {
  int64_t key = 0;    // of the rows
  ir::ValueId place;  // among them
};

// A tensor that a call of a recursion is given, which is the entry's only edge; or one that it has
// answered, which is the entry's only result.
struct KeptTensor {
  KeptGradient gradient;
  ir::ValueId place;  // of the call
  bool isGiven = false;
  std::optional<uint32_t> fork = {};  // the branch on one side of which it is
};

struct MadeTogether;

// An operation that the tape has recorded, or a branch, or a loop, or a function of the program, or
// what a turn adds to a list or keeps for another one.
struct TapeEntry {
  TensorOp op;
  std::vector<AbstractValue> args;           // by the schema; tensors as they were
  std::vector<ir::ValueId> argValues;        // of an operation: contents of tensors, else invalid
  std::vector<std::vector<TapeEdge>> edges;  // of each argument; several of a list
  std::vector<ObjectId> results;
  std::vector<ir::ValueId> resultValues;  // of an operation
  std::string node = {};                  // as somebody named it; see nameOfNode()
  bool isPartWritten = false;  // a write to a part of a tensor: no second walk, whatever it saves
  bool freed = false;          // backward has run through it, and what it saved is gone
  std::optional<uint32_t> freedBy = {};                    // one side of that branch
  std::shared_ptr<const MadeTogether> together = nullptr;  // null: not one of several pieces
  // The history of an entry that is no operation: the fields above say nothing else of it.
  std::shared_ptr<BranchHistory> branch = nullptr;
  std::shared_ptr<LoopHistory> loop = nullptr;
  std::shared_ptr<FunctionHistory> function = nullptr;
  std::shared_ptr<const GrownRow> row = nullptr;
  std::shared_ptr<const KeptTensor> kept = nullptr;
  std::vector<AbstractValue> argWrites =
      {};  // of an operation: how often tensors were written then

  // The number of the entry's branch or loop among those that have regions in the graph, as the
  // evaluator counts them.
  std::optional<uint32_t> fork() const {
    return branch ? std::optional(branch->fork) : loop ? std::optional(loop->fork) : std::nullopt;
  }
};

// Pieces that one operation has made, each of which has an entry of its own.
struct MadeTogether {
  TapeEntry whole;  // the operation itself, with all of them
  std::vector<TapeId> pieces;
};

// The operation that Python knows the entry's results by.
inline const TapeEntry &namedEntry(const TapeEntry &entry) {
  return entry.together ? entry.together->whole : entry;
}

// The operation that has made the entry's result with others, where the tape has them all; null: it
// is none of several pieces.
const MadeTogether *madeTogether(const std::deque<TapeEntry> &tape, TapeId entry);

// The gradient functions of an operation that some argument needs.
std::vector<const GradientRule *> activeRules(const TapeEntry &entry, const Schema &schema,
                                              llvm::ArrayRef<GradientRule> rules);

// True when a second walk from here ends, on all ways, at an operation that has let go of what it
// saved: it raises, and no gradient has arrived anywhere.
bool isDeadEnd(const std::deque<TapeEntry> &tape, TapeId entry, unsigned output);

// True when a way back from here leads through a function of the program.
bool reachesFunction(const std::deque<TapeEntry> &tape, TapeId entry);

// True when a way back from here leads through that entry.
bool hangsOn(const std::deque<TapeEntry> &tape, TapeId entry, TapeId other);

// The leaves, and tensors with a history from before, that gradients of the entry go to.
llvm::SetVector<ObjectId> endsBehind(const std::deque<TapeEntry> &tape, TapeId entry);

// One pass back through the tape.
struct BackwardPass {
  std::vector<AbstractValue> roots, seeds;  // an unbound seed: 1 for a scalar
  std::vector<AbstractValue> inputs;        // empty: the gradients of all leaves
  bool keepGraph = false, createGraph = false;
  bool accumulate = true;  // in `.grad`; else the gradients of the inputs are the answer
  bool allowUnused = false;
  // The ends of a pass towards chosen inputs, and the operations on a way there.
  std::vector<TapeEdge> ends;
  std::vector<bool> onTheWay;

  bool isSelective() const { return !inputs.empty(); }
  bool isEnd(const TapeEdge &edge) const {
    for (const TapeEdge &end : ends)
      if (end.tape == edge.tape &&
          (end.tape ? end.output == edge.output : end.tensor == edge.tensor))
        return true;
    return false;
  }
  bool wants(const TapeEdge &edge) const {
    return edge.needed &&
           (!isSelective() || isEnd(edge) || (edge.tape && onTheWay[edge.tape.index]));
  }
};

}  // namespace janus::speculate
