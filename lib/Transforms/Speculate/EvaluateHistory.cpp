// New tensors whose history lives on: the region is a forward part, whose backward runs elsewhere.
// `tape.node` says what the tape must know of them; behind it the gradients are computed that the
// reverse walk finds. OutlineBackward makes a graph of its own of that.
//
// An entry is an operation as the tape would have recorded it, so that the run time can make the
// tape after all where the second graph does not fit (`create_graph`, inputs chosen, values
// modified since). It says what each argument is, then behind `>` each result:
//
//   Mm s3:x0 lfloat32(4,8):e1.0 > s5
//
//   s3       what operand 3 of those behind the edges is
//   lD(..)   a tensor of which only type and shape matter
//   :x0      it gets its gradient by edge 0; :e1.0 is result 0 of entry 1
//   dN fN    a type or memory format by its name; `-` None, or what no gradient asks for
//   !        behind the name: a write to a part of a tensor, which no second walk passes
//   ~        behind the name: backward has run through it, and what it saved is gone
//   [ ]      around the tensors of a list
#include "Transforms/Speculate/Evaluator.h"

#include "llvm/ADT/StringSet.h"

namespace janus::speculate {

using namespace ir;

struct Evaluator::History {
  explicit History(Evaluator &evaluator) : in(evaluator) {}

  Evaluator &in;
  std::vector<TapeId> order;                   // entries that the tensors hang on
  llvm::DenseMap<uint32_t, unsigned> numbers;  // of entries
  llvm::MapVector<ObjectId, unsigned> edges;   // leaves, and tensors of before
  llvm::MapVector<ValueId, unsigned> saved;    // what entries want kept
  std::vector<std::string> outputs, entries;
  bool stridesDoNotMatter = false;  // of what is written: the node has no gradient to compute of it
  bool isPartlyFreed = false;  // a second walk raises somewhere, but gradients may arrive before

  void collect();
  std::string text(const TapeEntry &entry);
  std::string argument(const TapeEntry &entry, size_t index, const llvm::StringSet<> &wanted);
  std::string tensor(Value value, ValueId then, bool whole, const TapeEdge *edge);
  std::string shape(Value tensor);
  std::string keep(ValueId value);
  llvm::StringSet<> wantedBy(const TapeEntry &entry);
  bool hasKnownShape(Value tensor);
  void compute(llvm::ArrayRef<ValueId> gradients);
};

// The entries in their order, and what their gradients go to in the end.
void Evaluator::History::collect() {
  std::vector<bool> reached(in.tape_.size(), false);
  for (auto &[id, made] : in.living_)
    reached[in.heap_.at(id).tensor.tape.index] = true;
  for (size_t i = in.tape_.size(); i-- > 0;) {
    if (!reached[i])
      continue;
    if (in.tape_[i].freedBy)
      return in.heap_.noteUndecided(*in.tape_[i].freedBy);
    isPartlyFreed |= in.tape_[i].freed;
    for (const std::vector<TapeEdge> &list : in.tape_[i].edges)
      for (const TapeEdge &edge : list)
        if (edge.needed && edge.tape)
          reached[edge.tape.index] = true;
  }
  for (uint32_t i = 0; i < reached.size(); ++i) {
    if (!reached[i])
      continue;
    numbers[i] = order.size();
    order.push_back(TapeId(i));
    for (const std::vector<TapeEdge> &list : in.tape_[i].edges)
      for (const TapeEdge &edge : list)
        if (edge.needed && !edge.tape)
          edges.insert({edge.tensor, edges.size()});
  }
}

// Arguments and results that a gradient function asks for as a whole: "input", "result0".
llvm::StringSet<> Evaluator::History::wantedBy(const TapeEntry &entry) {
  llvm::StringSet<> wanted;
  const Schema &schema = in.in_.ops.schema(entry.op);
  for (const GradientRule *rule :
       activeRules(entry, schema, in.in_.gradients.of(schema.fullName()))) {
    llvm::StringSet<> parts;  // parameters that are given a property
    for (llvm::StringRef save : rule->saves) {
      auto [name, property] = save.split('.');
      if (property.empty())
        wanted.insert(name == "result" ? "result0" : name);
      else
        parts.insert((name + "_" + property).str());
    }
    for (const std::string &parameter : rule->module->function(rule->function).parameters)
      if (schema.find(parameter) >= 0 && !parts.count(parameter))
        wanted.insert(parameter);
  }
  return wanted;
}

std::string Evaluator::History::keep(ValueId value) {
  return "s" + std::to_string(saved.insert({value, saved.size()}).first->second);
}

bool Evaluator::History::hasKnownShape(Value tensor) {
  const Type &type = in.graph_.types().get(in.heap_.at(tensor).tensorType);
  return type.shape && (stridesDoNotMatter || type.layout == Layout::Contiguous) &&
         llvm::all_of(*type.shape, [](const Dim &dim) { return dim.known(); });
}

std::string Evaluator::History::shape(Value tensor) {
  std::string text = "l" + in.graph_.types().get(in.heap_.at(tensor).tensorType).dtype + "(";
  std::vector<SymbolicSize> sizes = in.shapeOf(tensor.objectId());
  for (size_t i = 0; i < sizes.size(); ++i)
    text += (i ? "," : "") + (sizes[i].isNumber() ? std::to_string(sizes[i].number)
                                                  : keep(in.sizes_.valueOf(sizes[i].expression)));
  return text + ")";
}

std::string Evaluator::History::tensor(Value value, ValueId then, bool whole,
                                       const TapeEdge *edge) {
  bool isShape = !whole && hasKnownShape(value);
  std::string text = isShape ? shape(value) : keep(then);
  if (!edge || !edge->needed)
    return text;
  if (edge->tape)
    return text + ":e" + std::to_string(numbers.lookup(edge->tape.index)) + "." +
           std::to_string(edge->output);
  return text + ":x" + std::to_string(edges.lookup(edge->tensor));
}

std::string Evaluator::History::argument(const TapeEntry &entry, size_t index,
                                         const llvm::StringSet<> &wanted) {
  const Param &param = in.in_.ops.schema(entry.op).params[index];
  Value value = entry.args[index];
  bool whole = wanted.count(param.name);
  if (value == in.heap_.none())
    return "-";
  if (in.isTensor(value))
    return tensor(value, entry.argValues[index], whole, &entry.edges[index][0]);
  if (param.kind == ArgKind::TensorList) {
    std::optional<Values> items = in.allItems(value);
    std::string text = "[";
    for (size_t i = 0; items && i < items->size(); ++i) {
      Value each = (*items)[i];
      const TapeEdge *edge = i < entry.edges[index].size() ? &entry.edges[index][i] : nullptr;
      if (!in.isTensor(each))
        text += " -";
      else if (whole && in.heap_.storageOf(each.objectId()).version > 0)
        in.refuse(RefusalKind::NoGradient, "a list of tensors of which one was written");
      else
        text += " " + tensor(each, in.contents(each.objectId()), whole, edge);
    }
    return text + " ]";
  }
  if (value.isObject() && param.kind == ArgKind::DType)
    return "d" + llvm::StringRef(in.heap_.at(value).name).rsplit('.').second.str();
  if (value.isObject() && param.kind == ArgKind::MemoryFormat)
    return "f" + llvm::StringRef(in.heap_.at(value).name).rsplit('.').second.str();
  return whole ? keep(in.operand(param, value)) : "-";
}

std::string Evaluator::History::text(const TapeEntry &entry) {
  llvm::StringSet<> wanted = entry.freed ? llvm::StringSet<>() : wantedBy(entry);
  stridesDoNotMatter = entry.freed;
  std::string text(row(entry.op).id);
  if (entry.isPartWritten)
    text += "!";
  if (entry.freed)
    text += "~";
  for (size_t i = 0; i < entry.args.size() && !in.stopped(); ++i)
    text += " " + argument(entry, i, wanted);
  text += " >";
  stridesDoNotMatter = true;
  for (size_t i = 0; i < entry.results.size(); ++i)
    text += " " + tensor(Value::object(entry.results[i]), entry.resultValues[i],
                         wanted.count("result" + std::to_string(i)), nullptr);
  return text;
}

// What the edges get when these gradients have come.
void Evaluator::History::compute(llvm::ArrayRef<ValueId> gradients) {
  in.gradEnabled_ = false;
  size_t before = in.graph_.guards();
  for (size_t i = 0; i < gradients.size(); ++i)
    in.accumulate(in.edgeOf(Value::object(in.living_[i].first)), in.heap_.makeTensor(gradients[i]));
  BackwardPass pass;
  pass.keepGraph = true;
  if (isPartlyFreed)  // the restored nodes say what happens
    in.pending_.clear();
  else
    in.walkBack(0, in.tape_.size(), pass);
  llvm::SmallVector<ValueId, 8> given;
  for (auto &[leaf, number] : edges) {
    auto found = in.leafPending_.find(leaf);
    if (in.stopped())
      return;
    given.push_back(found == in.leafPending_.end() ? in.graph_.materialize(in.graph_.none())
                                                   : in.contents(found->second.objectId()));
  }
  in.pending_.clear();
  in.leafPending_.clear();
  if (in.graph_.guards() != before && !in.graph_.hoistGuards(gradients[0]))
    return void(in.refuse(RefusalKind::NoGradient, "an operation with conditions"));
  in.graph_.emitEffect(Opcode::TapeGradients, given);
}

// ---------------------------------------------------------------- the evaluator's side

// As Python will see it; `tape.node` gives it its history.
ValueId Evaluator::exposeLiving(ObjectId id) {
  if (heap_.at(id).tensor.hasPast)
    return refuse(RefusalKind::Escapes, "a tensor with its history"), ValueId();
  ObjectId base = heap_.baseOf(id);
  if (heap_.at(id).tensor.isRenamed || (base && heap_.at(base).tensor.isRenamed))
    return refuse(RefusalKind::Escapes, "the history of a tensor that was written in part"),
           ValueId();
  // What is written through one of two tensors over a storage, the other one would have to know.
  StorageId storage = heap_.at(id).tensor.storage;
  bool isShared = !heap_.storageOf(id).path.empty();
  for (auto &[other, made] : living_)
    isShared |= heap_.at(other).tensor.storage == storage;
  if (isShared)
    return refuse(RefusalKind::Escapes, "a view with its history"), ValueId();
  ValueId made = emitTensor(id, contents(id), {NamedAttribute{"requires_grad", true}});
  if (stopped())
    return ValueId();
  living_.emplace_back(id, made);
  return made;
}

void Evaluator::commitHistory() {
  if (living_.empty() || stopped())
    return;
  History history(*this);
  history.collect();
  for (TapeId id : history.order)
    if (!stopped())
      history.entries.push_back(history.text(tape_[id.index]));
  llvm::SmallVector<ValueId, 16> operands;
  llvm::SmallVector<TypeId, 2> types;
  for (auto &[id, made] : living_) {
    const TensorState &tensor = heap_.at(id).tensor;
    history.outputs.push_back(std::to_string(history.numbers.lookup(tensor.tape.index)) + "." +
                              std::to_string(tensor.output));
    operands.push_back(made);
    Type type = graph_.types().get(heap_.at(id).tensorType);
    type.requiresGrad = false;
    type.layout = Layout::Contiguous;
    types.push_back(graph_.types().intern(type));
  }
  for (auto &[leaf, number] : history.edges)
    operands.push_back(materialize(Value::object(leaf)));
  for (auto &[value, number] : history.saved)
    operands.push_back(value);
  if (stopped())
    return;
  llvm::SmallVector<ValueId, 2> gradients =
      graph_.emitMany(Opcode::TapeNode, operands, types,
                      {{"outputs", history.outputs},
                       {"edges", static_cast<int64_t>(history.edges.size())},
                       {"entries", history.entries}});
  history.compute(gradients);
}

}  // namespace janus::speculate
