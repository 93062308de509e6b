// Branches that went both ways: both sides are run, one after the other from the same state, and
// what they leave is merged (MergeSides.cpp).
//
//   if loss > 60:                          %5 = if %4 : int then {
//     print("skipped"); continue             yield_values %one
//   n += 1                          =>     } else {
//                                            %6 = int.add %n, %one : int ...
//
// A side that leaves (`continue`, `break`, `return`) runs up to where the other one comes, too: the
// end of the loop's body, of the loop, of the function. So does the one that does not leave.
#include "Transforms/Speculate/Python/Recursions.h"

#include "IR/Loops.h"
#include "llvm/ADT/ScopeExit.h"

namespace janus::speculate {

using namespace ir;

// The profile does not watch the library's conditions: one on what is computed may go both ways,
// unless a side raises.
bool Evaluator::isFork(const Frame &frame, Value condition, Span span, Hint hint) {
  if (stopped() || !condition.isScalar() || backward_.isRunning() ||
      shared_.forks.size() >= kDeepestFork || shared_.allForks.size() >= kMostForks)
    return false;
  std::optional<BranchObservation> seen = observed(frame, span);
  bool goesBothWays = seen ? seen->taken > 0 && seen->notTaken > 0
                           : hint == Hint::None && in_.modules.isOfLibrary(*frame.module) &&
                                 !heap_.profiled(condition) &&
                                 !sizes_.truthOfMany(heap_.valueOf(condition));
  return goesBothWays && !in_.decided.count(shared_.placeOf(frame, span).text());
}

EvaluatorState Evaluator::saveState(const Frame &frame) {
  EvaluatorState state{heap_.state(), frame.slots, frame.returned, printed_, tensors_.modes(), {}};
  for (const TapeEntry &entry : tensors_.tape())
    state.freed.push_back(entry.freed);
  return state;
}

void Evaluator::restoreState(Frame &frame, const EvaluatorState &state) {
  heap_.restore(state.heap);
  frame.slots = state.slots;
  frame.returned = state.returned;
  printed_ = state.texts;
  tensors_.setModes(state.modes);
  for (size_t i = 0; i < state.freed.size(); ++i)
    tensors_.tape()[i].freed = state.freed[i];
}

// `runSide` evaluates side 0 or 1, and what both leave is what it answers: Yield with values passed
// where both have come to their ends.
Evaluator::Flow Evaluator::fork(Frame &frame, Fork made, Value condition,
                                llvm::function_ref<Flow(size_t)> runSide) {
  if (!calls_.empty() && calls_.back()->isProbing())
    return probe(frame, runSide);
  made.number = shared_.allForks.size();
  shared_.forks.push_back(made);
  shared_.allForks.push_back(made);
  const std::vector<Level> levels = frame.levels;
  size_t textsBefore = std::exchange(textsBefore_, printed_.size());
  auto leave = llvm::make_scope_exit([&] {
    textsBefore_ = textsBefore;
    shared_.forks.pop_back();
    frame.levels = levels;
  });
  OpId branch = graph_.branch(heap_.valueOf(condition));
  EvaluatorState before = saveState(frame);
  auto history = std::make_shared<BranchHistory>();
  history->condition = condition;
  history->fork = shared_.forks.back().number;

  std::array<Side, 2> sides;
  size_t current = 2;  // whose state the heap is in
  // Runs one side, from the branch or from where it has come.
  auto run = [&](size_t which, llvm::function_ref<void(Side &)> go) {
    Side &side = sides[which];
    shared_.forks.back().side = which == 0;
    if (current != which)
      restoreState(frame, side.state);
    current = which;
    GraphWriter::SideScope scope(graph_, branch, which);
    size_t begin = tensors_.tape().size();
    go(side);
    if (tensors_.tape().size() > begin)
      history->ranges[which].emplace_back(begin, tensors_.tape().size());
    shared_.refuseRaised();
    side.passed = passed_;
    side.state = saveState(frame);
  };
  for (size_t i : {0, 1}) {
    sides[i].state = before;
    run(i, [&](Side &side) {
      side.flow = runSide(i);
      side.level = levels.size();
      if (side.flow == Flow::Joined) {
        side.level = joinedAt_;
        side.flow = joinedBy_;
      }
    });
    if (shared_.refusal)
      return Flow::Stop;
  }
  while (!doMeet(frame, sides[0], sides[1], levels)) {
    if (shared_.refusal)
      return Flow::Stop;
    size_t deeper = sides[1].level > sides[0].level ? 1 : 0;
    run(deeper, [&](Side &side) { advance(frame, side, levels); });
    if (shared_.refusal)
      return Flow::Stop;
  }
  if (current == 0)
    restoreState(frame, sides[1].state);
  frame.levels = levels;
  if (sides[0].flow == Flow::Return)  // what regions before it have passed is nobody's
    sides[0].passed.clear(), sides[1].passed.clear();
  Values passed = mergeSides(frame, branch, history, before, sides);
  if (stopped())
    return Flow::Stop;
  passed_ = std::move(passed);
  if (sides[0].level < levels.size()) {
    joinedAt_ = sides[0].level;
    joinedBy_ = sides[0].flow;
    return Flow::Joined;
  }
  return sides[0].flow;
}

// One side alone: the one that ends without a call of the recursion's function.
Evaluator::Flow Evaluator::probe(Frame &frame, llvm::function_ref<Flow(size_t)> runSide) {
  const std::vector<Level> levels = frame.levels;
  const EvaluatorState before = saveState(frame);
  Flow flow = runSide(0);
  if (!calls_.back()->takeCall())
    return flow;
  shared_.refusal.reset();
  restoreState(frame, before);
  frame.levels = levels;
  return runSide(1);
}

// Both sides have come to the same place.
bool Evaluator::doMeet(Frame &frame, Side &a, Side &b, llvm::ArrayRef<Level> levels) {
  if (a.level != b.level)
    return false;
  if (a.level == levels.size())
    return a.flow == b.flow;
  // The end of a function: falling off it returns None. The end of a loop's body: so is `continue`.
  bool ofFunction =
      a.level == 0 && (levels[0].region == frame.function->body ||
                       (rootReturns_ && !frame.caller && levels[0].region == rootRegion_));
  bool ofLoop = a.level == 0 ? rootContinues_ : isLoopBody(*frame.function, levels[a.level].region);
  // The end of a turn: what else is passed is whether the loop is left.
  if (isTurn(frame, levels[a.level].region)) {
    const size_t count = turns_.back().count;
    auto isOfTurn = [](const Side &side) {
      return side.flow == Flow::Yield || side.flow == Flow::Continue || side.flow == Flow::Break;
    };
    auto isFlagged = [&](const Side &side) {
      return side.flow == Flow::Break || side.passed.size() > count;
    };
    if (isOfTurn(a) && isOfTurn(b) && (isFlagged(a) || isFlagged(b)))
      for (Side *side : {&a, &b}) {
        if (side->passed.size() == count)
          side->passed.push_back(heap_.boolean(side->flow == Flow::Break));
        side->flow = Flow::Yield;
      }
  }
  for (Side *side : {&a, &b}) {
    if (ofFunction && side->flow == Flow::Yield) {
      side->flow = Flow::Return;
      side->state.returned = heap_.none();
    }
    if (ofLoop && side->flow == Flow::Continue)
      side->flow = Flow::Yield;
  }
  if (a.level == 0 && a.flow != b.flow) {
    const Side &leaving = a.flow == Flow::Yield ? b : a;
    shared_.forks.back().side = &leaving == &a;
    refuseToLeave(leaving.flow);
  }
  return a.flow == b.flow;
}

// Ends what holds the region that has ended, and goes on to the end of the region around it.
void Evaluator::advance(Frame &frame, Side &side, llvm::ArrayRef<Level> levels) {
  frame.levels.assign(levels.begin(), levels.begin() + side.level);
  const Level around = frame.levels.back();
  OpId holder = frame.function->region(around.region).ops[around.index];
  RegionId ended = side.level < levels.size() ? levels[side.level].region : RegionId();
  passed_ = side.passed;
  Flow flow = afterRegion(frame, holder, ended, side.flow);
  if (flow == Flow::Next)
    flow = rest(frame, around.index + 1);
  side.level = frame.levels.size() - 1;
  side.flow = flow;
  if (flow == Flow::Joined) {
    side.level = joinedAt_;
    side.flow = joinedBy_;
  }
}

// How an operation ends, one of whose regions has ended. `ended` is invalid for either region of a
// branch.
Evaluator::Flow Evaluator::afterRegion(Frame &frame, OpId holder, RegionId ended, Flow flow) {
  const Op &op = frame.function->op(holder);
  if (op.opcode == Opcode::Try) {
    refuse(RefusalKind::CannotMerge, "a way out of `try` or `with`");
    return Flow::Stop;
  }
  if (!isLoop(op.opcode)) {
    if (flow != Flow::Yield)
      return flow;
    bind(frame, op.results, passed_);
    return Flow::Next;
  }
  LoopView loop(*frame.function, holder);
  if (ended == loop.body() && isTurn(frame, ended)) {
    refuse(RefusalKind::NoLoop, "it is left by `return`");
    return Flow::Stop;
  }
  // One side leaves the loop, and the other one would go on through all turns.
  if (ended == loop.body() && flow == Flow::Break && mayBeTurned(frame, holder)) {
    tryAgain(loopPlace(frame, holder).text(), LoopForm::Whole);
    return Flow::Stop;
  }
  if (ended == loop.body()) {
    if (flow == Flow::Break)
      return afterLoop(frame, holder, flow);
    if (flow != Flow::Yield && flow != Flow::Continue)
      return flow;
    Values carried = passed_;
    return op.opcode == Opcode::For ? forLoop(frame, holder, std::move(carried))
                                    : whileLoop(frame, holder, std::move(carried));
  }
  if (flow == Flow::Yield && loop.hasElse() && ended == loop.otherwise()) {
    bind(frame, op.results, passed_);
    return Flow::Next;
  }
  if (flow == Flow::Yield)
    refuse(RefusalKind::CannotMerge, "a loop's condition");
  return shared_.refusal ? Flow::Stop : flow;
}

}  // namespace janus::speculate
