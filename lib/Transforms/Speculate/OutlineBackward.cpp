// What stands behind `tape.node` becomes a graph of its own, which the node runs when its gradients
// have come.
//
//   tape.node %h, %w, %x {...}              tape.commit %h, %w, %x {..., backward = @f.backward}
//     -> %g                            =>   return %h
//   %d = t.mm %x, %g                        graph @f.backward {
//   tape.gradients %d                         %0 = heap.input "%0"      the gradient
//   return %h                                 %1 = heap.input "%1"      %x
//                                             return (%0 times %1, in a tuple)
//
// Values of the forward graph that it reads become further operands.
#include "Transforms/Speculate/OutlineBackward.h"

#include "IR/Cloner.h"
#include "IR/Walk.h"
#include "Transforms/Speculate/GraphWriter.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <functional>

namespace janus::speculate {

using namespace ir;

namespace {

class Outliner {
public:
  Outliner(Module &module, FunctionId forward)
      : module_(module), forward_(forward), node_(find(Opcode::TapeNode)),
        end_(find(Opcode::TapeGradients)) {}

  std::optional<FunctionId> run() {
    if (!node_)
      return std::nullopt;
    const Op &node = op(node_);
    size_t outputs = node.results.size(), edges = function().intAttribute(node_, "edges");
    operands_.assign(node.operands.begin(), node.operands.end());
    for (size_t i = outputs + edges; i < operands_.size(); ++i)
      kept_.insert({operands_[i], kept_.size()});

    GraphWriter writer(module_, function().qualname + ".backward");
    writer.setSpan(node.span);
    Cloner cloner(module_, forward_, module_, writer.functionId());
    for (size_t i = 0; i < outputs; ++i) {
      ValueId gradient = op(node_).results[i];
      cloner.map(gradient, input(writer, i, gradient));
      inside_.insert(gradient);
    }
    std::function<void(ValueId)> read = [&](ValueId value) {
      if (!inside_.insert(value).second)
        return;
      OpId made = function().value(value).definedBy;
      if (op(made).opcode == Opcode::Const) {
        cloner.map(value, writer.materialize(function().constAttribute(made, "value")));
        return;
      }
      if (op(made).opcode == Opcode::Pack) {  // a list is made where it is needed
        for (ValueId item : op(made).operands)
          read(item);
        writer.function().append(writer.function().body, cloner.cloneOp(made));
        return;
      }
      unsigned number = kept_.insert({value, kept_.size()}).first->second;
      if (outputs + edges + number == operands_.size())
        operands_.push_back(value);
      cloner.map(value, input(writer, outputs + number, value));
    };
    std::vector<OpId> ops = between();
    for (OpId id : ops) {
      for (ValueId operand : readBy(id))
        read(operand);
      writer.function().append(writer.function().body, cloner.cloneOp(id));
      inside_.insert(op(id).results.begin(), op(id).results.end());
    }
    llvm::SmallVector<ValueId, 8> given;
    for (ValueId gradient :
         std::vector<ValueId>(op(end_).operands.begin(), op(end_).operands.end())) {
      read(gradient);
      given.push_back(answer(writer, cloner.lookup(gradient)));
    }
    ValueId all = writer.emit(Opcode::PyTuple, given, writer.types().of(TypeKind::Tuple));
    writer.emitEffect(Opcode::Return, all);
    replace(writer.functionId());
    return writer.functionId();
  }

private:
  Function &function() { return module_.function(forward_); }
  const Op &op(OpId id) { return function().op(id); }

  OpId find(Opcode opcode) {
    for (OpId id : function().region(function().body).ops)
      if (op(id).opcode == opcode)
        return id;
    return OpId();
  }

  std::vector<OpId> between() {
    const std::vector<OpId> &ops = function().region(function().body).ops;
    auto begin = llvm::find(ops, node_), end = llvm::find(ops, end_);
    return {begin + 1, end};
  }

  // What an operation reads, and what stands in its regions.
  std::vector<ValueId> readBy(OpId id) {
    std::vector<ValueId> values(op(id).operands.begin(), op(id).operands.end());
    for (RegionId region : op(id).regions)
      walk(function(), region, [&](OpId inner) {
        for (ValueId operand : op(inner).operands)
          if (!isInside(function(), function().value(operand).definedBy, region))
            values.push_back(operand);
      });
    return values;
  }

  ValueId input(GraphWriter &writer, size_t number, ValueId like) {
    return writer.input("%" + std::to_string(number), function().value(like).type);
  }

  // A gradient is a new tensor; None where nothing arrives.
  ValueId answer(GraphWriter &writer, ValueId gradient) {
    TypeId type = writer.function().value(gradient).type;
    if (module_.types.get(type).kind != TypeKind::Tensor)
      return gradient;
    return writer.emit(Opcode::HeapTensor, gradient, type, NamedAttribute{"requires_grad", false});
  }

  void replace(FunctionId backward) {
    Function &f = function();
    OpId commit = f.makeOp(Opcode::TapeCommit, op(node_).span, operands_, {});
    for (const NamedAttribute &each : op(node_).attributes)
      f.setAttribute(commit, each.name, each.value);
    f.setAttribute(commit, "backward", backward);
    std::vector<OpId> kept;
    bool passing = false;
    for (OpId id : std::vector<OpId>(f.region(f.body).ops)) {
      if (id == node_) {
        passing = true;
        kept.push_back(commit);
      }
      if (!passing)
        kept.push_back(id);
      passing &= id != end_;
    }
    f.region(f.body).ops.clear();
    for (OpId id : kept)
      f.append(f.body, id);
  }

  Module &module_;
  FunctionId forward_;
  OpId node_, end_;
  llvm::SmallVector<ValueId, 16> operands_;
  llvm::MapVector<ValueId, unsigned> kept_;
  llvm::DenseSet<ValueId> inside_;
};

}  // namespace

std::optional<FunctionId> outlineBackward(Module &module, FunctionId forward) {
  return Outliner(module, forward).run();
}

}  // namespace janus::speculate
