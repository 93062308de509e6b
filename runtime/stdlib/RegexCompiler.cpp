// The tree of a regular expression to a program for the matcher; sets of characters.
#include "stdlib/Regex.h"
#include "value/text/Unicode.h"

#include <algorithm>

namespace janus::regex {

// ---------------------------------------------------------------- sets

bool isWordChar(uint32_t c, bool ascii) {
  if (c < 128)
    return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
  constexpr int kAlnum = unicode::kAlpha | unicode::kDecimal | unicode::kDigit | unicode::kNumeric;
  return !ascii && (unicode::properties(c) & kAlnum);
}

namespace {

bool isDigitChar(uint32_t c, bool ascii) {
  return c < 128 ? c >= '0' && c <= '9' : !ascii && (unicode::properties(c) & unicode::kDecimal);
}
bool isSpaceChar(uint32_t c, bool ascii) {
  return ascii ? c == ' ' || (c >= 9 && c <= 13) : unicode::isSpace(c);
}
uint32_t mapped(uint32_t c, unicode::Case which, bool ascii) {
  if (ascii && c >= 128)
    return c;
  uint32_t out[3];
  return unicode::mapCase(c, which, out) == 1 ? out[0] : c;
}

}  // namespace

bool CharSet::plain(uint32_t c) const {
  for (const auto &[first, last] : ranges_)
    if (c >= first && c <= last)
      return true;
  return categories_ && (((categories_ & kDigits) && isDigitChar(c, ascii_)) ||
                         ((categories_ & kNoDigits) && !isDigitChar(c, ascii_)) ||
                         ((categories_ & kSpaces) && isSpaceChar(c, ascii_)) ||
                         ((categories_ & kNoSpaces) && !isSpaceChar(c, ascii_)) ||
                         ((categories_ & kWord) && isWordChar(c, ascii_)) ||
                         ((categories_ & kNoWord) && !isWordChar(c, ascii_)));
}
bool CharSet::slow(uint32_t c) const {
  bool in = plain(c);
  if (!in && ignoreCase_) {
    // Letters that share their upper case are one: s and the long s.
    uint32_t upper = mapped(c, unicode::Case::Upper, ascii_);
    in = plain(upper) || plain(mapped(c, unicode::Case::Lower, ascii_)) ||
         plain(mapped(upper, unicode::Case::Lower, ascii_));
  }
  return in != negated_;
}
void CharSet::finish() {
  for (uint32_t c = 0; c < 256; ++c)
    if (slow(c))
      latin_[c] = true;
}

// ---------------------------------------------------------------- widths

namespace {

int64_t add(int64_t a, int64_t b) {
  return a == kUnlimited || b == kUnlimited ? kUnlimited : a + b;
}
int64_t multiply(int64_t a, int64_t b) {
  int64_t product;
  if (a == 0 || b == 0)
    return 0;
  return a == kUnlimited || b == kUnlimited || __builtin_mul_overflow(a, b, &product) ? kUnlimited
                                                                                      : product;
}

// The body of group `index`, to know what a back reference may take.
const Node *findGroup(const Node &node, int index) {
  if (node.kind == NodeKind::Group && node.index == index)
    return &node.children[0];
  for (const Node &child : node.children)
    if (const Node *found = findGroup(child, index))
      return found;
  return nullptr;
}

}  // namespace

std::pair<int64_t, int64_t> widthOf(const Node &node, const Pattern &pattern) {
  using Width = std::pair<int64_t, int64_t>;
  switch (node.kind) {
  case NodeKind::Char:
  case NodeKind::AnyButNewline:
  case NodeKind::Any:
  case NodeKind::Set: return {1, 1};
  case NodeKind::Sequence:
  case NodeKind::Group:
  case NodeKind::Atomic: {
    Width sum = {0, 0};
    for (const Node &child : node.children) {
      Width w = widthOf(child, pattern);
      sum = {add(sum.first, w.first), add(sum.second, w.second)};
    }
    return sum;
  }
  case NodeKind::Branch:
  case NodeKind::Condition: {
    Width all = {kUnlimited, 0};
    for (const Node &child : node.children) {
      Width w = widthOf(child, pattern);
      all = {std::min(all.first, w.first), std::max(all.second, w.second)};
    }
    return all;
  }
  case NodeKind::Repeat: {
    Width w = widthOf(node.children[0], pattern);
    return {multiply(w.first, node.min), multiply(w.second, node.max)};
  }
  case NodeKind::BackRef: {
    const Node *body = findGroup(pattern.root, node.index);
    return body ? widthOf(*body, pattern) : Width{0, kUnlimited};
  }
  default: return {0, 0};
  }
}

// ---------------------------------------------------------------- the program

namespace {

class Compiler {
public:
  Compiler(const Pattern &pattern, Program *out) : pattern_(pattern), out_(out) {}

  void emit(const Node &node) {
    switch (node.kind) {
    case NodeKind::Sequence:
      for (const Node &child : node.children)
        emit(child);
      return;
    case NodeKind::Branch: return branch(node);
    case NodeKind::Char: put(Op::Char, static_cast<int>(node.c)); return;
    case NodeKind::AnyButNewline: put(Op::AnyButNewline); return;
    case NodeKind::Any: put(Op::Any); return;
    case NodeKind::Set: put(Op::Set, node.index); return;
    case NodeKind::Begin: put(Op::At, static_cast<int>(node.at), node.ascii); return;
    case NodeKind::Repeat: return repeat(node);
    case NodeKind::Group:
      put(Op::Save, 2 * node.index);
      emit(node.children[0]);
      put(Op::Save, 2 * node.index + 1);
      return;
    case NodeKind::BackRef:
      put(Op::BackRef, node.index, node.ignoreCase);
      code().back().c = node.ascii;
      return;
    case NodeKind::Condition: {
      int test = put(Op::Condition, node.index);
      emit(node.children[0]);
      int jump = put(Op::Jump);
      code()[test].b = here();
      emit(node.children[1]);
      code()[jump].a = here();
      return;
    }
    case NodeKind::Look: {
      int look = put(Op::Look);
      code()[look].b =
          node.behind ? static_cast<int>(widthOf(node.children[0], pattern_).first) : 0;
      code()[look].c = node.negated;
      emit(node.children[0]);
      put(Op::Accept);
      code()[look].a = here();
      return;
    }
    case NodeKind::Atomic: return atomic(node.children[0]);
    case NodeKind::Fail: put(Op::Fail); return;
    }
  }

private:
  std::vector<Instruction> &code() { return out_->code; }
  int here() { return static_cast<int>(out_->code.size()); }
  int put(Op op, int a = 0, int b = 0) {
    Instruction i{};
    i.op = op;
    i.a = a;
    i.b = b;
    code().push_back(i);
    return here() - 1;
  }

  void branch(const Node &node) {
    std::vector<int> ends;
    for (size_t i = 0; i < node.children.size(); ++i) {
      bool last = i + 1 == node.children.size();
      int split = last ? 0 : put(Op::Split);
      emit(node.children[i]);
      if (!last) {
        ends.push_back(put(Op::Jump));
        code()[split].a = here();
      }
    }
    for (int end : ends)
      code()[end].a = here();
  }

  void atomic(const Node &body) {
    int start = put(Op::Atomic);
    emit(body);
    put(Op::Accept);
    code()[start].a = here();
  }

  // A node that takes exactly one character and nothing else, through plain parentheses.
  static const Node *single(const Node &node) {
    const Node *n = &node;
    while (n->kind == NodeKind::Sequence && n->children.size() == 1)
      n = &n->children[0];
    bool one = n->kind == NodeKind::Char || n->kind == NodeKind::Any ||
               n->kind == NodeKind::AnyButNewline || n->kind == NodeKind::Set;
    return one ? n : nullptr;
  }

  void repeat(const Node &node) {
    if (node.mode == RepeatMode::Possessive) {
      Node greedy = node;
      greedy.mode = RepeatMode::Greedy;
      return atomic(greedy);
    }
    const Node &body = node.children[0];
    if (const Node *one = single(body)) {
      int star = put(Op::Star);
      code()[star].mode = node.mode;
      code()[star].min = node.min;
      code()[star].max = node.max;
      return emit(*one);
    }
    if (node.min == 0 && node.max == 1) {
      // X?: Split end; X. X??: Split X; Jump end; X.
      int split = put(Op::Split);
      if (node.mode == RepeatMode::Lazy) {
        int jump = put(Op::Jump);
        code()[split].a = here();
        emit(body);
        code()[jump].a = here();
      } else {
        emit(body);
        code()[split].a = here();
      }
      return;
    }
    int loop = out_->loops++;
    put(Op::LoopStart, loop);
    int jump = put(Op::Jump);
    int start = here();
    emit(body);
    code()[jump].a = here();
    int end = put(Op::Loop, loop, start);
    code()[end].mode = node.mode;
    code()[end].min = node.min;
    code()[end].max = node.max;
  }

  const Pattern &pattern_;
  Program *out_;
};

// Adds what can come first in `node`; true when it may take nothing, so that what follows counts.
// *unknown: nothing is known.
bool firstOf(const Node &node, const Pattern &pattern, bool first[256], bool *unknown) {
  switch (node.kind) {
  case NodeKind::Char:
    if (node.c < 256)
      first[node.c] = true;
    return false;
  case NodeKind::AnyButNewline:
  case NodeKind::Any: *unknown = true; return false;
  case NodeKind::Set:
    for (uint32_t c = 0; c < 256; ++c)
      first[c] = first[c] || pattern.sets[node.index].has(c);
    return false;
  case NodeKind::Sequence:
  case NodeKind::Group:
  case NodeKind::Atomic:
    for (const Node &child : node.children)
      if (!firstOf(child, pattern, first, unknown))
        return false;
    return true;
  case NodeKind::Branch: {
    bool empty = false;
    for (const Node &child : node.children)
      empty = firstOf(child, pattern, first, unknown) || empty;
    return empty;
  }
  case NodeKind::Repeat: return firstOf(node.children[0], pattern, first, unknown) || node.min == 0;
  case NodeKind::Begin:
  case NodeKind::Look: return true;
  default: *unknown = true; return false;
  }
}

int leadingRunOf(const std::vector<Instruction> &code) {
  // Captured groups may decide about a match.
  for (const Instruction &i : code)
    if (i.op == Op::BackRef || i.op == Op::Condition)
      return -1;
  size_t at = 0;
  while (code[at].op == Op::Save)
    ++at;
  const Instruction &star = code[at];
  bool isRun = star.op == Op::Star && star.mode == RepeatMode::Greedy && star.min == 1 &&
               star.max == kUnlimited;
  return isRun ? static_cast<int>(at) : -1;
}

}  // namespace

void compile(const Pattern &pattern, Program *out) {
  out->sets = pattern.sets;
  out->groups = pattern.groups;
  Compiler(pattern, out).emit(pattern.root);
  Instruction end{};
  end.op = Op::Match;
  out->code.push_back(end);
  out->leadingRun = leadingRunOf(out->code);
  bool first[256] = {}, unknown = false;
  if (firstOf(pattern.root, pattern, first, &unknown) || unknown)
    return;
  out->first = std::make_unique<CharSet>(false, false);
  for (uint32_t c = 0; c < 256; ++c)
    if (first[c])
      out->first->add(c, c);
  out->first->add(256, 0x10ffff);
  out->first->finish();
}

}  // namespace janus::regex
