// A sum of products of matrices in graphs becomes one product over all their inner dimensions.
//
//   %2 = t.t %a1                            %8 = pack %a1, %a2
//   %3 = t.mm %2, %b1                       %9 = t.cat %8, 0
//   %4 = t.t %a2                            %10 = t.t %9
//   %5 = t.mm %4, %b2                  =>   %11 = pack %b1, %b2
//   %6 = t.add_tensor %3, %5, 1             %12 = t.cat %11, 0
//                                           %6 = t.mm %10, %12
//
// Such a sum is the gradient of a weight that was used several times: in each time step, at each
// node of a tree. A product over few rows writes, and a sum reads, the whole gradient for little
// arithmetic; the operands are small. Where they are not, the sum stays.
#include "IR/Rewriter.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"
#include "Transforms/Optimize/ProductTerms.h"
#include "Transforms/PassManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace janus::transforms {
namespace {

using namespace ir;

class Summer {
public:
  Summer(Module &module, FunctionId id)
      : module_(module), function_(module.function(id)), terms_(module, id), rewriter_(function_),
        uses_(countUses(function_)) {}

  void run() {
    std::vector<OpId> sums;
    walk(function_, function_.body, [&](OpId id) {
      if (isSum(id))
        sums.push_back(id);
    });
    // The last sum of a chain comes first, and takes the others with it.
    for (OpId id : llvm::reverse(sums))
      if (!taken_.contains(id))
        visit(id);
    rewriter_.apply();
  }

private:
  using Values = llvm::SmallVector<ValueId, 8>;

  const Op &op(OpId id) const { return function_.op(id); }
  OpId maker(ValueId value) const { return function_.value(value).definedBy; }
  TypeId typeOf(ValueId value) const { return function_.value(value).type; }
  const std::vector<Dim> &shapeOf(ValueId value) const {
    return *module_.types.get(typeOf(value)).shape;
  }

  llvm::ArrayRef<ValueId> terms(OpId sum) const {
    return llvm::makeArrayRef(op(sum).operands).take_front(2);
  }

  // The sum of two tensors that are like the result.
  bool isSum(OpId id) const {
    if (op(id).opcode != opcodeOf(graph_rows::kSum) ||
        terms_.builder().constantInt(op(id).operands[2]) != 1)
      return false;
    ValueId result = op(id).results[0];
    return terms_.rowsOf(result) && shapeOf(result).size() == 2 &&
           llvm::all_of(terms(id), [&](ValueId each) {
             return terms_.rowsOf(each) && shapeOf(each) == shapeOf(result);
           });
  }

  // True when only the sum needs it, so that it may go into the sum.
  bool isPart(ValueId value, OpId sum) const {
    OpId made = maker(value);
    return made && uses_[value] == 1 && !terms_.isReachable(value) &&
           op(made).parent == op(sum).parent;
  }

  void addTerms(OpId sum, Values &products, Values &others) {
    taken_.insert(sum);
    for (ValueId term : terms(sum)) {
      if (isPart(term, sum) && isSum(maker(term)))
        addTerms(maker(term), products, others);
      else if (isPart(term, sum) && gains(maker(term)))
        products.push_back(term);
      else
        others.push_back(term);
    }
  }

  // A product of which the operands are smaller than the result.
  bool gains(OpId id) const {
    if (op(id).opcode != opcodeOf(graph_rows::kProduct) || !terms_.isProduct(id))
      return false;
    ValueId result = op(id).results[0];
    int64_t rows = *terms_.rowsOf(result), columns = terms_.columnsOf(result);
    return terms_.columnsOf(op(id).operands[0]) * (rows + columns) <= rows * columns;
  }

  void visit(OpId sum) {
    Values products, others;
    addTerms(sum, products, others);
    if (products.size() < 2)
      return;
    // By their second factors, in the order in which those were computed: so sums that belong
    // together, and the batch of the products forward, join the same operands.
    llvm::stable_sort(products, [&](ValueId a, ValueId b) { return right(a) < right(b); });
    terms_.builder().insertBefore(sum);
    Values lefts, rights;
    for (ValueId product : products) {
      lefts.push_back(op(maker(product)).operands[0]);
      rights.push_back(right(product));
    }
    ValueId result = op(sum).results[0];
    ValueId joint = terms_.product(
        opcodeOf(graph_rows::kProduct), {joinedLefts(lefts), terms_.joinedRows(rights)},
        others.empty() ? result : products.front(), *terms_.rowsOf(result));
    for (ValueId other : others)
      joint = terms_.builder().sum(joint, other, typeOf(result));
    rewriter_.replace(result, joint);
    rewriter_.erase(sum);
  }

  ValueId right(ValueId product) const { return op(maker(product)).operands[1]; }

  // Transposed matrices are joined by rows, and transposed then.
  ValueId joinedLefts(const Values &lefts) {
    Values sources;
    for (ValueId left : lefts)
      if (OpId made = maker(left); made && op(made).opcode == opcodeOf(graph_rows::kTransposed))
        sources.push_back(op(made).operands[0]);
    if (sources.size() != lefts.size())
      return terms_.builder().joined(lefts, 1);
    return terms_.builder().transposed(terms_.joinedRows(sources));
  }

  Module &module_;
  Function &function_;
  ProductTerms terms_;
  Rewriter rewriter_;
  IdVector<ValueId, unsigned> uses_;
  llvm::DenseSet<OpId> taken_;
};

}  // namespace

void runSumProducts(Module &module) {
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnGraph)
      Summer(module, id).run();
}

}  // namespace janus::transforms
