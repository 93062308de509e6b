#include "Transforms/Optimize/SlotPromotion.h"

#include "IR/Builder.h"
#include "IR/Rewriter.h"
#include "IR/Walk.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace janus::transforms {
namespace {

using namespace ir;

bool isSlotAccess(Opcode opcode) {
  return has(opcode, ReadsSlot | WritesSlot);
}

// The slots that each operation with regions writes inside.
class InnerWrites {
public:
  explicit InnerWrites(const Function &function) {
    if (function.body)
      visit(function, function.body, nullptr);
  }
  const llvm::BitVector &of(OpId op) const { return writes_.find(op)->second; }

private:
  void visit(const Function &function, RegionId region, llvm::BitVector *outer) {
    for (OpId id : function.region(region).ops) {
      const Op &op = function.op(id);
      if (has(op.opcode, WritesSlot) && outer)
        outer->set(function.slotAttribute(id, "slot").index);
      if (op.regions.empty())
        continue;
      llvm::BitVector own(function.slots.size());
      for (RegionId inner : op.regions)
        visit(function, inner, &own);
      if (outer)
        *outer |= own;
      writes_[id] = std::move(own);
    }
  }

  llvm::DenseMap<OpId, llvm::BitVector> writes_;
};

// Walks the function keeping, for every slot, whether it is surely bound; finds the slots for which
// that is not enough.
class Boundness {
public:
  Boundness(const Function &function, const InnerWrites &writes)
      : function_(function), writes_(writes), bad_(function.slots.size()) {}

  llvm::BitVector run() {
    State entry(function_.slots.size());
    for (SlotId slot : function_.slots.ids())
      if (function_.slots[slot].parameter >= 0)
        entry.set(slot.index);
    visit(function_.body, entry);
    return bad_;
  }

private:
  using State = llvm::BitVector;  // surely bound

  // The slots that a loop carries, which its exits must leave bound.
  struct Loop {
    llvm::BitVector carried;
  };

  // The state at the end; meaningless when the region does not fall through.
  State visit(RegionId region, State state) {
    for (OpId op : function_.region(region).ops)
      visitOp(op, &state);
    return state;
  }

  void visitOp(OpId id, State *state) {
    const Op &op = function_.op(id);
    switch (op.opcode) {
    case Opcode::SlotLoad:
    case Opcode::SlotDelete:
      if (!state->test(slotOf(id)))
        bad_.set(slotOf(id));
      if (op.opcode == Opcode::SlotDelete)
        state->reset(slotOf(id));
      return;
    case Opcode::SlotStore: state->set(slotOf(id)); return;
    case Opcode::SlotClear: state->reset(slotOf(id)); return;
    case Opcode::SlotIsBound: bad_.set(slotOf(id)); return;
    case Opcode::If: return visitIf(id, state);
    case Opcode::While:
    case Opcode::For: return visitLoop(id, state);
    case Opcode::Try: return visitTry(id, state);
    case Opcode::Region: return visitRoot(id, state);
    case Opcode::Break:
    case Opcode::Continue: return leaveBound(loop_->carried, *state);
    default: return;
    }
  }

  void visitIf(OpId id, State *state) {
    const Op &op = function_.op(id);
    State then = visit(op.regions[0], *state), otherwise = visit(op.regions[1], *state);
    bool thenGoesOn = fallsThrough(function_, op.regions[0]);
    bool otherwiseGoesOn = fallsThrough(function_, op.regions[1]);
    if (thenGoesOn)
      *state = otherwiseGoesOn ? (then &= otherwise) : then;
    else if (otherwiseGoesOn)
      *state = otherwise;
    else
      state->reset(writes_.of(id));  // nothing follows
  }

  void visitLoop(OpId id, State *state) {
    const Op &op = function_.op(id);
    const llvm::BitVector &written = writes_.of(id);
    Loop loop{written};
    loop.carried &= *state;
    State head = *state;
    llvm::BitVector uncarried = written;
    uncarried.reset(loop.carried);
    head.reset(uncarried);

    Loop *outer = loop_;
    // The body sees what is carried, not what else the condition binds: another region's values.
    bool isWhile = op.opcode == Opcode::While;
    RegionId body = op.regions[isWhile ? 1 : 0], otherwise = op.regions[isWhile ? 2 : 1];
    if (isWhile)
      leaveBound(loop.carried, visit(op.regions[0], head));
    loop_ = &loop;
    State end = visit(body, head);
    loop_ = outer;
    if (fallsThrough(function_, body))
      leaveBound(loop.carried, end);
    State after = visit(otherwise, head);
    if (fallsThrough(function_, otherwise))
      leaveBound(loop.carried, after);
    *state = head;
  }

  // The value of a slot that a part of a `try` writes is not known in other parts nor after it.
  void visitTry(OpId id, State *state) {
    for (RegionId region : function_.op(id).regions)
      visit(region, *state);
    for (unsigned slot : writes_.of(id).set_bits())
      if (!seenInOneRegionOf(id, SlotId(slot)))
        bad_.set(slot);
    state->reset(writes_.of(id));
  }

  void visitRoot(OpId id, State *state) {
    walk(function_, function_.op(id).regions[0], [&](OpId op) {
      if (isSlotAccess(function_.op(op).opcode))
        bad_.set(slotOf(op));
    });
    state->reset(writes_.of(id));
  }

  bool seenInOneRegionOf(OpId id, SlotId slot) {
    if (accesses_.empty())
      walk(function_, function_.body, [&](OpId op) {
        if (isSlotAccess(function_.op(op).opcode))
          accesses_[function_.slotAttribute(op, "slot")].push_back(op);
      });
    for (RegionId region : function_.op(id).regions)
      if (llvm::all_of(accesses_[slot], [&](OpId op) { return isInside(function_, op, region); }))
        return true;
    return false;
  }

  void leaveBound(const llvm::BitVector &carried, const State &state) {
    llvm::BitVector lost = carried;
    lost.reset(state);
    bad_ |= lost;
  }

  unsigned slotOf(OpId op) const { return function_.slotAttribute(op, "slot").index; }

  const Function &function_;
  const InnerWrites &writes_;
  llvm::BitVector bad_;
  Loop *loop_ = nullptr;
  llvm::DenseMap<SlotId, llvm::SmallVector<OpId, 8>> accesses_;
};

// Rewrites one function.
class Promoter {
public:
  Promoter(Module &module, FunctionId id, llvm::ArrayRef<SlotId> slots)
      : builder_(module, id), function_(module.function(id)), writes_(function_),
        rewriter_(function_), promoted_(function_.slots.size()) {
    for (SlotId slot : slots)
      promoted_.set(slot.index);
  }

  void run() {
    Values values(function_.slots.size());
    for (SlotId slot : function_.slots.ids())
      if (int32_t parameter = function_.slots[slot].parameter; parameter >= 0)
        values[slot] = function_.region(function_.body).arguments[parameter];
    visit(function_.body, values);
    rewriter_.apply();
    removeSlots();
  }

private:
  using Values = IdVector<SlotId, ValueId>;  // invalid: unbound
  using Slots = llvm::SmallVector<SlotId, 4>;

  void visit(RegionId region, Values &values) {
    // A copy: terminators are added to the region meanwhile.
    std::vector<OpId> ops = function_.region(region).ops;
    for (OpId op : ops)
      visitOp(op, values);
  }

  void visitOp(OpId id, Values &values) {
    Opcode opcode = function_.op(id).opcode;
    if (isSlotAccess(opcode)) {
      SlotId slot = function_.slotAttribute(id, "slot");
      if (!promoted_.test(slot.index))
        return;
      if (opcode == Opcode::SlotLoad)
        rewriter_.replace(function_.op(id).results[0], values[slot]);
      else if (opcode == Opcode::SlotStore)
        values[slot] = named(slot, function_.op(id).operands[0]);
      else
        values[slot] = ValueId();
      rewriter_.erase(id);
      return;
    }
    switch (opcode) {
    case Opcode::If: return visitIf(id, values);
    case Opcode::While:
    case Opcode::For: return visitLoop(id, values);
    case Opcode::Try: return visitTry(id, values);
    case Opcode::Region: {
      Values inner = values;
      return visit(function_.op(id).regions[0], inner);
    }
    case Opcode::Break:
    case Opcode::Continue: return addOperands(id, carried_, values);
    default: return;
    }
  }

  void visitIf(OpId id, Values &values) {
    RegionId thenRegion = function_.op(id).regions[0], elseRegion = function_.op(id).regions[1];
    Values then = values, otherwise = values;
    visit(thenRegion, then);
    visit(elseRegion, otherwise);
    bool thenGoesOn = fallsThrough(function_, thenRegion);
    bool elseGoesOn = fallsThrough(function_, elseRegion);
    if (!thenGoesOn || !elseGoesOn) {
      Values &only = thenGoesOn ? then : otherwise;
      values = passOut(id, thenGoesOn ? thenRegion : elseRegion, only, values);
      return;
    }
    Slots results;
    for (unsigned slot : writes_.of(id).set_bits())
      if (promoted_.test(slot) && then[SlotId(slot)] != otherwise[SlotId(slot)])
        results.push_back(SlotId(slot));
    Slots bound;
    for (SlotId slot : results) {
      if (then[slot] && otherwise[slot])
        bound.push_back(slot);
      else
        values[slot] = ValueId();
    }
    yield(thenRegion, bound, then);
    yield(elseRegion, bound, otherwise);
    for (SlotId slot : bound)
      values[slot] = named(slot, function_.addResult(id, typeOf(slot)));
    for (unsigned slot : writes_.of(id).set_bits())
      if (promoted_.test(slot) && then[SlotId(slot)] == otherwise[SlotId(slot)])
        values[SlotId(slot)] = then[SlotId(slot)];
  }

  // Only one branch goes on: what it defines inside leaves it as a result.
  Values passOut(OpId id, RegionId region, const Values &inner, const Values &outer) {
    Slots changed;
    Values after = outer;
    for (unsigned index : writes_.of(id).set_bits()) {
      SlotId slot(index);
      if (!promoted_.test(index) || inner[slot] == outer[slot])
        continue;
      if (inner[slot])
        changed.push_back(slot);
      else
        after[slot] = ValueId();
    }
    if (changed.empty() || !fallsThrough(function_, region))
      return after;
    yield(region, changed, inner);
    for (SlotId slot : changed)
      after[slot] = named(slot, function_.addResult(id, typeOf(slot)));
    return after;
  }

  void visitLoop(OpId id, Values &values) {
    Slots carried;
    for (unsigned slot : writes_.of(id).set_bits())
      if (promoted_.test(slot) && values[SlotId(slot)])
        carried.push_back(SlotId(slot));
    Values head = values;
    for (unsigned slot : writes_.of(id).set_bits())
      if (promoted_.test(slot))
        head[SlotId(slot)] = ValueId();
    addOperands(id, carried, values);

    bool isWhile = function_.op(id).opcode == Opcode::While;
    if (isWhile) {
      RegionId condition = function_.op(id).regions[0];
      Values inner = head;
      addArguments(condition, carried, inner);
      visit(condition, inner);
      if (OpId last = terminatorOf(function_, condition);
          last && function_.op(last).opcode == Opcode::Condition)
        addOperands(last, carried, inner);
    }
    RegionId body = function_.op(id).regions[isWhile ? 1 : 0];
    RegionId otherwise = function_.op(id).regions[isWhile ? 2 : 1];
    {
      Values inner = head;
      addArguments(body, carried, inner);
      Slots outer = std::exchange(carried_, carried);
      visit(body, inner);
      carried_ = std::move(outer);
      yield(body, carried, inner);
    }
    if (!function_.region(otherwise).ops.empty()) {
      Values inner = head;
      addArguments(otherwise, carried, inner);
      visit(otherwise, inner);
      yield(otherwise, carried, inner);
    }
    values = std::move(head);
    for (SlotId slot : carried)
      values[slot] = named(slot, function_.addResult(id, typeOf(slot)));
  }

  void visitTry(OpId id, Values &values) {
    llvm::SmallVector<RegionId, 2> regions = function_.op(id).regions;
    for (RegionId region : regions) {
      Values inner = values;
      visit(region, inner);
    }
    for (unsigned slot : writes_.of(id).set_bits())
      if (promoted_.test(slot))
        values[SlotId(slot)] = ValueId();
  }

  ValueId named(SlotId slot, ValueId value) {
    function_.setName(value, function_.slots[slot].name);
    return value;
  }

  TypeId typeOf(SlotId slot) const {
    TypeId type = function_.slots[slot].type;
    return type ? type : builder_.types().dyn();
  }

  void addArguments(RegionId region, llvm::ArrayRef<SlotId> slots, Values &values) {
    for (SlotId slot : slots)
      values[slot] = named(slot, function_.addArgument(region, typeOf(slot)));
  }

  void addOperands(OpId op, llvm::ArrayRef<SlotId> slots, const Values &values) {
    for (SlotId slot : slots) {
      assert(values[slot] && "a carried slot is unbound");
      function_.op(op).operands.push_back(values[slot]);
    }
  }

  // Adds the values of `slots` to what a region yields, if it falls through.
  void yield(RegionId region, llvm::ArrayRef<SlotId> slots, const Values &values) {
    if (slots.empty() || !fallsThrough(function_, region))
      return;
    OpId last = terminatorOf(function_, region);
    if (!last) {
      builder_.setInsertionPoint(region);
      last = builder_.create(Opcode::YieldValues);
    }
    addOperands(last, slots, values);
  }

  // Drops the promoted slots from the function's table.
  void removeSlots() {
    IdVector<SlotId, SlotId> kept(function_.slots.size());
    IdVector<SlotId, Slot> slots;
    for (SlotId slot : function_.slots.ids())
      if (!promoted_.test(slot.index))
        kept[slot] = slots.push_back(std::move(function_.slots[slot]));
    walk(function_, function_.body, [&](OpId op) {
      for (NamedAttribute &attribute : function_.op(op).attributes) {
        if (auto *slot = std::get_if<SlotId>(&attribute.value))
          *slot = kept[*slot];
        else if (auto *list = std::get_if<std::vector<SlotId>>(&attribute.value))
          for (SlotId &each : *list)
            each = kept[each];
      }
    });
    function_.slots = std::move(slots);
  }

  Builder builder_;
  Function &function_;
  InnerWrites writes_;
  Rewriter rewriter_;
  llvm::BitVector promoted_;
  Slots carried_;  // of the loop around
};

}  // namespace

std::vector<SlotId> promotableSlots(const Function &function, llvm::ArrayRef<SlotId> wanted) {
  std::vector<SlotId> slots;
  if (wanted.empty() || (function.flags & kFnGenerator))
    return slots;
  llvm::BitVector bad = Boundness(function, InnerWrites(function)).run();
  // Whatever else names a slot keeps it.
  walk(function, function.body, [&](OpId op) {
    if (isSlotAccess(function.op(op).opcode))
      return;
    for (const NamedAttribute &attribute : function.op(op).attributes) {
      if (auto *slot = std::get_if<SlotId>(&attribute.value))
        bad.set(slot->index);
      else if (auto *list = std::get_if<std::vector<SlotId>>(&attribute.value))
        for (SlotId each : *list)
          bad.set(each.index);
    }
  });
  for (SlotId slot : wanted)
    if (function.slots[slot].kind == SlotKind::Local && !bad.test(slot.index))
      slots.push_back(slot);
  return slots;
}

void promote(Module &module, FunctionId function, llvm::ArrayRef<SlotId> slots) {
  if (!slots.empty())
    Promoter(module, function, slots).run();
}

}  // namespace janus::transforms
