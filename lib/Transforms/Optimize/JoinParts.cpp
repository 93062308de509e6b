// The gradients of the parts of a tensor in graphs, added up, are put side by side.
//
//   %3 = t.slice_backward %1, (4, 8), 1, 0, 3, 1
//   %4 = t.slice_backward %2, (4, 8), 1, 3, 8, 1       =>   %6 = pack %1, %2
//   %5 = t.add_tensor %3, %4, 1                             %5 = t.cat %6, 1
//
// So chunks of gates, and the steps of a sequence, make their whole once, instead of once each with
// zeros around them. The sums have the same bits: all but one of what is added to an element is
// zero. Two things matter for that. Minus zero plus zero is zero, so zero is added where somebody
// may see the sign. And of what else is added, no more than one may have been added before the last
// part: from then on the order is as it was.
#include "IR/Rewriter.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"
#include "Transforms/Optimize/ProductTerms.h"
#include "Transforms/PassManager.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace janus::transforms {
namespace {

using namespace ir;

class Joiner {
public:
  Joiner(Module &module, FunctionId id)
      : function_(module.function(id)), builder_(module, id), rewriter_(function_),
        reachable_(reachableValues(function_)) {}

  void run() {
    std::vector<OpId> sums;
    walk(function_, function_.body, [&](OpId id) {
      for (ValueId operand : op(id).operands)
        users_[operand].push_back(id);
      if (isSum(id))
        sums.push_back(id);
    });
    for (OpId id : sums)
      if (!taken_.contains(id))
        visit(id);
    rewriter_.apply();
  }

private:
  using Sums = llvm::SmallVector<OpId, 8>;

  // The gradient of indices `first` to `end` of a dimension of a tensor.
  struct Part {
    OpId op;
    int64_t dim, first, end;
  };

  const Op &op(OpId id) const { return function_.op(id); }
  const std::vector<Dim> &shapeOf(ValueId value) const { return *builder_.typeOf(value).shape; }

  bool isSum(OpId id) const {
    if (op(id).opcode != opcodeOf(graph_rows::kSum) ||
        builder_.constantInt(op(id).operands[2]) != 1)
      return false;
    const Type &result = builder_.typeOf(op(id).results[0]);
    return result.shape && llvm::all_of(terms(id), [&](ValueId each) {
             const Type &type = builder_.typeOf(each);
             return type.shape == result.shape && type.dtype == result.dtype;
           });
  }
  llvm::ArrayRef<ValueId> terms(OpId sum) const {
    return llvm::makeArrayRef(op(sum).operands).take_front(2);
  }

  std::optional<Part> partOf(ValueId value) const {
    OpId made = function_.value(value).definedBy;
    if (!made || users_.lookup(value).size() != 1 || reachable_.contains(value))
      return std::nullopt;
    bool isIndex = op(made).opcode == opcodeOf(graph_rows::kIndexGradient);
    if (!isIndex && op(made).opcode != opcodeOf(graph_rows::kPartGradient))
      return std::nullopt;
    llvm::ArrayRef<ValueId> operands = op(made).operands;
    std::optional<int64_t> dim = builder_.constantInt(operands[2]),
                           first = builder_.constantInt(operands[3]), end, step = 1;
    const Type &part = builder_.typeOf(operands[0]), &whole = builder_.typeOf(value);
    if (!dim || !first || !whole.shape || !part.shape || part.dtype != whole.dtype)
      return std::nullopt;
    if (*dim < 0)
      *dim += static_cast<int64_t>(whole.shape->size());
    int64_t size = (*whole.shape)[*dim].number;
    if (*first < 0)
      *first += size;
    if (isIndex) {
      end = *first + 1;
    } else {
      end = builder_.constantInt(operands[4]);
      step = builder_.constantInt(operands[5]);
      if (end && *end < 0)
        *end += size;
      if (end)
        end = std::min(*end, size);
    }
    if (step != 1 || !end || size < 0 || *first < 0 || *end <= *first || *end > size)
      return std::nullopt;
    return Part{made, *dim, *first, *end};
  }

  // The sums of a chain, each the first term of the next one, from the first on.
  Sums chainFrom(OpId first) const {
    Sums chain{first};
    while (true) {
      ValueId result = op(chain.back()).results[0];
      const llvm::SmallVector<OpId, 2> users = users_.lookup(result);
      if (users.size() != 1 || reachable_.contains(result) || !isSum(users[0]) ||
          op(users[0]).operands[0] != result || op(users[0]).parent != op(first).parent)
        return chain;
      chain.push_back(users[0]);
    }
  }

  void visit(OpId first) {
    Sums chain = chainFrom(first);
    taken_.insert(chain.begin(), chain.end());
    llvm::SmallVector<Part, 8> parts;
    std::optional<ValueId> other;
    size_t last = 0, otherAt = 0;  // their sums: of the last part
    auto add = [&](ValueId term, size_t sum) {
      std::optional<Part> part = partOf(term);
      bool joins =
          part && llvm::all_of(parts, [&](const Part &each) {
            return each.dim == part->dim && (each.end <= part->first || part->end <= each.first);
          });
      if (!joins && other)
        return false;
      if (joins) {
        parts.push_back(*part);
        last = sum;
      } else {
        other = term;
        otherAt = sum;
      }
      return true;
    };
    bool goesOn = add(op(first).operands[0], 0);
    for (size_t i = 0; i < chain.size() && goesOn; ++i)
      goesOn = add(op(chain[i]).operands[1], i);
    if (parts.size() < 2)
      return;
    if (other && otherAt > last)
      other = std::nullopt;
    llvm::sort(parts, [](const Part &a, const Part &b) { return a.first < b.first; });
    for (size_t i = 1; i < parts.size(); ++i)
      if (parts[i].first != parts[i - 1].end)
        return;
    replace(chain[last], parts, other);
  }

  void replace(OpId sum, llvm::ArrayRef<Part> parts, std::optional<ValueId> other) {
    builder_.insertBefore(sum);
    ValueId result = op(sum).results[0];
    int64_t dim = parts[0].dim;
    llvm::SmallVector<ValueId, 8> pieces;
    for (const Part &part : parts) {
      ValueId piece = rewriter_.current(op(part.op).operands[0]);
      bool isIndex = op(part.op).opcode == opcodeOf(graph_rows::kIndexGradient);
      pieces.push_back(isIndex ? builder_.withDimension(piece, dim) : piece);
    }
    ValueId whole = builder_.joined(pieces, dim);
    if (showsSign(result))
      whole = builder_.plusZero(whole);
    if (parts.back().end - parts.front().first != shapeOf(result)[dim].number)
      whole = withZerosAround(whole, parts, builder_.typeOf(op(parts[0].op).results[0]));
    if (other)
      whole = builder_.sum(whole, rewriter_.current(*other), function_.value(result).type);
    rewriter_.replace(result, whole);
    rewriter_.erase(sum);
  }

  ValueId withZerosAround(ValueId part, llvm::ArrayRef<Part> parts, Type type) {
    ValueId sizes = op(parts[0].op).operands[1], dim = builder_.integer(parts[0].dim),
            first = builder_.integer(parts.front().first), end = builder_.integer(parts.back().end),
            step = builder_.integer(1);
    return builder_.make(graph_rows::kPartGradient, {part, sizes, dim, first, end, step}, type);
  }

  // Products and totals begin with zero, and give the same for either.
  bool showsSign(ValueId value) const {
    if (reachable_.contains(value))
      return true;
    return llvm::any_of(users_.lookup(value), [&](OpId user) {
      if (op(user).opcode == opcodeOf(graph_rows::kTransposed))
        return showsSign(op(user).results[0]);
      return op(user).opcode != opcodeOf(graph_rows::kProduct) &&
             op(user).opcode != opcodeOf(graph_rows::kProjection) &&
             op(user).opcode != opcodeOf(graph_rows::kTotals);
    });
  }

  Function &function_;
  RowBuilder builder_;
  Rewriter rewriter_;
  llvm::DenseSet<ValueId> reachable_;
  llvm::DenseMap<ValueId, llvm::SmallVector<OpId, 2>> users_;
  llvm::DenseSet<OpId> taken_;
};

}  // namespace

void runJoinParts(Module &module) {
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnGraph)
      Joiner(module, id).run();
}

}  // namespace janus::transforms
