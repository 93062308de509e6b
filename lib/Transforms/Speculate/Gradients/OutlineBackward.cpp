// The code behind `tape.node` becomes a graph of its own, which the node runs when its gradients
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
#include "Transforms/Speculate/Gradients/OutlineBackward.h"

#include "IR/Cloner.h"
#include "IR/SizeExpression.h"
#include "IR/Walk.h"
#include "Transforms/Speculate/Graph/GraphWriter.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <functional>
#include <set>

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
    size_t outputs = function().stringsAttribute(node_, "outputs").size(),
           edges = function().intAttribute(node_, "edges");
    operands_.assign(node.operands.begin(), node.operands.end());
    firstKept_ = outputs + edges;
    for (size_t i = firstKept_; i < operands_.size(); ++i)  // one may be kept twice
      kept_.insert({operands_[i], i - firstKept_});

    GraphWriter writer(module_, function().qualname + ".backward");
    writer.setSpan(node.span);
    writer.setPlaces([place = node.place] { return place; });
    Cloner cloner(module_, forward_, module_, writer.functionId());
    for (size_t i = 0; i < op(node_).results.size(); ++i) {
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
      if (op(made).opcode == Opcode::Size) {
        cloner.map(value, writer.size(function().stringAttribute(made, "size")));
        return;
      }
      if (op(made).opcode == Opcode::Pack) {  // a list is made where it is needed
        for (ValueId item : op(made).operands)
          read(item);
        writer.function().append(writer.function().body, cloner.cloneOp(made));
        return;
      }
      cloner.map(value, input(writer, outputs + keep(value), value));
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
    passSymbols(writer, outputs);
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

  // The place of a value among those that the forward part keeps.
  unsigned keep(ValueId value) {
    auto [known, isNew] = kept_.insert({value, operands_.size() - firstKept_});
    if (isNew)
      operands_.push_back(value);
    return known->second;
  }

  // The values that an operation reads, and those that operations in its regions read from outside
  // of them.
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

  // Symbols that no input of the second graph has for a size: the forward part keeps what they
  // were.
  void passSymbols(GraphWriter &writer, size_t outputs) {
    std::set<std::string> used, known;
    const Function &made = writer.function();
    walk(made, made.body, [&](OpId id) {
      const ir::Op &each = made.op(id);
      auto note = [&](llvm::StringRef text) {
        for (const std::string &name : SizeExpression::parse(text)->symbols())
          used.insert(name);
      };
      if (each.opcode == Opcode::Size)
        note(made.stringAttribute(id, "size"));
      for (ValueId result : each.results)
        if (const Type &type = module_.types.get(made.value(result).type); type.shape)
          for (const Dim &dim : *type.shape) {
            if (dim.symbol.empty())
              continue;
            note(dim.symbol);
            if (each.opcode == Opcode::HeapInput && SizeExpression::parse(dim.symbol)->asSymbol())
              known.insert(dim.symbol);
          }
    });
    for (const std::string &name : used) {
      if (known.count(name) || SizeExpression::isCounted(name))  // these are asked of tensors
        continue;
      OpId size =
          function().makeOp(Opcode::Size, op(node_).span, {}, module_.types.of(TypeKind::Int));
      function().op(size).place = op(node_).place;
      function().setAttribute(size, "size", name);
      sizes_.push_back(size);
      ValueId value = op(size).results[0];
      ValueId kept = input(writer, outputs + keep(value), value);
      writer.function().setAttribute(writer.function().value(kept).definedBy, "symbol", name);
    }
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
    f.op(commit).place = op(node_).place;
    for (const NamedAttribute &each : op(node_).attributes)
      f.setAttribute(commit, each.name, each.value);
    f.setAttribute(commit, "backward", backward);
    std::vector<OpId> kept;
    bool passing = false;
    for (OpId id : std::vector<OpId>(f.region(f.body).ops)) {
      if (id == node_) {
        passing = true;
        kept.insert(kept.end(), sizes_.begin(), sizes_.end());
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
  size_t firstKept_ = 0;  // of the operands
  llvm::MapVector<ValueId, unsigned> kept_;
  llvm::DenseSet<ValueId> inside_;
  std::vector<OpId> sizes_;  // that the forward part keeps
};

}  // namespace

std::optional<FunctionId> outlineBackward(Module &module, FunctionId forward) {
  return Outliner(module, forward).run();
}

}  // namespace janus::speculate
