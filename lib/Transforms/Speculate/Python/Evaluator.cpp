#include "Transforms/Speculate/Python/Evaluator.h"

#include "Transforms/Speculate/Python/Coroutine.h"

#include "IR/Loops.h"
#include "IR/Printer.h"
#include "IR/Walk.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::speculate {

using namespace ir;

bool Evaluator::run() {
  for (const NamedValue &mode : in_.root.modes) {
    bool on = std::holds_alternative<bool>(mode.value.value) && std::get<bool>(mode.value.value);
    if (mode.name == "grad")
      tensors_.setGradEnabled(gradAtEntry_ = on);
    if (mode.name == "float64" && on)
      tensors_.setDefaultType(DType::F64);
    if (mode.name == "in_autocast" && on)
      refuse(RefusalKind::UnknownOperation, "an entry within torch.autocast");
    graph_.assume("mode", mode.name, on ? "True" : "False");
  }
  return !stopped() && enterRoot();
}

// True when nothing of a loop's body stands behind the operation: `continue` in it does what
// falling off its end does.
static bool endsLoopBody(const Function &function, OpId op) {
  RegionId around = function.op(op).parent;
  const std::vector<OpId> &ops = function.region(around).ops;
  OpId last = terminatorOf(function, around);
  Opcode end = last ? function.op(last).opcode : Opcode::YieldValues;
  bool goesOn = end == Opcode::YieldValues || end == Opcode::Continue;
  return isLoopBody(function, around) && goesOn && ops[ops.size() - (last ? 2 : 1)] == op;
}

void Evaluator::refuseToLeave(Flow flow) {
  refuse(RefusalKind::Leaves, flow == Flow::Return  ? "return"
                              : flow == Flow::Break ? "break"
                                                    : "continue");
}

// A variable that the region must not write: one that ends with it is dropped.
void Evaluator::forgetCell(ObjectId id, bool endsHere) {
  Object &cell = heap_.at(id);
  if (endsHere)
    cell.path.clear();
  else if (!heap_.isUnchanged(cell.oldItems[0], cell.items[0]))
    refuse(RefusalKind::UnknownEffect, "a store to `" + cell.name + "` by a function");
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
  shared_.frame = &frame;
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
  shared_.isBeforeBackward = function.attribute(root, "before_backward") &&
                             function.boolAttribute(root, "before_backward");
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
  Values given(function.parameters.size());  // to the function
  for (const auto &[slot, value] : llvm::zip(function.slots, frame.slots))
    if (slot.parameter >= 0 && slot.kind == SlotKind::Local)
      given[slot.parameter] = value;
  if (isBody && llvm::all_of(given, [](Value each) { return each.isBound(); }))
    frame.arguments = given;
  Flow flow;
  if (std::optional<Value> result = recursiveBody(frame, id)) {
    frame.returned = *result;
    flow = stopped() ? Flow::Stop : Flow::Return;
  } else {
    flow = region(frame, body);
  }
  shared_.span = function.op(root).span;
  if ((flow == Flow::Return && !isBody) || flow == Flow::Break ||
      (flow == Flow::Continue && !rootContinues_))
    refuseToLeave(flow);
  // A part of a body may end in the value that the rest of a statement goes on with.
  size_t results = function.op(root).results.size();
  if (results > 1)
    refuse(RefusalKind::UnknownOperation, "a region with several results");
  if (flow != Flow::Return)
    frame.returned = results == 1 && flow == Flow::Yield ? passed_.front() : heap_.none();
  if (tensors_.gradEnabled() != gradAtEntry_ && !stopped())
    refuse(RefusalKind::ModeLeft, "grad mode");
  if (!tensors_.modes().autocast.isAtRest() && !stopped())
    refuse(RefusalKind::ModeLeft, "state of torch.autocast");
  if (llvm::any_of(coroutines_, [](auto &each) { return each->isAbandoned(); }))
    refuse(RefusalKind::UnknownOperation, "a generator that is left inside `try` or `with`");
  shared_.refuseRaised();
  if (shared_.refusal)
    return false;
  llvm::ArrayRef<SlotId> written = function.slotsAttribute(root, "slots_out");
  for (SlotId slot : written)
    committer_.commitIfChanged("$" + names[slot], entry[slot], frame.slots[slot]);
  // Variables that functions of the region have captured, and nobody reads afterwards.
  for (SlotId slot : function.slots.ids())
    if (function.slots[slot].kind != SlotKind::Local && !llvm::is_contained(written, slot))
      forgetCell(frame.slots[slot].objectId(),
                 isBody && function.slots[slot].kind == SlotKind::Cell);
  bool committed =
      !shared_.refusal && committer_.commitAll(frame.returned, printed_) && !shared_.refusal;
  shared_.refuseRaised();
  sizes_.finish();
  graph_.finish();
  return committed;
}

}  // namespace janus::speculate
