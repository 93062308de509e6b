// The gradient of one row of an embedding is added to that row of the sum that a loop carries.
//
//   %3 = loop.carried %1                                      %3 = loop.carried %1
//   %4 = t.embedding_backward %g, %index, 200, -1, False  =>  %4 = t.item %index
//   %5 = t.add_tensor %3, %4, 1                               %5 = t.select %3, 0, %4 ; %6 = %5 +
//   %g loop.again ..., %5                                        %7 = t.select_scatter %3, %6, 0,
//   %4
//                                                             loop.again ..., %7
//
// So a turn writes one row and not the whole (Plan.h: carriedParts). The sums have the same bits:
// to all other rows zero is added, once at the beginning for the sake of its sign.
#include "IR/Loops.h"
#include "IR/Rewriter.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"
#include "Transforms/Optimize/RowBuilder.h"
#include "Transforms/PassManager.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace janus::transforms {
namespace {

using namespace ir;

class RowAdder {
public:
  RowAdder(Module &module, FunctionId id)
      : module_(module), function_(module.function(id)), builder_(module, id),
        rewriter_(function_) {}

  void run() {
    std::vector<OpId> loops;
    walk(function_, function_.body, [&](OpId id) {
      for (ValueId operand : op(id).operands)
        users_[operand].push_back(id);
      if (op(id).opcode == Opcode::Loop)
        loops.push_back(id);
    });
    for (OpId loop : loops) {
      TurnView turn(function_, loop);
      for (size_t i = 0; i < turn.carried().size(); ++i)
        visit(turn.carried()[i], turn.next()[i]);
    }
    rewriter_.apply();
  }

private:
  const Op &op(OpId id) const { return function_.op(id); }

  void visit(ValueId carried, ValueId next) {
    OpId sum = function_.value(next).definedBy;
    OpId head = function_.value(carried).definedBy;
    bool isSum = op(sum).opcode == opcodeOf(graph_rows::kSum) &&
                 op(sum).parent == op(head).parent &&
                 builder_.constantInt(op(sum).operands[2]) == 1;
    if (!isSum || users_.lookup(carried).size() != 1)
      return;
    bool isFirst = op(sum).operands[0] == carried;
    ValueId gradient = op(sum).operands[isFirst ? 1 : 0];
    OpId made = function_.value(gradient).definedBy;
    if (op(sum).operands[isFirst ? 0 : 1] != carried || !isOneRow(made) ||
        users_.lookup(gradient).size() != 1 || op(made).parent != op(sum).parent)
      return;
    const Type whole = builder_.typeOf(carried);
    if (!whole.shape || whole.shape != builder_.typeOf(gradient).shape ||
        whole.dtype != builder_.typeOf(gradient).dtype)
      return;
    const int64_t width = (*whole.shape)[1].number;
    ValueId row = op(made).operands[0], index = op(made).operands[1];
    builder_.insertBefore(sum);
    Type number;
    number.kind = TypeKind::Int;
    ValueId place = builder_.make(graph_rows::kNumber, {index}, number);
    ValueId zero = builder_.integer(0);
    Type part = whole;
    part.shape->erase(part.shape->begin());
    part.layout = Layout::Contiguous;
    ValueId old = builder_.make(graph_rows::kIndex, {carried, zero, place}, part);
    ValueId added = builder_.sum(old, builder_.view(row, {width}), module_.types.intern(part));
    ValueId written =
        builder_.make(graph_rows::kWithIndex, {carried, added, zero, place}, builder_.typeOf(next));
    rewriter_.replace(next, written);
    OpId initial = function_.value(op(head).operands[0]).definedBy;
    if (op(initial).opcode == opcodeOf(graph_rows::kRowGradient))
      return;
    OpId loop = function_.region(op(head).parent).parent;
    builder_.insertBefore(loop);
    ValueId signless = builder_.plusZero(op(head).operands[0]);
    function_.op(head).operands[0] = signless;
  }

  // A gradient of all rows of which one alone is not zero.
  bool isOneRow(OpId made) const {
    if (!made || op(made).opcode != opcodeOf(graph_rows::kRowGradient))
      return false;
    const Type &row = builder_.typeOf(op(made).operands[0]),
               &index = builder_.typeOf(op(made).operands[1]),
               &whole = builder_.typeOf(op(made).results[0]);
    auto isOne = [](const Dim &dim) { return dim.number == 1; };
    return row.shape && row.layout == Layout::Contiguous && index.shape && whole.shape &&
           whole.shape->size() == 2 && (*whole.shape)[1].number > 0 && row.dtype == whole.dtype &&
           llvm::all_of(*index.shape, isOne) && builder_.constantInt(op(made).operands[3]) == -1 &&
           isFalse(op(made).operands[4]);
  }

  bool isFalse(ValueId value) const {
    OpId made = function_.value(value).definedBy;
    return made && op(made).opcode == Opcode::Const &&
           module_.constant(function_.constAttribute(made, "value")).kind == Constant::Kind::False;
  }

  Module &module_;
  Function &function_;
  RowBuilder builder_;
  Rewriter rewriter_;
  llvm::DenseMap<ValueId, llvm::SmallVector<OpId, 2>> users_;
};

}  // namespace

void runAddRows(Module &module) {
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnGraph)
      RowAdder(module, id).run();
}

}  // namespace janus::transforms
