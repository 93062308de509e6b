// The tree of Python objects that a recursion goes through, as the snapshot has it.
#pragma once

#include "IR/NodeForms.h"
#include "Transforms/Profile/Profile.h"

#include <optional>
#include <set>

namespace janus::speculate {

// Calls of the recursion at a node, as attempts at a graph have found out.
struct TreeCalls {
  // Fields that it is called with: "__main__:Tree.left"; items of tuples and lists "(2)[0]",
  // "[2][1]".
  std::set<std::string> fields;
  bool takesNone = false;  // it is called with None, too
};

struct Tree {
  std::vector<ir::NodeForm> forms;  // the last one alone has children
  int64_t nodes = 0;
};

// Nothing: it is no tree, or nodes of two forms have children.
std::optional<Tree> treeAt(const Profile &profile, NodeId root, const TreeCalls &calls);

// True when some instance of the class has an instance of it as that attribute.
bool holdsInstance(const Profile &profile, llvm::StringRef className, llvm::StringRef attribute);

// The name of a field in TreeCalls.
std::string fieldName(const ir::NodeForm &form, size_t field);
// The same of the one that `step` (".left", "[0]") leads to in an object of the snapshot; empty:
// there is none.
std::string fieldName(const Profile &profile, NodeId node, llvm::StringRef step);

}  // namespace janus::speculate
