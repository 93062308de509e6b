// Elementwise operations of graphs broadcast for themselves: `expand` goes behind them, or away.
//
//   %2 = t.expand %1, (50, 32)          %3 = t.div_scalar %1, 1600.0
//   %3 = t.div_scalar %2, 1600.0   =>   %4 = t.mul_tensor %3, %x
//   %4 = t.mul_tensor %3, %x
//
// So the gradient of a mean is one number until it meets a tensor, and loops read it as one
// (Plan/ElementFacts.cpp). The numbers are the same. An operation is done before its `expand` only
// where other elementwise operations are all that use it: who else does may ask for strides.
#include "IR/Builder.h"
#include "IR/FusedOps.h"
#include "IR/Rewriter.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"
#include "Inference/StaticContext.h"
#include "Transforms/PassManager.h"

#include "janus/contract/inference/Broadcast.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace janus::transforms {
namespace {

using namespace ir;

using Sizes = std::vector<Dim>;

class Sinker {
public:
  Sinker(Module &module, FunctionId id)
      : module_(module), function_(module.function(id)), builder_(module, id),
        rewriter_(function_) {}

  void run() {
    std::vector<OpId> ops;
    walk(function_, function_.body, [&](OpId id) {
      if (isElementwise(id))
        ops.push_back(id);
      noteUses(id);
    });
    for (OpId id : ops)
      visit(id);
    rewriter_.apply();
  }

private:
  const Op &op(OpId id) const { return function_.op(id); }
  const Type &typeOf(ValueId value) const { return module_.types.get(function_.value(value).type); }

  bool isElementwise(OpId id) const {
    return op(id).results.size() == 1 && typeOf(op(id).results[0]).shape &&
           fusedExpression(module_, function_, id).contains('$');
  }

  // Positions of the operands whose elements it reads.
  llvm::SmallVector<unsigned, 4> elementOperands(OpId id) const {
    llvm::SmallVector<unsigned, 4> positions;
    forEachOperand(fusedExpression(module_, function_, id), [&](char kind, unsigned position) {
      if (kind == '$' && typeOf(op(id).operands[position]).kind == TypeKind::Tensor &&
          !llvm::is_contained(positions, position))
        positions.push_back(position);
    });
    return positions;
  }

  void noteUses(OpId id) {
    llvm::SmallVector<unsigned, 4> elements;
    if (isElementwise(id))
      elements = elementOperands(id);
    for (unsigned i = 0; i < op(id).operands.size(); ++i)
      if (!llvm::is_contained(elements, i))
        usedOtherwise_.insert(op(id).operands[i]);
  }

  // The operand of an `expand`; another value is its own source.
  ValueId sourceOf(ValueId value) const {
    OpId made = function_.value(value).definedBy;
    bool isExpand = made && op(made).opcode == opcodeOf(TensorOp::Expand);
    return isExpand && typeOf(op(made).operands[0]).shape ? rewriter_.current(op(made).operands[0])
                                                          : value;
  }

  void visit(OpId id) {
    llvm::SmallVector<unsigned, 4> positions = elementOperands(id);
    llvm::SmallVector<ValueId, 4> sources;
    inference::TypeContext cx;
    inference::TypeContext::Shape joint;
    bool expands = false, isDense = true;
    for (unsigned position : positions) {
      ValueId operand = rewriter_.current(op(id).operands[position]);
      sources.push_back(sourceOf(operand));
      expands |= sources.back() != operand;
      const Type &type = typeOf(sources.back());
      isDense &= type.layout == Layout::Contiguous;
      if (!type.shape)
        return;
      joint = infer::broadcast(cx, joint, {*type.shape});
    }
    if (cx.failed)
      return;
    ValueId result = op(id).results[0];
    // The strides of the result follow from those of its operands.
    if (!expands || !isDense || !keepsType(sources)) {
      // Nothing to move.
    } else if (joint == *typeOf(result).shape) {
      for (size_t i = 0; i < positions.size(); ++i)
        function_.op(id).operands[positions[i]] = sources[i];
    } else if (!usedOtherwise_.contains(result)) {
      sink(id, positions, sources, joint);
      return;
    }
    tellLayout(id, positions);
  }

  // Tensors without dimensions count less in the type of a result than others do.
  bool keepsType(llvm::ArrayRef<ValueId> sources) const {
    llvm::StringRef dtype;
    bool isAlike = true, isAny = false;
    for (ValueId each : sources) {
      isAny |= typeOf(each).shape->empty();
      if (typeOf(each).dtype == "bool")
        continue;
      isAlike &= dtype.empty() || dtype == typeOf(each).dtype;
      dtype = typeOf(each).dtype;
    }
    return isAlike || !isAny;
  }

  // The operation on fewer elements, then the `expand`.
  void sink(OpId id, llvm::ArrayRef<unsigned> positions, llvm::ArrayRef<ValueId> sources,
            const Sizes &joint) {
    ValueId result = op(id).results[0];
    Type type = typeOf(result);
    OpId expand;
    for (unsigned position : positions) {
      ValueId operand = rewriter_.current(op(id).operands[position]);
      ValueId source = sourceOf(operand);
      if (source != operand && *typeOf(operand).shape == *type.shape &&
          *typeOf(source).shape == joint)
        expand = function_.value(operand).definedBy;
    }
    if (!expand)
      return;
    llvm::SmallVector<ValueId, 4> operands(op(id).operands.begin(), op(id).operands.end());
    for (size_t i = 0; i < positions.size(); ++i)
      operands[positions[i]] = sources[i];
    TypeId whole = function_.value(op(expand).results[0]).type;
    type.shape = joint;
    type.layout = Layout::Contiguous;
    builder_.setSource(op(id));
    builder_.setInsertionPoint(op(id).parent, positionOf(function_, id));
    ValueId few =
        builder_.result(builder_.create(op(id).opcode, operands, {}, {module_.types.intern(type)}));
    llvm::SmallVector<ValueId, 4> sizes(op(expand).operands.begin(), op(expand).operands.end());
    sizes[0] = few;
    Type wide = module_.types.get(whole);
    wide.dtype = type.dtype;
    wide.requiresGrad = type.requiresGrad;
    ValueId many = builder_.result(
        builder_.create(opcodeOf(TensorOp::Expand), sizes, {}, {module_.types.intern(wide)}));
    rewriter_.replace(result, many);
    rewriter_.erase(id);
  }

  // Contiguous operands make a contiguous result.
  void tellLayout(OpId id, llvm::ArrayRef<unsigned> positions) {
    Type type = typeOf(op(id).results[0]);
    bool isDense = llvm::all_of(positions, [&](unsigned position) {
      return typeOf(rewriter_.current(op(id).operands[position])).layout == Layout::Contiguous;
    });
    if (positions.empty() || !isDense || type.layout == Layout::Contiguous)
      return;
    type.layout = Layout::Contiguous;
    function_.value(op(id).results[0]).type = module_.types.intern(type);
  }

  Module &module_;
  Function &function_;
  Builder builder_;
  Rewriter rewriter_;
  llvm::DenseSet<ValueId> usedOtherwise_;
};

}  // namespace

void runSinkExpands(Module &module) {
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnGraph)
      Sinker(module, id).run();
}

}  // namespace janus::transforms
