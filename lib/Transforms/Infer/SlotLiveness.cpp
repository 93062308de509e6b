#include "Transforms/Infer/SlotLiveness.h"

#include "IR/Loops.h"

namespace janus::transforms {
namespace {

using namespace ir;
using Set = llvm::BitVector;

class Walk {
public:
  Walk(const Function &function, RegionId region, size_t begin, size_t end)
      : function_(function), region_(region), begin_(begin), end_(end),
        always_(function.slots.size()), handlers_(function.slots.size()) {
    for (SlotId slot : function.slots.ids())
      if (function.slots[slot].kind != SlotKind::Local)
        always_.set(slot.index);
    result_ = {always_, always_};
  }

  SlotLiveness run() {
    visit(function_.body, always_, nullptr);
    return result_;
  }

private:
  struct Loop {
    Set head, after;
  };

  // The slots that are live before the region when `out` is live after it.
  Set visit(RegionId region, Set out, const Loop *loop) {
    const std::vector<OpId> &ops = function_.region(region).ops;
    bool wanted = region == region_;
    if (wanted && end_ == ops.size())
      result_.after |= out;
    for (size_t i = ops.size(); i-- > 0;) {
      out = visitOp(ops[i], std::move(out), loop);
      if (wanted && i == end_)
        result_.after |= out;
      if (wanted && i == begin_)
        result_.before |= out;
    }
    return out;
  }

  Set visitOp(OpId id, Set out, const Loop *loop) {
    const Op &op = function_.op(id);
    switch (op.opcode) {
    case Opcode::SlotStore:
    case Opcode::SlotClear: {
      // A handler may see the old value if something after this raises.
      unsigned slot = function_.slotAttribute(id, "slot").index;
      if (!handlers_.test(slot) && !always_.test(slot))
        out.reset(slot);
      return out;
    }
    case Opcode::SlotLoad:
    case Opcode::SlotIsBound:
    case Opcode::SlotDelete: out.set(function_.slotAttribute(id, "slot").index); return out;
    case Opcode::If: {
      Set then = visit(op.regions[0], out, loop);
      return then |= visit(op.regions[1], std::move(out), loop);
    }
    case Opcode::While:
    case Opcode::For: return visitLoop(id, std::move(out), loop);
    case Opcode::Try: return visitTry(op, std::move(out), loop);
    case Opcode::Region: return visit(op.regions[0], std::move(out), loop);
    case Opcode::Break: return united(loop->after, handlers_);
    case Opcode::Continue: return united(loop->head, handlers_);
    case Opcode::YieldValues:
    case Opcode::Condition: return out;
    default: break;
    }
    if (has(op.opcode, Terminator))
      return united(always_, handlers_);
    return out;
  }

  static Set united(Set a, const Set &b) { return a |= b; }

  Set visitLoop(OpId id, Set out, const Loop *outer) {
    LoopView view(function_, id);
    Set afterwards = visit(view.otherwise(), out, outer);
    Loop loop{afterwards, out};
    while (true) {
      Set body = visit(view.body(), loop.head, &loop);
      body |= afterwards;
      Set head = view.isWhile() ? visit(view.condition(), body, outer) : body;
      head |= loop.head;
      if (head == loop.head)
        return head;
      loop.head = std::move(head);
    }
  }

  Set visitTry(const Op &op, Set out, const Loop *loop) {
    Set last = visit(op.regions[3], out, loop);
    Set outer = handlers_;
    handlers_ |= last;  // `finally` runs whatever happens
    Set handler = visit(op.regions[1], last, loop);
    Set otherwise = visit(op.regions[2], last, loop);
    handlers_ |= handler;
    Set body = visit(op.regions[0], otherwise, loop);
    body |= handlers_;
    handlers_ = std::move(outer);
    return body;
  }

  const Function &function_;
  RegionId region_;
  size_t begin_, end_;
  Set always_, handlers_;
  SlotLiveness result_;
};

}  // namespace

SlotLiveness slotLiveness(const Function &function, RegionId region, size_t begin, size_t end) {
  return Walk(function, region, begin, end).run();
}

}  // namespace janus::transforms
