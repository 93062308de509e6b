#include "Transforms/Speculate/Heap/Words.h"

#include "llvm/ADT/StringExtras.h"

#include <cctype>
#include <utility>

namespace janus::speculate {
namespace {

bool isIdentifier(llvm::StringRef text) {
  return !text.empty() && !isdigit(static_cast<unsigned char>(text[0])) &&
         llvm::all_of(text,
                      [](char c) { return c == '_' || isalnum(static_cast<unsigned char>(c)); });
}

// The subscript that `text` begins with: to its closing bracket, those in texts and inner ones left
// out.
llvm::StringRef subscript(llvm::StringRef text) {
  unsigned depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (quoted) {
      i += text[i] == '\\';
      quoted = i >= text.size() || text[i] != '"';
    } else if (text[i] == '"') {
      quoted = true;
    } else if (text[i] == '[') {
      ++depth;
    } else if (text[i] == ']' && --depth == 0) {
      return text.take_front(i + 1);
    }
  }
  return text;
}

// The part of a path before its first step.
llvm::StringRef rootOf(llvm::StringRef path) {
  if (path.startswith("<"))
    return path.take_front(path.find('>') + 1);
  if (path.startswith("@"))
    // A module's dots are its own; what follows a global's name are steps.
    return path.contains(':') ? path.take_front(path.find_first_of(".[", path.find(':')))
                              : path.take_until([](char c) { return c == '['; });
  return path.take_until([](char c) { return c == '.' || c == '['; });
}

std::string rootInWords(llvm::StringRef root) {
  if (root.consume_front("%"))
    return "operand " + root.str();
  if (root.consume_front("<"))
    return root.drop_back().str();
  if (root.consume_front("@")) {
    std::string text = root.str();
    if (size_t colon = text.find(':'); colon != text.npos)
      text[colon] = '.';
    return text;
  }
  root.consume_front("$");
  return root.str();
}

}  // namespace

std::string pathInWords(llvm::StringRef path) {
  llvm::StringRef root = rootOf(path);
  std::string text = rootInWords(root);
  path = path.drop_front(root.size());
  while (!path.empty()) {
    if (path.consume_front(".")) {
      llvm::StringRef name = path.take_until([](char c) { return c == '.' || c == '['; });
      path = path.drop_front(name.size());
      // A name in a private dict is what the object calls its own: `model._modules["fc"]`.
      llvm::StringRef key = path.startswith("[\"") ? subscript(path) : "";
      llvm::StringRef inner = key.drop_front(key.empty() ? 0 : 2).drop_back(key.empty() ? 0 : 2);
      bool isIndex = !inner.empty() && llvm::all_of(inner, llvm::isDigit);
      if (name.startswith("_") && !name.startswith("__") && (isIdentifier(inner) || isIndex)) {
        text += isIndex ? "[" + inner.str() + "]" : "." + inner.str();
        path = path.drop_front(key.size());
      } else {
        text += "." + name.str();
      }
      continue;
    }
    llvm::StringRef step = subscript(path);
    path = path.drop_front(step.size());
    llvm::StringRef inner = step.drop_front().drop_back();
    if (inner.startswith("<"))
      text += "[" + pathInWords(inner.drop_front().drop_back()) + "]";
    else
      text += step.str();
  }
  return text;
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
      // What goes without saying.
      if (part == "cpu" || part == "contiguous" || part == "nograd")
        continue;
      text += (text.empty() ? "" : part.startswith("(") ? " " : ", ") + part.str();
    }
  }
  return text;
}

std::string assumptionInWords(llvm::StringRef kind, llvm::StringRef path, llvm::StringRef value) {
  static const std::pair<llvm::StringRef, llvm::StringRef> kRows[] = {
#define JANUS_ASSUMPTION(Name, kind, text, watched, relaxed) {kind, text},
#include "Transforms/Speculate/Heap/Assumptions.def"
  };
  std::string what = kind == "mode" ? path.str() + " mode" : pathInWords(path);
  for (auto [name, text] : kRows) {
    if (name != kind)
      continue;
    auto [before, after] = text.split("`value`");
    bool isPath = kind == "same" || kind == "shares";
    std::string shown = isPath ? pathInWords(value) : value.str();
    return what + " is " + before.str() + (text.contains("`value`") ? "`" + shown + "`" : "") +
           after.str();
  }
  return what + " " + value.str();
}

GuardName splitGuardName(llvm::StringRef name) {
  size_t close = name.rfind(')'), open = name.rfind(" (");
  if (close == name.npos || open == name.npos || open > close)
    return {name, "", ""};
  llvm::StringRef calls = name.drop_front(close + 1);
  calls.consume_front(" < ");
  return {name.take_front(open), name.slice(open + 2, close), calls};
}

}  // namespace janus::speculate
