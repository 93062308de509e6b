// Records an operation: edges to the arguments that need gradients, and what their functions want
// kept.
#include "autograd/Record.h"

#include "autograd/InPlace.h"
#include "autograd/Meta.h"
#include "autograd/Operations.h"
#include "autograd/RuleNode.h"
#include "autograd/SavedHooks.h"
#include "janus/contract/NodeNames.h"
#include "tensor/object/TypeObjects.h"
#include "value/container/Sequence.h"

namespace janus {
namespace {

struct ListItems {
  explicit ListItems(Value v) : items(itemsOf(v, &size)) {}
  int64_t size;
  const Value *items;  // null: no list
};

bool needsGradient(Value v) {
  if (v.tag != JN_OBJECT)
    return false;
  if (JN_LIKELY(isTensor(v)))
    return requiresGrad(asTensor(v)) && isInexact(asTensor(v)->dtype);
  ListItems list(v);
  for (int64_t i = 0; i < list.size; ++i)
    if (isTensor(list.items[i]) && requiresGrad(asTensor(list.items[i])))
      return true;
  return false;
}

Value propertyOf(TensorObject *t, Property p) {
  switch (p) {
  case Property::Shape: return makeSize({t->sizes, t->ndim});
  case Property::Stride: {
    jn_tuple *strides = newTuple(t->ndim);
    for (int d = 0; d < t->ndim; ++d)
      strides->items[d] = jn_int(t->strides[d]);
    return jn_obj(strides);
  }
  case Property::StorageOffset: return jn_int(t->offset);
  case Property::DType: return jn_own(dtypeObject(t->dtype));
  case Property::Device: return makeDevice(t->device);
  case Property::Columns:
    return jn_bool(t->ndim == 2 && t->strides[0] == 1 && t->strides[1] == t->sizes[0]);
  case Property::Rows:
    return jn_bool(t->ndim == 2 && t->strides[1] == 1 && t->strides[0] == t->sizes[1]);
  case Property::Whole: break;
  }
  return jn_own(jn_obj(t));
}

SavedValue saveProperty(Value v, const SaveSpec &spec) {
  SavedValue s;
  if (!spec.list) {
    s.value = v.tag == JN_OBJECT ? propertyOf(asTensor(v), spec.property) : jn_none();
    return s;
  }
  ListItems list(v);
  jn_tuple *all = newTuple(list.size);
  for (int64_t i = 0; i < list.size; ++i)
    all->items[i] = propertyOf(asTensor(list.items[i]), spec.property);
  s.value = jn_obj(all);
  return s;
}

// Saves an argument. In-place operations overwrite their first one: a copy stays behind.
bool saveInput(const SaveSpec &spec, Value v, bool overwritten, SavedValue *out) {
  if (spec.property != Property::Whole) {
    *out = saveProperty(v, spec);
    return true;
  }
  if (overwritten && v.tag == JN_OBJECT) {
    // The copy has the history that the argument had, for gradients of the gradient.
    Tensor copy = operations::clone(Tensor::share(v));
    if (!copy.defined())
      return false;
    *out = saveArgument(copy.borrowed(), false);
    return true;
  }
  if (!checkSaved(v))
    return false;
  *out = saveArgument(v, spec.list);
  return true;
}

void saveResults(RuleNode *n, Value result) {
  for (size_t i = 0; i < n->rules->saves.size(); ++i) {
    const SaveSpec &spec = n->rules->saves[i];
    if (spec.result < 0 || !(spec.rules & n->active))
      continue;
    ListItems list(result);
    if (spec.result == kWholeResult && list.items) {
      n->saved[i] = saveArgument(result, true);
      continue;
    }
    int16_t index = spec.result == kWholeResult ? 0 : spec.result;
    Value v = list.items ? list.items[index] : result;
    if (spec.property != Property::Whole)
      n->saved[i] = saveProperty(v, spec);
    else if (isTensor(v))
      n->saved[i] = saveResult(asTensor(v), static_cast<uint32_t>(index));
    else
      n->saved[i].value = jn_own(v);
  }
}

// Hands arguments or results that were saved to the hooks. False: an exception is pending.
bool packWhole(RuleNode *n, bool results) {
  for (size_t i = 0; i < n->rules->saves.size(); ++i) {
    const SaveSpec &spec = n->rules->saves[i];
    if (spec.property == Property::Whole &&
        (spec.result >= 0 || spec.result == kWholeResult) == results && isDefined(n->saved[i]) &&
        !packSaved(n->saved[i]))
      return false;
  }
  return true;
}

// What the operation itself writes (running statistics) is wanted as it is afterwards.
void refreshVersions(RuleNode *n) {
  for (size_t i = 0; i < n->rules->saves.size(); ++i)
    if (n->saved[i].isTensor && n->rules->saves[i].argument >= 0)
      n->saved[i].version = asTensor(n->saved[i].value)->version->value;
}

// A list given as an argument may change later.
Value keepArgument(Value v) {
  if (v.tag == JN_OBJECT && isSubtype(v.o->type, &jn_type_list))
    return jn_list_to_tuple(v);
  return jn_own(v);
}

// False: RuntimeError is pending.
bool checkHistories(const OpRules &r, const Value *args, uint32_t needs) {
  for (size_t i = 0; i < r.inputs.size(); ++i) {
    if (!(needs >> i & 1))
      continue;
    Value v = args[r.inputs[i]];
    if (JN_LIKELY(isTensor(v))) {
      if (!checkHistory(asTensor(v)))
        return false;
      continue;
    }
    ListItems list(v);
    for (int64_t k = 0; k < list.size; ++k)
      if (isTensor(list.items[k]) && !checkHistory(asTensor(list.items[k])))
        return false;
  }
  return true;
}

// Arguments of an operation, as names of nodes ask for them.
struct NamingArguments {
  const Value *args;

  size_t rank(size_t i) const { return asTensor(args[i])->ndim; }
  bool isTensor(size_t i) const { return janus::isTensor(args[i]); }
  bool isContiguous(size_t i) const { return asTensor(args[i])->flags & kTensorContiguous; }
  bool isExpandedBias(size_t inputRank, size_t i) const {
    return isBiasExpanded(inputRank, Tensor::share(args[i]).sizes());
  }
  bool isEmpty(size_t i) const { return Tensor::share(args[i]).numel() == 0; }
  bool hasMoreRows(size_t i, int64_t rows) const { return Tensor::share(args[i]).size(-2) > rows; }
  double number(size_t i) const {
    return args[i].tag == JN_FLOAT ? args[i].f : static_cast<double>(args[i].i);
  }
  std::string text(size_t i) const { return std::string(utf8Of(args[i])); }
};

RuleNode *newRuleNode(const OpRules &r, const Value *args, uint32_t needs, bool inPlace) {
  uint32_t edgeCount = static_cast<uint32_t>(r.inputs.size());
  ListItems list(r.list >= 0 ? args[r.inputs[static_cast<size_t>(r.list)]] : jn_none());
  if (r.list >= 0)
    edgeCount += static_cast<uint32_t>(list.size) - 1;
  RuleNode *n = allocateRuleNode(r, edgeCount);
  n->needs = needs;
  n->listSize = static_cast<uint32_t>(list.size);
  for (size_t i = 0; i < r.rules.size(); ++i)
    if (r.rules[i].ofMask & needs)
      n->active |= 1u << i;
  uint32_t edge = 0;
  for (size_t i = 0; i < r.inputs.size(); ++i) {
    if (static_cast<int>(i) == r.list) {
      for (int64_t k = 0; k < list.size; ++k, ++edge)
        if (needsGradient(list.items[k]))
          n->edges[edge] = gradientEdge(asTensor(list.items[k]));
    } else {
      if (needs >> i & 1)
        n->edges[edge] = gradientEdge(asTensor(args[r.inputs[i]]));
      ++edge;
    }
  }
  for (size_t i = 0; i < r.saves.size(); ++i) {
    const SaveSpec &spec = r.saves[i];
    if (spec.argument < 0 || !(spec.rules & n->active))
      continue;
    if (!saveInput(spec, args[spec.argument], inPlace && spec.argument == 0, &n->saved[i])) {
      release(n);
      return nullptr;
    }
  }
  for (size_t i = 0; i < r.kept.size(); ++i)
    if (r.keptBy[i] & n->active)
      n->kept[i] = keepArgument(args[r.kept[i]]);
  return n;
}

void attachResult(RuleNode *n, uint32_t index, Value v) {
  if (!isTensor(v))
    return;
  TensorObject *t = asTensor(v);
  describeResult(n, index, t);
  if (isInexact(t->dtype) && (index == 0 || n->rules->knowsOthers))
    setGradFn(t, n, index);
}

void attachResults(RuleNode *n, Value result) {
  ListItems list(result);
  if (!list.items) {
    setResultCount(n, 1);
    attachResult(n, 0, result);
    return;
  }
  setResultCount(n, static_cast<uint32_t>(list.size));
  for (int64_t i = 0; i < list.size; ++i)
    attachResult(n, static_cast<uint32_t>(i), list.items[i]);
}

}  // namespace

RuleNode *nodeOf(TensorOp op, const Value *args) {
  const OpRules *r = rulesOf(op);
  return r ? newRuleNode(*r, args, 1, false) : nullptr;
}

RuleNode *restoreNode(TensorOp op, const Value *args, const std::vector<std::vector<Edge>> &edges,
                      Value result, uint32_t resultCount) {
  const OpRules *r = rulesOf(op);
  if (!r)
    return nullptr;
  uint32_t needs = 0;
  for (size_t i = 0; i < r->inputs.size(); ++i)
    for (const Edge &e : edges[r->inputs[i]])
      if (e.node)
        needs |= 1u << i;
  RuleNode *n = newRuleNode(*r, args, needs, false);
  if (!n)
    return nullptr;
  // What the arguments have as history now need not be what they had.
  uint32_t at = 0;
  for (uint8_t input : r->inputs) {
    if (edges[input].empty())  // a number
      ++at;
    for (const Edge &e : edges[input]) {
      Edge &place = n->edges[at++];
      if (e.node)
        retain(e.node);
      if (place.node)
        release(place.node);
      place = e;
    }
  }
  setResultCount(n, resultCount);
  ListItems list(result);
  for (uint32_t i = 0; i < resultCount; ++i)
    describeResult(n, i, asTensor(list.items ? list.items[i] : result));
  saveResults(n, result);
  return n;
}

Value recordOperation(TensorOp op, const Value *args) {
  if (hasTrait(op, Trait::Composite))
    return kernelTable[static_cast<size_t>(op)](args);
  if (!(modeMask & kModeTape) || !hasTrait(op, Trait::Differentiable))
    return callKernel(op, args);
  const OpRules *r = rulesOf(op);
  if (JN_UNLIKELY(!r))
    return jn_error();
  bool inPlace = hasTrait(op, Trait::InPlace);
  bool hadHistory = inPlace && knowsHistory(asTensor(args[0]));
  uint32_t needs = 0;
  for (size_t i = 0; i < r->inputs.size(); ++i)
    if (needsGradient(args[r->inputs[i]]))
      needs |= 1u << i;
  if (!needs || r->neverDifferentiable)
    return callKernel(op, args);

  if (inPlace && !checkInPlace(asTensor(args[0]), hadHistory))
    return jn_error();
  if (JN_UNLIKELY(!checkHistories(*r, args, needs)))
    return jn_error();
  RuleNode *n = newRuleNode(*r, args, needs, inPlace);
  if (JN_UNLIKELY(!n))
    return jn_error();
  if (isNamedByArguments(op))
    setNodeName(n, nodeByArguments(op, NamingArguments{args}));
  bool packs = areSavedHooksSet();
  if (JN_UNLIKELY(packs && !packWhole(n, false))) {
    release(n);
    return jn_error();
  }
  Value result = callKernel(op, args);
  if (JN_UNLIKELY(jn_is_error(result))) {
    release(n);
    return result;
  }
  if (hasTrait(op, Trait::Mutates))
    refreshVersions(n);
  bool packed = true;
  if (inPlace) {
    TensorObject *t = asTensor(args[0]);
    setResultCount(n, 1);
    describeResult(n, 0, t);
    saveResults(n, result);
    packed = !packs || packWhole(n, true);
    rebaseHistory(t, n);
  } else if (!(hasTrait(op, Trait::MaybeView) && result.tag == JN_OBJECT &&
               result.o == args[0].o)) {
    attachResults(n, result);
    saveResults(n, result);
    packed = !packs || packWhole(n, true);
  }
  release(n);
  if (JN_UNLIKELY(!packed)) {
    jn_decref(result);
    return jn_error();
  }
  return result;
}

}  // namespace janus
