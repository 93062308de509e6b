#include "Frontend/Parse/GrammarText.h"

#include "Frontend/Parse/GrammarLanguage.h"

#include "llvm/ADT/SmallVector.h"

#include <tree_sitter/api.h>

#include <array>

extern "C" const TSLanguage *tree_sitter_python(void);

namespace janus {

namespace {

// The byte of each token.
class Bytes {
public:
  static const Bytes &get() {
    static const Bytes bytes;
    return bytes;
  }
  char operator[](TokenKind kind) const { return kinds_[static_cast<size_t>(kind)]; }
  char matchWord = byteOf("match"), caseWord = byteOf("case"), exceptStar = byteOf("except*"),
       integer = byteOf("integer"), name = byteOf("identifier");

private:
  Bytes() {
    kinds_.fill(byteOf("string_end"));  // which no program has here: it is refused
    auto set = [&](TokenKind kind, llvm::StringRef symbol) {
      kinds_[static_cast<size_t>(kind)] = byteOf(symbol);
    };
#define JANUS_PUNCTUATOR(name, spelling) set(TokenKind::name, spelling);
#define JANUS_KEYWORD(name, spelling) set(TokenKind::Kw##name, spelling);
#include "Frontend/Parse/Tokens.def"
    set(TokenKind::Name, "identifier");
    set(TokenKind::Number, "integer");
    set(TokenKind::String, "integer");
    set(TokenKind::Newline, "_newline");
    set(TokenKind::Indent, "_indent");
    set(TokenKind::Dedent, "_dedent");
    set(TokenKind::MatchWord, "match");
    set(TokenKind::Ellipsis, "ellipsis");
    set(TokenKind::KwTrue, "true");
    set(TokenKind::KwFalse, "false");
    set(TokenKind::KwNone, "none");
    set(TokenKind::Caret, "&");
    set(TokenKind::Amper, "^");
  }
  static char byteOf(llvm::StringRef symbol) {
    const TSLanguage *language = tree_sitter_python();
    for (TSSymbol i = 1; i + kSymbolByte < kSymbolBytesEnd; ++i)
      if (symbol == ts_language_symbol_name(language, i))
        return static_cast<char>(i + kSymbolByte);
    return kSymbolByte;
  }
  std::array<char, 256> kinds_;
};

class Writer {
public:
  Writer(llvm::StringRef source, llvm::ArrayRef<Token> tokens, RepeatedLines repeated)
      : source_(source), tokens_(tokens) {
    if (repeated == RepeatedLines::Omitted)
      out_.repeats = findRepeatedLines(source, tokens);
    out_.text.reserve(tokens.size() + 1);
    out_.begins.reserve(tokens.size() + 1);
    out_.ends.reserve(tokens.size());
    out_.hidden.resize(tokens.size());
  }

  GrammarText run() {
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      TokenKind kind = tokens_[at_].kind;
      if (isLayout(kind)) {
        layout(kind);
        continue;
      }
      if (lineStart_) {
        beginLine();
        if (repeatsLine()) {
          leaveLine();
          continue;
        }
      }
      out_.begins.push_back(size());
      token(kind);
      out_.ends.push_back(size());
      context(kind);
      lineStart_ = false;
    }
    out_.begins.push_back(size());
    // A part of a program may end within its line and its blocks.
    if (!lineStart_)
      out_.text += bytes_[TokenKind::Newline];
    out_.text.append(matchBlocks_.size(), bytes_[TokenKind::Dedent]);
    return std::move(out_);
  }

private:
  // What the innermost bracket, or a `lambda` in it, holds.
  enum class Holds : uint8_t { Expressions, Parameters, LambdaParameters, Patterns };

  uint32_t size() const { return static_cast<uint32_t>(out_.text.size()); }
  llvm::StringRef spelled(size_t index) const {
    return source_.slice(tokens_[index].begin, tokens_[index].end);
  }
  TokenKind kindAt(size_t index) const {
    return index < tokens_.size() ? tokens_[index].kind : TokenKind::EndMarker;
  }
  TokenKind before() const { return at_ == 0 ? TokenKind::Newline : tokens_[at_ - 1].kind; }
  Holds holds() const { return contexts_.back(); }

  void layout(TokenKind kind) {
    bool opensBlock = kind == TokenKind::Newline && before() == TokenKind::Colon &&
                      kindAt(at_ + 1) == TokenKind::Indent;
    bool isShown = kind == TokenKind::Newline
                       ? !lineStart_ && !opensBlock
                       : kind == TokenKind::Indent || kind == TokenKind::Dedent;
    out_.begins.push_back(size());
    if (isShown)
      out_.text += bytes_[kind];
    out_.ends.push_back(size());
    if (kind == TokenKind::Newline) {
      lineStart_ = true;
      contexts_.assign(1, Holds::Expressions);
    } else if (kind == TokenKind::Indent) {
      matchBlocks_.push_back(matchLine_);
    } else if (kind == TokenKind::Dedent && !matchBlocks_.empty()) {
      matchBlocks_.pop_back();
    }
  }

  void beginLine() {
    softKeyword_ = false;
    matchLine_ = tokens_[at_].kind == TokenKind::MatchWord;
    if (tokens_[at_].kind != TokenKind::Name)
      return;
    llvm::StringRef name = spelled(at_);
    if (name == "match" && opensMatch()) {
      matchLine_ = softKeyword_ = true;
    } else if (name == "case" && !matchBlocks_.empty() && matchBlocks_.back()) {
      softKeyword_ = true;
      contexts_.assign(1, Holds::Patterns);
    }
  }

  bool repeatsLine() const {
    return !out_.repeats.empty() && out_.repeats[at_] != kNoLine && out_.repeats[at_] != at_;
  }
  // Shows `pass` for the line; what is hidden in it is what is hidden in the first.
  void leaveLine() {
    size_t first = out_.repeats[at_];
    out_.begins.push_back(size());
    out_.text += bytes_[TokenKind::KwPass];
    out_.ends.push_back(size());
    for (++at_, ++first; !isLayout(kindAt(at_)); ++at_, ++first) {
      out_.begins.push_back(size());
      out_.ends.push_back(size());
      out_.hidden[at_] = out_.hidden[first];
    }
    --at_;
    lineStart_ = false;
  }

  // `match`, a subject, and a block that begins with `case`.
  bool opensMatch() const {
    if (kindAt(at_ + 1) == TokenKind::Colon)
      return false;
    size_t end = at_ + 1;
    while (!isLayout(kindAt(end)))
      ++end;
    return kindAt(end - 1) == TokenKind::Colon && kindAt(end) == TokenKind::Newline &&
           kindAt(end + 1) == TokenKind::Indent && kindAt(end + 2) == TokenKind::Name &&
           spelled(end + 2) == "case";
  }

  void token(TokenKind kind) {
    switch (kind) {
    case TokenKind::Name: return name();
    case TokenKind::String:
      if (before() != TokenKind::String)
        out_.text += bytes_[kind];
      return;
    case TokenKind::KwAwait: out_.hidden[at_] = true; return;
    case TokenKind::Star:
      if (before() == TokenKind::KwExcept)
        out_.text.back() = bytes_.exceptStar;
      else if (isPrefix())
        out_.hidden[at_] = true;
      else
        out_.text += bytes_[kind];
      return;
    case TokenKind::Ellipsis:
      if (isImportPrefix())
        out_.text.append(3, bytes_[TokenKind::Dot]);
      else
        out_.text += bytes_[kind];
      return;
    default: out_.text += bytes_[kind]; return;
    }
  }

  // Dots behind the `from` of an import, not behind that of `yield` or `raise`.
  bool isImportPrefix() const {
    size_t from = at_;
    while (from > 0 &&
           (kindAt(from - 1) == TokenKind::Dot || kindAt(from - 1) == TokenKind::Ellipsis))
      --from;
    if (from == 0 || kindAt(from - 1) != TokenKind::KwFrom)
      return false;
    TokenKind before = from == 1 ? TokenKind::Newline : kindAt(from - 2);
    return isLayout(before) || before == TokenKind::Semicolon || before == TokenKind::Colon;
  }

  // The star stands in front of an expression.
  bool isPrefix() const {
    if (at_ > 0 && endsOperand(before()) && !(at_ == 1 + matchStart_ && matchLine_))
      return false;
    if (before() == TokenKind::KwImport || holds() == Holds::Patterns)
      return false;
    bool parameters = holds() == Holds::Parameters || holds() == Holds::LambdaParameters;
    return !parameters || before() == TokenKind::Colon;
  }

  void name() {
    if (softKeyword_ && lineStart_) {
      matchStart_ = at_;
      out_.text += matchLine_ ? bytes_.matchWord : bytes_.caseWord;
      return;
    }
    bool generic = kindAt(at_ + 1) == TokenKind::LeftBracket && before() != TokenKind::Dot &&
                   before() != TokenKind::KwDef && before() != TokenKind::KwClass;
    out_.text += generic ? bytes_.integer : bytes_.name;
  }

  // What the tokens behind this one stand in.
  void context(TokenKind kind) {
    switch (kind) {
    case TokenKind::LeftParen:
      contexts_.push_back(at_ >= 2 && kindAt(at_ - 2) == TokenKind::KwDef ? Holds::Parameters
                          : holds() == Holds::Patterns                    ? Holds::Patterns
                                                                          : Holds::Expressions);
      return;
    case TokenKind::LeftBracket:
    case TokenKind::LeftBrace:
      contexts_.push_back(holds() == Holds::Patterns ? Holds::Patterns : Holds::Expressions);
      return;
    case TokenKind::RightParen:
    case TokenKind::RightBracket:
    case TokenKind::RightBrace:
      while (contexts_.size() > 1 && holds() == Holds::LambdaParameters)
        contexts_.pop_back();
      if (contexts_.size() > 1)
        contexts_.pop_back();
      return;
    case TokenKind::KwLambda: contexts_.push_back(Holds::LambdaParameters); return;
    case TokenKind::Colon:
      if (holds() == Holds::LambdaParameters)
        contexts_.pop_back();
      else if (contexts_.size() == 1)
        contexts_.assign(1, Holds::Expressions);
      return;
    case TokenKind::KwIf:  // of a guard
      if (contexts_.size() == 1)
        contexts_.assign(1, Holds::Expressions);
      return;
    default: return;
    }
  }

  const Bytes &bytes_ = Bytes::get();
  llvm::StringRef source_;
  llvm::ArrayRef<Token> tokens_;
  size_t at_ = 0;
  bool lineStart_ = true;
  bool matchLine_ = false;    // the line begins with `match`, the keyword
  bool softKeyword_ = false;  // with that or with `case`, the keyword
  size_t matchStart_ = 0;
  llvm::SmallVector<bool, 16> matchBlocks_;  // per open block
  llvm::SmallVector<Holds, 16> contexts_{Holds::Expressions};
  GrammarText out_;
};

}  // namespace

bool endsOperand(TokenKind kind) {
  switch (kind) {
  case TokenKind::Name:
  case TokenKind::Number:
  case TokenKind::String:
  case TokenKind::Ellipsis:
  case TokenKind::RightParen:
  case TokenKind::RightBracket:
  case TokenKind::RightBrace:
  case TokenKind::KwNone:
  case TokenKind::KwTrue:
  case TokenKind::KwFalse: return true;
  default: return false;
  }
}

GrammarText grammarText(llvm::StringRef source, llvm::ArrayRef<Token> tokens,
                        RepeatedLines repeated) {
  return Writer(source, tokens, repeated).run();
}

}  // namespace janus
