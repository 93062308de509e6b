#include "speculate/TreeNodes.h"

#include "speculate/Assumptions.h"
#include "speculate/ObjectNames.h"
#include "stdlib/NativeParts.h"
#include "tensor/core/Tensor.h"
#include "tensor/dispatch/Boxing.h"
#include "value/container/Dict.h"
#include "value/container/Sequence.h"
#include "value/object/Heap.h"
#include "value/object/Types.h"

#include "janus/generated.h"

#include <algorithm>
#include <string.h>

namespace janus::speculate {

// Far from Python's limit on calls: a node takes no more of them for each call of itself, nor for
// what it calls besides.
constexpr size_t kMostDepth = 60;
constexpr int64_t kCallsOfNode = 8, kCallsWithin = 40;
constexpr size_t kMostNodes = 1 << 16;

NodeForms::NodeForms(const jn_path_step &step) {
  for (uint32_t i = 0; i < step.index; ++i) {
    const jn_node_form &given = step.forms[i];
    Form &form = forms_.emplace_back(Form{given.kind, given.name, {}});
    for (uint32_t k = 0; k < given.field_count; ++k) {
      const jn_node_field &field = given.fields[k];
      Field made{field.name ? internStr(field.name) : jn_unbound(), 0, field.kind};
      if (field.name)
        janus::hash(made.name, &made.hash);
      form.fields.push_back(made);
    }
  }
}

NodeForms::~NodeForms() {
  for (const Form &form : forms_)
    for (const Field &field : form.fields)
      jn_decref(field.name);
}

// The walk, node by node: a node is done when its children are.
struct NodeForms::Walk {
  struct Node {
    uint32_t form;
    int64_t place = 0;                    // in the tensor
    std::vector<int64_t> row = {};        // children by their number in `nodes`
    std::vector<uint32_t> children = {};  // which fields of the row they are
  };
  std::vector<Node> nodes;  // children first
};

bool NodeForms::valueOf(const Form &form, size_t field, Value node, Value *out) {
  const Field &of = form.fields[field];
  if (form.kind != JN_NODE_INSTANCE) {
    int64_t size;
    *out = itemsOf(node, &size)[field];
    return true;
  }
  if (Value *part = nativePart(node.o, utf8Of(of.name))) {
    *out = *part;
    return part->tag != JN_UNBOUND;
  }
  jn_dict **slot = dictSlot(node.o);
  int64_t at = slot && *slot ? dictFind(*slot, of.name, of.hash) : -1;
  if (at < 0) {
    clearError();
    return false;
  }
  *out = (*slot)->entries[at].value;
  return true;
}

bool NodeForms::isOf(const Form &form, Value node) {
  switch (form.kind) {
  case JN_NODE_NONE: return node.tag == JN_NONE;
  case JN_NODE_INT: return node.tag == JN_INT;
  case JN_NODE_TUPLE:
  case JN_NODE_LIST: {
    int64_t size = -1;
    bool isKind = isExact(node, form.kind == JN_NODE_TUPLE ? &jn_type_tuple : &jn_type_list);
    if (isKind)
      itemsOf(node, &size);
    if (size != static_cast<int64_t>(form.fields.size()))
      return false;
    break;
  }
  case JN_NODE_INSTANCE:
    if (node.tag != JN_OBJECT || !(node.o->type->typeFlags & kTypeHeap) ||
        className(node.o->type) != form.name)
      return false;
    break;
  }
  for (size_t i = 0; i < form.fields.size(); ++i) {
    Value v;
    bool isThere = valueOf(form, i, node, &v);
    switch (form.fields[i].kind) {
    case JN_FIELD_ABSENT:
      if (isThere)
        return false;
      break;
    case JN_FIELD_ANY:
    case JN_FIELD_CHILD:
      if (!isThere)
        return false;
      break;
    case JN_FIELD_NONE:
      if (!isThere || v.tag != JN_NONE)
        return false;
      break;
    case JN_FIELD_INT:
      if (!isThere || v.tag != JN_INT)
        return false;
      break;
    }
  }
  return true;
}

Value NodeForms::nodesOf(Value root) const {
  // A node whose children are being walked.
  struct Open {
    Value node;
    Walk::Node made;
    size_t next = 0;  // field
  };
  Walk walk;
  const int64_t calls = jn_call_depth.limit - jn_call_depth.depth - kCallsWithin;
  const size_t mostDepth = std::min<size_t>(kMostDepth, calls > 0 ? calls / kCallsOfNode : 0);
  std::vector<Open> open;
  auto enter = [&](Value node) {
    for (uint32_t i = 0; i < forms_.size(); ++i)
      if (isOf(forms_[i], node)) {
        open.push_back({node, {i}});
        if (forms_[i].kind == JN_NODE_INT)
          open.back().made.row.push_back(node.i);
        return true;
      }
    return false;
  };
  std::vector<int64_t> counts(forms_.size(), 0);
  if (!enter(root))
    return jn_none();
  while (!open.empty()) {
    Open &top = open.back();
    const Form &form = forms_[top.made.form];
    bool descends = false;  // `top` is not looked at any more then: entering moves it
    while (!descends && top.next < form.fields.size()) {
      const Field &field = form.fields[top.next];
      Value v;
      if ((field.kind == JN_FIELD_INT || field.kind == JN_FIELD_CHILD) &&
          !valueOf(form, top.next, top.node, &v))
        return jn_none();
      ++top.next;
      if (field.kind == JN_FIELD_INT)
        top.made.row.push_back(v.i);
      if (field.kind != JN_FIELD_CHILD)
        continue;
      top.made.children.push_back(static_cast<uint32_t>(top.made.row.size()));
      top.made.row.push_back(-1);
      descends = true;
      if (open.size() >= mostDepth || walk.nodes.size() == kMostNodes || !enter(v))
        return jn_none();
    }
    if (descends)
      continue;
    ++counts[top.made.form];
    walk.nodes.push_back(std::move(top.made));
    open.pop_back();
    if (open.empty())
      break;
    // The child that the parent was waiting for.
    Walk::Node &parent = open.back().made;
    parent.row.back() = static_cast<int64_t>(walk.nodes.size()) - 1;
  }
  if (walk.nodes.back().form + 1 != forms_.size())
    return jn_none();
  size_t columns = 2 * forms_.size();
  for (const Walk::Node &each : walk.nodes)
    columns = std::max(columns, each.row.size());
  std::vector<int64_t> begins;
  int64_t count = 0;
  for (int64_t each : counts) {
    if (each == 0)
      return jn_none();
    begins.push_back(count);
    count += each;
  }
  const int64_t sizes[] = {count + 1, static_cast<int64_t>(columns)};
  Value made = guarded([&] {
    Tensor tensor = makeTensor(sizes, DType::I64);
    int64_t *rows = tensor.data<int64_t>();
    memset(rows, 0, static_cast<size_t>(sizes[0] * sizes[1]) * sizeof(int64_t));
    std::vector<int64_t> next = begins;
    for (size_t i = 0; i < forms_.size(); ++i) {
      rows[2 * i] = begins[i];
      rows[2 * i + 1] = begins[i] + counts[i];
    }
    for (Walk::Node &each : walk.nodes) {
      each.place = next[each.form]++;
      for (uint32_t child : each.children)
        each.row[child] = walk.nodes[static_cast<size_t>(each.row[child])].place;
      std::copy(each.row.begin(), each.row.end(), rows + (each.place + 1) * sizes[1]);
    }
    return tensor.releaseValue();
  });
  if (made.tag == JN_ERROR) {
    clearError();
    return jn_none();
  }
  return made;
}

}  // namespace janus::speculate
