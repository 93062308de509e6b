// The products that the turns of a loop add to a sum become one, behind the loop.
//
//   loop { %3 = loop.carried %1                         loop { loop.product 0 %a, %b
//          %5 = t.mm (t.t %a), %b                  =>          loop.again %more, ..., %more }
//          %6 = t.add_tensor %3, %5, 1                  %8 = loop.sum 0 %7 : tensor
//          loop.again %more, %6, %6 }                   %9 = t.add_tensor %1, %8, 1
//
// Gradients of weights that each turn uses are such sums: a turn keeps its rows of both factors and
// writes no gradient. As with SumProducts, the sum is another order of the same terms.
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

// Smaller sums cost a turn no more than keeping the factors does.
constexpr int64_t kLeastElements = 1024;

class LoopProducts {
public:
  LoopProducts(Module &module, FunctionId id)
      : module_(module), function_(module.function(id)), builder_(module, id),
        rewriter_(function_) {}

  void run() {
    std::vector<OpId> loops;
    walk(function_, function_.body, [&](OpId id) {
      for (ValueId operand : op(id).operands)
        users_[operand].push_back(id);
      if (op(id).opcode == Opcode::Loop)
        loops.push_back(id);
      if (op(id).opcode == Opcode::LoopProduct)
        nextKey_ = std::max(nextKey_, function_.intAttribute(id, "key") + 1);
    });
    for (OpId loop : loops) {
      for (size_t i = TurnView(function_, loop).carried().size(); i-- > 0;)
        visit(loop, i);  // which may take that one away
    }
    rewriter_.apply();
  }

private:
  const Op &op(OpId id) const { return function_.op(id); }

  void visit(OpId loop, size_t index) {
    TurnView turn(function_, loop);
    ValueId carried = turn.carried()[index], next = turn.next()[index];
    OpId sum = function_.value(next).definedBy;
    bool isSum = op(sum).opcode == opcodeOf(graph_rows::kSum) && op(sum).parent == turn.body() &&
                 builder_.constantInt(op(sum).operands[2]) == 1 && users_[carried].size() == 1 &&
                 users_[carried].front() == sum;
    if (!isSum)
      return;
    ValueId product = op(sum).operands[op(sum).operands[0] == carried ? 1 : 0];
    OpId made = function_.value(product).definedBy;
    std::optional<std::pair<ValueId, ValueId>> factors = factorsOf(made);
    // The sum is handed on and given out, and nothing else.
    bool isOwn = llvm::all_of(users_[next], [&](OpId user) {
      return op(user).opcode == Opcode::LoopAgain && op(user).parent == turn.body();
    });
    if (!factors || !isOwn || users_[product].size() != 1 || op(made).parent != turn.body() ||
        llvm::count(turn.next(), next) != 1)
      return;
    const Type &whole = builder_.typeOf(next), &part = builder_.typeOf(product);
    const Type &begin = builder_.typeOf(turn.initial(index));
    if (whole.dtype != part.dtype || whole.shape != part.shape || begin.shape != whole.shape ||
        begin.dtype != whole.dtype)
      return;

    const int64_t key = nextKey_++;
    builder_.insertBefore(sum);
    builder_.effect(Opcode::LoopProduct, {factors->first, factors->second},
                    NamedAttribute{"key", key});
    // Behind the loop, on which the sum hangs by what it ends with.
    std::vector<size_t> given;
    for (size_t i = 0; i < turn.results().size(); ++i)
      if (turn.results()[i] == next)
        given.push_back(i);
    ValueId initial = turn.initial(index), more = turn.more();
    OpId again = terminatorOf(function_, turn.body());
    ValueId ended = function_.addResult(loop, module_.types.of(TypeKind::Bool));
    function_.op(again).operands.push_back(more);
    builder_.insertAfter(loop);
    Type total = part;
    total.layout = Layout::Contiguous;
    total.requiresGrad = false;
    ValueId all = builder_.make(Opcode::LoopSum, {ended}, total, NamedAttribute{"key", key});
    ValueId result = builder_.sum(initial, all, function_.value(next).type);
    const size_t first = 1 + TurnView(function_, loop).carried().size();
    for (size_t i : llvm::reverse(given)) {
      Op &whole = function_.op(loop), &end = function_.op(again);
      rewriter_.replace(whole.results[i], result);
      whole.results.erase(whole.results.begin() + i);
      end.operands.erase(end.operands.begin() + first + i);
    }
    for (auto &each : llvm::enumerate(op(loop).results))
      function_.value(each.value()).index = each.index();
    // Nobody uses what is carried, nor the sum of a turn, any more.
    Op &end = function_.op(again);
    end.operands.erase(end.operands.begin() + 1 + index);
    std::vector<OpId> &ops = function_.region(op(again).parent).ops;
    llvm::erase_value(ops, sum);
    llvm::erase_value(ops, function_.value(carried).definedBy);
  }

  // The factors of a product of float matrices, the first of which is transposed: it as it was, and
  // the other.
  std::optional<std::pair<ValueId, ValueId>> factorsOf(OpId made) const {
    if (!made || op(made).opcode != opcodeOf(graph_rows::kProduct))
      return std::nullopt;
    OpId turned = function_.value(op(made).operands[0]).definedBy;
    if (!turned || op(turned).opcode != opcodeOf(graph_rows::kTransposed))
      return std::nullopt;
    ValueId left = op(turned).operands[0], right = op(made).operands[1];
    auto isMatrix = [&](ValueId value) {
      const Type &type = builder_.typeOf(value);
      return (type.dtype == "float32" || type.dtype == "float64") && type.shape &&
             type.shape->size() == 2 && llvm::all_of(*type.shape, [](const Dim &dim) {
               return dim.symbol.empty() && dim.number > 0;
             });
    };
    if (!isMatrix(left) || !isMatrix(right) ||
        builder_.typeOf(left).dtype != builder_.typeOf(right).dtype)
      return std::nullopt;
    int64_t elements =
        (*builder_.typeOf(left).shape)[1].number * (*builder_.typeOf(right).shape)[1].number;
    return elements >= kLeastElements ? std::optional(std::pair(left, right)) : std::nullopt;
  }

  Module &module_;
  Function &function_;
  RowBuilder builder_;
  Rewriter rewriter_;
  llvm::DenseMap<ValueId, llvm::SmallVector<OpId, 2>> users_;
  int64_t nextKey_ = 0;
};

}  // namespace

void runLoopProducts(Module &module) {
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnGraph)
      LoopProducts(module, id).run();
}

}  // namespace janus::transforms
