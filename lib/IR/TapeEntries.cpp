#include "IR/TapeEntries.h"

#include "llvm/ADT/StringExtras.h"

namespace janus::ir {
namespace {

bool takeNumber(llvm::StringRef &text, unsigned *out) {
  return !text.empty() && llvm::isDigit(text.front()) && !text.consumeInteger(10, *out);
}

bool takeOutput(llvm::StringRef &text, unsigned *entry, unsigned *result) {
  return takeNumber(text, entry) && text.consume_front(".") && takeNumber(text, result);
}

// "2,s3)"
bool parseSizes(llvm::StringRef &text, std::vector<TapeSize> *sizes) {
  if (text.consume_front(")"))
    return true;
  do {
    TapeSize &size = sizes->emplace_back();
    unsigned number;
    size.isSaved = text.consume_front("s");
    if (!takeNumber(text, &number))
      return false;
    size.number = number;
  } while (text.consume_front(","));
  return text.consume_front(")");
}

bool parseWhat(llvm::StringRef &text, TapeValue *out) {
  if (text.consume_front("-"))
    return true;
  if (text.consume_front("s")) {
    out->kind = JN_TAPE_SAVED;
    if (!takeNumber(text, &out->index))
      return false;
    if (!text.consume_front("+"))
      return true;
    bool isNumber = takeNumber(text, &out->writes);
    out->kind = text.consume_front("!") ? JN_TAPE_OVERWRITTEN : JN_TAPE_WRITTEN;
    return isNumber;
  }
  bool isFormat = text.startswith("f");
  if (text.consume_front("l"))
    out->kind = JN_TAPE_SHAPE;
  else if (text.consume_front("d") || text.consume_front("f"))
    out->kind = isFormat ? JN_TAPE_FORMAT : JN_TAPE_DTYPE;
  else
    return false;
  llvm::StringRef name = text.take_while([](char c) { return c == '_' || llvm::isAlnum(c); });
  out->name = name.str();
  text = text.drop_front(name.size());
  return !name.empty() &&
         (out->kind != JN_TAPE_SHAPE || (text.consume_front("(") && parseSizes(text, &out->sizes)));
}

bool parseValue(llvm::StringRef &text, TapeValue *out) {
  if (text.consume_front("[ ")) {
    out->kind = JN_TAPE_LIST;
    while (!text.consume_front("]"))
      if (!parseValue(text, &out->items.emplace_back()) || !text.consume_front(" "))
        return false;
    return true;
  }
  if (!parseWhat(text, out))
    return false;
  if (text.consume_front(":x")) {
    out->edge = JN_EDGE_OUT;
    return takeNumber(text, &out->to);
  }
  if (text.consume_front(":e")) {
    out->edge = JN_EDGE_ENTRY;
    return takeOutput(text, &out->to, &out->result);
  }
  return true;
}

}  // namespace

std::optional<TapeRecord> parseTapeEntry(llvm::StringRef text) {
  TapeRecord made;
  auto [name, rest] = text.split(' ');
  made.isFreed = name.consume_back("~");
  made.isPartWritten = name.consume_back("!");
  auto [op, node] = name.split('@');
  made.op = op.str();
  made.node = node.str();
  while (!rest.consume_front(">"))
    if (!parseValue(rest, &made.args.emplace_back()) || !rest.consume_front(" "))
      return std::nullopt;
  while (!rest.empty())
    if (!rest.consume_front(" ") || !parseValue(rest, &made.results.emplace_back()))
      return std::nullopt;
  return made;
}

std::optional<TapeOutput> parseTapeOutput(llvm::StringRef text) {
  TapeOutput made;
  if (!takeOutput(text, &made.entry, &made.result) || !text.empty())
    return std::nullopt;
  return made;
}

}  // namespace janus::ir
