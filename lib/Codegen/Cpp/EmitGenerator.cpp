// yield, yield from and await: the function returns to its caller and is entered again at
// `resumeN`. Values that live across are in g->slots already.

#include "Codegen/Cpp/FunctionEmitter.h"

namespace janus::codegen {

using ir::OpId;

void FunctionEmitter::emitYield(OpId id) {
  std::string number = std::to_string(++resumePoints_);
  line("r = " + take(id, 0) + ";");
  dropFinished(op(id).parent, facts_.position(id));
  line("g->state = " + number + ";");
  if (function_.flags & ir::kFnAsyncGenerator)
    line("g->yielded = 1;");
  line("return r;");
  label("resume" + number);
  line("JN_CHECK(sent, " + failLabel(id) + ");");
  emitValueUnchecked(id, "jn_own(sent)");
}

// Values of the delegate go out as they come; its result is the value of the expression. Of
// `yield from` and `await`, which differ in how they come by the iterator.
void FunctionEmitter::emitDelegate(OpId id, const std::string &iterator) {
  std::string number = std::to_string(++resumePoints_);
  std::string result = variable("jn_value", "x", /*inFrame=*/false);
  line("g->delegate = " + iterator + ";");
  line("JN_CHECK(g->delegate, " + failLabel(id) + ");");
  dropFinished(op(id).parent, facts_.position(id));
  line("sent = jn_none();");
  label("resume" + number);
  line("r = jn_yield_from(g, sent, &" + result + ");");
  std::string check = failLabel(id, "jn_clear(&g->delegate);");
  open("if (r.tag != JN_DONE)");
  line("JN_CHECK(r, " + check + ");");
  line("g->state = " + number + ";");
  line("return r;");
  close();
  line("jn_clear(&g->delegate);");
  emitValueUnchecked(id, result);
}

}  // namespace janus::codegen
