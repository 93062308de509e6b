// Products of graphs that share a factor, and of which none needs another one, become one product
// over all their rows.
//
//   %2 = t.linear %x, %w, %b         %6 = pack %x, %y
//   %3 = t.tanh %2                   %7 = t.cat %6, 0
//   %4 = t.linear %y, %w, %b    =>   %8 = t.linear %7, %w, %b
//                                    %2 = t.slice %8, 0, 0, 1, 1
//                                    %4 = t.slice %8, 0, 1, 2, 1
//                                    %3 = t.tanh %2
//
// So the projections of all time steps become one product, and so do those of the nodes of a tree
// that have the same distance from its leaves, forward and backward (batching within one tree, as
// recursive graphs do it at run time). The joint product stands where the last of its parts stood;
// what needs one of the others moves behind it. Only pure operations move: whatever else waits for
// a part ends the batch before it. Products with many rows gain nothing. A result whose memory or
// history Python can reach keeps an operation, and memory, of its own.
#include "IR/Rewriter.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"
#include "Transforms/Optimize/ProductTerms.h"
#include "Transforms/PassManager.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

#include <map>

namespace janus::transforms {
namespace {

using namespace ir;

// More rows use the processor well alone.
constexpr int64_t kFewRows = 64;

class Batcher {
public:
  Batcher(Module &module, FunctionId id)
      : function_(module.function(id)), terms_(module, id), rewriter_(function_) {}

  void run() {
    std::vector<RegionId> regions{function_.body};
    walk(function_, function_.body,
         [&](OpId id) { llvm::append_range(regions, function_.op(id).regions); });
    for (RegionId region : regions)
      visit(region);
    rewriter_.apply();
  }

private:
  using Products = std::vector<OpId>;
  // Operation, and operands other than the first.
  using Key = std::pair<Opcode, std::vector<ValueId>>;

  const Op &op(OpId id) const { return function_.op(id); }

  void visit(RegionId region) {
    llvm::MapVector<Key, Products, std::map<Key, unsigned>> alike;
    for (OpId id : function_.region(region).ops)
      if (isBatchable(id)) {
        Key key{op(id).opcode, {}};
        for (ValueId operand : llvm::drop_begin(op(id).operands))
          key.second.push_back(rewriter_.current(operand));
        alike[key].push_back(id);
      }
    for (const auto &[key, products] : alike)
      if (products.size() > 1)
        for (const Products &level : levelsOf(region, products))
          if (level.size() > 1)
            merge(region, level);
  }

  bool isBatchable(OpId id) const {
    if (!terms_.isProduct(id) || terms_.isReachable(op(id).results[0]))
      return false;
    std::optional<int64_t> rows = terms_.rowsOf(op(id).operands[0]);
    return rows && *rows > 0 && *rows <= kFewRows;
  }

  // Calls `visit` with what an operation and all it holds use.
  void forEachInput(OpId id, llvm::function_ref<void(ValueId)> visit) const {
    for (ValueId operand : op(id).operands)
      visit(rewriter_.current(operand));
    for (RegionId inner : op(id).regions)
      walk(function_, inner, [&](OpId held) {
        for (ValueId operand : op(held).operands)
          visit(rewriter_.current(operand));
      });
  }

  // The products by how many of them stand one behind the other before them: those of a level do
  // not need each other.
  std::vector<Products> levelsOf(RegionId region, const Products &products) const {
    llvm::DenseMap<ValueId, size_t> behind;  // products that a value needs, along the longest way
    std::vector<Products> levels;
    llvm::DenseSet<OpId> members(products.begin(), products.end());
    for (OpId id : function_.region(region).ops) {
      size_t level = 0;
      forEachInput(id, [&](ValueId input) { level = std::max(level, behind.lookup(input)); });
      if (members.contains(id)) {
        levels.resize(std::max(levels.size(), level + 1));
        levels[level++].push_back(id);
      }
      if (level)
        for (ValueId result : op(id).results)
          behind[result] = level;
    }
    return levels;
  }

  bool canWait(OpId id) const {
    auto isPure = [&](OpId each) {
      return (traitsOf(function_, each) & ~(Control | Terminator)) == Pure;
    };
    bool allPure = isPure(id) && op(id).opcode != Opcode::Loop && !has(op(id).opcode, Terminator);
    for (RegionId inner : op(id).regions)
      walk(function_, inner, [&](OpId held) { allPure &= isPure(held); });
    return allPure;
  }

  // Makes one of the products, in as many parts as operations that cannot wait leave.
  void merge(RegionId region, const Products &products) {
    std::vector<OpId> ops;
    ops.swap(function_.region(region).ops);
    Products batch;
    std::vector<OpId> waiting;
    llvm::DenseSet<ValueId> late;  // of the batch, and of what waits for it
    auto append = [&](OpId id) { function_.region(region).ops.push_back(id); };
    auto finish = [&] {
      if (batch.size() > 1)
        emit(region, batch);
      else
        llvm::for_each(batch, append);
      llvm::for_each(waiting, append);
      batch.clear();
      waiting.clear();
      late.clear();
    };
    // Another batch may have changed their order since.
    llvm::DenseSet<OpId> members(products.begin(), products.end());
    for (OpId id : ops) {
      bool isPart = members.erase(id);
      bool waits = false;
      forEachInput(id, [&](ValueId input) { waits |= late.contains(input); });
      if (waits && !isPart && !canWait(id)) {
        finish();
        waits = false;
      }
      if (isPart)
        batch.push_back(id);
      else if (waits)
        waiting.push_back(id);
      else
        append(id);
      if (isPart || waits)
        late.insert(op(id).results.begin(), op(id).results.end());
      if (isPart && members.empty())
        finish();
    }
  }

  void emit(RegionId region, const Products &batch) {
    OpId last = batch.back();
    terms_.builder().insertAtEnd(region, last);
    llvm::SmallVector<ValueId, 8> parts;
    int64_t count = 0;
    for (OpId id : batch) {
      parts.push_back(rewriter_.current(op(id).operands[0]));
      count += *terms_.rowsOf(parts.back());
    }
    llvm::SmallVector<ValueId, 3> operands(op(last).operands.begin(), op(last).operands.end());
    for (ValueId &operand : operands)
      operand = rewriter_.current(operand);
    operands[0] = terms_.joinedRows(parts);
    ValueId joint = terms_.product(op(last).opcode, operands, op(last).results[0], count);
    int64_t first = 0;
    for (auto [id, part] : llvm::zip(batch, parts)) {
      ValueId result = op(id).results[0];
      int64_t end = first + *terms_.rowsOf(part);
      rewriter_.replace(result, terms_.rows(joint, first, end, function_.value(result).type));
      rewriter_.erase(id);
      first = end;
    }
  }

  Function &function_;
  ProductTerms terms_;
  Rewriter rewriter_;
};

}  // namespace

void runBatchProducts(Module &module) {
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnGraph)
      Batcher(module, id).run();
}

}  // namespace janus::transforms
