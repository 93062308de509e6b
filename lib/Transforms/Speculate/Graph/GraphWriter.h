// Writes the function that a root becomes: assumptions and inputs, then what is computed, then
// commits.
#pragma once

#include "IR/Builder.h"
#include "IR/SourcePlace.h"
#include "Transforms/Speculate/Heap/AbstractValue.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

#include <functional>
#include <utility>

namespace janus::speculate {

class GraphWriter {
public:
  // Adds a function `name` to `module`.
  GraphWriter(ir::Module &module, llvm::StringRef name);

  ir::Module &module() { return module_; }
  ir::TypeTable &types() { return module_.types; }
  ir::Function &function() { return builder_.function(); }
  ir::FunctionId functionId() const { return builder_.functionId(); }
  void setSpan(Span span) { builder_.setSpan(span); }
  // Asked for the place of each operation that is made from now on.
  void setPlaces(std::function<ir::PlaceId()> here) { here_ = std::move(here); }

  // ---- what binding checks and fetches; asking twice for the same is asking once
  void assume(llvm::StringRef kind, llvm::StringRef path, llvm::StringRef value = "");
  // `history`: of a tensor that is no leaf.
  ir::ValueId input(llvm::StringRef path, ir::TypeId type, bool history = false);
  ir::ValueId object(llvm::StringRef path);
  // The value of an expression over symbols.
  ir::ValueId size(llvm::StringRef expression);

  // ---- constants of the graph's module
  ir::ConstId none() { return add({}); }
  ir::ConstId boolean(bool value);
  ir::ConstId integer(int64_t value);
  ir::ConstId real(double value);
  ir::ConstId str(llvm::StringRef text);
  ir::ConstId add(ir::Constant constant) { return module_.addConstant(std::move(constant)); }
  const ir::Constant &constant(ir::ConstId id) const { return module_.constant(id); }
  // The value of a constant in the graph.
  ir::ValueId materialize(ir::ConstId id);
  // A constant of another module.
  ir::ConstId import(const ir::Module &from, ir::ConstId id);

  // ---- computation, and commits when it is over
  ir::ValueId emit(ir::Opcode opcode, llvm::ArrayRef<ir::ValueId> operands, ir::TypeId type,
                   llvm::ArrayRef<ir::NamedAttribute> attributes = {});
  llvm::SmallVector<ir::ValueId, 2> emitMany(ir::Opcode opcode,
                                             llvm::ArrayRef<ir::ValueId> operands,
                                             llvm::ArrayRef<ir::TypeId> types,
                                             llvm::ArrayRef<ir::NamedAttribute> attributes = {});
  void emitEffect(ir::Opcode opcode, llvm::ArrayRef<ir::ValueId> operands,
                  llvm::ArrayRef<ir::NamedAttribute> attributes = {});
  void guard(llvm::StringRef kind, const ir::SourcePlace &place, ir::ValueId condition);
  // Behind what stands there already, and before what is computed.
  ir::ValueId emitAtHead(ir::Opcode opcode, llvm::ArrayRef<ir::ValueId> operands, ir::TypeId type,
                         llvm::ArrayRef<ir::NamedAttribute> attributes = {});
  void guardAtHead(llvm::StringRef kind, const ir::SourcePlace &place, ir::ValueId condition);
  size_t size() const { return emitted_; }
  size_t guards() const { return guards_; }
  // Moves the guards behind the operation that gives `value`, and what they test, before it. False
  // where one needs its results, or stands in a branch.
  bool hoistGuards(ir::ValueId value);

  // ---- whose memory results are
  // Takes the memory of an operation's result, or of the result that it shows; true when it was
  // nobody's until now.
  bool takeMemory(ir::ValueId value);
  // True when it shows all elements of memory that somebody has under another value: an input's,
  // or what was taken. Parts of it count as memory of their own.
  bool showsTakenMemory(ir::ValueId value);
  // The results in whose memory it may be; none where that may be an input's.
  llvm::SmallVector<ir::ValueId, 2> madeMemories(ir::ValueId value);

  // ---- how many operations on tensors there are of each kind, for people
  struct TensorWork {
    size_t forward = 0, backward = 0;
  };
  const TensorWork &tensorWork() const { return work_; }
  // Marks operations that are emitted from now on as backward or forward; answers what held before.
  bool setBackward(bool on) { return std::exchange(isBackward_, on); }

  // ---- branches
  // Their sides can be written to, and asked for results, until finish().
  ir::OpId branch(ir::ValueId condition);
  ir::ValueId result(ir::OpId branch, ir::ValueId then, ir::ValueId otherwise);
  // While it lives, what is emitted goes to the end of a side. Code there may use values of that
  // side of another branch with the same condition, which gives them out for it.
  class SideScope {
  public:
    SideScope(GraphWriter &writer, ir::OpId branch, unsigned side);
    ~SideScope();
    SideScope(const SideScope &) = delete;
    SideScope &operator=(const SideScope &) = delete;

  private:
    GraphWriter &writer_;
  };
  // ---- loops
  // While it lives, what is emitted is one turn of a loop. Without close() it leaves nothing
  // behind. Afterwards the values of the last turn can be used like any others.
  class TurnScope {
  public:
    explicit TurnScope(GraphWriter &writer);
    ~TurnScope();
    TurnScope(const TurnScope &) = delete;
    TurnScope &operator=(const TurnScope &) = delete;
    // A value that a turn has from the one before it, and the first one from outside; of that type.
    ir::ValueId carry(ir::ValueId initial, ir::TypeId type);
    // The turn is over: is there another one, and what does it get in the place of what it carries,
    // in the order in which that was made? `number`: of the turn, from 0 on; none where no gradient
    // goes through the loop.
    void close(ir::ValueId more, llvm::ArrayRef<ir::ValueId> next, ir::ValueId number = {});
    ir::OpId loop() const { return loop_; }

  private:
    GraphWriter &writer_;
    ir::OpId loop_;
    size_t carried_ = 0, branches_, emitted_, guards_;
    TensorWork work_;
    bool isClosed_ = false;
  };
  // A key of `loop.save` that nothing else has.
  int64_t newKey() { return savedValues_++; }
  // While it lives, what is emitted is one turn of a loop that goes back through the turns of
  // another one: the values of that one are those that it had in turn `number`.
  class ReverseScope {
  public:
    ReverseScope(GraphWriter &writer, ir::OpId loop, ir::ValueId number);
    ~ReverseScope() { writer_.reverse_.pop_back(); }
    ReverseScope(const ReverseScope &) = delete;
    ReverseScope &operator=(const ReverseScope &) = delete;

  private:
    GraphWriter &writer_;
  };
  // True when code at the current place may read the value: it does not only exist on a side that
  // is not open, or in a loop on one.
  bool isVisible(ir::ValueId value);
  // True outside of branches and loops.
  bool isOutermost() const { return open_.empty() && reverse_.empty(); }
  bool isInTurn() const {
    return llvm::any_of(open_, [](const OpenSide &each) { return !each.condition; });
  }
  // True when an operation of the innermost turn that is being written draws random numbers.
  bool drawsInTurn() const;
  size_t operationCount() const;  // of the function, unused ones too
  bool drawsSince(size_t operations) const;
  // A value of a side was used where the other may have been taken.
  bool hasLeaked() const { return leaked_; }
  void finish();

private:
  void count(ir::Opcode opcode);
  struct OpenSide {
    ir::RegionId region;
    ir::ValueId condition;
    unsigned side;
  };
  // False: an input's memory is among them.
  bool addMemories(ir::ValueId value, llvm::SmallVectorImpl<ir::ValueId> *all);
  struct Results {
    ir::OpId branch;
    std::vector<ir::ValueId> then, otherwise;
  };
  // How the body of a loop ends.
  struct Turns {
    ir::ValueId more, number;
    std::vector<ir::ValueId> next, results;
    llvm::DenseMap<ir::ValueId, int64_t> saved;  // by their keys
  };
  struct Reverse {
    ir::OpId loop;
    ir::ValueId number;
    ir::RegionId region;
    llvm::DenseMap<ir::ValueId, ir::ValueId> restored;
  };

  // Operations of the builder with the place of the program.
  ir::OpId create(ir::Opcode opcode, llvm::ArrayRef<ir::ValueId> operands = {},
                  llvm::ArrayRef<ir::NamedAttribute> attributes = {});
  ir::OpId create(ir::Opcode opcode, llvm::ArrayRef<ir::ValueId> operands,
                  llvm::ArrayRef<ir::NamedAttribute> attributes,
                  llvm::ArrayRef<ir::TypeId> resultTypes);
  ir::OpId placed(ir::OpId op);
  void toEnd();
  bool isOpen(ir::RegionId region);
  ir::ValueId visible(ir::ValueId value), ofSide(ir::OpId branch, ir::ValueId value),
      ofLastTurn(ir::OpId loop, ir::ValueId value), ofTurn(Reverse &reverse, ir::ValueId value);
  llvm::SmallVector<ir::ValueId, 8> visible(llvm::ArrayRef<ir::ValueId> values);
  ir::ValueId original(ir::ValueId value) const;

  ir::Module &module_;
  ir::Builder builder_;
  std::function<ir::PlaceId()> here_;
  size_t head_ = 0;  // operations of the first section
  size_t emitted_ = 0, guards_ = 0;
  TensorWork work_;
  bool isBackward_ = false;
  llvm::DenseMap<ir::ValueId, ir::ValueId> takenMemory_;  // and the value that took it
  llvm::StringSet<> assumed_;
  llvm::StringMap<ir::ValueId> inputs_, objects_, sizes_;
  llvm::DenseMap<ir::ConstId, ir::ValueId> constants_;
  std::vector<OpenSide> open_;
  std::vector<Results> branches_;
  llvm::DenseMap<ir::OpId, size_t> branchIndex_;
  llvm::MapVector<ir::OpId, Turns> loops_;
  std::vector<Reverse> reverse_;
  int64_t savedValues_ = 0;
  llvm::DenseMap<ir::ValueId, ir::ValueId> givenOut_, originals_;
  bool leaked_ = false;
};

}  // namespace janus::speculate
