// The nodes of a tree of Python objects as a tensor, which a graph goes through in the place of the
// recursion. contract/Binding.h says what the tensor holds.
#pragma once

#include "janus/contract/Binding.h"
#include "value/object/Object.h"

#include <vector>

namespace janus::speculate {

// The forms that the nodes of a tree may have.
class NodeForms {
public:
  explicit NodeForms(const jn_path_step &step);
  NodeForms(const NodeForms &) = delete;
  NodeForms &operator=(const NodeForms &) = delete;
  ~NodeForms();

  // A tensor of the nodes of the tree at `root`, owned. None: a node has another form, a form has
  // no node, the root is not of the last form, or the tree is larger or deeper than is taken (a
  // deep recursion raises RecursionError, which the program's own code is to do).
  Value nodesOf(Value root) const;

private:
  struct Field {
    Value name;  // owned, of an attribute; unbound: the next item
    int64_t hash;
    jn_field_kind kind;
  };
  struct Form {
    jn_node_kind kind;
    const char *name;
    std::vector<Field> fields;
  };
  struct Walk;

  static bool valueOf(const Form &form, size_t field, Value node, Value *out);
  static bool isOf(const Form &form, Value node);

  std::vector<Form> forms_;
};

}  // namespace janus::speculate
