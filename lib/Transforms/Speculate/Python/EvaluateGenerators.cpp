// Generators: bodies that wait where they yield, so that what they and their consumers do comes in
// Python's order.
#include "Transforms/Speculate/Python/Coroutine.h"
#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

using namespace ir;

Evaluator::~Evaluator() {
  // Bodies that still wait come to their end: a refusal lets them return.
  std::optional<Refusal> refusal =
      std::exchange(shared_.refusal, Refusal{RefusalKind::UnknownOperation, "", {}});
  for (const std::shared_ptr<Coroutine> &each : coroutines_)
    while (each->isStarted() && !each->isFinished())
      each->resume();
  shared_.refusal = std::move(refusal);
}

// True when the body of each generator has ended: what is evaluated now may be evaluated again.
bool Evaluator::areGeneratorsOver() const {
  return llvm::all_of(coroutines_, [](auto &each) { return each->isFinished(); });
}

Evaluator::Value Evaluator::makeGenerator(const ir::Module *module, FunctionId id,
                                          llvm::ArrayRef<Value> cells, Values bound) {
  Values arguments = bound;
  auto body = [this, module, id, cells = cells.vec(), bound = std::move(bound)](Coroutine &self) {
    active_ = &self;
    self.value = runCode(module, id, cells, bound);
  };
  ObjectId generator = heap_.make(ObjectKind::Generator);
  heap_.at(generator).coroutine = std::make_shared<Coroutine>(std::move(body));
  heap_.at(generator).coroutine->forks = shared_.forks.size();
  heap_.at(generator).coroutine->arguments = std::move(arguments);
  coroutines_.push_back(heap_.at(generator).coroutine);
  return Value::object(generator);
}

// Nothing at its end.
std::optional<Evaluator::Value> Evaluator::resume(ObjectId generator) {
  std::shared_ptr<Coroutine> coroutine = heap_.at(generator).coroutine;
  if (stopped() || coroutine->isFinished())
    return std::nullopt;
  // Its stack cannot be run twice.
  if (coroutine->forks != shared_.forks.size())
    return refuse(RefusalKind::CannotMerge, "a generator from outside"), std::nullopt;
  const Frame *frame = shared_.frame;
  Span span = shared_.span;
  size_t depth = depth_;
  Values passed = passed_;
  Coroutine *active = active_;
  coroutine->resume();
  shared_.frame = frame;
  shared_.span = span;
  depth_ = depth;
  passed_ = std::move(passed);
  active_ = active;
  graph_.setSpan(span);
  if (stopped() || coroutine->isFinished())
    return std::nullopt;
  return coroutine->value;
}

// Whether any or all items of a generator hold, for a consumer that stops at one of them by
// contents: nobody can tell that all are computed if the generator does nothing but compute.
// Refused otherwise.
Evaluator::Value Evaluator::quantify(Value generator, bool stop) {
  // Iterators and generators below it come to their ends.
  std::vector<ObjectId> sources;
  for (Values open = {generator}; !open.empty();) {
    Value each = open.back();
    open.pop_back();
    ObjectKind kind = each.isObject() ? heap_.at(each).kind : ObjectKind::Opaque;
    if (kind == ObjectKind::Generator)
      llvm::append_range(open, heap_.at(each).coroutine->arguments);
    else if (kind == ObjectKind::Iterator)
      llvm::append_range(open, heap_.at(each).items);
    if (kind == ObjectKind::Generator || kind == ObjectKind::Iterator)
      sources.push_back(each.objectId());
  }
  const AbstractHeap::State before = heap_.state();
  const size_t texts = printed_.size(), operations = graph_.operationCount();
  Value answer = heap_.boolean(!stop);
  bool isPlain = true;  // so far an item would have stopped Python, too
  while (std::optional<Value> each = next(generator)) {
    Value holds = truth(*each);
    if (stopped())
      break;
    isPlain &= !isOpen(holds);
    std::optional<bool> known = isPlain ? fixedTruth(holds, "the truth of an item") : std::nullopt;
    if (isPlain && (!known || *known == stop))
      return known ? heap_.boolean(stop) : Value();
    if (!isPlain)
      answer = binary(stop ? Opcode::PyOr : Opcode::PyAnd, answer, holds);
  }
  if (isPlain)
    return stopped() ? Value() : answer;
  bool isPure = !shared_.raised.isBound() && printed_.size() == texts &&
                !graph_.drawsSince(operations) && isAsAt(before, sources);
  shared_.raised = {};
  if (!stopped() && !isPure)
    return refuse(RefusalKind::NotConstant, "the truth of an item");
  for (ObjectId each : sources) {
    heap_.at(each).kind = ObjectKind::Iterator;
    heap_.at(each).items.clear();
    heap_.at(each).source.reset();
    heap_.at(each).name = kConsumed.str();
  }
  return stopped() ? Value() : answer;
}

Evaluator::Value Evaluator::yieldValue(Value value) {
  Coroutine *self = active_;
  if (stopped() || !self)
    return refuse(RefusalKind::UnknownOperation, "yield");
  if (self->forks != shared_.forks.size())
    return refuse(RefusalKind::CannotMerge, "`yield`");
  const Frame *frame = shared_.frame;
  Span span = shared_.span;
  size_t depth = depth_;
  self->value = value;
  self->waitsInTry = llvm::any_of(frame->levels, [&](const Level &each) {
    OpId holder = frame->function->region(each.region).parent;
    return holder && frame->function->op(holder).opcode == Opcode::Try;
  });
  self->suspend();
  frame->caller = std::exchange(shared_.frame, frame);
  frame->callSite = shared_.span;
  shared_.span = span;
  depth_ = depth;
  active_ = self;
  return stopped() ? Value() : heap_.none();  // nobody sends
}

Evaluator::Value Evaluator::yieldFrom(Value iterable) {
  Value iterator = iterate(iterable);
  while (std::optional<Value> each = next(iterator))
    yieldValue(*each);
  if (stopped())
    return {};
  bool isGenerator = iterator.isObject() && heap_.at(iterator).kind == ObjectKind::Generator;
  return isGenerator ? heap_.at(iterator).coroutine->value : heap_.none();
}

}  // namespace janus::speculate
