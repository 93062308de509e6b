#include "Transforms/Speculate/Heap/TreeForms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <map>

namespace janus::speculate {

using namespace ir;

namespace {

std::string itemName(bool isTuple, size_t count, size_t index) {
  std::string size = std::to_string(count);
  return (isTuple ? "(" + size + ")" : "[" + size + "]") + "[" + std::to_string(index) + "]";
}

// A tree of more nodes is none that a profile holds whole.
constexpr size_t kMostNodes = 10'000;

class TreeReader {
public:
  TreeReader(const Profile &profile, const TreeCalls &calls) : profile_(profile), calls_(calls) {}

  std::optional<Tree> read(NodeId root) {
    if (!visit(ProfileValue{root}))
      return std::nullopt;
    Tree tree;
    tree.nodes = static_cast<int64_t>(count_);
    for (NodeForm &form : forms_)
      addAbsentNames(form);
    auto first = std::stable_partition(forms_.begin(), forms_.end(),
                                       [](const NodeForm &form) { return !form.hasChildren(); });
    bool isOfRoot = !forms_.empty() && forms_.end() - first == 1 && hasChildren_;
    tree.forms = std::move(forms_);
    return isOfRoot ? std::optional(std::move(tree)) : std::nullopt;
  }

private:
  // Adds the form of a node and of those below it. False: it is no node.
  bool visit(const ProfileValue &value) {
    if (++count_ > kMostNodes)
      return false;
    std::optional<NodeForm> form;
    const HeapNode *node = nullptr;
    if (std::holds_alternative<ProfileValue::None>(value.value))
      form = NodeForm{JN_NODE_NONE, "", {}};
    else if (std::holds_alternative<int64_t>(value.value))
      form = NodeForm{JN_NODE_INT, "", {}};
    else if (auto *id = std::get_if<NodeId>(&value.value))
      form = formOf(*(node = &profile_.heap[*id]));
    if (!form)
      return false;
    const NodeForm own = *form;
    if (count_ == 1)
      hasChildren_ = own.hasChildren();
    if (node)
      for (size_t i = 0; i < own.fields.size(); ++i)
        if (own.fields[i].kind == JN_FIELD_CHILD &&
            !visit(own.kind == JN_NODE_INSTANCE ? node->attributes[i].second : node->items[i]))
          return false;
    if (!llvm::is_contained(forms_, own))
      forms_.push_back(own);
    return true;
  }

  std::optional<NodeForm> formOf(const HeapNode &node) {
    NodeForm form;
    if (node.kind == NodeKind::Tuple || node.kind == NodeKind::List) {
      form.kind = node.kind == NodeKind::Tuple ? JN_NODE_TUPLE : JN_NODE_LIST;
      if (node.type && profile_.heap[node.type].kind != NodeKind::NativeClass)
        return std::nullopt;  // one with names
      for (const ProfileValue &item : node.items)
        form.fields.push_back({"", kindOf(item)});
    } else if (node.kind == NodeKind::Instance && node.type &&
               profile_.heap[node.type].kind == NodeKind::Class) {
      form.kind = JN_NODE_INSTANCE;
      form.className = profile_.heap[node.type].name;
      for (const auto &[name, value] : node.attributes)
        form.fields.push_back({name, kindOf(value)});
    } else {
      return std::nullopt;
    }
    for (size_t i = 0; i < form.fields.size(); ++i) {
      const ProfileValue &value =
          form.kind == JN_NODE_INSTANCE ? node.attributes[i].second : node.items[i];
      bool isNone = std::holds_alternative<ProfileValue::None>(value.value);
      bool mayBeNode = isNone ? calls_.takesNone
                              : std::holds_alternative<NodeId>(value.value) ||
                                    (form.kind != JN_NODE_INSTANCE &&
                                     std::holds_alternative<int64_t>(value.value));
      if (mayBeNode && calls_.fields.count(fieldName(form, i)))
        form.fields[i].kind = JN_FIELD_CHILD;
    }
    if (form.kind == JN_NODE_INSTANCE)
      for (const NodeField &field : form.fields)
        names_[form.className].insert(field.name);
    return form;
  }

  static jn_field_kind kindOf(const ProfileValue &value) {
    if (std::holds_alternative<ProfileValue::None>(value.value))
      return JN_FIELD_NONE;
    return std::holds_alternative<int64_t>(value.value) ? JN_FIELD_INT : JN_FIELD_ANY;
  }

  // Names that other nodes of the class have, and those of the class itself, which an attribute of
  // the instance would hide.
  void addAbsentNames(NodeForm &form) {
    if (form.kind != JN_NODE_INSTANCE)
      return;
    std::set<std::string> names = names_[form.className];
    for (const HeapNode &type : profile_.heap)
      if (type.kind == NodeKind::Class && type.name == form.className)
        for (const ProfileValue &base : type.items)
          if (auto *id = std::get_if<NodeId>(&base.value))
            for (const auto &[name, value] : profile_.heap[*id].attributes)
              if (!llvm::StringRef(name).startswith("__"))
                names.insert(name);
    for (const NodeField &field : form.fields)
      names.erase(field.name);
    for (const std::string &name : names)
      form.fields.push_back({name, JN_FIELD_ABSENT});
  }

  const Profile &profile_;
  const TreeCalls &calls_;
  std::vector<NodeForm> forms_;
  std::map<std::string, std::set<std::string>> names_;  // of attributes, by class
  size_t count_ = 0;
  bool hasChildren_ = false;  // the root
};

}  // namespace

std::optional<Tree> treeAt(const Profile &profile, NodeId root, const TreeCalls &calls) {
  return TreeReader(profile, calls).read(root);
}

bool holdsInstance(const Profile &profile, llvm::StringRef className, llvm::StringRef attribute) {
  auto isOfClass = [&](const HeapNode &node) {
    return node.kind == NodeKind::Instance && node.type &&
           profile.heap[node.type].name == className;
  };
  return llvm::any_of(profile.heap, [&](const HeapNode &node) {
    return isOfClass(node) && llvm::any_of(node.attributes, [&](const auto &each) {
             auto *held = std::get_if<NodeId>(&each.second.value);
             return each.first == attribute && held && isOfClass(profile.heap[*held]);
           });
  });
}

std::string fieldName(const NodeForm &form, size_t field) {
  return form.kind == JN_NODE_INSTANCE
             ? form.className + "." + form.fields[field].name
             : itemName(form.kind == JN_NODE_TUPLE, form.fields.size(), field);
}

std::string fieldName(const Profile &profile, NodeId id, llvm::StringRef step) {
  const HeapNode &node = profile.heap[id];
  if (node.kind == NodeKind::Instance && node.type && step.consume_front("."))
    return step.find_first_of(".[") == llvm::StringRef::npos
               ? profile.heap[node.type].name + "." + step.str()
               : "";
  bool isTuple = node.kind == NodeKind::Tuple;
  size_t index;
  if ((!isTuple && node.kind != NodeKind::List) || !step.consume_front("[") ||
      !step.consume_back("]") || step.getAsInteger(10, index))
    return "";
  return itemName(isTuple, node.items.size(), index);
}

}  // namespace janus::speculate
