// if, while, for.
//
// Values that a loop carries have one variable for all of their names: the initial value, the
// argument of the condition, of the body, and the loop's result.

#include "Codegen/Cpp/FunctionEmitter.h"

namespace janus::codegen {

using ir::Opcode;
using ir::OpId;
using ir::RegionId;
using ir::ValueId;

// The values in `handed` end in this branch: they are dropped at its start when it does not use
// them, else after their last use in it.
bool FunctionEmitter::emitBranch(RegionId region, llvm::ArrayRef<ValueId> handed) {
  for (ValueId value : handed) {
    values_[value].owner = region;
    if (facts_.lastUse(value, region) < 0)
      drop(value);
  }
  return emitRegion(region);
}

bool FunctionEmitter::emitIf(OpId id) {
  const ir::Op &branch = op(id);
  std::string condition = countBranch(branch.span, readTruth(branch.operands[0]));
  for (ValueId result : branch.results)
    define(result);
  std::vector<ValueId> handed;
  for (ValueId value : live_)
    if (values_[value].owner == branch.parent &&
        facts_.lastUse(value, branch.parent) == facts_.position(id))
      handed.push_back(value);

  std::vector<ValueId> liveBefore = live_;
  llvm::BitVector boundBefore = bound_;
  open("if (" + condition + ")");
  bool thenReached = emitBranch(branch.regions[0], handed);
  std::vector<ValueId> liveAfter = live_;
  llvm::BitVector boundAfter = bound_;

  live_ = liveBefore;
  bound_ = boundBefore;
  bool hasElse = !function_.region(branch.regions[1]).ops.empty();
  for (ValueId value : handed)
    hasElse |= facts_.lastUse(value, branch.regions[1]) < 0;
  bool elseReached = true;
  if (hasElse) {
    --indent_;
    open("} else");
    elseReached = emitBranch(branch.regions[1], handed);
  }
  close();
  if (thenReached && elseReached) {
    bound_ &= boundAfter;
  } else if (thenReached) {
    live_ = std::move(liveAfter);
    bound_ = std::move(boundAfter);
  }
  for (ValueId result : branch.results)
    setLive(result);
  return thenReached || elseReached;
}

// Gives `targets` the values of the operands of `source` from `firstOperand` on, all at once.
void FunctionEmitter::assignAll(llvm::ArrayRef<ValueId> targets, OpId source,
                                unsigned firstOperand) {
  llvm::ArrayRef<ValueId> operands = op(source).operands;
  auto textOf = [&](ValueId value) { return values_[value].text; };
  bool overlap = false;
  for (size_t i = 0; i < targets.size(); ++i)
    for (size_t j = i + 1; j < targets.size(); ++j)
      overlap |= textOf(operands[firstOperand + j]) == textOf(targets[i]);
  std::vector<std::pair<std::string, std::string>> late;
  for (size_t i = 0; i < targets.size(); ++i) {
    const ValueState &target = values_[targets[i]];
    std::string value = takeAs(source, firstOperand + i, target.rep);
    if (value == target.text)
      continue;
    if (!overlap) {
      line(target.text + " = " + value + ";");
      continue;
    }
    llvm::StringRef type = target.rep == Rep::Boxed    ? "jn_value"
                           : target.rep == Rep::Double ? "double"
                                                       : "int";
    std::string scratch = variable(type, "x", /*inFrame=*/false);
    line(scratch + " = " + value + ";");
    late.emplace_back(target.text, scratch);
  }
  for (auto &[target, scratch] : late)
    line(target + " = " + scratch + ";");
}

bool FunctionEmitter::hasExitWithValues(RegionId region, Opcode exit) const {
  for (OpId id : function_.region(region).ops) {
    if (op(id).opcode == exit && !op(id).operands.empty())
      return true;
    // The else of an inner loop is its only part that can leave this one.
    bool isLoop = op(id).opcode == Opcode::While || op(id).opcode == Opcode::For;
    llvm::ArrayRef<RegionId> regions = op(id).regions;
    for (RegionId inner : isLoop ? regions.take_back(1) : regions)
      if (hasExitWithValues(inner, exit))
        return true;
  }
  return false;
}

// One variable for each carried value of the loop, with its initial value. `arguments` are the
// body's, without the item.
void FunctionEmitter::startCarried(OpId id, unsigned firstOperand,
                                   llvm::ArrayRef<ValueId> arguments) {
  bool inFrame = facts_.suspendsInside(id);
  for (ValueId argument : arguments) {
    define(argument);
    ValueState &state = values_[argument];
    if (inFrame && !state.inFrame) {
      state.inFrame = true;
      state.text = variable(argument,
                            state.rep == Rep::Boxed    ? "jn_value"
                            : state.rep == Rep::Double ? "double"
                                                       : "int",
                            /*inFrame=*/true);
    }
  }
  assignAll(arguments, id, firstOperand);
}

void FunctionEmitter::enterLoop(OpId id, llvm::ArrayRef<ValueId> arguments) {
  Frame frame;
  frame.kind = Frame::Loop;
  frame.number = ++blocks_;
  frame.liveBase = live_.size();
  frame.results.assign(op(id).results.begin(), op(id).results.end());
  RegionId body = op(id).regions[op(id).opcode == Opcode::For ? 0 : 1];
  // A `break` assigns the results while the carried values are still there.
  bool separate = hasExitWithValues(body, Opcode::Break);
  for (size_t i = 0; i < frame.results.size(); ++i) {
    ValueId result = frame.results[i], argument = arguments[i];
    if (separate || repOf(result) != repOf(argument) ||
        (facts_.livesAcrossYield(result) && !values_[argument].inFrame))
      define(result);
    else
      defineAs(result, argument);
  }
  if (hasExitWithValues(body, Opcode::Continue))
    for (ValueId argument : arguments) {
      Rep rep = values_[argument].rep;
      frame.next.push_back(variable(rep == Rep::Boxed    ? "jn_value"
                                    : rep == Rep::Double ? "double"
                                                         : "int",
                                    "n", facts_.suspendsInside(id)));
    }
  for (RegionId region : op(id).regions)
    bound_ = withoutUnbound(bound_, region);
  frames_.push_back(std::move(frame));
  ++loopDepth_;
}

// The body's end: what `continue` passes on, then signals.
void FunctionEmitter::backEdge(OpId id, llvm::ArrayRef<ValueId> arguments, bool reached) {
  Frame &frame = frames_.back();
  live_.resize(frame.liveBase);
  std::string next = "next" + std::to_string(frame.number);
  bool continued = isUsed(next);
  if (!frame.next.empty() && continued) {
    if (reached)
      for (size_t i = 0; i < arguments.size(); ++i)
        line(frame.next[i] + " = " + values_[arguments[i]].text + ";");
    label(next);
    for (size_t i = 0; i < arguments.size(); ++i)
      line(values_[arguments[i]].text + " = " + frame.next[i] + ";");
  } else if (continued) {
    label(next);
  }
  if (!reached && !continued)
    return;
  for (ValueId argument : arguments)
    setLive(argument);
  line("JN_CHECK_STATUS(jn_poll(), " + failLabel(op(id).span, "", /*trace=*/true) + ");");
}

// After the loop ran out comes its else, then the place of `break`.
bool FunctionEmitter::finishLoop(OpId id, llvm::ArrayRef<ValueId> arguments) {
  Frame frame = frames_.back();
  frames_.pop_back();
  --loopDepth_;
  live_.resize(frame.liveBase);
  std::string number = std::to_string(frame.number);
  RegionId otherwise = op(id).regions.back();
  bool reached = isUsed("done" + number);
  llvm::BitVector boundAtHead = bound_;
  if (reached)
    label("done" + number);
  for (size_t i = 0; reached && i < frame.results.size(); ++i) {
    const ValueState &result = values_[frame.results[i]];
    if (result.text != values_[arguments[i]].text)
      line(result.text + " = " + readAs(arguments[i], result.rep) + ";");
  }
  if (reached && !function_.region(otherwise).ops.empty()) {
    // An iterator lets go of its list at the end, before the else runs.
    if (places_.count(op(id).operands[0])) {
      std::string through = read(op(id).operands[0]);
      line("jn_release(" + through + "); " + through + " = jn_none();");
    }
    // The else's own arguments are the loop's last values.
    llvm::ArrayRef<ValueId> elseArguments = function_.region(otherwise).arguments;
    for (size_t i = 0; i < elseArguments.size(); ++i) {
      defineAs(elseArguments[i], frame.results[i]);
      setLive(elseArguments[i]);
    }
    reached = emitRegion(otherwise);
    live_.resize(frame.liveBase);
  }
  if (isUsed("end" + number)) {
    label("end" + number);
    reached = true;
  }
  bound_ = boundAtHead;
  for (ValueId result : frame.results)
    setLive(result);
  return reached;
}

// Whether an operation that unpacks the item of a loop into two comes first in its body, or in
// roots that do, and alone uses it.
bool FunctionEmitter::isTakenApartFirst(RegionId body, ValueId item) const {
  const auto &ops = function_.region(body).ops;
  if (ops.empty() || facts_.useCount(item) != 1)
    return false;
  OpId first = ops[0];
  if (op(first).opcode == Opcode::Region) {
    const auto *at = llvm::find(op(first).operands, item);
    RegionId inner = op(first).regions[0];
    return at != op(first).operands.end() &&
           isTakenApartFirst(inner,
                             function_.region(inner).arguments[at - op(first).operands.begin()]);
  }
  return op(first).opcode == Opcode::PyUnpack && op(first).operands[0] == item &&
         function_.intAttribute(first, "before") == 2 &&
         function_.intAttribute(first, "after") == 0 && !function_.boolAttribute(first, "star");
}

// Whether a `for` alone uses the iterator made by `id`, in front of which roots may begin. The
// loops of generators keep their iterators, which the collector goes through.
bool FunctionEmitter::isOnlyLoopedOver(OpId id) const {
  if (generator_ || op(id).opcode != Opcode::PyIter)
    return false;
  ValueId iterator = op(id).results[0];
  RegionId region = op(id).parent;
  for (size_t from = facts_.position(id) + 1;; from = 0) {
    llvm::ArrayRef<OpId> ops = llvm::makeArrayRef(function_.region(region).ops).drop_front(from);
    const OpId *user = llvm::find_if(
        ops, [&](OpId each) { return llvm::is_contained(op(each).operands, iterator); });
    if (user == ops.end() || facts_.useCount(iterator) != 1)
      return false;
    if (op(*user).opcode != Opcode::Region)
      return op(*user).opcode == Opcode::For;
    region = op(*user).regions[0];
    size_t index = llvm::find(op(*user).operands, iterator) - op(*user).operands.begin();
    iterator = function_.region(region).arguments[index];
  }
}

// `%i = py.iter %o` of a loop: what it goes through, and a variable for the place.
bool FunctionEmitter::emitLoopStart(OpId id) {
  if (!isOnlyLoopedOver(id))
    return false;
  std::string place = variable("int64_t", "i", /*inFrame=*/false);
  emitValue(id, "jn_loop_start(" + arguments(id) + ", &" + place + ")");
  places_[op(id).results[0]] = place;
  return true;
}

// The call that gives the next item, or both parts of it to `pair`.
std::string FunctionEmitter::nextOf(OpId loop, const std::string &pair) {
  std::string through = read(op(loop).operands[0]);
  auto place = places_.find(op(loop).operands[0]);
  if (place == places_.end())
    return pair.empty() ? "jn_next(" + through + ")"
                        : "jn_next_pair_slow(" + through + ", " + pair + ")";
  through += ", &" + place->second;
  return pair.empty() ? "jn_loop_next(" + through + ")"
                      : "jn_loop_next_pair(" + through + ", " + pair + ")";
}

bool FunctionEmitter::emitFor(OpId id) {
  RegionId body = op(id).regions[0];
  llvm::ArrayRef<ValueId> arguments = function_.region(body).arguments;
  ValueId item = arguments[0];
  arguments = arguments.drop_front();
  startCarried(id, 1, arguments);
  define(item);
  enterLoop(id, arguments);
  std::string number = std::to_string(frames_.back().number);
  llvm::BitVector boundAtHead = bound_;

  open("for (;;)");
  for (ValueId argument : arguments)
    setLive(argument);
  const ValueState &state = values_[item];
  std::string target =
      state.rep == Rep::Boxed ? state.text : variable("jn_value", "x", /*inFrame=*/false);
  std::string pair;
  if (state.rep == Rep::Boxed && isTakenApartFirst(body, item)) {
    pair = pairs_[item] = "p" + std::to_string(++blocks_);
    declarations_.push_back("jn_value " + pair + "[2];");
  }
  line(target + " = " + nextOf(id, pair) + ";");
  useLabel("done" + number);
  line("JN_CHECK_NEXT(" + target + ", done" + number + ", " + failLabel(id) + ");");
  finishValue(item, target, "");
  bool reached = emitRegion(body);
  backEdge(id, arguments, reached);
  close();
  bound_ = boundAtHead;
  return finishLoop(id, arguments);
}

bool FunctionEmitter::emitWhile(OpId id) {
  RegionId condition = op(id).regions[0], body = op(id).regions[1];
  llvm::ArrayRef<ValueId> carried = function_.region(condition).arguments;
  llvm::ArrayRef<ValueId> arguments = function_.region(body).arguments;
  startCarried(id, 0, carried);
  for (size_t i = 0; i < arguments.size(); ++i)
    defineAs(arguments[i], carried[i]);
  enterLoop(id, carried);
  std::string number = std::to_string(frames_.back().number);
  llvm::BitVector boundAtHead = bound_;

  open("for (;;)");
  for (ValueId value : carried)
    setLive(value);
  bool entered = emitRegion(condition);  // ends in `condition`, which leaves or goes on
  bool reached = false;
  if (entered) {
    for (ValueId value : arguments)
      setLive(value);
    reached = emitRegion(body);
  }
  backEdge(id, carried, reached);
  close();
  bound_ = boundAtHead;
  return finishLoop(id, carried);
}

}  // namespace janus::codegen
