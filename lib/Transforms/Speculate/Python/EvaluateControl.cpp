// Regions: branches, loops, handlers, and conditions that become guards.
#include "Transforms/Speculate/Python/Evaluator.h"

#include "IR/Loops.h"
#include "IR/Walk.h"

namespace janus::speculate {

using namespace ir;

void Evaluator::bind(Frame &frame, llvm::ArrayRef<ValueId> names, llvm::ArrayRef<Value> values) {
  for (size_t i = 0; i < names.size() && i < values.size(); ++i)
    bind(frame, names[i], values[i]);
}

void Evaluator::bind(Frame &frame, ValueId name, Value value) {
  frame.values[name] = value;
  nameAfter(frame, frame.function->nameOf(name), value);
}

// Names a computed value after the first variable that the program stores it to.
void Evaluator::nameAfter(const Frame &frame, llvm::StringRef variable, Value value) {
  ValueId computed = variable.empty() ? ValueId() : heap_.computed(value);
  if (!computed || heap_.modules().isOfLibrary(*frame.module))
    return;
  OpId made = graph_.function().value(computed).definedBy;
  if (made && graph_.function().op(made).opcode != Opcode::HeapInput)
    graph_.function().setName(computed, variable);
}

Evaluator::Flow Evaluator::region(Frame &frame, RegionId id) {
  size_t level = frame.levels.size();
  frame.levels.push_back({id});
  Flow flow = rest(frame, 0);
  frame.levels.resize(level);
  return flow;
}

// The operations of the innermost region that is running, from the one at `from` on.
Evaluator::Flow Evaluator::rest(Frame &frame, size_t from) {
  size_t level = frame.levels.size() - 1;
  const std::vector<OpId> &ops = frame.function->region(frame.levels[level].region).ops;
  for (size_t i = from; i < ops.size(); ++i) {
    frame.levels[level].index = i;
    Flow flow = operation(frame, ops[i]);
    if (flow == Flow::Joined && joinedAt_ == level)
      return joinedBy_;
    if (flow != Flow::Next)
      return flow;
  }
  passed_.clear();
  return Flow::Yield;
}

Evaluator::Flow Evaluator::operation(Frame &frame, OpId id) {
  const Op &op = frame.function->op(id);
  shared_.span = op.span;
  graph_.setSpan(op.span);
  if (++steps_ > kMaxOperations) {
    refuse(RefusalKind::TooLong, llvm::Twine(kMaxOperations));
    return Flow::Stop;
  }
  constexpr uint64_t kComparisonsPerOperation = 16;
  if (!in_.spending.spend(1 + heap_.takeWork() / kComparisonsPerOperation)) {
    refuse(RefusalKind::OverBudget, in_.spending.exceeded());
    return Flow::Stop;
  }
  auto pass = [&](Flow flow, size_t skip = 0) {
    passed_.clear();
    for (size_t i = skip; i < op.operands.size(); ++i)
      passed_.push_back(frame.values[op.operands[i]]);
    return flow;
  };
  switch (op.opcode) {
  case Opcode::If: return ifElse(frame, op);
  case Opcode::While:
  case Opcode::For: {
    Values carried;
    const LoopView loop(*frame.function, id);
    for (ValueId value : loop.initial())
      carried.push_back(frame.values[value]);
    return op.opcode == Opcode::While ? whileLoop(frame, id, std::move(carried))
                                      : forLoop(frame, id, std::move(carried));
  }
  case Opcode::Try: return tryRegions(frame, op);
  case Opcode::Region: {
    Values liveIns;
    for (ValueId operand : op.operands)
      liveIns.push_back(frame.values[operand]);
    bind(frame, frame.function->region(op.regions[0]).arguments, liveIns);
    Flow flow = region(frame, op.regions[0]);
    if (flow != Flow::Yield)
      return flow;
    bind(frame, op.results, passed_);
    return Flow::Next;
  }
  case Opcode::YieldValues: return pass(Flow::Yield);
  case Opcode::Condition: return pass(Flow::Yield);
  case Opcode::Break: return pass(Flow::Break);
  case Opcode::Continue: return pass(Flow::Continue);
  case Opcode::Return: frame.returned = frame.values[op.operands[0]]; return Flow::Return;
  case Opcode::Raise: {
    Value exception = frame.values[op.operands[0]];
    if (exception.isObject() && heap_.at(exception).kind == ObjectKind::Class)
      exception = call(exception, {});
    if (!stopped())
      shared_.setRaised(exception);
    return Flow::Stop;
  }
  case Opcode::ReraiseException: shared_.raised = frame.values[op.operands[0]]; return Flow::Stop;
  case Opcode::RaiseAssertion: raise("AssertionError"); return Flow::Stop;
  case Opcode::Reraise: refuse(RefusalKind::UnknownOperation, "raise"); return Flow::Stop;
  case Opcode::Unreachable: refuse(RefusalKind::UnknownOperation, "unreachable"); return Flow::Stop;
  default: break;
  }
  compute(frame, id);
  if (heap_.undecided() || graph_.hasLeaked())
    refuse(RefusalKind::CannotMerge, shared_.sourceOf(frame, op.span));
  if (heap_.areConfused())
    refuse(RefusalKind::UnknownOperation,
           "a comparison of two classes of one name, or a look at a node of a tree,");
  return stopped() ? Flow::Stop : Flow::Next;
}

namespace {

// The hint for a branch with one side that raises: the other one is likely. Such branches check
// arguments, and the profile does not watch those of the library.
Hint unlessItRaises(const Function &function, const Op &op) {
  bool raises[2] = {};
  for (size_t side = 0; side < op.regions.size(); ++side) {
    OpId last = terminatorOf(function, op.regions[side]);
    Opcode opcode = last ? function.op(last).opcode : Opcode::YieldValues;
    raises[side] = opcode == Opcode::Raise || opcode == Opcode::RaiseAssertion;
  }
  if (raises[0] == raises[1])
    return Hint::None;
  return raises[1] ? Hint::LikelyTrue : Hint::LikelyFalse;
}

}  // namespace

Evaluator::Flow Evaluator::ifElse(Frame &frame, const Op &op) {
  Value condition = frame.values[op.operands[0]];
  Hint hint = unlessItRaises(*frame.function, op);
  if (isFork(frame, condition, op.span, hint)) {
    std::optional<BranchObservation> seen = observed(frame, op.span);
    bool prefersTrue = !seen || seen->taken >= seen->notTaken;
    Fork made{shared_.placeOf(frame, op.span).text(), true, prefersTrue, 0};
    Flow flow =
        fork(frame, made, condition, [&](size_t side) { return region(frame, op.regions[side]); });
    if (flow != Flow::Yield)
      return flow;
    bind(frame, op.results, passed_);
    return Flow::Next;
  }
  std::optional<bool> taken = decide(frame, condition, op.span, hint);
  if (!taken)
    return Flow::Stop;
  Flow flow = region(frame, op.regions[*taken ? 0 : 1]);
  if (flow != Flow::Yield)
    return flow;
  bind(frame, op.results, passed_);
  return Flow::Next;
}

// Control flow behind a loop's region: `exit` is how the body or the condition ended.
Evaluator::Flow Evaluator::afterLoop(Frame &frame, OpId id, Flow exit) {
  LoopView loop(*frame.function, id);
  if (exit == Flow::Break) {
    bind(frame, loop.results(), passed_);
    return Flow::Next;
  }
  if (!loop.hasElse()) {
    bind(frame, loop.results(), passed_);
    return Flow::Next;
  }
  bind(frame, loop.inElse(), passed_);
  Flow flow = region(frame, loop.otherwise());
  if (flow != Flow::Yield)
    return flow;
  bind(frame, loop.results(), passed_);
  return Flow::Next;
}

// `while True`, which is left from within.
static bool isEndless(const Function &function, const LoopView &loop) {
  OpId last = terminatorOf(function, loop.condition());
  return function.op(function.value(function.op(last).operands[0]).definedBy).opcode ==
         Opcode::Const;
}

Evaluator::Flow Evaluator::whileLoop(Frame &frame, OpId id, Values carried) {
  LoopView loop(*frame.function, id);
  const size_t before = graph_.size();
  for (bool isFirst = true;; isFirst = false) {
    bind(frame, loop.head(), carried);
    Flow flow = region(frame, loop.condition());
    if (flow != Flow::Yield)
      return flow;
    Value condition = passed_.front();
    carried.assign(passed_.begin() + 1, passed_.end());
    bool hangsOnContents = condition.isScalar() && !heap_.profiled(condition);
    if (isFirst &&
        isTurned(frame, id,
                 hangsOnContents || isEndless(*frame.function, loop) || !in_.options.unrolls))
      return whileTurns(frame, id, condition, std::move(carried));
    if (graph_.size() - before > kBudget.unrolledOperations && mayBeTurned(frame, id))
      return tryAgain(loopPlace(frame, id).text(), LoopForm::Whole), Flow::Stop;
    std::optional<bool> more = decide(frame, condition, shared_.span, Hint::Loop);
    if (!more)
      return Flow::Stop;
    if (!*more) {
      passed_ = carried;
      return afterLoop(frame, id, Flow::Next);
    }
    bind(frame, loop.inBody(), carried);
    flow = region(frame, loop.body());
    if (flow == Flow::Break)
      return afterLoop(frame, id, flow);
    if (flow != Flow::Yield && flow != Flow::Continue)
      return flow;
    carried = passed_;
  }
}

Evaluator::Flow Evaluator::forLoop(Frame &frame, OpId id, Values carried) {
  LoopView loop(*frame.function, id);
  const Op &op = frame.function->op(id);
  Value iterator = frame.values[op.operands[0]];
  ValueId item = frame.function->region(loop.body()).arguments[0];
  if (isCounted(iterator) && isTurned(frame, id, !hasKnownLength(iterator) || !in_.options.unrolls))
    return countedTurns(frame, id, iterator, std::move(carried));
  const size_t before = graph_.size();
  while (true) {
    if (graph_.size() - before > kBudget.unrolledOperations && mayBeTurned(frame, id))
      return tryAgain(loopPlace(frame, id).text(), LoopForm::Whole), Flow::Stop;
    std::optional<Value> each = next(iterator);
    if (stopped())
      return Flow::Stop;
    if (!each) {
      passed_ = carried;
      return afterLoop(frame, id, Flow::Next);
    }
    bind(frame, item, *each);
    bind(frame, loop.inBody(), carried);
    Flow flow = region(frame, loop.body());
    if (flow == Flow::Break)
      return afterLoop(frame, id, flow);
    if (flow != Flow::Yield && flow != Flow::Continue)
      return flow;
    carried = passed_;
  }
}

Evaluator::Flow Evaluator::tryRegions(Frame &frame, const Op &op) {
  const Function &function = *frame.function;
  Flow flow = region(frame, op.regions[0]);
  bool handles = !function.region(op.regions[1]).ops.empty();
  if (flow == Flow::Stop && shared_.raised.isBound() && handles) {
    Value exception = shared_.raised;
    shared_.raised = {};
    bind(frame, function.region(op.regions[1]).arguments, {exception});
    flow = region(frame, op.regions[1]);
  } else if (flow == Flow::Yield) {
    flow = region(frame, op.regions[2]);
  }
  if (shared_.refusal)
    return Flow::Stop;
  // `finally` runs whatever happened, and what happened goes on after it.
  Value exception = shared_.raised, returned = frame.returned;
  Values values = passed_;
  shared_.raised = {};
  Flow last = region(frame, op.regions[3]);
  if (last != Flow::Yield)
    return last;
  shared_.raised = exception;
  frame.returned = returned;
  passed_ = values;
  return flow == Flow::Yield ? Flow::Next : flow;
}

// How often a condition was true and false, wherever its function was called from.
std::optional<BranchObservation> Evaluator::observed(const Frame &frame, Span span) const {
  std::string function = frame.module->name + ":" + frame.function->qualname;
  std::optional<BranchObservation> found;
  for (const BranchObservation &each : in_.root.branches)
    if (each.function == function && each.begin == span.begin && each.end == span.end) {
      if (!found)
        found = each;
      else
        found->taken += each.taken, found->notTaken += each.notTaken;
    }
  return found;
}

// True where a condition has been seen, and never to have that value.
bool Evaluator::isRefuted(std::optional<BranchObservation> seen, ConstId value) const {
  bool isTrue = graph_.constant(value).kind == Constant::Kind::True;
  return seen && seen->taken + seen->notTaken > 0 && !(isTrue ? seen->taken : seen->notTaken);
}

// The side that a condition takes: known, as was decided for this graph, as in the profile, or as
// observed; all but the first guarded.
std::optional<bool> Evaluator::decide(Frame &frame, Value condition, Span span, Hint hint) {
  if (stopped())
    return std::nullopt;
  if (condition.isConstant())
    return graph_.constant(condition.constantId()).kind == Constant::Kind::True;
  if (!condition.isScalar()) {
    refuse(RefusalKind::UnknownObject, describe(condition) + " as a condition");
    return std::nullopt;
  }
  std::optional<ConstId> profile = heap_.profiled(condition);
  // On the side of a fork that the recorded entry did not take, its numbers may say what no entry
  // has shown.
  if (profile && !shared_.forks.empty() && isRefuted(observed(frame, span), *profile))
    profile.reset();
  SourcePlace place = shared_.placeOf(frame, span);
  auto decided = in_.decided.find(place.text());
  bool taken;
  if (decided != in_.decided.end()) {
    taken = decided->second;
  } else if (profile) {
    taken = graph_.constant(*profile).kind == Constant::Kind::True;
  } else {
    std::optional<BranchObservation> seen = observed(frame, span);
    bool twoSided = seen && seen->taken > 0 && seen->notTaken > 0;
    bool likely = hint == Hint::LikelyTrue || hint == Hint::LikelyFalse;
    std::optional<bool> ofMany;  // the library's conditions are not observed
    if (!seen && !likely)
      ofMany = sizes_.truthOfMany(heap_.valueOf(condition));
    if ((!seen && !likely && !ofMany) || (twoSided && hint == Hint::Loop)) {
      refuse(seen ? RefusalKind::TwoSided : RefusalKind::NoObservation,
             shared_.sourceOf(frame, span));
      return std::nullopt;
    }
    taken = seen ? seen->taken >= seen->notTaken : ofMany ? *ofMany : hint == Hint::LikelyTrue;
  }
  // A loop as long as a size: the size is a number, before each turn is a guard.
  if (hint == Hint::Loop && profile && sizes_.fixAllIn(heap_.valueOf(condition)))
    return taken;
  Value holds = taken ? condition : scalars_.negated(condition);
  place.what = (taken ? "" : "not ") + place.what;
  graph_.guard(profile ? "input" : "branch", place, heap_.valueOf(holds));
  return taken;
}

}  // namespace janus::speculate
