// Types as text, and back.
#include "IR/SizeExpression.h"
#include "IR/Types.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace janus::ir {
namespace {

llvm::StringRef toString(Layout layout) {
  switch (layout) {
  case Layout::Unknown: return "";
  case Layout::Contiguous: return "contiguous";
  case Layout::Rows: return "rows";
  case Layout::ChannelsLast: return "channels_last";
  case Layout::Strided: return "strided";
  }
  return "";
}

bool isNamed(TypeKind kind) {
  return kind == TypeKind::Object || kind == TypeKind::Class || kind == TypeKind::Exception ||
         kind == TypeKind::Function || kind == TypeKind::Module;
}

std::string tensorText(const Type &type) {
  std::vector<std::string> parts;
  if (type.shape) {
    std::string dims = "(";
    for (const Dim &dim : *type.shape) {
      if (dims.size() > 1)
        dims += ", ";
      dims += dim.number >= 0 ? std::to_string(dim.number) : dim.symbol.empty() ? "?" : dim.symbol;
    }
    parts.push_back(dims + ")");
  } else if (type.rank >= 0) {
    parts.push_back("rank=" + std::to_string(type.rank));
  }
  if (!type.device.empty())
    parts.push_back(type.device);
  if (type.layout != Layout::Unknown)
    parts.push_back(toString(type.layout).str());
  if (type.requiresGrad >= 0)
    parts.push_back(type.requiresGrad ? "grad" : "nograd");
  if (!type.aliasClass.empty())
    parts.push_back("alias=" + type.aliasClass);
  if (parts.empty() && type.dtype.empty())
    return "";
  std::string text = "<" + (type.dtype.empty() ? std::string("?") : type.dtype);
  for (const std::string &part : parts)
    text += ", " + part;
  return text + ">";
}

// Takes tokens off the front of a text.
struct Cursor {
  llvm::StringRef &text;

  bool consume(llvm::StringRef token) {
    text = text.ltrim(' ');
    return text.consume_front(token);
  }
  llvm::StringRef word() {
    text = text.ltrim(' ');
    llvm::StringRef taken = text.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == ':' || c == '.' || (c & 0x80); });
    text = text.drop_front(taken.size());
    return taken;
  }
  // Up to the `>` that closes the `<` just taken.
  bool balanced(std::string *out) {
    int depth = 1;
    for (size_t i = 0; i < text.size(); ++i) {
      depth += text[i] == '<' ? 1 : text[i] == '>' ? -1 : 0;
      if (depth == 0) {
        *out = text.take_front(i).str();
        text = text.drop_front(i + 1);
        return true;
      }
    }
    return false;
  }
};

bool parseShape(Cursor &in, Type *type) {
  type->shape.emplace();
  if (in.consume(")"))
    return true;
  do {
    Dim dim;
    if (!in.consume("?")) {
      std::optional<SizeExpression> size = SizeExpression::parsePrefix(in.text);
      if (!size || !size->isValid() || size->constant().value_or(0) < 0)
        return false;
      if (std::optional<int64_t> number = size->constant())
        dim.number = *number;
      else
        dim.symbol = size->text();
    }
    type->shape->push_back(dim);
  } while (in.consume(","));
  return in.consume(")");
}

bool parseTensor(Cursor &in, Type *type) {
  if (!in.consume("?"))
    type->dtype = in.word().str();
  while (in.consume(",")) {
    if (in.consume("(")) {
      if (!parseShape(in, type))
        return false;
      continue;
    }
    llvm::StringRef word = in.word();
    if (word.empty())
      return false;
    if (in.consume("=")) {
      llvm::StringRef value = in.word();
      if (word == "alias")
        type->aliasClass = value.str();
      else if (word != "rank" || value.getAsInteger(10, type->rank))
        return false;
      continue;
    }
    Layout layout = llvm::StringSwitch<Layout>(word)
                        .Case("contiguous", Layout::Contiguous)
                        .Case("rows", Layout::Rows)
                        .Case("channels_last", Layout::ChannelsLast)
                        .Case("strided", Layout::Strided)
                        .Default(Layout::Unknown);
    if (layout != Layout::Unknown)
      type->layout = layout;
    else if (word == "grad" || word == "nograd")
      type->requiresGrad = word == "grad";
    else
      type->device = word.str();
  }
  return in.consume(">");
}

}  // namespace

std::string TypeTable::textOf(const Type &type) const {
  std::string text = ir::toString(type.kind).str();
  if (type.kind == TypeKind::Tensor)
    return text + tensorText(type);
  if (isNamed(type.kind))
    return type.name.empty() ? text : text + "<" + type.name + ">";
  if (type.items.empty() && !type.sized)
    return text;
  text += "<";
  for (size_t i = 0; i < type.items.size(); ++i)
    text += (i ? ", " : "") + this->text(type.items[i]);
  return text + ">";
}

std::string TypeTable::text(TypeId id) const {
  return textOf(types_[id]);
}

bool TypeTable::parsePrefix(llvm::StringRef &text, TypeId *out) {
  Cursor in{text};
  llvm::StringRef word = in.word();
  Type type;
  bool known = false;
  for (int kind = 0; kind <= static_cast<int>(TypeKind::Foreign); ++kind)
    if (ir::toString(static_cast<TypeKind>(kind)) == word) {
      type.kind = static_cast<TypeKind>(kind);
      known = true;
    }
  if (!known)
    return false;
  if (text.consume_front("<")) {
    if (type.kind == TypeKind::Tensor) {
      if (!parseTensor(in, &type))
        return false;
    } else if (isNamed(type.kind)) {
      if (!in.balanced(&type.name))
        return false;
    } else {
      type.sized = type.kind == TypeKind::Tuple;
      if (!in.consume(">")) {
        do {
          TypeId item;
          if (!parsePrefix(text, &item))
            return false;
          type.items.push_back(item);
        } while (in.consume(","));
        if (!in.consume(">"))
          return false;
      }
    }
  }
  *out = intern(type);
  return true;
}

bool TypeTable::parse(llvm::StringRef text, TypeId *out) {
  return parsePrefix(text, out) && text.trim().empty();
}

}  // namespace janus::ir
