#include "autograd/RuleNode.h"

#include "autograd/Engine.h"
#include "autograd/Meta.h"
#include "tensor/call/Overrides.h"
#include "tensor/dispatch/OpInfo.h"

#include <algorithm>
#include <complex>
#include <string>
#include <unordered_set>

namespace janus {
namespace {

RuleNode *self(Node *n) {
  return static_cast<RuleNode *>(n);
}

const char *nameOf(const Node *node) {
  const auto *n = static_cast<const RuleNode *>(node);
  return n->name ? n->name : n->rules->name.c_str();
}

// Properties stay: a node that has saved nothing else can run again.
void dropSaved(Node *node) {
  RuleNode *n = self(node);
  n->freed |= n->isPartWritten;
  for (size_t i = 0; i < n->rules->saves.size(); ++i)
    if (n->rules->saves[i].property == Property::Whole && isDefined(n->saved[i])) {
      n->freed = true;
      drop(n->saved[i]);
    }
}

void destroy(Node *node) {
  RuleNode *n = self(node);
  for (size_t i = 0; i < n->rules->saves.size(); ++i)
    drop(n->saved[i]);
  for (size_t i = 0; i < n->rules->kept.size(); ++i)
    jn_decref(n->kept[i]);
}

Value tupleOfGrads(const Value *grads, uint32_t count) {
  jn_tuple *t = newTuple(count);
  for (uint32_t i = 0; i < count; ++i)
    t->items[i] = jn_own(grads[i]);
  return jn_obj(t);
}

Value tupleOfNeeds(const RuleNode *n, const GradientRule &rule) {
  jn_tuple *t = newTuple(static_cast<int64_t>(rule.of.size()));
  for (size_t i = 0; i < rule.of.size(); ++i) {
    const Edge &e = n->edges[edgeOf(n, rule.of[i])];
    t->items[i] = jn_bool(isWanted(e));
  }
  return jn_obj(t);
}

bool isComplexTensor(Value v) {
  return isTensor(v) && isComplex(asTensor(v)->dtype);
}

// The conjugates of a tensor, of those in a tuple, or of a number; a new reference. What is real
// stays.
Value conjugateOf(Value v) {
  // A view that is recorded would make second gradients conjugated views, of which few are such in
  // PyTorch: it conjugates derivatives that it has computed, not what they are of.
  if (isComplexTensor(v))
    return dispatch(modeMask & kModeTape ? TensorOp::ConjPhysicalOf : TensorOp::ConjView, &v);
  if (std::complex<double> z; v.tag == JN_OBJECT && complexParts(v, &z))
    return makeComplex(z.real(), -z.imag());
  if (!isInstance(v, &jn_type_tuple))
    return jn_own(v);
  const auto *items = as<jn_tuple>(v);
  Ref conjugates(jn_obj(newTuple(items->size)));
  for (int64_t i = 0; i < items->size; ++i) {
    Value each = conjugateOf(items->items[i]);
    if (jn_is_error(each))
      return each;
    conjugates.as<jn_tuple>()->items[i] = each;
  }
  return conjugates.release();
}

// The arguments of one gradient function, owned where made for the call. `isConjugated`: saved
// values and numbers are conjugates.
class BoundArguments {
public:
  BoundArguments(RuleNode *n, const GradientRule &rule, const Value *grads, bool isConjugated) {
    for (const ParameterSource &p : rule.parameters) {
      Value v = jn_none();
      bool mine = true;
      switch (p.kind) {
      case ParameterSource::Grad: v = grads[0], mine = false; break;
      case ParameterSource::Grads: v = tupleOfGrads(grads, n->resultCount); break;
      case ParameterSource::Needs: v = tupleOfNeeds(n, rule); break;
      case ParameterSource::Saved: v = unpack(n->saved[p.index], n); break;
      case ParameterSource::Argument: v = n->kept[p.index], mine = false; break;
      }
      bool isFactor = p.kind == ParameterSource::Saved || p.kind == ParameterSource::Argument;
      if (JN_UNLIKELY(isConjugated && isFactor && !jn_is_error(v))) {
        Value conjugate = conjugateOf(v);
        if (mine)
          jn_decref(v);
        v = conjugate;
        mine = true;
      }
      if (jn_is_error(v)) {
        failed = true;
        return;
      }
      if (mine)
        owned_ |= uint64_t{1} << count_;
      values[count_++] = v;
    }
  }
  ~BoundArguments() {
    for (size_t i = 0; i < count_; ++i)
      if (owned_ >> i & 1)
        jn_decref(values[i]);
  }
  BoundArguments(const BoundArguments &) = delete;

  Value values[24];
  bool failed = false;

private:
  size_t count_ = 0;
  uint64_t owned_ = 0;
};

bool isSequence(Value v) {
  return v.tag == JN_OBJECT &&
         (isSubtype(v.o->type, &jn_type_tuple) || isSubtype(v.o->type, &jn_type_list));
}

// Puts what a function returned where its inputs' edges are. `result` is borrowed.
bool distribute(RuleNode *n, const GradientRule &rule, Value result, Value *out) {
  bool several = rule.of.size() > 1;
  for (size_t i = 0; i < rule.of.size(); ++i) {
    Value v = result;
    if (result.tag == JN_NONE)
      continue;
    if (several) {
      if (!isSequence(result)) {
        raise(jn_exc_TypeError, "the gradient of %s returned no tuple", n->rules->name.c_str());
        return false;
      }
      v = isSubtype(result.o->type, &jn_type_tuple) ? as<jn_tuple>(result)->items[i]
                                                    : as<jn_list>(result)->items[i];
    }
    uint32_t edge = edgeOf(n, rule.of[i]);
    if (static_cast<int>(rule.of[i]) != n->rules->list) {
      if (isWanted(n->edges[edge]))
        out[edge] = jn_own(v);
      continue;
    }
    const Value *items =
        isSubtype(v.o->type, &jn_type_tuple) ? as<jn_tuple>(v)->items : as<jn_list>(v)->items;
    for (uint32_t k = 0; k < n->listSize; ++k)
      if (isWanted(n->edges[edge + k]))
        out[edge + k] = jn_own(items[k]);
  }
  return true;
}

// Is one of the gradients that the function computes asked for, and has what it starts from
// arrived?
bool isCalled(const RuleNode *n, const GradientRule &rule, const Value *grads) {
  for (const ParameterSource &p : rule.parameters)
    if (p.kind == ParameterSource::Grad && grads[0].tag == JN_NONE)
      return false;
  for (uint8_t input : rule.of) {
    uint32_t edge = edgeOf(n, input);
    uint32_t count = static_cast<int>(input) == n->rules->list ? n->listSize : 1;
    for (uint32_t k = 0; k < count; ++k)
      if (isWanted(n->edges[edge + k]))
        return true;
  }
  return false;
}

bool apply(Node *node, const Value *grads, Value *out) {
  RuleNode *n = self(node);
  if (JN_UNLIKELY(!n->rules->implemented)) {
    raise(jn_exc_RuntimeError, "derivative for aten::%s is not implemented",
          opInfo(n->rules->op).schema.name.c_str());
    return false;
  }
  if (JN_UNLIKELY(n->freed)) {
    raiseFreed();
    return false;
  }
  for (size_t i = 0; i < n->rules->saves.size(); ++i)
    if (JN_UNLIKELY(!isUnmodified(n->saved[i], n)))
      return false;
  OwnCall own;
  for (size_t i = 0; i < n->rules->rules.size(); ++i) {
    const GradientRule &rule = n->rules->rules[i];
    if (!(n->active >> i & 1) || !isCalled(n, rule, grads))
      continue;
    bool isConjugated =
        rule.holomorphic && std::any_of(grads, grads + n->resultCount, isComplexTensor);
    BoundArguments bound(n, rule, grads, isConjugated);
    if (bound.failed)
      return false;
    Ref result(rule.function->def->body(rule.function, bound.values));
    if (result.failed() || !distribute(n, rule, result.get(), out))
      return false;
  }
  return true;
}

const NodeKind kRule = {nameOf, apply, dropSaved, destroy};

}  // namespace

void setNodeName(RuleNode *n, const char *name) {
  n->name = name;
  n->hiddenEdges = n->rules->op == TensorOp::Linear && name == std::string_view("MmBackward0");
}

void nameNode(Value tensor, const char *name) {
  Node *node = isTensor(tensor) ? gradFn(asTensor(tensor)) : nullptr;
  if (node && node->kind == &kRule)
    setNodeName(self(node), name);
}

Value nameNode(const Value *args, size_t, Value) {
  static std::unordered_set<std::string> names;  // nodes point to them
  nameNode(args[0], names.emplace(utf8Of(args[1])).first->c_str());
  return jn_own(args[0]);
}

RuleNode *allocateRuleNode(const OpRules &rules, uint32_t edgeCount) {
  size_t fixed = (sizeof(RuleNode) + 15) & ~size_t{15};
  size_t savedSize = rules.saves.size() * sizeof(SavedValue),
         keptSize = rules.kept.size() * sizeof(Value);
  auto *n = static_cast<RuleNode *>(newNode(&kRule, fixed + savedSize + keptSize, edgeCount));
  n->rules = &rules;
  n->saved = reinterpret_cast<SavedValue *>(reinterpret_cast<char *>(n) + fixed);
  n->kept = reinterpret_cast<Value *>(reinterpret_cast<char *>(n) + fixed + savedSize);
  for (size_t i = 0; i < rules.saves.size(); ++i)
    n->saved[i] = SavedValue();
  for (size_t i = 0; i < rules.kept.size(); ++i)
    n->kept[i] = jn_none();
  return n;
}

}  // namespace janus
