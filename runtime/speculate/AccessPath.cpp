#include "speculate/AccessPath.h"

#include "autograd/Meta.h"
#include "speculate/Programs.h"
#include "tensor/Tensor.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/container/Dict.h"
#include "value/object/Descriptors.h"
#include "value/object/Types.h"

#include <stdlib.h>
#include <string.h>

namespace janus::speculate {

namespace {

// The end of a bracket that opens at text[0]; quoted texts count as one. npos: it does not close.
size_t closing(std::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\';
    } else if (c == '[' || c == '(' || c == '<') {
      ++depth;
    } else if (c == ']' || c == ')' || c == '>') {
      if (--depth == 0)
        return i;
    }
  }
  return std::string_view::npos;
}

bool isNumber(std::string_view text) {
  size_t i = !text.empty() && text[0] == '-';
  if (i == text.size())
    return false;
  for (; i < text.size(); ++i)
    if (text[i] < '0' || text[i] > '9')
      return false;
  return true;
}

std::string unquoted(std::string_view text) {
  std::string out;
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    char c = text[++i];
    if (c == 'n') {
      out += '\n';
    } else if (c == 'x' && i + 3 < text.size()) {
      char digits[3] = {text[i + 1], text[i + 2], 0};
      out += static_cast<char>(strtol(digits, nullptr, 16));
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

PathNode newNode(PathNode::Kind kind, uint32_t parent = kNoNode) {
  PathNode node;
  node.kind = kind;
  node.parent = parent;
  return node;
}

size_t nameLength(std::string_view text) {
  size_t i = 0;
  while (i < text.size() && text[i] != '.' && text[i] != '[')
    ++i;
  return i;
}

}  // namespace

Value parseConstant(std::string_view text) {
  if (text == "None")
    return jn_none();
  if (text == "True" || text == "False")
    return jn_bool(text == "True");
  if (text == "...")
    return jn_ellipsis();
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return internStr(unquoted(text));
  if (isNumber(text)) {
    Value v = makeIntFromDecimal(text);
    if (jn_is_error(v))
      clearError();
    return v;
  }
  std::string copy(text);
  char *end = nullptr;
  double number = strtod(copy.c_str(), &end);
  if (!copy.empty() && *end == 0)
    return jn_float(number);
  std::vector<std::string_view> parts;
  if (text.size() < 2 || text.front() != '(' || !splitList(text, &parts))
    return jn_error();
  jn_tuple *t = newTuple(static_cast<int64_t>(parts.size()));
  for (size_t i = 0; i < parts.size(); ++i) {
    t->items[i] = parseConstant(parts[i]);
    if (!jn_is_error(t->items[i]))
      continue;
    t->items[i] = jn_none();
    jn_decref(jn_obj(t));
    return jn_error();
  }
  return jn_obj(t);
}

bool splitList(std::string_view text, std::vector<std::string_view> *parts) {
  if (text.size() < 2 || closing(text) != text.size() - 1)
    return false;
  text = text.substr(1, text.size() - 2);
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || text[i] == ',') {
      std::string_view part = text.substr(begin, i - begin);
      while (!part.empty() && part.front() == ' ')
        part.remove_prefix(1);
      if (!part.empty())
        parts->push_back(part);
      begin = i + 1;
    } else if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\';
    } else if (text[i] == '[' || text[i] == '(' || text[i] == '<') {
      size_t end = closing(text.substr(i));
      if (end == std::string_view::npos)
        return false;
      i += end;
    }
  }
  return true;
}

PathTable::~PathTable() {
  for (PathNode &node : nodes_)
    jn_decref(node.key);
}

uint32_t PathTable::intern(PathNode node, const std::string &text) {
  node.text = text;
  node.isOfClass =
      node.parent == kNoNode ? node.kind == PathNode::Kind::Class : nodes_[node.parent].isOfClass;
  auto [known, isNew] = known_.try_emplace(std::to_string(node.parent) + " " + text, nodes_.size());
  if (isNew)
    nodes_.push_back(std::move(node));
  else
    jn_decref(node.key);
  return known->second;
}

// Takes the root of a path off the front.
uint32_t PathTable::root(std::string_view &rest) {
  PathNode node = newNode(PathNode::Kind::LiveIn);
  if (rest.empty())
    return kNoNode;
  char sigil = rest[0];
  std::string text;
  if (sigil == '<') {
    size_t end = closing(rest);
    if (end == std::string_view::npos)
      return kNoNode;
    node.kind = PathNode::Kind::Class;
    node.name = rest.substr(1, end - 1);
    text = rest.substr(0, end + 1);
  } else if (sigil == '@') {
    // "@module" or "@module:name". The library's modules may not have been asked for yet.
    std::string_view dotted = rest.substr(1, rest.find_first_of(":[") - 1);
    node.kind = PathNode::Kind::Module;
    node.key = internStr(dotted);
    text = rest.substr(0, dotted.size() + 1);
    if (dotted.empty() ||
        (moduleCalled(node.key).tag == JN_UNBOUND && Ref(importModule(dotted)).failed())) {
      clearError();
      return kNoNode;
    }
    if (rest.size() > text.size() && rest[text.size()] == ':') {
      uint32_t module = intern(std::move(node), text);
      rest.remove_prefix(text.size() + 1);
      std::string_view name = rest.substr(0, nameLength(rest));
      PathNode global = newNode(PathNode::Kind::Attribute, module);
      global.key = internStr(name);
      rest.remove_prefix(name.size());
      return intern(std::move(global), "." + std::string(name));
    }
  } else if (sigil == '%') {
    size_t length = nameLength(rest);
    node.index = static_cast<uint32_t>(atoi(std::string(rest.substr(1, length - 1)).c_str()));
    if (node.index >= root_->operand_count)
      return kNoNode;
    text = rest.substr(0, length);
  } else if (sigil == '$') {
    // Names of slots may hold dots: those of the compiler begin with one.
    size_t length = 1 + (rest.size() > 1 && rest[1] == '.');
    length += nameLength(rest.substr(length));
    text = rest.substr(0, length);
    uint32_t slot = 0;
    while (slot < root_->slot_in_count && text.compare(1, std::string::npos, root_->slots_in[slot]))
      ++slot;
    if (slot == root_->slot_in_count)
      return kNoNode;
    node.index = root_->operand_count + slot;
  } else {
    return kNoNode;
  }
  rest.remove_prefix(text.size());
  return intern(std::move(node), text);
}

uint32_t PathTable::item(uint32_t parent, std::string_view inside) {
  PathNode node = newNode(PathNode::Kind::Item, parent);
  if (inside == "+") {
    node.kind = PathNode::Kind::End;
  } else if (!inside.empty() && inside.front() == '<' && closing(inside) == inside.size() - 1) {
    node.kind = PathNode::Kind::ItemAt;
    node.index = add(inside.substr(1, inside.size() - 2));
    if (node.index == kNoNode)
      return kNoNode;
  } else {
    node.key = parseConstant(inside);
    if (jn_is_error(node.key))
      return kNoNode;
  }
  return intern(std::move(node), "[" + std::string(inside) + "]");
}

std::string PathTable::textOf(uint32_t node) const {
  const PathNode &n = nodes_[node];
  if (n.parent == kNoNode)
    return n.text;
  // A module's global, as paths are written.
  const PathNode &holder = nodes_[n.parent];
  if (holder.kind == PathNode::Kind::Module && n.kind == PathNode::Kind::Attribute)
    return holder.text + ":" + n.text.substr(1);
  return textOf(n.parent) + n.text;
}

uint32_t PathTable::add(std::string_view path) {
  uint32_t node = root(path);
  constexpr std::string_view kKeys = ".keys()";
  while (node != kNoNode && !path.empty()) {
    bool isKey = path.substr(0, kKeys.size()) == kKeys;
    if (isKey)
      path.remove_prefix(kKeys.size());
    if (path[0] == '[') {
      size_t end = closing(path);
      if (end == std::string_view::npos)
        return kNoNode;
      std::string_view inside = path.substr(1, end - 1);
      if (isKey && isNumber(inside)) {
        PathNode key = newNode(PathNode::Kind::KeyAt, node);
        key.index = static_cast<uint32_t>(atoi(std::string(inside).c_str()));
        node = intern(std::move(key), ".keys()[" + std::string(inside) + "]");
      } else {
        node = isKey ? kNoNode : item(node, inside);
      }
      path.remove_prefix(end + 1);
    } else if (path[0] == '.' && !isKey) {
      size_t length = nameLength(path.substr(1));
      std::string_view name = path.substr(1, length);
      PathNode attribute = newNode(PathNode::Kind::Attribute, node);
      attribute.key = internStr(name);
      node = intern(std::move(attribute), "." + std::string(name));
      path.remove_prefix(length + 1);
    } else {
      return kNoNode;
    }
  }
  return node;
}

uint32_t PathTable::rootOf(uint32_t node) const {
  while (nodes_[node].parent != kNoNode)
    node = nodes_[node].parent;
  return node;
}

bool PathTable::isBelow(uint32_t node, uint32_t holder) const {
  for (node = nodes_[node].parent; node != kNoNode; node = nodes_[node].parent)
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
  Value *at = address();
  return at ? *at : jn_unbound();
}

namespace {

Place fixedPlace(Value v) {
  Place place;
  place.kind = Place::Kind::Fixed;
  place.fixed = v;
  return place;
}
Place fieldPlace(Value *field) {
  Place place;
  place.kind = Place::Kind::Field;
  place.field = field;
  return place;
}

// An absent key leaves a place without an address in the dict that would hold it.
Place entryPlace(jn_dict *d, Value key, std::vector<Object *> *watched) {
  watched->push_back(&d->head);
  Place place;
  int64_t hash;
  if (!janus::hash(key, &hash)) {
    clearError();
    return place;
  }
  int64_t at = dictFind(d, key, hash);
  if (at < 0) {
    clearError();
    return place;
  }
  place.kind = Place::Kind::Entry;
  place.holder = &d->head;
  place.index = at;
  place.keysVersion = d->keys_version;
  return place;
}

// Parts of functions, methods, properties and cells, by Python's names.
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
  if (o->type == &jn_type_property) {
    auto *p = reinterpret_cast<PropertyObject *>(o);
    Value v = name == "fget" ? p->get : name == "fset" ? p->set : p->remove;
    return fixedPlace(v.tag == JN_UNBOUND ? jn_none() : v);
  }
  if (o->type == &jn_type_cell)
    return fieldPlace(&reinterpret_cast<jn_cell *>(o)->value);
  return fixedPlace(reinterpret_cast<WrapperObject *>(o)->function);
}

bool hasParts(const Type *type) {
  return type == &jn_type_function || type == &jn_type_method || type == &jn_type_property ||
         type == &jn_type_cell || type == &jn_type_staticmethod || type == &jn_type_classmethod;
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
    if (utf8Of(name) == "grad") {
      Place place;
      place.kind = Place::Kind::Gradient;
      place.holder = o;
      return place;
    }
    jn_dict *d = asTensor(holder)->dict;
    return d ? entryPlace(d, name, watched) : Place();
  }
  watched->push_back(o);
  jn_dict **slot = dictSlot(o);
  return slot && *slot ? entryPlace(*slot, name, watched) : Place();
}

Place itemPlace(Value holder, Value key, std::vector<Object *> *watched) {
  if (isInstance(holder, &jn_type_dict))
    return entryPlace(as<jn_dict>(holder), key, watched);
  if (key.tag != JN_INT || key.i < 0)
    return Place();
  if (isInstance(holder, &jn_type_list)) {
    watched->push_back(holder.o);
    Place place;
    if (key.i < as<jn_list>(holder)->size) {
      place.kind = Place::Kind::Item;
      place.holder = holder.o;
      place.index = key.i;
    }
    return place;
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
  case PathNode::Kind::Attribute: return attributePlace(holder, node.key, watched);
  case PathNode::Kind::End: return Place();
  case PathNode::Kind::Item: return itemPlace(holder, node.key, watched);
  case PathNode::Kind::ItemAt:
    return keyObject.tag == JN_OBJECT ? itemPlace(holder, keyObject, watched) : Place();
  case PathNode::Kind::KeyAt: {
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
