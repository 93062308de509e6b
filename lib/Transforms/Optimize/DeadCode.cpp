// Code without effect and use is removed: operations, results of branches, carried values of loops.
//
//   %1 = while %0 : int cond(%2: int) {         while cond {
//     ...                                         ...
//     condition %c, %2                            condition %c
//   } do(%3: int) {                        =>   } do {
//     %4 = int.add %3, %3 : int                 }
//     yield_values %4
//   }
//
// Loops stay, as they may not end. Operations that raise stay, also `slot.load` of an unbound slot.
#include "IR/Graph.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"
#include "Transforms/PassManager.h"

#include "llvm/ADT/STLExtras.h"

namespace janus::transforms {
namespace {

using namespace ir;

class Sweeper {
public:
  Sweeper(const Module &module, Function &function)
      : module_(module), function_(function), liveValue_(function.valueCount(), false),
        liveOp_(function.opCount(), false) {}

  void run() {
    do {
      changed_ = false;
      mark(function_.body, nullptr);
    } while (changed_);
    sweep(function_.body);
  }

private:
  // A place where values enter or leave regions of a control operation: position `index` of what it
  // carries or yields.
  struct Loop {
    OpId op;
  };

  bool isRoot(OpId op) const {
    constexpr uint32_t kRemovable = Allocates;
    Opcode opcode = function_.op(op).opcode;
    uint32_t traits = traitsOf(function_, op);
    if (opcode == Opcode::YieldValues || opcode == Opcode::Condition)
      return false;
    // `if` lives by what it holds; loops, `try` and roots always do.
    return opcode != Opcode::If &&
           ((traits & ~kRemovable) != 0 || mayRaise(module_, function_, function_.op(op)));
  }

  void use(ValueId value) {
    changed_ |= !liveValue_[value];
    liveValue_[value] = true;
  }
  bool isUsed(ValueId value) const { return liveValue_[value]; }

  void makeLive(OpId op) {
    while (op && !liveOp_[op]) {
      liveOp_[op] = true;
      changed_ = true;
      op = function_.region(function_.op(op).parent).parent;
    }
  }

  // In reverse, so that one round mostly suffices.
  void mark(RegionId region, const Loop *loop) {
    for (OpId id : llvm::reverse(function_.region(region).ops))
      markOp(id, loop);
  }

  void markOp(OpId id, const Loop *loop) {
    const Op &op = function_.op(id);
    bool live = isRoot(id) || llvm::any_of(op.results, [&](ValueId v) { return isUsed(v); });
    if (live)
      makeLive(id);
    switch (op.opcode) {
    case Opcode::YieldValues: return markYield(op);
    case Opcode::Condition:
      use(op.operands[0]);
      return markCarried(llvm::makeArrayRef(op.operands).drop_front(), loopOf(op));
    case Opcode::Break:
    case Opcode::Continue: return markCarried(op.operands, loop->op);
    case Opcode::While:
    case Opcode::For: return markLoop(id, loop);
    default: break;
    }
    for (RegionId inner : op.regions)
      mark(inner, loop);
    if (!liveOp_[id])
      return;
    for (ValueId operand : op.operands)
      use(operand);
  }

  OpId loopOf(const Op &terminator) const { return function_.region(terminator.parent).parent; }

  void markLoop(OpId id, const Loop *loop) {
    const Op &op = function_.op(id);
    Loop own{id};
    unsigned body = op.opcode == Opcode::While ? 1 : 0;
    for (unsigned i = 0; i < op.regions.size(); ++i)
      mark(op.regions[i], i == body ? &own : loop);
    llvm::ArrayRef<ValueId> initial = op.operands;
    if (op.opcode == Opcode::For) {
      use(initial[0]);
      initial = initial.drop_front();
    }
    markCarried(initial, id);
  }

  // True when position `index` of the values that the loop carries is read anywhere.
  bool isCarried(const Op &loop, size_t index) const {
    if (isUsed(loop.results[index]))
      return true;
    for (unsigned i = 0; i < loop.regions.size(); ++i) {
      llvm::ArrayRef<ValueId> arguments = function_.region(loop.regions[i]).arguments;
      size_t item = loop.opcode == Opcode::For && i == 0 ? 1 : 0;
      if (index + item < arguments.size() && isUsed(arguments[index + item]))
        return true;
    }
    return false;
  }

  void markCarried(llvm::ArrayRef<ValueId> values, OpId loop) {
    for (size_t i = 0; i < values.size(); ++i)
      if (isCarried(function_.op(loop), i))
        use(values[i]);
  }

  void markYield(const Op &op) {
    OpId parent = loopOf(op);
    const Op &around = function_.op(parent);
    if (around.opcode == Opcode::While || around.opcode == Opcode::For)
      return markCarried(op.operands, parent);
    // Operands and results of a root are settled with its versions.
    for (size_t i = 0; i < op.operands.size(); ++i)
      if (around.opcode == Opcode::Region || isUsed(around.results[i]))
        use(op.operands[i]);
  }

  // Removal: of operations, then of positions.
  void sweep(RegionId region) {
    std::vector<OpId> &ops = function_.region(region).ops;
    llvm::erase_if(
        ops, [&](OpId op) { return !liveOp_[op] && !has(function_.op(op).opcode, Terminator); });
    for (OpId op : ops) {
      for (RegionId inner : function_.op(op).regions)
        sweep(inner);
      sweepPositions(op);
    }
  }

  void sweepPositions(OpId id) {
    const Op &op = function_.op(id);
    bool loop = op.opcode == Opcode::While || op.opcode == Opcode::For;
    if (op.opcode != Opcode::If && !loop)
      return;
    for (size_t i = op.results.size(); i-- > 0;)
      if (loop ? !isCarried(op, i) : !isUsed(op.results[i]))
        removePosition(id, i);
  }

  void removePosition(OpId id, size_t index) {
    Op &op = function_.op(id);
    bool isFor = op.opcode == Opcode::For, isWhile = op.opcode == Opcode::While;
    removeResult(op, index);
    if (isFor || isWhile)
      op.operands.erase(op.operands.begin() + index + (isFor ? 1 : 0));
    for (unsigned i = 0; i < op.regions.size(); ++i) {
      Region &region = function_.region(op.regions[i]);
      if ((isFor || isWhile) && !region.arguments.empty())
        removeArgument(region, index + (isFor && i == 0 ? 1 : 0));
      bool isBody = (isFor && i == 0) || (isWhile && i == 1);
      removeFromTerminators(op.regions[i], index, /*exits=*/isBody, /*top=*/true);
    }
  }

  void removeResult(Op &op, size_t index) {
    op.results.erase(op.results.begin() + index);
    for (size_t i = index; i < op.results.size(); ++i)
      function_.value(op.results[i]).index = i;
  }
  void removeArgument(Region &region, size_t index) {
    region.arguments.erase(region.arguments.begin() + index);
    for (size_t i = index; i < region.arguments.size(); ++i)
      function_.value(region.arguments[i]).index = i;
  }

  // Removes an operand of the region's own terminator, and of exits of the loop at any depth.
  void removeFromTerminators(RegionId region, size_t index, bool exits, bool top) {
    for (OpId id : function_.region(region).ops) {
      Op &op = function_.op(id);
      bool own = top && (op.opcode == Opcode::YieldValues || op.opcode == Opcode::Condition);
      bool exit = exits && (op.opcode == Opcode::Break || op.opcode == Opcode::Continue);
      if (own || exit)
        op.operands.erase(op.operands.begin() + index + (op.opcode == Opcode::Condition ? 1 : 0));
      bool inner = op.opcode == Opcode::While || op.opcode == Opcode::For;
      unsigned body = op.opcode == Opcode::While ? 1 : 0;
      for (unsigned i = 0; exits && i < op.regions.size(); ++i)
        if (!inner || i != body)
          removeFromTerminators(op.regions[i], index, exits, false);
    }
  }

  const Module &module_;
  Function &function_;
  IdVector<ValueId, char> liveValue_;
  IdVector<OpId, char> liveOp_;
  bool changed_ = false;
};

}  // namespace

void runDeadCode(Module &module) {
  for (FunctionId id : module.functions())
    Sweeper(module, module.function(id)).run();
}

}  // namespace janus::transforms
