#include "Frontend/Parse/ConcreteTree.h"

#include "Frontend/Parse/GrammarLanguage.h"
#include "Frontend/Parse/GrammarMemory.h"
#include "Frontend/Parse/GrammarTree.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

#include <tree_sitter/api.h>

#include <cstring>
#include <memory>

namespace janus {

namespace {

// Trees that the parser's own limit refuses are less deep.
constexpr unsigned kMaxConcreteDepth = 20000;

const TSLanguage *language() {
  static const TSLanguage *const tokens = janus_token_language();
  return tokens;
}

// Parsers and trees are never deleted: their memory is freed as a whole.
TSParser *newParser() {
  TSParser *parser = ts_parser_new();
  ts_parser_set_language(parser, language());
  return parser;
}

TSTree *parse(TSParser *parser, const GrammarText &text) {
  return ts_parser_parse_string(parser, nullptr, text.text.data(),
                                static_cast<uint32_t>(text.text.size()));
}

// What each symbol of the grammar is.
class Symbols {
public:
  static const Symbols &get() {
    static const Symbols symbols;
    return symbols;
  }
  Construct operator[](TSSymbol symbol) const {
    return symbol < kinds_.size() ? kinds_[symbol] : Construct::Unknown;
  }

private:
  Symbols() {
    uint32_t count = ts_language_symbol_count(language());
    for (TSSymbol symbol = 0; symbol < count; ++symbol) {
      bool named = ts_language_symbol_type(language(), symbol) == TSSymbolTypeRegular;
      kinds_.push_back(
          named ? llvm::StringSwitch<Construct>(ts_language_symbol_name(language(), symbol))
#define JANUS_EXPRESSION(name, grammar, level, method) .Case(grammar, Construct::name)
#define JANUS_STATEMENT(name, grammar, method) .Case(grammar, Construct::name)
#define JANUS_PART(name, grammar) .Case(grammar, Construct::name)
#include "Frontend/Parse/Constructs.def"
                      .Default(Construct::Unknown)
                : Construct::Token);
    }
  }
  std::vector<Construct> kinds_;
};

class Reader {
public:
  Reader(const GrammarText &text, llvm::ArrayRef<Token> tokens, ConcreteTree &out)
      : text_(text), tokens_(tokens), out_(out), symbols_(Symbols::get()) {}

  void run(const TSTree *tree) {
    janus_list_grammar_tree(tree, kMaxConcreteDepth, &list_);
    if (list_.too_deep_at != UINT32_MAX) {
      skipTo(list_.too_deep_at);
      out_.tooDeep = std::min<uint32_t>(at_, static_cast<uint32_t>(tokens_.size() - 1));
    } else {
      out_.root = node(0);
      skipTo(static_cast<uint32_t>(text_.text.size()));
      out_.accepted = complete_;
    }
    janus_free_grammar_list(&list_);
  }

private:
  // Moves to the token at the byte; the tokens on the way have no node of their own.
  void skipTo(uint32_t byte) {
    while (at_ < tokens_.size() && text_.begins[at_ + 1] <= byte) {
      complete_ = complete_ && (taken_ || text_.hidden[at_] || isLayout(tokens_[at_].kind));
      taken_ = false;
      ++at_;
    }
    while (at_ < tokens_.size() && (text_.hidden[at_] || isLayout(tokens_[at_].kind)))
      ++at_;
  }

  ConcreteNode leaf(Construct kind, uint32_t begin) {
    ConcreteNode node;
    node.kind = kind;
    skipTo(begin);
    node.first = at_;
    node.end = at_ + 1;
    if (at_ + 1 < tokens_.size() && tokens_[at_].kind == TokenKind::KwExcept &&
        tokens_[at_ + 1].kind == TokenKind::Star) {
      ++node.end;
      ++at_;
    }
    while (tokens_[at_].kind == TokenKind::String && at_ + 1 < tokens_.size() &&
           tokens_[at_ + 1].kind == TokenKind::String) {
      ++node.end;
      ++at_;
    }
    taken_ = true;
    return node;
  }

  ConcreteNode node(uint32_t index) {
    const JanusGrammarNode &here = list_.nodes[index];
    Construct kind = symbols_[here.symbol];
    if (here.next == index + 1) {
      if (here.begin != here.end)
        return leaf(kind, here.begin);
      ConcreteNode empty;
      empty.kind = kind;
      skipTo(here.begin);
      empty.first = empty.end = at_;
      return empty;
    }
    size_t base = stack_.size();
    bool isBody = !text_.repeats.empty() && (kind == Construct::Module || kind == Construct::Block);
    for (uint32_t child = index + 1; child != here.next; child = list_.nodes[child].next) {
      if (isBody)
        statement(node(child));
      else
        stack_.push_back(node(child));
    }
    ConcreteNode node;
    node.kind = kind;
    node.children = keep(llvm::ArrayRef<ConcreteNode>(stack_).drop_front(base));
    node.first = node.children.front().first;
    node.end = node.children.back().end;
    stack_.resize(base);
    return node;
  }

  // Of a body: in place of a `pass` that was shown for a line, the statements of the line it
  // repeats.
  void statement(const ConcreteNode &node) {
    uint32_t like = node.first < tokens_.size() ? text_.repeats[node.first] : kNoLine;
    if (like != kNoLine && like != node.first) {
      for (const ConcreteNode &statement : lines_[like])
        stack_.push_back(copy(statement, node.first - like));
      while (!isLayout(tokens_[at_ + 1].kind))
        ++at_;
      return;
    }
    if (like != kNoLine) {
      line_ = node.first;
      for (lineEnd_ = line_; !isLayout(tokens_[lineEnd_].kind);)
        ++lineEnd_;
    }
    if (node.first >= line_ && node.first < lineEnd_)
      lines_[line_].push_back(node);
    stack_.push_back(node);
  }

  ConcreteNode copy(const ConcreteNode &node, uint32_t by) {
    ConcreteNode out{node.kind, node.first + by, node.end + by, {}};
    if (node.children.empty())
      return out;
    auto *children = out_.storage.Allocate<ConcreteNode>(node.children.size());
    for (size_t i = 0; i < node.children.size(); ++i)
      children[i] = copy(node.children[i], by);
    out.children = {children, node.children.size()};
    return out;
  }

  llvm::ArrayRef<ConcreteNode> keep(llvm::ArrayRef<ConcreteNode> nodes) {
    auto *kept = out_.storage.Allocate<ConcreteNode>(nodes.size());
    std::uninitialized_copy(nodes.begin(), nodes.end(), kept);
    return {kept, nodes.size()};
  }

  const GrammarText &text_;
  llvm::ArrayRef<Token> tokens_;
  ConcreteTree &out_;
  const Symbols &symbols_;
  JanusGrammarList list_{};
  uint32_t at_ = 0;
  bool taken_ = false;  // the token at the cursor has a node
  bool complete_ = true;
  std::vector<ConcreteNode> stack_;
  uint32_t line_ = 0, lineEnd_ = 0;  // the last line that others may repeat
  llvm::DenseMap<uint32_t, llvm::SmallVector<ConcreteNode, 1>> lines_;
};

// Reads the parser's log, up to where it begins to recover from an error.
class ErrorWatch {
public:
  ErrorWatch(const GrammarText &text, llvm::ArrayRef<Token> tokens)
      : text_(text), tokens_(tokens) {}

  void message(llvm::StringRef message) {
    if (cancelled != 0)
      return;
    // The text is one row, so the column is the byte at which the version at work stands.
    if (message.startswith("process version")) {
      message.rsplit(':').second.getAsInteger(10, at_);
    } else if (message.startswith("detect_error")) {
      wrong_ = std::max(wrong_.value_or(0), tokenAt(at_));
    } else if (message.startswith("resume")) {
      cancelled = 1;
    }
  }

  std::optional<size_t> wrong() const { return wrong_; }
  size_t cancelled = 0;

private:
  size_t tokenAt(uint32_t byte) const {
    // The first that ends behind it.
    auto found = llvm::upper_bound(text_.ends, byte) - text_.ends.begin();
    size_t index = std::min(static_cast<size_t>(found), tokens_.size() - 1);
    // Nothing opens the block: the end of the line in front of it is wrong.
    bool hiddenEnd = index > 0 && tokens_[index].kind == TokenKind::Indent &&
                     text_.begins[index - 1] == text_.ends[index - 1];
    return hiddenEnd ? index - 1 : index;
  }

  const GrammarText &text_;
  llvm::ArrayRef<Token> tokens_;
  uint32_t at_ = 0;
  std::optional<size_t> wrong_;
};

void watch(void *payload, TSLogType type, const char *message) {
  if (type == TSLogTypeParse)
    static_cast<ErrorWatch *>(payload)->message(message);
}

// Can begin an operand.
bool beginsOperand(TokenKind kind) {
  switch (kind) {
  case TokenKind::Name:
  case TokenKind::Number:
  case TokenKind::String:
  case TokenKind::Ellipsis:
  case TokenKind::LeftParen:
  case TokenKind::LeftBracket:
  case TokenKind::LeftBrace:
  case TokenKind::KwNone:
  case TokenKind::KwTrue:
  case TokenKind::KwFalse: return true;
  default: return false;
  }
}

// What the grammar takes though a later token shows that it is wrong: the token that CPython
// refuses, or the number of tokens.
size_t refusedAt(llvm::ArrayRef<Token> tokens, size_t at) {
  TokenKind before = at == 0 ? TokenKind::Newline : tokens[at - 1].kind;
  bool opens = before == TokenKind::LeftParen || before == TokenKind::LeftBrace;
  TokenKind next = at + 1 < tokens.size() ? tokens[at + 1].kind : TokenKind::EndMarker;
  switch (tokens[at].kind) {
  case TokenKind::Comma:
    if (opens)
      return at;
    break;
  case TokenKind::DoubleStar:
    if (!opens && !endsOperand(before) && before != TokenKind::Comma &&
        before != TokenKind::KwLambda)
      return at;
    break;
  case TokenKind::KwAsync:
    if (next != TokenKind::KwDef && next != TokenKind::KwFor && next != TokenKind::KwWith)
      return endsOperand(before) || isLayout(before) ? at + 1 : at;
    break;
  default: break;
  }
  return tokens.size();
}

}  // namespace

ConcreteTree parseConcrete(const GrammarText &text, llvm::ArrayRef<Token> tokens) {
  ConcreteTree out;
  GrammarMemory memory;
  TSTree *tree = parse(newParser(), text);
  if (!ts_node_has_error(ts_tree_root_node(tree)))
    Reader(text, tokens, out).run(tree);
  return out;
}

size_t firstWrongToken(const GrammarText &text, llvm::ArrayRef<Token> tokens) {
  ErrorWatch state(text, tokens);
  GrammarMemory memory;
  TSParser *parser = newParser();
  ts_parser_set_logger(parser, {&state, watch});
  ts_parser_set_cancellation_flag(parser, &state.cancelled);
  parse(parser, text);
  if (!state.wrong())
    return tokens.size();
  size_t wrong = *state.wrong();
  // A hidden token in front of an operand that may not be there may not be there either.
  if (wrong < tokens.size() && beginsOperand(tokens[wrong].kind))
    while (wrong > 0 && text.hidden[wrong - 1])
      --wrong;
  for (size_t i = 0; i < wrong; ++i)
    if (size_t refused = refusedAt(tokens, i); refused < wrong)
      return refused;
  return wrong;
}

}  // namespace janus
