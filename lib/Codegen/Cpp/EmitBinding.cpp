#include "Codegen/Cpp/EmitBinding.h"

#include "Codegen/Cpp/Names.h"

#include "janus/contract/DType.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::codegen {

using namespace ir;

namespace {

constexpr llvm::StringLiteral kSteps[] = {
    "JN_STEP_OPERAND", "JN_STEP_SLOT",    "JN_STEP_MODULE", "JN_STEP_CLASS", "JN_STEP_ATTRIBUTE",
    "JN_STEP_ITEM",    "JN_STEP_ITEM_AT", "JN_STEP_KEY_AT", "JN_STEP_END",   "JN_STEP_NODES"};

constexpr llvm::StringLiteral kNodes[] = {"JN_NODE_INSTANCE", "JN_NODE_TUPLE", "JN_NODE_LIST",
                                          "JN_NODE_INT", "JN_NODE_NONE"};
constexpr llvm::StringLiteral kFields[] = {"JN_FIELD_ABSENT", "JN_FIELD_ANY", "JN_FIELD_NONE",
                                           "JN_FIELD_INT", "JN_FIELD_CHILD"};

constexpr llvm::StringLiteral kAssumptionNames[] = {
#define JANUS_ASSUMPTION(NAME, text, form, what, watched, relaxed) "JN_ASSUME_" #NAME,
#include "janus/contract/Assumptions.def"
};

llvm::StringRef inputKind(const Type &type) {
  switch (type.kind) {
  case TypeKind::Int: return "JN_INPUT_INT";
  case TypeKind::Float: return "JN_INPUT_FLOAT";
  case TypeKind::Bool: return "JN_INPUT_BOOL";
  case TypeKind::Str: return "JN_INPUT_STR";
  case TypeKind::Tensor: return "JN_INPUT_TENSOR";
  default: return "JN_INPUT_ANY";
  }
}

// The number of a row that a version lists once.
std::string numbered(std::vector<std::string> &rows, llvm::StringMap<unsigned> &known,
                     std::string row) {
  auto [entry, isNew] = known.try_emplace(row, rows.size());
  if (isNew)
    rows.push_back(std::move(row));
  return std::to_string(entry->second);
}

}  // namespace

std::string BindingTables::array(std::vector<std::string> &arrays, llvm::StringRef type,
                                 llvm::StringRef name, const std::string &items) {
  std::string own = (name + "_" + llvm::Twine(arrays.size())).str();
  arrays.push_back(("static const " + type + " " + own + "[] = {" + items + "};\n").str());
  return own;
}

std::string BindingTables::literalRow(const Literal &literal) {
  using Kind = Constant::Kind;
  switch (literal.kind) {
  case Kind::None: return "{JN_LITERAL_NONE}";
  case Kind::True: return "{JN_LITERAL_TRUE}";
  case Kind::False: return "{JN_LITERAL_FALSE}";
  case Kind::Ellipsis: return "{JN_LITERAL_ELLIPSIS}";
  case Kind::Int: return "{JN_LITERAL_INT, " + intLiteral(literal.integer) + "}";
  case Kind::Float: return "{JN_LITERAL_FLOAT, 0, " + floatLiteral(literal.number) + "}";
  case Kind::Tuple: {
    std::string items;
    for (const Literal &each : literal.items)
      items += (items.empty() ? "" : ", ") + literalRow(each);
    std::string own = items.empty() ? "nullptr" : array(tuples_, "jn_literal", "tuple", items);
    return "{JN_LITERAL_TUPLE, " + std::to_string(literal.items.size()) + ", 0, nullptr, " + own +
           "}";
  }
  default:
    return std::string(literal.kind == Kind::BigInt ? "{JN_LITERAL_BIG_INT, "
                                                    : "{JN_LITERAL_STR, ") +
           std::to_string(literal.text.size()) + ", 0, " + stringLiteral(literal.text) + "}";
  }
}

std::string BindingTables::literal(const Literal &literal) {
  return "literals + " + numbered(literals_, knownLiterals_, literalRow(literal));
}

std::string BindingTables::step(const AccessPath &path) {
  std::string holder = "JN_NO_STEP";
  for (const PathStep &each : path) {
    std::string index = each.object.empty() ? std::to_string(each.index) : step(each.object);
    std::string name = each.name.empty() ? "nullptr" : stringLiteral(each.name);
    std::string key = each.kind == JN_STEP_ITEM ? literal(each.key) : "nullptr", forms;
    if (each.kind == JN_STEP_NODES) {
      index = std::to_string(each.forms.size());
      forms = ", " + nodeForms(each.forms);
    }
    holder = numbered(steps_, knownSteps_,
                      ("{" + kSteps[each.kind] + ", " + holder + ", " + index + ", " + name + ", " +
                       key + forms + "}")
                          .str());
  }
  return holder;
}

// The name of the table of the forms.
std::string BindingTables::nodeForms(const std::vector<NodeForm> &forms) {
  std::string &known = knownForms_[toText(forms)];
  if (!known.empty())
    return known;
  std::string rows;
  for (const NodeForm &form : forms) {
    std::string fields;
    for (const NodeField &field : form.fields)
      fields += (fields.empty() ? "{" : ", {") +
                (field.name.empty() ? "nullptr" : stringLiteral(field.name)) + ", " +
                kFields[field.kind].str() + "}";
    std::string own = fields.empty() ? "nullptr" : array(forms_, "jn_node_field", "fields", fields);
    rows += (rows.empty() ? "{" : ", {") + kNodes[form.kind].str() + ", " +
            (form.className.empty() ? "nullptr" : stringLiteral(form.className)) + ", " + own +
            ", " + std::to_string(form.fields.size()) + "}";
  }
  return known = array(forms_, "jn_node_form", "forms", rows);
}

std::string BindingTables::step(llvm::StringRef text) {
  std::optional<AccessPath> path = parsePath(text);
  return path ? step(*path) : "JN_NO_STEP";
}

std::string BindingTables::key(const PathKey &key) {
  return key.object.empty() ? "{" + literal(key.constant) + ", JN_NO_STEP}"
                            : "{nullptr, " + step(key.object) + "}";
}

std::string BindingTables::assumption(const Function &function, OpId id) {
  Assumption assumption = assumptionOf(function, id).value_or(Assumption());
  std::string text =
      "{.kind = " + kAssumptionNames[assumption.kind].str() + ", .path = " + step(assumption.path);
  if (!assumption.name.empty())
    text += ", .name = " + stringLiteral(assumption.name);
  if (!assumption.attribute.empty())
    text += ", .attribute = " + stringLiteral(assumption.attribute);
  int64_t number = assumption.number;
  std::string keys, own = "{nullptr, JN_NO_STEP}";  // in every row: 0 is the first step
  if (janus::info(assumption.kind).form == AssumptionForm::Keys) {
    std::string all;
    for (const PathKey &each : assumption.keys)
      all += (all.empty() ? "" : ", ") + key(each);
    number = static_cast<int64_t>(assumption.keys.size());
    if (number)
      keys = ", .keys = " + array(keys_, "jn_key", "keys", all);
  } else if (!assumption.keys.empty()) {
    own = key(assumption.keys.front());
  } else if (!assumption.other.empty()) {
    own = "{nullptr, " + step(assumption.other) + "}";
  }
  text += ", .key = " + own;
  if (number)
    text += ", .number = " + intLiteral(number);
  return text + keys + "}";
}

std::string BindingTables::sizes(const std::vector<Dim> &shape) {
  std::string items;
  for (const Dim &dim : shape)
    items += (items.empty() ? "" : ", ") + (dim.symbol.empty() ? intLiteral(dim.number) : "-1");
  return items.empty() ? "nullptr" : array(sizes_, "int64_t", "sizes", items);
}

std::string BindingTables::input(const PlanInput &input) {
  const Type &type = module_.types.get(input.typeId);
  std::string text = ("{.path = " + step(input.path) + ", .kind = " + inputKind(type)).str();
  if (type.kind == TypeKind::Tensor) {
    std::optional<DType> dtype = dtypeNamed(type.dtype);
    text += ", .dtype = " +
            (dtype ? std::to_string(static_cast<int>(*dtype)) + " /*" + type.dtype + "*/"
                   : "JN_ANY_DTYPE");
    if (type.layout == Layout::Contiguous)
      text += ", .layout = JN_LAYOUT_CONTIGUOUS";
    if (type.layout == Layout::Rows)
      text += ", .layout = JN_LAYOUT_ROWS";
    text += ", .requires_grad = " + std::to_string(type.requiresGrad);
    if (input.hasHistory)
      text += ", .has_history = true";
    text += ", .rank = " + (type.shape ? std::to_string(type.shape->size()) : "-1");
    if (type.shape && !type.shape->empty())
      text += ", .sizes = " + sizes(*type.shape);
  }
  return text + ", .type = " + stringLiteral(input.type) + "}";
}

std::string BindingTables::commit(const Function &function, OpId id) {
  if (function.op(id).opcode == Opcode::TextCommit) {
    bool isOfErrors = function.attribute(id, "errors") && function.boolAttribute(id, "errors");
    return std::string("{JN_COMMIT_TEXT, JN_NO_STEP, ") +
           (isOfErrors ? "\"stderr\"}" : "\"stdout\"}");
  }
  llvm::StringRef path = function.stringAttribute(id, "path");
  if (function.op(id).opcode == Opcode::StorageCommit)
    return "{JN_COMMIT_STORAGE, " + step(path) + "}";
  std::optional<AccessPath> read = parsePath(path);
  if (read && read->size() == 1 && read->front().kind == JN_STEP_SLOT)
    return "{JN_COMMIT_VARIABLE, JN_NO_STEP, " + stringLiteral(read->front().name) + "}";
  return "{JN_COMMIT_VALUE, " + step(path) + "}";
}

void BindingTables::print(llvm::raw_ostream &out) const {
  for (const std::vector<std::string> *arrays : {&tuples_, &forms_})
    for (const std::string &each : *arrays)
      out << each;
  auto table = [&](const char *type, const std::vector<std::string> &rows) {
    if (rows.empty())
      return;
    out << "static const " << type << "[] = {\n";
    for (size_t i = 0; i < rows.size(); ++i)
      out << "    " << rows[i] << ",  // " << i << "\n";
    out << "};\n";
  };
  table("jn_literal literals", literals_);
  table("jn_path_step steps", steps_);
  for (const std::vector<std::string> *arrays : {&keys_, &sizes_})
    for (const std::string &each : *arrays)
      out << each;
}

}  // namespace janus::codegen
