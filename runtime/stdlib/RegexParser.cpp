// Pattern text to a tree, with the errors and positions of Python's `re`.
#include "stdlib/Regex.h"
#include "value/text/Str.h"
#include "value/text/Unicode.h"

namespace janus::regex {
namespace {

constexpr int kGlobalOnly = kDebug;
constexpr int kTypeFlags = kAscii | kLocale | kUnicode;

std::string quoted(const std::string &text) {
  Ref s(makeStr(text));
  Ref r(strRepr(s.get(), false));
  return std::string(utf8Of(r.get()));
}

class Parser {
public:
  Parser(std::vector<uint32_t> text, bool isBytes, int flags, Pattern *out, ParseError *error)
      : text_(std::move(text)), isBytes_(isBytes), flags_(flags), out_(out), error_(error) {}

  bool run() {
    Node root;
    if (!branches(flags_, 0, &root))
      return false;
    if (more())
      return fail("unbalanced parenthesis", at_);
    for (const auto &[group, position] : conditions_)
      if (group > out_->groups)
        return fail("invalid group reference " + std::to_string(group), position);
    out_->root = std::move(root);
    out_->flags = flags_;
    return true;
  }

private:
  // ---- the text
  bool more() const { return at_ < static_cast<int64_t>(text_.size()); }
  uint32_t peek(int64_t ahead = 0) const {
    int64_t i = at_ + ahead;
    return i < static_cast<int64_t>(text_.size()) ? text_[i] : 0;
  }
  bool take(uint32_t c) {
    if (!more() || text_[at_] != c)
      return false;
    ++at_;
    return true;
  }
  std::string utf8(int64_t start, int64_t end) const {
    std::string s;
    char buffer[8];
    for (int64_t i = start; i < end && i < static_cast<int64_t>(text_.size()); ++i)
      s.append(buffer, putUtf8(buffer, text_[i]) - buffer);
    return s;
  }
  bool fail(std::string message, int64_t position) {
    if (error_->position < 0) {
      error_->message = std::move(message);
      error_->position = position;
    }
    return false;
  }

  // ---- leaves
  bool ascii(int flags) const { return isBytes_ || (flags & kAscii); }
  static uint32_t swapped(uint32_t c, unicode::Case which) {
    uint32_t out[3];
    return unicode::mapCase(c, which, out) == 1 ? out[0] : c;
  }
  Node literal(uint32_t c, int flags) {
    Node node;
    bool folds = flags & kIgnoreCase;
    if (folds && c >= 128 && ascii(flags))
      folds = false;
    if (folds && swapped(c, unicode::Case::Lower) == c && swapped(c, unicode::Case::Upper) == c)
      folds = false;
    if (!folds) {
      node.kind = NodeKind::Char;
      node.c = c;
      return node;
    }
    CharSet set(true, ascii(flags));
    set.add(c, c);
    for (auto which : {unicode::Case::Lower, unicode::Case::Upper}) {
      uint32_t other = swapped(c, which);
      set.add(other, other);
    }
    return setNode(std::move(set));
  }
  Node setNode(CharSet set) {
    set.finish();
    Node node;
    node.kind = NodeKind::Set;
    node.index = static_cast<int>(out_->sets.size());
    out_->sets.push_back(std::move(set));
    return node;
  }
  Node atNode(At at, int flags) {
    Node node;
    node.kind = NodeKind::Begin;
    node.at = at;
    node.ascii = ascii(flags);
    return node;
  }
  static Category categoryOf(uint32_t c) {
    switch (c) {
    case 'd': return kDigits;
    case 'D': return kNoDigits;
    case 's': return kSpaces;
    case 'S': return kNoSpaces;
    case 'w': return kWord;
    case 'W': return kNoWord;
    default: return Category(0);
    }
  }

  // ---- escapes; behind the backslash. Each answers false on an error.
  bool hexEscape(int64_t start, int digits, uint32_t *out) {
    *out = 0;
    int n = 0;
    for (; n < digits && more(); ++n) {
      uint32_t c = peek();
      int d = c >= '0' && c <= '9'                 ? c - '0'
              : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                   : -1;
      if (d < 0)
        break;
      *out = *out * 16 + d;
      ++at_;
    }
    if (n < digits)
      return fail("incomplete escape " + utf8(start, at_), start);
    if (*out > 0x10ffff)
      return fail("bad escape " + utf8(start, at_), start);
    return true;
  }
  bool octal(int64_t start, uint32_t first, int most, uint32_t *out) {
    *out = first - '0';
    for (int n = 1; n < most && peek() >= '0' && peek() <= '7'; ++n)
      *out = *out * 8 + (text_[at_++] - '0');
    if (*out > 0377)
      return fail("octal escape value " + utf8(start, at_) + " outside of range 0-0o377", start);
    return true;
  }
  // What sets and the rest have in common: 1 a character, 0 something else, -1 an error.
  int commonEscape(int64_t start, uint32_t c, uint32_t *out) {
    switch (c) {
    case 'a': *out = 7; return 1;
    case 'f': *out = 12; return 1;
    case 'n': *out = 10; return 1;
    case 'r': *out = 13; return 1;
    case 't': *out = 9; return 1;
    case 'v': *out = 11; return 1;
    case '\\': *out = '\\'; return 1;
    case 'x': return hexEscape(start, 2, out) ? 1 : -1;
    case 'u':
      if (!isBytes_)
        return hexEscape(start, 4, out) ? 1 : -1;
      break;
    case 'U':
      if (!isBytes_)
        return hexEscape(start, 8, out) ? 1 : -1;
      break;
    default: break;
    }
    return 0;
  }
  static bool isLetter(uint32_t c) { return (c | 32) >= 'a' && (c | 32) <= 'z' && c < 128; }

  bool escape(int flags, Node *out) {
    int64_t start = at_ - 1;
    if (!more())
      return fail("bad escape (end of pattern)", start);
    uint32_t c = text_[at_++], value;
    if (Category category = categoryOf(c)) {
      CharSet set(false, ascii(flags));
      set.add(category);
      *out = setNode(std::move(set));
      return true;
    }
    switch (c) {
    case 'A': *out = atNode(At::Start, flags); return true;
    case 'Z': *out = atNode(At::TextEnd, flags); return true;
    case 'b': *out = atNode(At::Boundary, flags); return true;
    case 'B': *out = atNode(At::NoBoundary, flags); return true;
    default: break;
    }
    int common = commonEscape(start, c, &value);
    if (common < 0)
      return false;
    if (common == 0) {
      if (c == '0') {
        if (!octal(start, c, 3, &value))
          return false;
      } else if (c >= '1' && c <= '9') {
        // Three octal digits are a character; anything else is a group.
        if (peek() >= '0' && peek() <= '9') {
          uint32_t second = peek();
          if (c <= '7' && second <= '7' && peek(1) >= '0' && peek(1) <= '7') {
            if (!octal(start, c, 3, &value))
              return false;
            *out = literal(value, flags);
            return true;
          }
          ++at_;
          return backReference((c - '0') * 10 + (second - '0'), start + 1, flags, out);
        }
        return backReference(c - '0', start + 1, flags, out);
      } else if (isLetter(c)) {
        return fail("bad escape " + utf8(start, at_), start);
      } else {
        value = c;
      }
    }
    *out = literal(value, flags);
    return true;
  }
  bool backReference(int group, int64_t position, int flags, Node *out) {
    if (group > out_->groups)
      return fail("invalid group reference " + std::to_string(group), position);
    return referTo(group, position - 1, position, flags, out);
  }
  // `openAt` and `behindAt`: where an open group, or one of the same lookbehind, is reported.
  bool referTo(int group, int64_t openAt, int64_t behindAt, int flags, Node *out) {
    for (int open : open_)
      if (open == group)
        return fail("cannot refer to an open group", openAt);
    if (!checkBehind(group, behindAt))
      return false;
    out->kind = NodeKind::BackRef;
    out->index = group;
    out->ignoreCase = flags & kIgnoreCase;
    out->ascii = ascii(flags);
    return true;
  }
  bool checkBehind(int group, int64_t position) {
    return behindGroups_ < 0 || group <= behindGroups_ ||
           fail("cannot refer to group defined in the same lookbehind subpattern", position);
  }

  // ---- [...]
  struct Item {
    Category category = Category(0);
    uint32_t c = 0;
  };
  bool setItem(Item *out) {
    int64_t start = at_;
    uint32_t c = text_[at_++];
    out->category = Category(0);
    out->c = c;
    if (c != '\\')
      return true;
    if (!more())
      return fail("bad escape (end of pattern)", start);
    c = text_[at_++];
    if ((out->category = categoryOf(c)))
      return true;
    int common = commonEscape(start, c, &out->c);
    if (common)
      return common > 0;
    if (c == 'b')
      out->c = 8;
    else if (c >= '0' && c <= '7')
      return octal(start, c, 3, &out->c);
    else if (isLetter(c) || (c >= '8' && c <= '9'))
      return fail("bad escape " + utf8(start, at_), start);
    else
      out->c = c;
    return true;
  }
  bool set(int flags, Node *out) {
    int64_t here = at_ - 1;
    CharSet set(flags & kIgnoreCase, ascii(flags));
    bool negated = take('^');
    uint32_t only = 0;
    int items = 0;
    bool single = true;
    for (bool first = true;; first = false) {
      if (!more())
        return fail("unterminated character set", here);
      if (!first && take(']'))
        break;
      int64_t start = at_;
      Item low, high;
      if (!setItem(&low))
        return false;
      ++items;
      only = low.c;
      single = single && !low.category;
      if (peek() == '-' && more()) {
        ++at_;
        if (!more())
          return fail("unterminated character set", here);
        if (peek() == ']') {
          ++at_;
          addItem(&set, low);
          set.add('-', '-');
          ++items;
          break;
        }
        if (!setItem(&high))
          return false;
        if (low.category || high.category || high.c < low.c)
          return fail("bad character range " + utf8(start, at_), start);
        set.add(low.c, high.c);
        single = single && low.c == high.c;
        continue;
      }
      addItem(&set, low);
    }
    if (items == 1 && single && !negated) {
      *out = literal(only, flags);
      return true;
    }
    if (negated)
      set.negate();
    *out = setNode(std::move(set));
    return true;
  }
  static void addItem(CharSet *set, const Item &item) {
    if (item.category)
      set->add(item.category);
    else
      set->add(item.c, item.c);
  }

  // ---- sequences
  bool branches(int flags, int depth, Node *out) {
    if (depth > 200)
      return fail("too many nested groups", at_);
    std::vector<Node> parts;
    bool first = depth == 0;
    do {
      Node part;
      if (!sequence(flags, depth, first && parts.empty(), &part))
        return false;
      if (depth == 0)
        flags = flags_;
      parts.push_back(std::move(part));
    } while (take('|'));
    if (parts.size() == 1) {
      *out = std::move(parts[0]);
    } else {
      out->kind = NodeKind::Branch;
      out->children = std::move(parts);
    }
    return true;
  }

  void skipVerbose() {
    while (more()) {
      uint32_t c = peek();
      if (c == '#') {
        while (more() && text_[at_++] != '\n') {
        }
      } else if (c == ' ' || (c >= 9 && c <= 13)) {
        ++at_;
      } else {
        return;
      }
    }
  }

  bool sequence(int flags, int depth, bool atStart, Node *out) {
    while (more()) {
      if (flags & kVerbose) {
        skipVerbose();
        if (!more())
          break;
      }
      uint32_t c = peek();
      if (c == '|' || c == ')')
        break;
      int64_t start = at_++;
      Node node;
      switch (c) {
      case '\\':
        if (!escape(flags, &node))
          return false;
        break;
      case '[':
        if (!set(flags, &node))
          return false;
        break;
      case '.': node.kind = flags & kDotAll ? NodeKind::Any : NodeKind::AnyButNewline; break;
      case '^': node = atNode(flags & kMultiline ? At::LineStart : At::Start, flags); break;
      case '$': node = atNode(flags & kMultiline ? At::LineEnd : At::End, flags); break;
      case '(': {
        bool empty = false;
        int before = flags_;
        if (!group(flags, depth, atStart && out->children.empty(), &node, &empty))
          return false;
        if (flags_ != before && depth == 0)
          flags |= flags_;
        if (empty)
          continue;
        break;
      }
      case '*':
      case '+':
      case '?':
      case '{': {
        int64_t min, max;
        int counted = repeatCounts(c, &min, &max);
        if (counted < 0)
          return false;
        if (counted == 0) {
          node = literal(c, flags);
          break;
        }
        if (!repeat(start, min, max, out))
          return false;
        continue;
      }
      default: node = literal(c, flags);
      }
      out->children.push_back(std::move(node));
    }
    return true;
  }

  // 1 counts, 0 a plain character, -1 an error.
  int repeatCounts(uint32_t c, int64_t *min, int64_t *max) {
    *min = c == '+';
    *max = c == '?' ? 1 : kUnlimited;
    if (c != '{')
      return 1;
    int64_t back = at_;
    if (peek() == '}')
      return 0;
    std::string low, high;
    while (peek() >= '0' && peek() <= '9')
      low += static_cast<char>(text_[at_++]);
    if (take(',')) {
      while (peek() >= '0' && peek() <= '9')
        high += static_cast<char>(text_[at_++]);
    } else {
      high = low;
    }
    if (!take('}')) {
      at_ = back;
      return 0;
    }
    auto number = [&](const std::string &digits, int64_t *out) {
      if (digits.empty())
        return true;
      if (digits.size() > 10 || std::stoll(digits) >= 4294967295LL) {
        error_->overflow = true;
        return fail("the repetition number is too large", at_);
      }
      *out = std::stoll(digits);
      return true;
    };
    *min = 0;
    *max = kUnlimited;
    if (!number(low, min) || !number(high, max))
      return -1;
    if (*max < *min) {
      fail("min repeat greater than max repeat", back);
      return -1;
    }
    return 1;
  }
  bool repeat(int64_t start, int64_t min, int64_t max, Node *sequence) {
    auto &items = sequence->children;
    if (items.empty() || items.back().kind == NodeKind::Begin)
      return fail("nothing to repeat", start);
    if (items.back().kind == NodeKind::Repeat)
      return fail("multiple repeat", start);
    Node body = std::move(items.back());
    items.pop_back();
    Node node;
    node.kind = NodeKind::Repeat;
    node.min = min;
    node.max = max;
    if (take('?'))
      node.mode = RepeatMode::Lazy;
    else if (take('+'))
      node.mode = RepeatMode::Possessive;
    node.children.push_back(std::move(body));
    items.push_back(std::move(node));
    return true;
  }

  // ---- (...)
  bool name(uint32_t terminator, std::string *out, const char *what = "group name") {
    int64_t start = at_;
    while (more() && peek() != terminator)
      ++at_;
    *out = utf8(start, at_);
    std::string end(1, static_cast<char>(terminator));
    if (!more())
      return out->empty() ? fail(std::string("missing ") + what, start)
                          : fail("missing " + end + ", unterminated name", start);
    if (out->empty()) {
      ++at_;
      return fail(std::string("missing ") + what, at_ - 1);
    }
    ++at_;
    return true;
  }
  bool isIdentifier(const std::string &text) {
    for (size_t i = 0; i < text.size();) {
      uint32_t c;
      int n = decodeUtf8(text.data() + i, text.size() - i, &c, true);
      if (n <= 0 ||
          !(unicode::properties(c) & (i ? unicode::kIdentifierPart : unicode::kIdentifierStart)))
        return false;
      if (isBytes_ && c >= 128)
        return false;
      i += n;
    }
    return !text.empty();
  }
  int groupNamed(const std::string &text) {
    for (const auto &[known, index] : out_->names)
      if (known == text)
        return index;
    return 0;
  }

  bool openGroup(const std::string &named, int64_t namedAt, int *index) {
    *index = ++out_->groups;
    if (named.empty())
      return true;
    if (int old = groupNamed(named)) {
      return fail("redefinition of group name " + quoted(named) + " as group " +
                      std::to_string(*index) + "; was group " + std::to_string(old),
                  namedAt);
    }
    out_->names.emplace_back(named, *index);
    return true;
  }

  bool close(int64_t start) {
    return take(')') || fail("missing ), unterminated subpattern", start);
  }

  // Behind the parenthesis. *empty: nothing stands for it in the tree.
  bool group(int flags, int depth, bool atStart, Node *out, bool *empty) {
    int64_t start = at_ - 1;
    bool capture = true, atomic = false;
    std::string named;
    int64_t namedAt = 0;
    if (take('?')) {
      capture = false;
      if (!more())
        return fail("unexpected end of pattern", at_);
      uint32_t c = text_[at_++];
      switch (c) {
      case 'P':
        if (take('<')) {
          namedAt = at_;
          if (!name('>', &named))
            return false;
          if (!isIdentifier(named))
            return fail("bad character in group name " + quoted(named), namedAt);
          capture = true;
          break;
        }
        if (take('='))
          return namedReference(flags, out);
        if (!more())
          return fail("unexpected end of pattern", at_);
        ++at_;
        return fail("unknown extension ?P" + utf8(at_ - 1, at_), at_ - 3);
      case ':': break;
      case '#':
        while (more() && peek() != ')')
          ++at_;
        if (!take(')'))
          return fail("missing ), unterminated comment", start);
        *empty = true;
        return true;
      case '=':
      case '!': return look(flags, depth, start, false, c == '!', out);
      case '<':
        if (!more())
          return fail("unexpected end of pattern", at_);
        c = text_[at_++];
        if (c != '=' && c != '!')
          return fail("unknown extension ?<" + utf8(at_ - 1, at_), at_ - 3);
        return look(flags, depth, start, true, c == '!', out);
      case '(': return condition(flags, depth, start, out);
      case '>': atomic = true; break;
      default:
        if (flagOf(c) || c == '-') {
          int changed = flags;
          bool global = false;
          if (!inlineFlags(c, &changed, &global))
            return false;
          if (global) {
            if (!atStart)
              return fail("global flags not at the start of the expression", start);
            flags_ |= changed;
            *empty = true;
            return true;
          }
          flags = changed;
          break;
        }
        return fail("unknown extension ?" + utf8(at_ - 1, at_), at_ - 2);
      }
    }
    int index = 0;
    if (capture) {
      if (!openGroup(named, namedAt, &index))
        return false;
      open_.push_back(index);
    }
    Node body;
    if (!branches(flags, depth + 1, &body) || !close(start))
      return false;
    if (capture)
      open_.pop_back();
    out->kind = capture ? NodeKind::Group : atomic ? NodeKind::Atomic : NodeKind::Sequence;
    out->index = index;
    out->children.push_back(std::move(body));
    return true;
  }

  bool namedReference(int flags, Node *out) {
    int64_t namedAt = at_;
    std::string text;
    if (!name(')', &text))
      return false;
    if (!isIdentifier(text))
      return fail("bad character in group name " + quoted(text), namedAt);
    int group = groupNamed(text);
    if (!group)
      return fail("unknown group name " + quoted(text), namedAt);
    return referTo(group, namedAt, namedAt, flags, out);
  }

  bool look(int flags, int depth, int64_t start, bool behind, bool negated, Node *out) {
    int outer = behindGroups_;
    if (behind && behindGroups_ < 0)
      behindGroups_ = out_->groups;
    Node body;
    if (!branches(flags, depth + 1, &body))
      return false;
    behindGroups_ = outer;
    if (!close(start))
      return false;
    if (behind) {
      auto [low, high] = widthOf(body, *out_);
      if (low != high) {
        // Python reports it without a place.
        error_->message = "look-behind requires fixed-width pattern";
        error_->position = INT64_MAX;
        return false;
      }
    }
    bool nothing = body.kind == NodeKind::Sequence && body.children.empty();
    out->kind = negated && nothing && !behind ? NodeKind::Fail : NodeKind::Look;
    out->behind = behind;
    out->negated = negated;
    out->children.push_back(std::move(body));
    return true;
  }

  bool condition(int flags, int depth, int64_t start, Node *out) {
    int64_t namedAt = at_;
    std::string text;
    if (!name(')', &text))
      return false;
    int group = 0;
    if (isIdentifier(text)) {
      group = groupNamed(text);
      if (!group)
        return fail("unknown group name " + quoted(text), namedAt);
    } else {
      for (char c : text)
        if (c < '0' || c > '9' || text.size() > 8)
          return fail("bad character in group name " + quoted(text), namedAt);
      group = std::stoi(text);
      if (!group)
        return fail("bad group number", namedAt);
      if (group >= 1 << 30)
        return fail("invalid group reference " + text, namedAt);
      conditions_.emplace_back(group, namedAt);
    }
    if (!checkBehind(group, namedAt))
      return false;
    out->kind = NodeKind::Condition;
    out->index = group;
    Node yes, no;
    if (!sequence(flags, depth + 1, false, &yes))
      return false;
    if (take('|')) {
      if (!sequence(flags, depth + 1, false, &no))
        return false;
      if (peek() == '|' && more())
        return fail("conditional backref with more than two branches", at_);
    }
    out->children.push_back(std::move(yes));
    out->children.push_back(std::move(no));
    return close(start);
  }

  static int flagOf(uint32_t c) {
    switch (c) {
    case 'i': return kIgnoreCase;
    case 'L': return kLocale;
    case 'm': return kMultiline;
    case 's': return kDotAll;
    case 'x': return kVerbose;
    case 'a': return kAscii;
    case 'u': return kUnicode;
    default: return 0;
    }
  }
  bool inlineFlags(uint32_t c, int *flags, bool *global) {
    int add = 0, remove = 0;
    if (c != '-') {
      for (;;) {
        int flag = flagOf(c);
        if (!flag)
          return fail(isLetter(c) ? "unknown flag" : "missing -, : or )", at_ - 1);
        if (isBytes_ && flag == kUnicode)
          return fail("bad inline flags: cannot use 'u' flag with a bytes pattern", at_);
        if (!isBytes_ && flag == kLocale)
          return fail("bad inline flags: cannot use 'L' flag with a str pattern", at_);
        add |= flag;
        if ((flag & kTypeFlags) && (add & kTypeFlags) != flag)
          return fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible", at_);
        if (!more())
          return fail("missing -, : or )", at_);
        c = text_[at_++];
        if (c == ')' || c == '-' || c == ':')
          break;
        if (!flagOf(c))
          return fail(isLetter(c) ? "unknown flag" : "missing -, : or )", at_ - 1);
      }
    }
    if (c == ')') {
      *global = true;
      *flags = add;
      return true;
    }
    if (add & kGlobalOnly)
      return fail("bad inline flags: cannot turn on global flag", at_ - 1);
    if (c == '-') {
      if (!more())
        return fail("missing flag", at_);
      c = text_[at_++];
      if (!flagOf(c))
        return fail(isLetter(c) ? "unknown flag" : "missing flag", at_ - 1);
      for (;;) {
        int flag = flagOf(c);
        if (flag & kTypeFlags)
          return fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", at_);
        remove |= flag;
        if (!more())
          return fail("missing :", at_);
        c = text_[at_++];
        if (c == ':')
          break;
        if (!flagOf(c))
          return fail(isLetter(c) ? "unknown flag" : "missing :", at_ - 1);
      }
    }
    if (add & remove)
      return fail("bad inline flags: flag turned on and off", at_ - 1);
    if (add & kTypeFlags)
      *flags &= ~kTypeFlags;
    *flags = (*flags | add) & ~remove;
    return true;
  }

  std::vector<uint32_t> text_;
  bool isBytes_;
  int flags_;
  Pattern *out_;
  ParseError *error_;
  int64_t at_ = 0;
  std::vector<int> open_;  // groups that are not closed yet
  int behindGroups_ = -1;  // groups before the lookbehind around
  std::vector<std::pair<int, int64_t>> conditions_;
};

}  // namespace

bool parse(Value text, bool isBytes, int flags, Pattern *out, ParseError *error) {
  std::vector<uint32_t> chars(strLength(text));
  for (size_t i = 0; i < chars.size(); ++i)
    chars[i] = strCharAt(text, static_cast<int64_t>(i));
  return Parser(std::move(chars), isBytes, flags, out, error).run();
}

}  // namespace janus::regex
