// yield and yield from: the function returns to its caller and is entered again at `resumeN`.
// Values that live across are in g->slots already.

#include "Codegen/Cpp/FunctionEmitter.h"

namespace janus::codegen {

using ir::OpId;

void FunctionEmitter::emitYield(OpId id) {
  std::string number = std::to_string(++resumePoints_);
  line("r = " + take(id, 0) + ";");
  dropFinished(op(id).parent, facts_.position(id));
  line("g->state = " + number + ";");
  line("return r;");
  label("resume" + number);
  line("JN_CHECK(sent, " + failLabel(id) + ");");
  emitValueUnchecked(id, "jn_own(sent)");
}

// Values of the delegate go out as they come; its result is the value of the expression.
void FunctionEmitter::emitYieldFrom(OpId id) {
  std::string number = std::to_string(++resumePoints_);
  std::string delegate = variable("jn_value", "y", /*inFrame=*/true);
  std::string result = variable("jn_value", "x", /*inFrame=*/false);
  line(delegate + " = jn_yield_from_iter(" + arguments(id) + ");");
  line("JN_CHECK(" + delegate + ", " + failLabel(id) + ");");
  dropFinished(op(id).parent, facts_.position(id));
  line("sent = jn_none();");
  label("resume" + number);
  line("r = jn_yield_from(" + delegate + ", sent, &" + result + ");");
  std::string check = failLabel(id, "jn_clear(&" + delegate + ");");
  open("if (r.tag != JN_DONE)");
  line("JN_CHECK(r, " + check + ");");
  line("g->state = " + number + ";");
  line("return r;");
  close();
  line("jn_clear(&" + delegate + ");");
  emitValueUnchecked(id, result);
}

}  // namespace janus::codegen
