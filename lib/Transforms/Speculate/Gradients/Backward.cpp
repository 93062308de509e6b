#include "Transforms/Speculate/Gradients/Backward.h"

#include "llvm/ADT/ScopeExit.h"

namespace janus::speculate {

using namespace ir;

Backward::Value Backward::run(BackwardPass pass) {
  bool mode = tensors_.setGradEnabled(pass.createGraph);
  bool wasRunning = std::exchange(isRunning_, true), outer = graph_.setBackward(true);
  // A gradient function may run a pass of its own, which has nothing of what has come in this one.
  auto pending = std::exchange(pending_, Pending());
  auto leafPending = std::exchange(leafPending_, Leaves());
  auto restore = llvm::make_scope_exit([&] {
    tensors_.setGradEnabled(mode);
    isRunning_ = wasRunning;
    graph_.setBackward(outer);
    pending_ = std::move(pending);
    leafPending_ = std::move(leafPending);
  });
  for (size_t i = 0; i < pass.roots.size(); ++i)
    if (!seed(pass.roots[i], pass.seeds[i]))
      return {};
  findTheWay(pass);
  if (stopped() || !walkBack(0, tensors_.tape().size(), pass))
    return {};
  if (!pass.accumulate)
    return arrived(pass);
  for (auto &[leaf, gradient] : llvm::MapVector<ObjectId, Value>(leafPending_))
    if (!stopped())
      accumulateLeaf(leaf, gradient);
  return stopped() ? Value() : heap_.none();
}

llvm::MapVector<ObjectId, Backward::Value>
Backward::ofLeaves(llvm::ArrayRef<std::pair<ObjectId, Value>> results) {
  auto pending = std::exchange(pending_, Pending());
  auto leafPending = std::exchange(leafPending_, Leaves());
  for (auto &[id, gradient] : results)
    accumulate(tensors_.edgeOf(Value::object(id)), gradient);
  BackwardPass pass;
  pass.keepGraph = true;
  walkBack(0, tensors_.tape().size(), pass);
  pending_ = std::move(pending);
  return std::exchange(leafPending_, std::move(leafPending));
}

// The gradient that a pass begins with at `root`.
bool Backward::seed(Value root, Value gradient) {
  if (!isTensor(root))
    return refuse(RefusalKind::UnknownObject, "the gradient of what is no known tensor"), false;
  ObjectId id = root.objectId();
  tensors_.contents(id);  // the history of a view that was written through is that of its base
  const TensorState state = heap_.at(id).tensor;
  if (!state.requiresGrad)
    return raise("RuntimeError", "element 0 of tensors does not require grad"), false;
  if (!state.tape && !heap_.at(id).isNew() && !in_.profile.heap[heap_.at(id).node].tensor->isLeaf)
    return refuse(RefusalKind::NoGradient, "a history from before the region"), false;
  if (!gradient.isBound()) {
    if (tensors_.isComplex(id))
      return raise("RuntimeError", "grad can be implicitly created only for real scalar outputs"),
             false;
    if (!tensors_.hasOneElement(id))
      return raise("RuntimeError", "grad can be implicitly created only for scalar outputs"), false;
    const Schema &schema = in_.ops.schema(in_.ops.known(KnownOp::SeedGradient));
    std::optional<Values> args = tensors_.bindSchema(schema, {{root}, {}});
    gradient =
        args ? tensors_.apply(in_.ops.known(KnownOp::SeedGradient), std::move(*args)) : Value();
  } else if (!isTensor(gradient) || !tensors_.haveOneShape(gradient.objectId(), id)) {
    return refuse(RefusalKind::BadShape, "a gradient"), false;
  } else {
    gradient = tensors_.ofType(gradient, id);
    if (!stopped())
      graph_.takeMemory(tensors_.contents(gradient.objectId()));
  }
  if (stopped())
    return false;
  accumulate(tensors_.askedEdgeOf(root), gradient);
  return !stopped();
}

// Marks the operations that lead to the chosen inputs. The others are left alone, and not freed.
void Backward::findTheWay(BackwardPass &pass) {
  for (Value input : pass.inputs) {
    if (!isTensor(input))
      return void(refuse(RefusalKind::UnknownObject, "the gradient of what is no known tensor"));
    if (tensors_.isUndecided(input.objectId()))
      return;  // what arrives at it arrives at the tensor that it is
    tensors_.contents(input.objectId());
    pass.ends.push_back(tensors_.askedEdgeOf(input));
    if (!pass.ends.back().needed)
      return void(raise("RuntimeError", "One of the differentiated Tensors does not require grad"));
    if (pass.accumulate && pass.ends.back().tape)
      return void(refuse(RefusalKind::UnknownOperation, "backward with inputs that are no leaves"));
  }
  if (!pass.isSelective())
    return;
  for (const TapeEdge &end : pass.ends)
    if (!end.tape)
      heap_.noteCompared(end.tensor);
  // Loops and branches are gone back through whole.
  std::vector<bool> isWhole(tensors_.tape().size(), false);
  for (size_t i = 0; i < isWhole.size(); ++i) {
    const TapeEntry &entry = tensors_.tape()[i];
    isWhole[i] = isWhole[i] || entry.fork();
    if (entry.loop)
      std::fill(isWhole.begin() + entry.loop->begin, isWhole.begin() + entry.loop->end, true);
    if (entry.branch)
      for (const auto &side : entry.branch->ranges)
        for (auto [begin, end] : side)
          std::fill(isWhole.begin() + begin, isWhole.begin() + end, true);
  }
  for (size_t i = 0; i < isWhole.size(); ++i) {
    bool leads = isWhole[i];
    for (const std::vector<TapeEdge> &list : tensors_.tape()[i].edges)
      for (const TapeEdge &edge : list)
        leads |= pass.wants(edge);
    pass.onTheWay.push_back(leads);
  }
  // A tensor that came with a history may hang on an input that came, too: a way that no graph of
  // the region can go.
  auto assumeNoWay = [&](const TapeEdge &edge) {
    const Object &from = heap_.at(edge.tensor);
    for (const TapeEdge &end : pass.ends)
      if (from.tensor.hasPast && !end.tape && !heap_.at(end.tensor).isNew() &&
          end.tensor != edge.tensor)
        graph_.assume("unrelated", from.path, heap_.at(end.tensor).path);
  };
  std::vector<bool> reached(tensors_.tape().size(), false);
  auto visit = [&](const TapeEdge &edge) {
    if (edge.needed && edge.tape) {
      reached[edge.tape.index] = true;
    } else if (edge.needed) {
      heap_.noteCompared(edge.tensor);  // with the ends
      assumeNoWay(edge);
    }
  };
  for (Value root : pass.roots)
    visit(tensors_.edgeOf(root));
  for (size_t i = tensors_.tape().size(); i-- > 0;)
    if (reached[i])
      for (const std::vector<TapeEdge> &list : tensors_.tape()[i].edges)
        llvm::for_each(list, visit);
}

// The gradients of the inputs.
Backward::Value Backward::arrived(const BackwardPass &pass) {
  Values gradients;
  for (const TapeEdge &end : pass.ends) {
    Value gradient = heap_.none();
    if (end.tape) {
      if (auto found = pending_.find({end.tape.index, end.output}); found != pending_.end())
        gradient = found->second;
    } else if (auto found = leafPending_.find(end.tensor); found != leafPending_.end()) {
      gradient = found->second;
    }
    if (gradient == heap_.none() && !pass.allowUnused)
      return raise("RuntimeError",
                   "The differentiated Tensor at index " + llvm::Twine(gradients.size()) +
                       " appears to not have been used in the graph. Set allow_unused=True if this "
                       "is the desired behavior.");
    gradients.push_back(gradient);
  }
  return heap_.makeList(ObjectKind::Tuple, std::move(gradients));
}

// Later operations first: all gradients of a result have arrived when its operation's turn comes.
bool Backward::walkBack(size_t begin, size_t end, const BackwardPass &pass) {
  for (size_t next = end; next > begin && !stopped();) {
    const size_t i = next - 1;
    TapeEntry &entry = tensors_.tape()[i];  // which stays where it is when the tape grows
    next = entry.loop ? entry.loop->begin : i;
    if (entry.row) {
      rowGradient(entry);
      continue;
    }
    if (entry.kept) {
      keptGradient(TapeId(i));
      continue;
    }
    Values gradients;
    bool any = false, allDead = true;  // asked of branches and loops that are gone
    for (unsigned output = 0; output < entry.results.size(); ++output) {
      auto found = pending_.find({uint32_t(i), output});
      gradients.push_back(found == pending_.end() ? heap_.none() : found->second);
      any |= found != pending_.end();
      if (entry.fork() && entry.freed && found != pending_.end())
        allDead &= isDeadEnd(tensors_.tape(), TapeId(i), output);
    }
    bool isAsked = any || (entry.branch && givesBack(*entry.branch));
    if (!isAsked || (pass.isSelective() && !pass.onTheWay[i]))
      continue;
    if (entry.freedBy)
      return heap_.noteUndecided(*entry.freedBy), false;
    if (entry.fork() && entry.freed && !allDead)
      return heap_.noteUndecided(*entry.fork()), false;
    if (entry.freed)
      return raise("RuntimeError", "Trying to backward through the graph a second time"), false;
    if (!pass.keepGraph)
      entry.freed = entry.fork() || entry.isPartWritten || !savesOf(entry).empty();
    if (!(entry.branch     ? branchGradient(TapeId(i), gradients, pass)
          : entry.loop     ? loopGradient(TapeId(i), gradients, pass)
          : entry.function ? functionGradient(TapeId(i), gradients, pass)
                           : differentiate(TapeId(i), gradients, pass)))
      return false;
    // Which of its operations have let go of what they saved hangs on the way to the inputs.
    if (entry.fork() && pass.isSelective() && !pass.keepGraph)
      entry.freedBy = entry.fork();
  }
  return !stopped();
}

// Tensors and numbers that an operation keeps for its gradients and backward lets go of; properties
// stay.
std::vector<llvm::StringRef> Backward::savesOf(const TapeEntry &entry) {
  if (entry.function)
    return std::vector<llvm::StringRef>(entry.function->saved.size(), "saved_tensors");
  const Schema &schema = in_.ops.schema(entry.op);
  std::vector<llvm::StringRef> saves;
  for (const GradientRule *rule : activeRules(entry, schema, in_.gradients.of(schema.fullName())))
    for (const std::string &save : rule->saves) {
      int index = schema.find(save);
      bool isProperty = llvm::StringRef(save).contains('.');
      if (!isProperty && (index < 0 || !(entry.args[index] == heap_.none())))
        saves.push_back(save);
    }
  return saves;
}

// True when the entry's gradient reads a tensor that lies in the storage.
bool Backward::readsStorage(const TapeEntry &entry, StorageId storage) {
  if (entry.fork() || entry.row || entry.kept)
    return false;
  auto isThere = [&](Value value) {
    return isTensor(value) && heap_.at(value).tensor.storage == storage;
  };
  if (entry.function)
    return llvm::any_of(entry.function->saved, isThere);
  const Schema &schema = in_.ops.schema(entry.op);
  return llvm::any_of(savesOf(entry), [&](llvm::StringRef name) {
    unsigned output = 0;
    if (name.consume_front("result") && (name.empty() || !name.getAsInteger(10, output)))
      return isThere(Value::object(entry.results[output]));
    int index = schema.find(std::string_view(name.data(), name.size()));
    if (index < 0)
      return false;
    Value value = entry.args[index];
    bool isList =
        value.isObject() && (kindOf(value) == TypeKind::List || kindOf(value) == TypeKind::Tuple);
    return isList ? llvm::any_of(heap_.load(value).items, isThere) : isThere(value);
  });
}

// The gradients of an operation's arguments from those of its results.
bool Backward::differentiate(TapeId entry, llvm::ArrayRef<Value> resultGradients,
                             const BackwardPass &pass) {
  TensorOp op = entryAt(entry).op;
  const Schema &schema = in_.ops.schema(op);
  llvm::ArrayRef<GradientRule> rules = in_.gradients.of(schema.fullName());
  if (rules.empty()) {
    refuse(RefusalKind::NoGradient, schema.fullName());
    return false;
  }
  auto edgesOf = [&](const std::string &name) -> llvm::ArrayRef<TapeEdge> {
    int index = schema.find(name);
    if (index < 0)
      return {};
    return entryAt(entry).edges[index];
  };
  ObjectId like;
  for (llvm::StringRef save : savesOf(entryAt(entry)))
    if (savedValue(entry, save, &like), stopped())
      return false;
  for (const GradientRule &rule : rules) {
    llvm::SmallVector<bool, 2> needs;
    for (const std::string &name : rule.of)
      needs.push_back(
          llvm::any_of(edgesOf(name), [&](const TapeEdge &edge) { return pass.wants(edge); }));
    if (!llvm::is_contained(needs, true))
      continue;
    Value answer = callGradient(rule, entry, resultGradients, needs);
    if (stopped())
      return false;
    Values gradients = {answer};
    if (rule.of.size() > 1) {
      std::optional<Values> all = python_.allItems(answer);
      if (!all || all->size() != rule.of.size())
        return refuse(RefusalKind::NoGradient, schema.fullName()), false;
      gradients = std::move(*all);
    }
    for (size_t i = 0; i < rule.of.size(); ++i) {
      if (!needs[i] || gradients[i] == heap_.none())
        continue;
      if (tensors_.holdsSparse(gradients[i]))
        return refuse(RefusalKind::UnknownOperation, "a gradient that is sparse"), false;
      llvm::ArrayRef<TapeEdge> edges = edgesOf(rule.of[i]);
      Values each = {gradients[i]};
      if (!isTensor(gradients[i])) {  // of a list of tensors a list
        std::optional<Values> all = python_.allItems(gradients[i]);
        if (!all || all->size() != edges.size())
          return refuse(RefusalKind::NoGradient, schema.fullName()), false;
        each = std::move(*all);
      }
      for (size_t k = 0; k < edges.size() && !stopped(); ++k)
        if (pass.wants(edges[k]) && !(each[k] == heap_.none()))
          accumulate(edges[k], reduceTo(each[k], edges[k].tensor));
      if (stopped())
        return false;
    }
  }
  return true;
}

// The value that `saves` names: an argument or result as it was, or a property of one. Where a
// matrix whose strides are not known is asked for the side it lies by, the gradient is computed as
// for rows, and laid out as `like`, that matrix, afterwards.
Backward::Value Backward::savedValue(TapeId id, llvm::StringRef what, ObjectId *like) {
  auto [name, property] = what.split('.');
  const Schema &schema = in_.ops.schema(entryAt(id).op);
  Value value;
  ValueId then;
  llvm::StringRef number = name;
  unsigned output = 0;
  if (number.consume_front("result") && (number.empty() || !number.getAsInteger(10, output))) {
    value = Value::object(entryAt(id).results[output]);
    then = entryAt(id).resultValues[output];
  } else {
    int index = schema.find(std::string_view(name.data(), name.size()));
    if (index < 0)
      return refuse(RefusalKind::NoGradient, schema.fullName());
    value = entryAt(id).args[index];
    then = entryAt(id).argValues[index];
  }
  if (!isTensor(value)) {
    if (property.empty() || !value.isObject())
      return value;
    std::optional<Values> items = python_.allItems(value);
    if (!items)
      return {};
    for (Value &each : *items)
      each = isTensor(each) ? tensors_.attribute(each.objectId(), property) : heap_.none();
    return heap_.makeList(ObjectKind::Tuple, std::move(*items));
  }
  if (property == "columns" || property == "rows") {
    std::optional<bool> lies = tensors_.liesBy(property, value.objectId());
    if (!lies)
      *like = value.objectId();
    return heap_.boolean(lies.value_or(property == "rows"));
  }
  if (!property.empty())
    return tensors_.attribute(value.objectId(), property);
  if (tensors_.contents(value.objectId()) != then)
    return raise("RuntimeError", "one of the variables needed for gradient computation has been "
                                 "modified by an inplace operation");
  return value;
}

Backward::Value Backward::callGradient(const GradientRule &rule, TapeId entry,
                                       llvm::ArrayRef<Value> gradients,
                                       llvm::ArrayRef<bool> needs) {
  const Function &function = rule.module->function(rule.function);
  const Schema &schema = in_.ops.schema(entryAt(entry).op);
  bool isConjugated = rule.isHolomorphic && llvm::any_of(gradients, [&](Value each) {
                        return isTensor(each) && tensors_.isComplex(each.objectId());
                      });
  Values bound;
  ObjectId like;
  for (const std::string &parameter : function.parameters) {
    if (parameter == "grad") {
      bound.push_back(gradients.front());
      continue;
    }
    if (parameter == "grads") {
      bound.push_back(heap_.makeList(ObjectKind::Tuple, {gradients.begin(), gradients.end()}));
      continue;
    }
    if (parameter == "needs") {
      Values truths;
      for (bool need : needs)
        truths.push_back(heap_.boolean(need));
      bound.push_back(heap_.makeList(ObjectKind::Tuple, std::move(truths)));
      continue;
    }
    Value value;
    for (const std::string &what : rule.saves) {
      std::string name = what;
      std::replace(name.begin(), name.end(), '.', '_');
      if (name == parameter)
        value = savedValue(entry, what, &like);
    }
    if (stopped())
      return {};
    if (!value.isBound()) {
      int index = schema.find(parameter);
      if (index < 0)
        return refuse(RefusalKind::NoGradient, schema.fullName());
      value = entryAt(entry).args[index];
    }
    bound.push_back(isConjugated ? conjugateOf(value) : value);
    if (stopped())
      return {};
  }
  Value answer = python_.callCode(rule.module, rule.function, {}, std::move(bound));
  return !stopped() && like && isTensor(answer) ? tensors_.lyingAs(like, answer, false) : answer;
}

// The conjugates of a tensor, of those in a list, or of a number; what is real stays.
Backward::Value Backward::conjugateOf(Value saved) {
  if (stopped())
    return {};
  if (isTensor(saved))
    return tensors_.isComplex(saved.objectId())
               ? tensors_.apply(in_.ops.known(KnownOp::Conjugate), {saved})
               : saved;
  if (saved.isConstant() && kindOf(saved) == TypeKind::Complex) {
    Constant conjugate = graph_.constant(saved.constantId());
    conjugate.number = -conjugate.number;
    return Value::constant(graph_.add(std::move(conjugate)));
  }
  if (!saved.isObject() || (kindOf(saved) != TypeKind::Tuple && kindOf(saved) != TypeKind::List))
    return saved;
  std::optional<Values> items = python_.allItems(saved);
  if (!items)
    return {};
  for (Value &each : *items)
    each = conjugateOf(each);
  return stopped() ? Value() : heap_.makeList(ObjectKind::Tuple, std::move(*items));
}

// A gradient summed to the shape that its argument had before it was broadcast, and of its type.
Backward::Value Backward::reduceTo(Value gradient, ObjectId like) {
  if (!isTensor(gradient))
    return refuse(RefusalKind::NoGradient, describe(gradient));
  if (tensors_.isComplex(gradient.objectId()) && !tensors_.isComplex(like) && !stopped())
    gradient = tensors_.call(KnownSpelling::RealPart, {gradient});
  if (stopped())
    return {};
  std::vector<SymbolicSize> from = tensors_.shapeOf(gradient.objectId()),
                            to = tensors_.shapeOf(like);
  auto isSame = [&](const SymbolicSize &a, const SymbolicSize &b) { return sizes_.isSame(a, b); };
  if (std::equal(from.begin(), from.end(), to.begin(), to.end(), isSame))
    return tensors_.ofType(gradient, like);
  if (from.size() < to.size())
    return refuse(RefusalKind::BadShape, "a gradient");
  size_t added = from.size() - to.size();
  Values dims, sizes;
  for (size_t i = 0; i < from.size(); ++i)
    if (i < added || (isSame(to[i - added], 1) && !isSame(from[i], 1)))
      dims.push_back(heap_.integer(i));
  for (const SymbolicSize &size : to)
    sizes.push_back(heap_.makeSize(size));
  if (!dims.empty())
    gradient = tensors_.apply(in_.ops.known(KnownOp::ReduceBroadcast),
                              {gradient, heap_.makeList(ObjectKind::Tuple, std::move(dims)),
                               heap_.boolean(true), heap_.none()});
  if (added && !stopped())
    gradient = tensors_.apply(in_.ops.known(KnownOp::DropDimensions),
                              {gradient, heap_.makeList(ObjectKind::Tuple, std::move(sizes))});
  return tensors_.ofType(gradient, like);
}

void Backward::accumulate(const TapeEdge &edge, Value gradient) {
  if (stopped())
    return;
  Value *known = nullptr;
  if (edge.tape) {
    auto [place, isNew] = pending_.try_emplace({edge.tape.index, edge.output}, gradient);
    known = isNew ? nullptr : &place->second;
  } else {
    auto [place, isNew] = leafPending_.insert({edge.tensor, gradient});
    known = isNew ? nullptr : &place->second;
  }
  if (!known)
    return;
  Value sum = tensors_.apply(in_.ops.known(KnownOp::AccumulateGradient),
                             {*known, gradient, heap_.integer(1)});
  if (stopped())
    return;
  if (edge.tape)
    pending_[{edge.tape.index, edge.output}] = sum;
  else
    leafPending_[edge.tensor] = sum;
}

// A gradient in memory of its own, that lies as the leaf does. The generic engine hands a view on
// as it is: one of all elements of another gradient, or of a tensor from before the region, would
// make a write to the one a write to the other.
Backward::Value Backward::forLeaf(ObjectId tensor, Value gradient) {
  if (tensors_.isConjugated(gradient.objectId()))
    return refuse(RefusalKind::NoGradient, "a leaf whose gradient is a conjugated view"), Value();
  ValueId contents = tensors_.contents(gradient.objectId());
  bool isOwn = graph_.takeMemory(contents);
  if (!isOwn && graph_.showsTakenMemory(contents))
    return refuse(RefusalKind::NoGradient, "a view whose memory another tensor has");
  if (!isOwn && tensors_.layoutOf(tensor) == Layout::Contiguous &&
      tensors_.layoutOf(gradient.objectId()) != Layout::Contiguous)
    return tensors_.lyingAs(tensor, gradient, false);  // that is a copy
  if (!isOwn) {
    TensorOp copy = in_.ops.known(KnownOp::Copy);
    std::optional<Values> args = tensors_.bindSchema(in_.ops.schema(copy), {{gradient}, {}});
    gradient = args ? tensors_.apply(copy, std::move(*args)) : Value();
  }
  return stopped() ? Value() : tensors_.lyingAs(tensor, gradient, false);
}

// A leaf's `.grad`: a new tensor, or the old one with this added in place.
void Backward::accumulateLeaf(ObjectId tensor, Value gradient) {
  if (heap_.at(tensor).tensor.hasPast)
    return void(refuse(RefusalKind::NoGradient, "a history from before the region"));
  if (!heap_.at(tensor).tensor.requiresGrad)  // any more
    return;
  Value old = tensors_.gradientOf(tensor);
  if (stopped())
    return;
  if (old == heap_.none()) {
    gradient = forLeaf(tensor, gradient);
    if (stopped())
      return;
    // With a graph of its own it keeps its history.
    heap_.at(tensor).tensor.grad = tensors_.requiresGrad(gradient)
                                       ? gradient
                                       : heap_.makeTensor(tensors_.contents(gradient.objectId()));
    return;
  }
  if (!heap_.isTensor(old))
    return void(refuse(RefusalKind::UnknownOperation, "a gradient that is sparse"));
  Value sum =
      tensors_.apply(in_.ops.known(KnownOp::AccumulateGradient), {old, gradient, heap_.integer(1)});
  if (tensors_.gradEnabled() && !stopped())
    heap_.at(tensor).tensor.grad = sum;
  else
    tensors_.write(old.objectId(), sum);
}

}  // namespace janus::speculate
