// Terminators: what ends a region, and what leaves it.

#include "Codegen/Cpp/FunctionEmitter.h"

namespace janus::codegen {

using ir::Opcode;
using ir::OpId;
using ir::RegionId;
using ir::ValueId;

size_t FunctionEmitter::innermostLoop() const {
  for (size_t i = frames_.size(); i-- > 0;)
    if (frames_[i].kind == Frame::Loop)
      return i;
  return kFunctionEnd;
}

// Jumps to `target`, a loop's frame or the function's end: drops what lives on the way, ends
// handlers, and stops at the first `finally`, which goes on from there.
void FunctionEmitter::leave(ExitKind kind, size_t target) {
  size_t liveTop = live_.size();
  auto dropTo = [&](size_t base) {
    for (; liveTop > base; --liveTop)
      line(drops(values_[live_[liveTop - 1]]));
  };
  size_t lowest = target == kFunctionEnd ? 0 : target + 1;
  for (size_t i = frames_.size(); i-- > lowest;) {
    Frame &frame = frames_[i];
    if (frame.kind == Frame::Loop)
      continue;
    if (frame.phase == Frame::Handler) {
      dropTo(frame.liveBase);
      endHandler(frame);
    } else if (frame.phase == Frame::Finally) {
      dropTo(frame.liveBase);
      discardPending(frame);
      continue;
    }
    if (!frame.hasFinally)
      continue;
    dropTo(frame.liveBase);
    unsigned number = 0;
    while (number < frame.exits.size() &&
           (frame.exits[number].kind != kind || frame.exits[number].target != target))
      ++number;
    if (number == frame.exits.size())
      frame.exits.push_back({kind, target});
    // Also without a value: when the finally raises, what was pending is dropped.
    line(frame.pending + " = " + (kind == ExitKind::Return ? "r" : "jn_unbound()") + ";");
    line(frame.kind_ + " = " + llvm::Twine(number + 2) + ";");
    line("goto finally" + llvm::Twine(frame.number) + ";");
    useLabel("finally" + std::to_string(frame.number));
    return;
  }
  dropTo(target == kFunctionEnd ? 0 : frames_[target].liveBase);
  if (kind == ExitKind::Return) {
    line("goto leave;");
    return;
  }
  std::string name =
      (kind == ExitKind::Break ? "end" : "next") + std::to_string(frames_[target].number);
  useLabel(name);
  line("goto " + name + ";");
}

void FunctionEmitter::emitReturn(OpId id) {
  if (isPart_) {
    dropFrom(0);
    line("goto leave;");
    return;
  }
  line("r = " + take(id, 0) + ";");
  leave(ExitKind::Return, kFunctionEnd);
}

void FunctionEmitter::emitLoopExit(OpId id, ExitKind kind) {
  size_t loop = innermostLoop();
  unsigned count = op(id).operands.size();
  // The item of a `for` is an argument of the body too, before the carried values.
  auto carried = llvm::ArrayRef<ValueId>(function_.region(loopBody(id)).arguments).take_back(count);
  for (unsigned i = 0; i < count; ++i) {
    const Frame &frame = frames_[loop];
    bool isBreak = kind == ExitKind::Break;
    Rep rep = isBreak ? values_[frame.results[i]].rep : repOf(carried[i]);
    std::string target = isBreak ? values_[frame.results[i]].text : frame.next[i];
    line(target + " = " + takeAs(id, i, rep) + ";");
  }
  leave(kind, loop);
}

// raise, bare raise, and the end of a handler that did not match.
void FunctionEmitter::emitRaise(OpId id) {
  const ir::Op &raise = op(id);
  auto operand = [&](unsigned i) {
    return i < raise.operands.size() ? read(raise.operands[i]) : "jn_unbound()";
  };
  bool trace = true;
  switch (raise.opcode) {
  case Opcode::Raise: line("jn_raise(" + operand(0) + ", " + operand(1) + ");"); break;
  case Opcode::RaiseAssertion: line("jn_raise_assertion(" + operand(0) + ");"); break;
  // A traceback does not name the place of a re-raise.
  case Opcode::Reraise:
    line("jn_reraise();");
    trace = false;
    break;
  default:
    line("jn_restore(" + take(id, 0) + ");");
    trace = false;
    break;
  }
  line("goto " + failLabel(id, "", trace) + ";");
}

// The body region of the loop that `inner` leaves or continues.
RegionId FunctionEmitter::loopBody(OpId inner) const {
  RegionId region = op(inner).parent;
  while (true) {
    OpId parent = function_.region(region).parent;
    const ir::Op &outer = op(parent);
    // The else of a loop is outside of it.
    if ((outer.opcode == Opcode::While && region == outer.regions[1]) ||
        (outer.opcode == Opcode::For && region == outer.regions[0]))
      return region;
    region = outer.parent;
  }
}

void FunctionEmitter::emitYieldValues(OpId id) {
  RegionId region = op(id).parent;
  OpId parent = function_.region(region).parent;
  const ir::Op &outer = op(parent);
  switch (outer.opcode) {
  case Opcode::For:
    if (region == outer.regions[0])
      return assignAll(llvm::ArrayRef<ValueId>(function_.region(region).arguments).drop_front(), id,
                       0);
    break;
  case Opcode::While:
    if (region == outer.regions[1])
      return assignAll(function_.region(region).arguments, id, 0);
    break;
  default: break;
  }
  assignAll(outer.results, id, 0);
}

// The end of a `while`'s condition.
void FunctionEmitter::emitCondition(OpId id) {
  RegionId region = op(id).parent;
  OpId loop = function_.region(region).parent;
  std::string test = readTruth(op(id).operands[0]);
  assignAll(function_.region(op(loop).regions[1]).arguments, id, 1);
  dropFinished(region, facts_.position(id));
  if (test == "true")
    return;
  std::string done = "done" + std::to_string(frames_.back().number);
  useLabel(done);
  line("if (!" + countBranch(op(id).span, test) + ") goto " + done + ";");
}

// False: control does not go on behind it.
bool FunctionEmitter::emitTerminator(OpId id) {
  switch (op(id).opcode) {
  case Opcode::YieldValues: return emitYieldValues(id), true;
  case Opcode::Condition: return emitCondition(id), true;
  case Opcode::Return: return emitReturn(id), false;
  case Opcode::Break: return emitLoopExit(id, ExitKind::Break), false;
  case Opcode::Continue: return emitLoopExit(id, ExitKind::Continue), false;
  case Opcode::Unreachable: return line("__builtin_unreachable();"), false;
  default: return emitRaise(id), false;
  }
}

}  // namespace janus::codegen
