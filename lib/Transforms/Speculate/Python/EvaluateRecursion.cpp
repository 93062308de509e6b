// Recursions over trees of Python objects: one graph for trees of any form.
//
//   def encode(t):                                   %1 = heap.input "$t.nodes(...)"
//     if t.word is not None:                         loop { the turn of a leaf: %4 = ...
//       return emb(torch.tensor([t.word]))             loop.save %4, %place }
//     return tanh(W(cat([encode(t.left),       =>    loop { the turn of an inner node:
//                        encode(t.right)])))           %7 = loop.restore %left
//                                                      %8 = loop.restore %right
//                                                      %9 = ... ; loop.save %9, %place }
//
// A function that calls itself with what its own argument holds goes through a tree. Each entry
// makes a tensor of the nodes (contract/Binding.h), which stand by their forms, children first; the
// nodes of each form are a loop, whose turn evaluates the function for an object of that form, of
// which only the form is known. A call for a child is what the turn of that has kept
// (`loop.save`), the root's the last turn's result. Gradients go the other way
// (Gradients/BackwardLoops.cpp). This is the SubGraph of recursive graphs, with the place of a node
// as the key of what is kept, and the order of the calls found at the entry in the place of a
// scheduler.
//
// All of it is found out by evaluating the calls one by one, as those of any other function, and
// beginning anew with what was learned; where the loops are refused, that is how they stay.
#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

using namespace ir;

struct Evaluator::Recursion {
  const ir::Module *module;
  FunctionId function;
  llvm::ArrayRef<Value> cells;
  const Values &bound;  // the root's
  RecursionFacts &facts;
  Tree tree;
  Value nodes;                              // the tensor of them
  std::vector<int64_t> keys, gradientKeys;  // by result
  std::shared_ptr<std::vector<TypeId>> gradients = std::make_shared<std::vector<TypeId>>();
  std::vector<TapeId> loops = {};  // with a history
  const Function *loop = nullptr;  // of the prelude
  // The turn that is being evaluated.
  size_t form = 0;
  Value place = {};
  std::optional<uint32_t> head = std::nullopt;  // of the tape: what the turn begins with
  uint32_t fork = 0;
  TensorModes modes = {};
  AbstractHeap::State begin = {};
  NodeHistory history = {};
  std::vector<unsigned> called = {};                   // by field
  std::vector<std::pair<ObjectId, Object>> made = {};  // for the node, as they were then
};

static std::string nameOf(const ir::Module &module, const Function &function) {
  return module.name + ":" + function.qualname;
}

// The evaluation begins anew, with what was found out.
Evaluator::Value Evaluator::findOut() {
  refuse(RefusalKind::NoLoop, "a recursion");
  shared_.isOutdated = true;
  return {};
}

Evaluator::Value Evaluator::refuseRecursion(const llvm::Twine &what) {
  return refuse(RefusalKind::NoLoop, "the recursion " + what);
}

// True when other entries had trees of another form at the path.
bool Evaluator::hasOtherForms(llvm::StringRef path) const {
  return llvm::any_of(in_.varying, [&](const auto &each) {
    llvm::StringRef key = each.getKey();
    return key.consume_back(kFormOf) && key.startswith(path) &&
           (key.size() == path.size() || key[path.size()] == '.' || key[path.size()] == '[');
  });
}

// A call of the program's code has ended: was it one of a recursion over a tree?
void Evaluator::noteRecursion(const Function &code, const Values &bound, Value result) {
  const Frame *outer = nullptr, *root = nullptr;
  for (const Frame *each = shared_.frame; each; each = each->caller)
    if (each->function == &code && each->arguments.size() == bound.size()) {
      outer = outer ? outer : each;
      root = each;
    }
  if (!outer || backward_.isRunning())
    return;
  std::string name = nameOf(*outer->module, code);
  if (in_.recursions.count(name))
    return;
  std::optional<size_t> parameter;
  for (size_t i = 0; i < bound.size(); ++i) {
    if (heap_.isUnchanged(outer->arguments[i], bound[i]))
      continue;
    if (parameter)
      return;
    parameter = i;
  }
  if (!parameter)
    return;
  Value ofOuter = outer->arguments[*parameter], ofRoot = root->arguments[*parameter];
  if (!heap_.read(ofOuter).isObject() || !heap_.read(ofRoot).isObject() ||
      !bound[*parameter].isObject())
    return;
  const Object &holder = heap_.at(ofOuter), &held = heap_.at(bound[*parameter]);
  llvm::StringRef path = held.path;
  if (!holder.node || !held.node || holder.path.empty() || !path.consume_front(holder.path) ||
      !hasOtherForms(heap_.at(ofRoot).path))
    return;
  std::string field = fieldName(in_.profile, holder.node, path);
  std::optional<ResultForm> form = resultForm(result);
  if (field.empty() || !form)
    return;
  in_.recursions[name] = {true, *parameter, {{field}, false}, *form};
  findOut();
}

std::optional<ResultForm> Evaluator::resultForm(Value value) {
  ResultForm form;
  if (!value.isObject())
    return std::nullopt;
  if (heap_.isTensor(value)) {
    ObjectId type = heap_.at(value).type;
    if (type && heap_.at(type).name != toString(PreludeName::TensorClass))
      return std::nullopt;
    form.tensor =
        graph_.types().get(graph_.function().value(tensors_.contents(value.objectId())).type);
    form.requiresGrad = tensors_.requiresGrad(value);
    bool isKnown = !stopped() && form.tensor.shape && !form.tensor.dtype.empty() &&
                   !hasCountedSize(form.tensor);
    return isKnown ? std::optional(std::move(form)) : std::nullopt;
  }
  form.kind = kindOf(value);
  if ((form.kind != TypeKind::Tuple && form.kind != TypeKind::List) || !heap_.isPlain(value) ||
      !heap_.at(value).isNew())
    return std::nullopt;
  for (Value item : Values(heap_.load(value).items)) {
    std::optional<ResultForm> each = resultForm(item);
    if (!each)
      return std::nullopt;
    form.items.push_back(std::move(*each));
  }
  return form;
}

static size_t tensorsIn(const ResultForm &form) {
  size_t count = form.kind == TypeKind::Tensor;
  for (const ResultForm &each : form.items)
    count += tensorsIn(each);
  return count;
}

// Nothing: the call is like any other.
std::optional<Evaluator::Value> Evaluator::callRecursive(const ir::Module *module, FunctionId id,
                                                         llvm::ArrayRef<Value> cells,
                                                         const Values &bound) {
  const Function &code = module->function(id);
  for (Recursion *each : llvm::reverse(recursions_))
    if (&each->module->function(each->function) == &code)
      return ofChild(*each, cells, bound);
  auto known = in_.recursions.find(nameOf(*module, code));
  if (known == in_.recursions.end() || !known->second.isOfTree || backward_.isRunning() ||
      !areGeneratorsOver())
    return std::nullopt;
  RecursionFacts &facts = known->second;
  Value root = facts.parameter < bound.size() ? bound[facts.parameter] : Value();
  if (!root.isObject() || !heap_.at(root).node || heap_.at(root).path.empty())
    return std::nullopt;
  std::optional<Tree> tree = treeAt(in_.profile, heap_.at(root).node, facts.calls);
  if (!tree)
    return std::nullopt;
  if (hasChangedNodes(tree->forms))
    return std::nullopt;  // the nodes are those of the entry
  Recursion recursion{module, id, cells, bound, facts, std::move(*tree), {}, {}, {}};
  return overNodes(recursion);
}

// The same of the region itself, where it is the body of such a function.
std::optional<Evaluator::Value> Evaluator::recursiveBody(const Frame &frame, FunctionId id) {
  if (frame.arguments.empty() || !in_.recursions.count(nameOf(*frame.module, *frame.function)))
    return std::nullopt;
  Values bound, cells;
  for (Value each : frame.arguments)
    bound.push_back(heap_.read(each));
  for (SlotId slot : frame.function->slots.ids())
    if (frame.function->slots[slot].kind == SlotKind::Free) {
      cells.resize(std::max<size_t>(cells.size(), frame.function->slots[slot].freeIndex + 1));
      cells[frame.function->slots[slot].freeIndex] = frame.slots[slot];
    }
  return stopped() ? std::nullopt : callRecursive(frame.module, id, cells, bound);
}

// True when the region has changed an object that may be a node.
bool Evaluator::hasChangedNodes(const std::vector<NodeForm> &forms) {
  auto isChanged = [&](const auto &now, const auto &old, auto valueOf) {
    return now.size() != old.size() ||
           !std::equal(old.begin(), old.end(), now.begin(), [&](const auto &a, const auto &b) {
             return heap_.isUnchanged(valueOf(a), valueOf(b));
           });
  };
  for (size_t i = 0; i < heap_.objectCount(); ++i) {
    const Object &object = heap_.at(ObjectId(i));
    bool isOfForm = llvm::any_of(forms, [&](const NodeForm &form) {
      return object.kind == ObjectKind::Instance
                 ? form.kind == JN_NODE_INSTANCE && object.type &&
                       heap_.at(object.type).name == form.className
                 : object.kind == ObjectKind::List && form.kind == JN_NODE_LIST;
    });
    if (object.isNew() || !object.loaded || !isOfForm)
      continue;
    if (object.divergence || !object.removedNames.empty() ||
        isChanged(object.items, object.oldItems, [](Value each) { return each; }) ||
        isChanged(object.attributes, object.oldAttributes,
                  [](const auto &each) { return each.second; }))
      return true;
  }
  return false;
}

// True when what was there then is as it was, whatever has been read since.
bool Evaluator::isAsAt(const AbstractHeap::State &then) {
  const AbstractHeap::State now = heap_.state();
  auto same = [&](Value a, Value b) { return heap_.isUnchanged(a, b); };
  auto areSame = [&](const Values &a, const Values &b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same);
  };
  auto areSameNamed = [&](const auto &a, const auto &b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [&](const auto &x, const auto &y) {
             return x.first == y.first && same(x.second, y.second);
           });
  };
  for (size_t i = 0; i < then.objects.size(); ++i) {
    if (then.objects[i] == now.objects[i])
      continue;
    const Object &a = *then.objects[i], &b = *now.objects[i];
    bool wasLoaded = a.loaded;
    const TensorState &x = a.tensor, &y = b.tensor;
    bool isSame = areSame(wasLoaded ? a.items : b.oldItems, b.items) &&
                  areSameNamed(wasLoaded ? a.entries : b.oldEntries, b.entries) &&
                  areSameNamed(wasLoaded ? a.attributes : b.oldAttributes, b.attributes) &&
                  a.type == b.type && a.position == b.position && a.divergence == b.divergence &&
                  a.keyChanges == b.keyChanges && a.removedNames == b.removedNames &&
                  x.storage == y.storage && x.requiresGrad == y.requiresGrad && x.tape == y.tape &&
                  x.origin == y.origin &&
                  (x.grad == y.grad || (!x.gradKnown && y.grad == y.oldGrad));
    if (!isSame)
      return false;
  }
  for (size_t i = 0; i < then.storages.size(); ++i)
    if (then.storages[i].version != now.storages[i].version ||
        then.storages[i].replacedAt != now.storages[i].replacedAt ||
        then.storages[i].isGiven != now.storages[i].isGiven)
      return false;
  return true;
}

bool Evaluator::isOverNodes(const Frame &frame) const {
  return !recursions_.empty() && recursions_.back()->loop == frame.function;
}

// The loops over the nodes of each form; the result is the root's.
Evaluator::Value Evaluator::overNodes(Recursion &recursion) {
  const std::vector<NodeForm> &forms = recursion.tree.forms;
  std::string path =
      heap_.at(recursion.bound[recursion.facts.parameter]).path + ".nodes(" + toText(forms) + ")";
  size_t columns = 2 * forms.size();
  for (const NodeForm &form : forms)
    columns = std::max<size_t>(columns, form.columns());
  Type type;
  type.kind = TypeKind::Tensor;
  type.dtype = "int64";
  type.device = "cpu";
  type.layout = Layout::Contiguous;
  type.requiresGrad = false;
  type.shape = {sizes_.ofMade(path, recursion.tree.nodes + 1),
                inference::dimOf(static_cast<int64_t>(columns))};
  recursion.nodes = heap_.makeTensor(graph_.input(path, graph_.types().intern(type)));
  for (size_t i = 0; i < tensorsIn(recursion.facts.result); ++i) {
    recursion.keys.push_back(graph_.newKey());
    recursion.gradientKeys.push_back(graph_.newKey());
  }
  recursion.gradients->resize(recursion.keys.size());
  StaticValue over = in_.statics.global(toString(PreludeName::DecompositionModule), "_over_nodes");
  recursion.loop = &over.module->function(over.function);
  Value result;
  for (size_t i = 0; i < forms.size() && !stopped(); ++i) {
    recursion.form = i;
    size_t before = tensors_.tape().size();
    recursions_.push_back(&recursion);
    result = callStatic(over, {{recursion.nodes, heap_.integer(static_cast<int64_t>(i))}, {}});
    recursions_.pop_back();
    if (!stopped() && tensors_.tape().size() > before)
      recursion.loops.push_back(TapeId(tensors_.tape().size() - 1));
  }
  return stopped() ? Value() : result;
}

// An int of the node's row.
Evaluator::Value Evaluator::numberOfNode(const Recursion &recursion, int column) {
  StaticValue number =
      in_.statics.global(toString(PreludeName::DecompositionModule), "_number_of_node");
  return callStatic(number, {{recursion.nodes, recursion.place, heap_.integer(column)}, {}});
}

// An object that stands for the node of the turn.
Evaluator::Value Evaluator::nodeOf(Recursion &recursion) {
  const NodeForm &form = recursion.tree.forms[recursion.form];
  if (form.kind == JN_NODE_NONE)
    return heap_.none();
  if (form.kind == JN_NODE_INT)
    return numberOfNode(recursion, 0);
  auto make = [&](ObjectKind kind, NodeView view) {
    ObjectId id = heap_.make(kind);
    heap_.at(id).view = std::make_shared<const NodeView>(std::move(view));
    return id;
  };
  Values fields;
  std::vector<std::string> absent;
  for (size_t i = 0; i < form.fields.size() && !stopped(); ++i) {
    int column = form.column(i);
    switch (form.fields[i].kind) {
    case JN_FIELD_ABSENT:
      absent.push_back(form.fields[i].name);
      fields.push_back({});
      break;
    case JN_FIELD_ANY: fields.push_back(Value::object(make(ObjectKind::Opaque, {i}))); break;
    case JN_FIELD_NONE: fields.push_back(heap_.none()); break;
    case JN_FIELD_INT: fields.push_back(numberOfNode(recursion, column)); break;
    case JN_FIELD_CHILD:
      fields.push_back(Value::object(make(ObjectKind::Opaque, {i, numberOfNode(recursion, column),
                                                               !recursion.facts.calls.takesNone})));
      break;
    }
  }
  if (stopped())
    return {};
  ObjectKind kind = form.kind == JN_NODE_TUPLE  ? ObjectKind::Tuple
                    : form.kind == JN_NODE_LIST ? ObjectKind::List
                                                : ObjectKind::Instance;
  ObjectId node = make(kind, {std::nullopt, recursion.place, true, std::move(absent)});
  if (kind != ObjectKind::Instance) {
    heap_.at(node).items = std::move(fields);
  } else {
    ObjectId type = heap_.classNamed(form.className);
    heap_.at(node).type = type;
    for (size_t i = 0; i < fields.size(); ++i)
      if (fields[i].isBound())
        heap_.at(node).attributes.emplace_back(form.fields[i].name, fields[i]);
  }
  recursion.made = {{node, heap_.at(node)}};
  return Value::object(node);
}

Evaluator::Value Evaluator::nativeVisitNode(CallArgs args) {
  if (recursions_.empty())
    return refuse(RefusalKind::UnknownCallee, "`_visit_node` outside of a recursion");
  Recursion &recursion = *recursions_.back();
  recursion.place = args.positional[0];
  return visit(recursion);
}

// One turn: the function for the node at a place.
Evaluator::Value Evaluator::visit(Recursion &recursion) {
  const NodeForm &form = recursion.tree.forms[recursion.form];
  recursion.head.reset();
  if (tensors_.gradEnabled())
    recursion.head = tensors_.tape().size() - 1;
  recursion.fork = shared_.allForks.size() - 1;
  recursion.modes = tensors_.modes();
  recursion.history = {};
  recursion.history.place = heap_.valueOf(recursion.place);
  recursion.history.types = recursion.gradients;
  recursion.history.loops = recursion.loops;
  recursion.called.assign(form.fields.size(), 0);
  recursion.made.clear();
  Value node = nodeOf(recursion);
  if (stopped())
    return {};
  Values bound = recursion.bound;
  bound[recursion.facts.parameter] = node;
  recursion.begin = heap_.state();
  Value result = callBody(recursion.module, recursion.function, recursion.cells, bound);
  if (stopped())
    return {};
  // Nodes are gone through in another order than Python's.
  if (graph_.drawsInTurn())
    return refuseRecursion("draws random numbers");
  for (auto &[id, before] : recursion.made) {
    const Object &after = heap_.at(id);
    if (after.attributes != before.attributes || after.items != before.items ||
        after.type != before.type)
      return refuseRecursion("writes to its nodes");
  }
  for (size_t i = 0; i < form.fields.size(); ++i)
    if (recursion.called[i] != (form.fields[i].kind == JN_FIELD_CHILD))
      return refuseRecursion("has not one call for each child");
  size_t next = 0;
  if (!keepResult(recursion, recursion.facts.result, result, next))
    return {};
  nodeHistory_ = std::make_shared<const NodeHistory>(std::move(recursion.history));
  return result;
}

// Keeps the tensors of a turn's result for the parent's turn.
bool Evaluator::keepResult(Recursion &recursion, ResultForm &form, Value value, size_t &next) {
  std::optional<ResultForm> own = resultForm(value);
  if (!own || own->kind != form.kind || own->items.size() != form.items.size())
    return refuseRecursion("has results of several kinds"), false;
  if (form.kind != TypeKind::Tensor) {
    const Values items = heap_.load(value).items;
    for (size_t i = 0; i < items.size(); ++i)
      if (!keepResult(recursion, form.items[i], items[i], next))
        return false;
    return true;
  }
  TypeId known = graph_.types().intern(form.tensor), given = graph_.types().intern(own->tensor);
  if (!graph_.types().isSubtype(given, known)) {
    const Type joined = graph_.types().get(graph_.types().join(known, given));
    if (joined.dtype.empty() || !joined.shape || joined.shape != form.tensor.shape)
      return refuseRecursion("has tensors of several types as results"), false;
    form.tensor = joined;
    return findOut(), false;
  }
  if (own->requiresGrad && !form.requiresGrad) {
    form.requiresGrad = true;
    return findOut(), false;
  }
  graph_.emitEffect(Opcode::LoopSave,
                    {tensors_.contents(value.objectId()), recursion.history.place},
                    {{"key", recursion.keys[next]}});
  recursion.history.results.push_back({tensors_.edgeOf(value), recursion.gradientKeys[next]});
  ++next;
  return !stopped();
}

// A call with None or a number, which do not say where they come from: they may be what any field
// of the node holds that holds a node elsewhere. True: there is such a field, that was not known.
bool Evaluator::addFields(Recursion &recursion, Value given) {
  const NodeForm &form = recursion.tree.forms[recursion.form];
  jn_field_kind kind = given == heap_.none() ? JN_FIELD_NONE : JN_FIELD_INT;
  bool isNew = false;
  for (size_t i = 0; i < form.fields.size(); ++i) {
    bool mayHoldNodes = form.kind != JN_NODE_INSTANCE ||
                        holdsInstance(in_.profile, form.className, form.fields[i].name);
    if (form.fields[i].kind == kind && mayHoldNodes)
      isNew |= recursion.facts.calls.fields.insert(fieldName(form, i)).second;
  }
  return isNew;
}

// The result of a call for a child. Nothing: the call is for what is no node.
Evaluator::Value Evaluator::ofChild(Recursion &recursion, llvm::ArrayRef<Value> cells,
                                    const Values &bound) {
  RecursionFacts &facts = recursion.facts;
  if (cells != recursion.cells)
    return refuseRecursion("is another function's");
  if (tensors_.modes() != recursion.modes)
    return refuseRecursion("is in another grad mode, or other casts of torch.autocast");
  if (!isAsAt(recursion.begin))
    return refuseRecursion("is called where something is other than at its beginning");
  for (size_t i = 0; i < bound.size(); ++i)
    if (i != facts.parameter && !(bound[i] == recursion.bound[i]))
      return refuseRecursion("changes `" +
                             recursion.module->function(recursion.function).parameters[i] + "`");
  Value given = bound[facts.parameter];
  const NodeForm &form = recursion.tree.forms[recursion.form];
  std::shared_ptr<const NodeView> view = given.isObject() ? heap_.at(given).view : nullptr;
  if (!view) {
    bool isOther = given == heap_.none() && !std::exchange(facts.calls.takesNone, true);
    return isOther || addFields(recursion, given)
               ? findOut()
               : refuseRecursion("is called with what is no child of its node");
  }
  if (!view->field)
    return refuseRecursion("is called with its node itself");
  if (form.fields[*view->field].kind != JN_FIELD_CHILD) {
    if (!facts.calls.fields.insert(fieldName(form, *view->field)).second)
      return refuseRecursion("is called with what is no node");
    return findOut();
  }
  ++recursion.called[*view->field];
  size_t next = 0;
  return madeAs(recursion, facts.result, view->place, next);
}

Evaluator::Value Evaluator::madeAs(Recursion &recursion, const ResultForm &form, Value place,
                                   size_t &next) {
  if (form.kind != TypeKind::Tensor) {
    Values items;
    for (const ResultForm &each : form.items)
      items.push_back(madeAs(recursion, each, place, next));
    return heap_.makeList(form.kind == TypeKind::Tuple ? ObjectKind::Tuple : ObjectKind::List,
                          std::move(items));
  }
  ValueId child = heap_.valueOf(place);
  ValueId kept = graph_.emit(Opcode::LoopRestore, child, graph_.types().intern(form.tensor),
                             NamedAttribute{"key", recursion.keys[next]});
  Value made = heap_.makeTensor(kept);
  // Which tensor it is and whether it has a gradient is another matter at each child. Who writes to
  // it writes to what the child's turn has kept for its gradient.
  heap_.at(made).origin = heap_.makeChoice({Value(), Value(), Value(), recursion.fork});
  heap_.storageOf(made.objectId()).sharedBy = recursion.fork;
  if (form.requiresGrad && recursion.head) {
    TapeEntry &head = tensors_.tape()[*recursion.head];
    TensorState &tensor = heap_.at(made).tensor;
    tensor.requiresGrad = true;
    tensor.tape = TapeId(*recursion.head);
    tensor.output = head.results.size();
    recursion.history.calls.push_back({tensor.output, next, child});
    head.results.push_back(made.objectId());
  }
  ++next;
  return made;
}

}  // namespace janus::speculate
