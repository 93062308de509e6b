// try: body, handler, else, finally.
//
//     body                        errors go to handler1 (or finally_raised1)
//     else                        errors go to finally_raised1
//     goto finally1
//   handler1:                     errors go to handler_failed1, which ends the handler
//     x1 = jn_catch(&s1)
//     ...
//     jn_catch_end(s1)
//   finally1:                     k1: 0 fell through, 1 an exception pends in p1, 2... exits
//     ...
//     if (k1 == 1) raise p1 again
//     if (k1 == 2) go on to the exit's target
//
// Every way out of the body passes finally1.

#include "Codegen/Cpp/FunctionEmitter.h"

namespace janus::codegen {

using ir::OpId;
using ir::RegionId;
using ir::ValueId;

llvm::BitVector FunctionEmitter::withoutUnbound(llvm::BitVector bound, RegionId region) const {
  for (ir::SlotId slot : function_.slots.ids())
    if (facts_.isUnboundWithin(slot, region))
      bound.reset(slot.index);
  return bound;
}

// Values that a generator's frame holds are taken out of it: dropping the frame would drop them
// again.
std::string FunctionEmitter::takeFrom(const Frame &frame, const std::string &variable) {
  return frame.inFrame ? "jn_take(&" + variable + ")" : variable;
}

void FunctionEmitter::endHandler(const Frame &frame) {
  line("jn_catch_end(" + takeFrom(frame, frame.saved) + ");");
  line("jn_drop(" + takeFrom(frame, frame.exception) + ");");
}

void FunctionEmitter::discardPending(const Frame &frame) {
  line("if (" + frame.kind_ + " == 1) jn_catch_end(" + takeFrom(frame, frame.pendingSaved) + ");");
  line("if (" + frame.kind_ + " != 0) jn_drop(" + takeFrom(frame, frame.pending) + ");");
}

bool FunctionEmitter::emitTry(OpId id) {
  const ir::Op &statement = op(id);
  auto isEmpty = [&](unsigned i) { return function_.region(statement.regions[i]).ops.empty(); };
  Frame frame;
  frame.kind = Frame::Try;
  frame.number = ++blocks_;
  frame.liveBase = live_.size();
  // `except: pass` is a handler without operations: its argument tells it from none.
  frame.hasHandler = !function_.region(statement.regions[1]).arguments.empty();
  frame.hasFinally = !isEmpty(3);
  frame.inFrame = facts_.suspendsInside(id);
  std::string number = std::to_string(frame.number);
  if (frame.hasHandler) {
    frame.exception = declare("jn_value", "x" + number + "h", frame.inFrame);
    frame.saved = declare("jn_value", "s" + number + "h", frame.inFrame);
  }
  if (frame.hasFinally) {
    frame.kind_ = declare("int", "k" + number + "f", frame.inFrame);
    frame.pending = declare("jn_value", "p" + number + "f", frame.inFrame);
    frame.pendingSaved = declare("jn_value", "s" + number + "f", frame.inFrame);
  }
  std::vector<ValueId> liveBefore = live_;
  llvm::BitVector boundInHandler = withoutUnbound(bound_, statement.regions[0]);
  llvm::BitVector boundInFinally = bound_;
  for (unsigned i = 0; i < 3; ++i)
    boundInFinally = withoutUnbound(boundInFinally, statement.regions[i]);
  frames_.push_back(frame);
  auto fallOut = [&](llvm::StringRef to) {
    std::string name = to.str() + number;
    useLabel(name);
    line("goto " + name + ";");
  };

  openBlock("try");
  bool reached = emitRegion(statement.regions[0]);
  if (reached && !isEmpty(2)) {
    frames_.back().phase = Frame::Else;
    reached = emitRegion(statement.regions[2]);
  }
  llvm::BitVector boundAfter = bound_;
  bool handled = frame.hasHandler && isUsed("handler" + number);
  if (reached) {
    if (frame.hasFinally)
      line(frame.kind_ + " = 0;");
    if (handled || frame.hasFinally)
      fallOut(frame.hasFinally ? "finally" : "tried");
  }
  close();

  if (handled) {
    frames_.back().phase = Frame::Handler;
    live_ = liveBefore;
    bound_ = boundInHandler;
    label("handler" + number);
    openBlock("except");
    line(frame.exception + " = jn_catch(&" + frame.saved + ");");
    for (ValueId argument : function_.region(statement.regions[1]).arguments)
      alias(argument, frame.exception);
    bool handlerReached = emitRegion(statement.regions[1]);
    if (handlerReached) {
      endHandler(frame);
      if (frame.hasFinally)
        line(frame.kind_ + " = 0;");
      if (reached)
        boundAfter &= bound_;
      else
        boundAfter = bound_;
    }
    close();
    frames_.back().phase = Frame::Else;  // only `finally` is left to catch
    live_ = liveBefore;
    if (isUsed("handler_failed" + number)) {
      std::string text = "    jn_catch_end(" + takeFrom(frame, frame.saved) + ");\n    jn_drop(" +
                         takeFrom(frame, frame.exception) + ");\n";
      text += "    goto " + failLabel(Span::none(), "", /*trace=*/false) + ";\n";
      addCold("handler_failed" + number, text);
    }
    reached |= handlerReached;
  }
  live_ = liveBefore;
  if (frame.hasFinally) {
    bound_ = boundInFinally;
    reached = emitFinally(id, reached, boundAfter);
    return reached;
  }
  frames_.pop_back();
  bound_ = boundAfter;
  if (isUsed("tried" + number))
    label("tried" + number);
  return reached;
}

bool FunctionEmitter::emitFinally(OpId id, bool normally, llvm::BitVector boundNormally) {
  RegionId region = op(id).regions[3];
  std::vector<ValueId> liveBefore = live_;
  std::string number = std::to_string(frames_.back().number);
  bool raised = isUsed("finally_raised" + number);
  if (raised) {
    const Frame &frame = frames_.back();
    addCold("finally_raised" + number, "    " + frame.pending + " = jn_catch(&" +
                                           frame.pendingSaved + ");\n    " + frame.kind_ +
                                           " = 1;\n    goto finally" + number + ";\n");
  }
  frames_.back().phase = Frame::Finally;
  label("finally" + number);
  openBlock("finally");
  llvm::BitVector boundBefore = bound_;
  bool reached = emitRegion(region);
  close();
  Frame frame = frames_.back();
  frames_.pop_back();
  live_ = liveBefore;
  if (isUsed("finally_failed" + number)) {
    addCold("finally_failed" + number, "    if (" + frame.kind_ + " == 1) jn_catch_end(" +
                                           takeFrom(frame, frame.pendingSaved) + ");\n    if (" +
                                           frame.kind_ + " != 0) jn_drop(" +
                                           takeFrom(frame, frame.pending) + ");\n    goto " +
                                           failLabel(Span::none(), "", /*trace=*/false) + ";\n");
  }
  if (!reached)
    return false;
  // Slots that the finally itself bound come on top of those bound on the way in.
  llvm::BitVector gained = bound_;
  gained.reset(boundBefore);
  bound_ = withoutUnbound(boundNormally, region);
  bound_ |= gained;
  dispatchFinally(frame, raised);
  return normally;
}

// Goes on as the way in asked for.
void FunctionEmitter::dispatchFinally(const Frame &frame, bool raised) {
  if (raised) {
    open("if (JN_UNLIKELY(" + frame.kind_ + " == 1))");
    line("jn_catch_end(" + takeFrom(frame, frame.pendingSaved) + ");");
    line("jn_restore(" + takeFrom(frame, frame.pending) + ");");
    line("goto " + failLabel(Span::none(), "", /*trace=*/false) + ";");
    close();
  }
  unsigned number = 2;
  for (const PendingExit &exit : frame.exits) {
    open("if (" + frame.kind_ + " == " + llvm::Twine(number++) + ")");
    if (exit.kind == ExitKind::Return)
      line("r = " + takeFrom(frame, frame.pending) + ";");
    leave(exit.kind, exit.target);
    close();
  }
}

}  // namespace janus::codegen
