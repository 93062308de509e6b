// Recursions over calls: one graph for any number of calls.
//
//   def tree(x, d):                            loop { the calls, as they are found:
//     if d == 0:                                 %3 = loop.restore x %i ; %4 = loop.restore d %i
//       return tanh(x)                           if not %4 == 0 { loop.save x ..., %n ;
//     return (tree(x, d - 1) +           =>                      loop.save d ..., %n } }
//             tree(x * 0.5, d - 1))            loop { the last one first:
//                                                %7 = if %4 == 0 { tanh %3 } else {
//                                                  (loop.restore %n) + (loop.restore %n) }
//                                                loop.save %7, %i }
//
// The first loop finds the calls: a turn takes what one was given, and keeps for each call that it
// comes to what that is given; the outermost is the first. The second loop goes back, so that what
// the calls of a turn have answered is there. Both evaluate the same code: in the first one,
// answers are not known, and nothing that it keeps may hang on them.
#include "Transforms/Speculate/Python/Recursions.h"

#include "IR/Walk.h"

namespace janus::speculate {

using namespace ir;

// A call of a function within itself, of which a branch that goes both ways decides: its calls are
// as many as it says. So are those of one that would make a long graph.
void Evaluator::noteCalls(const ir::Module &module, const Function &code, const Values &bound) {
  const NestedCalls nested(shared_.frame, code, bound.size());
  const Frame *outer = nested.inner;
  if (!outer || backward_.isRunning() || !areGeneratorsOver())
    return;
  bool isOpen = outer->forks < shared_.forks.size();
  std::string name = recursionName(module, code);
  // Evaluated one by one, both ways of each branch would be gone.
  if (auto known = in_.recursions.find(name); known != in_.recursions.end()) {
    RecursionFacts &facts = known->second;
    if (isOpen && facts.kind == RecursionFacts::Kind::OneByOne)
      refuse(RefusalKind::NoRecursion, facts.why);
    else if (isOpen && !calls_.empty() && !std::exchange(facts.isNested, true))
      findOut();
    return;
  }
  bool isLong = nested.count > kBudget.unrolledCalls ||
                graph_.size() - nested.outermost->operations > kBudget.unrolledOperations;
  if (!isOpen && !isLong)
    return;
  RecursionFacts facts;
  facts.kind = RecursionFacts::Kind::OverCalls;
  for (size_t i = 0; i < bound.size(); ++i) {
    if (heap_.isUnchanged(outer->arguments[i], bound[i]))
      continue;
    std::optional<ValueForm> form = formOf(outer->arguments[i], true),
                             given = formOf(bound[i], true);
    if (stopped() || !form || !given || !widenForm(*form, *given))
      return;
    facts.arguments.emplace(i, std::move(*form));
  }
  if (facts.arguments.empty())
    return;
  in_.recursions[name] = std::move(facts);
  findOut();
}

Evaluator::Value Evaluator::nativeVisitCall(CallArgs args) {
  if (calls_.empty())
    return refuse(RefusalKind::UnknownCallee, "`_visit_call` outside of a recursion");
  return calls_.back()->visit(args.positional[0]);
}

RecursiveCalls::RecursiveCalls(Evaluator &evaluator, const ir::Module *module, FunctionId function,
                               llvm::ArrayRef<Value> cells, const Values &bound,
                               RecursionFacts &facts)
    : e_(evaluator), heap_(evaluator.heap_), graph_(evaluator.graph_), module_(module),
      function_(function), cells_(cells), bound_(bound), facts_(facts) {}

AbstractValue RecursiveCalls::run() {
  const std::string around =
      std::exchange(e_.shared_.recursion, recursionName(*module_, module_->function(function_)));
  Value result = overCalls();
  if (!e_.stopped())
    e_.shared_.recursion = around;
  return result;
}

AbstractValue RecursiveCalls::overCalls() {
  for (auto &[parameter, form] : facts_.arguments) {
    arguments_.emplace(parameter, KeptKeys(graph_, form));
    fromAnswers_.emplace(parameter, KeptKeys(graph_, form));
    addOutermost(bound_[parameter]);
  }
  depths_ = graph_.newKey();
  Value zero = heap_.integer(0);
  if (!keepArguments(bound_, zero, zero))
    return {};
  if (!facts_.result)
    return probe();
  result_.emplace(graph_, *facts_.result);
  deepest_ = deepest();
  Value calls = heap_.makeList(ObjectKind::List, {heap_.integer(1)});
  counter_ = calls.objectId();
  const size_t entries = e_.tensors_.tape().size();
  loopOver("_down_calls", {calls});
  if (e_.stopped() || !isCertain())
    return {};
  isDown_ = false;
  if (e_.tensors_.tape().size() > entries)
    loops_ = {TapeId(e_.tensors_.tape().size() - 1)};
  if (history_->deciding)
    history_->deciding->calls = heap_.valueOf(heap_.at(counter_).items[0]);
  Value result = loopOver("_up_calls", {calls});
  for (StorageId each : kept_)
    if (each.index < heap_.storages().size())  // not of an attempt that was given up
      share(each);
  return result;
}

// How deep calls may be: as Python has it, behind those of a recursion around this one.
AbstractValue RecursiveCalls::deepest() {
  if (e_.calls_.empty())
    return callPrelude("_calls_left", {});
  RecursiveCalls &outer = *e_.calls_.back();
  return e_.binary(Opcode::PySub, outer.deepest_, outer.numberAt(outer.depths_, outer.turn_.place));
}

// How many calls there may be: what all of them are given and answer is kept at once.
int64_t RecursiveCalls::mostCalls() const {
  constexpr int64_t kMostCalls = 65'536, kMostBytes = 256 << 20, kBytesOfElement = 8;
  const std::function<int64_t(const ValueForm &)> bytesOf = [&](const ValueForm &form) {
    int64_t bytes = kBytesOfElement;
    for (const Dim &dim : form.kind == TypeKind::Tensor ? *form.tensor.shape : std::vector<Dim>())
      bytes *= std::max<int64_t>(e_.sizes_.sizeOf(dim).number, 1);
    for (const ValueForm &item : form.items)
      bytes += bytesOf(item);
    return bytes;
  };
  int64_t bytes = bytesOf(*facts_.result);
  for (auto &[parameter, form] : facts_.arguments)
    bytes += bytesOf(form);
  return std::clamp<int64_t>(kMostBytes / bytes, 1, kMostCalls);
}

// A tensor that a call was given may be its answer, or a part of it: who writes to the one writes
// to the other.
void RecursiveCalls::share(StorageId id) {
  AbstractHeap::Storage &storage = heap_.storages()[id.index];
  if (!storage.sharedBy)
    storage.sharedBy = turn_.fork;
}

// Finds out what kind of value the function answers, by a call that makes no other.
AbstractValue RecursiveCalls::probe() {
  isProbing_ = true;
  if (e_.tensors_.gradEnabled())
    e_.tensors_.tape().push_back({});  // whose results are what the call is given
  e_.calls_.push_back(this);
  Value result = visit(heap_.integer(0));
  e_.calls_.pop_back();
  if (e_.stopped())
    return {};
  facts_.result = e_.formOf(result);
  return facts_.result ? e_.findOut() : e_.refuseRecursion("answers no tensors and numbers");
}

AbstractValue RecursiveCalls::loopOver(llvm::StringRef name, Values given) {
  StaticValue over = e_.statics_.global(toString(PreludeName::DecompositionModule), name);
  loop_ = &over.module->function(over.function);
  e_.calls_.push_back(this);
  Value result = callPrelude(name, std::move(given));
  e_.calls_.pop_back();
  return result;
}

AbstractValue RecursiveCalls::callPrelude(llvm::StringRef name, Values given) {
  Value result = e_.callStatic(e_.statics_.global(toString(PreludeName::DecompositionModule), name),
                               {std::move(given), {}});
  return e_.stopped() ? Value() : result;
}

// How many calls stand in each other from that of the turn on. A call of the library's is more than
// one of PyTorch's (`Module.__call__`).
int64_t RecursiveCalls::framesOfTurn() const {
  int64_t count = 0;
  const Function *own = &module_->function(function_);
  for (const Frame *each = e_.shared_.frame; each; each = each->caller) {
    count += e_.in_.modules.isOfLibrary(*each->module) ? 3 : 1;
    if (each->function == own)
      break;
  }
  return count;
}

AbstractValue RecursiveCalls::numberAt(int64_t key, Value place) {
  ValueId kept = graph_.emit(Opcode::LoopRestore, heap_.valueOf(place),
                             graph_.types().of(TypeKind::Int), NamedAttribute{"key", key});
  return heap_.makeScalar({TypeKind::Int, kept, std::nullopt, ""});
}

void RecursiveCalls::keepNumber(int64_t key, Value place, Value number) {
  graph_.emitEffect(Opcode::LoopSave, {heap_.valueOf(number), heap_.valueOf(place)},
                    {{"key", key}});
}

// ---------------------------------------------------------------- which tensor it is

void RecursiveCalls::addOutermost(Value given) {
  given = heap_.read(given);
  if (heap_.isTensor(given))
    outermost_.push_back(given);
  else if (given.isObject())
    for (Value item : Values(heap_.load(given).items))
      addOutermost(item);
}

std::optional<RecursiveCalls::Identity> RecursiveCalls::identityOf(Value tensor) {
  auto number = [&](int64_t value) { return graph_.materialize(graph_.integer(value)); };
  if (auto known = identities_.find(tensor.objectId()); known != identities_.end())
    return known->second;
  for (size_t i = 0; i < outermost_.size(); ++i)
    if (outermost_[i] == tensor)
      return Identity{number(int64_t(i) + 1), number(0)};
  const Object &object = heap_.at(tensor);
  if (object.origin.isBound()) {
    const Choice choice = heap_.choice(object.origin);
    if (!choice.condition.isBound() || !choice.then.isObject() || !choice.otherwise.isObject())
      return std::nullopt;
    OpId branch = graph_.branch(heap_.valueOf(choice.condition));
    std::optional<Identity> sides[2];
    for (unsigned side : {0, 1}) {
      GraphWriter::SideScope scope(graph_, branch, side);
      sides[side] = identityOf(side == 0 ? choice.then : choice.otherwise);
    }
    if (!sides[0] || !sides[1])
      return std::nullopt;
    return Identity{graph_.result(branch, sides[0]->owner, sides[1]->owner),
                    graph_.result(branch, sides[0]->writes, sides[1]->writes)};
  }
  const AbstractHeap::Storage &storage = heap_.storageOf(tensor.objectId());
  bool isOfTurn = tensor.objectId().index >= firstOfTurn_ && object.isNew() &&
                  !object.tensor.isView() && !storage.mayShow && storage.path.empty();
  if (!isOfTurn)
    return std::nullopt;
  return Identity{number(0), storage.writes.isBound() ? heap_.valueOf(storage.writes) : number(0)};
}

// One with a gradient has a history of its turn.
void RecursiveCalls::keepIdentity(const KeptKeys &keys, size_t part, ValueForm &form, Value tensor,
                                  Value place) {
  if (form.isAnyones || e_.stopped())
    return;
  std::optional<Identity> identity = form.requiresGrad ? std::nullopt : identityOf(tensor);
  if (!identity) {
    form.isAnyones = true;
    e_.findOut();
    return;
  }
  graph_.emitEffect(Opcode::LoopSave, {identity->owner, heap_.valueOf(place)},
                    {{"key", keys.owners[part]}});
  graph_.emitEffect(Opcode::LoopSave, {identity->writes, heap_.valueOf(place)},
                    {{"key", keys.writes[part]}});
}

void RecursiveCalls::takeIdentity(const KeptKeys &keys, size_t part, const ValueForm &form,
                                  Value made, Value place) {
  if (form.isAnyones || isProbing_ || e_.stopped())
    return;
  Value owner = numberAt(keys.owners[part], place), writes = numberAt(keys.writes[part], place);
  identities_[made.objectId()] = {heap_.valueOf(owner), heap_.valueOf(writes)};
  // It is one of the outermost call's, or none of them.
  ValueId contents = e_.tensors_.contents(made.objectId());
  Value other = heap_.makeTensor(contents);
  AbstractHeap::Storage &storage = heap_.storageOf(other.objectId());
  storage.writes = writes;
  storage.sharedBy = turn_.fork;
  for (size_t i = outermost_.size(); i-- > 0 && !e_.stopped();) {
    Value isThat = e_.binary(Opcode::PyEq, owner, heap_.integer(int64_t(i) + 1));
    Value either = i == 0 ? made : heap_.makeTensor(contents);
    heap_.at(either).origin = heap_.makeChoice({isThat, outermost_[i], other, turn_.fork});
    heap_.storageOf(either.objectId()).sharedBy = turn_.fork;
    other = either;
  }
  if (outermost_.empty())
    heap_.at(made).origin = heap_.makeChoice({heap_.boolean(false), other, other, turn_.fork});
}

// ---------------------------------------------------------------- what calls are given and answer

// The branch of the turn on one side of which the evaluation is.
std::optional<uint32_t> RecursiveCalls::openFork() const {
  const std::vector<Fork> &forks = e_.shared_.forks;
  return forks.size() > forksAround_ ? std::optional(forks.back().number) : std::nullopt;
}

// True when a tensor of the turn has a gradient whatever the call is given: by what is outside of
// the recursion, or by the answer of a call, of which the same is true.
bool RecursiveCalls::hasOwnGradient(const TapeEdge &edge) const {
  if (!edge.needed || !edge.tape || edge.tape.index < *turn_.head)
    return edge.needed;
  if (edge.tape.index == *turn_.head)
    return false;
  const TapeEntry &entry = e_.tensors_.tape()[edge.tape.index];
  if (entry.branch)
    return llvm::all_of(entry.branch->results[edge.output],
                        [&](const TapeEdge &each) { return hasOwnGradient(each); });
  bool has = entry.kept != nullptr;
  for (const std::vector<TapeEdge> &list : entry.edges)
    has |= llvm::any_of(list, [&](const TapeEdge &each) { return hasOwnGradient(each); });
  return has;
}

// The history of a tensor that is kept.
void RecursiveCalls::keepHistory(const KeptKeys &keys, size_t part, Value tensor, bool isAnswer,
                                 bool isExpected, Value place) {
  TapeEdge edge = e_.tensors_.edgeOf(tensor);
  if (!edge.needed || !e_.tensors_.gradEnabled() || isProbing_) {
    areArgumentsAlike_ &= isAnswer || !isExpected;
    return;
  }
  if (isAnswer) {
    // One call may be given a tensor without a gradient where another one is given one with it.
    if (!areArgumentsAlike_ && !hasOwnGradient(edge))
      e_.refuseRecursion("answers what has a gradient of some calls alone");
    return turn_.history.taken.push_back({edge, keys.gradientOf(part)});
  }
  TapeEntry entry{};
  entry.edges = {{edge}};
  entry.kept = std::make_shared<KeptTensor>(
      KeptTensor{keys.gradientOf(part), heap_.valueOf(place), true, openFork()});
  e_.tensors_.tape().push_back(std::move(entry));
}

// The history of a tensor that was kept.
void RecursiveCalls::takeHistory(const KeptKeys &keys, size_t part, Value made, bool isAnswer,
                                 Value place) {
  if (!isAnswer) {
    unsigned output = e_.addToHead(turn_, made);
    turn_.history.given.push_back({output, keys.gradientOf(part), heap_.valueOf(place)});
    return;
  }
  std::deque<TapeEntry> &tape = e_.tensors_.tape();
  TapeEntry entry{};
  entry.results = {made.objectId()};
  entry.kept = std::make_shared<KeptTensor>(
      KeptTensor{keys.gradientOf(part), heap_.valueOf(place), false, openFork()});
  TensorState &tensor = heap_.at(made).tensor;
  tensor.requiresGrad = true;
  tensor.tape = TapeId(tape.size());
  tensor.output = 0;
  tape.push_back(std::move(entry));
}

bool RecursiveCalls::keep(ValueForm &form, const KeptKeys &keys, Value value, bool isAnswer,
                          Value place) {
  return e_.keepParts(form, keys, value, !isAnswer, place,
                      [&](ValueForm &part, Value tensor, size_t number) {
                        kept_.insert(heap_.at(tensor).tensor.storage);
                        if (isInTurn_)
                          share(heap_.at(tensor).tensor.storage);
                        keepIdentity(keys, number, part, tensor, place);
                        keepHistory(keys, number, tensor, isAnswer, part.requiresGrad, place);
                      });
}

// `fromAnswers`: of what the turn's own call is given.
AbstractValue RecursiveCalls::kept(const ValueForm &form, const KeptKeys &keys,
                                   const KeptKeys *fromAnswers, Value place) {
  return e_.keptParts(turn_, form, keys, place,
                      [&](const ValueForm &part, Value made, size_t number) {
                        takeIdentity(keys, number, part, made, place);
                        if (!part.requiresGrad || !turn_.head)
                          return;
                        // The second loop's gradient is a part of the first one's.
                        bool isUp = fromAnswers && !isDown_;
                        takeHistory(isUp ? *fromAnswers : keys, number, made, !fromAnswers, place);
                        if (fromAnswers && isDown_)
                          turn_.history.taken.push_back(
                              {e_.tensors_.edgeOf(made), fromAnswers->gradientOf(number)});
                      });
}

// Keeps the arguments of the call at a place.
bool RecursiveCalls::keepArguments(const Values &bound, Value place, Value depth) {
  for (auto &[parameter, form] : facts_.arguments)
    if (!keep(form, arguments_.at(parameter), bound[parameter], false, place)) {
      if (e_.shared_.isOutdated)
        facts_.result.reset();  // it may hang on what calls are given
      return false;
    }
  keepNumber(depths_, place, depth);
  return true;
}

AbstractValue RecursiveCalls::visit(Value place) {
  turn_ = e_.beginTurn(place);
  turn_.history.loops = loops_;
  turn_.history.id = depths_;
  called_ = 0;
  firstOfTurn_ = heap_.objectCount();
  identities_.clear();
  Values bound = bound_;
  for (auto &[parameter, form] : facts_.arguments)
    bound[parameter] = kept(form, arguments_.at(parameter), &fromAnswers_.at(parameter), place);
  turn_.begin = heap_.state();
  forksAround_ = e_.shared_.forks.size();
  loopsAround_ = e_.turns_.size();
  sides_.clear();
  areNested_ = false;
  isInTurn_ = true;
  Value result = e_.callBody(module_, function_, cells_, bound);
  if (e_.stopped() || isProbing_)
    return result;
  // Calls are gone through in another order than Python's.
  if (graph_.drawsInTurn())
    return e_.refuseRecursion("draws random numbers");
  if (!e_.isAsAt(turn_.begin, counter_))
    return e_.refuseRecursion("leaves something other than at its beginning");
  turn_.history.endsWithOutermost = !isDown_;
  // Each turn comes to a branch that stands in no other.
  if (sides_.size() == 1 && !areNested_)
    turn_.history.deciding = {sides_.begin()->first, sides_.begin()->second,
                              isDown_ ? ValueId() : heap_.valueOf(heap_.at(counter_).items[0])};
  if (isDown_)
    result = heap_.none();
  else if (!keep(*facts_.result, *result_, result, true, place))
    return {};
  history_ = std::make_shared<RecursionHistory>(std::move(turn_.history));
  e_.recursionHistory_ = history_;
  return result;
}

AbstractValue RecursiveCalls::ofCall(llvm::ArrayRef<Value> cells, const Values &bound) {
  hasCalled_ = true;
  if (isProbing_)
    return e_.refuseRecursion("is called again");
  if (cells != cells_)
    return e_.refuseRecursion("is another function's");
  if (e_.turns_.size() != loopsAround_)
    return e_.refuseRecursion("is called in a loop");
  if (e_.tensors_.modes() != turn_.modes)
    return e_.refuseRecursion("is in another grad mode, or other casts of torch.autocast");
  if (!e_.isAsAt(turn_.begin, counter_))
    return e_.refuseRecursion("is called where something is other than at its beginning");
  for (size_t i = 0; i < bound.size(); ++i) {
    if (facts_.arguments.count(i) || heap_.isUnchanged(bound_[i], bound[i]))
      continue;
    std::optional<ValueForm> form = e_.formOf(bound_[i], true), given = e_.formOf(bound[i], true);
    if (e_.stopped() || !form || !given || !e_.widenForm(*form, *given))
      return e_.refuseRecursion("changes `" + module_->function(function_).parameters[i] + "`");
    facts_.arguments.emplace(i, std::move(*form));
    facts_.result.reset();
    return e_.findOut();
  }
  areNested_ |= e_.shared_.forks.size() != forksAround_ + 1;
  if (std::optional<uint32_t> fork = openFork())
    sides_.emplace(*fork, e_.shared_.forks.back().side ? 0 : 1);
  const size_t number = called_++;
  Value place;
  if (isDown_) {
    if (number == calls_.size())
      calls_.push_back(graph_.newKey());
    Value depth = numberAt(depths_, turn_.place);
    place = callPrelude("_add_call",
                        {Value::object(counter_), heap_.integer(mostCalls()), depth, deepest_});
    if (e_.stopped())
      return {};
    Value deeper = e_.binary(Opcode::PyAdd, depth, heap_.integer(framesOfTurn()));
    if (e_.stopped() || !keepArguments(bound, place, deeper))
      return {};
    keepNumber(calls_[number], turn_.place, place);
  } else {
    place = numberAt(calls_[number], turn_.place);
  }
  return kept(*facts_.result, *result_, nullptr, place);
}

// True when nothing that the first loop does hangs on answers, which nobody has computed yet.
bool RecursiveCalls::isCertain() {
  const Function &function = graph_.function();
  std::optional<OpId> loop;
  walk(function, function.body, [&](OpId id) {
    const Op &op = function.op(id);
    for (RegionId region : op.opcode == Opcode::Loop ? op.regions : decltype(op.regions)())
      walk(function, region, [&](OpId inner) {
        if (function.op(inner).opcode == Opcode::LoopSave &&
            function.intAttribute(inner, "key") == depths_)
          loop = id;
      });
  });
  llvm::DenseSet<ValueId> unknown;
  bool isOther = true, isCertain = true;
  auto isUnknown = [&](ValueId value) { return unknown.contains(value); };
  auto mark = [&](ValueId value) { isOther |= unknown.insert(value).second; };
  auto hasEffect = [&](const Op &op) {
    bool has = false;
    for (RegionId region : op.regions)
      walk(function, region, [&](OpId id) {
        has |= (traitsOf(function, id) & ~(ReadsHeap | Control | Terminator)) != 0 &&
               function.op(id).regions.empty();
      });
    return has;
  };
  while (loop && std::exchange(isOther, false))
    walk(function, function.op(*loop).regions[0], [&](OpId id) {
      const Op &op = function.op(id);
      if (op.opcode == Opcode::LoopRestore &&
          llvm::is_contained(result_->keys, function.intAttribute(id, "key")))
        mark(op.results[0]);
      if (llvm::none_of(op.operands, isUnknown))
        return;
      OpId around = function.region(op.parent).parent;
      switch (op.opcode) {
      case Opcode::YieldValues:
        for (size_t i = 0; i < op.operands.size(); ++i)
          if (isUnknown(op.operands[i]))
            mark(function.op(around).results[i]);
        return;
      case Opcode::LoopAgain:
        isCertain &= around != *loop;
        llvm::for_each(function.op(around).results, mark);
        walk(function, op.parent,
             [&](OpId each) { llvm::for_each(function.op(each).results, mark); });
        return;
      case Opcode::If: isCertain &= !hasEffect(op); break;
      default: isCertain &= (traitsOf(function, id) & ~ReadsHeap) == 0; break;
      }
      llvm::for_each(op.results, mark);
    });
  if (!isCertain)
    e_.refuseRecursion("has calls that hang on what others answer");
  return isCertain;
}

}  // namespace janus::speculate
