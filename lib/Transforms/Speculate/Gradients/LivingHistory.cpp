#include "Transforms/Speculate/Gradients/LivingHistory.h"

namespace janus::speculate {

using namespace ir;

// The entries in their order, and what their gradients go to in the end.
void LivingHistory::collect() {
  std::vector<bool> reached(tensors_.tape().size(), false);
  for (const LivingTensor &each : living_)
    reached[heap_.at(each.id).tensor.tape.index] = true;
  for (size_t i = tensors_.tape().size(); i-- > 0;) {
    if (!reached[i])
      continue;
    if (tensors_.tape()[i].freedBy)
      return heap_.noteUndecided(*tensors_.tape()[i].freedBy);
    if (tensors_.tape()[i].loop)
      return heap_.noteUndecided(tensors_.tape()[i].loop->fork);
    isPartlyFreed_ |= tensors_.tape()[i].freed;
    for (const std::vector<TapeEdge> &list : tensors_.tape()[i].edges)
      for (const TapeEdge &edge : list)
        if (edge.needed && edge.tape)
          reached[edge.tape.index] = true;
  }
  for (uint32_t i = 0; i < reached.size(); ++i) {
    if (!reached[i])
      continue;
    auto [known, isFirst] = numbers_.try_emplace(i, order_.size());
    const unsigned number = known->second;
    if (isFirst)
      order_.push_back(TapeId(i));
    if (const MadeTogether *together = madeTogether(tensors_.tape(), TapeId(i)))
      for (TapeId piece : together->pieces)
        numbers_.try_emplace(piece.index, number);
    for (const std::vector<TapeEdge> &list : tensors_.tape()[i].edges)
      for (const TapeEdge &edge : list)
        if (edge.needed && !edge.tape)
          edges_.insert({edge.tensor, edges_.size()});
  }
}

// Arguments and results that a gradient function asks for as a whole: "input", "result0".
llvm::StringSet<> LivingHistory::wantedBy(const TapeEntry &entry) {
  llvm::StringSet<> wanted;
  const Schema &schema = in_.ops.schema(entry.op);
  for (const GradientRule *rule : activeRules(entry, schema, in_.gradients.of(schema.fullName()))) {
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

std::string LivingHistory::keep(ValueId value) {
  return "s" + std::to_string(saved_.insert({value, saved_.size()}).first->second);
}

bool LivingHistory::hasKnownShape(Value tensor) {
  const Type &type = graph_.types().get(heap_.at(tensor).tensorType);
  return type.shape && (stridesDoNotMatter_ || type.layout == Layout::Contiguous) &&
         llvm::all_of(*type.shape, [](const Dim &dim) { return dim.known(); });
}

std::string LivingHistory::shape(Value tensor) {
  std::string text = "l" + graph_.types().get(heap_.at(tensor).tensorType).dtype + "(";
  std::vector<SymbolicSize> sizes = tensors_.shapeOf(tensor.objectId());
  for (size_t i = 0; i < sizes.size(); ++i)
    text += (i ? "," : "") + (sizes[i].isNumber() ? std::to_string(sizes[i].number)
                                                  : keep(sizes_.valueOf(sizes[i].expression)));
  return text + ")";
}

// True for what would count, as a view, the writes to a tensor that is there after the region.
bool LivingHistory::mayShowWhatLivesOn(Value tensor) {
  StorageId own = heap_.at(tensor).tensor.storage, shown = heap_.lastShown(own);
  return !(shown == own) && (!heap_.storages()[shown.index].path.empty() || isExposed_(shown));
}

// True where what an entry has saved is not there any more at the end of the region, or lies in a
// tensor of the snapshot that the region has written: its version tells whether it is there.
bool LivingHistory::isWritten(Value tensor, ValueId then) {
  if (tensors_.contents(tensor.objectId()) != then)
    return true;
  const AbstractHeap::Storage &own = heap_.storageOf(tensor.objectId());
  if (!own.path.empty())
    return own.written.isBound();
  const Function &function = graph_.function();
  OpId made = function.value(then).definedBy;
  return function.op(made).opcode == Opcode::HeapInput &&
         llvm::any_of(heap_.storages(), [&](const AbstractHeap::Storage &storage) {
           return storage.written.isBound() &&
                  storage.path == function.stringAttribute(made, "path");
         });
}

// Such a tensor is kept itself, with the number of writes before it was saved.
std::string LivingHistory::written(Value tensor, ValueId then, Value writesThen) {
  const Object &object = heap_.at(tensor);
  bool isItself = !object.isNew() && !object.origin.isBound() && !object.tensor.isView() &&
                  !object.tensor.tape && !object.tensor.hasPast;
  // Writes through `.data` do not count: who goes back sees later ones, and no error.
  bool isCounted = (!writesThen.isBound() || writesThen.isConstant()) &&
                   !heap_.storageOf(tensor.objectId()).writtenApart;
  if (!isItself || !isCounted) {
    refuse(RefusalKind::NoGradient, "what a history saves of a tensor that is written");
    return "-";
  }
  int64_t writes =
      writesThen.isBound() ? graph_.constant(writesThen.constantId()).integer : int64_t(0);
  bool isOver = tensors_.contents(tensor.objectId()) != then;
  isPartlyFreed_ |= isOver;
  return keep(placeOf_(tensor.objectId())) + "+" + std::to_string(writes) + (isOver ? "!" : "");
}

std::string LivingHistory::tensor(Value value, ValueId then, bool whole, const TapeEdge *edge,
                                  Value writesThen) {
  if (whole && mayShowWhatLivesOn(value))
    return refuse(RefusalKind::NoGradient, "what a history saves of a tensor that may be a view"),
           "-";
  bool isShape = !whole && (isFreed_ || hasKnownShape(value));
  std::string text = isShape                           ? shape(value)
                     : whole && isWritten(value, then) ? written(value, then, writesThen)
                                                       : keep(then);
  if (!edge || !edge->needed)
    return text;
  if (edge->tape)
    return text + ":e" + result(edge->tape, edge->output);
  return text + ":x" + std::to_string(edges_.lookup(edge->tensor));
}

std::string LivingHistory::argument(const TapeEntry &entry, size_t index,
                                    const llvm::StringSet<> &wanted) {
  const Param &param = in_.ops.schema(entry.op).params[index];
  Value value = entry.args[index];
  bool whole = wanted.count(param.name);
  if (value == heap_.none())
    return "-";
  if (isTensor(value))
    return tensor(value, entry.argValues[index], whole, &entry.edges[index][0],
                  index < entry.argWrites.size() ? entry.argWrites[index] : Value());
  if (param.kind == ArgKind::TensorList) {
    std::optional<Values> items = python_.allItems(value);
    std::string text = "[";
    for (size_t i = 0; items && i < items->size(); ++i) {
      Value each = (*items)[i];
      const TapeEdge *edge = i < entry.edges[index].size() ? &entry.edges[index][i] : nullptr;
      if (!isTensor(each))
        text += " -";
      else if (whole && heap_.storageOf(each.objectId()).version > 0)
        refuse(RefusalKind::NoGradient, "a list of tensors of which one was written");
      else
        text += " " + tensor(each, tensors_.contents(each.objectId()), whole, edge);
    }
    return text + " ]";
  }
  if (value.isObject() && param.kind == ArgKind::DType)
    return "d" + llvm::StringRef(heap_.at(value).name).rsplit('.').second.str();
  if (value.isObject() && param.kind == ArgKind::MemoryFormat)
    return "f" + llvm::StringRef(heap_.at(value).name).rsplit('.').second.str();
  if (!whole)
    return "-";
  ValueId made = tensors_.operand(param, value);
  if (stopped())
    return "-";
  // Values are kept; there is no list of sizes that the graph counts.
  const Function &function = graph_.function();
  const Op &list = function.op(function.value(made).definedBy);
  auto isKnown = [&](ValueId item) {
    Opcode opcode = function.op(function.value(item).definedBy).opcode;
    return opcode == Opcode::Const || opcode == Opcode::Size;
  };
  if (list.opcode == Opcode::Pack && !llvm::all_of(list.operands, isKnown)) {
    refuse(RefusalKind::NoGradient, "a list of sizes that contents decide");
    return "-";
  }
  return keep(made);
}

// The place of a result's history: the number of an entry, and which of its results.
std::string LivingHistory::result(TapeId entry, unsigned output) {
  if (const MadeTogether *together = madeTogether(tensors_.tape(), entry))
    output = llvm::find(together->pieces, entry) - together->pieces.begin();
  return std::to_string(numbers_.lookup(entry.index)) + "." + std::to_string(output);
}

std::string LivingHistory::text(const TapeEntry &entry) {
  llvm::StringSet<> wanted = entry.freed ? llvm::StringSet<>() : wantedBy(entry);
  isFreed_ = stridesDoNotMatter_ = entry.freed;
  std::string text(row(entry.op).id);
  if (std::string node = tensors_.nameOfNode(entry).text; !node.empty())
    text += "@" + node;
  if (entry.isPartWritten)
    text += "!";
  if (entry.freed)
    text += "~";
  for (size_t i = 0; i < entry.args.size() && !stopped(); ++i)
    text += " " + argument(entry, i, wanted);
  text += " >";
  stridesDoNotMatter_ = true;
  for (size_t i = 0; i < entry.results.size(); ++i)
    text += " " + tensor(Value::object(entry.results[i]), entry.resultValues[i],
                         wanted.count("result" + std::to_string(i)), nullptr);
  return text;
}

// The gradients that the edges get when those of the results have come.
void LivingHistory::compute(llvm::ArrayRef<ValueId> gradients) {
  tensors_.setGradEnabled(false);
  size_t guards = graph_.guards();
  std::vector<std::pair<ObjectId, Value>> results;
  for (size_t i = 0; i < gradients.size(); ++i)
    results.emplace_back(living_[i].id, heap_.makeTensor(gradients[i]));
  llvm::MapVector<ObjectId, Value> found;
  if (!isPartlyFreed_ && !stopped())  // else the restored nodes say what happens
    found = backward_.ofLeaves(results);
  llvm::SmallVector<ValueId, 8> given;
  for (auto &[leaf, number] : edges_) {
    if (stopped())
      return;
    auto gradient = found.find(leaf);
    if (gradient != found.end() && tensors_.isConjugated(gradient->second.objectId()))
      return void(refuse(RefusalKind::NoGradient, "a leaf whose gradient is a conjugated view"));
    given.push_back(gradient == found.end() ? graph_.materialize(graph_.none())
                                            : tensors_.contents(gradient->second.objectId()));
  }
  if (graph_.guards() != guards && !graph_.hoistGuards(gradients[0]))
    return void(refuse(RefusalKind::NoGradient, "an operation with conditions"));
  graph_.emitEffect(Opcode::TapeGradients, given);
}

void LivingHistory::emit() {
  collect();
  for (TapeId id : order_) {
    const MadeTogether *together = madeTogether(tensors_.tape(), id);
    if (!stopped())
      entries_.push_back(text(together ? together->whole : tensors_.tape()[id.index]));
  }
  llvm::SmallVector<ValueId, 16> operands;
  llvm::SmallVector<TypeId, 2> types;
  int64_t bases = 0;
  for (const LivingTensor &each : living_) {
    const TensorState &tensor = heap_.at(each.id).tensor;
    outputs_.push_back(result(tensor.tape, tensor.output));
    operands.push_back(each.made);
    bases += each.isPassive;
    if (each.isPassive)
      continue;
    Type type = graph_.types().get(heap_.at(each.id).tensorType);
    type.requiresGrad = false;
    type.layout = Layout::Contiguous;
    types.push_back(graph_.types().intern(type));
  }
  for (auto &[leaf, number] : edges_)
    operands.push_back(placeOf_(leaf));
  for (auto &[value, number] : saved_)
    operands.push_back(value);
  if (stopped())
    return;
  llvm::SmallVector<NamedAttribute, 4> attributes = {
      {"outputs", outputs_}, {"edges", static_cast<int64_t>(edges_.size())}, {"entries", entries_}};
  if (bases)
    attributes.push_back({"bases", bases});
  llvm::SmallVector<ValueId, 2> gradients =
      graph_.emitMany(Opcode::TapeNode, operands, types, attributes);
  compute(gradients);
}

}  // namespace janus::speculate
