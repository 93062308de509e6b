#include "Transforms/Speculate/Verify/VerifyHistories.h"

#include "IR/AccessPath.h"
#include "IR/TapeEntries.h"
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
        edges_(graph_.intAttribute(node, "edges")),
        bases_(graph_.attribute(node, "bases") ? graph_.intAttribute(node, "bases") : 0) {}

  std::string run() {
    llvm::ArrayRef<ValueId> operands = graph_.op(node_).operands;
    if (edges_ < 0 || outputs_.size() + edges_ > operands.size() || outputs_.empty())
      return "its outputs and edges are more than its operands";
    if (bases_ < 0 || bases_ >= static_cast<int64_t>(outputs_.size()))
      return "its outputs are not more than its bases";
    for (size_t i = 0; i < outputs_.size() + edges_; ++i)
      if (!isTensorObject(operands[i]))
        return "operand " + std::to_string(i) + " is no tensor";
    saved_ = operands.drop_front(outputs_.size() + edges_);
    for (const std::string &entry : entries_)
      if (std::optional<TapeRecord> record = parseTapeEntry(entry); !record || !isEntry(*record))
        return "the entry `" + entry + "` cannot be read";
    for (const std::string &output : outputs_)
      if (std::optional<TapeOutput> of = parseTapeOutput(output);
          !of || !isResult(of->entry, of->result))
        return "the output `" + output + "` is of no entry";
    return checkBackward();
  }

private:
  TypeId typeOf(ValueId value) const { return graph_.value(value).type; }
  TypeKind kindOf(ValueId value) const { return module_.types.get(typeOf(value)).kind; }

  // A tensor, or the object itself where one is read.
  bool isTensorObject(ValueId value) const {
    return module_.types.get(typeAsTensor(value)).kind == TypeKind::Tensor;
  }

  // The type of the value, or of what is read of the object.
  TypeId typeAsTensor(ValueId value) const {
    OpId made = graph_.value(value).definedBy;
    if (graph_.op(made).opcode != Opcode::HeapObject)
      return typeOf(value);
    llvm::StringRef path = graph_.stringAttribute(made, "path");
    for (OpId each : graph_.region(graph_.body).ops)
      if (graph_.op(each).opcode == Opcode::HeapInput &&
          graph_.stringAttribute(each, "path") == path)
        return typeOf(graph_.op(each).results[0]);
    return typeOf(value);
  }

  // ---------------------------------------------------------------- entries

  static bool hasResults(const Schema &schema, const TapeRecord &record) {
    bool isList = schema.results.size() == 1 && schema.results[0].kind == ArgKind::TensorList;
    return !record.results.empty() && (isList || record.results.size() == schema.results.size());
  }

  bool isEntry(const TapeRecord &record) {
    for (size_t i = 0; i < kOpCount; ++i)
      if (record.op == kOps[i].id) {
        Schema schema = parseSchema(static_cast<TensorOp>(i));
        if (record.args.size() != schema.params.size() || !hasResults(schema, record))
          return false;
        for (size_t a = 0; a < record.args.size(); ++a)
          if (!isArgument(schema.params[a], record.args[a]))
            return false;
        results_.push_back(record.results.size());
        return llvm::all_of(record.results, [&](auto &each) { return isTensor(each); });
      }
    return false;
  }

  bool isArgument(const Param &param, const TapeValue &value) const {
    if (value.kind == JN_TAPE_NONE)
      return value.edge == JN_EDGE_NONE;
    switch (param.kind) {
    case ArgKind::Tensor: return isTensor(value) && isEdge(value);
    case ArgKind::TensorList:
      return value.kind == JN_TAPE_LIST && llvm::all_of(value.items, [&](const TapeValue &each) {
               return each.kind == JN_TAPE_NONE || (isTensor(each) && isEdge(each));
             });
    case ArgKind::DType: return value.kind == JN_TAPE_DTYPE;
    case ArgKind::MemoryFormat: return value.kind == JN_TAPE_FORMAT;
    default:
      return value.kind == JN_TAPE_SAVED && value.index < saved_.size() &&
             kindOf(saved_[value.index]) != TypeKind::Tensor;
    }
  }

  bool isTensor(const TapeValue &value) const {
    if (value.kind == JN_TAPE_SAVED)
      return value.index < saved_.size() && kindOf(saved_[value.index]) == TypeKind::Tensor;
    if (value.kind == JN_TAPE_WRITTEN || value.kind == JN_TAPE_OVERWRITTEN)
      return value.index < saved_.size() && isTensorObject(saved_[value.index]);
    return value.kind == JN_TAPE_SHAPE && llvm::all_of(value.sizes, [&](const TapeSize &size) {
             return !size.isSaved || (size.number < static_cast<int64_t>(saved_.size()) &&
                                      kindOf(saved_[size.number]) == TypeKind::Int);
           });
  }

  bool isEdge(const TapeValue &value) const {
    return value.edge == JN_EDGE_NONE ||
           (value.edge == JN_EDGE_OUT ? value.to < static_cast<uint64_t>(edges_)
                                      : isResult(value.to, value.result));
  }

  // True when an earlier entry has such a result.
  bool isResult(unsigned entry, unsigned result) const {
    return entry < results_.size() && result < results_[entry];
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
    std::optional<AccessPath> path = parsePath(backward.stringAttribute(input, "path"));
    if (!path || path->size() != 1 || path->front().kind != JN_STEP_OPERAND)
      return false;
    size_t place = path->front().index;
    bool isGradient = place < outputs_.size();
    if (isGradient && place + bases_ >= outputs_.size())  // no gradient of a base comes
      return false;
    place += isGradient ? 0 : edges_;
    if (place >= graph_.op(node_).operands.size())
      return false;
    const Type &given = module_.types.get(typeAsTensor(graph_.op(node_).operands[place]));
    const Type &read = module_.types.get(backward.value(backward.op(input).results[0]).type);
    if (given.kind != TypeKind::Tensor)
      return read.kind == given.kind;
    return read.kind == TypeKind::Tensor && (read.dtype.empty() || read.dtype == given.dtype) &&
           (!read.shape || read.shape == given.shape) &&
           (read.rank < 0 || read.rank == given.rank) &&
           (isGradient || includes(given.layout, read.layout));
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
  int64_t edges_, bases_;
  llvm::ArrayRef<ValueId> saved_;
  std::vector<size_t> results_;  // of each entry read
};

}  // namespace

std::string wrongHistory(const Module &module, FunctionId graph, OpId node) {
  return HistoryCheck(module, graph, node).run();
}

}  // namespace janus::speculate
