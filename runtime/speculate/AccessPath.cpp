#include "speculate/AccessPath.h"

#include "autograd/Meta.h"
#include "speculate/ObjectNames.h"
#include "speculate/Programs.h"
#include "stdlib/NativeParts.h"
#include "stdlib/RandomState.h"
#include "tensor/core/Tensor.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/container/Dict.h"
#include "value/container/Sequence.h"
#include "value/container/Set.h"
#include "value/number/Number.h"
#include "value/object/Descriptors.h"
#include "value/object/Types.h"

#include <stdlib.h>
#include <string.h>

namespace janus::speculate {

Value makeConstant(const jn_literal &literal) {
  switch (literal.kind) {
  case JN_LITERAL_NONE: return jn_none();
  case JN_LITERAL_FALSE: return jn_bool(false);
  case JN_LITERAL_TRUE: return jn_bool(true);
  case JN_LITERAL_ELLIPSIS: return jn_ellipsis();
  case JN_LITERAL_INT: return jn_int(literal.number);
  case JN_LITERAL_BIG_INT: return makeIntFromDecimal(literal.text);
  case JN_LITERAL_FLOAT: return jn_float(literal.real);
  case JN_LITERAL_STR: return internStr({literal.text, static_cast<size_t>(literal.number)});
  case JN_LITERAL_TUPLE: break;
  }
  jn_tuple *t = newTuple(literal.number);
  for (int64_t i = 0; i < literal.number; ++i)
    t->items[i] = makeConstant(literal.items[i]);
  return jn_obj(t);
}

static std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return out + "\"";
}

std::string textOf(const jn_literal &literal) {
  switch (literal.kind) {
  case JN_LITERAL_NONE: return "None";
  case JN_LITERAL_FALSE: return "False";
  case JN_LITERAL_TRUE: return "True";
  case JN_LITERAL_ELLIPSIS: return "...";
  case JN_LITERAL_INT: return std::to_string(literal.number);
  case JN_LITERAL_BIG_INT: return literal.text;
  case JN_LITERAL_FLOAT: return reprDouble(literal.real);
  case JN_LITERAL_STR: return quoted({literal.text, static_cast<size_t>(literal.number)});
  case JN_LITERAL_TUPLE: break;
  }
  std::string items;
  for (int64_t i = 0; i < literal.number; ++i)
    items += (i ? ", " : "") + textOf(literal.items[i]);
  return "(" + items + (literal.number == 1 ? ",)" : ")");
}

std::string textOf(const jn_path_step *steps, uint32_t id) {
  const jn_path_step &step = steps[id];
  std::string holder = step.holder == JN_NO_STEP ? "" : textOf(steps, step.holder);
  switch (step.kind) {
  case JN_STEP_OPERAND: return "%" + std::to_string(step.index);
  case JN_STEP_SLOT: return std::string("$") + step.name;
  case JN_STEP_MODULE: return std::string("@") + step.name;
  case JN_STEP_CLASS: return std::string("<") + step.name + ">";
  case JN_STEP_ATTRIBUTE:
    return holder + (steps[step.holder].kind == JN_STEP_MODULE ? ":" : ".") + step.name;
  case JN_STEP_ITEM: return holder + "[" + textOf(*step.key) + "]";
  case JN_STEP_ITEM_AT: return holder + "[<" + textOf(steps, step.index) + ">]";
  case JN_STEP_KEY_AT: return holder + ".keys()[" + std::to_string(step.index) + "]";
  case JN_STEP_END: return holder + "[+]";
  case JN_STEP_NODES: return holder + ".nodes()";
  }
  return holder;
}

// ---------------------------------------------------------------- steps

PathTable::~PathTable() {
  for (PathNode &node : nodes_)
    jn_decref(node.key);
}

bool PathTable::readRoot(const jn_region_def &root, PathNode &node) {
  switch (node.kind) {
  case JN_STEP_OPERAND: return node.index < root.operand_count;
  case JN_STEP_SLOT:
    for (uint32_t i = 0; i < root.slot_in_count; ++i)
      if (node.name == root.slots_in[i]) {
        node.index = root.operand_count + i;
        return true;
      }
    return false;
  case JN_STEP_MODULE:
    // The library's modules may not have been asked for yet.
    if (moduleCalled(node.key).tag != JN_UNBOUND || !Ref(importModule(node.name)).failed())
      return true;
    clearError();
    return false;
  default: return node.kind == JN_STEP_CLASS;
  }
}

bool PathTable::read(const jn_region_def &root, const jn_version_def &version, std::string *why) {
  steps_ = version.steps;
  for (uint32_t i = 0; i < version.step_count; ++i) {
    const jn_path_step &step = version.steps[i];
    bool isRoot = step.holder == JN_NO_STEP;
    bool isNamed = step.kind == JN_STEP_MODULE || step.kind == JN_STEP_ATTRIBUTE;
    bool isKeyOfClass = step.kind == JN_STEP_ITEM_AT && nodes_[step.index].isOfClass;
    nodes_.push_back(
        {step.kind,
         isRoot ? step.kind == JN_STEP_CLASS : isKeyOfClass || nodes_[step.holder].isOfClass,
         step.holder, step.index,
         step.key  ? makeConstant(*step.key)
         : isNamed ? internStr(step.name)
                   : jn_unbound(),
         step.name ? step.name : "",
         step.kind == JN_STEP_NODES ? std::make_unique<const NodeForms>(step) : nullptr});
    if (isRoot && !readRoot(root, nodes_.back())) {
      *why = "the path `" + textOf(i) + "` leads nowhere";
      return false;
    }
  }
  return true;
}

bool PathTable::isBelow(uint32_t node, uint32_t holder) const {
  for (node = nodes_[node].parent; node != JN_NO_STEP; node = nodes_[node].parent)
    if (node == holder)
      return true;
  return false;
}

// ---------------------------------------------------------------- places

Value *Place::address() const {
  switch (kind) {
  case Kind::Entry: {
    auto *d = reinterpret_cast<jn_dict *>(holder);
    return d->keys_version == keysVersion ? &d->entries[index].value : nullptr;
  }
  case Kind::Item: {
    auto *l = reinterpret_cast<jn_list *>(holder);
    return index < l->size ? &l->items[index] : nullptr;
  }
  case Kind::Field: return field;
  default: return nullptr;
  }
}

Value Place::value() const {
  if (kind == Kind::Fixed)
    return fixed;
  if (kind == Kind::Gradient) {
    const AutogradMeta *meta = reinterpret_cast<TensorObject *>(holder)->meta;
    return meta && meta->grad ? jn_obj(meta->grad) : jn_none();
  }
  if (kind == Kind::NeedsGradient)
    return jn_bool(reinterpret_cast<TensorObject *>(holder)->flags & kTensorRequiresGrad);
  if (kind == Kind::Random)
    return jn_none();
  if (kind == Kind::Drawn)
    return jn_float(comingNumber(holder, index));
  Value *at = address();
  return at ? *at : jn_unbound();
}

namespace {

Place fixedPlace(Value v) {
  return {.kind = Place::Kind::Fixed, .fixed = v};
}
Place fieldPlace(Value *field) {
  return {.kind = Place::Kind::Field, .field = field};
}

// An absent key leaves a place without an address in the dict that would hold it.
Place entryPlace(jn_dict *d, Value key, std::vector<Object *> *watched) {
  watched->push_back(&d->head);
  int64_t hash, at = janus::hash(key, &hash) ? dictFind(d, key, hash) : -1;
  if (at < 0) {
    clearError();
    return Place();
  }
  return {
      .kind = Place::Kind::Entry, .holder = &d->head, .index = at, .keysVersion = d->keys_version};
}

// The receiver of a native method that was read of an object.
Value receiverOf(Object *o) {
  auto *native = reinterpret_cast<NativeObject *>(o);
  return native->owner && !isType(native->self) ? native->self : jn_unbound();
}

// Parts of functions, methods, properties, slices, ranges and cells, by Python's names.
Place partOf(Object *o, Value key, std::vector<Object *> *watched) {
  std::string_view name = utf8Of(key);
  watched->push_back(o);
  if (o->type == &jn_type_function) {
    auto *f = reinterpret_cast<jn_function *>(o);
    if (name == "__defaults__")
      return fieldPlace(&f->defaults);
    if (name == "__kwdefaults__")
      return fieldPlace(&f->kwdefaults);
    if (name == "__closure__")
      return fixedPlace(jn_obj(o));  // its items are the cells
    jn_dict **slot = dictSlot(o);
    return slot && *slot ? entryPlace(*slot, key, watched) : Place();
  }
  if (o->type == &jn_type_method) {
    auto *m = reinterpret_cast<MethodObject *>(o);
    return fixedPlace(name == "__func__" ? m->function : m->self);
  }
  if (o->type == &jn_type_native)
    return fixedPlace(receiverOf(o));
  if (o->type == &jn_type_property) {
    auto *p = reinterpret_cast<PropertyObject *>(o);
    Value v = name == "fget" ? p->get : name == "fset" ? p->set : p->remove;
    return fixedPlace(v.tag == JN_UNBOUND ? jn_none() : v);
  }
  if (o->type == &jn_type_slice) {
    auto *s = reinterpret_cast<SliceObject *>(o);
    return fixedPlace(name == "start" ? s->start : name == "stop" ? s->stop : s->step);
  }
  if (o->type == &jn_type_range) {
    auto *r = reinterpret_cast<RangeObject *>(o);
    return fixedPlace(name == "start" ? r->start : name == "stop" ? r->stop : r->step);
  }
  if (o->type == &jn_type_cell)
    return fieldPlace(&reinterpret_cast<jn_cell *>(o)->value);
  return fixedPlace(reinterpret_cast<WrapperObject *>(o)->function);
}

// The steps to the numbers that a generator of `random` gives next: `random()0`, `random()1`, and
// to all of them. No names of Python.
constexpr std::string_view kRandomNumbers = "random()";
Place randomPlace(Object *o, std::string_view number) {
  if (number.empty())
    return {.kind = Place::Kind::Random, .holder = o};
  return {.kind = Place::Kind::Drawn,
          .holder = o,
          .index = strtol(std::string(number).c_str(), nullptr, 10)};
}

bool hasParts(const Type *type) {
  return type == &jn_type_function || type == &jn_type_method || type == &jn_type_property ||
         type == &jn_type_native || type == &jn_type_slice || type == &jn_type_range ||
         type == &jn_type_cell || type == &jn_type_staticmethod || type == &jn_type_classmethod;
}

// A member that a native container keeps beside its items (Snapshot::appendAttributes): who sets it
// says so to those that watch the container.
Place memberPlace(Object *o, std::string_view name) {
  for (const Type *type = nativeBase(o->type); type && type->base && type->base != &jn_type_object;
       type = type->base)
    for (const GetSetDef *each = type->getsets; each && each->name; ++each)
      if (each->set && name == each->name)
        return fixedPlace(Ref(each->get(o)).get());
  return Place();
}

Place attributePlace(Value holder, Value name, std::vector<Object *> *watched) {
  Object *o = holder.o;
  if (hasParts(o->type))
    return partOf(o, name, watched);
  if (isType(holder)) {
    watched->push_back(o);
    if (utf8Of(name) == "__mro__")
      return fixedPlace(holder);
    return entryPlace(as<Type>(holder)->dict, name, watched);
  }
  if (isInstance(holder, &jn_type_module))
    return entryPlace(as<jn_module>(holder)->dict, name, watched);
  if (isTensor(holder)) {
    watched->push_back(o);
    if (utf8Of(name) == "grad")
      return {.kind = Place::Kind::Gradient, .holder = o};
    if (utf8Of(name) == "requires_grad")
      return {.kind = Place::Kind::NeedsGradient, .holder = o};
    jn_dict *d = asTensor(holder)->dict;
    return d ? entryPlace(d, name, watched) : Place();
  }
  watched->push_back(o);
  if (Value *part = nativePart(o, utf8Of(name)))
    return fieldPlace(part);
  if (utf8Of(name).substr(0, kRandomNumbers.size()) == kRandomNumbers && randomStateOf(holder))
    return randomPlace(o, utf8Of(name).substr(kRandomNumbers.size()));
  if (jn_dict **slot = dictSlot(o); slot && *slot)
    return entryPlace(*slot, name, watched);
  return memberPlace(o, utf8Of(name));
}

// The item number `index` of a set, in the order of its table.
Place memberOf(SetObject *set, int64_t index) {
  uint64_t slot = 0;
  Value item;
  for (int64_t i = 0; setNext(set, &slot, &item); ++i)
    if (i == index)
      return fixedPlace(item);
  return Place();
}

Place itemPlace(Value holder, Value key, std::vector<Object *> *watched) {
  if (isInstance(holder, &jn_type_dict))
    return entryPlace(as<jn_dict>(holder), key, watched);
  if (key.tag != JN_INT || key.i < 0)
    return Place();
  if (isInstance(holder, &jn_type_list)) {
    watched->push_back(holder.o);
    if (key.i >= as<jn_list>(holder)->size)
      return Place();
    return {.kind = Place::Kind::Item, .holder = holder.o, .index = key.i};
  }
  if (isAnySet(holder)) {
    watched->push_back(holder.o);
    return memberOf(as<SetObject>(holder), key.i);
  }
  if (isInstance(holder, &jn_type_tuple))
    return key.i < as<jn_tuple>(holder)->size ? fixedPlace(as<jn_tuple>(holder)->items[key.i])
                                              : Place();
  if (isType(holder)) {
    jn_tuple *mro = as<Type>(holder)->mro;
    return mro && key.i < mro->size ? fixedPlace(mro->items[key.i]) : Place();
  }
  if (holder.o->type == &jn_type_function) {
    auto *f = as<jn_function>(holder);
    return key.i < f->closure_size ? fixedPlace(jn_obj(f->closure[key.i])) : Place();
  }
  return Place();
}

}  // namespace

Place stepInto(const PathNode &node, Value holder, Value keyObject,
               std::vector<Object *> *watched) {
  if (holder.tag != JN_OBJECT)
    return Place();
  switch (node.kind) {
  case JN_STEP_ATTRIBUTE: return attributePlace(holder, node.key, watched);
  case JN_STEP_END: return Place();
  case JN_STEP_ITEM: return itemPlace(holder, node.key, watched);
  case JN_STEP_ITEM_AT:
    return keyObject.tag == JN_OBJECT ? itemPlace(holder, keyObject, watched) : Place();
  case JN_STEP_KEY_AT: {
    if (!isInstance(holder, &jn_type_dict))
      return Place();
    watched->push_back(holder.o);
    int64_t at = 0;
    Value key, v;
    for (uint32_t i = 0; dictNext(as<jn_dict>(holder), &at, &key, &v); ++i)
      if (i == node.index)
        return fixedPlace(key);
    return Place();
  }
  default: return Place();
  }
}

}  // namespace janus::speculate
