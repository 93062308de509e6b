// Checks of a binding on each entry: arguments, and values that pass.
#include "autograd/Meta.h"
#include "autograd/Node.h"
#include "speculate/Assumptions.h"
#include "speculate/Binding.h"
#include "speculate/ObjectNames.h"
#include "tensor/core/Tensor.h"
#include "value/object/Foreign.h"
#include "value/object/Heap.h"
#include "value/object/Types.h"

#include <algorithm>
#include <span>

namespace janus::speculate {

static bool argumentHolds(const Check &check, Value v) {
  switch (check.kind) {
  case JN_ASSUME_CLASS: {
    const Type *type = knownClassOf(v);
    if (v.tag < JN_NONE || (type != check.known && className(type) != check.text))
      return false;
    if (!(type->typeFlags & kTypeHeap))
      check.known = type;
    return true;
  }
  case JN_ASSUME_CONSTANT: return isConstant(v, check.key);
  default: return isAbsent(v, check.key);
  }
}

bool argumentsFit(const Version &version, const Value *liveIn) {
  const std::vector<PathNode> &nodes = version.paths.nodes();
  for (const Check &check : version.argumentChecks)
    if (!argumentHolds(check, liveIn[nodes[check.node].index]))
      return false;
  for (uint32_t i : version.argumentInputs)
    if (!version.inputs[i].fits(liveIn[nodes[version.inputs[i].node].index]))
      return false;
  return true;
}

// Inputs that can be another value while nothing that was walked is written: live-ins, and what
// passes.
void Binding::findVarying() {
  varying_.clear();
  bound_.clear();
  inputs_.resize(version.inputs.size());
  for (uint32_t i = 0; i < version.inputs.size(); ++i) {
    uint32_t id = version.inputs[i].node;
    bool isBound = !version.isPassing[id] && !version.isArgumentNode(id);
    if (isBound && isTensor(values[id]))
      bound_.push_back(
          {asTensor(values[id])->storage, values[id].o, version.storages[id], version.groups[id]});
    if (version.isLiveIn(id) || !isBound)
      varying_.push_back(i);
    else
      inputs_[i] = version.paths.nodes()[id].parent == JN_NO_STEP ? values[id] : places[id].value();
  }
  std::sort(bound_.begin(), bound_.end());
  varyingChecks_.clear();
  for (uint32_t i = 0; i < version.checks.size(); ++i) {
    const Check &check = version.checks[i];
    if (version.isPassing[check.node] ||
        (check.other != JN_NO_STEP && version.isPassing[check.other]))
      varyingChecks_.push_back(i);
  }
  if (varyingSince_ != version.passingCount)
    findPassing();
  boundObjectsAreKnown_ = false;
  varyingSince_ = version.passingCount;
}

// Compared nodes that can be another object on each entry, live-ins first.
void Binding::findPassing() {
  passing_.clear();
  for (bool ofLiveIns : {true, false})
    for (uint32_t id = 0; id < values.size(); ++id)
      if (version.isCompared[id] && version.isLiveIn(id) == ofLiveIns &&
          (ofLiveIns || version.isPassing[id]))
        passing_.push_back(id);
}

// Compared nodes that stay what they are since the last walk.
void Binding::findBoundObjects() {
  boundObjects_.clear();
  for (uint32_t id = 0; id < values.size(); ++id)
    if (version.isCompared[id] && !version.isPassing[id] && !version.isLiveIn(id) &&
        values[id].tag == JN_OBJECT)
      boundObjects_.push_back({values[id].o, version.groups[id]});
  std::sort(boundObjects_.begin(), boundObjects_.end());
  boundObjectsAreKnown_ = true;
}

// Checks the assumptions about values that pass: a gradient that was None is a tensor when the
// region has run.
bool Binding::varyingHolds(const Value *liveIn) {
  for (uint32_t i : varyingChecks_) {
    const Check &check = version.checks[i];
    Value v = values[check.node] = valueAt(check.node, liveIn);
    if (check.other != JN_NO_STEP)
      values[check.other] = valueAt(check.other, liveIn);
    bool isClass = check.kind == JN_ASSUME_CLASS && v.tag == JN_OBJECT;
    if (isClass && accepted_[i].what == v.o->type)
      continue;
    if (!holds(i))
      return false;
    if (isClass && !(v.o->type->typeFlags & kTypeHeap))
      accepted_[i].what = v.o->type;
  }
  return true;
}

// True for tensors of one storage where the version says otherwise, and it matters: the region
// writes to one of them, or gradients hang on one (isDistinct). They are of two groups, or two
// views that are one.
bool Binding::areConfused(const Held &a, const Held &b) const {
  auto takesGradients = [](const Held &each) {
    return mayRequireGrad(reinterpret_cast<const TensorObject *>(each.object));
  };
  if (a.storage != b.storage)
    return false;
  bool matters = takesGradients(a) || takesGradients(b);
  bool areTwo = matters ? a.group != b.group : !version.mayBeOneStorage(a.group, b.group);
  bool areViews = matters ? a.objectGroup != b.objectGroup
                          : !version.mayBeOneTensor(a.objectGroup, b.objectGroup);
  return areTwo || (a.object == b.object && areViews);
}

// Tensors of different groups have different storages, whatever they have passed through, where the
// region may write to one, and read the other.
bool Binding::areDistinct() {
  std::sort(met_.begin(), met_.end());
  for (size_t i = 1; i < met_.size(); ++i)
    if (areConfused(met_[i - 1], met_[i]))
      return false;
  for (const Held &each : met_)
    for (auto same = std::lower_bound(bound_.begin(), bound_.end(), Held{each.storage, {}, 0, 0});
         same != bound_.end() && same->storage == each.storage; ++same)
      if (areConfused(*same, each))
        return false;
  return true;
}

// Two nodes of different groups that the region compares name two objects, whatever they have
// passed through. An object with one reference is at one place only; live-ins, which come first,
// may be borrowed.
bool Binding::areTwoObjects(const Value *liveIn) {
  metObjects_.clear();
  bool areBorrowed = false;
  for (uint32_t id : passing_) {
    Value v = valueAt(id, liveIn);
    bool isLiveIn = version.isLiveIn(id);
    if (v.tag != JN_OBJECT || (!isLiveIn && !areBorrowed && v.o->refs == 1))
      continue;
    areBorrowed |= isLiveIn;
    metObjects_.push_back({v.o, version.groups[id]});
  }
  if (metObjects_.empty())
    return true;
  if (!boundObjectsAreKnown_)
    findBoundObjects();
  std::sort(metObjects_.begin(), metObjects_.end());
  for (size_t i = 0; i < metObjects_.size(); ++i) {
    const Known &each = metObjects_[i];
    if (i != 0 && metObjects_[i - 1].object == each.object &&
        metObjects_[i - 1].group != each.group)
      return false;
    auto same = std::lower_bound(boundObjects_.begin(), boundObjects_.end(), Known{each.object, 0});
    if (same != boundObjects_.end() && same->object == each.object && same->group != each.group)
      return false;
  }
  return true;
}

// Makes tensors of the elements that packages' arrays have now, and of the nodes of trees. Nobody
// but the version runs until it has committed, and what it writes lies elsewhere: memory of a
// package, which may be an array's under another tensor, is none that it writes.
bool Binding::makeTensors(const Value *liveIn) {
  dropMade();
  ++running;  // an answer of Python may bring the end of objects, and with it code of the program
  for (uint32_t node : version.made) {
    const PathNode &step = version.paths.nodes()[node];
    Value of = valueAt(step.parent, liveIn), made = jn_none();
    if (step.forms)
      made = step.forms->nodesOf(of);
    else if (isForeignObject(of))
      made = foreignInterface.arrayElements(of, step.name == kArraySteps[1]);
    if (made.tag == JN_ERROR)
      clearError();
    made_.push_back(made);
    values[node] = made;
    if (!isTensor(made))
      break;
  }
  --running;
  if (stale || dead || !isTensor(made_.back()))
    return false;
  for (uint32_t node = 0; node < values.size(); ++node) {
    if (!version.isWrittenStorage[version.storages[node]])
      continue;
    Value written = valueAt(node, liveIn);
    if (isTensor(written) && asTensor(written)->storage->flags & kStorageExternal)
      return false;
  }
  return true;
}

void Binding::dropMade() {
  for (size_t i = 0; i < made_.size(); ++i) {
    values[version.made[i]] = jn_unbound();
    jn_decref(made_[i]);
  }
  made_.clear();
}

bool Binding::stateFits(const Value *liveIn) {
  if (!version.made.empty() && !makeTensors(liveIn))
    return false;
  if (varyingSince_ != version.passingCount)
    findVarying();
  if (!varyingHolds(liveIn))
    return false;
  met_.clear();
  for (uint32_t i : varying_) {
    const Input &input = version.inputs[i];
    Value v = inputs_[i] = valueAt(input.node, liveIn);
    if (!version.isArgumentNode(input.node) && !input.fits(v))
      return false;
    // The object itself may be an input beside its contents.
    if (!input.isTensor())
      continue;
    if (needsEngine(v))
      return false;
    met_.push_back(
        {asTensor(v)->storage, v.o, version.storages[input.node], version.groups[input.node]});
  }
  return areDistinct() && areTwoObjects(liveIn) && areAlone(liveIn) && areUnrelated(liveIn);
}

namespace {
// True when a way back from `from` may lead to `to`; a long history is not walked.
bool mayLeadTo(const Edge &from, const Edge &to) {
  constexpr size_t kMostNodes = 64;
  auto isThere = [&](const Edge &edge) {
    return edge.node == to.node && (edge.index == to.index || edge.node->kind->target);
  };
  if (isThere(from))
    return true;
  std::vector<Node *> met = {from.node};
  for (size_t i = 0; i < met.size(); ++i) {
    if (met[i]->kind->hidden || met.size() > kMostNodes)
      return true;
    for (const Edge &edge : std::span(met[i]->edges, met[i]->edgeCount)) {
      if (edge.node && isThere(edge))
        return true;
      if (edge.node && std::find(met.begin(), met.end(), edge.node) == met.end())
        met.push_back(edge.node);
    }
  }
  return false;
}
}  // namespace

bool Binding::areUnrelated(const Value *liveIn) const {
  return std::all_of(version.unrelated.begin(), version.unrelated.end(), [&](auto &pair) {
    Value from = valueAt(pair.first, liveIn), to = valueAt(pair.second, liveIn);
    if (!isTensor(from) || !isTensor(to))
      return false;
    Edge first = gradientEdge(asTensor(from)), second = gradientEdge(asTensor(to));
    bool isApart = first.node && second.node && !mayLeadTo(first, second);
    for (Node *node : {first.node, second.node})
      if (node)
        release(node);
    return isApart;
  });
}

// The base of a view has its storage, too. Memory that somebody else owns may be seen without a
// tensor.
bool Binding::areAlone(const Value *liveIn) const {
  return std::all_of(version.alone.begin(), version.alone.end(), [&](uint32_t node) {
    Value v = valueAt(node, liveIn);
    bool isBase = isTensor(v) && !(asTensor(v)->flags & kTensorIsView);
    const Storage *storage = isBase ? asTensor(v)->storage : nullptr;
    return storage && storage->refs == 1 && !storage->release;
  });
}

namespace {
// Looks at an object that nobody else holds, and what ends with it.
struct Ending {
  int left = 256;  // objects to look at; more are taken to run code
  bool runsCode = false;
};
void examine(Object *o, void *state) {
  auto *ending = static_cast<Ending *>(state);
  if (!o || o->refs != 1 || ending->runsCode)
    return;
  ending->runsCode = o->type->finalize || o->flags & JN_FLAG_WEAK || --ending->left < 0;
  if (ending->runsCode || !o->type->traverse)
    return;
  if (!isTensor(jn_obj(o)))
    o->type->traverse(o, examine, state);
  else if (jn_dict *attributes = asTensor(jn_obj(o))->dict)  // histories hold tensors alone
    examine(&attributes->head, state);
}
bool runsCode(Value v) {
  Ending ending;
  if (v.tag == JN_OBJECT)
    examine(v.o, &ending);
  return ending.runsCode;
}
}  // namespace

bool Binding::endsRunCode(const Value *liveIn) const {
  if (JN_LIKELY(!janus::endsRunCode))
    return false;
  for (const CommitTarget &target : version.commits)
    if (target.kind == CommitTarget::Kind::Place && runsCode(valueAt(target.index, liveIn)))
      return true;
  return std::any_of(version.replacedLiveIns.begin(), version.replacedLiveIns.end(),
                     [&](uint32_t i) { return runsCode(liveIn[i]); });
}

// Finalisers may enter the region again.
void Binding::dropReplaced() {
  std::vector<Value> dropped;
  dropped.swap(replaced);
  for (Value v : dropped)
    jn_decref(v);
  dropped.clear();
  if (replaced.empty())
    replaced.swap(dropped);  // with its memory
}

Value Binding::valueAt(uint32_t node, const Value *liveIn) const {
  const PathNode &n = version.paths.nodes()[node];
  if (n.isLiveIn())
    return liveIn[n.index];
  if (n.isMade())
    return values[node];
  return n.parent == JN_NO_STEP ? values[node] : places[node].value();
}

}  // namespace janus::speculate
