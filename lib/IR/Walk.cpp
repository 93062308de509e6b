#include "IR/Walk.h"

namespace janus::ir {

void walk(const Function &function, RegionId region, llvm::function_ref<void(OpId)> visit) {
  for (OpId op : function.region(region).ops) {
    visit(op);
    for (RegionId inner : function.op(op).regions)
      walk(function, inner, visit);
  }
}

void walkPostOrder(const Function &function, RegionId region,
                   llvm::function_ref<void(OpId)> visit) {
  for (OpId op : function.region(region).ops) {
    for (RegionId inner : function.op(op).regions)
      walkPostOrder(function, inner, visit);
    visit(op);
  }
}

IdVector<ValueId, unsigned> countUses(const Function &function) {
  IdVector<ValueId, unsigned> uses(function.valueCount(), 0);
  walk(function, function.body, [&](OpId op) {
    for (ValueId operand : function.op(op).operands)
      ++uses[operand];
  });
  return uses;
}

namespace {

// `inLoop`: `break` and `continue` stay within what is asked about.
uint32_t effects(const Function &function, OpId id, bool inLoop) {
  const Op &op = function.op(id);
  uint32_t traits = info(op.opcode).traits;
  if (inLoop && (op.opcode == Opcode::Break || op.opcode == Opcode::Continue))
    traits &= ~Exit;
  bool isLoop = op.opcode == Opcode::While || op.opcode == Opcode::For;
  for (size_t i = 0; i < op.regions.size(); ++i) {
    bool body = isLoop && i == (op.opcode == Opcode::While ? 1 : 0);
    for (OpId inner : function.region(op.regions[i]).ops)
      traits |= effects(function, inner, inLoop || body);
  }
  return op.regions.empty() ? traits : traits & ~uint32_t(Terminator);
}

}  // namespace

uint32_t effectsOf(const Function &function, OpId op) {
  return effects(function, op, false);
}

OpId terminatorOf(const Function &function, RegionId region) {
  const std::vector<OpId> &ops = function.region(region).ops;
  if (ops.empty() || !has(function.op(ops.back()).opcode, Terminator))
    return OpId();
  return ops.back();
}

uint32_t traitsOf(const Function &function, OpId op) {
  Opcode opcode = function.op(op).opcode;
  uint32_t traits = info(opcode).traits;
  bool pure = (function.flags & kFnGraph) && isTensorOp(opcode) && !(traits & (WritesHeap | Draws));
  return pure ? uint32_t(Pure) : traits;
}

bool fallsThrough(const Function &function, RegionId region) {
  OpId last = terminatorOf(function, region);
  if (!last)
    return true;
  Opcode opcode = function.op(last).opcode;
  return opcode == Opcode::YieldValues || opcode == Opcode::Condition;
}

bool isInside(const Function &function, OpId op, RegionId region) {
  while (op) {
    RegionId parent = function.op(op).parent;
    if (parent == region)
      return true;
    op = function.region(parent).parent;
  }
  return false;
}

unsigned twinNumber(const Module &module, FunctionId function) {
  const Function &known = module.function(function);
  unsigned twins = 0;
  for (FunctionId id : module.functions()) {
    const Function &other = module.function(id);
    if (id == function)
      break;
    if (other.qualname != known.qualname || !other.span.valid() || !known.span.valid())
      continue;
    auto [first, second] = std::minmax(other.span.begin, known.span.begin);
    twins += !llvm::StringRef(module.source).slice(first, second).contains('\n');
  }
  return twins;
}

}  // namespace janus::ir
