// The evaluator's position: what a call has computed, and in which regions it stands.
#pragma once

#include "Transforms/Speculate/Heap/AbstractHeap.h"
#include "Transforms/Speculate/Tensors/TensorModes.h"

#include <map>

namespace janus::speculate {

// How a region or an operation ends. Joined: a branch has run everything up to the end of an outer
// region, because one of its sides left for there.
enum class Flow : uint8_t { Next, Yield, Break, Continue, Return, Stop, Joined };

// A region that is running, and which of its operations.
struct Level {
  ir::RegionId region;
  size_t index = 0;
};

struct Frame {
  const ir::Module *module;
  const ir::Function *function;
  IdVector<ir::ValueId, AbstractValue> values;
  IdVector<ir::SlotId, AbstractValue> slots;  // of a cell or free slot: its Cell object
  AbstractValue returned;
  // Of a generator's body: who asked for the next item, and where.
  mutable const Frame *caller = nullptr;
  mutable Span callSite;
  std::vector<Level> levels = {};
  llvm::ArrayRef<AbstractValue> arguments = {};  // by parameter
  size_t forks = 0, operations = 0;              // open, and of the graph, when it was called
};

// Arguments of a call.
struct CallArgs {
  std::vector<AbstractValue> positional;
  std::vector<std::pair<std::string, AbstractValue>> keywords;
};

// A text that the region prints, or a part of one: it is written at the commit.
enum class TextStream : uint8_t { Out, Errors };
struct PrintedText {
  AbstractValue text;
  TextStream stream = TextStream::Out;
  bool flushes = false;
  bool operator==(const PrintedText &) const = default;
};

// The state that a side of a branch can change.
struct EvaluatorState {
  AbstractHeap::State heap;
  IdVector<ir::SlotId, AbstractValue> slots;
  AbstractValue returned;
  std::vector<PrintedText> texts;
  TensorModes modes;
  std::vector<bool> freed;  // of the tape
};

// How far a side of a branch has come.
struct BranchSide {
  EvaluatorState state;
  Flow flow = Flow::Stop;
  std::vector<AbstractValue> passed;
  size_t level = 0;  // of the region that has ended
};

// One turn of a loop: whether another one follows, what it gets, whether `break` has left the loop.
struct LoopTurn {
  AbstractValue more;
  std::vector<AbstractValue> carried;
  AbstractValue isLeft;
};

// Owners of the contents of tensors that live on, and copies of contents that two of them would
// share.
struct OwnedContents {
  std::map<ir::ValueId, StorageId> owners;  // by whose memory they are in
  std::map<StorageId, ir::ValueId> copies;
  std::map<StorageId, StorageId> exposed;  // those that Python gets, by what they may show at last
};

// The likely value of a condition that the profile has not seen. Loops go on as often as they did.
enum class Hint : uint8_t { None, Loop, LikelyTrue, LikelyFalse };

// A branch of which both sides are evaluated.
struct Fork {
  std::string place;
  bool side, prefers;  // the one that is being run; the one that was taken more often
  uint32_t number;
};

}  // namespace janus::speculate
