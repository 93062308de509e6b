#include "Transforms/Speculate/Evaluator.h"

#include "Transforms/Speculate/Coroutine.h"

#include "IR/Loops.h"
#include "IR/Printer.h"
#include "IR/Walk.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::speculate {

using namespace ir;

Evaluator::Evaluator(const EvaluatorInputs &inputs, Module &graphModule, llvm::StringRef graphName)
    : in_(inputs), graph_(graphModule, graphName), sizes_(inputs.varying, inputs.choices, graph_),
      heap_(inputs.profile, inputs.modules, graph_, sizes_), statics_(inputs.statics) {}

Evaluator::Value Evaluator::refuse(RefusalKind kind, const llvm::Twine &detail) {
  if (!refusal_ && !raised_.isBound()) {
    refusal_ = Refusal{kind, detail.str(),
                       kind == RefusalKind::Raises ? std::move(raisedAt_) : placesHere()};
    blame();
  }
  return {};
}

std::vector<Refusal::Place> Evaluator::placesHere() const {
  std::vector<Refusal::Place> places;
  Span at = span_;
  for (const Frame *frame = frame_; frame; at = frame->callSite, frame = frame->caller)
    places.push_back({frame->module->name + ":" + frame->function->qualname, at});
  return places;
}

// Where nobody catches it, that is the place to show.
void Evaluator::setRaised(Value exception) {
  raised_ = exception;
  raisedAt_ = placesHere();
}

// The branch that may be to blame: the one whose sides are different, the one that has run last
// here, the one that is being run.
void Evaluator::blame() {
  if (allForks_.empty())
    return;
  const Fork *fork = forks_.empty() ? nullptr : &forks_.back();
  bool mayBeMerged =
      refusal_->kind == RefusalKind::CannotMerge || refusal_->kind == RefusalKind::NotConstant;
  refusal_->isInSide = fork && (!mayBeMerged || fork->number + 1 == allForks_.size());
  if (heap_.undecided()) {
    refusal_->isInSide = false;
    refusal_->kind = RefusalKind::CannotMerge;
    fork = &allForks_[*heap_.undecided()];
  } else if (!refusal_->isInSide) {
    fork = &allForks_.back();
  }
  refusal_->fork = fork->place;
  refusal_->side = fork->side;
  refusal_->prefers = fork->prefers;
}

// An exception that nobody has caught.
void Evaluator::refuseRaised() {
  if (refusal_ || !raised_.isBound())
    return;
  std::string what = describe(raised_);
  raised_ = {};
  refuse(RefusalKind::Raises, what);
}

// Exceptions of Python's own classes. `message` is for refusals: who catches one and asks for its
// text is refused.
Evaluator::Value Evaluator::raise(llvm::StringRef exceptionClass, const llvm::Twine &message) {
  if (stopped())
    return {};
  ObjectId exception = heap_.make(ObjectKind::Instance);
  heap_.at(exception).type = heap_.classNamed(("builtins." + exceptionClass).str());
  std::string text = message.str();
  heap_.at(exception).name = (exceptionClass + (text.empty() ? "" : ": ") + text).str();
  heap_.setAttribute(exception, "args", Value::object(heap_.make(ObjectKind::Opaque)));
  setRaised(Value::object(exception));
  return {};
}

std::string Evaluator::describe(Value value) {
  switch (value.kind()) {
  case Value::Kind::Unbound: return "nothing";
  case Value::Kind::Constant: {
    std::string text;
    llvm::raw_string_ostream out(text);
    printConstant(out, graph_.module(), value.constantId());
    return text;
  }
  case Value::Kind::Scalar: return toString(heap_.scalar(value).kind).str();
  case Value::Kind::Deferred: return "an object that was not read";
  case Value::Kind::Choice: return "what differs between the sides of a branch";
  case Value::Kind::Object: break;
  }
  const Object &object = heap_.at(value);
  if (!object.name.empty())
    return "`" + object.name + "`";
  if (object.type) {
    std::string text = "an instance of `" + heap_.at(object.type).name + "`";
    for (const auto &[name, args] : object.attributes)  // what an exception says
      if (name == "args" && args.isObject() && heap_.at(args).items.size() == 1)
        if (Value said = heap_.at(args).items[0];
            said.isConstant() && kindOf(said) == TypeKind::Str)
          text += ": " + graph_.constant(said.constantId()).text;
    return text;
  }
  static const char *const kKinds[] = {
      "an instance", "a class",     "a function",      "a native function",
      "a method",    "a property",  "a static method", "a class method",
      "a module",    "a list",      "a tuple",         "a dict",
      "a set",       "a cell",      "a tensor",        "a slice",
      "a range",     "an iterator", "a generator",     "super()",
      "a text",      "an object",   "an object",
  };
  return kKinds[static_cast<size_t>(object.kind)];
}

bool Evaluator::run() {
  for (const NamedValue &mode : in_.root.modes) {
    bool on = std::holds_alternative<bool>(mode.value.value) && std::get<bool>(mode.value.value);
    if (mode.name == "grad")
      gradEnabled_ = gradAtEntry_ = on;
    graph_.assume("mode", mode.name, on ? "True" : "False");
  }
  return enterRoot();
}

// Whether nothing of a loop's body stands behind the operation: `continue` in it does what falling
// off its end does.
static bool endsLoopBody(const Function &function, OpId op) {
  RegionId around = function.op(op).parent;
  const std::vector<OpId> &ops = function.region(around).ops;
  OpId last = terminatorOf(function, around);
  return isLoopBody(function, around) && ops[ops.size() - (last ? 2 : 1)] == op;
}

void Evaluator::refuseToLeave(Flow flow) {
  refuse(RefusalKind::Leaves, flow == Flow::Return  ? "return"
                              : flow == Flow::Break ? "break"
                                                    : "continue");
}

// Binds what the region reads, and executes it.
bool Evaluator::enterRoot() {
  auto [module, id] = in_.modules.findCode(in_.root.module + ":" + in_.root.function);
  if (!module) {
    refuse(RefusalKind::UnknownCallee, in_.root.module + ":" + in_.root.function);
    return false;
  }
  const Function &function = module->function(id);
  Frame frame{module,
              &function,
              IdVector<ValueId, Value>(function.valueCount()),
              IdVector<SlotId, Value>(function.slots.size()),
              {},
              nullptr,
              {}};
  frame_ = &frame;
  OpId root;
  walk(function, function.body, [&](OpId op) {
    if (function.op(op).opcode == Opcode::Region &&
        function.stringAttribute(op, "name") == in_.root.region)
      root = op;
  });
  if (!root) {
    refuse(RefusalKind::UnknownCallee, "the region `" + in_.root.region + "`");
    return false;
  }
  IdVector<SlotId, std::string> names = slotSymbols(function);
  for (SlotId slot : function.slots.ids()) {
    Value value;
    for (const NamedValue &known : in_.root.slots)
      if (known.name == names[slot])
        value = heap_.defer(known.value, "$" + names[slot]);
    if (function.slots[slot].kind != SlotKind::Local) {
      ObjectId cell = heap_.make(ObjectKind::Cell);
      heap_.at(cell).items = {value};
      heap_.at(cell).oldItems = {value};
      heap_.at(cell).path = "$" + names[slot];
      heap_.at(cell).name = function.slots[slot].name;
      value = Value::object(cell);
    }
    frame.slots[slot] = value;
  }
  RegionId body = function.op(root).regions[0];
  llvm::ArrayRef<ValueId> arguments = function.region(body).arguments;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (i < in_.root.liveIns.size())
      frame.values[arguments[i]] = heap_.fromProfile(in_.root.liveIns[i], "%" + std::to_string(i));

  IdVector<SlotId, Value> entry = frame.slots;
  // The body of a function gives what the function returns.
  bool isBody = function.op(root).parent == function.body && !(function.flags & kFnModuleBody) &&
                in_.root.region == function.qualname;
  rootRegion_ = body;
  rootReturns_ = isBody;
  rootContinues_ = endsLoopBody(function, root);
  Flow flow = region(frame, body);
  span_ = function.op(root).span;
  if ((flow == Flow::Return && !isBody) || flow == Flow::Break ||
      (flow == Flow::Continue && !rootContinues_))
    refuseToLeave(flow);
  if (!function.op(root).results.empty())
    refuse(RefusalKind::UnknownOperation, "a region with results");
  if (flow != Flow::Return)
    frame.returned = heap_.none();
  if (gradEnabled_ != gradAtEntry_ && !stopped())
    refuse(RefusalKind::ModeLeft, "grad mode");
  if (llvm::any_of(coroutines_, [](auto &each) { return each->isAbandoned(); }))
    refuse(RefusalKind::UnknownOperation, "a generator that is left inside `try` or `with`");
  refuseRaised();
  if (refusal_)
    return false;
  llvm::ArrayRef<SlotId> written = function.slotsAttribute(root, "slots_out");
  for (SlotId slot : written)
    commitIfChanged("$" + names[slot], entry[slot], frame.slots[slot]);
  bool committed = !refusal_ && commit(frame) && !refusal_;
  refuseRaised();
  sizes_.finish();
  graph_.finish();
  return committed;
}

}  // namespace janus::speculate
