// Operations on constants, where Python's result is exact and nothing can be seen of computing it.
//
//   %0 = const 2 : int
//   %1 = const 3 : int             =>   %2 = const 6 : int
//   %2 = py.mul %0, %1 : dyn
//
// Also tuples of constants (CPython makes them constants, too) and branches on a constant. Not
// folded: what raises, ints beyond 64 bits, `%` and `//` of floats, texts.
#include "IR/Builder.h"
#include "IR/Rewriter.h"
#include "IR/Walk.h"
#include "Transforms/Optimize/FoldConstants.h"
#include "Transforms/PassManager.h"

namespace janus::transforms {
namespace {

using namespace ir;

class Folder {
public:
  Folder(Module &module, FunctionId id)
      : module_(module), function_(module.function(id)), rewriter_(function_) {}

  void run() {
    visit(function_.body);
    rewriter_.apply();
  }

private:
  void visit(RegionId region) {
    for (size_t i = 0; i < function_.region(region).ops.size(); ++i) {
      OpId id = function_.region(region).ops[i];
      if (function_.op(id).opcode == Opcode::If && chooseBranch(id, i)) {
        --i;  // the branch now stands here
        continue;
      }
      fold(id);
      llvm::SmallVector<RegionId, 2> inner = function_.op(id).regions;
      for (RegionId each : inner)
        visit(each);
    }
  }

  const Constant *constantOf(ValueId value) const {
    OpId op = function_.value(rewriter_.current(value)).definedBy;
    if (!op || function_.op(op).opcode != Opcode::Const)
      return nullptr;
    return &module_.constant(function_.constAttribute(op, "value"));
  }

  void fold(OpId id) {
    if (function_.op(id).opcode == Opcode::PyTuple)
      return foldTuple(id);
    llvm::SmallVector<const Constant *, 2> operands;
    for (ValueId operand : function_.op(id).operands)
      operands.push_back(constantOf(operand));
    if (llvm::is_contained(operands, nullptr))
      return;
    if (std::optional<Constant> result = foldConstants(function_.op(id).opcode, operands))
      becomeConstant(id, module_.addConstant(std::move(*result)));
  }

  void foldTuple(OpId id) {
    Constant tuple;
    tuple.kind = Constant::Kind::Tuple;
    for (ValueId operand : function_.op(id).operands) {
      if (!constantOf(operand))
        return;
      OpId item = function_.value(rewriter_.current(operand)).definedBy;
      tuple.items.push_back(function_.constAttribute(item, "value"));
    }
    becomeConstant(id, module_.addConstant(std::move(tuple)));
  }

  void becomeConstant(OpId id, ConstId constant) {
    Op &op = function_.op(id);
    op.opcode = Opcode::Const;
    op.operands.clear();
    op.attributes.clear();
    function_.setAttribute(id, "value", constant);
    function_.value(op.results[0]).type = typeOf(module_, constant);
  }

  // Puts the branch that a constant condition takes in the place of the `if`.
  bool chooseBranch(OpId id, size_t index) {
    const Constant *condition = constantOf(function_.op(id).operands[0]);
    if (!condition ||
        (condition->kind != Constant::Kind::True && condition->kind != Constant::Kind::False))
      return false;
    RegionId taken = function_.op(id).regions[condition->kind == Constant::Kind::True ? 0 : 1];
    if (!fallsThrough(function_, taken))
      return false;  // what follows would follow an exit
    if (OpId last = terminatorOf(function_, taken))
      for (size_t i = 0; i < function_.op(id).results.size(); ++i)
        rewriter_.replace(function_.op(id).results[i], function_.op(last).operands[i]);
    RegionId around = function_.op(id).parent;
    std::vector<OpId> &ops = function_.region(around).ops;
    ops.erase(ops.begin() + index);
    spliceBody(function_, taken, around, index);
    return true;
  }

  Module &module_;
  Function &function_;
  Rewriter rewriter_;
};

}  // namespace

void runConstantFold(Module &module) {
  for (FunctionId id : module.functions())
    Folder(module, id).run();
}

}  // namespace janus::transforms
