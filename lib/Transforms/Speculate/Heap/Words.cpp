#include "Transforms/Speculate/Heap/Words.h"

#include "IR/AccessPath.h"

#include "llvm/ADT/StringExtras.h"

#include <cctype>

namespace janus::speculate {

using namespace ir;

namespace {

bool isIdentifier(llvm::StringRef text) {
  return !text.empty() && !isdigit(static_cast<unsigned char>(text[0])) &&
         llvm::all_of(text,
                      [](char c) { return c == '_' || isalnum(static_cast<unsigned char>(c)); });
}

// The own name of an entry in a private dict of an object, from the attribute and the step behind
// it: `.fc` for `model._modules["fc"]`.
std::optional<std::string> ownName(const PathStep &attribute, const PathStep &item) {
  llvm::StringRef key = item.key.text;
  bool isPrivate = attribute.kind == JN_STEP_ATTRIBUTE &&
                   llvm::StringRef(attribute.name).startswith("_") &&
                   !llvm::StringRef(attribute.name).startswith("__");
  if (!isPrivate || item.kind != JN_STEP_ITEM || item.key.kind != Constant::Kind::Str)
    return std::nullopt;
  if (!key.empty() && llvm::all_of(key, llvm::isDigit))
    return "[" + key.str() + "]";
  return isIdentifier(key) ? std::optional("." + key.str()) : std::nullopt;
}

std::string inWords(const PathStep &step);

std::string inWords(const AccessPath &path) {
  std::string text;
  for (size_t i = 0; i < path.size(); ++i) {
    std::optional<std::string> own =
        i + 1 < path.size() ? ownName(path[i], path[i + 1]) : std::nullopt;
    text += own ? *own : inWords(path[i]);
    i += own.has_value();
  }
  return text;
}

std::string inWords(const PathStep &step) {
  switch (step.kind) {
  case JN_STEP_OPERAND: return "operand " + std::to_string(step.index);
  case JN_STEP_SLOT:
  case JN_STEP_MODULE:
  case JN_STEP_CLASS: return step.name;
  case JN_STEP_ATTRIBUTE: return "." + step.name;
  case JN_STEP_ITEM: return "[" + toText(step.key) + "]";
  case JN_STEP_ITEM_AT: return "[" + inWords(step.object) + "]";
  case JN_STEP_KEY_AT: return ".keys()[" + std::to_string(step.index) + "]";
  case JN_STEP_END: return "[+]";
  case JN_STEP_NODES: return ", its nodes";
  }
  return "";
}

}  // namespace

std::string pathInWords(llvm::StringRef path) {
  std::optional<AccessPath> read = parsePath(path);
  return read ? inWords(*read) : path.str();
}

std::string typeInWords(llvm::StringRef type) {
  if (!type.consume_front("tensor<"))
    return type == "tensor" ? "a tensor" : type.str();
  std::string text;
  type = type.drop_back();
  unsigned depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= type.size(); ++i) {
    if (i < type.size() && type[i] == '(')
      ++depth;
    else if (i < type.size() && type[i] == ')')
      --depth;
    else if (depth == 0 && (i == type.size() || type[i] == ',')) {
      llvm::StringRef part = type.slice(begin, i).trim();
      begin = i + 1;
      // Properties that go without saying are left out.
      if (part == "cpu" || part == "contiguous" || part == "nograd")
        continue;
      text += (text.empty() ? "" : part.startswith("(") ? " " : ", ") + part.str();
    }
  }
  return text;
}

std::string assumptionInWords(llvm::StringRef kind, llvm::StringRef path, llvm::StringRef value) {
  std::string what = kind == "mode" ? path.str() + " mode" : pathInWords(path);
  std::optional<jn_assumption_kind> known = assumptionNamed({kind.data(), kind.size()});
  if (!known)
    return what + " " + value.str();
  const AssumptionInfo &row = janus::info(*known);
  auto [before, after] = llvm::StringRef(row.what.data(), row.what.size()).split("`value`");
  std::string shown = row.form == AssumptionForm::Path ? pathInWords(value) : value.str();
  return what + " is " + before.str() +
         (row.what.find("`value`") != row.what.npos ? "`" + shown + "`" : "") + after.str();
}

}  // namespace janus::speculate
