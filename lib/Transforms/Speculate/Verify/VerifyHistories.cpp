#include "Transforms/Speculate/Verify/VerifyHistories.h"

#include "IR/TensorRows.h"

namespace janus::speculate {

using namespace ir;

namespace {

class HistoryCheck {
public:
  HistoryCheck(const Module &module, FunctionId graph, OpId node)
      : module_(module), graph_(module.function(graph)), node_(node),
        entries_(graph_.stringsAttribute(node, "entries")),
        outputs_(graph_.stringsAttribute(node, "outputs")),
        edges_(graph_.intAttribute(node, "edges")) {}

  std::string run() {
    llvm::ArrayRef<ValueId> operands = graph_.op(node_).operands;
    if (edges_ < 0 || outputs_.size() + edges_ > operands.size() || outputs_.empty())
      return "its outputs and edges are more than its operands";
    for (size_t i = 0; i < outputs_.size() + edges_; ++i)
      if (!isTensorObject(operands[i]))
        return "operand " + std::to_string(i) + " is no tensor";
    saved_ = operands.drop_front(outputs_.size() + edges_);
    for (const std::string &entry : entries_)
      if (!isEntry(entry))
        return "the entry `" + entry + "` cannot be read";
    for (const std::string &output : outputs_)
      if (llvm::StringRef rest = output; !isResult(rest) || !rest.empty())
        return "the output `" + output + "` is of no entry";
    return checkBackward();
  }

private:
  TypeId typeOf(ValueId value) const { return graph_.value(value).type; }
  TypeKind kindOf(ValueId value) const { return module_.types.get(typeOf(value)).kind; }

  // A tensor, or the object itself where one is read.
  bool isTensorObject(ValueId value) const {
    OpId made = graph_.value(value).definedBy;
    if (kindOf(value) == TypeKind::Tensor)
      return true;
    if (graph_.op(made).opcode != Opcode::HeapObject)
      return false;
    llvm::StringRef path = graph_.stringAttribute(made, "path");
    return llvm::any_of(graph_.region(graph_.body).ops, [&](OpId each) {
      return graph_.op(each).opcode == Opcode::HeapInput &&
             graph_.stringAttribute(each, "path") == path &&
             kindOf(graph_.op(each).results[0]) == TypeKind::Tensor;
    });
  }

  // ---------------------------------------------------------------- entries

  // "Mm s0:x0 lfloat32(2,s3):e1.0 > lfloat32(2,2)" (LivingHistory.h)
  bool isEntry(llvm::StringRef text) {
    auto [name, rest] = text.split(' ');
    name.consume_back("~");
    name.consume_back("!");
    for (size_t i = 0; i < kOpCount; ++i)
      if (name == llvm::StringRef(kOps[i].id.data(), kOps[i].id.size())) {
        Schema schema = parseSchema(static_cast<TensorOp>(i));
        for (const Param &param : schema.params)
          if (!isArgument(param, rest))
            return false;
        if (!rest.consume_front(">"))
          return false;
        for (size_t r = 0; r < schema.results.size(); ++r)
          if (!rest.consume_front(" ") || !isTensor(rest))
            return false;
        results_.push_back(schema.results.size());
        return rest.empty() && !schema.results.empty();
      }
    return false;
  }

  bool isArgument(const Param &param, llvm::StringRef &rest) const {
    if (rest.consume_front("- "))
      return true;
    switch (param.kind) {
    case ArgKind::Tensor: return isTensor(rest) && isEdge(rest) && rest.consume_front(" ");
    case ArgKind::TensorList: {
      if (!rest.consume_front("["))
        return false;
      while (rest.consume_front(" "))
        if (rest.consume_front("] "))
          return true;
        else if (!rest.consume_front("-") && !(isTensor(rest) && isEdge(rest)))
          return false;
      return false;
    }
    case ArgKind::DType:
    case ArgKind::MemoryFormat: {
      if (!rest.consume_front(param.kind == ArgKind::DType ? "d" : "f"))
        return false;
      rest = rest.split(' ').second;
      return true;
    }
    default: {
      unsigned number;
      return rest.consume_front("s") && isSaved(rest, &number) &&
             kindOf(saved_[number]) != TypeKind::Tensor && rest.consume_front(" ");
    }
    }
  }

  bool isSaved(llvm::StringRef &rest, unsigned *number) const {
    return !rest.consumeInteger(10, *number) && *number < saved_.size();
  }

  // "s2", "lfloat32(2,s3)"
  bool isTensor(llvm::StringRef &rest) const {
    unsigned number;
    if (rest.consume_front("s"))
      return isSaved(rest, &number) && kindOf(saved_[number]) == TypeKind::Tensor;
    if (!rest.consume_front("l"))
      return false;
    rest = rest.drop_while([](char c) { return c != '(' && c != ' '; });
    if (!rest.consume_front("("))
      return false;
    if (rest.consume_front(")"))
      return true;
    do {
      bool isOfSaved = rest.consume_front("s");
      uint32_t size;
      if (isOfSaved ? !isSaved(rest, &number) || kindOf(saved_[number]) != TypeKind::Int
                    : rest.consumeInteger(10, size))
        return false;
    } while (rest.consume_front(","));
    return rest.consume_front(")");
  }

  // ":x0", ":e1.0", or nothing.
  bool isEdge(llvm::StringRef &rest) const {
    unsigned number;
    if (rest.consume_front(":x"))
      return !rest.consumeInteger(10, number) && number < static_cast<uint64_t>(edges_);
    return !rest.consume_front(":e") || isResult(rest);
  }

  // "1.0": of an entry before.
  bool isResult(llvm::StringRef &rest) const {
    unsigned entry, result;
    return !rest.consumeInteger(10, entry) && entry < results_.size() && rest.consume_front(".") &&
           !rest.consumeInteger(10, result) && result < results_[entry];
  }

  // ---------------------------------------------------------------- the backward

  std::string checkBackward() const {
    const Function &backward = module_.function(graph_.functionAttribute(node_, "backward"));
    if (!(backward.flags & kFnGraph))
      return "its backward is no graph";
    for (OpId id : backward.region(backward.body).ops) {
      const Op &op = backward.op(id);
      if (op.opcode == Opcode::HeapInput && !fits(backward, id))
        return "its backward reads `" + backward.stringAttribute(id, "path").str() +
               "` as of another type";
      if (op.opcode == Opcode::HeapObject || op.opcode == Opcode::Assume ||
          op.opcode == Opcode::TapeCommit || op.opcode == Opcode::HeapCommit ||
          op.opcode == Opcode::HeapDelete || op.opcode == Opcode::StorageCommit)
        return "its backward has effects";
      if (op.opcode == Opcode::Return && !givesGradients(backward, op.operands[0]))
        return "its backward does not give a gradient for each edge";
    }
    OpId last = backward.region(backward.body).ops.empty()
                    ? OpId()
                    : backward.region(backward.body).ops.back();
    return last && backward.op(last).opcode == Opcode::Return ? ""
                                                              : "its backward gives no gradients";
  }

  // Gradients are made contiguous before the graph runs; whether they need some is not asked.
  bool fits(const Function &backward, OpId input) const {
    llvm::StringRef path = backward.stringAttribute(input, "path");
    size_t place;
    if (!path.consume_front("%") || path.getAsInteger(10, place))
      return false;
    bool isGradient = place < outputs_.size();
    place += isGradient ? 0 : edges_;
    if (place >= graph_.op(node_).operands.size())
      return false;
    const Type &given = module_.types.get(typeOf(graph_.op(node_).operands[place]));
    const Type &read = module_.types.get(backward.value(backward.op(input).results[0]).type);
    if (given.kind != TypeKind::Tensor)
      return read.kind == given.kind;
    return read.kind == TypeKind::Tensor && (read.dtype.empty() || read.dtype == given.dtype) &&
           (!read.shape || read.shape == given.shape) &&
           (read.rank < 0 || read.rank == given.rank) &&
           (isGradient || read.layout == given.layout || read.layout != Layout::Contiguous);
  }

  bool givesGradients(const Function &backward, ValueId value) const {
    const Op &tuple = backward.op(backward.value(value).definedBy);
    return tuple.opcode == Opcode::PyTuple &&
           tuple.operands.size() == static_cast<uint64_t>(edges_) &&
           llvm::all_of(tuple.operands, [&](ValueId each) {
             TypeKind kind = module_.types.get(backward.value(each).type).kind;
             return kind == TypeKind::Tensor || kind == TypeKind::None;
           });
  }

  const Module &module_;
  const Function &graph_;
  const OpId node_;
  llvm::ArrayRef<std::string> entries_, outputs_;
  int64_t edges_;
  llvm::ArrayRef<ValueId> saved_;
  std::vector<size_t> results_;  // of each entry read
};

}  // namespace

std::string wrongHistory(const Module &module, FunctionId graph, OpId node) {
  return HistoryCheck(module, graph, node).run();
}

}  // namespace janus::speculate
