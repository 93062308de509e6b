// The forms of the nodes of a tree, as access paths write them:
//   $t.nodes(None; int; (node, node); <__main__:Tree>{word: int, left: None, label: any})
// contract/Binding.h says what they are for.
#pragma once

#include "janus/contract/Binding.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace janus::ir {

struct NodeField {
  std::string name;  // of an instance's attribute; empty: the next item
  jn_field_kind kind = JN_FIELD_ANY;
  friend bool operator==(const NodeField &, const NodeField &) = default;
};

struct NodeForm {
  jn_node_kind kind = JN_NODE_NONE;
  std::string className;  // of an instance: "module:qualname"
  std::vector<NodeField> fields;

  // The column of a field in the row of a node: of an int, of a child. -1: it has none.
  int column(size_t field) const;
  // How many columns there are.
  unsigned columns() const;
  bool hasChildren() const;
  friend bool operator==(const NodeForm &, const NodeForm &) = default;
};

// "None; int; ...", and back; an empty list where the text cannot be read.
std::string toText(const std::vector<NodeForm> &forms);
std::vector<NodeForm> parseNodeForms(llvm::StringRef text);

}  // namespace janus::ir
