#include "IR/NodeForms.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace janus::ir {
namespace {

struct FieldWord {
  jn_field_kind kind;
  llvm::StringLiteral word;
};
constexpr FieldWord kFieldWords[] = {{JN_FIELD_ABSENT, "absent"},
                                     {JN_FIELD_ANY, "any"},
                                     {JN_FIELD_NONE, "None"},
                                     {JN_FIELD_INT, "int"},
                                     {JN_FIELD_CHILD, "node"}};

llvm::StringRef wordOf(jn_field_kind kind) {
  return llvm::find_if(kFieldWords, [&](const FieldWord &each) { return each.kind == kind; })->word;
}

bool takeKind(llvm::StringRef &text, jn_field_kind *kind) {
  for (const FieldWord &each : kFieldWords)
    if (text.consume_front(each.word)) {
      *kind = each.kind;
      return true;
    }
  return false;
}

// Fields up to what closes them.
bool takeFields(llvm::StringRef &text, char close, bool areNamed, NodeForm *form) {
  llvm::StringRef end(&close, 1);
  while (!text.consume_front(end)) {
    NodeField &field = form->fields.emplace_back();
    if (areNamed) {
      auto [name, rest] = text.split(':');
      field.name = name.str();
      text = rest;
      if (name.empty() || !text.consume_front(" "))
        return false;
    }
    if (!takeKind(text, &field.kind) || (!text.consume_front(", ") && !text.startswith(end)))
      return false;
  }
  return true;
}

bool takeForm(llvm::StringRef &text, NodeForm *form) {
  if (text.consume_front("None")) {
    form->kind = JN_NODE_NONE;
    return true;
  }
  if (text.consume_front("int")) {
    form->kind = JN_NODE_INT;
    return true;
  }
  if (text.consume_front("(")) {
    form->kind = JN_NODE_TUPLE;
    return takeFields(text, ')', false, form);
  }
  if (text.consume_front("[")) {
    form->kind = JN_NODE_LIST;
    return takeFields(text, ']', false, form);
  }
  form->kind = JN_NODE_INSTANCE;
  size_t end = text.find(">{");
  if (!text.consume_front("<") || end == llvm::StringRef::npos)
    return false;
  form->className = text.take_front(end - 1).str();
  text = text.drop_front(end + 1);
  return takeFields(text, '}', true, form);
}

}  // namespace

int NodeForm::column(size_t field) const {
  auto hasColumn = [](const NodeField &each) {
    return each.kind == JN_FIELD_INT || each.kind == JN_FIELD_CHILD;
  };
  if (!hasColumn(fields[field]))
    return -1;
  return static_cast<int>(std::count_if(fields.begin(), fields.begin() + field, hasColumn));
}

unsigned NodeForm::columns() const {
  unsigned count = kind == JN_NODE_INT;
  for (size_t i = 0; i < fields.size(); ++i)
    count += column(i) >= 0;
  return count;
}

bool NodeForm::hasChildren() const {
  return llvm::any_of(fields, [](const NodeField &each) { return each.kind == JN_FIELD_CHILD; });
}

std::string toText(const std::vector<NodeForm> &forms) {
  std::string text;
  for (const NodeForm &form : forms) {
    text += text.empty() ? "" : "; ";
    if (form.kind == JN_NODE_NONE || form.kind == JN_NODE_INT) {
      text += form.kind == JN_NODE_NONE ? "None" : "int";
      continue;
    }
    const char *brackets = form.kind == JN_NODE_TUPLE  ? "()"
                           : form.kind == JN_NODE_LIST ? "[]"
                                                       : "{}";
    if (form.kind == JN_NODE_INSTANCE)
      text += "<" + form.className + ">";
    std::string fields;
    for (const NodeField &field : form.fields)
      fields += (fields.empty() ? "" : ", ") + (field.name.empty() ? "" : field.name + ": ") +
                wordOf(field.kind).str();
    text += brackets[0] + fields + brackets[1];
  }
  return text;
}

std::vector<NodeForm> parseNodeForms(llvm::StringRef text) {
  std::vector<NodeForm> forms;
  do {
    if (!takeForm(text, &forms.emplace_back()))
      return {};
  } while (text.consume_front("; "));
  return text.empty() ? forms : std::vector<NodeForm>();
}

}  // namespace janus::ir
