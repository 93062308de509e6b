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
#include "Transforms/Speculate/Python/Recursions.h"

namespace janus::speculate {

using namespace ir;

struct Evaluator::Recursion {
  const ir::Module *module;
  FunctionId function;
  llvm::ArrayRef<Value> cells;
  const Values &bound;  // the root's
  RecursionFacts &facts;
  Tree tree;
  Value nodes;  // the tensor of them
  KeptKeys results;
  std::vector<TapeId> loops = {};  // with a history
  const Function *loop = nullptr;  // of the prelude
  size_t form = 0;                 // of the nodes of the loop
  RecursiveTurn turn = {};
  std::vector<unsigned> called = {};                   // in the turn, by field
  std::vector<std::pair<ObjectId, Object>> made = {};  // for the node, as they were then
};

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
  const NestedCalls nested(shared_.frame, code, bound.size());
  const Frame *outer = nested.inner, *root = nested.outermost;
  if (!outer || backward_.isRunning())
    return;
  std::string name = recursionName(*outer->module, code);
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
  std::optional<ValueForm> form = formOf(result);
  if (field.empty() || !form)
    return;
  RecursionFacts &facts = in_.recursions[name];
  facts.kind = RecursionFacts::Kind::OverTree;
  facts.result = std::move(form);
  facts.parameter = *parameter;
  facts.calls = {{field}, false};
  findOut();
}

// Nothing: the call is like any other.
std::optional<Evaluator::Value> Evaluator::callRecursive(const ir::Module *module, FunctionId id,
                                                         llvm::ArrayRef<Value> cells,
                                                         const Values &bound) {
  const Function &code = module->function(id);
  for (Recursion *each : llvm::reverse(recursions_))
    if (&each->module->function(each->function) == &code)
      return ofChild(*each, cells, bound);
  for (RecursiveCalls *each : llvm::reverse(calls_))
    if (each->isOf(code))
      return each->ofCall(cells, bound);
  noteCalls(*module, code, bound);
  auto known = in_.recursions.find(recursionName(*module, code));
  if (stopped() || known == in_.recursions.end() || backward_.isRunning() || !areGeneratorsOver())
    return std::nullopt;
  RecursionFacts &facts = known->second;
  bool isPartOfOther = !calls_.empty() && !facts.isNested;
  if (facts.kind == RecursionFacts::Kind::OverCalls && !isPartOfOther)
    return RecursiveCalls(*this, module, id, cells, bound, facts).run();
  if (facts.kind != RecursionFacts::Kind::OverTree)
    return std::nullopt;
  Value root = facts.parameter < bound.size() ? bound[facts.parameter] : Value();
  if (!root.isObject() || !heap_.at(root).node || heap_.at(root).path.empty())
    return std::nullopt;
  std::optional<Tree> tree = treeAt(in_.profile, heap_.at(root).node, facts.calls);
  if (!tree)
    return std::nullopt;
  if (hasChangedNodes(tree->forms))
    return std::nullopt;  // the nodes are those of the entry
  Recursion recursion{
      module, id, cells, bound, facts, std::move(*tree), {}, KeptKeys(graph_, *facts.result)};
  return overNodes(recursion);
}

// The same of the region itself, where it is the body of such a function.
std::optional<Evaluator::Value> Evaluator::recursiveBody(const Frame &frame, FunctionId id) {
  if (frame.arguments.empty() ||
      !in_.recursions.count(recursionName(*frame.module, *frame.function)))
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
  return callStatic(number, {{recursion.nodes, recursion.turn.place, heap_.integer(column)}, {}});
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
  ObjectId node = make(kind, {std::nullopt, recursion.turn.place, true, std::move(absent)});
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
  recursion.turn.place = args.positional[0];
  return visit(recursion);
}

// One turn: the function for the node at a place.
Evaluator::Value Evaluator::visit(Recursion &recursion) {
  const NodeForm &form = recursion.tree.forms[recursion.form];
  recursion.turn = beginTurn(recursion.turn.place);
  recursion.turn.history.loops = recursion.loops;
  recursion.called.assign(form.fields.size(), 0);
  recursion.made.clear();
  Value node = nodeOf(recursion);
  if (stopped())
    return {};
  Values bound = recursion.bound;
  bound[recursion.facts.parameter] = node;
  recursion.turn.begin = heap_.state();
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
  auto noteGradient = [&](const ValueForm &, Value tensor, size_t part) {
    recursion.turn.history.taken.push_back(
        {tensors_.edgeOf(tensor), recursion.results.gradientOf(part)});
  };
  if (!keepParts(*recursion.facts.result, recursion.results, result, false, recursion.turn.place,
                 noteGradient))
    return {};
  recursion.turn.history.endsWithOutermost = !recursion.turn.history.given.empty();
  recursionHistory_ = std::make_shared<const RecursionHistory>(std::move(recursion.turn.history));
  return result;
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
  if (tensors_.modes() != recursion.turn.modes)
    return refuseRecursion("is in another grad mode, or other casts of torch.autocast");
  if (!isAsAt(recursion.turn.begin))
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
  return keptParts(recursion.turn, *facts.result, recursion.results, view->place,
                   [&](const ValueForm &part, Value tensor, size_t number) {
                     if (!part.requiresGrad || !recursion.turn.head)
                       return;
                     unsigned output = addToHead(recursion.turn, tensor);
                     recursion.turn.history.given.push_back({output,
                                                             recursion.results.gradientOf(number),
                                                             heap_.valueOf(view->place)});
                   });
}

}  // namespace janus::speculate
