// Types that are proven, and direct operations in place of shims whose operand types they settle.
//
//   slot.store $i %0        (an int)          slots(i: local of int)
//   %1 = slot.load $i : dyn                   %1 = slot.load $i : int
//   %2 = const 1 : int                   =>   %2 = const 1 : int
//   %3 = py.add %1, %2 : dyn                  %3 = int.add %1, %2 : int
//   slot.store $i %3                          slot.store $i %3
//
// Types start from constants and from operations whose result has one type, flow through results,
// carried values and slots (joined over all stores), and reach a fixed point from below.
// Parameters, cells, attributes, items and results of calls are dyn: other code decides them.
#include "IR/Builder.h"
#include "IR/Rewriter.h"
#include "IR/SoundTypes.h"
#include "IR/Walk.h"
#include "Transforms/PassManager.h"

namespace janus::transforms {
namespace {

using namespace ir;

class Refinement {
public:
  Refinement(Module &module, FunctionId id)
      : module_(module), builder_(module, id), function_(module.function(id)),
        inferred_(function_.valueCount()), slots_(function_.slots.size()) {}

  void run() {
    for (ValueId argument : function_.region(function_.body).arguments)
      inferred_[argument] = function_.value(argument).type;
    for (SlotId id : function_.slots.ids()) {
      const Slot &slot = function_.slots[id];
      if (slot.kind != SlotKind::Local)
        slots_[id] = types().dyn();
      else if (slot.parameter >= 0)
        slots_[id] = function_.value(parameter(slot)).type;
    }
    settle();
    // Values that are never reached have their declared type, so that those they flow to claim no
    // less.
    for (size_t i = 0; i < inferred_.size(); ++i)
      if (!inferred_[ValueId(i)])
        inferred_[ValueId(i)] = function_.value(ValueId(i)).type;
    settle();
    store();
    replaceShims();
  }

private:
  // The operation whose results a region's terminator gives, and the loop around.
  struct Loop {
    OpId op;
    const Loop *outer;
  };

  void settle() {
    do {
      changed_ = false;
      visit(function_.body, nullptr);
    } while (changed_);
  }

  TypeTable &types() { return module_.types; }
  ValueId parameter(const Slot &slot) const {
    return function_.region(function_.body).arguments[slot.parameter];
  }

  // Invalid below all types: nothing reaches the value yet.
  TypeId join(TypeId a, TypeId b) { return !a ? b : !b ? a : types().join(a, b); }
  void raise(TypeId &known, TypeId type) {
    TypeId joined = join(known, type);
    changed_ |= joined != known;
    known = joined;
  }
  // The known type of a value may already be more precise than the one that flows there.
  void raise(ValueId value, TypeId type) {
    TypeId declared = function_.value(value).type;
    raise(inferred_[value], types().isSubtype(type, declared) ? type : declared);
  }
  void flow(ValueId from, ValueId to) {
    if (inferred_[from])
      raise(to, inferred_[from]);
  }
  TypeKind kind(ValueId value) const {
    return inferred_[value] ? module_.types.get(inferred_[value]).kind : TypeKind::Dyn;
  }

  void visit(RegionId region, const Loop *loop) {
    for (OpId op : function_.region(region).ops)
      visitOp(op, loop);
  }

  void visitOp(OpId id, const Loop *loop) {
    const Op &op = function_.op(id);
    switch (op.opcode) {
    case Opcode::SlotStore: {
      TypeId type = inferred_[op.operands[0]];
      if (type)
        raise(slots_[function_.slotAttribute(id, "slot")], type);
      return;
    }
    case Opcode::SlotLoad:
      if (TypeId type = slots_[function_.slotAttribute(id, "slot")])
        raise(op.results[0], type);
      return;
    case Opcode::If:
    case Opcode::Try:
    case Opcode::Region:
    case Opcode::While:
    case Opcode::For: return visitControl(id, loop);
    case Opcode::YieldValues: return flowToParent(op);
    case Opcode::Condition: return flowFromCondition(op);
    case Opcode::Break: return flowAll(op.operands, function_.op(loop->op).results);
    case Opcode::Continue: return flowToHead(op.operands, loop->op);
    default: break;
    }
    for (ValueId operand : op.operands)
      if (!inferred_[operand])
        return;  // not reached yet
    for (ValueId result : op.results)
      raise(result, resultType(result));
  }

  void visitControl(OpId id, const Loop *loop) {
    const Op &op = function_.op(id);
    bool isWhile = op.opcode == Opcode::While, isFor = op.opcode == Opcode::For;
    if (isWhile || isFor) {
      llvm::ArrayRef<ValueId> initial = op.operands;
      flowToHead(isFor ? initial.drop_front() : initial, id);
      if (isFor)
        raise(argumentsOf(op, 0)[0], types().dyn());
    } else if (op.opcode == Opcode::Region) {
      flowAll(op.operands, argumentsOf(op, 0));
    } else if (op.opcode == Opcode::Try) {
      for (ValueId exception : argumentsOf(op, 1))
        raise(exception, function_.value(exception).type);
    }
    Loop own{id, loop};
    for (size_t i = 0; i < op.regions.size(); ++i) {
      bool isBody = (isFor && i == 0) || (isWhile && i == 1);
      visit(op.regions[i], isBody ? &own : loop);
    }
    // Without an else region the values of the head are the results.
    if (isFor && function_.region(op.regions[1]).ops.empty())
      flowAll(argumentsOf(op, 0).drop_front(), op.results);
  }

  llvm::ArrayRef<ValueId> argumentsOf(const Op &op, unsigned region) const {
    return function_.region(op.regions[region]).arguments;
  }

  void flowAll(llvm::ArrayRef<ValueId> from, llvm::ArrayRef<ValueId> to) {
    for (size_t i = 0; i < to.size(); ++i)
      flow(from[i], to[i]);
  }

  // Values for the next iteration; those of a `for` also reach its else region.
  void flowToHead(llvm::ArrayRef<ValueId> from, OpId id) {
    const Op &loop = function_.op(id);
    if (loop.opcode == Opcode::While)
      return flowAll(from, argumentsOf(loop, 0));
    flowAll(from, argumentsOf(loop, 0).drop_front());
    flowAll(from, argumentsOf(loop, 1));
  }

  void flowToParent(const Op &terminator) {
    OpId parent = function_.region(terminator.parent).parent;
    const Op &op = function_.op(parent);
    bool isBody = (op.opcode == Opcode::For && op.regions[0] == terminator.parent) ||
                  (op.opcode == Opcode::While && op.regions[1] == terminator.parent);
    if (isBody)
      flowToHead(terminator.operands, parent);
    else
      flowAll(terminator.operands, op.results);
  }

  void flowFromCondition(const Op &terminator) {
    const Op &loop = function_.op(function_.region(terminator.parent).parent);
    llvm::ArrayRef<ValueId> carried = llvm::makeArrayRef(terminator.operands).drop_front();
    flowAll(carried, argumentsOf(loop, 1));
    if (function_.region(loop.regions[2]).ops.empty())
      flowAll(carried, loop.results);
    else
      flowAll(carried, argumentsOf(loop, 2));
  }

  const SoundRule *ruleOf(const Op &op) const {
    if (op.operands.size() == 1)
      return unaryRule(op.opcode, kind(op.operands[0]));
    if (op.operands.size() == 2)
      return binaryRule(op.opcode, kind(op.operands[0]), kind(op.operands[1]));
    return nullptr;
  }

  TypeId resultType(ValueId result) {
    TypeId known = soundType(module_, function_, result, [&](ValueId v) { return inferred_[v]; });
    return known == types().dyn() ? function_.value(result).type : known;
  }

  // Writes down what was found, where it says more than what was there.
  void store() {
    for (size_t i = 0; i < inferred_.size(); ++i) {
      ValueId value(i);
      TypeId &type = function_.value(value).type;
      type = inferred_[value];
    }
    for (SlotId id : function_.slots.ids())
      if (slots_[id] && slots_[id] != types().dyn())
        function_.slots[id].type = slots_[id];
  }

  void replaceShims() {
    Rewriter rewriter(function_);
    std::vector<OpId> shims;
    walk(function_, function_.body, [&](OpId op) { shims.push_back(op); });
    for (OpId id : shims) {
      Op &op = function_.op(id);
      if (op.opcode == Opcode::PyTruth) {
        if (ValueId truth = directTruth(id))
          rewriter.replace(function_.op(id).results[0], truth), rewriter.erase(id);
        continue;
      }
      const SoundRule *rule = ruleOf(op);
      if (rule && rule->hasDirect())
        op.opcode = rule->direct;
    }
    rewriter.apply();
  }

  // The truth of a bool is itself, of a number that it is not zero.
  ValueId directTruth(OpId id) {
    ValueId operand = function_.op(id).operands[0];
    TypeKind kind = module_.types.get(function_.value(operand).type).kind;
    if (kind == TypeKind::Bool)
      return operand;
    builder_.setSpan(function_.op(id).span);
    builder_.setInsertionPoint(function_.op(id).parent, positionOf(function_, id));
    if (kind == TypeKind::Int)
      return builder_.value(Opcode::IntNe, {operand, builder_.integer(0)});
    if (kind == TypeKind::Float)
      return builder_.value(Opcode::FloatNe, {operand, builder_.real(0)});
    if (kind == TypeKind::None)
      return builder_.boolean(false);
    return ValueId();
  }

  Module &module_;
  Builder builder_;
  Function &function_;
  IdVector<ValueId, TypeId> inferred_;
  IdVector<SlotId, TypeId> slots_;
  bool changed_ = false;
};

}  // namespace

void runRefineSound(Module &module) {
  for (FunctionId id : module.functions())
    Refinement(module, id).run();
}

}  // namespace janus::transforms
